"""From chapter to chapter: what a party keeps, and what it plays next."""

from msgspec.structs import replace

from mousehole.core.game import Result
from mousehole.games.mystics.moves import Carry, Luggage, Setup
from mousehole.games.mystics.pack import find
from mousehole.games.mystics.state import Mouse, State
from mousehole.games.mystics.tasks.rounds import Finish

KEPT = ("weapon", "armour", "accessory", "scroll")  # no tricks, no party items


def sequel(setup: Setup, state: State, results: tuple[Result, ...]) -> Setup:
    """Play the next chapter after a win, the same one again after a loss or at the end of the campaign."""
    chapters = find(setup.pack).campaign.chapters
    top = state.agenda[-1]
    won = isinstance(top, Finish) and top.won
    if not won or setup.chapter not in chapters[:-1]:
        return setup
    following = chapters[chapters.index(setup.chapter) + 1]
    return replace(setup, chapter=following, carry=carried(state))


def carried(state: State) -> Carry:
    """Keep abilities, one search card each and story tokens; everything else is left behind."""
    return Carry(tuple(luggage(state, one) for one in state.mice), state.story)  # MM-B35, MM-023


def luggage(state: State, one: Mouse) -> Luggage:
    """Pack what one mouse keeps: of its search cards the most useful one."""
    items = state.box.pack.items
    cards = [card for card in (*one.worn, *one.pack) if card and items[card].copies]
    found = [card for card in cards if items[card].kind in KEPT]
    found.sort(key=lambda card: KEPT.index(items[card].kind))
    return Luggage(one.id, one.abilities, found[0] if found else "")
