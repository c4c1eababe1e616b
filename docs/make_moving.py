"""Writes the moving picture of the README: the end of a game of Mmm!, one frame for each event, without a script."""

import re
from pathlib import Path

import mousehole
from mousehole.paint.svg import definitions, paint

ROOT = Path(__file__).parents[1]
GAME_SHOWN = ROOT / "tests/games/mmm/golden/one-paw.win-2.json"
PICTURE = Path(__file__).parent / "pictures" / "moving.svg"
EVENTS, BEAT, LAST = 34, 0.7, 3.0  # seconds that a frame stays, and the last one
PIECES = re.compile(r'<g class="pieces">.*?</g>(?=\n<g class=|\n</svg>)', re.DOTALL)
DRAWINGS = re.compile(r"<defs>.*?</defs>", re.DOTALL)


def moving() -> str:
    """The first frame as a whole, and in it the pieces of every frame, each seen in its time."""
    game, record = mousehole.load(GAME_SHOWN)
    scenes = [game.scene(ply.state, ply.turn, None, ply.event) for ply in mousehole.plies(game, record)][-EVENTS:]
    pictures = [paint(game, scene, scale=40) for scene in scenes]
    known = dict.fromkeys(line for scene in scenes for line in definitions(game.package, scene, False)[1:-1])
    still = DRAWINGS.sub(lambda _: "\n".join(["<defs>", *known, "</defs>"]), pictures[-1])
    frames = (found[0] for picture in pictures if (found := PIECES.search(picture)))
    return PIECES.sub(lambda _: "\n".join(timed(list(frames))), still)


def timed(frames: list[str]) -> list[str]:
    """Show one frame after the other, for ever; whoever sees no movement sees the last one."""
    whole = BEAT * (len(frames) - 1) + LAST
    starts = [round(BEAT * n / whole, 4) for n in range(len(frames))]
    return [
        frame.replace(
            ">", f' visibility="{"visible" if n == len(frames) - 1 else "hidden"}">{seen(n, starts, whole)}', 1
        )
        for n, frame in enumerate(frames)
    ]


def seen(n: int, starts: list[float], whole: float) -> str:
    """When a frame is seen."""
    times = [0.0, starts[n], *starts[n + 1 : n + 2]]
    values = ["hidden", "visible", "hidden"][: len(times)]
    if n == 0:
        times, values = times[1:], values[1:]
    listed = f'values="{";".join(values)}" keyTimes="{";".join(f"{at:g}" for at in times)}"'
    return (
        f'<animate attributeName="visibility" calcMode="discrete" {listed} dur="{whole:g}s" repeatCount="indefinite"/>'
    )


if __name__ == "__main__":
    PICTURE.write_text(moving(), "utf-8")
    print(PICTURE)
