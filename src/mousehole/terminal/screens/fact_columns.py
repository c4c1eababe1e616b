"""Panels beside a board: facts in columns, as few rows as they take."""

from textual.content import Content

from mousehole.core.scene import Panel, Row
from mousehole.core.words import Say
from mousehole.paint.text import meter

GAP = 2


def panel_words(panel: Panel, say: Say, width: int) -> Content:
    """Write a panel: its title, and its facts in as many columns as fit; a single one beside the title."""
    title, rows = Content.styled(say(panel.title), "bold"), [row_words(row, say) for row in panel.rows]
    if len(rows) == 1 and title.cell_length + GAP + rows[0].cell_length <= width:
        return Content.assemble(title, " " * GAP, rows[0])
    widest = max((row.cell_length for row in rows), default=0) + GAP
    across = max(1, (width + GAP) // widest)
    down = -(-len(rows) // across)
    lines = [Content("").join(row.pad_right(widest - row.cell_length) for row in rows[n::down]) for n in range(down)]
    return Content("\n").join([title, *lines])


def row_words(row: Row, say: Say) -> Content:
    """Write one fact: the mark it explains, its words, how full it is, its value."""
    words = [say(row.label), *([meter(*row.meter)] if row.meter else []), *([say(row.value)] if row.value else [])]
    mark = Content.styled(f"{row.mark} ", "bold $accent") if row.mark else Content("")
    return Content.assemble(mark, " ".join(words))
