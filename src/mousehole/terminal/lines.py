"""Play line by line: the board as text, numbered choices, words to type; works through a pipe."""

import asyncio
import io
import sys
from typing import TextIO

from mousehole.core.words import Say, Trouble, line, voice
from mousehole.host import Host
from mousehole.host.levels import caveats
from mousehole.store import open_store
from mousehole.terminal.opening import Wish, found, opened
from mousehole.terminal.orders import games, meant
from mousehole.terminal.reader import Reader
from mousehole.terminal.sitting import Sitting


def run(
    language: str = "en",
    wish: Wish | None = None,
    table: str = "",
    source: TextIO | None = None,
    out: TextIO | None = None,
) -> int:
    """Play through standard input and output, or other files; the number is the exit code."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a letter that a pipe can not carry is no reason to fail
    with asyncio.Runner() as runner:
        try:
            host = runner.run(opened_host())
        except Trouble as trouble:
            return complain(voice(language), trouble)
        try:
            return play(runner, Reader(host, language, source or sys.stdin, out or sys.stdout), wish, table)
        except (KeyboardInterrupt, BrokenPipeError):
            return 130
        finally:
            runner.run(host.close())


def complain(say: Say, trouble: Trouble) -> int:
    """Tell a mistake of the person who started the command, and give its exit code."""
    sys.stderr.write(f"{say(trouble.line)}\n")
    return 2


async def opened_host() -> Host:
    """Open the saved games of this machine."""
    return Host(await open_store())


def play(runner: asyncio.Runner, reader: Reader, wish: Wish | None, table: str) -> int:
    """Read and answer until the person leaves or the input ends."""
    try:
        runner.run(begin(reader, wish, table))
    except Trouble as trouble:
        return complain(reader.say, trouble)
    while not reader.leaving and (typed := reader.read()) is not None:
        try:
            runner.run(answer(reader, typed.strip()))
        except Trouble as trouble:
            reader.tell(trouble.line)
    if reader.sitting and not reader.sitting.over:
        reader.tell(line("Your game is kept: go on with it whenever you like."))
    return 0


async def begin(reader: Reader, wish: Wish | None, table: str) -> None:
    """Sit down where that was asked for, or list what there is to play."""
    host = reader.host
    if wish:
        begun = await opened(host, wish, reader.say)
        for told in caveats(begun.game, begun.setup, (chair.level for chair in begun.chairs if chair.kind == "bot")):
            reader.tell(told.line)
        await reader.sit(Sitting(host, begun, reader.language))
    elif table:
        await reader.sit(Sitting(host, await found(host, table), reader.language))
    else:
        await games(reader, "")


async def answer(reader: Reader, typed: str) -> None:
    """Carry out one line: a choice, or a word."""
    first, _, rest = typed.partition(" ")
    exact = meant(first, reader.say, exact=True)
    if not exact and await chosen(reader, typed):
        return
    order = exact or meant(first, reader.say, exact=False)
    if order:
        await order.do(reader, rest.strip())
    elif typed:
        reader.tell(line("I do not understand {text}. Type help for help.", text=typed[:60]))


async def chosen(reader: Reader, typed: str) -> bool:
    """Take a line for a choice, when it is one: empty to throw, a number, a square, the words of a label."""
    sitting, choosing = reader.sitting, reader.choosing
    if not sitting or not choosing or not choosing.choices:
        return False
    before = choosing.clicked
    throw = choosing.choices[0] if choosing.choices[0].kind == "throw" else None
    choice = choosing.named(typed) if typed else throw
    if choice:
        await sitting.choose(choice)
        await reader.go_on()
    elif not typed or choosing.clicked != before:
        reader.show_choices()
    return bool(choice or not typed or choosing.clicked != before)
