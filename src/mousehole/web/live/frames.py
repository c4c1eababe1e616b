"""The frames of a table as browsers get them: written once for all who see the same, and sent as what changed."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, Protocol

from msgspec.structs import replace

from mousehole.core.game import Adventure, Chance, Decide, Over, Seat
from mousehole.core.knowledge import eyes, seats_asked, state_for
from mousehole.core.scene import Row, Scene
from mousehole.core.words import Line, Voice, line, plain
from mousehole.host import Frame, at_ply, faces_at, frames, outcomes_at, snapshot, voice_at
from mousehole.table import Sat, Table, anybody_tells_luck
from mousehole.web.live.scenes import SceneChange, row_json, scene_change, scene_json
from mousehole.web.live.wire import NOTHING, FaceView, Frames, FrameView, OverView, TurnView, encode


class SeenScene(NamedTuple):
    """The scene that a viewer has: that of an entry, as a seat sees it."""

    entry: int
    seat: Seat | None
    scene: Scene


class Watcher(Protocol):
    """A viewer of a table, as far as frames depend on it."""

    language: str
    known: int  # the newest entry that was sent
    whole: bool  # an old page, which cannot read changes
    seen: SeenScene | None
    looks: Seat | None  # who has taken a screen that several people share

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats this viewer plays."""


class Audience(NamedTuple):
    """What viewers have in common who get the same frames, but for their own turns."""

    known: int | None  # None: the table as it is
    language: str
    seat: Seat | None
    shared: bool  # a screen that several people share
    seen: tuple[int, Seat | None] | None  # None: scenes are sent whole


class FrameCache:
    """The newest frames of a table as they are sent; emptied by the next entry, so that it stays small."""

    def __init__(self) -> None:
        self._made_for: tuple[int, Line | None] = (-1, None)
        self._changes: dict[tuple[int, Seat | None, int, Seat | None], SceneChange | None] = {}  # in any language
        self._views: dict[Audience, tuple[list[FrameView], SeenScene]] = {}
        self._messages: dict[tuple[Audience, tuple[Seat, ...], Seat | None], tuple[bytes, SeenScene]] = {}

    def now(self, table: Table, viewer: Watcher, title: Line | None) -> FrameView:
        """Show a table as it is, whole."""
        seat = view_of(table, viewer)
        audience = Audience(None, viewer.language, seat, False, None)
        (view,), viewer.seen = self._frames(table, audience, None, title, lambda: [first_sight(table, seat)])
        return for_seats(table, view, viewer.seats, viewer.looks)

    def since(self, table: Table, viewer: Watcher, title: Line | None, most: int) -> bytes:
        """Show what a viewer has not seen yet, as a message; with more than `most` entries, only the last of them."""
        seat, shared = view_of(table, viewer), is_shared(table, viewer.seats)
        seen = None if viewer.whole else viewer.seen
        audience = Audience(viewer.known, viewer.language, seat, shared, seen and seen[:2])
        key = (audience, viewer.seats, viewer.looks)
        self._forget_older(table, title)
        if key not in self._messages:
            views, last = self._frames(
                table, audience, seen, title, lambda: frames(table, viewer.known, seat, most, shared)
            )
            own = tuple([for_seats(table, view, viewer.seats, viewer.looks) for view in views])
            self._messages[key] = encode(Frames(own)), last
        message, viewer.seen = self._messages[key]
        viewer.known = viewer.seen.entry
        return message

    def _forget_older(self, table: Table, title: Line | None) -> None:
        if self._made_for != (table.entry, title):
            self._made_for = (table.entry, title)
            self._changes.clear()
            self._views.clear()
            self._messages.clear()

    def _frames(
        self,
        table: Table,
        audience: Audience,
        seen: SeenScene | None,
        title: Line | None,
        draw: Callable[[], list[Frame]],
    ) -> tuple[list[FrameView], SeenScene]:
        """Say frames once for their audience, without what differs from seat to seat."""
        self._forget_older(table, title)
        if audience not in self._views:
            say, views, drawn = voice_at(table, audience.language), [], draw()
            for frame in drawn:
                now = SeenScene(frame.entry, audience.seat, frame.scene)
                follows = seen is not None and seen.entry == frame.entry - 1
                renamed = follows and isinstance(table.log[frame.entry - 1], Sat)  # the same may read differently
                change = self._change(seen, now) if seen and follows and not renamed else None
                views.append(frame_view(table, frame, say, change, title))
                seen = now if audience.seen else None
            last = drawn[-1]
            self._views[audience] = views, SeenScene(last.entry, audience.seat, last.scene)
        return self._views[audience]

    def _change(self, old: SeenScene, new: SeenScene) -> SceneChange | None:
        key = (*old[:2], *new[:2])
        if key not in self._changes:
            self._changes[key] = scene_change(old.scene, new.scene)
        return self._changes[key]


def first_sight(table: Table, viewer: Seat | None) -> Frame:
    """A table as it is; while only bots have chosen, with its opening page, which nobody has read yet."""
    frame = snapshot(table, viewer)
    page = table.ply and not chosen_by_people(table) and at_ply(table, 0, viewer).scene.page
    return replace(frame, scene=replace(frame.scene, page=page)) if page else frame


def chosen_by_people(table: Table) -> bool:
    """Whether anybody but a bot has made a choice."""
    return any(mover is not None and table.chairs[mover].kind != "bot" for mover in table.movers)


