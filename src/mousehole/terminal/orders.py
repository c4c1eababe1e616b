"""What a person can type in line mode beside choices: words in English always, and in the language that is spoken."""

import time
import unicodedata
from collections.abc import Awaitable, Callable

from msgspec import Struct

from mousehole import shelf
from mousehole.core.words import PSEUDO, Line, Say, Trouble, languages, line, voice
from mousehole.players.telling import chance_words, kind_words, loss_words
from mousehole.table import Chair
from mousehole.terminal.choosing import Choosing, whole
from mousehole.terminal.opening import Wish, chair, opened
from mousehole.terminal.reader import Reader
from mousehole.terminal.saved import Saved, ago, read_record, saved, write_record
from mousehole.terminal.sitting import Sitting


class NotNow(Trouble):
    """A word that makes no sense at the moment."""


class Order(Struct, frozen=True):
    """A word, what may follow it, what it does and how."""

    word: Line
    more: Line | None
    help: Line
    do: Callable[[Reader, str], Awaitable[None]]


async def throw(reader: Reader, _: str) -> None:
    """Let luck happen."""
    sitting = at_table(reader)
    choice = next((choice for choice in sitting.choices() if choice.kind == "throw"), None)
    if choice is None:
        raise NotNow(line("There is nothing to throw now."))
    await sitting.choose(choice)
    await reader.go_on()


async def undo(reader: Reader, _: str) -> None:
    """Take back the last action."""
    await at_table(reader).undo()
    await reader.go_on()


async def board(reader: Reader, _: str) -> None:
    """Show the board again."""
    at_table(reader)
    await reader.show()


async def look(reader: Reader, key: str) -> None:
    """Tell what lies at a place."""
    scene = at_table(reader).scene
    there = [spot.label for spot in scene.spots if spot.key == key.casefold() and spot.label]
    there += [piece.label for piece in scene.pieces if key.casefold() in (piece.key, piece.on) and piece.label]
    if not there:
        raise NotNow(line("There is no place {key}.", key=key))
    reader.tell(*there)


async def story(reader: Reader, _: str) -> None:
    """Tell the game so far."""
    sitting = at_table(reader)
    reader.write(*(f"· {reader.say(told)}" for told in sitting.past(sitting.table.ply)))


async def hint(reader: Reader, wish: str) -> None:
    """Tell what each choice is worth, or turn hints on or off."""
    sitting = at_table(reader)
    if wish in ("on", "off"):
        await reader.host.set_hints(sitting.table.id, wish == "on")
        await sitting.look()
        reader.tell(line("Hints are on.") if wish == "on" else line("Hints are off."))
        return
    found = await sitting.hints()
    choosing = Choosing(sitting.choices(), reader.say)
    for number, choice in sorted(enumerate(choosing.choices, 1), key=lambda one: found[one[1].number].loss):
        hint = found[choice.number]
        parts = [chance_words(hint), loss_words(hint), *([hint.reason] if hint.reason else [])]
        reader.write(f"{number:3} {choosing.labels[choice.number]}: {'; '.join(map(reader.say, parts))}")
    reader.tell(kind_words(all(hint.exact for hint in found.values())))


async def review(reader: Reader, _: str) -> None:
    """Look back at a finished game."""
    reader.write(*await at_table(reader).review())


async def again(reader: Reader, _: str) -> None:
    """Play again with the same people."""
    await reader.sit(await at_table(reader).again())


async def save(reader: Reader, path: str) -> None:
    """Write the record of a game to a file."""
    sitting = at_table(reader)
    write_record(needed(path), await reader.host.record(sitting.table.id))
    reader.tell(line("The game is written to {path}.", path=path))


async def open_file(reader: Reader, path: str) -> None:
    """Open the record of a game from a file."""
    data = read_record(needed(path))
    table = await reader.host.take_in(data, lambda seats: (Chair("person"),) * seats)
    await reader.sit(Sitting(reader.host, table, reader.language))


async def games(reader: Reader, _: str) -> None:
    """List the games on the shelf and the saved ones."""
    reader.tell(line("Games on the shelf:"))
    for game in shelf.every():
        say = voice(reader.language, game.package)
        reader.write(f"  {game.name:14}{say(game.title)}: {say(game.blurb)}")
    reader.saved = await saved(reader.host)
    if reader.saved:
        reader.tell(line("Saved games:"))
    for number, one in enumerate(reader.saved, 1):
        reader.write(f"{number:3} {told(one, reader)}")
    reader.tell(line("Type new and a game, resume and a number, or help."))


async def new(reader: Reader, rest: str) -> None:
    """Begin a new game: its name, fields as name=value, seats as seats=NAME,bot."""
    name, *pairs = needed(rest).split()
    if odd := [pair for pair in pairs if "=" not in pair]:
        raise NotNow(line("Write fields as name=value, not {text}.", text=odd[0]))
    answers = dict(pair.split("=", 1) for pair in pairs)
    seats = tuple(answers.pop("seats", "").split(",")) if "seats" in answers else ()
    table = await opened(reader.host, Wish(name, answers, seats), reader.say)
    await reader.sit(Sitting(reader.host, table, reader.language))


