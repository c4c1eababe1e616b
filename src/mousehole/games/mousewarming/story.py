"""Tells Mousewarming Party: every event in a sentence or two, and how a game ends."""

from mousehole.core.game import Over
from mousehole.core.words import Line, Who, line
from mousehole.games.mousewarming.box import Box
from mousehole.games.mousewarming.moves import (
    SIDES,
    Bonus,
    Drawn,
    Drop,
    Event,
    Food,
    Mouse,
    MouseName,
    Move,
    Pick,
    Raccoon,
    Revealed,
    Rolled,
    Side,
    Space,
)
from mousehole.games.mousewarming.rules import apply
from mousehole.games.mousewarming.state import DOOR, INDEX, State, guests, prey

FOOD: dict[Food, Line] = {
    "cheese": line("cheese"),
    "nut": line("nut"),
    "carrot": line("carrot"),
    "tomato": line("tomato"),
    "mushroom": line("mushroom"),
}
A_FOOD: dict[Food, Line] = {
    "cheese": line("a piece of cheese"),
    "nut": line("a nut"),
    "carrot": line("a carrot"),
    "tomato": line("a tomato"),
    "mushroom": line("a mushroom"),
}
SOME_FOOD: dict[Food, Line] = {
    "cheese": line("cheese", context="in a kitchen"),
    "nut": line("nuts"),
    "carrot": line("carrots"),
    "tomato": line("tomatoes"),
    "mushroom": line("mushrooms"),
}
MOUSE: dict[MouseName, Line] = {
    "mommy": line("Mommy"),
    "slingshot": line("Slingshot"),
    "ninja": line("Ninja"),
    "sprinter": line("Sprinter"),
    "fitness": line("Fitness"),
    "traveler": line("Traveler"),
}
ABILITY: dict[MouseName, Line] = {
    "mommy": line("Mommy sings the raccoon to sleep"),
    "slingshot": line("Slingshot shoots food from her tray to the table"),
    "ninja": line("Ninja brings food back from the pantry"),
    "sprinter": line("Sprinter dashes to the nearest food or burrow"),
    "fitness": line("Fitness pulls a token out of a feeder"),
    "traveler": line("Traveler packs food into a backpack"),
}
SIDE: dict[Side, Line] = {
    "n": line("at the top"),
    "e": line("on the right"),
    "s": line("at the bottom"),
    "w": line("on the left"),
}
CORNERS = (
    line("in the top left corner"),
    line("in the top right corner"),
    line("in the bottom right corner"),
    line("in the bottom left corner"),
)
PAIRS = (  # two of a kind on one side, along the arrows
    (line("at the top left"), line("at the top right")),
    (line("on the upper right"), line("on the lower right")),
    (line("at the bottom right"), line("at the bottom left")),
    (line("on the lower left"), line("on the upper left")),
)
AT = {
    "P": "plate {where}",
    "F": "the feeder {where}",
    ".": "the space {where}",
    "door": "the door {where}",
    "kitchen": "the kitchen {where}",
    "B": "the empty burrow {where}",
}
TO = {
    "P": "to plate {where}",
    "F": "to the feeder {where}",
    ".": "to the space {where}",
    "door": "to the door {where}",
    "kitchen": "to the kitchen {where}",
    "B": "to the empty burrow {where}",
}


def mouse_name(state: State, mouse: Mouse) -> Line:
    """Name one of the two mice."""
    return MOUSE[state.party.setup.mice[mouse]]


def space_name(state: State, space: Space) -> Line:
    """Name a space by what is there and where it is."""
    return line(AT[kind(state, space)], where=where(state.party.box, space))


def to_space(state: State, space: Space) -> Line:
    """Name a space as a destination."""
    return line(TO[kind(state, space)], where=where(state.party.box, space))


