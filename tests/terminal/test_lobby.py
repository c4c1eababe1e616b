"""The lobby, forms, files, languages and endings of the app."""

import json

import pytest
from textual.app import App
from textual.widgets import Input, OptionList, Select

from mousehole import shelf
from mousehole.core.record import audit, load
from mousehole.core.words import languages
from mousehole.folders import solutions
from mousehole.terminal.app import LobbyScreen, Mousehole, NewGameScreen, run
from mousehole.terminal.dialogs import EndDialog, KeyBar, PageDialog, SureDialog
from mousehole.terminal.opening import TableWish
from mousehole.terminal.table_screen import BoardWidget, TableScreen
from tests.terminal.seeing import bare_in, finish, move, said, seen, table, until

SHORT = {"steps": "1"}


async def test_a_game_goes_on_after_a_restart(visit):
    async with visit(TableWish("mmm", {"players": "2"}, ("Ana", "Zoé"))) as pilot:
        await move(pilot, "space", "enter", "enter")
        events, board = list(table(pilot).events), pilot.app.screen.query_one(BoardWidget).canvas.rows()
        await pilot.press("ctrl+q")
    async with visit() as pilot:
        lobby = pilot.app.screen
        await until(pilot, lambda: lobby.query_one("#saved", OptionList).option_count == 1)
        assert "Players: 2" in said(lobby)
        await pilot.press("right", "enter")
        screen = await seen(pilot, TableScreen)
        assert table(pilot).events == events
        assert screen.query_one(BoardWidget).canvas.rows() == board
        assert "Ana places" in said(screen)
        await pilot.press("escape")
        await seen(pilot, LobbyScreen)


async def test_dice_can_fall_by_themselves(visit):
    async with visit() as pilot:
        await pilot.press("enter")
        form = await seen(pilot, NewGameScreen)
        form.query_one("#auto-throw").toggle()
        await pilot.pause()
        await pilot.press("f5")
        screen = await seen(pilot, TableScreen)
        await until(pilot, lambda: screen.sitting.table.ply == 1 and screen.choosing.choices)
        assert screen.choosing.choices[0].kind == "play"


async def test_real_dice_are_told(visit):
    async with visit() as pilot:
        await pilot.press("enter")
        form = await seen(pilot, NewGameScreen)
        form.query_one("#real-dice").toggle()
        await pilot.pause()
        await pilot.press("f5")
        screen = await seen(pilot, TableScreen)
        assert len(screen.choosing.choices) == 56
        await pilot.press("5")
        await move(pilot, "6")
        assert screen.sitting.table.events[0].faces == ("x", "x", "x")
        assert screen.sitting.table.seed is None


async def test_a_bot_is_no_longer_doubted_once_its_board_is_solved(visit, monkeypatch):
    monkeypatch.setattr("mousehole.terminal.app.REFRESH_SECONDS", 0.2)
    mmm, board = shelf.find("mmm"), "steps = 3\npantry = 'B B F F'\n"
    async with visit() as pilot:
        await pilot.press("enter")
        form = await seen(pilot, NewGameScreen)
        await form.answered("f-board", board)
        await form.answered("who-0", "best")
        assert "best – not perfect here: this board is not solved yet" in said(form)
        mmm.parts.solvable.exact.solve(solutions(), mmm.new(mmm.setup(board=board)), lambda done, total: None)
        await until(pilot, lambda: "not perfect" not in said(form))


async def test_a_form_seats_people_and_bots_and_tells_mistakes(visit):
    async with visit() as pilot:
        await pilot.press("enter")
        form = await seen(pilot, NewGameScreen)
        await pilot.press("backspace", "9")
        assert "Players: expected 1 to 6" in said(form)
        await pilot.press("f5")
        assert pilot.app.screen is form
        await pilot.press("backspace", "3")
        await until(pilot, lambda: len(form.query_one("#seats").children) == 3)
        form.query_one("#who-1", Select).value = "random"
        form.query_one("#name-2", Input).value = "Zoé"
        form.query_one("#f-side", Select).value = "two_paws"
        await pilot.pause()
        await pilot.press("f5")
        await seen(pilot, TableScreen)
        assert [(chair.kind, chair.name) for chair in table(pilot).chairs] == [
            ("person", ""),
            ("bot", ""),
            ("person", "Zoé"),
        ]
        assert (table(pilot).setup.players, table(pilot).setup.side) == (3, "two_paws")


async def test_the_form_of_every_game_begins_that_game(visit):
    for game in shelf.names():
        async with visit() as pilot:
            lobby = pilot.app.screen
            lobby.query_one("#games", OptionList).highlighted = shelf.names().index(game)
            await pilot.press("enter")
            await seen(pilot, NewGameScreen)
            await pilot.press("f5")
            await seen(pilot, TableScreen)
            assert (table(pilot).game.name, table(pilot).setup) == (game, shelf.find(game).setup())


