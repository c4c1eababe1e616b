"""What a person at the app sees, and waits for."""

import re

from textual.widgets import Button, Input, OptionList, Static

from mousehole.terminal.dialogs import EndDialog


async def seen(pilot, screen):
    """Wait until a screen is on top."""
    for _ in range(400):
        await pilot.pause()
        if isinstance(pilot.app.screen, screen):
            return pilot.app.screen
        await pilot.pause(0.02)
    raise AssertionError(f"{pilot.app.screen} instead of {screen}")


async def until(pilot, true):
    for _ in range(400):
        await pilot.pause()
        if true():
            return
        await pilot.pause(0.02)
    raise AssertionError("it never came true")


async def move(pilot, *keys):
    """Press keys of which each makes an entry, waiting for every one of them."""
    screen = pilot.app.screen
    for key in keys:
        before = screen.shown
        await pilot.press(key)
        await until(pilot, lambda known=before: screen.shown > known)


async def finish(pilot):
    """Choose the first of all choices until the game is over."""
    screen = pilot.app.screen
    while not screen.sitting.over:
        await move(pilot, "enter")
    return await seen(pilot, EndDialog)


def texts(screen):
    """List every text a person can read on a screen, the board left aside."""
    for widget in screen.query("*"):
        yield from filter(None, (str(widget.border_title or ""), str(widget.border_subtitle or "")))
        if isinstance(widget, Static):
            yield str(widget.content)
        elif isinstance(widget, Button):
            yield str(widget.label)
        elif isinstance(widget, Input):
            yield widget.placeholder
        elif isinstance(widget, OptionList):
            yield from (str(option.prompt) for option in widget.options)


def said(screen):
    return "\n".join(texts(screen))


def table(pilot):
    return pilot.app.screen.sitting.table


def bare_in(screen):
    """List the words outside of the brackets that the pseudo-language puts around everything it says."""
    bare = []
    for text in texts(screen):
        depth, left = 0, ""
        for char in text:
            depth += {"⟦": 1, "⟧": -1}.get(char, 0)
            left += char if not depth else " "
        bare += [word for word in re.findall(r"[^\W\d_]{2,}", left) if word not in ("Esc", "Del", "mmm", "json")]
    return [word for word in bare if not re.fullmatch(r"[0-9a-f]+", word)]
