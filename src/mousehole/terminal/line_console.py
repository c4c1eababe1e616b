"""A person who reads and writes lines: what is told, what is shown, and at which table."""

from shutil import get_terminal_size
from typing import TextIO

from mousehole.core.words import Line, Voice, line, voice
from mousehole.host import Host
from mousehole.paint import text
from mousehole.terminal.choosing import Choosing
from mousehole.terminal.saved_games import SavedGame
from mousehole.terminal.sitting import Sitting
from mousehole.terminal.table_opening import seated

WIDTH = 80
TALL = 60  # rows: who reads line by line can scroll
PAST = 12


class Console:
    """Where a person is: in the lobby, or at a table with some choices."""

    def __init__(self, host: Host, language: str, source: TextIO, out: TextIO) -> None:
        self.host = host
        self.language = language
        self.source = source
        self.out = out
        self.sitting: Sitting | None = None
        self.choosing: Choosing | None = None
        self.saved: list[SavedGame] = []
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
        self.tell(seated(sitting.table, self.say))
        self.write(*(f"· {self.say(told)}" for told in sitting.past(PAST)))
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
