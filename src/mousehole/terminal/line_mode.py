"""Play line by line: the board as text, numbered choices, words to type; works through a pipe."""

import asyncio
import sys
import time
import unicodedata
from collections.abc import Awaitable, Callable
from shutil import get_terminal_size
from typing import TextIO

from msgspec import Struct

from mousehole import shelf
from mousehole.core.words import PSEUDO, Line, Say, UserError, Voice, languages, line, plain, voice
from mousehole.host import Host
from mousehole.host.level_words import caveats
from mousehole.paint import text
from mousehole.players.advice_words import chance_words, kind_words, loss_words
from mousehole.store import open_store
from mousehole.table import Chair, Sit
from mousehole.terminal.opening import (
    SavedTable,
    TableWish,
    ago,
    chair,
    open_table,
    read_record,
    saved_tables,
    who_sits,
    write_record,
)
from mousehole.terminal.sitting import Choosing, Sitting, whole

WIDTH = 80
TALL = 60  # rows: who reads line by line can scroll
STORY_PLIES = 12


class Console:
    """Where a person is: in the lobby, or at a table with some choices."""

    def __init__(self, host: Host, language: str, source: TextIO, out: TextIO) -> None:
        self.host = host
        self.language = language
        self.source = source
        self.out = out
        self.sitting: Sitting | None = None
        self.choosing: Choosing | None = None
        self.saved: list[SavedTable] = []
        self.leaving = False

    @property
    def say(self) -> Voice:
        """The voice of the table, or of the house where there is none."""
        return self.sitting.say if self.sitting else voice(self.language)

    def tell(self, *lines: Line) -> None:
        """Write lines in the person's language."""
        self.write(*map(self.say, lines))

    def write(self, *rows: str) -> None:
        """Write text as it is."""
        self.out.write("".join(f"{row}\n" for row in rows))
        self.out.flush()

    def read(self) -> str | None:
        """Read a line, or nothing at the end of the input; what comes through a pipe is repeated in the answer."""
        self.out.write("> ")
        self.out.flush()
        typed = self.source.readline()
        if not self.source.isatty():
            self.write(typed.rstrip("\n"))
        return typed or None

    async def sit(self, sitting: Sitting) -> None:
        """Sit down at a table: who is there, and what happened last."""
        self.sitting = sitting
        await sitting.settled()
        self.tell(who_sits(sitting.table, self.say))
        self.write(*(f"· {self.say(told)}" for told in sitting.past(STORY_PLIES)))
        await self.show()

    async def go_on(self) -> None:
        """After a move: let the others play, and tell what has happened."""
        if self.sitting:
            await self.sitting.settled()
            self.write("", *(f"· {self.say(told)}" for told in self.sitting.news()))
            await self.show()

    async def show(self) -> None:
        """Show the board, and what can be done."""
        if self.sitting:
            sitting = self.sitting
            if sitting.covered:
                self.write(*[""] * get_terminal_size().lines)  # what the last one saw moves out of sight
            self.write("", text.paint(sitting.scene, self.say, WIDTH, TALL), "")
            self.tell(sitting.prompt)
            if title := await sitting.title():
                self.tell(title)
            self.choosing = Choosing(sitting.choices(), self.say)
            self.show_choices()

    def show_choices(self) -> None:
        """List the choices that are open, in as many columns as fit."""
        choices = self.choosing.open if self.choosing else ()
        if not self.choosing or not choices:
            if self.sitting and self.sitting.over:
                self.tell(line("Type again to play again, undo to take back, quit to leave."))
        elif choices[0].kind == "throw":
            self.tell(line("Press Enter to roll."))
        else:
            labels = [f"{n:3} {self.choosing.labels[c.number]}" for n, c in enumerate(choices, 1)]
            self.write(*columns(labels, WIDTH))


