"""Any position of Mmm!, put together by clicks: squares, steps of the cat, faces of the dice."""

from collections.abc import Iterator
from itertools import zip_longest

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from mousehole.core.content import BadContent
from mousehole.core.kit import Squares
from mousehole.core.scene import Offer, Piece, Scene, Spot
from mousehole.core.solvable import Fields, Sketch, Sketcher
from mousehole.core.words import Line, line
from mousehole.games.mmm.moves import FACES, Face, Setup
from mousehole.games.mmm.rules import DICE, new, reach, turn
from mousehole.games.mmm.scene import MARK, die, scene
from mousehole.games.mmm.state import Pantry, State, chips
from mousehole.games.mmm.story import FOOD, ON_DIE

FACE: dict[str, Face] = {letter: face for face, letter in MARK.items()}
Change = tuple[tuple[str, ...], Line, "PositionDraft"]


class PositionDraft(Struct, frozen=True):
    """A position in the making: dice whose face is not set yet are None."""

    state: State
    dice: tuple[Face | None, ...]

    @property
    def set(self) -> bool:
        """Whether every die shows a face."""
        return bool(self.dice) and None not in self.dice


class Explorer:
    """The part `explorer` of the game."""

    def sketch(self, fields: Fields) -> Sketch:
        """Draw the position that the fields name."""
        draft, note = read(fields)
        state, note = complete(draft) if note is None else (None, note)
        changed = list(changes(draft))
        offers = tuple(Offer(n, clicks, label) for n, (clicks, label, _) in enumerate(changed))
        told = tuple(written(after) for _, _, after in changed)
        return Sketch(written(draft), drawn(draft, offers), told, draft.state.pantry.setup, state, note)

    def fields(self, setup: Setup, state: State) -> Fields:
        """Name a position of a game; one that waits for a roll has blank dice."""
        return written(PositionDraft(state, state.hand or (None,) * (DICE - state.placed.bit_count())))


def read(fields: Fields) -> tuple[PositionDraft, Line | None]:
    """Read a position; if it cannot be read, say so and show the start of the board."""
    try:
        return _read(fields), None
    except (ValueError, KeyError, BadContent) as error:
        reason = error.line if isinstance(error, BadContent) else line("this link leads to no position on this board")
        return blank(Setup()), reason


def _read(fields: Fields) -> PositionDraft:
    side, steps, board = fields.get("side") or "one_paw", fields.get("steps"), fields.get("board") or None
    told = {"side": side, "in_line": "in_line" in fields, "steps": int(steps) if steps else None, "board": board}
    setup = msgspec.convert(told, Setup)
    pantry = Pantry(setup)
    placed, gathered = (squares(pantry.grid.bit, fields.get(name, "")) for name in ("dice", "gathered"))
    cat, hand = int(fields.get("cat") or 0), tuple(FACE.get(mark) for mark in fields.get("hand", ""))
    whole = sum(pantry.items)
    if not 0 <= cat <= pantry.steps or (placed | gathered) & ~whole or placed & gathered or placed.bit_count() >= DICE:
        raise ValueError
    room = DICE - placed.bit_count()
    dice = tuple(face for _, face in zip_longest(range(room), hand[:room]))
    fresh = not placed or fields.get("fresh") != "no"
    return PositionDraft(State(pantry, 0, whole & ~(placed | gathered), cat, placed, (), fresh), dice)


def squares(bit: dict[str, Squares], text: str) -> Squares:
    """Read the names of squares."""
    return sum({bit[name] for name in text.split(".") if name})


def blank(setup: Setup) -> PositionDraft:
    """Start from the whole board, with dice still to be rolled."""
    return PositionDraft(new(setup), (None,) * DICE)


def written(draft: PositionDraft) -> dict[str, str]:
    """Write a position as the fields of an address; defaults are left out."""
    state, setup = draft.state, draft.state.pantry.setup
    named = state.pantry.grid.named
    told = {
        "side": setup.side if setup.board is None and setup.side != "one_paw" else "",
        "board": setup.board or "",
        "steps": str(setup.steps or ""),
        "in_line": "yes" if setup.in_line else "",
        "cat": str(state.cat or ""),
        "gathered": ".".join(named(chips(state))),
        "dice": ".".join(named(state.placed)),
        "hand": "".join(MARK[face] if face else "_" for face in draft.dice).rstrip("_"),
        "fresh": "no" if state.placed and not state.fresh else "",
    }
    return {name: text for name, text in told.items() if text}


def complete(draft: PositionDraft) -> tuple[State | None, Line | None]:
    """The position, or a line that says what is missing."""
    state = draft.state
    if not state.placed and (state.cat == state.pantry.steps or not state.free):
        return None, line("The game is over here.")
    if state.cat == state.pantry.steps:
        return None, line("The cat is in the pantry: move it back.")
    if not any(draft.dice):
        return replace(state, hand=(), fresh=False), None
    if not draft.set:
        return None, line("Tap the other dice to set them too.")
    hand = tuple(sorted((face for face in draft.dice if face), key=FACES.index))
    at = replace(state, hand=hand)
    if at.fresh and not any(reach(at) & at.pantry.foods[face] for face in hand):
        return None, line("This roll fits nowhere: the dice are lost and the cat takes a step.")
    return at, None


