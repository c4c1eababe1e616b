"""What compiled players ask of a game, and what they do with it: playouts, and a tree search with chance nodes.

A game's `fast.py` plays by the same rules as its `rules.py`, on one row of whole numbers. numba picks the functions of
the game by the type of its box (a NamedTuple around one record of tables), so that what was compiled is found again.
"""

import sys
from typing import Any

import numpy as np
from numba.extending import overload

from mousehole.compiled import CHANCE, OVER
from mousehole.compiled.bits import below
from mousehole.compiled.compiler import compiled

GOLDEN, PLASTIC, SHIFTS = 0.6180339887498949, 0.7548776662466927, 1 << 20


def turn(box: Any, row: Any) -> Any:
    """The seat that decides, or CHANCE, or OVER."""


def options(box: Any, row: Any, codes: Any) -> Any:
    """Write the codes of the legal actions and return how many there are."""


def shortlist(box: Any, row: Any, codes: Any, n: Any) -> Any:
    """Bring the options worth a look to the front and return how many; a game without a shortlist looks at all."""


def odds(box: Any, row: Any, codes: Any, weights: Any) -> Any:
    """Write the codes and weights of the outcomes and return how many there are."""


def pick(box: Any, row: Any, rng: Any) -> Any:
    """The code of a random legal action, all equally likely."""


def luck(box: Any, row: Any, rng: Any) -> Any:
    """The code of an outcome, drawn by its odds."""


def play(box: Any, row: Any, code: Any) -> Any:
    """Change the row by one event."""


def pay(box: Any, row: Any, out: Any) -> Any:
    """Write what each seat earns at the end: from 0 for a loss to 1 for a win."""


def guess(box: Any, row: Any, rng: Any, out: Any) -> Any:
    """Write what each seat may expect from here; a game without a guess of its own is played out at random."""


def _own(box: Any, name: str) -> Any:
    return getattr(sys.modules[box.instance_class.__module__], name).py_func


@overload(turn)
def _turn(box, row):
    return _own(box, "turn")


@overload(options)
def _options(box, row, codes):
    return _own(box, "options")


@overload(shortlist)
def _shortlist(box, row, codes, n):
    own = getattr(sys.modules[box.instance_class.__module__], "shortlist", None)
    return own.py_func if own else _all


def _all(box, row, codes, n):
    return n


@overload(odds)
def _odds(box, row, codes, weights):
    return _own(box, "odds")


@overload(pick)
def _pick(box, row, rng):
    return _own(box, "pick")


@overload(luck)
def _luck(box, row, rng):
    return _own(box, "luck")


@overload(play)
def _play(box, row, code):
    return _own(box, "play")


@overload(pay)
def _pay(box, row, out):
    return _own(box, "pay")


@overload(guess)
def _guess(box, row, rng, out):
    own = getattr(sys.modules[box.instance_class.__module__], "guess", None)
    return own.py_func if own else _played_out


def _played_out(box, row, rng, out):
    who = turn(box, row)
    while who != OVER:
        step(box, row, who, rng)
        who = turn(box, row)
    pay(box, row, out)


NODE = np.dtype(
    [
        ("code", "i8"),
        ("sum", "f8"),
        ("first", "i4"),
        ("count", "i4"),
        ("visits", "i4"),
        ("who", "i4"),
        ("weight", "i4"),
        ("pad", "i4"),
    ],
    align=True,
)


@compiled(inline="always", cache=False)
def step(box, row, who, rng):
    """Let one event happen at random."""
    if who == CHANCE:
        play(box, row, luck(box, row, rng))
    else:
        play(box, row, pick(box, row, rng))


@compiled()
def playouts(box, rows, games, rng, out):
    """Play at random from rows[0], and return the number of events and what the first seat earned in all."""
    row, events, total = rows[1], 0, 0.0
    for _ in range(games):
        rows[1] = rows[0]
        who = turn(box, row)
        while who != OVER:
            step(box, row, who, rng)
            events += 1
            who = turn(box, row)
        pay(box, row, out)
        total += out[0]
    return events, total


