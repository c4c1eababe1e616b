"""What a throw of the dice is worth, compiled: sums over all throws, a tile of positions at once."""

from mousehole.compiled.compiler import compiled
from mousehole.games.mmm.solver.position_numbers import FOODS
from mousehole.games.mmm.solver.simd_lanes import FAST, get, high, kept, put, spread
from mousehole.games.mmm.solver.turn_records import IN_PAIR, IN_TRIPLE, ORDERINGS, PAIR, PAIRS, TRIPLES, TWO

FAILING, SINGLE, DOUBLE, SIXTH = 0, 1, 1 + FOODS, 1 + 2 * FOODS  # rows of Desk.faces


@compiled(**FAST)
def pairs(then, got):
    """Add up rolls of two dice, by the best of placing one or both."""
    zero = spread(get(then, 0), 0.0)
    a, b, c = high(get(then, 0), zero), high(get(then, 1), zero), high(get(then, 2), zero)
    d, e = high(get(then, 3), zero), high(get(then, 4), zero)
    mixed = high(high(a, b), get(got, TWO + 1)) + high(high(a, c), get(got, TWO + 2))
    mixed += high(high(a, d), get(got, TWO + 3)) + high(high(a, e), get(got, TWO + 4))
    mixed += high(high(b, c), get(got, TWO + 6)) + high(high(b, d), get(got, TWO + 7))
    mixed += high(high(b, e), get(got, TWO + 8)) + high(high(c, d), get(got, TWO + 10))
    mixed += high(high(c, e), get(got, TWO + 11)) + high(high(d, e), get(got, TWO + 13))
    mixed += a + b + c + d + e  # with a red cross
    equal = high(a, get(got, TWO)) + high(b, get(got, TWO + 5)) + high(c, get(got, TWO + 9))
    return mixed + mixed + equal + high(d, get(got, TWO + 12)) + high(e, get(got, TWO + 14))


@compiled(**FAST)
def pairs_forced(then, got):
    """Add up rolls of two dice when every die that fits must be placed."""
    zero = spread(get(then, 0), 0.0)
    total = zero
    for pair in range(len(PAIRS)):
        a, b = IN_PAIR[pair, 0], IN_PAIR[pair, 1]
        both = get(got, TWO + pair)
        single = high(high(get(then, a), get(then, b)), zero)
        total += kept(both, both, single) * (1 if a == b else 2)
    for food in range(FOODS):
        total += high(get(then, food), zero) * 2
    return total


@compiled(**FAST)
def roll(desk):
    """Value the first roll of a turn: the best of placing one, two or three dice."""
    failing = get(desk.faces, FAILING)
    zero = spread(failing, 0.0)
    total = failing * failing * failing * get(desk.faces, SIXTH) * 6
    for food in range(FOODS):
        total += high(get(desk.one, food), zero) * 3
    for pair in range(len(PAIRS)):
        a, b = IN_PAIR[pair, 0], IN_PAIR[pair, 1]
        best = high(high(get(desk.one, a), get(desk.one, b)), high(get(desk.two, pair), zero))
        put(desk.pair, pair, best)
        total += best * (3 if a == b else 6)
    for triple in range(len(TRIPLES)):
        a, b, c = IN_TRIPLE[triple, 0], IN_TRIPLE[triple, 1], IN_TRIPLE[triple, 2]
        best = high(get(desk.pair, PAIR[a, b]), get(desk.pair, PAIR[a, c]))
        total += high(best, high(get(desk.pair, PAIR[b, c]), get(desk.three, triple))) * ORDERINGS[triple]
    put(desk.total, 0, total * (1 / 216))


@compiled(**FAST)
def roll_forced(desk):
    """Value the first roll when every die that fits must be placed."""
    failing = get(desk.faces, FAILING)
    zero = spread(failing, 0.0)
    total = failing * failing * failing * get(desk.faces, SIXTH) * 6
    for food in range(FOODS):
        total += high(get(desk.one, food), zero) * 3
    for pair in range(len(PAIRS)):
        a, b, both = IN_PAIR[pair, 0], IN_PAIR[pair, 1], get(desk.two, pair)
        total += kept(both, both, high(high(get(desk.one, a), get(desk.one, b)), zero)) * (3 if a == b else 6)
    for triple in range(len(TRIPLES)):
        a, b, c = IN_TRIPLE[triple, 0], IN_TRIPLE[triple, 1], IN_TRIPLE[triple, 2]
        single = high(high(get(desk.one, a), get(desk.one, b)), high(get(desk.one, c), zero))
        both = high(high(get(desk.two, PAIR[a, b]), get(desk.two, PAIR[a, c])), get(desk.two, PAIR[b, c]))
        every = get(desk.three, triple)
        total += kept(every, every, kept(both, both, single)) * ORDERINGS[triple]
    put(desk.total, 0, total * (1 / 216))
