"""The board as a scene: the tile, what lies on it, zones on request, pages of the story."""

from collections.abc import Iterator

from mousehole.core.game import Chance, Decide, Turn
from mousehole.core.scene import Page, Piece, Scene, Shade, Spot, Throw, Zone
from mousehole.core.words import Line, line
from mousehole.games.mystics.actions.moving import reach
from mousehole.games.mystics.actions.party_items import owned
from mousehole.games.mystics.board.figures import is_mouse, mouse
from mousehole.games.mystics.board.queries import can_strike, sees, walkable
from mousehole.games.mystics.fight.attack_odds import percent, to_wound
from mousehole.games.mystics.moves import Dice, Event, Put, Segment, do
from mousehole.games.mystics.scene import figure_art, ground_art, layout
from mousehole.games.mystics.scene.chart import chart
from mousehole.games.mystics.scene.explanations import of_minion
from mousehole.games.mystics.scene.figure_art import face, sprite
from mousehole.games.mystics.scene.first_times import first_times
from mousehole.games.mystics.scene.layout import drawing
from mousehole.games.mystics.scene.offers import offers
from mousehole.games.mystics.scene.panels import best, panels
from mousehole.games.mystics.state import News, NewsKind, State
from mousehole.games.mystics.story import names
from mousehole.games.mystics.story.questions import prompt
from mousehole.games.mystics.story.telling import SHOWN, encounter, saying
from mousehole.games.mystics.tasks import (
    Arrival,
    AttackRoll,
    ChaseRoll,
    Defend,
    DrawEncounter,
    Finish,
    FoeMove,
    FriendMove,
    MouseTurn,
    MoveDie,
)


def zones(state: State) -> tuple[Zone, ...]:
    """List the zones of a position."""
    return (*sight(state), *steps(state), *threats(state))


def sight(state: State) -> tuple[Zone, ...]:
    """Show what the mouse in turn sees."""
    card = state.acting.card
    if card not in state.box.seat or not mouse(state, card).at:
        return ()
    at = mouse(state, card).at
    seen = [name for name in state.ground.sites if sees(state, at, name) and walkable(state, name)]
    shades = tuple(Shade(name, line("seen"), 0.6) for name in seen)
    return (Zone("sight", line("Show sight"), shades, "path"),)


def steps(state: State) -> tuple[Zone, ...]:
    """Show how many points each space costs."""
    found = reach(state) if state.agenda and isinstance(state.agenda[-1], MouseTurn) else {}
    if not found:  # while something else is asked, nobody walks
        return ()
    shades = tuple(Shade(name, line("{n}", n=cost), 0.6) for name, cost in found.items())
    return (Zone("steps", line("Show reach"), shades, "good"),)


def threats(state: State) -> tuple[Zone, ...]:
    """Show how many minions can strike each space in their next turn."""
    if not state.foes:
        return ()
    counts = {name: sum(can_strike(state, one, name) for one in state.foes) for name in state.ground.sites}
    most = max(counts.values())
    shades = tuple(Shade(name, line("{n}", n=n), round(n / most, 2)) for name, n in counts.items() if n)
    return (Zone("threats", line("Show danger"), shades, "danger"),) if shades else ()


FATES: tuple[NewsKind, ...] = ("captured", "rescued", "award")  # what befalls one mouse
PLACES: tuple[NewsKind, ...] = ("story", "answers", "asks", "encounter", "surge")  # what befalls the party
CROWD = 5  # figures at most that stand in front of a picture


def staged(state: State, last: Event | None) -> Page | None:
    """The page that belongs to a position, if any."""
    if last is None:
        return opening(state)
    if state.agenda and isinstance(state.agenda[-1], Finish):
        home = party(state) if state.agenda[-1].won else ()
        return Page(line(state.box.chapter.name), (), tile(state), home)  # its words are told with the result
    place = () if drawing_card(state) or placed_later(state, last) else tuple(scenery(state))
    if place:
        return Page(title(state), place, portrait(state), crowd(state))
    one = next(said(state, *FATES), None)
    return fate(state, one) if one else None


def drawing_card(state: State) -> bool:
    """Whether the card that says whom one meets comes next: the place is told together with them."""
    return isinstance(state.agenda[-1], DrawEncounter) and not any(said(state, "asks", "answers", "surge"))


