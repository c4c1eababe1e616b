"""What `mousehole` offers to programs: complete, typed, quick to load, never changed without a word."""

import ast
import inspect
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import mousehole

ROOT = Path(__file__).parents[2]
FACE = Path(mousehole.__file__)


def described(name):
    """Write down what programs rely on: a name, and how it is called."""
    thing = getattr(mousehole, name)
    if inspect.isclass(thing):
        members = sorted(key for key in vars(thing) if not key.startswith("_"))
        fields = getattr(thing, "__struct_fields__", ())
        return f"class {name}({', '.join(fields)}): {' '.join(members)}"
    if inspect.isfunction(thing):
        return f"{name}({', '.join(map(parameter, inspect.signature(thing).parameters.values()))})"
    return name


def parameter(one):
    sign = {one.VAR_POSITIONAL: "*", one.VAR_KEYWORD: "**", one.KEYWORD_ONLY: "=", one.POSITIONAL_ONLY: "/"}
    return f"{sign.get(one.kind, '')}{one.name}{'' if one.default is one.empty else '?'}"


def face():
    return "\n".join(map(described, mousehole.__all__))


def test_every_name_is_there_and_says_what_it_is():
    for name in mousehole.__all__:
        thing = getattr(mousehole, name)
        if inspect.isclass(thing) or inspect.isfunction(thing):
            assert thing.__doc__, name
    assert set(mousehole.__all__) <= set(dir(mousehole))


def test_type_checkers_see_the_same_names():
    typed = {
        alias.asname: (node.module, alias.name)
        for node in ast.walk(ast.parse(FACE.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module.startswith("mousehole")
        for alias in node.names
    }
    assert typed == mousehole._PLACES


def test_the_public_face_changes_only_with_a_word_in_the_changelog():
    told = re.findall(r"public face[^`]*`([0-9a-f]{8})`", (ROOT / "CHANGELOG.md").read_text("utf-8"))
    now = sha256(face().encode()).hexdigest()[:8]
    assert told and told[0] == now, f"say in CHANGELOG.md what has changed, and that the public face is now `{now}`"


def test_importing_loads_nothing_else():
    ask = "import sys, mousehole; print(*sorted(name for name in sys.modules if name[:5] in ('mouse', 'msgsp')))"
    told = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["mousehole"]


def test_an_unknown_name_is_an_attribute_error():
    assert not hasattr(mousehole, "hedgehog")
