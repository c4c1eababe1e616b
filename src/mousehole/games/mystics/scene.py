"""Draws a position for every painter: track, tile, figures, wheel, hourglass, dice and stash."""

from collections.abc import Iterator

from mousehole.core.game import Chance, Over, Turn
from mousehole.core.scene import Piece, Scene, Spot, Throw
from mousehole.core.words import Line, Who, line
from mousehole.games.mystics import figures, ground_art, layout, names
from mousehole.games.mystics.moves import Dice, Event, Segment
from mousehole.games.mystics.offers import offers
from mousehole.games.mystics.panels import panels
from mousehole.games.mystics.props import owned
from mousehole.games.mystics.state import State
from mousehole.games.mystics.story import SHOWN, ending
from mousehole.games.mystics.tasks.beasts import ChaseRoll
from mousehole.games.mystics.tasks.chores import Climb, MoveDie, RecoverRoll, SearchRoll
from mousehole.games.mystics.tasks.effects import Trial
from mousehole.games.mystics.tasks.fights import AttackRoll, Defend
from mousehole.games.mystics.tasks.outdoors import LeafTest
from mousehole.games.mystics.tasks.rounds import Arrive, FirstAbility, FoeMove, FriendMove
from mousehole.games.mystics.zones import zones

FACE = {1: "1c", 2: "2s*", 3: "3sb", 4: "3S*", 5: "2b", 6: "1b*"}
ASKED = {
    "MouseTurn": line("{who}: it is {mouse}'s turn."),
    "FirstAbility": line("{who}: choose the ability {mouse} starts with."),
    "Weapons": line("{who}: choose a weapon."),
    "Aim": line("{who}: whom does {mouse} attack?"),
    "Arrive": line("{who}: where does {mouse} stand?"),
    "Arrival": line("{who}: where does the minion come in?"),
    "Keepsake": line("{who}: one card goes along to the next chapter."),
    "Keep": line("{who}: keep the card, or take a cheese for it?"),
    "PackLimit": line("{who}: the pack is too full. What goes?"),
    "Sharing": line("{who}: give and take."),
    "Equipping": line("{who}: equip as you like."),
    "React": line("{who}: do you react?"),
    "Chasing": line("{who}: which way does the cat run?"),
    "Mark": line("{who}: which card takes the wound?"),
    "Exploring": line("{who}: which way?"),
    "Rescue": line("{who}: where does the mouse come back?"),
    "LeafAim": line("{who}: where does the leaf fly?"),
    "Paddling": line("{who}: where do you steer the leaf?"),
    "Whistling": line("{who}: where do the turtles come up?"),
    "FriendAct": line("{who}: which minion is the goal?"),
    "FriendAttack": line("{who}: which minion is attacked?"),
    "Joining": line("{who}: where does your friend stand?"),
}


ROLLS = {
    "attack": line("{who}: {by} attacks {at}, {n} die.", plural="{who}: {by} attacks {at}, {n} dice."),
    "defence": line("{who}: {figure} defends, {n} die.", plural="{who}: {figure} defends, {n} dice."),
    "move": line("{who}: {figure} moves, {n} die.", plural="{who}: {figure} moves, {n} dice."),
    "search": line("{who}: {figure} searches, {n} die.", plural="{who}: {figure} searches, {n} dice."),
    "test": line("{who}: {figure} needs a star, {n} die.", plural="{who}: {figure} needs a star, {n} dice."),
}


def scene(state: State, turn: Turn[Event], viewer: int | None, last: Event | None) -> Scene:
    """Draw a position; nobody holds secrets, so every viewer sees the same."""
    ground = state.ground
    return Scene(
        size=layout.size(ground),
        spots=(*ground_art.spots(state), *track_spots(state), *lower_spots(state)),
        pieces=(
            *ground_art.tokens(state),
            *figures.pieces(state),
            *figures.bees(state),
            *track_cards(state),
            *lower_pieces(state, last),
        ),
        prompt=prompt(state, turn),
        offers=offers(state, turn),
        throw=throw(state, turn),
        panels=panels(state),
        backdrop="mystics-room",
        zones=zones(state),
    )


def prompt(state: State, turn: Turn[Event]) -> Line:
    """Say what the table waits for."""
    match turn:
        case Over():
            return ending(turn)
        case Chance():
            return roll_words(state, turn)
    template = ASKED.get(type(state.agenda[-1]).__name__, line("{who}: choose."))
    values: dict[str, object] = {"who": Who(turn.seat)}
    if "{mouse}" in template.text:
        values["mouse"] = names.figure(state, asked(state))
    return Line(template.text, values)


