"""Chapters that are gentler or grimmer than they are written."""

from functools import cache

from msgspec.structs import replace

from mousehole.games.mystics.content.content_types import Difficulty, Minion
from mousehole.games.mystics.content.pack import Pack
from mousehole.games.mystics.moves import DifficultyName


@cache
def fitted(pack: Pack, name: DifficultyName) -> Pack:
    """A pack as hard as people wish; the usual one is the pack itself."""
    if name == "usual":
        return pack
    wished = pack.rules.gentle if name == "gentle" else pack.rules.grim  # MM-B53
    return replace(pack, minions={kind: armed(one, wished) for kind, one in pack.minions.items()})


def armed(minion: Minion, wished: Difficulty) -> Minion:
    """Change the battle value of a minion; allies and pets keep theirs, and whoever fights keeps one die."""
    if minion.friend:
        return minion
    cards = (replace(card, battle=max(min(1, card.battle), card.battle + wished.battle)) for card in minion.cards)
    return replace(minion, cards=tuple(cards))
