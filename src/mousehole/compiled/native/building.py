"""Compiles rules: mypyc writes them in C, and the machine's C compiler makes one file of them."""

import shlex
import shutil
import subprocess
import time
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from sysconfig import get_config_var, get_path
from tempfile import TemporaryDirectory
from typing import Any

from mousehole.compiled.native import RuleRooms
from mousehole.core.words import UserError, line
from mousehole.folders import put_in_place

QUICK_READS = Path(__file__).with_name("quick_reads.h")
OPTIONS = ("--config-file=", "--follow-imports=silent", "--ignore-missing-imports")  # types are checked elsewhere
FLAGS = ("-fPIC", "-fwrapv", "-DNDEBUG", "-w")
LONG = 30 * 86_400.0  # seconds
MUCH = 2000  # letters of what a compiler complains about


class NotCompiled(UserError):
    """The rules cannot be compiled here; they are played by their sources, as before."""


def build(rooms: RuleRooms, effort: str = "-O2") -> Path:
    """Compile the rules of a game, and return the file; whatever starts from then on plays by it."""
    compiler, file = c_compiler(), rooms.library()
    file.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=file.parent) as folder:
        rough = Path(folder) / "library"
        written = written_in_c(rooms, Path(folder))
        command = [*compiler, effort, *FLAGS, *written, "-o", str(rough)]
        made = subprocess.run(command, check=False, capture_output=True, text=True)
        if made.returncode:
            raise NotCompiled(line("the C compiler failed: {reason}", reason=made.stderr.strip()[-MUCH:]))
        put_in_place(rough, file)
    sweep(rooms, file)
    return file


def sweep(rooms: RuleRooms, file: Path) -> None:
    """Remove what was compiled from other sources a long time ago."""
    for other in rooms.libraries():
        if other != file and time.time() - other.stat().st_mtime > LONG:
            other.unlink(missing_ok=True)


def c_compiler() -> list[str]:
    """The command that makes a library, as this Python was built with it."""
    command = shlex.split(get_config_var("LDSHARED") or "")
    if not command or not shutil.which(command[0]):
        name = command[0] if command else "cc"
        raise NotCompiled(line("there is no C compiler ({name}): the rules are played as they are", name=name))
    headers = Path(get_path("include"))
    if not (headers / "Python.h").exists():
        raise NotCompiled(line("the headers of Python are not installed ({file})", file=str(headers / "Python.h")))
    return [*command, f"-I{headers}"]


def written_in_c(rooms: RuleRooms, folder: Path) -> list[str]:
    """Write rules in C; what the compiler has to know about the files."""
    mypyc = translator()
    options = mypyc.CompilerOptions(target_dir=str(folder), group_name=rooms.group, include_runtime_files=True)
    said = StringIO()
    try:
        with redirect_stdout(said):
            mypyc.mypyc_build([*OPTIONS, *map(str, rooms.modules.values())], options)
    except SystemExit as error:
        raise NotCompiled(line("mypyc failed: {reason}", reason=said.getvalue().strip()[-MUCH:])) from error
    main = folder / f"__native_{rooms.group}.c"
    remember_reads(main, f'#include "__native_internal_{rooms.group}.h"\n')
    return [f"-I{mypyc.include_dir()}", f"-I{folder}", str(main), entrances(mypyc, rooms, folder)]


def remember_reads(file: Path, last_include: str) -> None:
    """Let the rules, but not what mypyc brings along, read as `quick_reads.h` does."""
    head, mark, body = file.read_text("utf-8").partition(last_include)
    file.write_text(head + mark + QUICK_READS.read_text("utf-8") + body, "utf-8")


def translator() -> Any:
    """Load mypyc, which few have and nobody needs."""
    try:
        from mypyc import build
    except ImportError as error:
        raise NotCompiled(line("compiling rules needs mypyc: it comes with mousehole[native]")) from error
    return build


def entrances(mypyc: Any, rooms: RuleRooms, folder: Path) -> str:
    """Write the functions through which Python enters the modules, all in one file."""
    doors = []
    for module in rooms.modules:
        door = mypyc.generate_c_extension_shim(module, module.rpartition(".")[2], str(folder), rooms.group)
        doors.append(Path(door).read_text("utf-8").partition("// distutils")[0])  # then comes a name that all share
    file = folder / "entrances.c"
    file.write_text("\n".join(doors), "utf-8")
    return str(file)
