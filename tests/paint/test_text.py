"""The text painter: pictures of Mmm! as they must look, and small scenes for everything else."""

import pytest

from mousehole import shelf
from mousehole.core.record import plies
from mousehole.core.scene import Offer, Panel, Piece, Row, Scene, Spot
from mousehole.core.setups import variants
from mousehole.core.words import line, plain, voice
from mousehole.paint import text
from mousehole.paint.colour import ink_on, mix
from mousehole.testing import random_record

MMM = shelf.find("mmm")
SAY = voice("en")

FIRST_ROLL = """
    @   ·    ·    ·   ·    ·     Still in the pantry
                                   B  bread     11 of 11
    ∩   ·    ·    ·   ·    ·       F  fish      9 of 9
                                   G  cucumber  9 of 9
   a   b   c   d   e   f   g       H  cheese    11 of 11
1  C   B   H───H───H───H  (G)      C  carrot    9 of 9
   │   │                   │
2  C   B   C───C───C  (F) (G)    The cat
                       │   │       @  To the pantry  ▯▯▯▯▯▯▯▯▯▯▯  11 steps
3  B   H  (G)  H───H  (F) (G)
   │   │   │
4  B   H  (G)  C───C───C───C
       │
5 (F)  H  (F)─(F)─(F)─(F)  B
   │                       │
6 (F) (G)─(G)─(G)─(G)  H   B
   │                   │   │
7 (F)  B───B───B───B   H   B

      ╭─ dice tray ─────╮
      │  [F]  [F]  [G]  │
      ╰─────────────────╯
"""

LOW = """
    o   ·    @    ·   ·    ·

    ∩   ·    ·    ·   ·    ·
   a   b   c   d   e   f   g
1  C╷  B╷  H───H───H───H   G╷
2  C╵  B╵  C───C───C   F╷  ●│
3  B╷  ●╷  G╷  H───H   F╵  G╵
4  B╵  H│  G╵  C───C───C───C
5  F╷  H╵  F───F───F───●   B╷
6  ●│  G───G───G───G   H╷  B│
7  F╵  B───B───B───B   H╵  B╵
      ╔═ piste de dés ══╗
      ║  [?]  [?]  [?]  ║
      ╚═════════════════╝
"""


def position(ply, **setup):
    record, _ = random_record(MMM, MMM.setup(players=2, **setup), b"1")
    found = list(plies(MMM, record))[ply]
    return MMM.scene(found.state, found.turn, None, found.event)


def small(spots, pieces=(), offers=(), panels=(), size=(4, 4)):
    return Scene(size, tuple(spots), tuple(pieces), plain("?"), tuple(offers), None, tuple(panels))


def painted(scene, width=80, height=40):
    return text.paint(scene, SAY, width, height)


def test_the_pantry_after_a_roll():
    assert text.paint(position(1), voice("en", MMM.package), 80, 22) == FIRST_ROLL.strip("\n")


def test_a_low_window_gets_a_low_board_in_the_asked_language():
    french = voice("fr", MMM.package)
    assert text.paint(position(7), french, 80, 15, panels=False) == LOW.strip("\n")


@pytest.mark.parametrize(("width", "height"), [(80, 22), (60, 22), (120, 38), (200, 60)])
def test_every_game_fits_common_windows(width, height):
    for game in shelf.every():
        for setup in variants(game)[:4]:
            state = game.new(setup)
            scene = game.scene(state, game.turn(state), None, None)
            board = text.canvas(scene, voice("en", game.package), width, height)
            assert (board.width <= width, board.height <= height) == (True, True), game.name


def test_a_large_window_gets_a_larger_board_in_colour_and_the_same_one_without():
    scene, say = position(1), voice("en", MMM.package)
    assert text.canvas(scene, say, 120, 40).width > text.canvas(scene, say, 80, 22).width
    assert text.paint(scene, say, 200, 70) == text.paint(scene, say, 80, 22)


def test_squares_of_a_crooked_item_hang_together():
    squares = [Spot(key, at, mark="B") for key, at in [("a1", (1, 1)), ("b1", (2, 1)), ("b2", (2, 2)), ("a2", (1, 2))]]
    item = [Spot(f"item-0-{key}", at, sprite="s") for key, at in [("a1", (1, 1)), ("b1", (2, 1)), ("b2", (2, 2))]]
    assert painted(small([*squares, *item])).splitlines() == ["   a   b", "1  B───B", "       │", "2  B   B"]


def test_an_area_is_a_box_with_its_name_and_holds_its_pieces():
    tray = Spot("tray", (2, 2), (3.5, 1.2), label=line("{plain}", plain="cup"))
    dice = [Piece(f"d{n}", "tray", shift=(n - 1, 0), mark=str(n)) for n in range(3)]
    assert painted(small([tray], dice)).splitlines() == ["╭─ cup ───────╮", "│  0   1   2  │", "╰─────────────╯"]


