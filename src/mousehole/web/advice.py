"""Says hints, reviews and the progress of long work, ready to be sent."""

from typing import Any
from urllib.parse import urlencode

from mousehole import shelf
from mousehole.core.numbers import percent
from mousehole.core.words import Voice, line
from mousehole.host.advice import Lookback
from mousehole.host.solving import Work, possible
from mousehole.players.hints import Hint
from mousehole.players.review import Review
from mousehole.players.telling import (
    betters,
    chance_words,
    costly,
    kind_words,
    loss_words,
    points,
    stories,
    sums,
)
from mousehole.table import Table
from mousehole.web.wire import HintRow, Hints

Page = dict[str, Any]


def hints_view(table: Table, entry: int, found: tuple[Hint, ...], say: Voice) -> Hints:
    """Say the hints of a turn."""
    exact = bool(found) and found[0].exact
    solve = not exact and possible(table.game, table.setup) is None
    return Hints(entry, exact, say(kind_words(exact)), rows_view(found, say), solve)


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


def work_view(work: Work | None, say: Voice) -> Page:
    """Say how far a board is solved."""
    if work is None:
        return {"stage": "none"}
    page: Page = {"stage": work.stage, "done": work.done, "total": work.total, "left": work.left}
    page["words"] = progress_words(work.done, work.total, work.left, say)
    page["problem"] = say(work.problem) if work.problem else ""
    page["found"] = [
        {"label": say(label), "chance": value, "words": say(percent(value, 2))} for label, value in work.found
    ]
    return page


def progress_words(done: int, total: int, left: float | None, say: Voice) -> str:
    """Say how much is done and how long it will take."""
    if left is None or not total:
        return say(line("Getting ready; the very first time this takes about a minute…"))
    whole, seconds = percent(done / total, 0), int(left) + 1
    if seconds < 90:
        words = line("{share} done, {n} second left", plural="{share} done, {n} seconds left", share=whole, n=seconds)
    else:
        n = round(seconds / 60)
        words = line("{share} done, {n} minute left", plural="{share} done, {n} minutes left", share=whole, n=n)
    return say(words)


def review_view(table: Table, work: Lookback, seat: int, say: Voice) -> Page:
    """Say a review, or how far it is."""
    if work.problem:
        return {"problem": say(work.problem)}
    if work.found is None:
        words = progress_words(work.done, work.total, work.left, say)
        return {"done": work.done, "total": work.total, "words": words}
    return {"review": _review(table, work.found, seat, say)}


def _review(table: Table, found: Review, seat: int, say: Voice) -> Page:
    record, game = table.record(), table.game
    told, better = stories(game, record, say), betters(game, record, found, say)
    teams = [kind.team for kind in game.seats(table.setup)]
    moments = [
        {
            "ply": moment.ply,
            "chance": round(moment.chance, 5),
            "percent": say(percent(moment.chance)),
            "seat": moment.seat,
            "ours": moment.seat is not None and teams[moment.seat] == teams[seat],
            "swing": round(moment.swing, 5),
            "loss": round(moment.loss, 5),
            "points": say(points(moment.loss)),
            "story": told[moment.ply - 1],
            "better": better.get(moment.ply, ""),
            "explore": explore_address(table, moment.ply - 1) if moment.loss else "",
        }
        for moment in found.moments
    ]
    whose = say(line("Chance to win of {names}", names=_names(table, seat, say)))
    return {
        "exact": found.exact,
        "kind": say(kind_words(found.exact)),
        "start": found.start,
        "whose": whose,
        "moments": moments,
        "sums": [say(words) for words in sums(found)],
        "costliest": found.costliest,
        "solve": not found.exact and possible(game, table.setup) is None,
    }


def explore_address(table: Table, ply: int) -> str:
    """Give the address of the explorer at a position, where the game has one."""
    explorer = table.game.part("explorer")
    return sketch_address("explore", table.game, explorer.fields(table.setup, table.states[ply])) if explorer else ""


def sketch_address(kind: str, game: shelf.AnyGame, fields: Any) -> str:
    """Give the address of a sketch."""
    return f"/{kind}/{game.name}" + (f"?{urlencode(fields)}" if fields else "")


def _names(table: Table, seat: int, say: Voice) -> str:
    kinds = table.game.seats(table.setup)
    names = table.names([say(kind.name) for kind in kinds])
    return ", ".join(name for name, kind in zip(names, kinds, strict=True) if kind.team == kinds[seat].team)
