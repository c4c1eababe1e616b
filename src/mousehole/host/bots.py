"""Bots choose in worker processes, so that a thinking bot never holds up a person."""

import asyncio
import os
import sys
from collections import OrderedDict
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process, resource_tracker
from random import Random
from threading import Thread
from typing import Any

import msgspec

from mousehole import shelf
from mousehole.core.game import Decide, Seat
from mousehole.players.player import beside, find
from mousehole.table import Table

KEPT = 64  # positions a worker remembers, so that it need not replay a long game for every choice

_seen: OrderedDict[str, tuple[list[bytes], Any]] = OrderedDict()


class Bots:
    """A small pool of worker processes, started when the first bot has to think."""

    def __init__(self, workers: int = 0) -> None:
        self._workers = workers or max(1, (os.cpu_count() or 2) - 1)
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, table: Table, seat: int) -> int:
        """Give the number of the action a bot chooses."""
        if self._pool is None:
            self.ready()
            self._pool = ProcessPoolExecutor(self._workers, get_context("spawn"), initializer=follow_parent)
        events = [msgspec.json.encode(event) for event in table.events]
        setup = msgspec.json.encode(table.setup)
        people = tuple(number for number, chair in enumerate(table.chairs) if chair.kind == "person")
        luck = f"{table.id}/{table.entry}/{seat}"
        ask = (table.id, table.game.name, setup, events, table.chairs[seat].level, luck, people)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, chosen, *ask)
        except BrokenProcessPool:  # a worker died: the next choice gets fresh ones
            self._pool = None
            raise

    @staticmethod
    def ready() -> None:
        """Start what watches over workers, before an app on the whole screen takes standard error away from it.

        It cleans up after a server that was killed, and need not complain about having to.
        """
        if os.name == "posix":
            sys.warnoptions.append("ignore:resource_tracker")
            resource_tracker.ensure_running()
            sys.warnoptions.pop()

    def close(self) -> None:
        """Let the workers go."""
        if self._pool:
            self._pool.shutdown(wait=False, cancel_futures=True)


def follow_parent() -> None:
    """Let a worker end with the process it works for, however that one ends."""
    Thread(target=_outlive_nobody, daemon=True).start()


def chosen(
    table: str, name: str, setup: bytes, events: list[bytes], level: str, luck: str, people: tuple[Seat, ...] = ()
) -> int:
    """Choose in a worker: reach the position, ask the player, answer with the number of its action."""
    game = shelf.find(name)
    state = _position(table, game, setup, events)
    turn = game.turn(state)
    if not isinstance(turn, Decide):
        raise AssertionError("a bot is asked only when it has to decide")
    player = beside(find(game, level), people)
    return turn.actions.index(player.choose(game, state, turn, Random(luck)))


def _outlive_nobody() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def _position(table: str, game: shelf.AnyGame, setup: bytes, events: list[bytes]) -> Any:
    known, state = _seen.pop(table, ([], None))
    if state is None or known != events[: len(known)]:
        known, state = [], game.new(msgspec.json.decode(setup, type=game.setup))
    for event in events[len(known) :]:
        state = game.apply(state, msgspec.json.decode(event, type=game.event))
    _seen[table] = (events, state)
    if len(_seen) > KEPT:
        _seen.popitem(last=False)
    return state
