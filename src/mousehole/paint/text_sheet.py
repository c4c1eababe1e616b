"""From board units to character cells: one scene at one scale, with the canvas it is drawn on."""

import math
import re
from functools import cached_property

from mousehole.core.scene import Piece, Point, Scene, Spot
from mousehole.core.words import Say
from mousehole.paint.colour import DARK, ink_on, is_colour, mixed
from mousehole.paint.text_canvas import Canvas, Rect

SCALES = ((8, 4), (6, 3), (4, 2), (4, 1))  # cells per unit, across and down: a cell is twice as high as wide
SQUARE = re.compile(r"([a-z])([1-9][0-9]?)")
GLOW = {"good": "#7ed957", "danger": "#ff5a4d", "path": "#ffffff"}
CURSOR = "#ffffff"
LIVELY, MUTED = 0.0, 0.55
SMALL = 0.25


class Sheet:
    """A scene on its way to characters."""

    def __init__(self, scene: Scene, say: Say, scale: tuple[int, int], live: frozenset[str], cursor: str):
        self.scene, self.say, self.live, self.cursor = scene, say, live, cursor
        self.across, self.down = scale
        self.canvas = Canvas()
        self.taken: set[tuple[int, int]] = set()  # cells of pieces

    @cached_property
    def spots(self) -> dict[str, Spot]:
        """The spots by key."""
        return {spot.key: spot for spot in self.scene.spots}

    @cached_property
    def squares(self) -> dict[str, Spot]:
        """The squares of the board."""
        return squares(self.scene)

    @cached_property
    def added(self) -> tuple[float, ...]:
        """The heights where a row is added: for column letters, and for the outlines of areas."""
        heights = {min(spot.at[1] for spot in self.squares.values()) - 0.5} if self.squares else set()
        for spot in self.scene.spots:
            if self.drawn(spot):
                held = [other.at[1] for other in members(self.scene, spot)]
                if held:
                    heights |= {min(held) - 0.01, max(held) + 0.01}
                elif self.down == 1 and extent(spot)[1] < 3:
                    heights |= {spot.at[1] - 0.4, spot.at[1] + 0.4}
        return tuple(sorted(heights))

    @cached_property
    def solid(self) -> set[int]:
        """The rows of the squares, including blank ones between them, so that a board stays even."""
        rows = [self.cell(spot.at)[1] for spot in self.squares.values()]
        return set(range(min(rows), max(rows) + 1)) if rows else set()

    @cached_property
    def muting(self) -> bool:
        """Whether what cannot be clicked is dimmed: only while squares can be chosen."""
        return any(spot.mark and spot.key in self.live for spot in self.scene.spots)

    def cell(self, at: Point) -> tuple[int, int]:
        """The cell in the middle of a unit around a point."""
        x = _round((at[0] - 0.5) * self.across) + max(0, (self.across - 2) // 2)
        y = _round((at[1] - 0.5) * self.down) + max(0, (self.down - 2) // 2)
        return x, y + self.shift(at[1])

    def rect(self, spot: Spot) -> Rect:
        """All cells of a spot, including the gap to the next one."""
        width, height = extent(spot)
        x, y = spot.at
        left, right = (_round((x + side * width) * self.across) for side in (-0.5, 0.5))
        top, bottom = (_round((y + side * height) * self.down) for side in (-0.5, 0.5))
        shift = self.shift(y)
        return left, top + shift, max(right, left + 1), max(bottom, top + 1) + shift

    def shift(self, y: float) -> int:
        """Count the rows added above a height: for column letters, and for boxes that need more room."""
        return sum(y > added for added in self.added)

    def paper(self, spot: Spot) -> Rect:
        """The cells of a spot that show its colour, one cell apart from its neighbours."""
        left, top, right, bottom = self.rect(spot)
        return left, top, max(right - 1, left + 1), max(bottom - 1, top + 1)

    def wide(self, spot: Spot) -> bool:
        """Whether a spot is an area rather than a square or a bar."""
        return min(extent(spot)) > 1.1 and max(extent(spot)) >= 2

    def drawn(self, spot: Spot) -> bool:
        """Whether a spot is an area to be outlined; what has neither name nor colour is furniture."""
        return self.wide(spot) and bool(spot.label or spot.mark or spot.tint or spot.key in self.live)

    def tint(self, spot: Spot, live: bool) -> str:
        """Choose the paper of a spot: bright if it can be clicked, dimmed if others can."""
        if spot.key == self.cursor:
            return CURSOR
        tint = spot.tint if is_colour(spot.tint) else ""
        if spot.glow in GLOW:
            return mixed(tint or DARK, GLOW[spot.glow], 0.4)
        return mixed(tint, DARK, MUTED if self.muting and not live else LIVELY) if tint else ""

    def mark(self, spot: Spot) -> None:
        """Write the mark of a spot, in brackets if it can be clicked."""
        if self.wide(spot) or not (spot.mark or spot.sprite or spot.tint):
            return
        x, y = self.cell(spot.at)
        self.canvas.places[spot.key] = (x, y)
        if spot.mark or self.canvas.free(x, y, 1):
            self.write(x, y, spot.mark[:3] or "·", spot.key)

    def write(self, x: int, y: int, mark: str, key: str) -> int:
        """Write a mark around a cell, in brackets if there is room and it can be clicked; returns the first column."""
        live = key in self.live
        if live and len(mark) + 2 <= self.across:
            mark = f"›{mark}‹" if key == self.cursor else f"({mark})"
        left = x - (len(mark) - 1) // 2
        paper = self.canvas.at(x, y).paper
        self.canvas.put(left, y, mark, ink_on(paper) if paper else "", strong=live)
        return left

    def piece_at(self, piece: Piece) -> Point:
        """The centre of a piece; small shifts are ignored, since cells are too coarse for them."""
        spot = self.spots[piece.on]
        dx, dy = (0.0 if abs(shift) < SMALL else shift for shift in piece.shift)
        return spot.at[0] + dx, spot.at[1] + dy


def squares(scene: Scene) -> dict[str, Spot]:
    """The spots named like squares, a1 and so on, if they stand in straight columns and rows."""
    named = {spot.key: spot for spot in scene.spots if SQUARE.fullmatch(spot.key)}
    columns = {(key[0], round(spot.at[0], 3)) for key, spot in named.items()}
    rows = {(key[1:], round(spot.at[1], 3)) for key, spot in named.items()}
    straight = len(columns) == len({c for c, _ in columns}) and len(rows) == len({r for r, _ in rows})
    return named if straight and len(named) > 3 else {}


def members(scene: Scene, spot: Spot) -> list[Spot]:
    """List the marked spots whose centres lie on an unmarked one, as the squares of an item do."""
    if spot.mark or max(spot.size) < 1.5:
        return []
    (x, y), (width, height) = spot.at, extent(spot)
    return [
        other
        for other in scene.spots
        if other.mark and abs(other.at[0] - x) < width / 2 and abs(other.at[1] - y) < height / 2
    ]


def extent(spot: Spot) -> Point:
    """Width and height as they appear on the board: an upright spot has them swapped."""
    upright = round(spot.turn / 90) % 2
    return (spot.size[1], spot.size[0]) if upright else spot.size


def light(paper: str) -> str:
    """Choose the ink on a paper, or the terminal's own where there is none."""
    return ink_on(paper) if paper else ""


def _round(value: float) -> int:
    return math.floor(value + 0.5 + 1e-6)
