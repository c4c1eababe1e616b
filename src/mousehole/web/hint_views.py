"""Says hints and the progress of long work, ready to be sent."""

from collections.abc import Collection
from typing import Any
from urllib.parse import urlencode

from msgspec.structs import replace

from mousehole.core.game import AnyGame, Decide, Seat
from mousehole.core.words import Voice, line, percent
from mousehole.host.solving import Work, possible
from mousehole.players.advice_words import chance_words, costly, kind_words, loss_words
from mousehole.players.hints import Hint
from mousehole.table import Table
from mousehole.web.fetched_json import FoundChance, WorkView
from mousehole.web.live.wire import HintRow, Hints


def tip_view(table: Table, seats: Collection[Seat], say: Voice) -> Hints | None:
    """Say what an expert would do, if one of these seats is to decide."""
    game, turn = table.game, table.turn
    ask = game.parts.adventure.tip
    if ask is None or not isinstance(turn, Decide) or turn.seat not in seats:
        return None
    tip = ask(table.state, turn)
    if tip is None:
        return None
    return Hints(table.entry, False, "", (), tip=say(tip.words), advised=turn.actions.index(tip.action), glow=tip.keys)


def hints_view(table: Table, entry: int, found: tuple[Hint, ...], say: Voice, tip: Hints | None = None) -> Hints:
    """Say the hints of a turn, below its tip."""
    exact = bool(found) and found[0].exact
    solve = not exact and possible(table.game, table.setup) is None
    told = tip or Hints(entry, exact, "", ())
    return replace(told, entry=entry, exact=exact, kind=say(kind_words(exact)), rows=rows_view(found, say), solve=solve)


def rows_view(found: tuple[Hint, ...], say: Voice) -> tuple[HintRow, ...]:
    """Say each hint."""
    return tuple(
        HintRow(
            hint.action,
            round(hint.chance, 6),
            round(hint.low, 6),
            round(hint.high, 6),
            say(chance_words(hint)),
            say(loss_words(hint)),
            round(hint.loss, 6),
            costly(hint),
            say(hint.reason) if hint.reason else "",
        )
        for hint in found
    )


def work_view(work: Work | None, say: Voice) -> WorkView:
    """Say how far a board is solved."""
    if work is None:
        return WorkView("none")
    words = progress_words(work.done, work.total, work.left, say)
    problem = say(work.problem) if work.problem else ""
    found = tuple(FoundChance(say(label), value, say(percent(value, 2))) for label, value in work.found)
    return WorkView(work.stage, work.done, work.total, work.left, words, problem, found)


def progress_words(done: int, total: int, left: float | None, say: Voice) -> str:
    """Say how much is done and how long it will take."""
    if left is None or not total:
        return say(line("Getting ready…"))
    whole, seconds = percent(done / total, 0), int(left) + 1
    if seconds < 90:
        words = line("{share} done, {n} second left", plural="{share} done, {n} seconds left", share=whole, n=seconds)
    else:
        n = round(seconds / 60)
        words = line("{share} done, {n} minute left", plural="{share} done, {n} minutes left", share=whole, n=n)
    return say(words)


def sketch_address(kind: str, game: AnyGame, fields: Any) -> str:
    """The address of a sketch."""
    return f"/{kind}/{game.name}" + (f"?{urlencode(fields)}" if fields else "")