def columns(words: list[str], width: int) -> list[str]:
    """Set words in columns of equal width, reading downwards."""
    widest = max(map(len, words), default=0) + 2
    across = max(1, width // widest)
    down = -(-len(words) // across)
    return ["".join(word.ljust(widest) for word in words[row::down]).rstrip() for row in range(down)]


class NotNow(UserError):
    """A word that makes no sense at the moment."""


class TextCommand(Struct, frozen=True):
    """A word, what may follow it, what it does and how."""

    word: Line
    more: Line | None
    help: Line
    do: Callable[[Console, str], Awaitable[None]]


async def throw(console: Console, _: str) -> None:
    """Let luck happen."""
    sitting = at_table(console)
    choice = next((choice for choice in sitting.choices() if choice.kind == "throw"), None)
    if choice is None:
        raise NotNow(line("There is nothing to roll now."))
    await sitting.choose(choice)
    await console.go_on()


async def undo(console: Console, _: str) -> None:
    """Take back the last action."""
    await at_table(console).undo()
    await console.go_on()


async def board(console: Console, _: str) -> None:
    """Show the board again."""
    at_table(console)
    await console.show()


async def look(console: Console, key: str) -> None:
    """Describe what is at a place."""
    scene = at_table(console).scene
    there = [spot.label for spot in scene.spots if spot.key == key.casefold() and spot.label]
    there += [piece.label for piece in scene.pieces if key.casefold() in (piece.key, piece.on) and piece.label]
    if not there:
        raise NotNow(line("There is no place {key}.", key=key))
    console.tell(*there)


async def story(console: Console, _: str) -> None:
    """Tell the game so far."""
    sitting = at_table(console)
    console.write(*(f"· {console.say(told)}" for told in sitting.past(sitting.table.ply)))


async def hint(console: Console, wish: str) -> None:
    """Tell what each choice is worth, or turn hints on or off."""
    sitting = at_table(console)
    if wish in ("on", "off"):
        await console.host.set_hints(sitting.table.id, wish == "on")
        await sitting.look()
        console.tell(line("Hints are on.") if wish == "on" else line("Hints are off."))
        return
    found = await sitting.hints()
    choosing = Choosing(sitting.choices(), console.say)
    for number, choice in sorted(enumerate(choosing.choices, 1), key=lambda one: found[one[1].number].loss):
        hint = found[choice.number]
        value = line("{first}; {second}", first=chance_words(hint), second=loss_words(hint))
        if hint.reason:
            value = line("{first}; {second}", first=value, second=hint.reason)
        told = line("{label}: {value}", label=plain(choosing.labels[choice.number]), value=value)
        console.write(f"{number:3} {console.say(told)}")
    console.tell(kind_words(all(hint.exact for hint in found.values())))


async def review(console: Console, _: str) -> None:
    """Look back at a finished game."""
    console.write(*await at_table(console).review())


async def again(console: Console, _: str) -> None:
    """Play again with the same people."""
    await console.sit(await at_table(console).again())


async def save(console: Console, path: str) -> None:
    """Write the record of a game to a file."""
    sitting = at_table(console)
    write_record(needed(path), await console.host.record(sitting.table.id))
    console.tell(line("The game was saved to {path}.", path=path))


async def open_file(console: Console, path: str) -> None:
    """Open a game from a file."""
    data = read_record(needed(path))
    table = await console.host.import_record(data, lambda seats: (Chair("person"),) * seats)
    await console.sit(Sitting(console.host, table, console.language))


async def games(console: Console, _: str) -> None:
    """List the games on the shelf and the saved ones."""
    console.tell(line("Games on the shelf:"))
    for game in shelf.every():
        say = voice(console.language, game.package)
        console.write(f"  {game.name:14}{say(line('{label}: {value}', label=game.title, value=game.blurb))}")
    for broken in shelf.broken_games():
        console.write(f"  {broken.name:14}{console.say(line('broken: {reason}', reason=broken.reason))}")
    console.saved = await saved_tables(console.host)
    if console.saved:
        console.tell(line("Saved games:"))
    for number, one in enumerate(console.saved, 1):
        console.write(f"{number:3} {saved_line(one, console)}")
    console.tell(line("Type new and a game, resume and a number, or help."))


async def new(console: Console, rest: str) -> None:
    """Begin a new game: its name, fields as name=value, seats as seats=NAME,bot."""
    name, *pairs = needed(rest).split()
    if odd := [pair for pair in pairs if "=" not in pair]:
        raise NotNow(line("Write fields as name=value, not {text}.", text=odd[0]))
    answers = dict(pair.split("=", 1) for pair in pairs)
    seats = tuple(answers.pop("seats", "").split(",")) if "seats" in answers else ()
    table = await open_table(console.host, TableWish(name, answers, seats), console.say)
    await console.sit(Sitting(console.host, table, console.language))


async def resume(console: Console, number: str) -> None:
    """Go on with a saved game."""
    console.saved = console.saved or await saved_tables(console.host)
    place = whole(number or "1")
    if not 1 <= place <= len(console.saved):
        raise NotNow(line("There is no saved game {number}.", number=number))
    table = await console.host.table(console.saved[place - 1].id)
    await console.sit(Sitting(console.host, table, console.language))


async def seat(console: Console, rest: str) -> None:
    """Let a person or a bot take a seat; seats count from 1."""
    sitting, (number, _, who) = at_table(console), needed(rest).partition(" ")
    move = Sit(whole(number) - 1, chair(sitting.table.game, who.strip()))
    await console.host.move(sitting.table.id, move)
    await console.go_on()


async def speak(console: Console, code: str) -> None:
    """Speak another language."""
    if code not in (*languages(), PSEUDO):
        raise NotNow(line("There is no language {code}; there are {codes}.", code=code, codes=", ".join(languages())))
    console.language = code
    if console.sitting:
        console.sitting.language = code
        await console.show()
    else:
        await games(console, "")


async def show_help(console: Console, _: str) -> None:
    """List the words that can be typed."""
    console.tell(line("Type the number of a choice, the name of a square, or one of these words:"))
    say = console.say
    words = [say(command.word) + (f" {say(command.more)}" if command.more else "") for command in COMMANDS]
    wide = max(map(len, words)) + 3
    console.write(*(f"  {word:{wide}}{say(command.help)}" for word, command in zip(words, COMMANDS, strict=True)))


async def leave(console: Console, _: str) -> None:
    """Leave; the game is kept."""
    console.leaving = True


FILE, NUMBER = line("FILE"), line("NUMBER")
COMMANDS = (
    TextCommand(line("roll", context="command"), None, line("Roll the dice; an empty line does the same."), throw),
    TextCommand(line("undo", context="command"), None, line("Take back the last action."), undo),
    TextCommand(line("board", context="command"), None, line("Show the board and the choices again."), board),
    TextCommand(line("look", context="command"), line("SQUARE"), line("Describe what is at a place."), look),
    TextCommand(line("story", context="command"), None, line("Tell the game so far."), story),
    TextCommand(
        line("hint", context="command"), None, line("Show what each choice is worth; hint off turns that off."), hint
    ),
    TextCommand(line("review", context="command"), None, line("Review a game that is over."), review),
    TextCommand(line("again", context="command"), None, line("Play again, once a game is over."), again),
    TextCommand(line("save", context="command"), FILE, line("Save this game to a file."), save),
    TextCommand(line("open", context="command"), FILE, line("Open a game from a file."), open_file),
    TextCommand(line("games", context="command"), None, line("List the games and what is saved."), games),
    TextCommand(line("new", context="command"), line("GAME field=value seats=Ana,bot"), line("Begin a new game."), new),
    TextCommand(line("resume", context="command"), NUMBER, line("Go on with a saved game."), resume),
    TextCommand(
        line("seat", context="command"), line("NUMBER NAME|bot"), line("Let a person or a bot take a seat."), seat
    ),
    TextCommand(line("language", context="command"), line("CODE"), line("Speak another language."), speak),
    TextCommand(line("help", context="command"), None, line("Show this list."), show_help),
    TextCommand(line("quit", context="command"), None, line("Leave; the game is kept."), leave),
)


def meant(text: str, say: Say, exact: bool) -> TextCommand | None:
    """Find the command a word means: the whole word, or the beginning of just one."""
    wanted = bare(text)
    names = [(command, {bare(command.word.text), bare(say(command.word)).strip("⟦⟧")}) for command in COMMANDS]
    fits = [command for command, words in names if wanted in words]
    if not fits and not exact:
        fits = [command for command, words in names if any(word.startswith(wanted) for word in words)]
    return fits[0] if len(fits) == 1 and wanted else None


def bare(text: str) -> str:
    """Write a word without accents and capitals, as hasty fingers do."""
    spread = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in spread if not unicodedata.combining(c))


def saved_line(one: SavedTable, console: Console) -> str:
    """Write a saved game as one line."""
    say = voice(console.language, shelf.find(one.game).package)
    parts = [say(one.title), *map(say, one.details), say(ago(one.touched, time.time()))]
    return " · ".join([*parts, say(line("finished"))] if one.over else parts)


def at_table(console: Console) -> Sitting:
    """The table the person sits at."""
    if console.sitting is None:
        raise NotNow(line("You are not at a table yet: begin a new game or resume one."))
    return console.sitting


def needed(text: str) -> str:
    """Insist on what has to follow a word."""
    if not text:
        raise NotNow(line("Something is missing after this word; type help for help."))
    return text


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
        except UserError as error:
            return complain(voice(language), error)
        try:
            return play(runner, Console(host, language, source or sys.stdin, out or sys.stdout), wish)
        except (KeyboardInterrupt, BrokenPipeError):
            return 130
        finally:
            runner.run(host.close())


def complain(say: Say, error: UserError) -> int:
    """Tell a mistake of the person who started the command, and give its exit code."""
    sys.stderr.write(f"{say(error.line)}\n")
    return 2


async def opened_host() -> Host:
    """Open the saved games of this machine."""
    return Host(await open_store())


def play(runner: asyncio.Runner, console: Console, wish: TableWish | None) -> int:
    """Read and answer until the person leaves or the input ends."""
    try:
        runner.run(begin(console, wish))
    except UserError as error:
        return complain(console.say, error)
    while not console.leaving and (typed := console.read()) is not None:
        try:
            runner.run(answer(console, typed.strip()))
        except UserError as error:
            console.tell(error.line)
    if console.sitting and not console.sitting.over:
        console.tell(line("Your game is kept: continue whenever you like."))
    return 0


async def begin(console: Console, wish: TableWish | None) -> None:
    """Sit down where that was asked for, or list what there is to play."""
    host = console.host
    if wish:
        begun = await open_table(host, wish, console.say)
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
