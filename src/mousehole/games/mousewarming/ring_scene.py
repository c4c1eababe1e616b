"""Draws the ring: its spaces and arrows, the pizzeria with its die, burrows, feeders, mice and raccoon."""

from collections.abc import Callable, Iterator

from mousehole.core.scene import Piece, Point, Spot
from mousehole.core.words import Line, line
from mousehole.games.mousewarming import layout
from mousehole.games.mousewarming.loop import Space
from mousehole.games.mousewarming.moves import PAIR, SIDES, Event, Food, Mouse, Move, Raccoon, Rolled
from mousehole.games.mousewarming.names import A_FOOD, FOOD, SIDE, SOME_FOOD, mouse_name, space_name
from mousehole.games.mousewarming.state import DOOR, State

GROUND = {"P": "mousewarming-plate", "F": "mousewarming-feeder", "B": "mousewarming-burrow", ".": "mousewarming-space"}
MARK = {"P": "o", "F": "u", "B": "_", ".": "."}
GROUND_TINT = {"P": "#e9d8b4", "F": "#8fa3b5", "B": "#b58a5a", ".": "#d9c49a"}
TINT: dict[Food, str] = {
    "cheese": "#f2c230",
    "nut": "#b9793f",
    "carrot": "#ee8434",
    "tomato": "#d8412f",
    "mushroom": "#c9a58a",
}
FOOD_MARK: dict[Food, str] = {"cheese": "Ch", "nut": "Nu", "carrot": "Ca", "tomato": "To", "mushroom": "Mu"}
ARROWS = "→↓←↑"
LYING, BESIDE = (0.0, 0.02), (0.33, 0.36)
ICONS: tuple[Point, ...] = ((-0.3, 0.36), (0.3, 0.36), (0.0, 0.42), (-0.3, -0.36), (0.3, -0.36))


def ring_spots(state: State, last: Event | None) -> Iterator[Spot]:
    """Draw everything on the ring that stays where it is."""
    wide = layout.span(state.party) + layout.SPOT + 0.3
    yield Spot("road", layout.centre(state.party), (wide, wide), "mousewarming-road")
    yield from arrows(state)
    yield from pizzeria(state)
    for space, kind in enumerate(state.party.box.ring):
        at, sprite, mark = layout.space_at(state.party, space), GROUND[kind], MARK[kind]
        name, side = space_words(state, space), (layout.SPOT, layout.SPOT)
        tint, glow = GROUND_TINT[kind], space_glow(space, last)
        yield Spot(f"space-{space}", at, side, sprite, label=name, mark=mark, tint=tint, glow=glow)


def space_glow(space: Space, last: Event | None) -> str:
    """Mark where the last move went."""
    match last:
        case Move():
            return "path" if last.to == space else ""
        case Raccoon():
            return "danger" if last.to == space else ""
    return ""


def space_words(state: State, space: Space, called: Callable[[State, Space], Line] = space_name) -> Line:
    """Name a space, as a place or as a destination, and what is there."""
    name = called(state, space)
    if food := state.plates[space]:
        return line("{space}: {food}", space=name, food=FOOD[food])
    if foods := state.party.box.kitchens.get(state.burrows[space] or ""):
        return line("{space}: takes {foods}", space=name, foods=tuple(SOME_FOOD[f] for f in foods))
    if state.party.box.ring[space] == "F":
        n = state.feeders[space]
        return line("{space}: {n} token", plural="{space}: {n} tokens", space=name, n=n)
    return name