def placed_later(state: State, last: Event | None) -> bool:
    """Whether somebody had to choose where a minion comes in, which was announced with its group."""
    return isinstance(last, Put) and not any(said(state, *PLACES, "asks", "answers"))


def opening(state: State) -> Page:
    """Begin a chapter with its own words, and say what it is about."""
    chapter = state.box.chapter
    words = (line(chapter.intro), *changes(state), *scenery(state), line(chapter.goal.words))
    return Page(line(chapter.name), words, tile(state), party(state))


def changes(state: State) -> Iterator[Line]:
    """Tell who joins the party since the last chapter, and who stays at home."""
    setup = state.box.setup
    before = [bag.mouse for bag in setup.carry.mice] if setup.carry else []
    for name in setup.party if before else ():
        if name not in before:
            yield line("{who} joins the party.", who=names.who(state, name))
    for name in before:
        if name not in setup.party and name in state.box.pack.heroes:
            yield line("{who} stays at home this time.", who=line(state.box.pack.heroes[name].call))


def scenery(state: State) -> Iterator[Line]:
    """Tell a new place, a surge, what an answer has brought, whom one meets there, and what is asked."""
    if any(said(state, "surge")):
        yield line("The minion wheel is full.")
        yield from told(state, "page")
    yield from (*([line(here) for here in [tale(state)] if here]), *told(state, "story", "answers"))
    came = comers(state)
    if came and (any(said(state, *PLACES)) or great(state)):
        figures = tuple(names.figure(state, name) for name in came)
        yield line("Here comes {figures}.", plural="Here they come: {figures}.", figures=figures, n=len(came))
        yield from entrance(state)
    elif any(said(state, "encounter")):
        yield line("Who goes there?")
    yield from told(state, "asks")
    for asked in said(state, "asks"):
        yield line("{mouse} leads the party and answers for everybody.", mouse=names.figure(state, asked.who))


def entrance(state: State) -> Iterator[Line]:
    """Introduce the boss among those who come: a line of tale, and what it can do."""
    if boss := great(state):
        kind = state.box.pack.minions[boss.rpartition("-")[0]]
        if kind.tale:
            yield line(kind.tale)
        yield of_minion(kind, 0)


def tale(state: State) -> str:
    """What the chapter tells of a place where an encounter card has just been turned over."""
    places = (one.story for one in state.box.chapter.places if one.side == state.side)
    return state.box.chapter.story.get(next(places, ""), "") if any(said(state, "encounter")) else ""


def arrived(state: State) -> bool:
    """Whether a place is told for the first time."""
    return any(said(state, "story")) or bool(tale(state))


def said(state: State, *kinds: NewsKind) -> Iterator[News]:
    """The news of these kinds."""
    return (news for news in state.news if news.what in kinds)


def told(state: State, *kinds: NewsKind) -> Iterator[Line]:
    """Put the news of these kinds into words."""
    return filter(None, (saying(state, news) for news in said(state, *kinds)))


def comers(state: State) -> list[str]:
    """Name the minions that have just appeared, and those of their group for whom somebody chooses a door now."""
    came = [news.who for news in said(state, "comes")]
    task = state.agenda[-1]
    kinds = task.kinds if isinstance(task, Arrival) and (came or any(said(state, *PLACES))) else ()
    for kind in kinds:
        free = (f"{kind}-{n}" for n in range(1, state.box.pack.minions[kind].most + 1))
        there = {*came, *(one.id for one in state.foes)}
        came += [name for name in free if name not in there][:1]
    return came


def title(state: State) -> Line:
    """Head a page with the boss who appears, the surge, the encounter, else with the place."""
    if boss := great(state):
        return names.card(state, boss.rpartition("-")[0])
    if asked := next(said(state, "asks"), None):
        return line(state.box.chapter.questions[asked.other].name)
    met = next(said(state, "encounter"), None)
    if met and not arrived(state):
        return encounter(state, met.who)
    return line("Surge!") if any(said(state, "surge")) else names.side(state, state.side)


def portrait(state: State) -> str:
    """Show the boss who appears, who speaks, the first of those who come to a known place, else the place."""
    known = not arrived(state)
    shown = great(state) or next(iter(comers(state) if known and not spoken(state) else ()), "")
    return sprite(state, shown) if shown else figure_art.speaker(state.box.pack, spoken(state)) or tile(state)


