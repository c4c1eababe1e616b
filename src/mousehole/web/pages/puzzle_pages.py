"""Pages of puzzles: the card on the shelf, the page with the board, and the verdict on an answer."""

from functools import lru_cache
from typing import Any

import msgspec

from mousehole import shelf
from mousehole.core.game import AnyGame, Decide, Parts
from mousehole.core.knowledge import scene_for
from mousehole.core.puzzles import GameProgress, Grade, Progress, Puzzle, game_of_day
from mousehole.core.scene import Scene
from mousehole.core.words import Line, UserError, Voice, line, voice
from mousehole.library.position_text import read_position
from mousehole.paint.svg import paint
from mousehole.players.advice_words import kind_words, points
from mousehole.players.hints import Hint, no_reason
from mousehole.web.fetched_json import PuzzleAnswer, PuzzleFact, PuzzleRowView, PuzzleView
from mousehole.web.hint_views import rows_view
from mousehole.web.live.scenes import scene_json
from mousehole.web.pages.house_pages import live
from mousehole.web.pages.html import Html, sprite, tag
from mousehole.web.static_files import art_address

GRADES: dict[Grade, Line] = {"easy": line("easy"), "medium": line("tricky"), "hard": line("hard")}


class PuzzlePosition(msgspec.Struct, frozen=True):
    """The position of a puzzle, as the seat to move sees it."""

    game: AnyGame
    state: Any
    turn: Decide[Any]
    scene: Scene


@lru_cache(64)
def puzzle_position(text: str) -> PuzzlePosition:
    """Read the position of a puzzle."""
    game, state = read_position(text, shelf.find)
    turn = game.turn(state)
    if not isinstance(turn, Decide):
        raise UserError(line("nobody decides at this position"))
    return PuzzlePosition(game, state, turn, scene_for(game, state, turn, turn.seat))


def puzzle_games() -> tuple[str, ...]:
    """The games that have puzzles."""
    return tuple(game.name for game in shelf.every() if Parts.puzzles in game.parts)


def of_day(day: int) -> tuple[AnyGame, Puzzle] | None:
    """The puzzle that everybody gets on a day."""
    names = puzzle_games()
    game = shelf.find(game_of_day(day, names)) if names else None
    return (game, game.parts.puzzles.of_day(day)) if game and game.parts.puzzles else None


def day_card(day: int, days: int, language: str) -> Html | None:
    """Offer the puzzle of the day on the shelf, with the days in a row."""
    found = of_day(day)
    if found is None:
        return None
    game, puzzle = found
    say = voice(language, game.package)
    scene = puzzle_position(puzzle.position).scene
    wide, high = (round(side * 20) for side in scene.size)
    picture = tag("img", src=f"/puzzles/{game.name}/{puzzle.name}.svg", alt="", width=wide, height=high)
    title = say(line("{title} · {grade}", title=game.title, grade=GRADES[puzzle.grade]))
    streak = line("{n} day in a row", plural="{n} days in a row", n=days)
    return _card(say, picture, tag("span", title), tag("span", say(streak), class_="streak") if days else None)


def day_card_ahead(language: str) -> Html | None:
    """A placeholder of the same height, before it is known which puzzle it is."""
    if not puzzle_games():
        return None
    picture = sprite(art_address("house"), "house-mouse", class_="day-room", viewBox="0 0 140 140")
    return _card(voice(language), picture, tag("span", Html("&nbsp;")))


def _card(say: Voice, picture: Html, *words: Html | None) -> Html:
    title = say(line("Puzzle of the day"))
    said = tag("span", tag("strong", title), *words, class_="day-words")
    return tag(
        "section", tag("a", picture, said, href="/puzzles", class_="day-card"), class_="day-puzzle", aria_label=title
    )


@lru_cache(256)
def picture(puzzle: Puzzle, language: str) -> str:
    """Paint the position of a puzzle."""
    at = puzzle_position(puzzle.position)
    return paint(at.game, at.scene, language, scale=20)


