"""Draw every tenth position of a game as SVG: python examples/pictures.py [FOLDER]."""

import sys
from pathlib import Path
from tempfile import mkdtemp

import mousehole

folder = Path(sys.argv[1] if len(sys.argv) > 1 else mkdtemp(prefix="mousehole-"))
folder.mkdir(parents=True, exist_ok=True)
game = mousehole.find("mousewarming")
record, _ = mousehole.played(game, game.setup(), ("greedy",), seed="pictures", number=1)
for ply in mousehole.plies(game, record):
    if ply.number % 10 == 0:
        page = folder / f"move-{ply.number:03}.svg"
        page.write_text(mousehole.picture(game, ply.state, language="fr"), "utf-8")
        print(page)
