"""A file is split before it gets long."""

import ast

import pytest

from tests.house import tree

LIMIT = 300
DECLARED = 400  # for modules that only declare types and tables
LONGER = {"mousehole": "one file by design, so that a fresh machine needs nothing else"}
DECLARATIONS = (ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign, ast.ClassDef)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def lengths():
    named = {name: text.count("\n") for name, text in tree.texts(".py", ".js", ".mjs", ".css")}
    return named | {"mousehole": (tree.ROOT / "mousehole").read_text().count("\n")}


def only_declares(text):
    """Whether a module has no function of its own, and no method of more than one statement."""
    body = undocumented(ast.parse(text).body)
    methods = [node for node in ast.walk(ast.Module(body, [])) if isinstance(node, (*FUNCTIONS, ast.Lambda))]
    return all(isinstance(node, DECLARATIONS) for node in body) and all(len(terse(one)) == 1 for one in methods)


def terse(function):
    return undocumented(function.body) if isinstance(function, FUNCTIONS) else []


def undocumented(body):
    return body[1:] if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant) else body


def limit(name):
    declares = name.endswith(".py") and only_declares((tree.ROOT / name).read_text("utf-8"))
    return DECLARED if declares else LIMIT


def test_no_file_is_longer_than_the_limit():
    long = {name: lines for name, lines in lengths().items() if lines > LIMIT and name not in LONGER}
    assert [f"{name}: {lines}" for name, lines in long.items() if lines > limit(name)] == []


def test_no_allowance_is_left_over():
    assert {name for name in LONGER if lengths().get(name, 0) <= LIMIT} == set()


STRUCT = 'class Goal(Struct):\n    """How a chapter is won."""\n    side: str = ""\n'


@pytest.mark.parametrize(
    "text",
    [
        '"""Types."""\nfrom msgspec import Struct\nCount = int\n' + STRUCT,
        STRUCT + '    def asks(self):\n        """Whether it asks."""\n        return bool(self.side)\n',
    ],
)
def test_types_and_tables_are_declarations(text):
    assert only_declares(text)


@pytest.mark.parametrize(
    "text",
    [
        STRUCT + "def asks(goal):\n    return bool(goal.side)\n",
        STRUCT + "    def asks(self):\n        side = self.side\n        return bool(side)\n",
        STRUCT + "asks = lambda goal: bool(goal.side)\n",
        STRUCT + "for n in range(3):\n    print(n)\n",
    ],
)
def test_what_does_something_is_no_declaration(text):
    assert not only_declares(text)
