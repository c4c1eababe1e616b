"""`mousehole review FILE`: a recorded game in hindsight."""

from argparse import ArgumentParser, Namespace

import msgspec

from mousehole.cli.files import read_record
from mousehole.core.numbers import percent
from mousehole.core.record import plies
from mousehole.core.words import Voice, line, voice
from mousehole.players.review import Moment, Review, review

BAR = 40


def arguments(parser: ArgumentParser) -> None:
    """Say which record, and in whose eyes."""
    parser.add_argument("file", help="a record; - reads standard input")
    parser.add_argument("--seat", type=int, default=0, help="whose chance is shown (default: the first seat's)")
    parser.add_argument("--simulations", type=int, default=300, help="for each decision, where nothing is solved")
    parser.add_argument("--json", action="store_true", help="print the review as JSON")


def run(asked: Namespace, language: str) -> int:
    """Tell where the game was won or lost."""
    game, record = read_record(asked.file)
    seat = min(max(asked.seat, 0), len(game.seats(record.setup)) - 1)
    found = review(game, record, seat=seat, simulations=max(1, asked.simulations))
    if asked.json:
        print(msgspec.json.encode(found).decode())
        return 0
    say, before, stories = voice(language, game.package), None, list[str]()
    for ply in plies(game, record):
        if ply.event is not None:
            stories.append(" ".join(say(told) for told in game.tell(before, ply.event, ply.state, None)))
        before = ply.state
    for row in told(found, stories, say):
        print(row)
    return 0


def told(found: Review, stories: list[str], say: Voice) -> list[str]:
    """Write a review as lines: every event, then the sum of it."""
    rows = [row(moment, story, say) for moment, story in zip(found.moments, stories, strict=True)]
    kind = line("exact chances") if found.exact else line("sampled chances: small differences mean nothing")
    rows += ["", say(kind)]
    rows.append(say(line("at the start: {chance}", chance=percent(found.start))))
    rows.append(say(line("luck in all: {points} points", points=points(found.luck))))
    rows.append(say(line("decisions in all: {points} points", points=points(-found.losses))))
    for ply in found.costliest:
        moment = found.moments[ply - 1]
        cost, story = points(moment.loss), stories[ply - 1]
        rows.append(say(line("ply {ply} cost {points} points: {story}", ply=ply, points=cost, story=story)))
    return rows


def row(moment: Moment, story: str, say: Voice) -> str:
    """Write one event with a bar as long as the chance."""
    full = round(BAR * moment.chance)
    cost = f"  −{points(moment.loss)}" if moment.loss >= 0.0005 else ""
    return f"{moment.ply:>5} {say(percent(moment.chance)):>7} {'━' * full}{'╌' * (BAR - full)} {story}{cost}"


def points(change: float) -> str:
    """Write a change of chance in hundredths."""
    return f"{100 * change:.1f}".replace("-", "−")
