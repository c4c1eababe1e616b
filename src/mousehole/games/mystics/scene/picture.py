"""Draws a position for every painter: track, tile, figures, wheel, hourglass, dice and stash."""

from collections.abc import Iterator

from mousehole.core.game import Chance, Turn
from mousehole.core.scene import Piece, Scene, Spot, Throw
from mousehole.core.words import line
from mousehole.games.mystics.actions.party_items import owned
from mousehole.games.mystics.board.figures import is_mouse
from mousehole.games.mystics.moves import Dice, Event, Segment
from mousehole.games.mystics.scene import figure_art, ground_art, layout
from mousehole.games.mystics.scene.offers import offers
from mousehole.games.mystics.scene.panels import panels
from mousehole.games.mystics.scene.story_pages import staged
from mousehole.games.mystics.scene.zones import zones
from mousehole.games.mystics.state import State
from mousehole.games.mystics.story import names
from mousehole.games.mystics.story.questions import prompt
from mousehole.games.mystics.story.telling import SHOWN
from mousehole.games.mystics.tasks.action_tasks import MoveDie
from mousehole.games.mystics.tasks.beast_tasks import ChaseRoll
from mousehole.games.mystics.tasks.fight_tasks import AttackRoll, Defend
from mousehole.games.mystics.tasks.round_tasks import FoeMove, FriendMove

FACE = {1: "1c", 2: "2s*", 3: "3sb", 4: "3S*", 5: "2b", 6: "1b*"}


def scene(state: State, turn: Turn[Event], viewer: int | None, last: Event | None) -> Scene:
    """Draw a position; nobody holds secrets, so every viewer sees the same."""
    ground = state.ground
    return Scene(
        size=layout.size(ground),
        spots=(*ground_art.spots(state), *track_spots(state), *lower_spots(state)),
        pieces=(
            *ground_art.tokens(state, under=True),
            *figure_art.pieces(state),
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
        wings=(layout.TRACK, layout.LOWER),
        round=True,
    )


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
        sprite = figure_art.item(state, card)
        shift = (-0.62 + 0.62 * (n % 3), -0.26 + 0.52 * (n // 3))
        label = names.item(state, card)
        yield Piece(key, "stash", sprite, "slide", shift, (0.52, 0.52), label=label, mark=card[:2])
