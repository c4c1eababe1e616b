"""The app in a terminal, driven by keys and mouse as people do."""

import logging

import pytest
from textual.widgets import Button, OptionList, Select

from mousehole import shelf
from mousehole.core.game import Over
from mousehole.core.words import languages
from mousehole.terminal.app import LobbyScreen
from mousehole.terminal.dialogs import EndDialog, SeatsDialog
from mousehole.terminal.opening import TableWish
from mousehole.terminal.table_screen import BoardWidget, TableScreen
from tests.terminal.seeing import finish, move, said, seen, table, until

SHORT = {"steps": "1"}


async def test_a_whole_game_by_keys(visit):
    async with visit(TableWish("mmm", SHORT)) as pilot:
        screen = pilot.app.screen
        await move(pilot, "space")
        await finish(pilot)
        over = screen.sitting.over
        assert isinstance(over, Over)
        assert pilot.app.screen.say(shelf.find("mmm").ending(over)) in said(pilot.app.screen)
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is not screen and isinstance(pilot.app.screen, TableScreen))
        assert (table(pilot).ply, table(pilot).group) == (0, screen.sitting.table.group)


async def test_a_whole_game_by_mouse(visit):
    async with visit(TableWish("mmm", SHORT), size=(120, 40)) as pilot:
        screen, board = pilot.app.screen, pilot.app.screen.query_one(BoardWidget)
        while not isinstance(pilot.app.screen, EndDialog):
            key = min(board.live - {"tray"}, default="tray" if "tray" in board.live else "")
            x, y = board.canvas.places[key]
            before = table(pilot).entry
            assert await pilot.click(board, offset=(x, y))
            await until(pilot, lambda known=before: screen.sitting.table.entry > known)
        assert await pilot.click("#lobby")
        assert isinstance(await seen(pilot, LobbyScreen), LobbyScreen)


async def test_an_enter_out_of_habit_after_a_typed_choice_plays_nothing(visit):
    async with visit(TableWish("mmm", {"players": "2"})) as pilot:
        await move(pilot, "space")
        square = pilot.app.screen.choosing.choices[0].clicks[0]
        await pilot.press(*square[:-1])
        await move(pilot, square[-1])
        entry = table(pilot).entry
        await pilot.press("enter")
        await pilot.pause()
        assert table(pilot).entry == entry
        assert pilot.app.screen.query_one("#choices", OptionList).highlighted == 0
        await move(pilot, "enter")
        assert table(pilot).entry > entry


async def test_the_last_saved_game_goes_on_from_the_command_line(visit):
    async with visit(TableWish("mmm", {"players": "2"})) as pilot:
        await move(pilot, "space")
        known = table(pilot).id
    async with visit(TableWish("mmm", resume="last")) as pilot:
        assert (table(pilot).id, table(pilot).ply) == (known, 1)


async def test_a_click_beside_the_choices_does_nothing(visit):
    async with visit(TableWish("mmm")) as pilot:
        before = table(pilot).entry
        await pilot.click(BoardWidget, offset=(0, 0))
        assert table(pilot).entry == before


async def test_a_choice_of_the_list_is_clicked(visit):
    async with visit(TableWish("mmm")) as pilot:
        await pilot.click("#choices", offset=(4, 1))
        await until(pilot, lambda: table(pilot).ply == 1)


async def test_squares_numbers_and_words_are_typed(visit):
    async with visit(TableWish("mmm")) as pilot:
        await move(pilot, "1")
        square = min(pilot.app.screen.choosing.live)
        await pilot.press(*square)
        await until(pilot, lambda: table(pilot).ply == 2)
        assert table(pilot).events[-1].square == square
        await pilot.press(*"stop")
        assert [screen_choice.label.text for _, screen_choice in pilot.app.screen.choosing.shown] == ["Stop and gather"]
        await move(pilot, "enter")
        assert table(pilot).events[-1].__class__.__name__ == "Gather"


async def test_the_list_shows_what_is_typed_and_backspace_takes_it_back(visit):
    async with visit(TableWish("mmm")) as pilot:
        await move(pilot, "1")
        letter = min(pilot.app.screen.choosing.live)[0]
        await pilot.press(letter)
        choices = pilot.app.screen.query_one("#choices", OptionList)
        assert str(choices.border_subtitle).startswith(letter)
        await pilot.press("backspace")
        assert (str(choices.border_subtitle), table(pilot).ply) == ("", 1)
        await pilot.press(letter, "escape")
        assert (str(choices.border_subtitle), pilot.app.screen.choosing.typed) == ("", "")


