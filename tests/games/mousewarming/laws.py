"""What every game of Mousewarming Party keeps, event by event; the soak runs these over many more games."""

from collections import Counter
from itertools import combinations

from mousehole.core.game import Chance, Decide, Over
from mousehole.games.mousewarming import rules
from mousehole.games.mousewarming.moves import (
    FOODS,
    MICE,
    Bonus,
    Drawn,
    Drop,
    Move,
    Pick,
    Raccoon,
    Revealed,
    Rolled,
    Setup,
)
from mousehole.games.mousewarming.state import DOOR

LUCK, CHOICE = (Rolled, Revealed, Raccoon, Drawn), (Move, Pick, Bonus, Drop)


MODES = {
    "standard": {},
    "first game": {"first_game": True},
    "one golden tray": {"golden": (0,)},
    "both golden, four players": {"golden": (0, 1), "players": 4, "raccoon_start": 8},
}
PAIRS = tuple(combinations(MICE, 2))
SETUPS = {mode: Setup(**fields) for mode, fields in MODES.items()} | {
    " and ".join(pair): Setup(mice=pair, abilities=True) for pair in PAIRS
}


def check(before, event, after):
    """Check one event: nothing is lost or made, everybody stands apart, and only what may change has changed."""
    check_tokens(after)
    check_places(after)
    check_burrows(after)
    check_step(before, event, after)
    check_turn(after, rules.turn(after))


def check_record(game, record):
    """Check every event of a record, and its end."""
    state = game.new(record.setup)
    check_tokens(state)
    for event in record.events:
        after = game.apply(state, event)
        check(state, event, after)
        state = after
    over = game.turn(state)
    check_end(state, over)
    return over


def check_whole(setup, events, over):
    """Check a whole game by its events alone."""
    state = rules.new(setup)
    for event in events:
        state = rules.apply(state, event)
    check_end(state, over)


def tokens(state):
    """Count all tokens by food, wherever they are."""
    found = Counter(food for food in state.plates if food)
    for load in (*state.trays, state.backpack, state.table):
        found.update(load)
    for counts in (state.pantry, state.supply, state.unseen):
        found.update(dict(zip(FOODS, counts, strict=True)))
    return found


def check_tokens(state):
    box = state.party.box
    here = tokens(state)
    for food, common, hidden in zip(FOODS, box.tokens, box.raccoon, strict=True):
        assert here[food] == common + hidden, f"{food}: {here[food]} of {common + hidden}"
    assert sum(state.feeders) == sum(state.unseen), "feeders and unseen tokens differ"
    assert min(*state.pantry, *state.supply, *state.unseen, *state.feeders) >= 0
    assert all(len(tray) <= state.party.room for tray in state.trays), "a tray is too full"
    assert len(state.backpack) <= box.backpack
    assert len(state.table) <= box.plates


def check_places(state):
    ring = state.party.box.ring
    assert len({*state.mice, state.raccoon}) == 3, "somebody shares a space"
    assert all(ring[space] == "P" for space, food in enumerate(state.plates) if food), "food lies beside a plate"
    assert all(ring[space] == "F" for space, n in enumerate(state.feeders) if n)
    assert all(0 <= space < len(ring) for space in (*state.mice, state.raccoon))


def check_burrows(state):
    box, tiles = state.party.box, [tile for tile in state.burrows if tile]
    open_kitchens = [tile for tile in tiles if tile != DOOR]
    assert len(set(open_kitchens)) == len(open_kitchens), "a kitchen lies twice"
    hidden = len(box.kitchens) - len(open_kitchens) + box.invited - len(state.seated)
    assert tiles.count(DOOR) == hidden, "doors and hidden tiles differ"
    assert not Counter(state.seated) - Counter(box.guests), "more guests than tiles"


def check_step(before, event, after):
    assert after.table[: len(before.table)] == before.table, "food left the table"
    assert after.seated[: len(before.seated)] == before.seated, "guests went home"
    if isinstance(event, Raccoon):
        check_ride(before, event, after)
    else:
        assert after.raccoon == before.raccoon, "the raccoon moved out of turn"
    if isinstance(event, Move):
        assert after.mice[1 - event.mouse] == before.mice[1 - event.mouse], "the other mouse moved"
    elif not isinstance(event, Bonus):
        assert after.mice == before.mice, "a mouse moved without a move"


def check_ride(before, event, after):
    """Check that the raccoon stopped on the first food along the arrows that no mouse shields."""
    length, space = before.party.length, before.raccoon
    for _ in range(length):
        space = (space + 1) % length
        if space not in before.mice and (before.plates[space] or before.feeders[space]):
            break
    assert (event.to, after.raccoon) == (space, space), "the raccoon missed the first food"
    assert not before.asleep, "it rides in its sleep"
    assert sum(after.pantry) == sum(before.pantry) + 1


def check_turn(state, turn):
    if isinstance(turn, Decide):
        assert turn.seat == state.seat
        assert turn.actions
        assert all(isinstance(action, CHOICE) for action in turn.actions)
    elif isinstance(turn, Chance):
        assert all(isinstance(event, LUCK) and weight > 0 for event, weight in turn.odds)
    full = max(state.pantry) > state.party.box.pantry
    ended = len(state.table) == state.party.box.plates or not any(state.feeders) or full
    assert ended == (state.stage in {"closing", "over"}), "an end was missed or made up"


def check_end(state, over):
    assert isinstance(over, Over), "the game has not ended"
    box, served = state.party.box, len(state.table)
    if over.reason == "table":
        assert served == box.plates
    elif over.reason == "feeders":
        assert not any(state.feeders)
    else:
        assert over.reason == "pantry"
        assert max(state.pantry) == box.pantry + 1
    if over.reason != "table":
        assert DOOR not in state.burrows, "a door stayed closed"
        assert len(state.seated) == box.invited
    won = served == box.plates or served >= sum(state.seated)
    assert over.winners == (tuple(range(state.party.players)) if won else ())
    assert over.score == served - sum(state.seated)