def spoken(state: State) -> str:
    """Name who speaks last on a page: in a question, its answer or a moment."""
    chapter = state.box.chapter
    for news in reversed([*said(state, "story", "answers", "asks")]):
        topic = news.other if news.what == "asks" else news.who
        found = chapter.voices.get(topic, "") if news.what == "story" else chapter.questions[topic].speaker
        if found:
            return found
    return ""


def party(state: State) -> tuple[str, ...]:
    """The mice, who set out together and come home together."""
    return tuple(sprite(state, one.id) for one in state.mice)


def crowd(state: State) -> tuple[str, ...]:
    """Those who come to a new place, or the party alone, in front of its picture; elsewhere they are the picture."""
    if portrait(state) != tile(state):
        return ()
    came = tuple(sprite(state, name) for name in comers(state)[:CROWD])
    return came or (party(state) if arrived(state) else ())


def great(state: State) -> str:
    """Name the boss among those who have just appeared."""
    return next((name for name in comers(state) if state.box.pack.minions[name.rpartition("-")[0]].boss), "")


def tile(state: State) -> str:
    """Name the picture of a place."""
    ground = state.ground
    return drawing("tiles", ground.id, {ground.id: ground.page}, "mystics-tile")


def fate(state: State, news: News) -> Page | None:
    """Tell what befalls one mouse, and what a capture means."""
    who = names.who(state, news.who)
    words = [saying(state, news)]
    if news.what == "captured":
        hope = line("Once no minion is left, {who} comes back on the next turn.", who=who)
        words += [*told(state, "page"), hope]
    return Page(who, tuple(filter(None, words)), face(state, news.who))


FACE = {1: "1c", 2: "2s*", 3: "3sb", 4: "3S*", 5: "2b", 6: "1b*"}


def scene(state: State, turn: Turn[Event], viewer: int | None, last: Event | None) -> Scene:
    """Draw a position; nobody holds secrets, so every viewer sees the same."""
    ground, figures = state.ground, tuple(figure_art.pieces(state))
    return Scene(
        size=layout.size(ground),
        spots=(*ground_art.spots(state), *track_spots(state), *lower_spots(state)),
        pieces=(
            *ground_art.tokens(state, under=True),
            *figures,
            *odds(state, turn, figures),
            *ground_art.tokens(state, under=False),
            *ground_art.signs(ground),
            *figure_art.bees(state),
            *track_cards(state),
            *lower_pieces(state, last),
        ),
        prompt=prompt(state, turn),
        offers=offers(state, turn),
        throw=throw(state, turn),
        panels=panels(state),
        backdrop="mystics-room",
        zones=zones(state),
        page=staged(state, last),
        chart=chart(state),
        first_times=first_times(state, turn),
        wings=(layout.TRACK, layout.LOWER),
        round=True,
    )


def odds(state: State, turn: Turn[Event], figures: tuple[Piece, ...]) -> Iterator[Piece]:
    """Write the chance of a wound on every minion that the mouse in turn could attack from where it stands."""
    if not isinstance(turn, Decide) or do("battle") not in turn.actions or not isinstance(state.agenda[-1], MouseTurn):
        return
    chances = dict(best(state, mouse(state, state.acting.card)))
    for one in figures:
        if one.key in chances:
            said = line("{n}%", n=percent(to_wound(state, chances[one.key])))
            (x, y), (wide, _) = one.shift, one.size
            at = (round(x + 0.22 * wide, 3), round(y - 0.46 * wide, 3))
            yield Piece(f"odds-{one.key}", one.on, "mystics-odds", "pop", at, (0.74, 0.37), text=said)


def throw(state: State, turn: Turn[Event]) -> Throw | None:
    """Let a person tap the tray to roll."""
    if not isinstance(turn, Chance):
        return None
    first = turn.odds[0][0]
    if isinstance(first, Segment):
        return Throw(("tray",), line("Let the snake uncoil"), itself=True)
    if not isinstance(first, Dice):
        return Throw(("tray",), line("Turn the next card over"), itself=True)
    label = line("Roll {n} die", plural="Roll {n} dice", n=len(first.faces))
    return Throw(("tray",), label, itself=not eager(state))


def eager(state: State) -> bool:
    """Whether somebody wants to throw these dice: those of a mouse, but for a move, which was just chosen."""
    task = state.agenda[-1]
    match task:
        case MoveDie():
            return False
        case AttackRoll():
            return is_mouse(state, task.fight.by)
        case Defend(_, figure) | FoeMove(figure) | FriendMove(figure) | ChaseRoll(figure):
            return is_mouse(state, figure)
    return True


