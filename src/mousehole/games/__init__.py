"""One folder is one game; games never import each other."""

from mousehole.compiled.native.finder import serve
from mousehole.compiled.native.rule_rooms import RuleRooms

COMPILABLE = (
    RuleRooms(
        "mousehole.games.mystics",
        rooms=("board", "effects", "verbs", "fight", "actions", "creatures", "rules", "companions"),
        below=("content", "tasks"),
    ),
)
serve(*COMPILABLE)
