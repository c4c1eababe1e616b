"""Record a game, write it, read it back, check every event and its luck, and look back at it."""

from pathlib import Path
from tempfile import TemporaryDirectory

import mousehole

game = mousehole.find("mmm")
record, over = mousehole.played(game, game.setup(), ("greedy",), seed="an evening", number=1)
with TemporaryDirectory() as folder:
    file = Path(folder) / "evening.json"
    file.write_bytes(mousehole.dump(record))
    game, record = mousehole.load(file)
assert mousehole.audit(game, record) == over  # legal throughout, and the luck is what the seed says
for ply in mousehole.plies(game, record):
    if ply.number % 10 == 0:
        print(ply.number, ply.event, mousehole.Position(game, ply.state).text)
found = mousehole.review(record, budget=mousehole.Budget(games=20, simulations=2_000, seconds=1))
print(f"from {found.start:.0%} at the start: luck {found.luck:+.0%}, decisions cost {found.losses:.0%}")