async def test_arrows_lead_over_the_board_and_back_to_the_list(visit):
    async with visit(TableWish("mmm")) as pilot:
        await move(pilot, "space")
        await pilot.press("left")
        board, choices = pilot.app.screen.query_one(BoardWidget), pilot.app.screen.query_one("#choices", OptionList)
        assert pilot.app.focused is board
        start, seen_keys = board.cursor, set()
        for key in ("down", "down", "up", "left"):
            await pilot.press(key)
            seen_keys.add(board.cursor)
            chosen = pilot.app.screen.choosing.shown[choices.highlighted][1]
            assert chosen.clicks == (board.cursor,)
        assert len(seen_keys | {start}) > 1
        await move(pilot, "enter")
        assert table(pilot).events[-1].square == chosen.clicks[0]
        await pilot.press(*["right"] * 9)
        assert pilot.app.focused is choices


async def test_actions_are_taken_back(visit):
    async with visit(TableWish("mmm")) as pilot:
        await move(pilot, "space", "enter")
        assert table(pilot).ply == 2
        await move(pilot, "ctrl+z")
        assert table(pilot).ply == 1
        await move(pilot, "enter", "backspace")
        assert table(pilot).ply == 1
        assert "goes back to move 1" in said(pilot.app.screen)
        await pilot.press("ctrl+z")
        await until(pilot, lambda: pilot.app._notifications)
        assert table(pilot).ply == 1
        assert "there is nothing to take back" in [note.message for note in pilot.app._notifications]


async def test_the_end_can_be_looked_at_but_not_taken_back(visit):
    async with visit(TableWish("mmm", SHORT)) as pilot:
        screen = pilot.app.screen
        await finish(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is screen)
        assert "The game is over." in said(screen)
        assert screen.sitting.over
        await pilot.press("backspace")  # its seed is shown: whoever knew it could play on with open dice
        await pilot.pause(0.3)
        assert screen.sitting.over


async def test_a_bot_plays_its_seat_by_its_own_wits(visit, caplog):
    with caplog.at_level(logging.ERROR):
        async with visit(TableWish("mmm", {"players": "2"}, ("Ana", "bot:random"))) as pilot:
            screen = pilot.app.screen
            assert "Ana, Mouse 2 (bot)" in said(screen)
            await move(pilot, "space")
            while 1 not in screen.sitting.table.movers:
                await pilot.press("enter")
                await pilot.pause(0.05)
            await until(pilot, lambda: screen.sitting.mover == 0)
            assert "Mouse 2 places" in said(screen)
    assert caplog.records == []


@pytest.mark.parametrize("size", [(40, 15), (60, 24), (80, 24), (120, 40), (250, 80)])
async def test_every_game_can_be_played_in_every_window(visit, size):
    for game in shelf.names():
        async with visit(TableWish(game), size=size) as pilot:
            await pilot.press("space")
            await pilot.press("enter")
            assert pilot.app.screen.query_one(BoardWidget).canvas.width > 0


async def test_a_bot_takes_over_and_gives_the_seat_back(visit):
    async with visit(TableWish("mmm", {"players": "2"}, ("Ana", "Zoé"))) as pilot:
        screen = pilot.app.screen
        await pilot.press("f4")
        page = await seen(pilot, SeatsDialog)
        page.query_one("#who-0", Select).value = "random"
        await pilot.pause()
        await pilot.press("escape")
        await until(pilot, lambda: screen.sitting.mover == 1)
        assert "A bot plays for Ana now." in said(screen)
        assert 0 in screen.sitting.table.movers
        await pilot.press("f4")
        page = await seen(pilot, SeatsDialog)
        page.query_one("#who-0", Select).value = ""
        await pilot.pause()
        await pilot.press("f4")
        await until(pilot, lambda: screen.sitting.table.chairs[0].kind == "person")
        assert screen.sitting.table.chairs[0].name == "Ana"


@pytest.mark.parametrize("language", languages())
async def test_every_answer_at_the_end_is_in_sight_on_eighty_columns(visit, language):
    async with visit(TableWish("mmm", SHORT), language=language) as pilot:
        await finish(pilot)
        end = await seen(pilot, EndDialog)
        sheet = end.query_one(".sheet").content_region
        assert all(button.region in sheet for button in end.query(Button))
