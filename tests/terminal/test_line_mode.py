"""Line mode, as a person or a script at the other end of a pipe has it."""

import json
import os
import re
import subprocess
import sys

import pytest

from mousehole import shelf
from mousehole.core.record import audit, load


@pytest.fixture
def play(tmp_path):
    """Play through a real pipe; the saved games of one test are its own."""

    def played(typed, language="en", *asked, code=0, **env):
        plain = {name: value for name, value in os.environ.items() if name not in ("LANG", "LC_ALL", "LC_MESSAGES")}
        told = subprocess.run(
            [sys.executable, "-m", "mousehole", *(["--language", language] if language else []), "play", *asked],
            input=typed,
            capture_output=True,
            encoding=env.get("PYTHONIOENCODING", "utf-8"),
            errors="surrogateescape" if "PYTHONIOENCODING" not in env else "replace",
            check=False,
            cwd=tmp_path,
            env=plain
            | {"MOUSEHOLE_DATA": str(tmp_path / "data"), "PYTHONUTF8": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
            | env,
        )
        assert told.returncode == code, told.stderr
        assert "Traceback" not in told.stderr
        return told.stdout if not code else told.stderr

    return played


def test_a_whole_game_in_french(play):
    told = play("1\n" * 400 + "quitter\n", "fr", "mmm", "players=2")
    assert "Souris 1\u00a0: lancez 3 dés." in told
    assert "Appuyez sur Entrée pour lancer." in told
    assert "Le chat est dans le cellier." in told or "Le cellier est vide." in told
    assert "Tapez rejouer pour rejouer" in told
    assert "roll" not in told


def test_a_bot_says_where_it_is_not_perfect(play):
    assert "best – not perfect here: this board is not solved yet" in play(
        "", "en", "mmm", "players=2", "--seats", "Ann,bot:best"
    )


def test_squares_throws_and_undo(play):
    told = play("\nundo\nlook a1\nroll\nboard\nstory\nquit\n", "en", "mmm")
    assert told.count("Mouse 1: place at least one die.") == 2
    assert "there is nothing to take back" in told
    assert "a1: carrot, 2 squares of this item left" in told
    assert "There is nothing to roll now." in told
    assert "· Mouse 1 rolls" in told
    assert told.endswith("Your game is kept: continue whenever you like.\n")


def test_an_undone_action_can_be_played_again(play):
    told = play("\n1\nundo\n1\nquit\n", "en", "mmm")
    assert "Mouse 1 goes back to move 1." in told
    assert told.count("Mouse 1 places ") == 2


def test_a_square_is_played_by_its_name(play):
    square = re.search(r"1 Place \w+ on (\w\d)", play("\nquit\n", "en", "mmm"))[1]
    told = play(f"resume 1\n{square.upper()}\nquit\n")
    assert re.search(rf"Mouse 1 places \w+ on {square}\.", told)


def test_a_game_goes_on_after_a_restart(play):
    first = play("\n1\n", "en", "mmm", "players=3")
    second = play("resume 1\nquit\n")
    assert "Mmm! · Players: 3 · just now" in second
    last = first.rsplit("Mouse 1: place", 1)[1]
    assert last.splitlines()[1:-2] == second.rsplit("Mouse 1: place", 1)[1].splitlines()[1:-2]


def test_a_record_is_saved_never_over_another_file_and_opened_again(play, tmp_path):
    told = play(
        "1\n" * 400 + "save game.json\nsave game.json\nsave no/such/folder\nopen game.json\nopen missing\nquit\n",
        "en",
        "mmm",
    )
    assert "The game was saved to game.json." in told
    assert "game.json already exists; choose another name." in told
    assert "no/such/folder cannot be written" in told
    assert "missing cannot be read" in told
    data = (tmp_path / "game.json").read_bytes()
    assert json.loads(data)["seed"]
    audit(*load(data, shelf.find))
    assert told.count("Type again to play again") >= 2


def test_play_again_begins_anew(play):
    told = play("again\n" + "1\n" * 20 + "again\nquit\n", "en", "mmm", "steps=1")
    assert "this game has no sequel yet" in told
    assert told.rindex("Press Enter to roll.") > told.index("The cat is in the pantry.")


def test_the_lobby_lists_games_and_speaks_other_languages(play):
    told = play("langue fr\nlanguage fr\naide\nlangue tlh\njeux\nquitter\n")
    assert "Games on the shelf:" in told
    assert "Jeux sur l’étagère" in told
    assert "Lancer les dés" in told
    assert "Il n’y a pas de langue tlh" in told


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("undo\n", "You are not at a table yet"),
        ("new\n", "Something is missing after this word"),
        ("new chess\n", "there is no game chess"),
        ("new mmm players\n", "Write fields as name=value, not players."),
        ("new mmm players=9\n", "players: expected 1 to 6"),
        ("new mmm seats=a,b\n", "there are 1 seats, not 2"),
        ("resume 7\n", "There is no saved game 7."),
        ("abracadabra\n", "I do not understand abracadabra."),
        ("new mmm\nlook z9\n", "There is no place z9."),
        ("new mmm\n99\n", "I do not understand 99."),
        ("\n\n", "Games on the shelf:"),
        ("1\n", "I do not understand 1."),
    ],
)
def test_a_mistake_is_told_and_nothing_breaks(play, typed, words):
    assert words in play(typed)


