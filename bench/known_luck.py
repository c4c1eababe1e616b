"""How often Mousewarming Party can be won by players that see all luck beforehand: `./mousehole bench known_luck`.

Every roll, the order of the feeders' tokens and the tile behind each door are drawn before the game. A beam search
looks for a way to win: turn by turn it keeps the positions that look best to the learned value. Nobody who cannot see
the luck wins more often than those who can, so the share that can be won bounds every way of playing from above. A
game in which the search finds no win may still have one: it finds less than that bound, the more the wider the beam.
"""

import argparse
import time
from functools import partial
from random import Random
from typing import NamedTuple

from mousehole import shelf
from mousehole.compiled.rules import rules
from mousehole.core.game import Decide, Over
from mousehole.games.mousewarming.kernel import LEARNED
from mousehole.games.mousewarming.moves import FOODS, SIDES, Drawn, Event, Food, Raccoon, Revealed, Rolled
from mousehole.games.mousewarming.rules import apply, turn
from mousehole.games.mousewarming.state import State, doors, prey
from mousehole.players.intervals import wilson
from mousehole.players.parallel import spread

TURNS = 200  # more than any game has


class Luck(NamedTuple):
    """All luck of a game."""

    rolls: list[Rolled]
    deck: list[Food]  # the tokens of the feeders in their order
    tiles: dict[int, str]  # behind the doors


def drawn(state: State, number: int) -> Luck:
    """Draw all luck of a game."""
    luck, box = Random(f"known/{number}"), state.party.box
    rolls = [Rolled(luck.choice(SIDES), luck.choices(FOODS, box.die)[0]) for _ in range(TURNS)]
    deck = [food for food, many in zip(FOODS, state.unseen, strict=True) for _ in range(many)]
    tiles = [*box.kitchens, *(f"guests-{guests}" for guests in luck.sample(box.guests, box.invited))]
    luck.shuffle(deck)
    luck.shuffle(tiles)
    return Luck(rolls, deck, dict(zip(doors(state), tiles, strict=True)))


def fallen(state: State, known: Luck, rolled: int) -> Event:
    """The luck that falls, as it was drawn beforehand."""
    if state.stage == "roll":
        return known.rolls[rolled]
    if state.stage not in {"raccoon", "draw"}:
        slot = state.mice[state.mover] if state.stage in {"door", "sprint"} else doors(state)[0]
        return Revealed(slot, known.tiles[slot])
    token = known.deck[-sum(state.unseen)] if sum(state.unseen) else FOODS[0]
    if state.stage == "draw":
        return Drawn(state.mice[state.mover], token)
    space = prey(state)
    assert space is not None
    return Raccoon(space, state.plates[space] or token)


def ends(state: State, known: Luck, rolled: int) -> dict[State, None] | None:
    """Every end of this turn; nothing once the game is won."""
    stack, found = [apply(state, fallen(state, known, rolled))], dict[State, None]()
    while stack:
        now = stack.pop()
        match turn(now):
            case Over(winners):
                if winners:
                    return None
            case Decide(actions=actions):
                stack += [apply(now, action) for action in actions]
            case _ if now.stage == "roll":
                found[now] = None
            case _:
                stack.append(apply(now, fallen(now, known, rolled)))
    return found


def winnable(wide: int, number: int) -> bool:
    """Whether a beam so wide finds a way to win a game."""
    game = shelf.find("mousewarming")
    state = game.new(game.setup())
    beam, known = [state], drawn(state, number)
    for rolled in range(TURNS):
        after = dict[float, State]()  # by how they look: what looks the same to the last digit is the same
        for state in beam:
            found = ends(state, known, rolled)
            if found is None:
                return True
            after |= {rules(LEARNED, end).guess()[0]: end for end in found}
        beam = [after[look] for look in sorted(after, reverse=True)[:wide]]
    return False


def main() -> None:
    """Count the games that can be won."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--games", type=int, default=1000)
    ask.add_argument("--wide", type=int, default=32)
    ask.add_argument("--processes", type=int, default=1)
    told, won, began = ask.parse_args(), 0, time.monotonic()
    found = spread(partial(winnable, told.wide), range(told.games), told.processes)
    for number, one in enumerate(found, 1):
        won += one
        if number % 50 == 0:
            low, high = wilson(won, number)
            spent = time.monotonic() - began
            print(f"{number} games: {won} won, {100 * low:.1f} - {100 * high:.1f} %, {spent:.0f} s", flush=True)


if __name__ == "__main__":
    main()
