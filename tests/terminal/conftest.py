"""What the tests of the app share: a visit on saved games of its own."""

from contextlib import asynccontextmanager

import pytest

from mousehole.terminal.app import LobbyScreen, Mousehole
from mousehole.terminal.table_screen import TableScreen
from tests.terminal.seeing import seen


@pytest.fixture
def visit(tmp_path, monkeypatch):
    """Start the app on the saved games of this test."""
    monkeypatch.setenv("MOUSEHOLE_DATA", str(tmp_path / "data"))

    @asynccontextmanager
    async def visited(wish=None, language="en", size=(80, 24)):
        app = Mousehole(language, wish, pace=0)
        async with app.run_test(size=size) as pilot:
            await seen(pilot, TableScreen if wish else LobbyScreen)
            yield pilot

    return visited
