"""What a person can type in line mode beside choices: words in English always, and in the language that is spoken."""

import time
import unicodedata
from collections.abc import Awaitable, Callable

from msgspec import Struct

from mousehole import shelf
from mousehole.core.words import PSEUDO, Line, Say, Trouble, languages, line, plain, voice
from mousehole.players.advice_words import chance_words, kind_words, loss_words
from mousehole.table import Chair, Sit
from mousehole.terminal.choosing import Choosing, whole
from mousehole.terminal.line_console import Console
from mousehole.terminal.saved_games import SavedGame, ago, read_record, saved, write_record
from mousehole.terminal.sitting import Sitting
from mousehole.terminal.table_opening import TableWish, chair, opened


class NotNow(Trouble):
    """A word that makes no sense at the moment."""


class Command(Struct, frozen=True):
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
    table = await console.host.take_in(data, lambda seats: (Chair("person"),) * seats)
    await console.sit(Sitting(console.host, table, console.language))


async def games(console: Console, _: str) -> None:
    """List the games on the shelf and the saved ones."""
    console.tell(line("Games on the shelf:"))
    for game in shelf.every():
        say = voice(console.language, game.package)
        console.write(f"  {game.name:14}{say(line('{label}: {value}', label=game.title, value=game.blurb))}")
    for broken in shelf.broken():
        console.write(f"  {broken.name:14}{console.say(line('broken: {reason}', reason=broken.reason))}")
    console.saved = await saved(console.host)
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
    table = await opened(console.host, TableWish(name, answers, seats), console.say)
    await console.sit(Sitting(console.host, table, console.language))


async def resume(console: Console, number: str) -> None:
    """Go on with a saved game."""
    console.saved = console.saved or await saved(console.host)
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
    Command(line("roll", context="command"), None, line("Roll the dice; an empty line does the same."), throw),
    Command(line("undo", context="command"), None, line("Take back the last action."), undo),
    Command(line("board", context="command"), None, line("Show the board and the choices again."), board),
    Command(line("look", context="command"), line("SQUARE"), line("Describe what is at a place."), look),
    Command(line("story", context="command"), None, line("Tell the game so far."), story),
    Command(
        line("hint", context="command"), None, line("Show what each choice is worth; hint off turns that off."), hint
    ),
    Command(line("review", context="command"), None, line("Review a game that is over."), review),
    Command(line("again", context="command"), None, line("Play again, once a game is over."), again),
    Command(line("save", context="command"), FILE, line("Save this game to a file."), save),
    Command(line("open", context="command"), FILE, line("Open a game from a file."), open_file),
    Command(line("games", context="command"), None, line("List the games and what is saved."), games),
    Command(line("new", context="command"), line("GAME field=value seats=Ana,bot"), line("Begin a new game."), new),
    Command(line("resume", context="command"), NUMBER, line("Go on with a saved game."), resume),
    Command(line("seat", context="command"), line("NUMBER NAME|bot"), line("Let a person or a bot take a seat."), seat),
    Command(line("language", context="command"), line("CODE"), line("Speak another language."), speak),
    Command(line("help", context="command"), None, line("Show this list."), show_help),
    Command(line("quit", context="command"), None, line("Leave; the game is kept."), leave),
)


def meant(text: str, say: Say, exact: bool) -> Command | None:
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


def saved_line(one: SavedGame, console: Console) -> str:
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
