"""Many games at once, compiled: one step lets every game go on to its next decision and writes what can be seen then.

A game's `fast` gives its rules on a row (see players/compiled_search.py), `fast.tensor` its numbers: `number` and
`code` between codes and ids, and `observe`. numba picks them by the type of the game's box.
"""

from importlib import import_module
from typing import Any

from numba.extending import overload

from mousehole.compiled import CHANCE, OVER
from mousehole.compiled.bits import below
from mousehole.compiled.compiler import compiled
from mousehole.envs.arrays import BEGIN, HOLD
from mousehole.players.compiled_search import luck, options, pay, play, turn


def number(box: Any, code: Any) -> Any:
    """The id of an action."""


def code(box: Any, row: Any, number: Any) -> Any:
    """The code of the action with an id."""


def observe(box: Any, row: Any, seat: Any, out: Any) -> Any:
    """Write what a seat sees, as far as it changes during a game."""


def allow(box: Any, row: Any, codes: Any, mask: Any, draw: Any) -> Any:
    """Mark the legal actions; one of them, all equally likely. A game may do it without listing them."""


def _own(box: Any, name: str) -> Any:
    return getattr(import_module(f"{box.instance_class.__module__}.tensor"), name).py_func


@overload(number)
def _number(box, code):
    return _own(box, "number")


@overload(code)
def _code(box, row, number):
    return _own(box, "code")


@overload(observe)
def _observe(box, row, seat, out):
    return _own(box, "observe")


@overload(allow)
def _allow(box, row, codes, mask, draw):
    own = getattr(import_module(f"{box.instance_class.__module__}.tensor"), "allow", None)
    return own.py_func if own else _listed


def _listed(box, row, codes, mask, draw):
    for n in range(len(mask)):
        mask[n] = 0
    legal = options(box, row, codes)
    for n in range(legal):
        mask[number(box, codes[n])] = 1
    return number(box, codes[below(draw, legal)])


@compiled()
def advance(box, games, actions, seen, paid, work):
    """Step the games from `first` to `last`; a game that ends begins anew at once."""
    starts, rows, streams = games
    observations, masks, seats, picks, finals = seen
    rewards, done, rivals = paid
    codes, draw, earned, first, last = work
    for n in range(first, last):
        rewards[n] = 0.0
        done[n] = False
        action = actions[n]
        if action == HOLD:
            continue
        row, who = rows[n], OVER
        draw[0] = streams[n, 0]
        if action != BEGIN:
            play(box, row, code(box, row, action))
            who = settled(box, row, draw)
            if who == OVER:
                done[n] = True
                observe(box, row, seats[n], finals[n])
                reward(box, row, earned, rivals, rewards[n])
        while who == OVER:  # luck may end a game before anybody decides: nobody sees such a one
            rows[n] = starts[n % len(starts)]
            who = settled(box, row, draw)
        streams[n, 0] = draw[0]
        seats[n] = who
        observe(box, row, who, observations[n])
        draw[0] = streams[n, 1]
        picks[n] = allow(box, row, codes, masks[n], draw)
        streams[n, 1] = draw[0]


@compiled()
def go_on(box, rows, action, draw, codes, mask):
    """Do an action in the only game, and mark what is legal then; who decides, or OVER."""
    row = rows[0]
    if action != BEGIN:
        play(box, row, code(box, row, action))
    who = settled(box, row, draw)
    if who != OVER:
        allow(box, row, codes, mask, draw)
    return who


@compiled()
def look(box, rows, seat, out):
    """Write what a seat of the only game sees."""
    observe(box, rows[0], seat, out)


@compiled(inline="always", cache=False)
def settled(box, row, draw):
    """Let luck fall until a seat decides or the game is over; which of them."""
    who = turn(box, row)
    while who == CHANCE:
        play(box, row, luck(box, row, draw))
        who = turn(box, row)
    return who


@compiled(inline="always", cache=False)
def reward(box, row, earned, rivals, out):
    """Write what each seat gets: 1 for a win, -1 for a loss, nothing where rivals draw."""
    pay(box, row, earned)
    total = 0.0
    for seat in range(len(out)):
        total += earned[seat]
    for seat in range(len(out)):
        out[seat] = 0.0 if rivals and total == 0.0 else 2.0 * earned[seat] - 1.0


@compiled()
def misfit(masks, actions):
    """The first game whose action is not legal, or -1."""
    ids = masks.shape[1]
    for n in range(len(actions)):
        action = actions[n]
        if action < BEGIN or action >= ids or (action >= 0 and not masks[n, action]):
            return n
    return -1
