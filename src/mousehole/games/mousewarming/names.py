"""What things are called: foods, mice, sides and spaces."""

from mousehole.core.words import Line, line
from mousehole.games.mousewarming.box import Box
from mousehole.games.mousewarming.loop import Space
from mousehole.games.mousewarming.moves import SIDES, Food, Mouse, MouseName, Side
from mousehole.games.mousewarming.state import DOOR, State

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
    "P": "the plate {where}",
    "F": "the feeder {where}",
    ".": "the space {where}",
    "door": "the door {where}",
    "kitchen": "the kitchen {where}",
    "B": "the empty burrow {where}",
}
TO = {
    "P": "to the plate {where}",
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
    """Say where on the ring a space is, as somebody looking at it would."""
    side, along = divmod(space * 4, len(box.ring))
    if not along:
        return CORNERS[side]
    alike = [other for other in box.spaces(box.ring[space]) if other * 4 // len(box.ring) == side]
    alike = [other for other in alike if other * 4 % len(box.ring)]
    if len(alike) == 2:
        return PAIRS[side][alike.index(space)]
    edge = SIDE[SIDES[side]]
    return edge if len(alike) == 1 else line("{side}, number {n}", side=edge, n=alike.index(space) + 1)


def kind(state: State, space: Space) -> str:
    """What kind of space it is now."""
    tile = state.burrows[space]
    return "door" if tile == DOOR else "kitchen" if tile else state.party.box.ring[space]


def foods_named(foods: tuple[Food, ...]) -> tuple[Line, ...]:
    """Name tokens one by one."""
    return tuple(A_FOOD[food] for food in foods)
