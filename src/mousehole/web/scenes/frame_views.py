"""Says frames in a viewer's language, ready to be sent."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec.structs import asdict, replace

from mousehole.core.game import Chance, Decide, Over, Parts, Seat
from mousehole.core.knowledge import asked_of, known
from mousehole.core.scene import Row
from mousehole.core.words import Line, Voice, line, plain
from mousehole.host import Frame, faces_at, outcomes_at
from mousehole.table import Table, told_by_anybody
from mousehole.web.scenes.scene_changes import SpokenScene
from mousehole.web.scenes.speech import Speech, row_view
from mousehole.web.wire import FaceView, FrameView, OverView, OwnFrame, SharedFrame, TurnView

SMALL = 2000  # bytes: a change below that is not weighed against the whole scene


def frame_view(table: Table, frame: Frame, mine: tuple[Seat, ...], say: Voice) -> FrameView:
    """Say a frame to somebody who sits in these seats."""
    return next(film(table, [frame], mine, say))


def film(
    table: Table, frames: Iterable[Frame], mine: tuple[Seat, ...], say: Voice, changes: bool = False
) -> Iterator[FrameView]:
    """Say frames that follow each other; where changes are wished only the first holds its scene whole."""
    speech, before = Speech(say), None
    for frame in frames:
        scene = speech.scene(frame.scene)
        shared = replace(said(table, frame, say), **drawn(scene, before if changes else None))
        yield view(shared, own(table, frame.ply, turn_view(table, frame.ply, say), mine))
        before = scene


def view(shared: SharedFrame, own: OwnFrame) -> FrameView:
    """Put a frame together: what all see, and what one viewer sees."""
    return FrameView(**asdict(shared), turn=own.turn, undo=own.undo)


def drawn(scene: SpokenScene, before: SpokenScene | None) -> dict[str, Any]:
    """The scene of a frame for somebody who has the one before, if any: whole, unless its changes are smaller."""
    change = scene.since(before) if before else b""
    if change and (len(change) < SMALL or len(change) < len(scene.page())):
        return {"change": msgspec.Raw(change)}
    return {"scene": msgspec.Raw(scene.page())}


def said(table: Table, frame: Frame, say: Voice, title: Line | None = None) -> SharedFrame:
    """Say a frame without its scene to everybody who speaks a language; `title` is what the group has earned by it."""
    turn, offer = table.plies[frame.ply].turn, frame.offer
    return SharedFrame(
        entry=frame.entry,
        ply=frame.ply,
        event=frame.event,
        mover=frame.mover,
        clicks=offer.clicks if offer else (),
        route=offer.route if offer else (),
        story=tuple(map(say, frame.story)),
        over=over_view(table, turn, say, title) if isinstance(turn, Over) else None,
    )


def people_at(table: Table, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The seats that no bot plays for now."""
    return tuple(seat for seat in seats if table.chairs[seat].kind != "bot")


def awaited(table: Table, seats: tuple[Seat, ...]) -> bool:
    """Whether a game waits for one of some seats: for a decision, or for a throw that is theirs."""
    turn = table.turn
    return turn.thrower in seats if isinstance(turn, Chance) else bool(asked_of(turn, seats))


def is_shared(table: Table, seats: tuple[Seat, ...]) -> bool:
    """Whether people who hide something from each other share one screen."""
    return table.game.hidden is not None and len(people_at(table, seats)) > 1


def own(table: Table, ply: int, turn: TurnView, mine: tuple[Seat, ...], looks: Seat | None = None) -> OwnFrame:
    """What somebody in these seats may do at a ply: whether they may move, and what they may take back."""
    people = people_at(table, mine)
    if asked := asked_of(table.plies[ply].turn, people):
        turn = replace(turn, seat=asked[0], covered=is_shared(table, mine) and looks != asked[0])
    anybody = turn.kind == "chance" and told_by_anybody(table.options, table.chairs, turn.seat)
    may = bool(people) if anybody else turn.seat in people
    turn = replace(turn, mine=True) if may else replace(turn, mine=False, outcomes=(), faces=(), dice=())
    return OwnFrame(turn=turn, undo=_undo(table, mine) if ply == table.ply else None)


def turn_view(table: Table, ply: int, say: Voice) -> TurnView:
    """Say whose turn it is; where people roll real dice, what these may show now."""
    match table.plies[ply].turn:
        case Decide(seat=seat):
            return TurnView("decide", seat)
        case Chance(thrower=seat):
            asked = table.options.real_dice and ply == table.ply
            return told_luck(table, ply, seat, say) if asked else TurnView("chance", seat)
    return TurnView("over")


def told_luck(table: Table, ply: int, seat: Seat | None, say: Voice) -> TurnView:
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
    closing = table.game.parts.closing
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
        tale=" ".join(say(words) for words in closing(known(table.game, table.state, None))) if closing else "",
        seed=seed.hex() if seed else "",
        check=f"/table/{table.id}/check" if seed else "",
        campaign=f"/campaign/{table.game.name}?run={table.group}" if Parts.campaign_map in table.game.parts else "",
        figures=tuple(row_view(row, say) for row in figures(table)),
    )


def figures(table: Table) -> Iterator[Row]:
    """The numbers of a finished game: its own, and how often people and bots have chosen."""
    own_ones, n = table.game.parts.figures, sum(mover is not None for mover in table.movers)
    yield from own_ones(known(table.game, table.state, None)) if own_ones and isinstance(table.turn, Over) else ()
    yield Row(line("Choices made"), plain(str(n)), "house-moves")


def _undo(table: Table, mine: tuple[Seat, ...]) -> int | None:
    targets = [ply for seat in mine if (ply := table.undo_target(seat)) is not None]
    return max(targets, default=None)
