"""Every game on the shelf keeps what the house relies on."""

import pytest

from mousehole import shelf
from mousehole.testing import conformance


@pytest.mark.parametrize("name", shelf.names())
def test_a_game_on_the_shelf_conforms(name):
    conformance(shelf.find(name))
