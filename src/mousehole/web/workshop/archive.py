"""Adventures as one file: archives that are read with care, and written the same every time."""

import io
import tomllib
import zipfile
import zlib
from hashlib import sha256
from pathlib import PurePosixPath

from mousehole.core.content import tables
from mousehole.core.words import UserError, line
from mousehole.web.workshop.draft import Files
from mousehole.web.workshop.drawings import DRAWINGS, cleaned

ARCHIVE = b"PK\x03\x04"  # what an archive begins with
LARGEST = 4_000_000  # bytes, unpacked
MOST_CONTENT = 256 << 10  # bytes of content files: looking into so many takes a second of CPU
MOST_FILES = 500
LONGEST_NAME = 60  # letters of the name of a file
MOMENT = (1980, 1, 1, 0, 0, 0)  # the time of every file: equal files make equal archives
DAMAGED = line("That file cannot be unpacked: it is damaged, or was not sent whole.")


def opened(data: bytes, name: str = "") -> dict[str, bytes]:
    """The files of an adventure in an archive, or in one content file called `name`."""
    if data.startswith(ARCHIVE):
        return checked(unpacked(data))
    if name.endswith(".toml"):
        if len(data) > LARGEST:
            raise UserError(line("that is too large for an adventure"))
        return checked({PurePosixPath(name.replace("\\", "/")).name: data})
    raise UserError(line("There is no adventure in that file: a .zip with .toml files in it, or one .toml file."))


def unpacked(data: bytes) -> dict[str, bytes]:
    """Unpack an archive; what lies outside of the folder with the content is left out."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [member for member in archive.infolist() if not member.is_dir()]
            if len(members) > MOST_FILES or sum(member.file_size for member in members) > LARGEST:
                raise UserError(line("that is too large for an adventure"))
            for member in members:
                if strays(member.filename):
                    raise UserError(line("a file in it wants to lie elsewhere: {name}", name=member.filename[:60]))
            found = {member.filename: read(archive, member) for member in members}
    except (zipfile.BadZipFile, zlib.error, OSError, ValueError, NotImplementedError, RuntimeError, EOFError) as error:
        raise UserError(DAMAGED) from error
    inner = content_folder(list(found))
    return {
        str(PurePosixPath(name).relative_to(inner)): text
        for name, text in found.items()
        if PurePosixPath(name).is_relative_to(inner)
    }


def read(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    """Read one member; its real size decides, not the one it claims."""
    with archive.open(member) as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST or len(data) != member.file_size:
        raise UserError(DAMAGED)
    return data


def strays(name: str) -> bool:
    """Whether a name leads out of the folder that an archive is unpacked into."""
    path = PurePosixPath(name.replace("\\", "/"))
    return path.is_absolute() or ".." in path.parts or ":" in name or "\0" in name


def content_folder(names: list[str]) -> PurePosixPath:
    """The folder with the content: an archive may hold the folder itself, or what lies in it."""
    found = [path.parent for name in names if (path := PurePosixPath(name)).suffix == ".toml"]
    if not found:
        raise UserError(line("there is no adventure in that file"))
    return min(found, key=lambda folder: len(folder.parts))


def folder_name(data: bytes) -> str:
    """What the folder with the content is called in an archive; the hash of all where it has no name."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            found = content_folder(archive.namelist()).name
    except (zipfile.BadZipFile, OSError, ValueError) as error:
        raise UserError(DAMAGED) from error
    return found[:LONGEST_NAME] or sha256(data).hexdigest()[:16]


def checked(files: Files) -> dict[str, bytes]:
    """The files that belong to an adventure, each sound; what else lies there is left out."""
    found = dict[str, bytes]()
    if content_size(files) > MOST_CONTENT:
        raise UserError(line("that is too large for an adventure"))
    for name, data in files.items():
        path = PurePosixPath(name)
        home, kind = str(path.parent), path.suffix
        if len(path.name) > LONGEST_NAME:
            raise UserError(line("a file in it has too long a name: {name}…", name=path.name[:LONGEST_NAME]))
        if home == "." and kind == ".toml":
            found[name] = sound_text(name, data)
        elif home == "words" and kind == ".po":
            found[name] = sound_words(name, data)
        elif home == "art" and kind in DRAWINGS:
            found[name] = cleaned(path.name, data)
    if not any(name.endswith(".toml") for name in found):
        raise UserError(line("there is no adventure in that file"))
    return found


def content_size(files: Files) -> int:
    """The bytes of content files, which take the longest to read; drawings and translations hardly count."""
    return sum(len(data) for name, data in files.items() if name.endswith(".toml"))


def sound_text(name: str, data: bytes) -> bytes:
    """A content file as it is; one that is torn says where."""
    tables(sound_words(name, data).decode(), name)
    return data


def sound_words(name: str, data: bytes) -> bytes:
    """A text as it is, if it is one."""
    try:
        data.decode()
    except UnicodeDecodeError as error:
        said = line("not UTF-8: save the file in that encoding")
        raise UserError(line("{file}: {reason}", file=name, reason=said)) from error
    return data


def packed(name: str, files: Files) -> bytes:
    """Write the files of an adventure as an archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(f"{name}/{path}", MOMENT), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def title_of(files: Files) -> str:
    """What an adventure is called."""
    try:
        name = tomllib.loads(files["campaign.toml"].decode()).get("name", "")
    except (KeyError, ValueError):
        name = ""
    return name if isinstance(name, str) else ""
