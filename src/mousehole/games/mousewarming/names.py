"""What things are called: foods, mice, sides and spaces."""

from mousehole.core.kit.loop import Space
from mousehole.core.words import Line, line
from mousehole.games.mousewarming.moves import Food, Mouse, MouseName, Side
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
AT = {
    "P": "plate {number}",
    "F": "feeder {number}",
    ".": "space {number}",
    "door": "door {number}",
    "kitchen": "kitchen {number}",
    "B": "empty burrow {number}",
}
TO = {
    "P": "to plate {number}",
    "F": "to feeder {number}",
    ".": "to space {number}",
    "door": "to door {number}",
    "kitchen": "to kitchen {number}",
    "B": "to empty burrow {number}",
}


def mouse_name(state: State, mouse: Mouse) -> Line:
    """Name one of the two mice."""
    return MOUSE[state.party.setup.mice[mouse]]


def space_name(state: State, space: Space) -> Line:
    """Name a space by what is there and its number."""
    return line(AT[kind(state, space)], number=space)


def to_space(state: State, space: Space) -> Line:
    """Name a space as the end of a way."""
    return line(TO[kind(state, space)], number=space)


def kind(state: State, space: Space) -> str:
    """Tell what kind of space it is now."""
    tile = state.burrows[space]
    return "door" if tile == DOOR else "kitchen" if tile else state.party.box.ring[space]


def foods_named(foods: tuple[Food, ...]) -> tuple[Line, ...]:
    """Name tokens one by one."""
    return tuple(A_FOOD[food] for food in foods)
