"""People at one screen, playing a table that the host keeps: what they may choose, how, and what has happened since."""

import asyncio
from typing import Literal

from msgspec import Struct

from mousehole.core.game import Chance, Decide, Over, Seat
from mousehole.core.scene import Scene
from mousehole.core.words import Line, Say, UserError, Voice, Who, line
from mousehole.host import Host, frames, outcomes_at, snapshot, story, voice_at
from mousehole.players.advice_words import betters, review_rows, stories
from mousehole.players.hints import Hint
from mousehole.table import NoUndo, Play, Table, ThrowDice, Undo, anybody_tells_luck


class Choice(Struct, frozen=True):
    """Something a person can do now: play an action, throw, tell what real dice show, or take a shared screen."""

    kind: Literal["play", "throw", "told", "look"]
    number: int
    label: Line
    clicks: tuple[str, ...] = ()


class Sitting:
    """A table as its people see it on one screen."""

    def __init__(self, host: Host, table: Table, language: str) -> None:
        self.host = host
        self.table = table
        self.language = language
        self.seen = 0  # the newest entry that was told
        self.looks: Seat | None = None  # who has taken the screen, where people hide something from each other

    @property
    def say(self) -> Voice:
        """The voice of this table."""
        return voice_at(self.table, self.language)

    @property
    def mover(self) -> Seat | None:
        """The seat at this screen that has to do something now."""
        seat, table = self._due(), self.table
        idle = seat is None or table.chairs[seat].kind == "bot" or table.next_luck() or table.stopped
        return None if idle else seat

    @property
    def viewer(self) -> Seat | None:
        """Through whose eyes the board is shown: the mover's, or those of the only person here."""
        if self.shared:
            return self.looks if self.looks == self.mover else None
        return self.mover if self.mover is not None else self._person() if len(self._people) == 1 else None

    @property
    def shared(self) -> bool:
        """Whether people who hide something from each other play at this screen."""
        return self.table.game.hidden is not None and len(self._people) > 1

    @property
    def sight(self) -> str:
        """What tells two sights of the table apart: the newest entry, and who has taken the screen."""
        return f"{self.table.entry}/{self.looks}"

    @property
    def covered(self) -> bool:
        """Whether the screen has to be passed on before somebody can choose."""
        return self.shared and isinstance(self.table.turn, Decide) and self.mover not in (None, self.looks)

    @property
    def over(self) -> Over | None:
        """How the game ended, once it has."""
        return self.table.turn if isinstance(self.table.turn, Over) else None

    @property
    def scene(self) -> Scene:
        """The present position."""
        return snapshot(self.table, self.viewer).scene

    @property
    def prompt(self) -> Line:
        """What the table waits for."""
        if self.table.stopped:
            return line("This game was played by other rules: {reason}", reason=self.table.stopped.line)
        if self.covered and self.mover is not None:
            return line("Pass the screen to {who}.", who=Who(self.mover))
        return self.scene.prompt

    @property
    def waiting(self) -> Line:
        """Why there is nothing to choose."""
        bot = self.table.next_bot()
        if bot is not None:
            return line("{who} is thinking…", who=Who(bot))
        return line("The game is over.") if self.over else line("One moment…")

    def choices(self) -> tuple[Choice, ...]:
        """List what can be done at this screen now."""
        turn, scene = self.table.turn, self.scene
        if self.mover is None:
            return ()
        if self.covered:
            return (Choice("look", 0, line("I am {who}: show my cards", who=Who(self.mover))),)
        if isinstance(turn, Decide):
            return tuple(Choice("play", offer.action, offer.label, offer.clicks) for offer in scene.offers)
        if self.table.options.real_dice:
            return self._outcomes()
        label, clicks = (scene.throw.label, scene.throw.clicks[:1]) if scene.throw else (line("Roll"), ())
        return (Choice("throw", 0, label, clicks),)

    async def choose(self, choice: Choice) -> None:
        """Do it; the host refuses what has become impossible."""
        if choice.kind == "look":
            self.looks = self.mover
        elif self.mover is not None:
            await self.host.move(self.table.id, self._move(self.mover, choice))
        await self.look()

    def _move(self, seat: Seat, choice: Choice) -> Play | ThrowDice:
        entry = self.table.entry
        if choice.kind == "play":
            return Play(seat, entry, choice.number, ticket="")
        return ThrowDice(seat, entry, ticket="", outcome=choice.number if choice.kind == "told" else None)

    async def undo(self) -> None:
        """Take back the newest action of a person here."""
        seat = self.mover if self.mover is not None else self._person()
        to = self.table.undo_target(seat)
        if to is None:
            raise NoUndo(line("there is nothing to take back"))
        await self.host.move(self.table.id, Undo(seat, self.table.entry, to, ticket=""))
        await self.look()

    async def hints(self) -> dict[int, Hint]:
        """Find what each choice is worth to the seat that decides here, by its number."""
        if self.covered:
            raise UserError(self.prompt)
        return {hint.action: hint for hint in await self.host.advice.hints(self.table, self._people)}

    async def review(self) -> list[str]:
        """Look back at a finished game, in words; the first person's eyes see it."""
        table, seat = self.table, self._person()
        work = self.host.advice.review(table, seat)
        while work.found is None:
            if work.problem:
                raise UserError(work.problem)
            await asyncio.sleep(0.1)
        game, plies, say = table.game, table.plies, self.say
        told, better = stories(game, plies, say), betters(game, plies, work.found, say)
        return review_rows(work.found, told, better, say)

    async def look(self) -> None:
        """Take the table as the host has it now."""
        self.table = await self.host.table(self.table.id)

    async def settled(self) -> None:
        """Wait until bots and luck have done what nobody here has to."""
        await self.host.wait_until_idle(self.table.id)
        await self.look()

    async def again(self) -> "Sitting":
        """Sit down at the table that follows this one."""
        return Sitting(self.host, await self.host.play_again(self.table.id), self.language)

    async def title(self) -> Line | None:
        """Name the title that the people here have earned, if any."""
        return self.table.game.title_of(await self.host.results(self.table.group)) if self.over else None

    def news(self) -> tuple[Line, ...]:
        """Tell what has happened since this was asked last."""
        since, self.seen = self.seen, self.table.entry
        return tuple(
            told for frame in frames(self.table, since, self.viewer, shared=self.shared) for told in frame.story
        )

    def past(self, plies: int) -> tuple[Line, ...]:
        """Tell the last plies in force again."""
        self.seen = self.table.entry
        told = story(self.table, None if self.shared else self.viewer, max(0, self.table.ply - plies))
        return tuple(said for _, lines in told for said in lines)

    def _due(self) -> Seat | None:
        """Find the seat that has to decide or to throw; with real dice somebody says what other luck brings."""
        match self.table.turn:
            case Decide() as turn:
                return next((each.seat for each in turn.asked if self.table.chairs[each.seat].kind != "bot"), turn.seat)
            case Chance(thrower=int() as seat):
                return self._person() if anybody_tells_luck(self.table.options, self.table.chairs, seat) else seat
            case Chance():
                return self._person() if self.table.options.real_dice else None
        return None

    def _outcomes(self) -> tuple[Choice, ...]:
        """List what real dice may show."""
        told = outcomes_at(self.table, self.table.ply, self.viewer)
        return tuple(Choice("told", number, words) for number, words in enumerate(told))

    @property
    def _people(self) -> list[Seat]:
        return [seat for seat, chair in enumerate(self.table.chairs) if chair.kind != "bot"]

    def _person(self) -> Seat:
        return next(iter(self._people), 0)


