"""Play line by line: the board as text, numbered choices, words to type; works through a pipe."""

import asyncio
import sys
from typing import TextIO

from mousehole.core.words import Say, Trouble, line, voice
from mousehole.host import Host
from mousehole.host.level_words import caveats
from mousehole.store import open_store
from mousehole.terminal.line_commands import games, meant
from mousehole.terminal.line_console import Console
from mousehole.terminal.sitting import Sitting
from mousehole.terminal.table_opening import TableWish, opened


def run(
    language: str = "en",
    wish: TableWish | None = None,
    source: TextIO | None = None,
    out: TextIO | None = None,
) -> int:
    """Play through standard input and output, or other files; the number is the exit code."""
    with asyncio.Runner() as runner:
        try:
            host = runner.run(opened_host())
        except Trouble as trouble:
            return complain(voice(language), trouble)
        try:
            return play(runner, Console(host, language, source or sys.stdin, out or sys.stdout), wish)
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


def play(runner: asyncio.Runner, console: Console, wish: TableWish | None) -> int:
    """Read and answer until the person leaves or the input ends."""
    try:
        runner.run(begin(console, wish))
    except Trouble as trouble:
        return complain(console.say, trouble)
    while not console.leaving and (typed := console.read()) is not None:
        try:
            runner.run(answer(console, typed.strip()))
        except Trouble as trouble:
            console.tell(trouble.line)
    if console.sitting and not console.sitting.over:
        console.tell(line("Your game is kept: continue whenever you like."))
    return 0


async def begin(console: Console, wish: TableWish | None) -> None:
    """Sit down where that was asked for, or list what there is to play."""
    host = console.host
    if wish:
        begun = await opened(host, wish, console.say)
        for told in caveats(begun.game, begun.setup, (chair.level for chair in begun.chairs if chair.kind == "bot")):
            console.tell(told.line)
        await console.sit(Sitting(host, begun, console.language))
    else:
        await games(console, "")


async def answer(console: Console, typed: str) -> None:
    """Carry out one line: a choice, or a word."""
    first, _, rest = typed.partition(" ")
    exact = meant(first, console.say, exact=True)
    if not exact and await chosen(console, typed):
        return
    command = exact or meant(first, console.say, exact=False)
    if command:
        await command.do(console, rest.strip())
    elif typed:
        console.tell(line("I do not understand {text}. Type help for help.", text=typed[:60]))


async def chosen(console: Console, typed: str) -> bool:
    """Take a line for a choice, when it is one: empty to throw, a number, a square, the words of a label."""
    sitting, choosing = console.sitting, console.choosing
    if not sitting or not choosing or not choosing.choices:
        return False
    before = choosing.clicked
    only = choosing.choices[0] if choosing.choices[0].kind in ("throw", "look") else None
    choice = choosing.named(typed) if typed else only
    if choice:
        await sitting.choose(choice)
        await console.go_on()
    elif not typed or choosing.clicked != before:
        console.show_choices()
    return bool(choice or not typed or choosing.clicked != before)