def track_spots(state: State) -> Iterator[Spot]:
    """Draw the places of the initiative track; the card in turn glows."""
    n = len(state.track)
    for place, card in enumerate(state.track):
        glow = "good" if place == state.place and state.acting.card == card else ""
        said = line("place {place} on the track: {card}", place=place + 1, card=names.card(state, card))
        yield Spot(
            f"track-{place}", layout.track_at(place, n), layout.track_size(n), "mystics-slot", label=said, glow=glow
        )


def track_cards(state: State) -> Iterator[Piece]:
    """Draw the cards on the track."""
    side = layout.track_size(len(state.track))[0] * 0.86
    for place, card in enumerate(state.track):
        sprite, mark = figure_art.face(state, card), figure_art.letters(state, card)
        name = names.card(state, card)
        yield Piece(f"card-{card}", f"track-{place}", sprite, "slide", size=(side, side), label=name, mark=mark)


def lower_spots(state: State) -> Iterator[Spot]:
    """Draw the minion wheel, the pages, the dice tray and the stash."""
    ground, rules = state.ground, state.box.pack.rules
    for n in range(rules.wheel):
        said = line("minion wheel, slot {n}", n=n + 1)
        at = layout.lower(ground, 0.55 + 0.52 * n, 0.5)
        yield Spot(f"wheel-{n}", at, (0.5, 0.5), "mystics-wheel-slot", label=said, mark="o")
    for page in range(1, rules.pages + 1):
        at = layout.lower(ground, 3.95 + 0.5 * (page - 1), 0.5)
        end = page == state.end
        sprite = "mystics-page-end" if end else "mystics-page"
        said = line("page {page}, the end of the chapter", page=page) if end else line("page {page}", page=page)
        yield Spot(f"page-{page}", at, (0.48, 0.6), sprite, label=said, mark="!" if end else str(page))
    tray = layout.lower(ground, 2.9, 1.45)
    yield Spot("tray", tray, (5.4, 1.15), "mystics-tray", label=line("dice tray"), tint="#e9cc98")
    yield Spot(
        "stash", layout.lower(ground, 6.8, 1.45), (2.0, 1.15), "mystics-stash", label=line("party stash"), mark="$"
    )


def lower_pieces(state: State, last: Event | None) -> Iterator[Piece]:
    """Draw cheese, hourglass, moon, the last dice and what is in the stash."""
    for n in range(state.wheel):
        yield Piece(f"cheese-{n}", f"wheel-{n}", "mystics-cheese", "pop", size=(0.46, 0.46), mark="c", sound="pop")
    if state.night:
        yield Piece(
            "moon", "wheel-0", "mystics-moon", "pop", (0.0, -0.42), (0.4, 0.4), label=line("the moon"), mark="m"
        )
    if state.rain:
        yield Piece("rain", "wheel-5", "mystics-rain", "pop", (0.0, -0.42), (0.44, 0.44), label=line("rain"), mark="r")
    hour = line("the hourglass")
    yield Piece(
        "hourglass", f"page-{state.page}", "mystics-hourglass", "hop", (0.0, -0.1), (0.46, 0.6), label=hour, mark="X"
    )
    faces = last.faces if isinstance(last, Dice) else ()
    pitch = min(1.0, 5.0 / max(1, len(faces)))
    for n, shown in enumerate(faces):
        shift = ((n - (len(faces) - 1) / 2) * pitch, 0.0)
        size = (min(0.9, pitch * 0.92),) * 2
        picture, label, mark = f"mystics-die-{shown}", SHOWN[shown], FACE[shown]
        yield Piece(
            f"die-{n}", "tray", picture, "roll", shift, size, label=label, mark=mark, pool="die", tick=1, sound="dice"
        )
    yield from stash(state)


def stash(state: State) -> Iterator[Piece]:
    """Draw what everybody shares."""
    for n, card in enumerate(state.stash):
        token = state.box.pack.items[card].token
        key = f"stash-{token}" if token and owned(state, token) == card else f"stash-{card}"
        sprite = figure_art.item(state, card)
        shift = (-0.62 + 0.62 * (n % 3), -0.26 + 0.52 * (n // 3))
        label = names.item(state, card)
        yield Piece(key, "stash", sprite, "slide", shift, (0.52, 0.52), label=label, mark=card[:2])
