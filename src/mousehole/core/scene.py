"""How a game draws itself, once, for browser, picture and terminal: keyed spots, pieces, offers and panels.

Scenes are made from the leaves up and never changed, so they hold no cycles, and `gc=False` keeps the collector from
walking through every spot of every table: with hundreds of tables those walks were the longest delays of the server.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from mousehole.core.words import Line

__all__ = [
    "Area",
    "Beat",
    "Chart",
    "DieFace",
    "FirstTime",
    "Gate",
    "GoalPart",
    "Motion",
    "Offer",
    "Page",
    "Panel",
    "Piece",
    "Point",
    "Row",
    "Scene",
    "Shade",
    "Spot",
    "Throw",
    "Zone",
]

Point: TypeAlias = tuple[float, float]
Motion: TypeAlias = Literal["hop", "slide", "roll", "flip", "pop", "vanish", "drop", "none"]


class Spot(Struct, frozen=True, gc=False):
    """A place of the board: where pieces stand and people click. `at` is its centre, in board units."""

    key: str
    at: Point
    size: Point = (1.0, 1.0)
    sprite: str = ""
    turn: float = 0.0
    label: Line | None = None
    mark: str = ""  # what the text painter writes there, up to three letters
    tint: str = ""  # a colour "#rrggbb" where a painter has no sprite
    glow: str = ""  # "good", "danger", "path": the last move, a reward, a threat
    text: Line | None = None  # words shown at its lower edge, such as the name that the story calls it by


class Piece(Struct, frozen=True, gc=False):
    """A thing that stands on a spot and moves: between two scenes the same key is the same piece."""

    key: str
    on: str
    sprite: str = ""
    motion: Motion = "slide"
    shift: Point = (0.0, 0.0)
    size: Point = (1.0, 1.0)
    turn: float = 0.0
    mirror: bool = False
    label: Line | None = None
    text: Line | None = None  # words shown on the piece, such as a number
    mark: str = ""
    tint: str = ""
    pool: str = ""  # pieces of one pool and sprite are interchangeable: one that goes and one that comes are the same
    tick: int = 0  # when it changes, the motion plays even if the piece stays
    sound: str = ""  # "dice", "step", "catch", "pop"
    enter: Motion = "pop"
    leave: Motion = "vanish"
    number: int = 0  # which of several alike it is, shown at its corner


class Offer(Struct, frozen=True, gc=False):
    """An action that can be chosen: by clicking these keys in turn, or by its label."""

    action: int
    clicks: tuple[str, ...]
    label: Line
    route: tuple[str, ...] = ()  # the places that a figure passes on its way, in order: it is seen to walk there
    minor: bool = False  # rarely wanted: it stands in the list of all moves, without a button of its own
    under: Line | None = None  # a heading: offers under the same one share a button that opens them
    tag: Line | None = None  # a few letters beside the place it is chosen at, such as the chance of a hit
    beyond: tuple[str, ...] = ()  # places further on whose best way begins with this action
    hands: tuple[str, ...] = ()  # pieces of which one may be taken up first, or dragged to the place: dice in a tray
    tone: Literal["", "dare", "safe"] = ""  # the colour of its button, where one choice risks what another keeps
    stake: tuple[str, ...] = ()  # the pieces that it risks


class DieFace(Struct, frozen=True, gc=False):
    """What one die shows, or one card that is turned up: people who roll real dice tap it."""

    sprite: str
    label: Line


class Throw(Struct, frozen=True, gc=False):
    """What a person taps to let luck happen."""

    clicks: tuple[str, ...]
    label: Line
    itself: bool = False  # nobody cares to throw this: it falls by itself after a moment


class Row(Struct, frozen=True, gc=False):
    """A row of a panel: words, and where useful a value, a sprite, a meter; its mark explains those of the board."""

    label: Line
    value: Line | None = None
    sprite: str = ""
    meter: tuple[int, int] | None = None
    mark: str = ""
    front: bool = False  # also seen on the face of a card
    ill: int = 0  # of what the meter lacks, so much is hard to get back


class Panel(Struct, frozen=True, gc=False):
    """A block of facts beside the board; one with a face is a card: its front is always seen, the rest on request."""

    key: str
    title: Line
    rows: tuple[Row, ...]
    face: str = ""  # the portrait of a card
    glow: str = ""  # "good", "danger" or "rest": the card in turn, one that is out of the game for now, any other
    over: bool = False  # it tells what goes on for a moment, such as a fight
    seat: int | None = None  # whose card it is, where that can change


class Shade(Struct, frozen=True, gc=False):
    """A spot of a zone: the words written there ("1/2") and how strongly it is coloured, from 0 to 1."""

    spot: str
    text: Line
    strength: float = 1.0


class Zone(Struct, frozen=True, gc=False):
    """Spots that a viewer may have shown on request, each with its words: where the cat can strike, for example."""

    key: str
    label: Line
    shades: tuple[Shade, ...]
    glow: str = "danger"


class Page(Struct, frozen=True, gc=False):
    """A page of the tale, laid over the board until it is read: a picture, a title and the words."""

    title: Line
    words: tuple[Line, ...]
    sprite: str = ""
    cast: tuple[str, ...] = ()  # the sprites of those who stand in front of the picture


class Area(Struct, frozen=True, gc=False):
    """A part of the map: a board among several, as far as it is known."""

    key: str
    at: Point  # its place among the others, in steps
    label: Line
    words: tuple[Line, ...] = ()  # its tale
    sprite: str = ""
    known: Literal["here", "known", "new"] = "new"
    goal: bool = False


class Gate(Struct, frozen=True, gc=False):
    """A door of an area: at which edge, in which colour, and whether somebody has gone through it."""

    area: str
    edge: Literal["north", "east", "south", "west"]
    label: Line
    tint: str = ""
    passed: bool = False


class GoalPart(Struct, frozen=True, gc=False):
    """Something that the goal asks for."""

    words: Line
    done: bool = False


class Chart(Struct, frozen=True, gc=False):
    """A map of where a game goes, what its goal asks for, and the next step."""

    areas: tuple[Area, ...]
    gates: tuple[Gate, ...] = ()
    aims: tuple[GoalPart, ...] = ()
    next: Line | None = None


class FirstTime(Struct, frozen=True, gc=False):
    """What somebody should know who meets a thing for the first time; each browser shows it once."""

    key: str
    words: Line


class Beat(Struct, frozen=True, gc=False):
    """A moment of what has just happened: its pieces move together, once those of the beats before have moved.

    Pieces are keys, or beginnings of keys: "die-" means all dice. One that does not move takes no part.
    """

    pieces: tuple[str, ...]
    by: str = ""  # the piece that strikes them: it shakes them before they move
    word: Line | None = None  # bursts out where it strikes
    sound: str = ""  # heard at its start, instead of what its pieces sound like
    motion: Motion = "none"  # how its pieces move, unless as ever
    apart: bool = False  # they move one after the other


class Scene(Struct, frozen=True, gc=False):
    """Everything one viewer sees of a position.

    Spots lie below pieces, and what comes later in its tuple lies on top; only keys that can be clicked now take
    clicks, so that a piece below another one can still be reached.
    """

    size: Point
    spots: tuple[Spot, ...]
    pieces: tuple[Piece, ...]
    prompt: Line
    offers: tuple[Offer, ...] = ()
    throw: Throw | None = None
    panels: tuple[Panel, ...] = ()
    backdrop: str = ""  # the sprite that is drawn behind everything, as large as the board
    zones: tuple[Zone, ...] = ()
    page: Page | None = None  # what has just happened, where it deserves to be staged
    beats: tuple[Beat, ...] = ()  # the order in which what has just happened is shown; the rest follows, and the words
    tense: bool = False  # one more step may be the end
    round: bool = False  # its places are round, and so is the ring around those that can be chosen
    chart: Chart | None = None  # where it goes, in a game on several boards
    first_times: tuple[FirstTime, ...] = ()  # the one that matters most comes first
    wings: Point = (0.0, 0.0)  # so much on top and at the bottom stands left and right, as columns, in a wide window
