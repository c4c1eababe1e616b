"""Random crowds: positions of any side with mice in a heap or scattered, minions of all sorts, wounds and weather."""

from random import Random

from mousehole.games.mystics.board.chapter_map import sides
from mousehole.games.mystics.content.pack import Pack, find
from mousehole.games.mystics.state import State
from mousehole.games.mystics.tools.positions import FoeAt, MouseAt, PagePosition, state_of

PARTY = ("bram", "yarrow", "pip", "tolly")  # the one party that fits every chapter
CHAPTERS = ("c1", "c2", "c3")
MARKS = ("on_fire", "stunned", "webbed", "cursed", "charmed")
STRAY = ("brodie", "hesster", "meeps")  # the cat only comes along, the snake lies on many spaces, a friend is no minion


def crowd(side: str, number: int) -> State:
    """A random position of a side."""
    luck, pack = Random(f"{side} {number}"), find(None)
    free = [name for name, space in pack.tiles[side].spaces.items() if pack.terrain[space.terrain].enter == "free"]
    heap = luck.sample(free, luck.choice((1, 2, 4)))
    mice = {name: hurt(luck, luck.choice(heap)) for name in PARTY}
    return state_of(
        PagePosition(
            mice=mice,
            foes=foes(luck, pack, heap, [name for name in free if name not in heap]),
            side=side,
            chapter=next(name for name in CHAPTERS if side in sides(pack, pack.chapters[name])),
            tokens=() if luck.random() < 0.5 else None,
            page=luck.randint(1, 3),
            wheel=luck.choice((0, 0, 1, 3, 5)),
            rain=luck.random() < 0.15,
            night=luck.random() < 0.15,
            turn=luck.choice(PARTY),
        )
    )


def hurt(luck: Random, at: str) -> MouseAt:
    """A mouse, often wounded, now and then with something on it."""
    marks = (luck.choice(MARKS),) if luck.random() < 0.2 else ()
    return MouseAt(at, wounds=luck.choice((0, 0, 1, 2)), cheese=luck.choice((0, 0, 2, 5)), marks=marks)


def foes(luck: Random, pack: Pack, heap: list[str], rest: list[str]) -> dict[str, FoeAt]:
    """Some minions, large ones among them; sometimes the snake, in the midst of the mice."""
    known = [kind for kind, one in pack.minions.items() if one.size != "token" and kind not in STRAY]
    kinds = luck.sample(known, min(luck.choice((1, 2, 3)), len(rest)))
    found = {f"{kind}-1": FoeAt(at) for kind, at in zip(kinds, luck.sample(rest, len(kinds)), strict=True)}
    snake = {"hesster-1": FoeAt(heap[0], body=(heap[0],))} if luck.random() < 0.3 else {}
    return found | snake
