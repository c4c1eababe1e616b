"""Writes the references from docstrings: every name of the public face, and what games are written with."""

import ast
import inspect
import textwrap
from pydoc import locate

import mousehole

FACE = """# Reference
Every name that `mousehole` offers; they change only with a word in [the changelog](changelog.md). The
[tour](library.md) shows them at work. Names with a second dot are imported from where they stand:
`from mousehole import envs`.
"""
FACE_ROOMS = {
    "Games and positions": (
        "find every_game start position load play picture Position Game AnyGame Parts Seat SeatKind"
    ),
    "Turns": "Turn Decide Chance Over Luck draw",
    "Records": "Record Ply plies replay audit dump",
    "Hints, exact chances, reviews": "hints best_of Hint Budget solve Oracle review Review players.review.Moment",
    "Players and contests": ("Player find_player players_of contest lineups played Report Tally players.arena.Gap"),
    "Tables": "Table open_table OpenedTable sit RemoteSeat",
    "Words": "Line line voice",
    "Environments": (
        "envs.gym envs.aec envs.parallel envs.vector envs.batch envs.spiel envs.game_batch.Batch envs.arrays.named"
    ),
    "What can go wrong": (
        "UserError NoSuchGame NoSuchPlayer BadSetup BadRecord BadPosition Illegal NotOpened NotAtTable"
    ),
}
KIT = """# What games are written with
[Writing a game](writing-a-game.md) shows these at work. They are imported from the modules that their names begin
with, except those of [the reference](reference.md), which `mousehole` itself has too.
"""
KIT_ROOMS = {
    "Set-ups and results": "core.game.Field core.game.Problem core.game.Result",
    "Hidden hands": "core.game.Hidden",
    "A scene": (
        "Scene core.scene.Spot core.scene.Piece core.scene.Offer core.scene.Throw core.scene.Panel core.scene.Row "
        "core.scene.Zone core.scene.Shade core.scene.Page core.scene.DieFace"
    ),
    "Words of a story": "core.words.Who",
    "Dice": "core.kit.throws core.kit.throw_weight core.kit.without_die",
    "Bags": "core.kit.bag_count core.kit.bag_has_any core.kit.drawable core.kit.draw_one",
    "Squares": "core.kit.grid core.kit.Grid",
    "What follows from a set-up": "core.kit.Derived core.kit.set_derived",
    "Checks": "testing.conformance testing.proves testing.random_record",
}
ALIASES = {
    "AnyGame": "A game of any kind: a `Game` whose set-ups, states and events may be anything.",
    "Seat": "A seat at the table: a whole number, from 0 on.",
    "Turn": "What comes next in a position: a `Decide`, a `Chance` or an `Over`.",
}
BARE = {"Parts"}  # "Writing a game" has a table of them
BLOCK = "```{{eval-rst}}\n{}\n```\n"


def pages():
    """Both pages, by their names; a public name that has no room yet stands under "More"."""
    told = {name for rooms in (FACE_ROOMS, KIT_ROOMS) for names in rooms.values() for name in names.split()}
    others = " ".join(sorted({*mousehole.__all__} - told - {"__version__"}))
    face = FACE_ROOMS | ({"More": others} if others else {})
    return {"reference.md": FACE + rooms(face), "reference-games.md": KIT + rooms(KIT_ROOMS)}


def rooms(names):
    """Write the rooms of a page."""
    return "".join(f"\n## {room}\n" + BLOCK.format("\n\n".join(map(entry, n.split()))) for room, n in names.items())


def entry(name):
    """Ask Sphinx for one name and all that belongs to it."""
    found = locate(f"mousehole.{name}")
    if name in ALIASES:
        return f".. py:data:: mousehole.{name}\n\n   {ALIASES[name]}"
    if not inspect.isclass(found):
        return f".. autofunction:: mousehole.{name}"
    told = [] if name in BARE else fields(found)
    options = ":exclude-members: " + ", ".join(field for field, _ in told) if told else ":undoc-members:"
    members = "" if name in BARE else f"\n   :members:\n   {options}"
    return "\n\n".join([f".. autoclass:: mousehole.{name}{members}", *(text for _, text in told)])


def fields(found):
    """The fields of a class as its source has them, each with the comment behind it."""
    source = textwrap.dedent(inspect.getsource(found))
    rows = source.splitlines()
    declared = [node for node in ast.parse(source).body[0].body if isinstance(node, ast.AnnAssign)]
    return [(node.target.id, field(node, rows[node.end_lineno - 1].partition("  # ")[2])) for node in declared]


def field(node, comment):
    """Write one field."""
    head = f"   .. py:attribute:: {node.target.id}\n      :type: {ast.unparse(node.annotation)}"
    value = f"\n      :value: {ast.unparse(node.value)}" if isinstance(node.value, ast.Constant) else ""
    words = f"\n\n      {comment[:1].upper()}{comment[1:]}." if comment else ""
    return head + value + words
