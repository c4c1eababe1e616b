"""One folder is one game; games never import each other."""

from mousehole.compiled.native import RuleRooms, serve

COMPILABLE = (
    RuleRooms(
        "mousehole.games.mystics",
        rooms=("board", "effects", "fight", "actions", "creatures", "rules", "companions"),
        below=("content",),
    ),
)
serve(*COMPILABLE)