def film(
    table: Table, frames: Iterable[Frame], mine: tuple[Seat, ...], say: Voice, changes: bool = False
) -> Iterator[FrameView]:
    """Say consecutive frames; on request only the first holds its whole scene, the others what changed."""
    before: Scene | None = None
    for frame in frames:
        change = scene_change(before, frame.scene) if before and changes else None
        yield for_seats(table, frame_view(table, frame, say, change), mine)
        before = frame.scene


def frame_view(
    table: Table, frame: Frame, say: Voice, change: SceneChange | None = None, title: Line | None = None
) -> FrameView:
    """Say a frame to everybody who speaks a language; `title` is what the group has earned by it."""
    turn, offer = table.plies[frame.ply].turn, frame.offer
    return FrameView(
        entry=frame.entry,
        ply=frame.ply,
        scene=NOTHING if change else scene_json(frame.scene, say),
        change=scene_json(change, say) if change else NOTHING,
        event=frame.event,
        mover=frame.mover,
        clicks=offer.clicks if offer else (),
        route=offer.route if offer else (),
        story=tuple(map(say, frame.story)),
        over=over_view(table, turn, say, title) if isinstance(turn, Over) else None,
        turn=turn_view(table, frame.ply, say),
    )


def for_seats(table: Table, view: FrameView, mine: tuple[Seat, ...], looks: Seat | None = None) -> FrameView:
    """Add what differs from seat to seat: whether one may move, and what one may take back."""
    people, turn = people_at(table, mine), view.turn
    if asked := seats_asked(table.plies[view.ply].turn, people):
        turn = replace(turn, seat=asked[0], covered=is_shared(table, mine) and looks != asked[0])
    anybody = turn.kind == "chance" and anybody_tells_luck(table.options, table.chairs, turn.seat)
    may = bool(people) if anybody else turn.seat in people
    turn = replace(turn, mine=True) if may else replace(turn, mine=False, outcomes=(), faces=(), dice=())
    return replace(view, turn=turn, undo=_undo(table, mine) if view.ply == table.ply else None)


def view_of(table: Table, viewer: Watcher) -> Seat | None:
    """The seat whose view somebody has; where nothing is hidden all have the same."""
    if not table.game.hidden:
        return None
    if not is_shared(table, viewer.seats):
        return eyes(people_at(table, viewer.seats) or viewer.seats)
    if viewer.looks not in seats_asked(table.turn, viewer.seats):
        viewer.looks = None  # whoever looked has moved
    return viewer.looks


def people_at(table: Table, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The seats that no bot plays for now."""
    return tuple(seat for seat in seats if table.chairs[seat].kind != "bot")


def waits_for(table: Table, seats: tuple[Seat, ...]) -> bool:
    """Whether a game waits for one of some seats: for a decision, or for a throw that is theirs."""
    turn = table.turn
    return turn.thrower in seats if isinstance(turn, Chance) else bool(seats_asked(turn, seats))


def is_shared(table: Table, seats: tuple[Seat, ...]) -> bool:
    """Whether people who hide something from each other share one screen."""
    return table.game.hidden is not None and len(people_at(table, seats)) > 1


def turn_view(table: Table, ply: int, say: Voice) -> TurnView:
    """Say whose turn it is; where people roll real dice, what these may show now."""
    match table.plies[ply].turn:
        case Decide(seat=seat):
            return TurnView("decide", seat)
        case Chance(thrower=seat):
            asked = table.options.real_dice and ply == table.ply
            return luck_view(table, ply, seat, say) if asked else TurnView("chance", seat)
    return TurnView("over")


def luck_view(table: Table, ply: int, seat: Seat | None, say: Voice) -> TurnView:
    """Say what real dice may show now, in words and as faces."""
    shown = faces_at(table, ply, None)
    faces = {face.sprite: face for dice in shown for face in dice}
    number = {sprite: n for n, sprite in enumerate(faces)}
    return TurnView(
        "chance",
        seat,
        outcomes=tuple(map(say, outcomes_at(table, ply, None))),
        faces=tuple(FaceView(face.sprite, say(face.label)) for face in faces.values()),
        dice=tuple(tuple(number[face.sprite] for face in dice) for dice in shown),
    )


def over_view(table: Table, over: Over, say: Voice, title: Line | None = None) -> OverView:
    """Say how the game ended."""
    closing = table.game.parts.adventure.closing
    seed = table.seed if table.seed is not None and not table.options.drawn_from else None
    following = table.game.sequel(table.setup, table.state, ()) if table.turn is over else None
    return OverView(
        over.winners,
        over.reason,
        say(table.game.ending(over)),
        over.score,
        over.rating,
        say(title) if title else "",
        drawn=over.drawn,
        again=following is not None,
        onward=following not in (None, table.setup),
        tale=" ".join(say(words) for words in closing(state_for(table.game, table.state, None))) if closing else "",
        seed=seed.hex() if seed else "",
        check=f"/table/{table.id}/check" if seed else "",
        campaign=f"/campaign/{table.game.name}?run={table.group}"
        if Adventure.campaign in table.game.parts.adventure
        else "",
        figures=tuple(row_json(row, say) for row in figures(table)),
    )


def figures(table: Table) -> Iterator[Row]:
    """The numbers of a finished game: its own, and how often people and bots have chosen."""
    own_ones, n = table.game.parts.figures, sum(mover is not None for mover in table.movers)
    yield from own_ones(state_for(table.game, table.state, None)) if own_ones and isinstance(table.turn, Over) else ()
    yield Row(line("Choices made"), plain(str(n)), "house-moves")


def _undo(table: Table, mine: tuple[Seat, ...]) -> int | None:
    targets = [ply for seat in mine if (ply := table.undo_target(seat)) is not None]
    return max(targets, default=None)