def test_words_may_be_cut_short_and_lack_accents(play):
    assert "Raconter la partie" in play("aid\nq\n", "fr")
    assert "Souris 1 lance" in play("\nrecit\nq\n", "fr", "mmm")


def test_a_wrong_wish_is_refused_with_an_exit_code(play):
    assert "there is no game chess" in play("", "en", "chess", code=2)
    assert "players: expected 1 to 6" in play("", "en", "mmm", "players=0", code=2)


def test_saved_games_that_cannot_be_opened_are_told(play, tmp_path):
    (tmp_path / "data").write_text("not a folder")
    assert "cannot be made" in play("", code=2)


def test_no_bare_word_reaches_a_reader(play):
    told = play("help\nnew mmm players=2\n1\n1\nundo\nlook a1\nsave g.json\nsave g.json\nfoo\ngames\nquit\n", "xx")
    echoed = {"> " + word for word in ("help", "new mmm players=2", "undo", "look a1", "foo", "games", "quit")}
    rows = [row for row in told.splitlines() if row not in echoed and not row.startswith("> ")]
    assert [row for row in rows if bare_words(row)] == []


def bare_words(row):
    """What is left of a row outside of brackets, beside marks of the board and names of games and files."""
    depth, left = 0, ""
    for char in row:
        depth += {"⟦": 1, "⟧": -1}.get(char, 0)
        left += char if not depth else " "
    known = {"json", *shelf.names()}
    return [word for word in re.findall(r"[^\W\d_]{2,}", left) if word not in known]


def test_the_language_follows_the_system(play):
    assert "Jeux sur l’étagère" in play("", "", LANG="fr_CA.UTF-8")
    assert "Games on the shelf" in play("", "", LANG="C")


def test_the_command_seats_people_and_bots_and_goes_on_with_the_last_game(play):
    assert "There is no saved game to continue." in play("", "en", "--resume", code=2)
    told = play("1\n", "en", "mmm", "players=2", "--seats", "Ana,bot:random", "--auto-throw")
    assert "Mmm! · Ana, Mouse 2 (bot)" in told
    assert "Press Enter to roll." not in told
    assert "Ana places" in play("story\n", "en", "--resume")


def test_real_dice_are_told_by_their_number(play):
    told = play("56\n", "en", "mmm", "--real-dice")
    assert "56 Mouse 1 rolls three red crosses." in told
    assert "Nothing fits: the dice come back empty-handed." in told


def test_a_bot_plays_along_and_seats_change_hands(play):
    told = play(
        "new mmm players=2 seats=Ana,bot:random\n" + "1\n" * 12 + "seat 2 Zoé\nseat 9 bot\nseat 1 bot:none\nquit\n"
    )
    assert "Mmm! · Ana, Mouse 2 (bot)" in told
    assert "Mouse 2 rolls" in told
    assert "Zoé sits down." in told
    assert "there is no seat 8" in told
    assert "there is no player none" in told


def test_two_incredible_wins_in_a_row_make_legends(play, tmp_path):
    (tmp_path / "bite.toml").write_text('pantry = """\nB\n"""\nsteps = 30\n')
    throw_place_gather = "\na1\n2\n" * 24
    told = play(f"{throw_place_gather}again\n{throw_place_gather}", "en", "mmm", "board=@bite.toml")
    assert told.count("The pantry is empty. Incredible!") == 2
    assert told.count("Legends of the pantry") == 1


def test_odd_letters_and_numbers_break_nothing(play):
    told = play("²\n" + "9" * 5000 + "\nresume ²\nseat ² bot\n\udcff\n", "en", "mmm", PYTHONIOENCODING="latin-1")
    assert told.count("I do not understand") == 3


def test_line_mode_starts_without_the_screen_library():
    ask = "import sys, mousehole.terminal.line_mode, mousehole.cli.play; print('textual' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)
    assert told.stdout == "False\n"