def drawn(draft: PositionDraft, offers: tuple[Offer, ...]) -> Scene:
    """Draw the position as the game does, with dice that can be turned."""
    state, told = draft.state, turn(replace(draft.state, hand=()))
    whole = scene(state, told, None, None)
    pieces = [piece for piece in whole.pieces if piece.on != "tray"]
    shifts = [((n - (len(draft.dice) - 1) / 2) * 1.25, 0.0) for n in range(len(draft.dice))]
    pieces += [die(f"die-{n}", "tray", face, shifts[n]) for n, face in enumerate(draft.dice)]
    ask = line("Build any position: tap squares, the cat's path and the dice.")
    spots = tuple(without_glow(spot) for spot in whole.spots)
    calm = tuple(steady(piece) for piece in pieces)
    return replace(whole, spots=spots, pieces=calm, prompt=ask, offers=offers, throw=None)


def without_glow(spot: Spot) -> Spot:
    """A spot without the mark of a last move: there is none here."""
    return replace(spot, glow="")


def steady(piece: Piece) -> Piece:
    """A piece that changes without animation: nobody rolls here."""
    return replace(piece, pool="", tick=0, sound="", motion="slide")


def changes(draft: PositionDraft) -> Iterator[Change]:
    """List everything a click can change."""
    yield from on_squares(draft)
    yield from on_paws(draft)
    yield from on_dice(draft)
    yield from elsewhere(draft)


def on_squares(draft: PositionDraft) -> Iterator[Change]:
    """Gather a square, place a die of this turn on it, or clear it again."""
    state = draft.state
    for item in state.pantry.board.items:
        for square in state.pantry.grid.named(item.squares):
            bit, told = state.pantry.grid.bit[square], {"food": FOOD[item.food], "square": square}
            if bit & state.free:
                label, after = Line("Gather {food} on {square}", told), replace(state, free=state.free ^ bit)
            elif bit & state.placed:
                label = Line("Clear {square}", told)
                after = replace(state, free=state.free | bit, placed=state.placed ^ bit)
            elif state.placed.bit_count() < DICE - 1:
                label, after = (
                    Line("Place a die of this turn on {square}", told),
                    replace(state, placed=state.placed | bit),
                )
            else:
                label, after = Line("Clear {square}", told), replace(state, free=state.free | bit)
            yield (square,), label, fitted(draft, after)


def fitted(draft: PositionDraft, state: State) -> PositionDraft:
    """Keep as many dice in the tray as are not on squares."""
    room = DICE - state.placed.bit_count()
    dice = tuple(face for _, face in zip_longest(range(room), draft.dice[:room]))
    return PositionDraft(replace(state, fresh=state.fresh or not state.placed), dice)


def on_paws(draft: PositionDraft) -> Iterator[Change]:
    """Put the cat on any step."""
    state = draft.state
    for step in range(state.pantry.steps + 1):
        if step != state.cat:
            n = state.pantry.steps - step
            label = line("Put the cat {n} step away", plural="Put the cat {n} steps away", n=n)
            yield (f"paw-{step}",), label, replace(draft, state=replace(state, cat=step))


def on_dice(draft: PositionDraft) -> Iterator[Change]:
    """Turn each die to its next face."""
    order: tuple[Face | None, ...] = (None, *FACES)
    for n, face in enumerate(draft.dice):
        then = order[(order.index(face) + 1) % len(order)]
        words = {"number": n + 1, "face": ON_DIE[then] if then else line("a die to roll")}
        dice = (*draft.dice[:n], then, *draft.dice[n + 1 :])
        yield (f"die-{n}",), Line("Die {number}: show {face}", words), replace(draft, dice=dice)


def elsewhere(draft: PositionDraft) -> Iterator[Change]:
    """Change what has no spot on the board."""
    state, setup = draft.state, draft.state.pantry.setup
    if state.placed and draft.set:
        fresh, held = line("These dice have just been rolled"), line("A die of this roll is already placed")
        label = held if state.fresh else fresh
        yield (), label, replace(draft, state=replace(state, fresh=not state.fresh))
    if state != new(setup) or any(draft.dice):
        yield (), line("Clear everything"), blank(setup)
    if setup.board is not None or setup.side != "one_paw":
        yield (), line("Go to the one-paw board"), blank(Setup())
    if setup.board is not None or setup.side != "two_paws":
        yield (), line("Go to the two-paw board"), blank(Setup(side="two_paws"))


EXPLORER: Sketcher = Explorer()
