"""Every message between server and browser, as a type. Version 2; docs/wire.md explains it."""

from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct

from mousehole.table import Play, Sit, ThrowDice, Undo
from mousehole.web.live.scenes import ChangeJson, RowJson, SceneJson

VERSION = 2
WHOLE_SCENES = 1  # pages of this version are still served: every frame they get holds its scene whole
MAX_MESSAGE_BYTES = 8 * 1024
LONGEST_CHAT = 200

NOTHING = msgspec.Raw()  # this very object, since a default is left out by identity

Reason: TypeAlias = Literal[
    "stale", "not_your_turn", "no_such_action", "no_undo", "stopped", "not_your_seat", "too_fast", "too_large",
    "malformed", "not_allowed", "version", "no_hints", "too_much", "busy", "broken",
]  # fmt: skip


class ToServer(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """What a browser may send beside moves, which are the table's own types."""


class Hello(ToServer, frozen=True, tag="hello"):
    """First of all: the entry the browser knows, if any; `looks` is the seat that takes a shared screen."""

    version: int
    known: int | None = None
    language: str = ""
    looks: int | None = None


class Point(ToServer, frozen=True, tag="point"):
    """Point at an offer for the others to see; None points at nothing."""

    action: int | None = None


class Chat(ToServer, frozen=True, tag="chat"):
    """Say something: own words, or a quick phrase or a face by its key."""

    text: str = ""
    phrase: str = ""


class Again(ToServer, frozen=True, tag="again"):
    """Play again."""


class AskHint(ToServer, frozen=True, tag="hint"):
    """Ask what each action is worth; the entry says of which position."""

    entry: int


class Ping(ToServer, frozen=True, tag="ping"):
    """Ask whether the other side is there."""


Asked: TypeAlias = Hello | Play | ThrowDice | Undo | Point | Chat | Sit | Again | AskHint | Ping


class ToBrowser(Struct, frozen=True, omit_defaults=True, tag_field="type"):
    """What the server sends."""


class SeatView(Struct, frozen=True, omit_defaults=True):
    """A seat as one viewer sees it."""

    seat: int
    name: str
    kind: Literal["person", "bot", "empty"]
    team: str
    face: str
    level: str = ""
    present: bool = False
    you: bool = False
    owner: bool = False  # its player is here and owns the table
    kept: bool = False  # a bot plays for a person, who may come back


class FaceView(Struct, frozen=True):
    """What a die shows."""

    sprite: str
    label: str


class TurnView(Struct, frozen=True, omit_defaults=True):
    """Whose turn it is; `mine` when this viewer may move, `outcomes` where real dice are told.

    `faces` are what the dice can show, and `dice` says for each outcome which of them do, by their numbers.

    `covered` where people share a screen and hide cards from each other: they are shown to whoever says `looks`.
    """

    kind: Literal["decide", "chance", "over"]
    seat: int | None = None
    mine: bool = False
    outcomes: tuple[str, ...] = ()
    covered: bool = False
    faces: tuple[FaceView, ...] = ()
    dice: tuple[tuple[int, ...], ...] = ()


class OverView(Struct, frozen=True, omit_defaults=True):
    """How the game ended, in words and figures."""

    winners: tuple[int, ...]
    reason: str
    text: str
    score: int = 0
    rating: str = ""
    title: str = ""
    drawn: bool = False
    again: bool = False
    tale: str = ""  # how the story ends, in games that tell one
    onward: bool = False  # what comes next is another set-up: the next chapter
    seed: str = ""
    check: str = ""
    campaign: str = ""  # where the map of its campaign is
    figures: tuple[RowJson, ...] = ()  # the numbers of the game; a front one with a meter is shown as stars


class FrameView(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The table after one entry, as one viewer sees it."""

    entry: int
    ply: int
    scene: SceneJson = NOTHING
    change: ChangeJson = NOTHING  # instead of a scene: how that of the frame before changed
    snapshot: bool = False
    event: Any = None
    mover: int | None = None
    clicks: tuple[str, ...] = ()
    route: tuple[str, ...] = ()
    story: tuple[str, ...] = ()
    over: OverView | None = None
    turn: TurnView
    undo: int | None = None


class StoryPly(Struct, frozen=True, omit_defaults=True):
    """A ply of the story."""

    ply: int
    lines: tuple[str, ...]
    mover: int | None = None


class ChatMessage(ToBrowser, frozen=True, tag="said"):
    """Somebody said something."""

    name: str
    text: str
    seat: int | None = None
    mark: str = ""  # of a spectator: tells them apart
    owner: bool = False  # of the table: no name says so
    emote: str = ""  # a face to show, by its key


class OptionsView(Struct, frozen=True):
    """How people play at a table."""

    shared: bool
    auto_throw: bool
    real_dice: bool
    chat: bool
    hints: bool
    muted: tuple[str, ...] = ()  # roles and spectators who may not chat
    stand_in: bool = False  # a bot takes over by itself from who is away
    epochs: dict[str, int] = {}  # of roles, raised whenever their links and grants ended


class TableView(Struct, frozen=True):
    """What does not change with every move."""

    id: str
    game: str
    title: str
    seats: tuple[SeatView, ...]
    seed_hash: str
    levels: dict[str, str]
    phrases: dict[str, str]
    emotes: dict[str, str]
    language: str
    options: OptionsView
    spectators: int = 0
    agreed: tuple[str, ...] = ()  # what is special about this table, in words


class You(Struct, frozen=True):
    """What this viewer may do."""

    name: str
    owner: bool
    seats: tuple[int, ...]
    muted: bool = False  # may not chat for now


class Welcome(ToBrowser, frozen=True, tag="welcome"):
    """Everything a browser needs to begin."""

    table: TableView
    you: You
    frame: FrameView
    story: tuple[StoryPly, ...]
    chat: tuple[ChatMessage, ...] = ()
    version: int = 0


class Frames(ToBrowser, frozen=True, tag="frames"):
    """What happened since."""

    frames: tuple[FrameView, ...]


class Ack(ToBrowser, frozen=True, tag="ack"):
    """A move was written for good."""

    ticket: str
    entry: int
    ply: int


class Refusal(ToBrowser, frozen=True, tag="refused"):
    """A move was not taken; nothing has changed."""

    reason: Reason
    text: str
    ticket: str = ""
    entry: int = -1


class Seats(ToBrowser, frozen=True, tag="seats"):
    """Who sits where, who is there, and what the levels of bots are called here: that may change with a solution."""

    seats: tuple[SeatView, ...]
    levels: dict[str, str]
    spectators: int = 0


class Pointed(ToBrowser, frozen=True, tag="pointed"):
    """Somebody points at an offer."""

    name: str
    seat: int | None = None
    action: int | None = None


class Next(ToBrowser, frozen=True, tag="next"):
    """The group plays again, here."""

    address: str


class HintRow(Struct, frozen=True, omit_defaults=True):
    """What an action is worth: as shares of one, and in words."""

    action: int
    chance: float
    low: float
    high: float
    words: str
    lost: str
    loss: float = 0.0
    clear: bool = False
    reason: str = ""


class Hints(ToBrowser, frozen=True, tag="hints"):
    """What each action is worth; `solve` where the board could be solved, so that estimates become exact.

    A tip, where the game has one, comes at once, without rows; it speaks of what glows.
    """

    entry: int
    exact: bool
    kind: str
    rows: tuple[HintRow, ...]
    solve: bool = False
    tip: str = ""
    advised: int | None = None
    glow: tuple[str, ...] = ()


class Changed(ToBrowser, frozen=True, tag="changed"):
    """The owner has changed how people play at this table."""

    options: OptionsView
    muted: bool = False


class Gone(ToBrowser, frozen=True, tag="gone"):
    """This viewer has no rights here any longer; the last message, and the page stays away."""

    reason: Literal["removed", "revoked", "deleted", "left", "broken"]
    text: str


class ComeBack(ToBrowser, frozen=True, tag="come_back"):
    """This server ends, another goes on: the last message; come back at any moment within so many seconds."""

    within: float


class Pong(ToBrowser, frozen=True, tag="pong"):
    """Say that this side is there."""


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Asked).decode
