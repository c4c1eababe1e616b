"""How often Mousewarming Party can be won by players that see all luck beforehand: `./mousehole bench known_luck`.

Every roll, the order of the feeders' tokens and the tile behind each door are drawn before the game. A beam search
looks for a way to win: turn by turn it keeps the positions that look best to the learned value. Nobody who cannot see
the luck wins more often than those who can, so the share that can be won bounds every way of playing from above. A
game in which the search finds no win may still have one: it finds less than that bound, the more the wider the beam.
"""

import argparse
import time
from typing import Any

import numpy as np

from mousehole import shelf
from mousehole.compiled import CHANCE, OVER
from mousehole.compiled.bits import lowest
from mousehole.compiled.compiler import compiled
from mousehole.games.mousewarming.fast import KERNEL, LEARNED
from mousehole.games.mousewarming.fast.carry_out import play
from mousehole.games.mousewarming.fast.choices import options, pay, turn
from mousehole.games.mousewarming.fast.event_codes import (
    DOOR,
    DRAW,
    GRAB,
    GUEST,
    KINDS,
    MOST,
    RACCOON,
    REACH,
    ROLL,
    TILE,
)
from mousehole.games.mousewarming.fast.learned import chance
from mousehole.games.mousewarming.fast.position_rows import ROW
from mousehole.games.mousewarming.fast.targets import prey
from mousehole.players.estimates.intervals import wilson

TURNS, ENDS = 200, 400  # more than any game has, and more than one turn can lead to


@compiled(cache=False)
def fallen(box, row, known, rolled):
    """The code of the luck that falls, as it was drawn beforehand."""
    dice, deck, tiles = known
    if row.stage == ROLL:
        return dice[rolled]
    if row.stage not in (RACCOON, DRAW):
        return TILE + tiles[row.mice[row.mover] if row.stage == DOOR else lowest(row.doors)]
    first, space, left = GRAB if row.stage == RACCOON else REACH, prey(row), 0
    for food in range(KINDS):
        if row.stage == RACCOON and row.plates[food] >> space & 1:
            return first + food
        left += row.unseen[food]
    return first + deck[len(deck) - left]


@compiled(cache=False)
def turned(box, row, known, rolled, ends):
    """Write every end of this turn, and return how many there are; -1 once the game is won."""
    stack, codes, high, n = np.empty(64, ROW), np.empty(MOST, np.int64), 1, 0
    stack[0] = row
    out, now = np.zeros(8), np.empty(1, ROW)
    play(box, stack[0], fallen(box, stack[0], known, rolled))
    while high:
        high -= 1
        now[0] = stack[high]
        who = turn(box, now[0])
        while who == CHANCE and now[0].stage != ROLL:
            play(box, now[0], fallen(box, now[0], known, rolled))
            who = turn(box, now[0])
        if who == OVER:
            pay(box, now[0], out)
            if out[0] > 0:
                return -1
        elif who == CHANCE:
            ends[n] = now[0]
            n += n + 1 < ENDS
        else:
            for k in range(options(box, now[0], codes)):
                stack[high] = now[0]
                play(box, stack[high], codes[k])
                high += high + 1 < len(stack)
    return n


@compiled(cache=False)
def winnable(box, start, known, wide):
    """Whether a beam so wide finds a way to win."""
    beam, after, looks = np.empty(wide, ROW), np.empty(wide * ENDS, ROW), np.empty(wide * ENDS)
    beam[0], many, ends = start[0], 1, np.empty(ENDS, ROW)
    for rolled in range(len(known[0])):
        found = 0
        for k in range(many):
            n = turned(box, beam[k], known, rolled, ends)
            if n < 0:
                return True
            for end in range(n):
                after[found], looks[found] = ends[end], chance(box, ends[end])
                found += 1
        many, last = 0, -1.0
        for k in np.argsort(-looks[:found]):
            if many < wide and looks[k] != last:  # what looks the same to the last digit is the same
                beam[many], last = after[k], looks[k]
                many += 1
        if many == 0:
            return False
    return False


def luck(state: Any, number: int) -> tuple[Any, Any, Any]:
    """All luck of a game: the rolls, the tokens of the feeders in their order, and the tiles behind the doors."""
    drawn, box = np.random.default_rng(number), state.party.box
    sides, faces = len(box.sides), np.array(box.die) / sum(box.die)
    dice = drawn.integers(0, sides, TURNS) * KINDS + drawn.choice(KINDS, TURNS, p=faces)
    deck = drawn.permutation(np.repeat(np.arange(KINDS), state.unseen))
    guests = drawn.permutation(box.guests)[: box.invited]
    hidden = drawn.permutation(np.concatenate([np.arange(len(box.kitchens)), GUEST + guests]))
    tiles = np.zeros(state.party.length, np.int64)
    tiles[[space for space, tile in enumerate(state.burrows) if tile == "door"]] = hidden
    return dice.astype(np.int64), deck.astype(np.int64), tiles


def main() -> None:
    """Count the games that can be won."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--games", type=int, default=1000)
    ask.add_argument("--wide", type=int, default=32)
    told, game = ask.parse_args(), shelf.find("mousewarming")
    state, won, began = game.new(game.setup()), 0, time.process_time()
    for number in range(told.games):
        won += winnable(LEARNED.box(state), KERNEL.pack(state), luck(state, number), told.wide)
        if (number + 1) % 50 == 0:
            low, high = wilson(won, number + 1)
            spent = time.process_time() - began
            print(f"{number + 1} games: {won} won, {100 * low:.1f} - {100 * high:.1f} %, {spent:.0f} CPU s", flush=True)


if __name__ == "__main__":
    main()
