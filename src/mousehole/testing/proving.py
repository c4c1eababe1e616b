"""Tests say which clauses they prove."""

import ast
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def proves(*clauses: str) -> Callable[[F], F]:
    """Mark a test as the proof of these clauses."""

    def marked(test: F) -> F:
        test.clauses = clauses  # type: ignore[attr-defined]
        return test

    return marked


def proofs(folder: Path) -> dict[str, list[str]]:
    """List, by clause, the tests and scenarios below a folder that prove it."""
    found: dict[str, list[str]] = {}
    for file in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                for clause in _proved(node):
                    found.setdefault(clause, []).append(f"{file.relative_to(folder).as_posix()}::{node.name}")
    for file in sorted(folder.rglob("*.toml")):
        for scenario in tomllib.loads(file.read_text("utf-8")).get("scenario", ()):
            for clause in scenario.get("clauses", ()):
                found.setdefault(clause, []).append(f"{file.relative_to(folder).as_posix()}::{scenario['title']}")
    return found


def _proved(test: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    for mark in test.decorator_list:
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "proves":
            yield from (arg.value for arg in mark.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str))
