"""What an album adds up to: numbers by game, board and company, the best finale, and how far a campaign is."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from mousehole import shelf
from mousehole.core.game import AnyGame, Stage
from mousehole.core.words import Line, line
from mousehole.host.level_words import level_word
from mousehole.players.player import players
from mousehole.web.album.memory import Memory

PARTNERS = 12  # names that are shown


class Outcomes(Struct, frozen=True):
    """How games went; `shared` were won and lost at one screen, `tried` had luck taken back or were begun elsewhere."""

    games: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0
    shared: int = 0
    tried: int = 0


class Kind(Struct, frozen=True):
    """The games on one board in one kind of company."""

    board: Line
    company: Line
    tally: Outcomes


class Partner(Struct, frozen=True):
    """Somebody this person played with, by the name that was given."""

    name: str
    face: str
    together: int  # games on the same side
    against: int


class GamePage(Struct, frozen=True):
    """What an album has about one game."""

    game: AnyGame
    tally: Outcomes
    row: int  # wins in a row right now
    longest: int
    kinds: tuple[Kind, ...]
    best: Memory
    titles: tuple[Memory, ...]  # games that earned a title
    stages: tuple[Stage, ...]


class Beside(Struct, frozen=True):
    """How a game went beside the best one, in words."""

    worse: Line
    equal: Line
    better: Line


OWN = Beside(
    line("Your best on this board: {ending}"),
    line("As good as your best on this board!"),
    line("Your best on this board so far!"),
)
TOGETHER = Beside(
    line("Your best together on this board: {ending}"),
    line("As good as your best together on this board!"),
    line("Your best together on this board so far!"),
)


def tally(pages: Iterable[Memory]) -> Outcomes:
    """Count how games went."""
    found = list(pages)
    counted = [page for page in found if page.clean]
    how = [page.outcome for page in counted]
    counts = (how.count("won"), how.count("lost"), how.count("drawn"), how.count("shared"))
    return Outcomes(len(found), *counts, len(found) - len(counted))


def game_pages(pages: Sequence[Memory]) -> tuple[GamePage, ...]:
    """A page for every game that was played, the most played first; games that are not at hand are left out."""
    known = [page for page in pages if page.game in shelf.names() and page.played is not None]
    by = {game: [page for page in known if page.game == game] for game in dict.fromkeys(page.game for page in known)}
    return tuple(game_page(shelf.find(game), by[game]) for game in sorted(by, key=lambda game: -len(by[game])))


def game_page(game: AnyGame, pages: Sequence[Memory]) -> GamePage:
    """Count all about one game."""
    rows = list(wins_in_a_row(pages))
    row, longest = (rows[-1], max(rows)) if rows else (0, 0)
    crowned = (best(pages), titles(game, pages), stages(game, pages))
    return GamePage(game, tally(pages), row, longest, kinds(game, pages), *crowned)


def titles(game: AnyGame, pages: Sequence[Memory]) -> tuple[Memory, ...]:
    """The games that earned a title, such as legends or a golden tray."""
    crowns = {trophy.key for trophy in game.parts.trophies or () if trophy.titled}
    return tuple(page for page in pages if page.title and page.won and crowns & {*page.trophies})


def kinds(game: AnyGame, pages: Sequence[Memory]) -> tuple[Kind, ...]:
    """Count by board and company, the most played first."""
    by: dict[str, list[Memory]] = {}  # lines cannot be keys, but how they are written can
    named = {page.table: (board_name(game, page.played), company(game, page)) for page in pages}
    for page in pages:
        by.setdefault(repr(named[page.table]), []).append(page)
    found = [Kind(*named[some[0].table], tally(some)) for some in by.values()]
    return tuple(sorted(found, key=lambda kind: -kind.tally.games))


def board_name(game: AnyGame, setup: Any) -> Line:
    """Name the board of a set-up, where the game tells them apart."""
    named = game.parts.board_name
    return named(setup) if named else game.title


def company(game: AnyGame, page: Memory) -> Line:
    """Say who else sat at the table: rivals count more than friends, the strongest bot more than others."""
    order = list(players(game))
    rivals = [one.level for one in page.rivals if one.kind == "bot"]
    if rivals:
        return line("against bots: {level}", level=level_word(strongest(rivals, order)))
    if any(one.kind == "person" and not one.mine for one in page.rivals):
        return line("against each other", context="company")
    if page.bots:
        return line("with bots: {level}", level=level_word(strongest([one.level for one in page.bots], order)))
    return (
        line("together", context="company")
        if len(page.mine) + len(page.company) > 1
        else line("alone", context="company")
    )


def strongest(levels: Sequence[str], order: Sequence[str]) -> str:
    """The strongest of some levels; an unknown one counts as the weakest."""
    return max(levels, key=lambda level: order.index(level) if level in order else -1)


def best(pages: Sequence[Memory]) -> Memory:
    """The game with the finest finale: a win before all, then a title, then the score, then the latest."""
    return max(pages, key=lambda page: (page.won, bool(page.title), page.over.score, page.ended))


def compared(pages: Sequence[Memory], table: str) -> Line | None:
    """How a game went beside the best one before it, on its board and side; in the same company where there is one."""
    page = next((one for one in pages if one.table == table), None)
    if page is None:
        return None
    game = shelf.find(page.game)
    wins = [one for one in pages if one.won and one.ended < page.ended and _alike(game, one, page)]
    if not wins:
        return None
    together = [one for one in wins if people(page) and people(one) == people(page)]
    finest, told = max(together or wins, key=lambda one: one.over.score), TOGETHER if together else OWN
    if not page.won or page.over.score < finest.over.score:
        return Line(told.worse.text, {"ending": game.ending(finest.over)})
    return told.better if page.over.score > finest.over.score else told.equal


def people(page: Memory) -> tuple[str, ...]:
    """The others at a table by their names; nobody where one of them gave none."""
    names = tuple(sorted(one.name for one in page.company))
    return names if all(names) else ()


def _alike(game: AnyGame, one: Memory, other: Memory) -> bool:
    """Whether two games were played on the same board and for the same side."""
    if one.game != other.game or one.played is None or other.played is None:
        return False
    sides = [{page.sitters[seat].team for seat in page.mine} for page in (one, other)]
    return sides[0] == sides[1] and board_name(game, one.played) == board_name(game, other.played)


def stages(game: AnyGame, pages: Sequence[Memory]) -> tuple[Stage, ...]:
    """How far the campaign of a game is, where it has one."""
    campaign = game.parts.adventure.campaign
    return tuple(campaign.stages([page.played for page in pages if page.won])) if campaign else ()


def partners(pages: Sequence[Memory]) -> tuple[Partner, ...]:
    """The people of an album by their names, those met most often first."""
    met: dict[str, list[tuple[Memory, bool, str]]] = {}
    for page in pages:
        for one in page.company:
            if one.name:
                met.setdefault(one.name, []).append((page, one in page.rivals, one.face))
    found = [
        Partner(name, games[-1][2], sum(not rival for _, rival, _ in games), sum(rival for _, rival, _ in games))
        for name, games in met.items()
    ]
    return tuple(sorted(found, key=lambda one: (-one.together - one.against, one.name)))[:PARTNERS]


def evenings_played(pages: Sequence[Memory]) -> int:
    """On how many evenings something was played."""
    return len(evenings(page.ended for page in pages))


HOUR = 3600.0
PAUSE = 10 * HOUR  # after which another evening begins
NEXT = 36 * HOUR  # within which the next evening has to begin


def wins_in_a_row(pages: Sequence[Memory]) -> Iterator[int]:
    """After every game that counts, how many were won in a row; a draw neither ends a row nor adds to it."""
    row = 0
    for page in pages:
        if page.clean and page.outcome in ("won", "lost"):
            row = row + 1 if page.won else 0
            yield row


def evenings(times: Iterable[float]) -> list[float]:
    """When each evening began: games with short pauses between them belong to one."""
    begun, last = list[float](), -NEXT
    for time in sorted(times):
        if time - last > PAUSE:
            begun.append(time)
        last = time
    return begun


def evenings_in_a_row(times: Iterable[float]) -> Iterator[int]:
    """For every evening, how many there were in a row with it."""
    row, last = 0, -NEXT
    for time in evenings(times):
        row = row + 1 if time - last <= NEXT else 1
        last = time
        yield row
