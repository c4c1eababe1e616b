"""No line of a scene is forgotten when its words are checked."""

from mousehole.core.scene import (
    Area,
    Beat,
    Chart,
    FirstTime,
    Gate,
    GoalPart,
    Offer,
    Page,
    Panel,
    Piece,
    Row,
    Scene,
    Shade,
    Spot,
    Throw,
    Zone,
)
from mousehole.core.words import line
from mousehole.testing import said_in

FULL = Scene(
    size=(1, 1),
    spots=(Spot("spot", (0, 0), label=line("spot label"), text=line("spot text")),),
    pieces=(Piece("piece", "spot", label=line("piece label"), text=line("piece text")),),
    prompt=line("prompt"),
    offers=(Offer(0, ("spot",), line("offer"), under=line("offer under"), tag=line("offer tag")),),
    throw=Throw(("spot",), line("throw")),
    panels=(Panel("panel", line("panel title"), (Row(line("row label"), line("row value")),)),),
    zones=(Zone("zone", line("zone label"), (Shade("spot", line("shade"), 0.5),)),),
    page=Page(line("page title"), (line("page words"),)),
    beats=(Beat(("piece",), word=line("beat word")),),
    chart=Chart(
        (Area("area", (0, 0), line("area label"), (line("area words"),)),),
        (Gate("area", "north", line("gate label")),),
        (GoalPart(line("goal words")),),
        line("next step"),
    ),
    first_times=(FirstTime("first", line("first time")),),
)
SAID = {
    *("spot label", "spot text", "piece label", "piece text", "prompt", "offer", "offer under", "offer tag", "throw"),
    *("panel title", "row label", "row value", "zone label", "shade", "page title", "page words", "beat word"),
    *("area label", "area words", "gate label", "goal words", "next step", "first time"),
}


def test_every_line_of_a_scene_is_listed():
    assert sorted(said.text for said in said_in(FULL)) == sorted(SAID)
