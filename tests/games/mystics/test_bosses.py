"""The great monsters in whole games: hunts keep the laws, and a record of every boss defeated."""

from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from mousehole import shelf
from mousehole.core.game import Over
from mousehole.core.record import audit, dump, load, plies
from mousehole.core.words import voice
from mousehole.games.mystics import GAME
from mousehole.games.mystics.moves import Setup
from mousehole.games.mystics.packs import library
from mousehole.testing import check_said, random_record, said_in, sprites
from tests.games.mystics.laws import broken

FOLDER = Path(__file__).parent
HUNT = library.add(FOLDER / "scenarios" / "packs" / "hunt")
HUNTS = {"brodie": "cat_hunt", "hesster": "snake_hunt", "pheasia": "bird_hunt", "malodor": "stench_hunt"}
BOSSES = (*HUNTS, "cute_scoundrel")
SEEN = {
    "brodie": {"pounces", "chases", "award"},
    "hesster": {"strikes", "coils", "award"},
    "malodor": {"wilder"},
    "pheasia": {"falls"},
    "cute_scoundrel": {"story"},
}


def walked(record):
    return list(plies(GAME, record))


@pytest.mark.parametrize("chapter", [*HUNTS.values(), "menagerie"])
def test_random_hunts_end_and_keep_the_laws(chapter):
    ends = Counter()
    for number in range(12):
        setup = Setup(players=1 + number % 4, chapter=chapter, pack=HUNT)
        record, over = random_record(GAME, setup, bytes([number + 1]))
        assert isinstance(over, Over)
        ends[over.reason] += 1
        steps = walked(record)
        for ply in steps:
            assert broken(ply.state, steps[0].state) == []
    assert set(ends) <= {"victory", "hourglass", "captured"}


@pytest.mark.parametrize("boss", BOSSES)
def test_a_golden_record_of_a_boss_defeated_still_plays(boss):
    data = (FOLDER / "golden" / "bosses" / f"{boss}.json").read_bytes()
    record = load(data, shelf.find)[1]
    audit(GAME, record)
    steps = walked(record)
    assert [broken(ply.state, steps[0].state) for ply in steps if broken(ply.state, steps[0].state)] == []
    over = steps[-1].turn
    assert isinstance(over, Over)
    assert over.reason == "victory"
    assert boss in steps[-1].state.fallen
    assert SEEN[boss] <= {news.what for ply in steps for news in ply.state.news}
    assert dump(record) == data


def test_the_titles_of_cat_and_snake_are_won_by_whoever_took_the_last_card():
    for boss, title in (("brodie", "cat_tamer"), ("hesster", "snake_charmer")):
        record = load((FOLDER / "golden" / "bosses" / f"{boss}.json").read_bytes(), shelf.find)[1]
        last = walked(record)[-1].state
        told = next(news for news in last.news if news.what == "defeated")
        assert dict(last.awards)[title] == told.other


def test_every_boss_has_its_record():
    bosses = {name for name, one in library.own().minions.items() if one.boss}
    assert {path.stem for path in (FOLDER / "golden" / "bosses").glob("*.json")} == bosses == set(BOSSES)


@pytest.mark.parametrize("boss", HUNTS)
def test_every_picture_of_a_hunt_is_drawn_with_known_sprites_and_keys_of_their_own(boss):
    record = load((FOLDER / "golden" / "bosses" / f"{boss}.json").read_bytes(), shelf.find)[1]
    drawn = sprites(GAME.package)
    for ply in walked(record):
        scene = GAME.scene(ply.state, ply.turn, None, ply.event)
        keys = [part.key for part in (*scene.spots, *scene.pieces)]
        assert len(set(keys)) == len(keys)
        assert {part.sprite for part in (*scene.spots, *scene.pieces)} - drawn <= {""}
        assert {piece.on for piece in scene.pieces} <= {spot.key for spot in scene.spots}
        assert len({voice("en")(offer.label) for offer in scene.offers}) == len(scene.offers)
        own = tuple(panel for panel in scene.panels if panel.key != "chapter")  # the pack speaks English only
        for said in said_in(replace(scene, panels=own, page=None, chart=None)):
            check_said(GAME, said)


def test_the_body_of_the_snake_is_drawn_from_space_to_space_with_its_head_at_the_end():
    record = load((FOLDER / "golden" / "bosses" / "hesster.json").read_bytes(), shelf.find)[1]
    long = next(ply for ply in walked(record) if any(len(one.body) > 2 for one in ply.state.foes))
    snake = next(one for one in long.state.foes if one.body)
    pieces = GAME.scene(long.state, long.turn, None, None).pieces
    rings = [piece for piece in pieces if piece.key.startswith(f"{snake.id}-ring-")]
    assert {ring.on for ring in rings} == set(snake.body[:-1])
    assert [piece.on for piece in pieces if piece.key == snake.id] == [snake.at]
    assert rings[0].size < rings[len(rings) // 2].size


@pytest.mark.parametrize("boss", ["brodie", "hesster"])
def test_the_life_of_a_beast_is_written_on_the_board_and_nobody_stands_in_front_of_it(boss):
    record, seen = load((FOLDER / "golden" / "bosses" / f"{boss}.json").read_bytes(), shelf.find)[1], 0
    for ply in walked(record):
        scene = GAME.scene(ply.state, ply.turn, None, ply.event)
        spots = {spot.key: spot.at for spot in scene.spots}
        for one in ply.state.foes:
            if one.kind != boss or not one.at:
                continue
            order = [piece.key for piece in scene.pieces]
            number = next(piece for piece in scene.pieces if piece.key == f"life-{one.id}")
            figures = [order.index(other.id) for other in (*ply.state.mice, *ply.state.foes) if other.id in order]
            assert order.index(number.key) > max(figures)
            x, y = (spots[number.on][i] + number.shift[i] for i in (0, 1))
            assert 0.2 < x < scene.size[0] - 0.2 and 0.2 < y < scene.size[1] - 0.2
            seen += 1
    assert seen > 5


def test_there_are_eight_titles():
    assert len(library.own().achievements) == 8
