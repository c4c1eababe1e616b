"""Games played at random, and what they tell about a game as a whole."""

from hashlib import sha256
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from mousehole.core.game import AnyGame, Decide, Over
from mousehole.core.record import Record, content_hash, draw, heading, plies
from mousehole.core.setups import variants

CAP = 20_000


def random_record(game: AnyGame, setup: Any, seed: bytes, cap: int = CAP) -> tuple[Record, Any]:
    """Play at random with the luck of a seed; the record and the last turn (Over, unless the cap came first)."""
    luck = Random(seed.hex())
    state, events = game.new(setup), list[Any]()
    turn = game.turn(state)
    while not isinstance(turn, Over) and len(events) < cap:
        event = chosen(turn, luck) if isinstance(turn, Decide) else draw(turn.odds, seed, len(events))
        state = game.apply(state, event)
        turn = game.turn(state)
        events.append(event)
    return Record(game.name, game.edition, setup, tuple(events), seed, content_hash(game.package)), turn


def chosen(turn: Decide[Any], luck: Random) -> Any:
    """Choose any action of any seat that is asked."""
    return luck.choice((luck.choice(turn.asked) if turn.others else turn).actions)


def fingerprint(game: AnyGame, games: int = 20) -> str:
    """Hash how a game behaves: random records of all set-ups, with every turn in them."""
    mark = sha256()
    for number in range(games):
        for setup in variants(game):
            record, _ = random_record(game, setup, number.to_bytes(4, "big"), 300)
            head = heading(replace(record, content=""))  # a comment in a content file changes no play
            mark.update(msgspec.json.encode({**head, "events": record.events}))
            for ply in plies(game, record):
                mark.update(msgspec.json.encode(ply.turn.stated() if isinstance(ply.turn, Over) else ply.turn))
    return mark.hexdigest()
