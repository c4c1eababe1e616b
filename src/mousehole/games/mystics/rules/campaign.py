"""From chapter to chapter: what a party keeps, and what it plays next."""

from msgspec.structs import replace

from mousehole.core.game import Decide, Result
from mousehole.games.mystics.board.figures import Steps, mouse, seat, set_mouse, task_step, tell
from mousehole.games.mystics.content.content_types import Chapter, Ending
from mousehole.games.mystics.content.pack import find
from mousehole.games.mystics.effects.triggers import failed_when
from mousehole.games.mystics.moves import Carry, Choose, Event, Luggage, Setup
from mousehole.games.mystics.state import AnyState, Draft, Mouse
from mousehole.games.mystics.tasks import Context, Finish, Keepsake

KEPT = ("weapon", "armour", "accessory", "scroll")  # no tricks, no party items


def souvenirs(state: AnyState, one: Mouse) -> tuple[str, ...]:
    """List the search cards of a mouse that outlast a chapter, each once."""
    items = state.box.pack.items
    cards = (card for card in (*one.worn, *one.pack) if card and items[card].copies and items[card].kind in KEPT)
    return tuple(sorted(dict.fromkeys(cards), key=lambda card: KEPT.index(items[card].kind)))


def ask_keepsake(state: AnyState, task: Keepsake) -> Decide[Event] | None:
    """Choose one card of several."""
    found = souvenirs(state, mouse(state, task.mouse))
    return Decide(seat(state, task.mouse), tuple(Choose(card) for card in found)) if found else None


def keepsake(draft: Draft, task: Keepsake, event: Event | None) -> None:
    """Keep the card chosen; the other ones stay behind."""
    if not isinstance(event, Choose):
        return
    one = mouse(draft, task.mouse)
    going = set(souvenirs(draft, one))
    rest = [card for card in (*one.worn, *one.pack) if card in going]
    rest.remove(event.option)
    worn = tuple("" if card in going else card for card in one.worn)
    pack = (event.option, *(card for card in one.pack if card not in going))
    set_mouse(draft, replace(one, worn=worn, pack=pack))
    draft.bin = (*draft.bin, *rest)  # MM-B35
    tell(draft, "keeps", one.id, event.option)


def endings(state: AnyState) -> tuple[Ending, ...]:
    """List what is told after a victory: every ending that fits what the party has done."""
    return tuple(
        one for one in state.box.chapter.endings if failed_when(state, one.when, Context("")) is None
    )  # MM-B57


def sequel(setup: Setup, state: AnyState, results: tuple[Result, ...]) -> Setup:
    """Play the next chapter after a win, the same one again after a loss or at the end of the campaign."""
    pack = find(setup.pack)
    chapters = pack.campaign.chapters
    top = state.agenda[-1]
    if not (isinstance(top, Finish) and top.won) or setup.chapter not in chapters[:-1]:
        return setup
    following = chapters[chapters.index(setup.chapter) + 1]
    party = joined(setup.party, pack.chapters[following], tuple(pack.heroes))
    players = min(setup.players, len(party))
    steers = setup.steers if len(setup.steers) == len(party) else ()
    carry = carry_of(state)
    return replace(setup, chapter=following, party=party, players=players, steers=steers, carry=carry)


def joined(party: tuple[str, ...], chapter: Chapter, heroes: tuple[str, ...]) -> tuple[str, ...]:
    """Bring whom the chapter needs: the last ones of the party make room, or others fill it up."""
    absent = [name for name in chapter.needs if name not in party]
    stay = [name for name in party if name in chapter.needs]
    others = [name for name in party if name not in chapter.needs]
    room = chapter.party - len(absent) - len(stay)
    kept = {*stay, *others[: max(0, room)]}
    found = [*(name for name in party if name in kept), *absent]
    found += [name for name in heroes if name not in found]
    return tuple(found[: chapter.party])


def carry_of(state: AnyState) -> Carry:
    """Keep abilities, one search card each and story tokens; mice that stayed at home keep what they had."""
    before = state.box.setup.carry
    home = tuple(bag for bag in before.mice if bag.mouse not in state.box.seat) if before else ()
    return Carry(
        (*(luggage(state, one) for one in state.mice), *home), state.story, state.answers
    )  # MM-B35, MM-023, MM-B55


def luggage(state: AnyState, one: Mouse) -> Luggage:
    """Pack what one mouse keeps: of its search cards the one it chose."""
    found = souvenirs(state, one)
    return Luggage(one.id, one.abilities, found[0] if found else "")


STEPS: Steps = dict((task_step(Keepsake, ask_keepsake, keepsake),))
