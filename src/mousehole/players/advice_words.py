"""Hints and reviews in words, for browser, terminal and command line alike."""

from collections.abc import Sequence
from itertools import pairwise
from math import hypot
from typing import Any

from mousehole.core.game import AnyGame, Decide
from mousehole.core.knowledge import scene_for, story_for
from mousehole.core.record import Ply
from mousehole.core.words import Line, Voice, decimal, line, percent
from mousehole.players.hints import Hint
from mousehole.players.review import Moment, Review

BAR = 40
SMALLEST_LOSS = 0.0005  # a smaller loss would round to nothing
NOTABLE = 0.05  # of a chance: less is not worth a word in a verdict


def chance_words(hint: Hint) -> Line:
    """A chance in words: exact, or an estimate with its bounds."""
    if hint.exact:
        return line("{chance}, exact", chance=percent(hint.chance))
    reach = percent(max(hint.high - hint.chance, hint.chance - hint.low), 0)
    return line("about {chance} ± {reach}", chance=percent(hint.chance, 0), reach=reach)


def loss_words(hint: Hint) -> Line:
    """What an action loses against the best one, in words."""
    if costly(hint):
        return line("{points} points below the best", points=points(hint.loss))
    return line("among the best") if not hint.exact else line("the best")


def costly(hint: Hint) -> bool:
    """Whether an action is worse than the best one by an amount worth mentioning."""
    return hint.clear and hint.loss >= SMALLEST_LOSS


def kind_words(exact: bool) -> Line:
    """Say how far the chances can be trusted."""
    if exact:
        return line("Exact chances, with perfect play.")
    return line(
        "Estimates from many simulated games: how often practised players would win from here. "
        "Perfect play may win more; small differences mean nothing."
    )


def review_rows(found: Review, stories: list[str], better: dict[int, str], say: Voice) -> list[str]:
    """Write a review as lines: every event, then the sums."""
    rows = [_row(moment, story, say) for moment, story in zip(found.moments, stories, strict=True)]
    rows += ["", say(kind_words(found.exact))]
    rows += [say(words) for words in sums(found)]
    for ply in found.costliest:
        moment = found.moments[ply - 1]
        told = {"ply": ply, "points": points(moment.loss), "story": stories[ply - 1], "better": better.get(ply, "")}
        rows.append(say(Line("Move {ply} cost {points} points: {story} Better: {better}.", told)))
    return rows


def luck_words(found: Review) -> Line:
    """Sum up the luck of a game."""
    if found.start_reach:
        n, reach = whole(found.luck), whole(luck_reach(found))
        gave = line("Luck gave {n} ± {reach} points.", n=n, reach=reach)
        return gave if found.luck >= 0 else line("Luck took {n} ± {reach} points.", n=n, reach=reach)
    if abs(found.luck) < SMALLEST_LOSS:
        return line("Good luck and bad luck were even.")
    size = points(abs(found.luck))
    if found.teams > 2:
        bad = line("Luck and the choices of others took {points} points.", points=size)
        good = line("Luck and the choices of others gave {points} points.", points=size)
    elif found.exact:
        bad, good = (
            line("Bad luck took {points} points.", points=size),
            line("Good luck gave {points} points.", points=size),
        )
    else:
        bad = line("Bad luck and small choices took {points} points.", points=size)
        good = line("Luck and small choices gave {points} points.", points=size)
    return bad if found.luck < 0 else good


def luck_reach(found: Review) -> float:
    """How far luck may be off: it is what the chance at the start and decisions leave over."""
    return hypot(found.start_reach, found.losses_reach)


def skill_words(found: Review) -> Line:
    """Sum up the decisions of a game."""
    if found.losses_reach:
        n, reach = whole(found.losses), whole(found.losses_reach)
        cost = line("Your decisions cost {n} ± {reach} points.", n=n, reach=reach)
        return cost if found.losses >= 0 else line("Your decisions gained {n} ± {reach} points.", n=n, reach=reach)
    if found.losses < SMALLEST_LOSS:
        perfect = line("Your decisions cost nothing: you played perfectly.")
        return perfect if found.exact else line("No clear mistake was found.")
    return line("Your decisions cost {points} points.", points=points(found.losses))


def gift_words(found: Review) -> Line | None:
    """Sum up what the mistakes of others were worth, where there are others."""
    return line("The other side's decisions gave {points} points.", points=points(found.gifts)) if found.gifts else None


def sums(found: Review) -> list[Line]:
    """Sum up a game: together with the chance at the start, this gives the end."""
    start = line("At the start: {chance}.", chance=start_words(found))
    if not found.decided:
        return [line("Nobody had anything to decide."), *([start] if found.exact else [])]
    return [words for words in (start, luck_words(found), skill_words(found), gift_words(found)) if words]


