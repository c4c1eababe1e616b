"""The faces people choose from: drawn by the house, one for every seat until somebody chooses another."""

from mousehole.core.game import AnyGame, Seat, SeatKind
from mousehole.core.words import Line, line, one_line
from mousehole.host.level_words import level_or_strongest
from mousehole.table import Chair

LONGEST_NAME = 24
FACES: dict[str, Line] = {
    "bow": line("a mouse with a red bow"),
    "cap": line("a mouse with a blue cap"),
    "leaf": line("a mouse with a leaf"),
    "glasses": line("a mouse with glasses"),
    "scarf": line("a mouse with a scarf"),
    "flower": line("a mouse with a flower"),
    "hat": line("a mouse with a tall hat"),
    "cat": line("a cat"),
}
BOT_FACES = ("bot-easy", "bot", "bot-strong")
STRONG = ("strong", "best", "perfect")
MICE = tuple(face for face in FACES if face != "cat")


def face_of(seat: Seat, chair: Chair, kind: SeatKind) -> str:
    """The face of a seat: the chosen one, or that of its bot or team, or the mouse of that seat."""
    team = clean_face(kind.team)
    if chair.kind == "bot":
        return team or _bot_face(chair.level)
    return clean_face(chair.face) or team or MICE[seat % len(MICE)]


def _bot_face(level: str) -> str:
    easy, usual, strong = BOT_FACES
    return easy if level == "easy" else strong if level in STRONG else usual


def chair_from(game: AnyGame, asked: Chair, now: Chair) -> Chair:
    """The chair that somebody asks for; a name or a face that is not given stays."""
    level = level_or_strongest(game, asked.level) if asked.kind == "bot" else ""
    return Chair(asked.kind, clean_name(asked.name) or now.name, level, clean_face(asked.face) or now.face)


def clean_name(text: str) -> str:
    """A name fit to be shown at a table: short, on one line, without invisible characters."""
    return one_line(text)[:LONGEST_NAME].strip()


def clean_face(text: str) -> str:
    """A face that can be drawn, or none."""
    return text if text in FACES else ""
