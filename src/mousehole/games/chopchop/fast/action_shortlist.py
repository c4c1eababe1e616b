"""Which actions of Chop! Chop! are worth a look: a search that follows only a few sees further."""

import numpy as np

from mousehole.compiled import CHANCE
from mousehole.compiled.compiler import compiled
from mousehole.games.chopchop.fast.position_rows import ROW
from mousehole.games.chopchop.fast.rules import odds, play, turn
from mousehole.games.chopchop.fast.value import guess

MINE, THEIRS = 8, 1  # how many of one's own side, and of the other
BOTH = 2  # both sides alike


@compiled()
def shortlist(box, row, codes, n):
    """Bring the actions that look best one step ahead to the front, best first, and return how many to look at."""
    few = min(n, MINE if box.cats in (row.cats, BOTH) else THEIRS)
    if few == n:
        return n
    rows, out, looks = np.empty(2, ROW), np.zeros(8), np.empty(n)
    for k in range(n):
        rows[0] = row
        looks[k] = foreseen(box, rows, codes[k], turn(box, row), out)
    for k in range(few):
        best = k + np.argmax(looks[k:])
        codes[k], codes[best] = codes[best], codes[k]
        looks[k], looks[best] = looks[best], looks[k]
    return few


@compiled()
def foreseen(box, rows, code, seat, out):
    """How good an action in rows[0] looks for a seat; where luck follows at once, on average."""
    play(box, rows[0], code)
    if turn(box, rows[0]) != CHANCE:
        guess(box, rows[0], out, out)
        return out[seat]
    codes, weights = np.empty(8, np.int64), np.empty(8, np.int64)
    total = faces = 0.0
    for k in range(odds(box, rows[0], codes, weights)):
        rows[1] = rows[0]
        play(box, rows[1], codes[k])
        guess(box, rows[1], out, out)
        total += weights[k] * out[seat]
        faces += weights[k]
    return total / faces
