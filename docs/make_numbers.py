"""Writes environment-numbers.md: every id and every byte of an observation, from the spec of each game."""

from mousehole import shelf

HEAD = """# Every number of an environment
The guide is [environments.md](environments.md).
A shape is read in rows: of shape 5 x 48, number 50 is row 1, place 2. Everything counts from 0. What never changes
during a game is marked *still*, and always comes last.
"""

OTHERWISE = {  # where a set-up has other numbers
    "mmm": (
        " on the boards of the box. A board of your own has 2 + rows x columns ids, and other bytes in the same order: "
        "ask `env.action_space.n`, and cut observations by name."
    )
}


def span(start, stop):
    """Write which numbers they are."""
    return str(start) if stop == start + 1 else f"{start}-{stop - 1}"


def shape(one):
    """Write a shape."""
    return " x ".join(map(str, one.shape))


def row(one, start, stop):
    """Write one line of a table."""
    most = f" | {one.most}" if hasattr(one, "most") else ""
    still = " *Still.*" if getattr(one, "still", False) else ""
    return f"| `{one.name}` | {span(start, stop)} | {shape(one)}{most} | {one.words}{still} |"


def table(spec, rows, head):
    """Write all that belongs together."""
    lines = [row(one, start, stop) for one, start, stop in spec.places() if one in rows]
    return [head, "|" + "---|" * (head.count("|") - 1), *lines, ""]


def chapter(game):
    """Write about one game, in its plain set-up."""
    spec = game.parts.tensor.spec(game.new(game.setup()))
    parts = [
        f"## {game.title.text}",
        f"{spec.ids} ids, {spec.size} bytes in an observation{OTHERWISE.get(game.name, '.')}",
        "",
    ]
    parts += table(spec, spec.actions, "| action | ids | shape | what it does |")
    parts += table(spec, spec.fields, "| field | bytes | shape | at most | what it says |")
    if spec.features:
        parts += [f"Every action has {spec.width} bytes of features.", ""]
        parts += table(spec, spec.features, "| feature | bytes | shape | at most | what it says |")
    return parts


def text():
    """Write the whole page."""
    chapters = [line for game in shelf.every() if game.parts.tensor is not None for line in chapter(game)]
    return HEAD + "\n" + "\n".join(chapters).rstrip() + "\n"


def pages():
    """The page by its name."""
    return {"environment-numbers.md": text()}