class Choosing:
    """The choices of one moment, the keys clicked so far and the letters typed."""

    def __init__(self, choices: tuple[Choice, ...], say: Say) -> None:
        self.choices = choices
        self.labels = {choice.number: say(choice.label) for choice in choices}
        self.clicked: tuple[str, ...] = ()
        self.typed = ""

    @property
    def open(self) -> tuple[Choice, ...]:
        """The choices that fit the clicked keys; their place here, from 1 on, is what people call them by."""
        return tuple(c for c in self.choices if c.clicks[: len(self.clicked)] == self.clicked)

    @property
    def live(self) -> frozenset[str]:
        """The keys that can be clicked next."""
        depth = len(self.clicked)
        return frozenset(choice.clicks[depth] for choice in self.open if len(choice.clicks) > depth)

    @property
    def shown(self) -> tuple[tuple[int, Choice], ...]:
        """The open choices that fit what is typed, with their numbers."""
        numbered = tuple(enumerate(self.open, 1))
        typed = self.typed.casefold()
        return tuple((n, choice) for n, choice in numbered if not typed or self._fits(n, choice, typed))

    def next_key(self, choice: Choice) -> str:
        """Name the key that would lead on to a choice."""
        return choice.clicks[len(self.clicked)] if len(choice.clicks) > len(self.clicked) else ""

    def click(self, key: str) -> Choice | None:
        """Click a key; the choice, when that settles it."""
        if key not in self.live:
            return None
        self.clicked, self.typed = (*self.clicked, key), ""
        done = [choice for choice in self.open if len(choice.clicks) == len(self.clicked)]
        return done[0] if len(done) == len(self.open) == 1 else None

    def type(self, letter: str) -> Choice | None:
        """Type a letter; the choice, when nothing else can be meant. A letter that fits nothing is dropped."""
        self.typed += letter
        if not self.shown:
            self.typed = self.typed[:-1]
            return None
        return self._settled(self.typed.casefold())

    def back(self) -> bool:
        """Take back a letter, or else a click; whether there was one."""
        if self.typed:
            self.typed = self.typed[:-1]
        elif self.clicked:
            self.clicked = self.clicked[:-1]
        else:
            return False
        return True

    def clear(self) -> bool:
        """Forget what was clicked and typed; whether there was anything."""
        had = bool(self.clicked or self.typed)
        self.clicked, self.typed = (), ""
        return had

    def named(self, text: str) -> Choice | None:
        """Choose by a whole word as a line of text gives it; narrows, and settles when one choice is left."""
        self.typed = ""
        wanted = " ".join(text.casefold().split())
        if wanted.isdecimal():
            return self.open[place - 1] if 1 <= (place := whole(wanted)) <= len(self.open) else None
        if key := next((key for key in self.live if key.casefold() == wanted), ""):
            return self.click(key)
        fits = [c for c in self.open if self.labels[c.number].casefold().startswith(wanted)]
        exact = [c for c in fits if self.labels[c.number].casefold() == wanted]
        return (exact or fits)[0] if len(exact or fits) == 1 else None

    def _settled(self, typed: str) -> Choice | None:
        keys = [key for key in self.live if key.casefold().startswith(typed)]
        numbers = [n for n in range(1, len(self.open) + 1) if str(n).startswith(typed)]
        if len(keys) == 1 and keys[0].casefold() == typed and not numbers:
            return self.click(keys[0])
        if len(numbers) == 1 and typed == str(numbers[0]):
            self.typed = ""
            return self.open[numbers[0] - 1]
        return None

    def _fits(self, number: int, choice: Choice, typed: str) -> bool:
        if str(number).startswith(typed) or self.next_key(choice).casefold().startswith(typed):
            return True
        label = self.labels[choice.number].casefold()
        return label.startswith(typed) or any(word.startswith(typed) for word in label.split())


def whole(text: str) -> int:
    """Read a small whole number; anything else counts as 0."""
    return int(text) if text.isdecimal() and len(text) < 7 else 0
