"""Tells Mmm!: every event in one or two sentences, and how a game ends."""

from collections import Counter

from mousehole.core.game import Over, Result
from mousehole.core.words import Line, Who, line, percent
from mousehole.games.mmm.moves import FACES, FOODS, Event, Gather, Place, Reroll, Rolled
from mousehole.games.mmm.rules import reach
from mousehole.games.mmm.state import State, left
from mousehole.games.mmm.value import completes

FOOD = {
    "bread": line("bread"),
    "fish": line("fish"),
    "cucumber": line("cucumber"),
    "cheese": line("cheese"),
    "carrot": line("carrot"),
}
ON_DIE = {**FOOD, "x": line("a red cross")}
NUMBER = {2: line("two"), 3: line("three")}
SEVERAL = {
    "bread": line("loaves"),
    "fish": line("fish", context="several"),
    "cucumber": line("cucumbers"),
    "cheese": line("cheeses"),
    "carrot": line("carrots"),
    "x": line("red crosses"),
}
RATING = {
    "win-6": line("Incredible! Or was it luck? Do it again in your next game and you are legends."),
    "win-4": line("Splendid! You could have stayed for dessert."),
    "win-2": line("Well done! The family will eat for weeks."),
    "win-1": line("Phew! One more step and the cat would have had you."),
    "loss-1": line("Just one bite short. So close!"),
    "loss-2": line("Just a few bites short. Next time you will get them!"),
    "loss-4": line("A modest haul. The next raid will go better."),
    "loss-6": line("There is still plenty in the pantry. Up and at it again!"),
}
LEGEND = line("Legends of the pantry: two incredible wins in a row!")
TOP = "win-6"


def tell(before: State, event: Event, after: State, viewer: int | None) -> tuple[Line, ...]:
    """Tell an event, and what it led to."""
    who = Who(before.seat)
    match event:
        case Rolled():
            return (rolled(who, event), *outcome(before, after))
        case Place():
            said = line("{who} places {food} on {square}.", who=who, food=FOOD[event.face], square=event.square)
            return (said, *outcome(before, after))
        case Reroll():
            return (line("{who} dares to re-roll the rest.", who=who),)
        case Gather():
            return (line("{who} stops and gathers.", who=who), *outcome(before, after))


def rolled(who: Who, event: Rolled) -> Line:
    """Tell a roll; equal dice are counted together."""
    counts = Counter(event.faces)
    dice = tuple(
        ON_DIE[face] if n == 1 else line("{n} {dice}", n=NUMBER[n], dice=SEVERAL[face]) for face, n in counts.items()
    )
    return line("{who} rolls {dice}.", who=who, dice=dice)


def outcome(before: State, after: State) -> tuple[Line, ...]:
    """Tell how a turn ended, or nothing while it goes on."""
    if after.hand:
        return ()
    n = left(before) - left(after)
    if not n:
        return (line("Nothing fits: the dice come back empty-handed."), *cat_step(after))  # MMM-30
    gathered = line("{n} bite gathered.", plural="{n} bites gathered.", n=n)
    if before.cat == after.cat:
        return (gathered, line("An item is complete, so the cat stays where it is."), *end(after))  # MMM-41
    return (gathered, *cat_step(after))


def cat_step(after: State) -> tuple[Line, ...]:
    """Tell the cat's step."""
    n = after.pantry.steps - after.cat
    if not n:
        return (line("The cat is in the pantry!"), *end(after))
    one, other = "The cat comes closer: {n} step from the pantry.", "The cat comes closer: {n} steps from the pantry."
    return (line(one, plural=other, n=n),)


def end(after: State) -> tuple[Line, ...]:
    """Tell the end, when it has come."""
    if after.cat == after.pantry.steps:
        n = left(after)
        return (line("{n} bite is left behind.", plural="{n} bites are left behind.", n=n),)
    return () if left(after) else (line("The pantry is empty: everybody wins!"),)


def ending(over: Over) -> Line:
    """Say how a game ended, with its rating."""
    text = "The pantry is empty. {rating}" if over.winners else "The cat is in the pantry. {rating}"
    return line(text, rating=RATING[over.rating])


def title(results: tuple[Result, ...]) -> Line | None:
    """Award the title of legend for two top wins in a row by the same group, luck never taken back."""
    proof = [result.over.rating == TOP and result.clean for result in results[-2:]]
    return LEGEND if proof == [True, True] else None  # MMM-54


def reason(state: State, action: Event) -> Line | None:
    """Say what speaks for or against an action."""
    match action:
        case Place():
            return placing(state, action)
        case Reroll():
            return line("{share} of these rolls fit nowhere", share=percent(failing(state)))
        case Gather() if completes(state.pantry, state.free, state.placed):
            return line("an item is complete, so the cat stays")
        case Gather():
            return line("no item is complete, so the cat takes a step")
    return None


def placing(state: State, action: Place) -> Line:
    """How near a die brings the item that it is laid on to its completion."""
    pantry, square = state.pantry, state.pantry.grid.bit[action.square]
    rest = next(item for item in pantry.items if item & square) & state.free ^ square
    more = state.hand.count(action.face) - 1
    if not rest:
        return line("it completes an item, so the cat will stay")
    if rest.bit_count() <= more and not pantry.in_line:
        return line("your other dice can complete its item right away")
    return line(
        "{n} square of its item is left then", plural="{n} squares of its item are left then", n=rest.bit_count()
    )


def failing(state: State) -> float:
    """The chance that no die of a re-roll fits."""
    room, foods = reach(state), state.pantry.foods
    bad: float = (sum(1 for face in FACES if not room & foods[face]) / len(FACES)) ** len(state.hand)
    return bad


def about(state: State, key: str) -> Line | None:
    """Why no die can be laid on a square now, if somebody taps it all the same."""
    pantry, bit = state.pantry, state.pantry.grid.bit.get(key, 0)
    food = next((food for food in FOODS if pantry.foods[food] & bit & state.free), None)
    if not state.hand or food is None:
        return None
    if food not in state.hand:
        return line("Only {food} fits here, and none of your dice shows it.", food=FOOD[food])
    return None if bit & reach(state) else line("In line: the dice of a turn lie in one row or one column.")