async def test_the_language_changes_everywhere_and_nothing_is_lost(visit):
    async with visit() as pilot:
        await pilot.press("enter")
        form = await seen(pilot, NewGameScreen)
        to_french = languages().index("fr")
        await pilot.press("backspace", "2", *["f2"] * to_french)
        await until(pilot, lambda: "Nouvelle partie" in said(form))
        await until(pilot, lambda: len(form.query_one("#seats").children) == 2)
        assert form.query_one("#f-players", Input).value == "2"
        await pilot.press("f5")
        screen = await seen(pilot, TableScreen)
        await move(pilot, "space")
        assert "lance les dés" in said(screen)
        await pilot.press(*["f2"] * (len(languages()) - to_french))
        await until(pilot, lambda: "rolls" in said(screen))
        assert "dés" not in said(screen)


async def test_a_record_is_saved_and_opened(visit, tmp_path):
    file = tmp_path / "game.json"
    async with visit(TableWish("mmm", SHORT)) as pilot:
        screen = pilot.app.screen
        await finish(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is screen)
        for wanted in (True, False):
            await pilot.press("ctrl+s")
            await until(pilot, lambda: pilot.app.screen is not screen)
            pilot.app.screen.query_one(Input).value = str(file)
            await pilot.press("enter")
            await until(pilot, lambda: pilot.app.screen is screen)
            assert any("already exists" in note.message for note in pilot.app._notifications) is not wanted
        audit(*load(file.read_bytes(), shelf.find))
        await pilot.press("escape")
        lobby = await seen(pilot, LobbyScreen)
        await pilot.press("f3")
        await until(pilot, lambda: pilot.app.screen is not lobby)
        pilot.app.screen.query_one(Input).value = str(file)
        await pilot.press("enter")
        await seen(pilot, EndDialog)
    assert json.loads(file.read_bytes())["game"] == "mmm"


async def test_a_bad_file_is_told_and_nothing_breaks(visit, tmp_path):
    (tmp_path / "bad.json").write_text("[oh")
    async with visit() as pilot:
        for name in ("bad.json", "missing.json"):
            await pilot.press("f3")
            await until(pilot, lambda: pilot.app.screen.query(Input))
            pilot.app.screen.query_one(Input).value = str(tmp_path / name)
            await pilot.press("enter")
            await seen(pilot, LobbyScreen)
        await until(pilot, lambda: len(pilot.app._notifications) == 2)


async def test_a_saved_game_is_forgotten_only_after_asking(visit):
    async with visit(TableWish("mmm")) as pilot:
        await pilot.press("escape")
        lobby = await seen(pilot, LobbyScreen)
        kept = lobby.query_one("#saved", OptionList)
        await until(pilot, lambda: kept.option_count == 1)
        await pilot.press("delete")
        await until(pilot, lambda: "Go to a saved game first." in [n.message for n in pilot.app._notifications])
        kept.focus()
        for answer, left in (("no", 1), ("yes", 0)):
            await pilot.press("delete")
            await seen(pilot, SureDialog)
            await pilot.click(f"#{answer}")
            await seen(pilot, LobbyScreen)
            await until(pilot, lambda n=left: kept.option_count == n)


@pytest.mark.parametrize("language", languages())
async def test_the_keys_of_every_screen_fit_eighty_columns(visit, language):
    async with visit(language=language) as pilot:
        for keys, screen in (((), LobbyScreen), (("enter",), NewGameScreen), (("f5",), TableScreen)):
            await pilot.press(*keys)
            bar = (await seen(pilot, screen)).query_one(KeyBar)
            assert bar.content.cell_length <= bar.content_size.width, str(bar.content)


async def test_help_tells_the_keys_and_the_game(visit):
    async with visit(TableWish("mmm")) as pilot:
        await pilot.press("f1")
        page = await seen(pilot, PageDialog)
        assert "Space rolls the dice" in said(page)
        await pilot.press("escape")
        await seen(pilot, TableScreen)


async def test_no_word_on_any_screen_bypasses_the_voice(visit):
    async with visit(language="xx") as pilot:
        bare = bare_in(pilot.app.screen)
        await pilot.press("enter")
        bare += bare_in(await seen(pilot, NewGameScreen))
        await pilot.press("f5")
        bare += bare_in(await seen(pilot, TableScreen))
        for keys, screen in ((("space", "enter"), TableScreen), (("f1",), PageDialog), (("escape", "ctrl+s"), object)):
            await pilot.press(*keys)
            await until(pilot, lambda kind=screen: isinstance(pilot.app.screen, kind))
            bare += bare_in(pilot.app.screen)
        assert bare == []


async def test_no_word_at_the_end_bypasses_the_voice(visit):
    async with visit(TableWish("mmm", SHORT), language="xx") as pilot:
        await finish(pilot)
        assert bare_in(pilot.app.screen) == []


async def test_who_tries_to_interrupt_is_told_how_to_leave(visit):
    async with visit() as pilot:
        await pilot.press("ctrl+c")
        assert "Ctrl+Q leaves." in [note.message for note in pilot.app._notifications]


def test_saved_games_that_cannot_be_opened_end_the_app_with_a_word(tmp_path, monkeypatch, capsys):
    (tmp_path / "data").write_text("not a folder")
    monkeypatch.setenv("MOUSEHOLE_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(Mousehole, "run", lambda self: App.run(self, headless=True))
    assert run("en") == 2
    assert "cannot be made" in capsys.readouterr().err