def test_an_area_around_squares_gets_rows_of_its_own_for_its_outline():
    spots = [Spot("top", (1, 0.5), mark="T"), Spot("room", (1.5, 1.5), (2, 1.3), label=plain("den"))]
    spots += [Spot("p", (1, 1), mark="p"), Spot("q", (2, 2), mark="q"), Spot("end", (1, 2.4), mark="E")]
    assert painted(small(spots)).splitlines() == [
        "  T",
        "╭─ den ──╮",
        "│ p      │",
        "│        │",
        "│     q  │",
        "╰────────╯",
        "  E",
    ]


def test_pieces_on_one_spot_stand_side_by_side():
    home = Spot("home", (2, 1), (2, 1), mark="_", tint="#808080")
    mice = [Piece(f"m{n}", "home", mark=f"{n}") for n in range(4)]
    row = painted(small([home], mice))
    assert sorted(row.replace(" ", "")) == ["0", "1", "2", "3"]


def test_what_can_be_clicked_stands_in_brackets_and_a_box_in_double_lines():
    spots = [Spot("p", (1, 1), mark="x"), Spot("q", (2, 1), mark="y"), Spot("t", (2, 3), (3, 1.2))]
    offers = [Offer(0, ("q",), plain("q")), Offer(1, ("t",), plain("t"))]
    assert painted(small(spots, offers=offers)).splitlines()[0] == "  x  (y)"
    assert "╔" in painted(small(spots, offers=offers))


def test_spots_without_mark_and_pieces_without_mark_are_seen_all_the_same():
    spots = [Spot("p", (1, 1), sprite="s"), Spot("q", (2, 1), tint="#123456"), Spot("unseen", (3, 1))]
    pieces = [Piece("m", "p", label=plain("mouse")), Piece("n", "unseen", text=plain("12"))]
    assert painted(small(spots, pieces)) == "M   ·   12"


def test_a_scene_of_nothing_is_no_mistake():
    assert painted(small([])) == ""


def test_panels_go_below_where_the_window_is_narrow():
    panel = Panel("p", plain("Facts"), (Row(plain("cheese"), plain("3 of 9"), meter=(3, 9)),))
    scene = small([Spot("p", (1, 1), mark="x")], panels=[panel])
    assert painted(scene, width=80).splitlines() == ["x     Facts", "        cheese  ▮▮▮▯▯▯▯▯▯  3 of 9"]
    assert painted(scene, width=20).splitlines() == ["x", "", "Facts", "  cheese  ▮▮▮▯▯▯▯▯▯  3 of 9"]


@pytest.mark.parametrize(
    ("value", "most", "drawn"), [(0, 0, ""), (9, 3, "▮▮▮"), (-1, 2, "▯▯"), (50, 100, "▮" * 10 + "▯" * 10)]
)
def test_a_meter_never_breaks(value, most, drawn):
    assert text.meter(value, most) == drawn


@pytest.mark.parametrize(("mark", "words", "drawn"), [("C6", "6", "C6"), ("[5]", "5", "[5]"), ("B1", "+4", "B1+4")])
def test_what_a_mark_says_is_not_said_again_behind_it(mark, words, drawn):
    piece = Piece("card", "table", size=(6.0, 1.0), mark=mark, text=plain(words))
    scene = Scene((8.0, 1.0), (Spot("table", (4.0, 0.5)),), (piece,), line("Cards"), ())
    assert drawn in text.paint(scene, SAY).split()


def test_cells_know_what_lies_there_the_topmost_first():
    board = text.canvas(position(7), voice("en", MMM.package), 40, 22)
    x, y = board.places["b3"]
    assert board.keys_at(x, y)[0] == "chip-b3"
    assert {"b3", "chip-b3"} < set(board.keys_at(x, y))
    assert board.keys_at(*board.places["tray"])[-1] == "tray"
    assert board.keys_at(500, 500) == ()


def test_colours_tell_squares_that_can_be_chosen_from_the_others():
    scene, say = position(1), voice("en", MMM.package)
    board = text.canvas(scene, say, 40, 22, text.clickable(scene), cursor="g1")
    paper = {key: board.at(*board.places[key]).paper for key in ("a5", "a1", "g1", "g2")}
    tints = {spot.key: spot.tint for spot in scene.spots}
    assert paper["a5"] == tints["a5"]
    assert paper["a1"] == mix(tints["a1"], "#1b1713", 0.55)
    assert paper["g1"] == "#ffffff" != paper["g2"]
    assert [run.text for run in next(iter(board.runs()))][:2] == ["    ", "@"]


def test_runs_hold_the_same_characters_as_rows():
    board = text.canvas(position(31), voice("fr", MMM.package), 120, 40)
    assert ["".join(run.text for run in row).rstrip() for row in board.runs()] == board.rows()


def test_ink_is_dark_on_light_paper_and_light_on_dark():
    assert ink_on("#ffffff") < ink_on("#000000")
