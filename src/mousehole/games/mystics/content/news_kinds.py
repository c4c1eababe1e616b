"""Everything that can happen while an event is carried out, and that a story may tell."""

from typing import Literal, TypeAlias

NewsKind: TypeAlias = Literal[
    "again", "ambush", "attacks", "award", "bee", "blocks", "breaks", "bubbles", "bursts", "captured", "chases",
    "cheese", "climbs", "coils", "comes", "cursed_cheese", "defeated", "disguised", "dives", "does", "drifts",
    "drops", "eaten", "encounter", "ends", "enthralled", "explores", "fails", "falls", "finds", "flies", "gift",
    "gives", "gives_cheese", "goes", "heals", "hits", "hurt", "idle", "joins", "keeps", "later", "launches", "lays",
    "leaf_drifts", "leaf_flies", "leaf_lost", "leaf_stays", "leaps", "learns", "loot", "lost", "marked", "misses",
    "mortar", "night", "no_way", "nothing", "order", "ordered", "page", "parts", "passes", "plays", "poisoned",
    "pounces", "prevented", "pushes_up", "puts_away", "puts_on", "quiet", "rain", "recovers", "removed", "rescued",
    "roams", "robbed", "rolls", "rolls_down", "round", "searches", "sells", "shell", "shifts", "shoved", "shrugs",
    "skips", "slips", "snapper", "snaps", "splat", "stands", "stashes", "steps_in", "story", "strikes", "suffers",
    "surge", "takes_up", "throws", "token", "turn", "turtle_drifts", "turtles", "uses", "waits", "walks",
    "washed_off", "weather", "wheel", "wilder", "wounded",
]  # fmt: skip