def where(box: Box, space: Space) -> Line:
    """Say where on the ring a space is, as somebody looking at it would; plates have numbers."""
    if box.ring[space] == "P":
        return line("{n}", n=plate_number(box, space))
    side, along = divmod(space * 4, len(box.ring))
    if not along:
        return CORNERS[side]
    alike = [other for other in box.spaces(box.ring[space]) if other * 4 // len(box.ring) == side]
    alike = [other for other in alike if other * 4 % len(box.ring)]
    if len(alike) == 2:
        return PAIRS[side][alike.index(space)]
    edge = SIDE[SIDES[side]]
    return edge if len(alike) == 1 else line("{side}, number {n}", side=edge, n=alike.index(space) + 1)


def plate_number(box: Box, space: Space) -> int:
    """The number of a plate: they are counted along the arrows."""
    return box.spaces("P").index(space) + 1


def kind(state: State, space: Space) -> str:
    """What kind of space it is now."""
    tile = state.burrows[space]
    return "door" if tile == DOOR else "kitchen" if tile else state.party.box.ring[space]


def foods_named(foods: tuple[Food, ...]) -> tuple[Line, ...]:
    """Name tokens one by one."""
    return tuple(A_FOOD[food] for food in foods)


Lines = tuple[Line, ...]


def tell(before: State, event: Event, after: State, viewer: int | None) -> Lines:
    """Tell an event, and what it led to."""
    return (
        *happened(before, event, after),
        *deliveries(before, after),
        *quiet(before, event, after),
        *end(before, after),
    )


def happened(before: State, event: Event, after: State) -> Lines:
    """Tell the event itself."""
    match event:
        case Rolled():
            return rolled(before, event, after)
        case Bonus():
            return bonus(before, event, after)
        case Raccoon():
            return raccoon(before, event, after)
        case Revealed():
            return (revealed(before, event),)
    return (acted(before, event, after),)


def acted(before: State, event: Move | Drop | Pick | Drawn, after: State) -> Line:
    """Tell what a mouse does."""
    match event:
        case Move():
            goal = to_space(before, event.to)
            return line("{mouse} walks {where}.", mouse=mouse_name(before, event.mouse), where=goal)
        case Drop():
            who, food = mouse_name(before, event.mouse), A_FOOD[event.food]
            place = where(before.party.box, before.mice[event.mouse])
            return line("{mouse} leaves {food} on plate {where}.", mouse=who, food=food, where=place)
        case Drawn():
            who, food = mouse_name(before, before.mover), A_FOOD[event.food]
            return line("{mouse} pulls {food} out of the feeder.", mouse=who, food=food)
        case Pick():
            who, found = mouse_name(before, before.mover), before.plates[before.mice[before.mover]]
            food = A_FOOD[found or "cheese"]
            text = "{mouse} takes {food}." if event.take else "{mouse} passes up {food}."
            return line(text, mouse=who, food=food)


def rolled(before: State, event: Rolled, after: State) -> Lines:
    """Tell a roll and where the food lands."""
    said = line(
        "{who} rolls {food}: it comes out {side}.", who=Who(before.seat), food=A_FOOD[event.food], side=SIDE[event.side]
    )
    return (said,) if event.food == "cheese" else (said, landed(before, after))


def landed(before: State, after: State) -> Line:
    """Tell where a token has landed, or why it has not."""
    for space, (old, new) in enumerate(zip(before.plates, after.plates, strict=True)):
        if new and not old:
            return line("It lands on plate {where}.", where=where(before.party.box, space))
    if all(before.plates[s] or s in (*before.mice, before.raccoon) for s in before.party.searches["n"]):
        return line("No plate is free, so nothing lands.")  # MP-036
    return line("No such token is left, so nothing lands.")  # MP-037


def bonus(before: State, event: Bonus, after: State) -> Lines:
    """Tell how the cheese is used."""
    who = Who(before.seat)
    match event.use:
        case "place":
            return line("{who} keeps the cheese for the mice.", who=who), landed(before, after)
        case "nap":
            return (line("A lullaby! The raccoon lies down and falls asleep."),)
        case "ninja":
            stolen = A_FOOD[event.food or "cheese"]
            return line("Ninja sneaks into the pantry and comes back with {food}.", food=stolen), landed(before, after)
    return (ability(before, event, after),)


def ability(before: State, event: Bonus, after: State) -> Line:
    """Tell a mouse's own trick."""
    mouse = before.party.setup.mice.index(event.use)
    who, goal = mouse_name(before, mouse), to_space(before, after.mice[mouse])
    match event.use:
        case "slingshot":
            return line("{mouse} takes aim at the table: {food}!", mouse=who, food=A_FOOD[event.food or "cheese"])
        case "traveler":
            return line("{mouse} packs {foods} into the backpack.", mouse=who, foods=foods_named(event.foods))
        case "sprinter" if event.target == "food":
            food = A_FOOD[before.plates[after.mice[mouse]] or "cheese"]
            return line("{mouse} dashes {where} and takes {food}.", mouse=who, where=goal, food=food)
    return line("{mouse} dashes {where}.", mouse=who, where=goal)


def revealed(before: State, event: Revealed) -> Line:
    """Tell what lay behind a door."""
    kitchen, place = before.party.box.kitchens.get(event.tile), where(before.party.box, event.slot)
    if kitchen:
        foods = tuple(SOME_FOOD[food] for food in kitchen)
        return line("The door {where} opens: a kitchen for {foods}.", where=place, foods=foods)
    n = int(event.tile.removeprefix("guests-"))
    one, other = (
        "The door {where} opens: {n} guest comes to the table.",
        "The door {where} opens: {n} guests come to the table.",
    )
    return line(one, plural=other, where=place, n=n)


def raccoon(before: State, event: Raccoon, after: State) -> Lines:
    """Tell the raccoon's ride, and warn when a row of its pantry is full."""
    goal, food = to_space(before, event.to), A_FOOD[event.takes]
    said = line("The raccoon rides {where} and grabs {food}.", where=goal, food=food)
    n, most = after.pantry[INDEX[event.takes]], before.party.box.pantry
    if n == most and after.stage == "roll":
        return said, line("Careful: its shelf is full of {food}. One more ends the game!", food=SOME_FOOD[event.takes])
    return (said,)


def deliveries(before: State, after: State) -> Lines:
    """Tell what has come to the table."""
    served = after.table[len(before.table) :]
    if not served:
        return ()
    n = len(after.table)
    said = line("To the table: {foods}.", foods=foods_named(served))
    return said, line("{n} plate is filled.", plural="{n} plates are filled.", n=n)


def quiet(before: State, event: Event, after: State) -> Lines:
    """Tell why the raccoon does not ride at the end of a turn."""
    if after.stage != "roll" or isinstance(event, Raccoon) or before.stage == "opening":
        return ()
    if before.asleep:
        return (line("The raccoon sleeps through the turn and wakes up at the end."),)  # MP-044
    return (line("The raccoon finds no food within reach and stays put."),)  # MP-086


def end(before: State, after: State) -> Lines:
    """Tell that the end has come, and how many were fed when all doors are open."""
    cause = (CAUSE[after.reason],) if after.reason and not before.reason else ()
    if after.stage != "over":
        return cause
    text, many = "{food} on the table for {n} guest.", "{food} on the table for {n} guests."
    return (*cause, line(text, plural=many, food=portions(len(after.table)), n=guests(after)))


def portions(n: int) -> Line:
    """Count food."""
    return line("{n} portion", plural="{n} portions", n=n)


CAUSE = {
    "table": line("The last plate is filled!"),
    "feeders": line("Both feeders are empty: all the doors open, and the guests are counted."),
    "pantry": line("That was one too many for the pantry: all the doors open, and the guests are counted."),
}
ENDING = {
    ("table", True): line("The table is full: what a party!"),
    ("feeders", True): line("The feeders are empty, but everybody has been fed. What a party!"),
    ("pantry", True): line("The raccoon had no room left on a shelf, but everybody has been fed. What a party!"),
    ("feeders", False): line("The feeders are empty, and somebody is still hungry."),
    ("pantry", False): line("The raccoon had no room left on a shelf, and somebody is still hungry."),
}


def ending(over: Over) -> Line:
    """Say how a game ended."""
    return ENDING[over.reason, bool(over.winners)]


def reason(state: State, action: Event) -> Line | None:
    """Say what speaks for an action: what it serves, opens, fetches, or keeps from the raccoon."""
    match action:
        case Move():
            return walking(state, action)
        case Pick(take=True):
            return line("what lies on a tray is safe from the raccoon")
        case Pick():
            return line("the food stays where the raccoon can find it")
        case Drop():
            return line("a lighter tray lets the mouse walk further")
        case Bonus(use="nap"):
            return line("the raccoon sleeps through this turn")
    return None


def walking(state: State, action: Move) -> Line | None:
    """What waits where a mouse goes."""
    after, space = apply(state, action), action.to
    portions = len(after.table) - len(state.table)
    if portions > 0:
        return line("it brings {n} portion to the table", plural="it brings {n} portions to the table", n=portions)
    if state.burrows[space] == DOOR:
        return line("it opens a burrow")
    if state.plates[space] and space == prey(state):
        return line("it is there before the raccoon, which wants this food next")
    if after.stage == "pick":
        return line("it can pick up food there")
    return guarding(state, after, action)


def guarding(state: State, after: State, action: Move) -> Line | None:
    """Whether a mouse guards a feeder from now on, or no longer."""
    if state.feeders[action.to]:
        return line("it keeps the raccoon away from the feeder")
    if prey(after) == state.mice[action.mouse]:
        return line("it leaves the feeder to the raccoon, which would ride on otherwise")
    return None