def puzzle_page(game: AnyGame, today: bool, language: str) -> str:
    """Write the page with the board; it runs in the browser."""
    say = voice(language, game.package)
    words = line("The puzzle of the day for {title}") if today else line("Puzzles for {title}")
    title = say(Line(words.text, {"title": game.title}))
    return live("puzzle", title, language, "pages/puzzle.js", game.name, data_today="yes" if today else "")


def puzzle_view(puzzle: Puzzle, facts: tuple[PuzzleFact, ...], counts: bool, language: str) -> PuzzleView:
    """Say a puzzle, without its answer."""
    at, say = position_with_voice(puzzle, language)
    question = line("Which is the best move? This one is {grade}.", grade=GRADES[puzzle.grade])
    scene = scene_json(at.scene, say)
    return PuzzleView(puzzle.name, say(question), scene, facts, counts)


def answer_view(
    puzzle: Puzzle, action: int | None, facts: tuple[PuzzleFact, ...], counted: bool, language: str
) -> PuzzleAnswer:
    """Say what every choice is worth, and what the chosen one costs."""
    at, say = position_with_voice(puzzle, language)
    offers = {offer.action: say(offer.label) for offer in at.scene.offers}
    rows = tuple(
        PuzzleRowView(*msgspec.structs.astuple(row), label=offers.get(row.action, ""), best=row.action in puzzle.best)
        for row in rows_view(hints_at(puzzle, at), say)
    )
    words = [verdict(puzzle, action, offers), *why(puzzle, at)]
    said = " ".join(map(say, words))
    return PuzzleAnswer(action in puzzle.best, said, rows, say(kind_words(puzzle.exact)), facts, counted)


def verdict(puzzle: Puzzle, action: int | None, offers: dict[int, str]) -> Line:
    """Say whether a choice is the best one, and what it costs otherwise."""
    best = offers[puzzle.best[0]]
    if action is None:
        return line("The best move: {move}.", move=best)
    if action not in puzzle.best:
        return line("That costs {points} points. Better: {move}.", points=points(puzzle.loss(action)), move=best)
    second = min(puzzle.loss(n) for n in range(len(puzzle.worth)) if n not in puzzle.best)
    return line("Right! Every other move costs {points} points or more.", points=points(second))


def why(puzzle: Puzzle, at: PuzzlePosition) -> list[Line]:
    """Say why the best choice is good, where the game knows."""
    reason = (at.game.parts.reason or no_reason)(at.state, at.turn.actions[puzzle.best[0]])
    return [line("Why: {reason}.", reason=reason)] if reason else []


def hints_at(puzzle: Puzzle, at: PuzzlePosition) -> tuple[Hint, ...]:
    """What every choice is worth, as hints say it."""
    reason, doubt = at.game.parts.reason or no_reason, 0.0 if puzzle.exact else at.game.parts.doubt or 0.0
    return tuple(
        Hint(
            number,
            puzzle.chance(number),
            puzzle.loss(number),
            puzzle.exact,
            max(0.0, puzzle.chance(number) - doubt),
            min(1.0, puzzle.chance(number) + doubt),
            number not in puzzle.best,
            reason(at.state, action),
        )
        for number, action in enumerate(at.turn.actions)
    )


def progress_facts(kept: Progress, game: str, today: int, say: Voice) -> tuple[PuzzleFact, ...]:
    """How somebody gets on, in a few figures."""
    mine: GameProgress = kept.at(game)
    known = [
        (line("Your rating"), str(round(mine.rating.value)) if mine.tried else "–"),
        (line("In a row"), str(mine.streak)),
        (line("Solved"), f"{mine.solved}/{mine.tried}"),
        (line("Days in a row"), str(kept.days_by(today))),
    ]
    return tuple(PuzzleFact(say(label), value) for label, value in known)


def position_with_voice(puzzle: Puzzle, language: str) -> tuple[PuzzlePosition, Voice]:
    """The position of a puzzle, and a voice that knows its seats."""
    at = puzzle_position(puzzle.position)
    say = voice(language, at.game.package)
    return at, say.naming(tuple(say(kind.name) for kind in at.game.seats(at.game.setup())))