def asked(state: State) -> str:
    """Name the mouse that a question is about."""
    match state.agenda[-1]:
        case FirstAbility(name):
            return name
        case Arrive(mice):
            return mice[0]
    return state.acting.card


def roll_words(state: State, turn: Chance[Event]) -> Line:
    """Name the luck that comes next, and what it is for."""
    first = turn.odds[0][0]
    if isinstance(first, Segment):
        return line("The snake uncoils.")
    if not isinstance(first, Dice):
        return line("The next card is turned over.")
    who, n = Who(turn.thrower or 0), len(first.faces)
    match state.agenda[-1]:
        case AttackRoll(fight):
            by, at = names.who(state, fight.by), names.who(state, fight.at[0])
            words = ROLLS["attack"]
            return Line(words.text, {"who": who, "n": n, "by": by, "at": at}, words.plural)
        case Defend(_, figure):
            return counted("defence", who, n, names.who(state, figure))
        case MoveDie(figure) | FoeMove(figure) | FriendMove(figure) | ChaseRoll(figure):
            return counted("move", who, n, names.who(state, figure))
        case SearchRoll(figure):
            return counted("search", who, n, names.who(state, figure))
        case Trial(figure) | Climb(figure) | RecoverRoll(figure) | LeafTest(figure):
            return counted("test", who, n, names.who(state, figure))
    return line("{who}: roll {n} die.", plural="{who}: roll {n} dice.", who=who, n=n)


def counted(kind: str, who: Who, n: int, figure: Line) -> Line:
    """Say what a roll is for."""
    words = ROLLS[kind]
    return Line(words.text, {"who": who, "n": n, "figure": figure}, words.plural)


def throw(state: State, turn: Turn[Event]) -> Throw | None:
    """Let a person tap the tray to roll."""
    if not isinstance(turn, Chance):
        return None
    first = turn.odds[0][0]
    if isinstance(first, Segment):
        return Throw(("tray",), line("Let the snake uncoil"))
    if not isinstance(first, Dice):
        return Throw(("tray",), line("Turn the next card over"))
    return Throw(("tray",), line("Roll {n} die", plural="Roll {n} dice", n=len(first.faces)))


def track_spots(state: State) -> Iterator[Spot]:
    """Draw the places of the initiative track; the card in turn glows."""
    n = len(state.track)
    for place, card in enumerate(state.track):
        glow = "good" if place == state.place and state.acting.card == card else ""
        said = line("place {place} of the track: {card}", place=place + 1, card=names.card(state, card))
        yield Spot(
            f"track-{place}", layout.track_at(place, n), layout.track_size(n), "mystics-slot", label=said, glow=glow
        )


def track_cards(state: State) -> Iterator[Piece]:
    """Draw the cards on the track."""
    side = layout.track_size(len(state.track))[0] * 0.86
    for place, card in enumerate(state.track):
        sprite, mark = figures.face(state, card), figures.letters(state, card)
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
    tray = layout.lower(ground, 2.9, 1.65)
    yield Spot("tray", tray, (5.4, 1.4), "mystics-tray", label=line("dice tray"), tint="#e9cc98")
    yield Spot(
        "stash", layout.lower(ground, 6.8, 1.65), (2.0, 1.4), "mystics-stash", label=line("party stash"), mark="$"
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
    for n, face in enumerate(faces):
        shift = ((n - (len(faces) - 1) / 2) * pitch, 0.0)
        size = (min(0.9, pitch * 0.92),) * 2
        picture, label, mark = f"mystics-die-{face}", SHOWN[face], FACE[face]
        yield Piece(
            f"die-{n}", "tray", picture, "roll", shift, size, label=label, mark=mark, pool="die", tick=1, sound="dice"
        )
    yield from stash(state)


def stash(state: State) -> Iterator[Piece]:
    """Draw what everybody shares."""
    for n, card in enumerate(state.stash):
        token = state.box.pack.items[card].token
        key = f"stash-{token}" if token and owned(state, token) == card else f"stash-{card}"
        sprite = figures.item(state, card)
        shift = (-0.62 + 0.62 * (n % 3), -0.3 + 0.6 * (n // 3))
        label = names.item(state, card)
        yield Piece(key, "stash", sprite, "slide", shift, (0.58, 0.58), label=label, mark=card[:2])