async def resume(reader: Reader, number: str) -> None:
    """Go on with a saved game."""
    reader.saved = reader.saved or await saved(reader.host)
    place = whole(number or "1")
    if not 1 <= place <= len(reader.saved):
        raise NotNow(line("There is no saved game {number}.", number=number))
    table = await reader.host.table(reader.saved[place - 1].id)
    await reader.sit(Sitting(reader.host, table, reader.language))


async def seat(reader: Reader, rest: str) -> None:
    """Let a person or a bot take a seat; seats count from 1."""
    sitting, (number, _, who) = at_table(reader), needed(rest).partition(" ")
    await reader.host.sit(sitting.table.id, whole(number) - 1, chair(sitting.table.game, who.strip()))
    await reader.go_on()


async def speak(reader: Reader, code: str) -> None:
    """Speak another language."""
    if code not in (*languages(), PSEUDO):
        raise NotNow(line("There is no language {code}; there are {codes}.", code=code, codes=", ".join(languages())))
    reader.language = code
    if reader.sitting:
        reader.sitting.language = code
        await reader.show()
    else:
        await games(reader, "")


async def show_help(reader: Reader, _: str) -> None:
    """List the words that can be typed."""
    reader.tell(line("Type the number of a choice, the name of a square, or one of these words:"))
    words = [reader.say(order.word) + (f" {reader.say(order.more)}" if order.more else "") for order in ORDERS]
    wide = max(map(len, words)) + 3
    reader.write(*(f"  {word:{wide}}{reader.say(order.help)}" for word, order in zip(words, ORDERS, strict=True)))


async def leave(reader: Reader, _: str) -> None:
    """Leave; the game is kept."""
    reader.leaving = True


FILE, NUMBER = line("FILE"), line("NUMBER")
ORDERS = (
    Order(line("throw", context="command"), None, line("Throw the dice; an empty line does the same."), throw),
    Order(line("undo", context="command"), None, line("Take back the last action."), undo),
    Order(line("board", context="command"), None, line("Show the board and the choices again."), board),
    Order(line("look", context="command"), line("SQUARE"), line("Tell what lies at a place."), look),
    Order(line("story", context="command"), None, line("Tell the game so far."), story),
    Order(
        line("hint", context="command"), None, line("Tell what each choice is worth; hint off turns that off."), hint
    ),
    Order(line("review", context="command"), None, line("Look back at a game that is over."), review),
    Order(line("again", context="command"), None, line("Play again, once a game is over."), again),
    Order(line("save", context="command"), FILE, line("Write the record of this game to a file."), save),
    Order(line("open", context="command"), FILE, line("Open the record of a game from a file."), open_file),
    Order(line("games", context="command"), None, line("List the games and what is saved."), games),
    Order(line("new", context="command"), line("GAME field=value seats=Ana,bot"), line("Begin a new game."), new),
    Order(line("resume", context="command"), NUMBER, line("Go on with a saved game."), resume),
    Order(line("seat", context="command"), line("NUMBER NAME|bot"), line("Let a person or a bot take a seat."), seat),
    Order(line("language", context="command"), line("CODE"), line("Speak another language."), speak),
    Order(line("help", context="command"), None, line("Show this list."), show_help),
    Order(line("quit", context="command"), None, line("Leave; the game is kept."), leave),
)


def meant(text: str, say: Say, exact: bool) -> Order | None:
    """Find the order a word means: the whole word, or the beginning of just one."""
    wanted = bare(text)
    names = [(order, {bare(order.word.text), bare(say(order.word)).strip("⟦⟧")}) for order in ORDERS]
    fits = [order for order, words in names if wanted in words]
    if not fits and not exact:
        fits = [order for order, words in names if any(word.startswith(wanted) for word in words)]
    return fits[0] if len(fits) == 1 and wanted else None


def bare(text: str) -> str:
    """Write a word without accents and capitals, as hasty fingers do."""
    spread = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in spread if not unicodedata.combining(c))


def told(one: Saved, reader: Reader) -> str:
    """Tell a saved game in one line."""
    say = voice(reader.language, shelf.find(one.game).package)
    parts = [say(one.title), *map(say, one.details), say(ago(one.touched, time.time()))]
    return " · ".join([*parts, say(line("finished"))] if one.over else parts)


def at_table(reader: Reader) -> Sitting:
    """Give the table the person sits at."""
    if reader.sitting is None:
        raise NotNow(line("You sit at no table yet: begin a new game or resume one."))
    return reader.sitting


def needed(text: str) -> str:
    """Insist on what has to follow a word."""
    if not text:
        raise NotNow(line("Something is missing after this word; type help for help."))
    return text
