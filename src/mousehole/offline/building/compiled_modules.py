"""Run by the Python of browsers: an archive whose modules are compiled, which saves every visitor that time."""

import ast
import io
import re
import zipfile
from importlib import _bootstrap_external

MOMENT = (1980, 1, 1, 0, 0, 0)  # the same archive whenever it is written
AS_WRITTEN = re.compile(r"anyio/(.*/)?__init__\.py")  # reads its own source to load its modules late
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def compiled(archive: bytes) -> bytes:
    """Replace every module of an archive by its compiled form."""
    written = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(bytes(archive))) as before, zipfile.ZipFile(written, "w") as after:
        for name in sorted(before.namelist()):
            data = before.read(name)
            if name.endswith(".py") and not AS_WRITTEN.fullmatch(name):
                after.writestr(_member(f"{name}c"), module(name, data))
            else:
                after.writestr(_member(name), data)
    return written.getvalue()


def module(name: str, source: bytes) -> bytes:
    """Compile a module without its docstrings; its form says that its source is not asked for."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            node.body[:1] = [] if len(node.body) > 1 else [ast.copy_location(ast.Pass(), node.body[0])]
    code = compile(tree, name, "exec", dont_inherit=True)
    found: bytes = _bootstrap_external._code_to_hash_pyc(code, bytes(8), False)  # type: ignore[attr-defined]
    return found


def _member(name: str) -> zipfile.ZipInfo:
    return zipfile.ZipInfo(name, MOMENT)
