"""The lobby of the app shows broken games of other packages."""

import pytest
from textual.widgets import OptionList

from mousehole import shelf
from tests.every_game.broken_games import BROKEN, install
from tests.terminal.seeing import said


@pytest.fixture
def _broken_shelf(tmp_path, monkeypatch):
    install(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    shelf._outside.cache_clear()
    yield
    shelf._outside.cache_clear()


@pytest.mark.usefixtures("_broken_shelf")
async def test_the_lobby_shows_broken_games_which_cannot_be_chosen(visit):
    async with visit() as pilot:
        games = pilot.app.screen.query_one("#games", OptionList)
        dead = [option for option in games.options if option.disabled]
        assert len(dead) == len(BROKEN)
        assert "broken: RuntimeError: boom" in said(pilot.app.screen)
