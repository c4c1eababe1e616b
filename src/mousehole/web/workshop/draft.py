"""An adventure while somebody draws it: its files, and every change, to be undone and redone byte for byte."""

import zlib
from collections.abc import Mapping

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from mousehole.core.words import UserError, line

Files = Mapping[str, bytes]
MOST_BYTES = 4 << 20  # of the history of an adventure; the oldest changes go first


class Patch(Struct, frozen=True, array_like=True):
    """What became of a part of a file; None stands for no file at all."""

    file: str
    at: int
    old: bytes | None
    new: bytes | None

    @property
    def inverse(self) -> "Patch":
        """What takes it back."""
        return Patch(self.file, self.at, self.new, self.old)


class Change(Struct, frozen=True, array_like=True):
    """One step of the history, as whoever made it would call it."""

    label: str
    patches: tuple[Patch, ...]

    @property
    def size(self) -> int:
        """The bytes it takes."""
        return sum(len(one.old or b"") + len(one.new or b"") for one in self.patches)


class Draft(Struct, frozen=True):
    """The files of an adventure by their paths, and its history."""

    files: dict[str, bytes]
    done: tuple[Change, ...] = ()
    undone: tuple[Change, ...] = ()  # the next one to redo is the last

    def changed(self, files: Files, label: str) -> "Draft":
        """Take a step; what was undone before is given up. Nothing happens where no file differs."""
        patches = differences(self.files, files)
        if not patches:
            return self
        return Draft(dict(files), bounded((*self.done, Change(label, patches))))

    def undo(self) -> "Draft":
        """Take the last step back."""
        if not self.done:
            raise UserError(line("there is nothing to undo"))
        *before, last = self.done
        files = patched(self.files, [one.inverse for one in reversed(last.patches)])
        return Draft(files, tuple(before), (*self.undone, last))

    def redo(self) -> "Draft":
        """Take the step that was undone last again."""
        if not self.undone:
            raise UserError(line("there is nothing to redo"))
        *others, last = self.undone
        return Draft(patched(self.files, last.patches), (*self.done, last), tuple(others))

    def written(self) -> bytes:
        """Write it down."""
        return zlib.compress(msgspec.msgpack.encode(self), 6)

    def alone(self) -> "Draft":
        """The files without their history."""
        return replace(self, done=(), undone=())


def read_draft(data: bytes) -> Draft:
    """Read what was written down."""
    return msgspec.msgpack.decode(zlib.decompress(data), type=Draft)


def bounded(changes: tuple[Change, ...]) -> tuple[Change, ...]:
    """Leave out the oldest changes where all of them take too much room."""
    room, kept = MOST_BYTES, 0
    for change in reversed(changes):
        room -= change.size
        if room < 0 and kept:
            break
        kept += 1
    return changes[len(changes) - kept :]


def differences(before: Files, after: Files) -> tuple[Patch, ...]:
    """What to do to some files to get others."""
    names = sorted(before.keys() | after.keys())
    found = (difference(name, before.get(name), after.get(name)) for name in names)
    return tuple(one for one in found if one)


def difference(name: str, old: bytes | None, new: bytes | None) -> Patch | None:
    """The one part of a file that differs; None where nothing does."""
    if old == new:
        return None
    if old is None or new is None:
        return Patch(name, 0, old, new)
    start = shared(old, new)
    end = shared(old[start:][::-1], new[start:][::-1])
    return Patch(name, start, old[start : len(old) - end], new[start : len(new) - end])


def shared(one: bytes, other: bytes) -> int:
    """How many bytes two texts begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (mine, theirs) in pairs if mine != theirs), min(len(one), len(other)))


def patched(files: Files, patches: list[Patch] | tuple[Patch, ...]) -> dict[str, bytes]:
    """Do to files what some patches say."""
    found = dict(files)
    for one in patches:
        there = found.get(one.file)
        if one.new is None:
            found.pop(one.file, None)
        elif one.old is None or there is None:
            found[one.file] = one.new
        else:
            found[one.file] = there[: one.at] + one.new + there[one.at + len(one.old) :]
    return found
