"""How a choice is narrowed: by clicking keys in turn, by its number, by typing a square or a word of its label."""

from mousehole.core.words import Say
from mousehole.terminal.sitting import Choice


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
