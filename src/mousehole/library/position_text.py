"""A position as one short line of text, and as JSON, both ways: for links, issues and notes.

The line names the game and its edition; the rest is the state as JSON, packed against the start of the same game, so
that only what has changed takes room. JSON is the form to read and to edit.
"""

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as BadBase64
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Raw, Struct

from mousehole.core.game import AnyGame, Chance, Decide, Over, Turn, no_problems
from mousehole.core.knowledge import scene_for
from mousehole.core.type_errors import UNREADABLE, json_misfit, json_strangers, line_with_place
from mousehole.core.words import Line, UserError, line

__all__ = [
    "LARGEST",
    "MAX_CHARS",
    "SHAPE",
    "TRIED",
    "BadPosition",
    "read_position",
    "read_position_json",
    "write_position",
    "write_position_json",
]

SHAPE = re.compile(r"([a-z][a-z0-9_]*)\.(\d{1,6})\.([A-Za-z0-9_-]+)")
MAX_CHARS = 64 * 1024  # signs of a text; a state of the largest game needs a thousand
LARGEST = 1024 * 1024  # bytes of the JSON behind it
TRIED = 24  # events that are tried in a position before it counts as one


class BadPosition(UserError):
    """A text or JSON that is no position; the message says why in words."""


class _Page(Struct, frozen=True):
    game: str
    edition: int
    state: Raw


def write_position(game: AnyGame, state: Any) -> str:
    """Write a position as one line, safe in links: `mmm.1.eNqrVkpUslIyVNJRSi...`."""
    packer = zlib.compressobj(9, zdict=_start(game))
    packed = packer.compress(msgspec.json.encode(state)) + packer.flush()
    return f"{game.name}.{game.edition}.{urlsafe_b64encode(packed).rstrip(b'=').decode()}"


def read_position(text: str, find: Callable[[str], AnyGame]) -> tuple[AnyGame, Any]:
    """Read a position from its line."""
    shape = SHAPE.fullmatch(text.strip()) if len(text) <= MAX_CHARS else None
    if shape is None:
        raise BadPosition(line("that is not the text of a position: it looks like mmm.1.eNqr…"))
    game = _edition(find(shape[1]), int(shape[2]))
    return game, _state(game, _unpacked(game, shape[3]))


def write_position_json(game: AnyGame, state: Any) -> bytes:
    """Write a position as JSON, to be read and edited."""
    return msgspec.json.encode({"game": game.name, "edition": game.edition, "state": state})


def read_position_json(data: bytes | str, find: Callable[[str], AnyGame]) -> tuple[AnyGame, Any]:
    """Read a position from JSON."""
    try:
        page = msgspec.json.decode(data, type=_Page)
    except UNREADABLE:
        raise BadPosition(
            line("that is not a position: {reason}", reason=line_with_place(json_misfit(data, _Page)))
        ) from None
    game = _edition(find(page.game), page.edition)
    return game, _state(game, bytes(page.state))


def _edition(game: AnyGame, edition: int) -> AnyGame:
    if edition != game.edition:
        words = "this position is of edition {edition} of {game}; this is edition {ours}"
        raise BadPosition(line(words, edition=edition, game=game.name, ours=game.edition))
    return game


def _start(game: AnyGame) -> bytes:
    return msgspec.json.encode(game.new(game.setup()))


def _unpacked(game: AnyGame, packed: str) -> bytes:
    unpacker = zlib.decompressobj(zdict=_start(game))
    try:
        data = unpacker.decompress(urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), LARGEST)
    except (zlib.error, BadBase64, ValueError):
        raise BadPosition(line("this text of a position is damaged: a part of it is missing or changed")) from None
    if not unpacker.eof or unpacker.unused_data:
        raise BadPosition(line("this text of a position is damaged: a part of it is missing or changed"))
    return data


def _state(game: AnyGame, data: bytes) -> Any:
    """Read a state and let the rules look at it: what they do not understand is no position."""
    kind = type(game.new(game.setup()))
    try:
        state = msgspec.json.decode(data, type=kind)
    except UNREADABLE:
        raise _no_position(game, line_with_place(json_misfit(data, kind))) from None
    except Exception:  # noqa: BLE001 (a set-up inside of it that its game does not know)
        raise _no_position(game, line("its set-up does not fit")) from None
    for misfit in json_strangers(data, state):
        raise _no_position(game, line_with_place(misfit))
    _try(game, state)
    return state


def _try(game: AnyGame, state: Any) -> None:
    """Ask the game what is wrong with a state, and play a step in all directions."""
    try:
        for problem in (game.parts.position_faults or no_problems)(state):
            raise _no_position(game, line("{field}: {reason}", field=problem.field, reason=problem.line))
        turn = game.turn(state)
        scene_for(game, state, turn, turn.seat if isinstance(turn, Decide) else None)
        if not isinstance(turn, Over) and not _events(turn):
            raise _no_position(game, line("nobody could do anything there"))
        for event in _events(turn)[:TRIED]:
            game.turn(game.apply(state, event))
    except UserError:
        raise
    except Exception:  # noqa: BLE001 (whatever a rule stumbles over, the text is to blame)
        raise _no_position(game, line("its fields do not fit together")) from None


def _events(turn: Turn[Any]) -> tuple[Any, ...]:
    match turn:
        case Decide():
            return turn.actions
        case Chance():
            return tuple(event for event, _ in turn.odds)
    return ()


def _no_position(game: AnyGame, reason: Line) -> BadPosition:
    return BadPosition(line("that is not a position of {game}: {reason}", game=game.name, reason=reason))