@compiled()
def search(box, rows, nodes, budget, explore, rng, work):
    """Grow a tree from rows[0] and return its size. A node keeps only its code: rows are replayed from the root.

    `explore` says how willing it is to try what looks worse, and which share of its simulations all choices at the root
    get alike: what was hardly tried cannot be valued.
    """
    codes, weights, path, out = work
    row, (simulations, used) = rows[1], budget
    if used == 0:
        nodes[0].count = nodes[0].visits = 0
        nodes[0].weight = below(rng, SHIFTS)  # where the luck of this tree begins
        used = 1
    for _ in range(simulations):
        rows[1] = rows[0]
        depth, used = descend(box, row, nodes, used, explore, (codes, weights, path))
        if turn(box, row) == OVER:
            pay(box, row, out)
        else:
            guess(box, row, rng, out)
        nodes[0].visits += 1
        for k in range(1, depth + 1):
            node = nodes[path[k]]
            node.visits += 1
            node.sum += out[max(nodes[path[k - 1]].who, 0)]
    return used


@compiled()
def descend(box, row, nodes, used, explore, work):
    """Walk down the tree to a new leaf, and return how deep it is and how many nodes there are now."""
    codes, weights, path = work
    at = depth = 0
    path[0] = 0
    while depth + 1 < len(path):
        node = nodes[at]
        if node.count == 0:
            node.who = turn(box, row)
            if node.who == OVER or (at and node.visits == 0):
                break
            used = expand(box, row, nodes, at, used, codes, weights)
            if node.count == 0:
                break
        if node.who == CHANCE:
            at = drawn(nodes, at)
        else:
            at = neglected(nodes, node, explore[1]) if at == 0 else -1
            at = best(nodes, node, explore[0]) if at < 0 else at
        play(box, row, nodes[at].code)
        depth += 1
        path[depth] = at
    return depth, used


@compiled()
def expand(box, row, nodes, at, used, codes, weights):
    """Give a node its children, the root all of them, and return how many nodes are now in use."""
    node = nodes[at]
    n = odds(box, row, codes, weights) if node.who == CHANCE else options(box, row, codes)
    if at and node.who != CHANCE:
        n = shortlist(box, row, codes, n)
    if used + n > len(nodes):
        return used
    so_far = 0
    for k in range(n):
        child = nodes[used + k]
        child.code, child.sum, child.count, child.visits = codes[k], 0.0, 0, 0
        if node.who == CHANCE:
            so_far += weights[k]
            child.weight = so_far
    node.first, node.count = used, n
    return used + n


@compiled()
def drawn(nodes, at):
    """Choose a child of a chance node by its odds: halve the running sums.

    Points a golden section apart reach every outcome in proportion to its odds, sooner than chance would; where a node
    begins differs from node to node and from tree to tree.
    """
    node = nodes[at]
    low, high = node.first, node.first + node.count - 1
    share = nodes[0].weight / SHIFTS + at * PLASTIC + node.visits * GOLDEN
    point = np.int64((share - np.floor(share)) * nodes[high].weight)
    while low < high:
        middle = (low + high) >> 1
        if nodes[middle].weight > point:
            high = middle
        else:
            low = middle + 1
    return low


@compiled()
def neglected(nodes, node, even):
    """The child that was tried least, if it has not had its even share; -1 if all have."""
    least, at = even * (node.visits + 1.0) / node.count, -1
    for k in range(node.first, node.first + node.count):
        if nodes[k].visits < least:
            least, at = np.float64(nodes[k].visits), k
    return at


@compiled()
def best(nodes, node, explore):
    """Choose the child that is good, or has seldom been tried."""
    log, top, at = np.log(node.visits + 1.0), -1.0, node.first
    for k in range(node.first, node.first + node.count):
        child = nodes[k]
        if child.visits == 0:
            return k
        value = child.sum / child.visits + explore * np.sqrt(log / child.visits)
        if value > top:
            top, at = value, k
    return at
