"""How close to perfect somebody plays over the weeks, drawn as a small SVG; and what is not known is said."""

import math
from collections.abc import Sequence

from msgspec import Struct

from mousehole.core.words import Voice, line
from mousehole.players.advice_words import points
from mousehole.web.album.memory import Memory
from mousehole.web.pages.html import Html, tag

WEEK = 7 * 24 * 3600.0
WIDE, HIGH, LEFT, RIGHT, TOP, BOTTOM = 640, 240, 44, 12, 14, 26
LEAST = 6  # points that the scale shows at least
FEW = 2  # games before there is anything to draw


class Dot(Struct, frozen=True):
    """A game that was looked back at: when, what it cost in points of a hundred, and whether that is exact."""

    time: float
    points: float
    exact: bool


def closeness(pages: Sequence[Memory], say: Voice, language: str) -> Html:
    """Draw what decisions cost, game by game and week by week, and say how much is known."""
    dots = known(pages)
    intro = line("What your own decisions cost in a game, as chances to win out of a hundred. Zero is perfect.")
    honest = line("{n} of {all} games has been reviewed.", plural="{n} of {all} games have been reviewed.",
                  n=len(dots), all=len(pages))  # fmt: skip
    how = line("A game is reviewed when somebody asks “Could we have done better?”, and by itself where the exact "
               "chances are known.")  # fmt: skip
    return tag(
        "section",
        tag("h2", say(line("How close to perfect?"))),
        tag("p", say(intro)),
        drawn(dots, say) if len(dots) >= FEW else None,
        tag("p", say(honest), " ", say(how), class_="help"),
    )


def known(pages: Sequence[Memory]) -> list[Dot]:
    """The games of which something is known, in order."""
    found = [(page.ended, page.measure) for page in pages if page.measure and page.measure.decisions]
    return [Dot(time, 100 * measure.loss, measure.exact) for time, measure in found]


def weeks(dots: Sequence[Dot]) -> list[tuple[float, float]]:
    """The middle and the mean of every week in which something is known."""
    by: dict[int, list[Dot]] = {}
    for dot in dots:
        by.setdefault(int(dot.time // WEEK), []).append(dot)
    return [
        (sum(dot.time for dot in some) / len(some), sum(dot.points for dot in some) / len(some))
        for _, some in sorted(by.items())
    ]


def drawn(dots: Sequence[Dot], say: Voice) -> Html:
    """The plot with its legend."""
    means = weeks(dots)
    scale = Scale(dots[0].time, dots[-1].time, scale_end(dots))
    first, last = (points(mean / 100) for _, mean in (means[0], means[-1]))
    told = line("From {first} to {last} points a game.", first=first, last=last)
    keys = [
        tag("li", say(words), class_=kind)
        for kind, words in (
            ("exact", line("exact", context="a game")),
            ("estimate", line("estimated", context="a game")),
            ("mean", line("weekly average")),
        )
    ]
    art = tag(
        "svg",
        tag("title", say(told)),
        grid(scale),
        tag("polyline", points=" ".join(f"{scale.x(time)},{scale.y(mean)}" for time, mean in means), class_="mean"),
        [point(scale, dot) for dot in dots],
        viewBox=f"0 0 {WIDE} {HIGH}",
        role="img",
        class_="album-plot",
    )
    ends = tag("p", [tag("time", data_time=str(int(dot.time))) for dot in (dots[0], dots[-1])], class_="plot-ends")
    return tag("figure", art, ends, tag("figcaption", tag("ul", keys, class_="plot-keys")))


def scale_end(dots: Sequence[Dot]) -> float:
    """The points at the top of the scale: an even number, so that its middle is a whole one."""
    return float(max(LEAST, 2 * math.ceil(max(dot.points for dot in dots) / 2)))


class Scale(Struct, frozen=True):
    """Where times and points stand in the picture."""

    first: float
    last: float
    most: float

    def x(self, time: float) -> str:
        """How far to the right a time is."""
        share = (time - self.first) / (self.last - self.first) if self.last > self.first else 0.5
        return f"{LEFT + share * (WIDE - LEFT - RIGHT):.1f}"

    def y(self, points: float) -> str:
        """How far down points are; perfect is at the bottom."""
        return f"{TOP + (1 - points / self.most) * (HIGH - TOP - BOTTOM):.1f}"


def grid(scale: Scale) -> list[Html]:
    """Three lines with their numbers."""
    found = []
    for share in (0.0, 0.5, 1.0):
        cost = share * scale.most
        y = scale.y(cost)
        found += [
            tag("line", x1=LEFT, x2=WIDE - RIGHT, y1=y, y2=y, class_="grid"),
            tag("text", str(round(cost)), x=LEFT - 8, y=f"{float(y) + 5:.1f}", class_="scale"),
        ]
    return found


def point(scale: Scale, dot: Dot) -> Html:
    """A game."""
    return tag("circle", cx=scale.x(dot.time), cy=scale.y(dot.points), r=5, class_="exact" if dot.exact else "estimate")