def balance(found: Review) -> list[tuple[Line, Line]]:
    """A game as a sum: the chance at the start, and what luck and decisions made of it; names and figures."""
    start = start_words(found)
    plain = found.exact or found.start_reach
    first = (line("At the start"), start if plain else line("about {chance}", chance=start))
    name, size = line("Luck and the others") if found.teams > 2 else line("Luck"), luck_reach(found)
    luck = (name, gained(found.luck, found.exact, size if found.start_reach else 0.0))
    if not found.decided:
        return [first, luck]
    flawless = line("perfect", context="decisions") if found.exact else line("no clear mistake")
    counted = found.losses >= SMALLEST_LOSS or found.losses_reach >= SMALLEST_LOSS
    cost = gained(-found.losses, found.exact, found.losses_reach) if counted else flawless
    skill = (line("Your decisions"), cost)
    gifts = (
        [(line("The other side's mistakes"), gained(found.gifts, found.exact))] if found.gifts >= SMALLEST_LOSS else []
    )
    return [first, luck, skill, *gifts]


def verdict(found: Review) -> Line:
    """One friendly and true sentence about a finished game, without a figure."""
    luck, cost = found.luck, found.losses - found.losses_reach
    size = NOTABLE + (luck_reach(found) if found.start_reach else 0.0)
    n = max(len(found.costliest), 1) if cost > NOTABLE else 0
    if not found.decided:
        return line("Nobody had anything to decide.")
    if found.start + luck - found.losses + found.gifts > 0.5:
        return _won(luck < -size, n)
    if luck > size and n:
        few = "Luck was kind. At {n} moment another choice was worth more."
        return line(few, plural="Luck was kind. At {n} moments another choice was worth more.", n=n)
    return _lost(luck < -size, n)


def _won(unlucky: bool, n: int) -> Line:
    if n:
        few, many = (
            "You won, though {n} choice could have been better.",
            "You won, though {n} choices could have been better.",
        )
        return line(few, plural=many, n=n)
    return (
        line("Luck was against you, and you won all the same.")
        if unlucky
        else line("Well chosen from beginning to end.")
    )


def _lost(unlucky: bool, n: int) -> Line:
    if not n:
        return (
            line("You chose well. This time luck was against you.")
            if unlucky
            else line("You chose well. It was a hard one to win.")
        )
    if not unlucky:
        return line(
            "At {n} moment another choice was worth more.", plural="At {n} moments another choice was worth more.", n=n
        )
    few, many = (
        "Luck was against you, and {n} choice cost you as well.",
        "Luck was against you, and {n} choices cost you as well.",
    )
    return line(few, plural=many, n=n)


def start_words(found: Review) -> Line:
    """The chance at the start, with its reach where that is known."""
    chance = percent(found.start, 1 if found.exact else 0)
    reach = percent(found.start_reach, 0)
    return line("about {chance} ± {reach}", chance=chance, reach=reach) if found.start_reach else chance


def gained(change: float, exact: bool, reach: float = 0.0) -> Line:
    """What was won or lost, in hundredths of a chance; an estimate says that it is one."""
    if reach >= SMALLEST_LOSS:
        n, off = whole(change), whole(reach)
        more = line("about +{n} ± {reach} points", n=n, reach=off)
        return more if change >= 0 else line("about −{n} ± {reach} points", n=n, reach=off)
    size, n = points(abs(change)), whole(change)
    if exact:
        return line("+{points} points", points=size) if change >= 0 else line("−{points} points", points=size)
    more = line("about +{n} point", plural="about +{n} points", n=n)
    return more if change >= 0 else line("about −{n} point", plural="about −{n} points", n=n)


def stories(game: AnyGame, plies: Sequence[Ply], say: Voice) -> list[str]:
    """Tell every event of a game."""
    told = [story_for(game, None, before.state, after.event, after.state) for before, after in pairwise(plies)]
    return [" ".join(map(say, lines)) for lines in told]


def betters(game: AnyGame, plies: Sequence[Ply], found: Review, say: Voice) -> dict[int, str]:
    """Name the better action of every decision that cost something, by its ply."""
    costly = [moment for moment in found.moments if moment.better is not None]
    return {moment.ply: action_words(game, plies[moment.ply - 1], moment.better, say) for moment in costly}


def action_words(game: AnyGame, ply: Ply, action: Any, say: Voice) -> str:
    """Name an action of a turn as its offer does."""
    decision: Decide[Any] = ply.turn.answered_by(action)
    number = decision.actions.index(action)
    offers = scene_for(game, ply.state, ply.turn, decision.seat, ply.event).offers
    return next(say(offer.label) for offer in offers if offer.action == number)


def whole(change: float) -> int:
    """The size of a change of chance in whole hundredths."""
    return round(100 * abs(change))


def points(change: float) -> Line:
    """Write a change of chance in hundredths."""
    return decimal(100 * change)


def _row(moment: Moment, story: str, say: Voice) -> str:
    full = round(BAR * moment.chance)
    cost = f"  −{say(points(moment.loss))}" if moment.loss >= SMALLEST_LOSS else ""
    return f"{moment.ply:>5} {say(percent(moment.chance)):>7} {'━' * full}{'╌' * (BAR - full)} {story}{cost}"
