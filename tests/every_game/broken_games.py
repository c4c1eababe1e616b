"""Packages whose games are broken, each in its own way, and one sound game beside them."""

from pathlib import Path

OUTSIDE = Path(__file__).with_name("outside")
PEBBLES = (OUTSIDE / "pebbles" / "__init__.py").read_text("utf-8")


def pebbles(name, old, new):
    """Pebbles under another name, with something broken."""
    assert old in PEBBLES
    return PEBBLES.replace('"pebbles', f'"{name}').replace(old, new)


# a package, and what is said about it
BROKEN = {
    "lost": ("import nowhere_at_all", "ModuleNotFoundError: No module named 'nowhere_at_all'"),
    "typed": ("GAME = 5", "typed:GAME is not a Game"),
    "loud": ("raise RuntimeError('boom\\nand more')", "RuntimeError: boom"),
    "quitter": ("import sys; sys.exit('bye')", "SystemExit: bye"),
    "empty": ("", "AttributeError: module 'empty' has no attribute 'GAME'"),
    "unread": (
        "open('/somewhere/secret/file.txt')",
        "FileNotFoundError: [Errno 2] No such file or directory: 'file.txt'",
    ),
    "unwritten": ("def", "SyntaxError: invalid syntax (__init__.py, line 1)"),
    "alias": (PEBBLES, "it calls itself pebbles"),
    "stillborn": (pebbles("stillborn", "State(setup.pebbles)", "None.none"), "AttributeError: 'NoneType' object has"),
    "faint": (pebbles("faint", "pebbles=state.pebbles + event.brings", "pebbles=1 / 0"), "ZeroDivisionError: division"),
    "wordless": (pebbles("wordless", 'line("take the last one")', '"take"'), "AttributeError: 'str' object has no"),
}
LATE = pebbles(
    "late", "return State(state.pebbles - event.count", "return State(state.pebbles - 1 // (2 - event.count)"
)
BLIND = pebbles(
    "blind", "State(state.pebbles - event.count", "State(99 if event.count == 2 else state.pebbles - 1"
).replace("(2.0, 2.0)", "(2.0, 2.0 / (state.pebbles < 50))")


def install(site):
    for name, source in {
        **{name: text for name, (text, _) in BROKEN.items()},
        "pebbles": PEBBLES,
        "late": LATE,
        "blind": BLIND,
    }.items():
        (site / name).mkdir()
        (site / name / "__init__.py").write_text(source, "utf-8")
        (site / f"{name}-1.0.dist-info").mkdir()
        (site / f"{name}-1.0.dist-info" / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        points = f"[mousehole.games]\n{name} = {name}:GAME\n"
        (site / f"{name}-1.0.dist-info" / "entry_points.txt").write_text(points)
