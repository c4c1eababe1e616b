"""Checks of what is seen: scenes that fit their turn, and hidden hands that stay hidden."""

import re
from collections.abc import Iterator, Sequence
from functools import cache, reduce
from itertools import islice
from random import Random
from typing import Any
from xml.parsers.expat import ExpatError, ParserCreate

from msgspec import Struct

from mousehole.core.game import AnyGame, Chance, Decide, Seat
from mousehole.core.knowledge import event_for, scene_for, state_for, story_for, turn_for
from mousehole.core.record import Record
from mousehole.core.scene import Scene
from mousehole.core.words import HOME, Line, art_of, voice
from mousehole.players.player import players
from mousehole.testing.ledger_checks import check_said


def check_views(game: AnyGame, state: Any, last: Any, seats: int) -> None:
    """Check what each seat sees; where nobody holds secrets, that is what everybody sees."""
    turn, shared = game.turn(state), scene_for(game, state, game.turn(state), None, last)
    for seat in range(seats):
        seen = scene_for(game, state, turn, seat, last)
        assert game.hidden or seen == shared, f"seat {seat} sees another scene, but the game hides nothing"
        asked = turn.of(seat) if isinstance(turn, Decide) else None
        check_scene(game, seen, asked or (turn if seen.offers else None))


def check_scene(game: AnyGame, scene: Scene, turn: Any) -> None:
    """Check one scene of a turn."""
    spots = {spot.key for spot in scene.spots}
    keys = [*(spot.key for spot in scene.spots), *(piece.key for piece in scene.pieces)]
    assert len(set(keys)) == len(keys), f"two things of a scene share a key: {_doubles(keys)}"
    lost = [f"{piece.key} on {piece.on}" for piece in scene.pieces if piece.on not in spots]
    assert not lost, f"a piece stands nowhere: {lost}"
    actions = turn.actions if isinstance(turn, Decide) else ()
    offered = sorted(offer.action for offer in scene.offers)
    assert offered == list(range(len(actions))), f"offers and actions differ: {offered} for {len(actions)} actions"
    labels = [voice("en")(offer.label) for offer in scene.offers]
    assert len({*labels}) == len(actions), f"two offers read the same: {_doubles(labels)}"
    clicks = {click for offer in scene.offers for click in (*offer.clicks, *offer.route, *offer.beyond)}
    astray = clicks.union(scene.throw.clicks if scene.throw else ()) - {*keys}
    assert not astray, f"an offer clicks on nothing: {sorted(astray)}"
    assert {shade.spot for zone in scene.zones for shade in zone.shades} <= spots, "a zone shades nothing"
    used = {spot.sprite for spot in scene.spots} | {piece.sprite for piece in scene.pieces} | {scene.backdrop}
    used |= {sprite for panel in scene.panels for sprite in (panel.face, *(row.sprite for row in panel.rows))}
    used |= {scene.page.sprite} if scene.page else set()
    missing = used - {""} - sprites(game.package)
    assert not missing, f"sprites.svg lacks {sorted(missing)}"
    for line in said_in(scene):
        check_said(game, line)


def _doubles(names: Sequence[str]) -> list[str]:
    return sorted({name for name in names if names.count(name) > 1})


def said_in(shown: Any) -> Iterator[Line]:
    """List every line of a scene, or of a part of one."""
    if isinstance(shown, Line):
        yield shown
        return
    parts = (getattr(shown, name) for name in shown.__struct_fields__) if isinstance(shown, Struct) else shown
    for part in parts if isinstance(shown, (Struct, tuple)) else ():
        yield from said_in(part)


@cache
def sprites(package: str) -> frozenset[str]:
    """List the sprites a game can show: its own and those of the house."""
    texts = [page.read_text("utf-8") for name in {package, HOME} for page in art_of(name)]
    for text in texts:
        try:
            ParserCreate().Parse(text, True)
        except ExpatError as error:  # a browser would show none of them
            raise AssertionError(f"sprites.svg is not XML: {error}") from None
    return frozenset(name for text in texts for name in re.findall(r'<symbol[^>]*\bid="([^"]+)"', text))


MAX_OUTCOMES = 60  # of the events that may happen
DRAWS = 30  # worlds; where two or more are equally likely, all the same would be a wonder
TWIN_ATTEMPTS = 12  # changes that are tried before a game counts as one without a twin


def check_secrets(game: AnyGame, record: Record) -> None:
    """Check a record of a game with hidden hands for every seat, and for a spectator."""
    luck = Random(f"secrets/{record.seed!r}")
    for viewer in (*range(len(game.seats(record.setup))), None):
        length = luck.randrange(1, len(record.events) + 1)
        _check_views(game, record, viewer, length, luck)
        if other := twin(game, record.setup, record.events[:length], viewer, luck):
            _check_draws(game, record.setup, record.events[:length], other, viewer)
            told = list(experience(game, record.setup, record.events[:length], viewer))
            for ply, (one, two) in enumerate(zip(told, experience(game, record.setup, other, viewer), strict=True)):
                assert one == two, f"seat {viewer} can tell what is hidden at ply {ply}: {one} and {two}"