def arrows(state: State) -> Iterator[Spot]:
    """Draw the arrows between the spaces."""
    party = state.party
    for space in range(party.length):
        at, turn = layout.space_at(party, space + 0.5), layout.heading(party, space)
        mark = ARROWS[int(turn // 90)]
        yield Spot(f"arrow-{space}", at, (0.34, 0.34), "mousewarming-arrow", turn, mark=mark)


def pizzeria(state: State) -> Iterator[Spot]:
    """Draw the pizzeria in the middle and the mats in front of its four doors."""
    party = state.party
    wide = layout.pizzeria(party)
    at, name = layout.centre(party), line("the pizzeria")  # MP-002
    for side in SIDES:
        label = line("the way out {side}", side=SIDE[side])
        turn = 90.0 * SIDES.index(side)
        yield Spot(
            f"exit-{side}", layout.exit_at(party, side), (0.8, 0.8), "mousewarming-mat", turn, label, tint="#b5651d"
        )
    yield Spot("pizzeria", at, (wide, wide), "mousewarming-pizzeria", label=name, tint="#c8452f")


def ring_pieces(state: State, last: Event | None) -> Iterator[Piece]:
    """Draw everything on the ring that comes and goes."""
    yield from burrows(state)
    yield from piles(state)
    yield from food(state)
    yield die(state, last)
    yield from (mouse(state, number) for number in PAIR)
    yield raccoon(state)


def burrows(state: State) -> Iterator[Piece]:
    """Draw doors, and kitchens with the foods they take."""
    for space in state.party.slots:
        tile = state.burrows[space]
        if tile is None:
            continue
        on, key, shut = f"space-{space}", f"tile-{space}", tile == DOOR
        sprite, mark = ("mousewarming-door", "?") if shut else ("mousewarming-kitchen", "K")
        yield Piece(
            key, on, sprite, "flip", size=(1.2, 1.2), mark=mark, tint="#9c5a2c", tick=int(not shut), leave="flip"
        )
        for place, one in enumerate(state.party.box.kitchens.get(tile, ())):
            shift, name = ICONS[place], f"mousewarming-{one}"
            yield Piece(f"menu-{space}-{one}", on, name, "none", shift, (0.4, 0.4), mark=FOOD_MARK[one], tint=TINT[one])


def piles(state: State) -> Iterator[Piece]:
    """Draw the face-down tokens in the feeders."""
    for space in state.party.feeders:
        for n in range(state.feeders[space]):
            shift = ((n % 2) * 0.06 - 0.03, 0.12 - 0.085 * n)
            key, on = f"feed-{space}-{n}", f"space-{space}"
            yield Piece(key, on, "mousewarming-back", "pop", shift, (0.56, 0.56), mark="", leave="none")


def food(state: State) -> Iterator[Piece]:
    """Draw the food on the plates; it moves aside for a mouse that stands there."""
    taken = (*state.mice, state.raccoon)
    for space, one in enumerate(state.plates):
        if one:
            shift = BESIDE if space in taken else LYING
            yield token(f"food-{space}", f"space-{space}", one, shift, 0.66)


def token(key: str, on: str, food: Food, shift: Point, size: float) -> Piece:
    """Draw one food token; tokens of a food are interchangeable, so one glides from plate to tray to table."""
    sprite, mark = f"mousewarming-{food}", FOOD_MARK[food]
    return Piece(
        key,
        on,
        sprite,
        "hop",
        shift,
        (size, size),
        label=A_FOOD[food],
        mark=mark,
        tint=TINT[food],
        pool="token",
        sound="pop",
    )


def die(state: State, last: Event | None) -> Piece:
    """Draw the die: on the roof, or where it rolled out."""
    tick = int(isinstance(last, Rolled))
    if state.die is None:
        shift, size = (0.0, 0.0), (0.7, 0.7)
        return Piece(
            "die", "pizzeria", "mousewarming-die", "roll", shift, size, label=line("the die"), mark="[?]", tick=tick
        )
    face = state.die.food
    label = line("the die: {food}", food=FOOD[face])
    on, sprite, mark = f"exit-{state.die.side}", f"mousewarming-die-{face}", f"{FOOD_MARK[face]}"
    tint = TINT[face]
    return Piece("die", on, sprite, "roll", size=(0.8, 0.8), label=label, mark=mark, tint=tint, tick=tick, sound="dice")


def mouse(state: State, mouse: Mouse) -> Piece:
    """Draw a mouse, facing the way it will walk."""
    name, space = state.party.setup.mice[mouse], state.mice[mouse]
    return Piece(
        f"mouse-{mouse}",
        f"space-{space}",
        f"mousewarming-{name}",
        "hop",
        (0.0, -0.2),
        (1.12, 1.28),
        mirror=homeward(state, space),
        label=mouse_name(state, mouse),
        mark=name[:2].title(),
        tint=("#7fb3d5", "#e8a0bf")[mouse],
        sound="step",
    )


def raccoon(state: State) -> Piece:
    """Draw the raccoon on its scooter, or asleep beside it."""
    name, sprite = line("the raccoon"), "mousewarming-raccoon"
    if state.asleep:
        name, sprite = line("the raccoon, asleep"), "mousewarming-raccoon-asleep"  # MP-042
    return Piece(
        "raccoon",
        f"space-{state.raccoon}",
        sprite,
        "slide",
        (0.0, -0.16),
        (1.4, 1.4),
        mirror=homeward(state, state.raccoon),
        label=name,
        mark="Rac",
        tint="#6d7480",
        sound="catch",
    )


def homeward(state: State, space: Space) -> bool:
    """Whether the way goes down or to the left."""
    return layout.heading(state.party, space) in {90.0, 180.0}
