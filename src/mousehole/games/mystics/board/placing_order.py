"""In which order minions come on the board."""

from collections.abc import Mapping

from mousehole.games.mystics.board.figures import minion
from mousehole.games.mystics.state import State


def queue(state: State, minions: Mapping[str, int]) -> tuple[str, ...]:
    """Put minions in the order of placing: ranged, large, small; no more than there are figures."""
    kinds: list[str] = []
    for kind, wanted in minions.items():
        out = sum(one.kind == kind for one in state.foes) + state.fallen.count(kind)  # a boss that fell stays away
        kinds += [kind] * max(0, min(wanted, minion(state, kind).most - out))  # MM-B26
    return tuple(sorted(kinds, key=lambda kind: order(state, kind)))  # MM-213


def order(state: State, kind: str) -> int:
    """Rank a minion in the order of placing."""
    found = minion(state, kind)
    return 0 if found.attack == "ranged" else 1 if found.size != "small" else 2