def twin(game: AnyGame, setup: Any, events: Sequence[Any], viewer: Seat | None, luck: Random) -> tuple[Any, ...] | None:
    """Other events that a viewer cannot tell from some; None where none was found.

    One hidden event is another one; the rest stays as it is, or where it cannot, looks the same.
    """
    hidden = [number for number, event in enumerate(events) if event_for(game, event, viewer) != event]
    for _ in range(TWIN_ATTEMPTS if hidden else 0):
        found = _changed_at(game, setup, events, luck.choice(hidden), viewer, luck)
        if found is not None and found != tuple(events):
            return found
    return None


def _changed_at(
    game: AnyGame, setup: Any, events: Sequence[Any], at: int, viewer: Seat | None, luck: Random
) -> tuple[Any, ...] | None:
    state = other = game.new(setup)
    found: list[Any] = []
    for number, event in enumerate(events):
        after = game.apply(state, event)
        alike = list(_alike(game, other, event, after, viewer))
        if not alike:
            return None
        same = event in alike and number != at
        found.append(event if same else luck.choice(alike))
        state, other = after, game.apply(other, found[-1])
    return tuple(found)


def _alike(game: AnyGame, state: Any, event: Any, after: Any, viewer: Seat | None) -> Iterator[Any]:
    """The events at a position that look to a viewer like another event that led elsewhere."""
    turn, looks, led = game.turn(state), event_for(game, event, viewer), state_for(game, after, viewer)
    for possible in possible_events(turn):
        if event_for(game, possible, viewer) == looks and state_for(game, game.apply(state, possible), viewer) == led:
            yield possible


def _check_draws(game: AnyGame, setup: Any, events: Sequence[Any], others: Sequence[Any], viewer: Seat | None) -> None:
    """Where two positions look the same to a seat, it must not always imagine the same one."""
    one, two = reduce(game.apply, events, game.new(setup)), reduce(game.apply, others, game.new(setup))
    if game.hidden and viewer is not None and one != two:
        luck, view = Random("draws"), game.hidden.view(one, viewer)
        worlds = [game.hidden.world(view, viewer, luck) for _ in range(DRAWS)]
        assert any(world != worlds[0] for world in worlds), (
            f"seat {viewer} always imagines {worlds[0]}, not {one} or {two}"
        )


def possible_events(turn: Any) -> Iterator[Any]:
    """Everything that may happen now."""
    if isinstance(turn, Decide):
        yield from (action for decision in turn.asked for action in decision.actions)
    elif isinstance(turn, Chance):
        yield from (event for event, _ in turn.odds)


def experience(game: AnyGame, setup: Any, events: Sequence[Any], viewer: Seat | None) -> Iterator[Any]:
    """All that the rules give a viewer, ply by ply: the scene, the story, its own choices, and what its players do."""
    state, last = game.new(setup), None
    yield _moment(game, state, viewer, last)
    for event in events:
        after = game.apply(state, event)
        yield story_for(game, viewer, state, event, after), _moment(game, after, viewer, event)
        state = after


def _moment(game: AnyGame, state: Any, viewer: Seat | None, last: Any) -> Any:
    turn = game.turn(state)
    own = turn.of(viewer) if isinstance(turn, Decide) and viewer is not None else None
    quick = [player for player in players(game).values() if player.quick] if own else []
    chosen = [player.choose(game, state, own, Random(f"{viewer}")) for player in quick if own]
    return turn_for(game, turn, viewer), scene_for(game, state, turn, viewer, last), chosen


def _check_views(game: AnyGame, record: Record, viewer: Seat | None, length: int, luck: Random) -> None:
    assert game.hidden
    before = state = game.new(record.setup)
    for event in record.events[:length]:
        before, state = state, game.apply(state, event)
        shown = game.hidden.seen(event, viewer)
        assert game.hidden.seen(shown, viewer) == shown, f"what is seen of {event} has more to hide"
    view = game.hidden.view(state, viewer)
    assert game.hidden.view(view, viewer) == view, "a view has more to hide"
    _check_seen(game, before, viewer)
    if viewer is not None:
        _check_world(game, state, view, viewer, luck)


def _check_seen(game: AnyGame, state: Any, viewer: Seat | None) -> None:
    """What a view hides of what happened, the event must hide too."""
    told: dict[Any, tuple[Any, Any]] = {}
    for event in islice(possible_events(game.turn(state)), MAX_OUTCOMES):
        after, shown = game.apply(state, event), event_for(game, event, viewer)
        other, seen_before = told.setdefault(state_for(game, after, viewer), (after, shown))
        hides = f"{shown} and {seen_before} lead to the same view of seat {viewer}"
        assert other == after or seen_before == shown, f"{hides}: hide the difference in `seen`, or show it in `view`"


def _check_world(game: AnyGame, state: Any, view: Any, seat: Seat, luck: Random) -> None:
    assert game.hidden
    world, turn = game.hidden.world(view, seat, luck), game.turn(state)
    assert game.hidden.view(world, seat) == view, f"a world of seat {seat} contradicts what it knows"
    imagined = game.turn(world)
    assert type(imagined) is type(turn), f"a world of seat {seat} is at another turn"
    if isinstance(turn, Decide) and isinstance(imagined, Decide):
        own, thought = turn.of(seat), imagined.of(seat)
        assert (own and own.actions) == (thought and thought.actions), f"seat {seat} may do other things in a world"
