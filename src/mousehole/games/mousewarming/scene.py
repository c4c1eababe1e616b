"""Draws a position of Mousewarming Party for every painter."""

from collections.abc import Callable, Iterator

from mousehole.core.game import Chance, Decide, Over, Turn
from mousehole.core.scene import Beat, Offer, Panel, Piece, Point, Row, Scene, Spot, Throw
from mousehole.core.words import Line, Who, line, percent
from mousehole.games.mousewarming import layout
from mousehole.games.mousewarming.moves import (
    FOODS,
    PAIR,
    SIDES,
    Bonus,
    Drop,
    Event,
    Food,
    Mouse,
    Move,
    Pick,
    Raccoon,
    Revealed,
    Rolled,
    Space,
    between,
)
from mousehole.games.mousewarming.rules import backpack_foods, behind, sprint, stretch
from mousehole.games.mousewarming.state import DOOR, INDEX, State, doors, guests, open_kitchens
from mousehole.games.mousewarming.story import (
    A_FOOD,
    FOOD,
    SIDE,
    SOME_FOOD,
    ending,
    foods_named,
    mouse_name,
    space_name,
    to_space,
)

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
LYING, BESIDE, NUMBERED = (0.0, 0.02), (0.33, 0.36), (-0.42, 0.4)
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
    for number, space in enumerate(state.party.box.spaces("P"), 1):
        words = line("{n}", n=number)  # a small sign by which the story calls the plate
        yield Piece(f"plate-{space}", f"space-{space}", "", "none", NUMBERED, (0.36, 0.36), text=words)
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


GUESTS = 6  # different drawings of guests


def home_spots(state: State) -> Iterator[Spot]:
    """Draw all the furniture."""
    yield from pantry_spots(state)
    yield from table(state)
    for mouse in PAIR:
        yield from tray(state, mouse)


def home_pieces(state: State) -> Iterator[Piece]:
    """Draw the food and the guests beside the ring."""
    yield from kept(state)
    yield from guest_pieces(state)
    yield from (token(f"served-{n}", f"dish-{n}", food, (0.0, -0.02), 0.54) for n, food in enumerate(state.table))
    for mouse in PAIR:
        yield from load(state, mouse)


def pantry_spots(state: State) -> Iterator[Spot]:
    """Draw the pantry: a row for each food, the last place with the picture of a mouse."""
    party = state.party
    rows, wide = layout.foods(party), layout.pantry_width(party)
    (x, top), high = layout.row_at(party, 0), len(rows) * layout.ROW
    middle = (x, top - layout.ROW / 2 + high / 2)
    yield Spot(
        "pantry", middle, (wide, high + 0.2), "mousewarming-pantry", label=line("the raccoon's pantry"), tint="#5d6b7a"
    )
    for row, food in enumerate(rows):
        n = state.pantry[INDEX[food]]
        glow = "danger" if n >= party.box.pantry else ""
        label = line(
            "pantry, {food}: {n} of {most}", food=FOOD[food], n=min(n, party.box.pantry), most=party.box.pantry
        )
        yield Spot(f"row-{food}", layout.row_at(party, row), (wide - 0.16, 0.9), "", label=label, glow=glow)
        for place in range(party.box.pantry + 1):
            yield shelf(state, row, place, food)


def shelf(state: State, row: int, place: int, food: Food) -> Spot:
    """Draw a place of the pantry; a token on the last one ends the game."""
    last = place == state.party.box.pantry
    sprite = "mousewarming-alarm" if last else f"mousewarming-shelf-{food}"
    at, mark = layout.shelf_at(state.party, row, place), "!" if last else FOOD_MARK[food].lower()
    return Spot(f"shelf-{food}-{place}", at, (0.7, 0.7), sprite, mark=mark, tint="#8a97a5" if not last else "#c96a5a")


def kept(state: State) -> Iterator[Piece]:
    """Draw what the raccoon has collected."""
    for food in layout.foods(state.party):
        for place in range(state.pantry[INDEX[food]]):
            yield token(f"kept-{food}-{place}", f"shelf-{food}-{place}", food, (0.0, 0.0), 0.62)


def table(state: State) -> Iterator[Spot]:
    """Draw the table with its plates, and the chairs of each sector behind it."""
    party = state.party
    left, wide = layout.column(party)
    high = layout.table_height(party) - layout.CHAIR
    board = (left + wide / 2, layout.lower(party) + layout.CHAIR + high / 2)
    for sector in range(party.box.sectors):
        size = (wide / party.box.sectors, layout.CHAIR)
        yield Spot(f"sector-{sector}", layout.chair_at(party, sector), size, "mousewarming-chairs")
    yield Spot("table", board, (wide, high), "mousewarming-table", label=line("the dinner table"), tint="#a5703d")
    for dish in range(party.box.plates):
        yield Spot(
            f"dish-{dish}", layout.dish_at(party, dish), (0.64, 0.64), "mousewarming-dish", mark="o", tint="#fff8ea"
        )


def guest_pieces(state: State) -> Iterator[Piece]:
    """Draw the guests on their chairs."""
    wide = layout.column(state.party)[1] / state.party.box.sectors
    number = 0
    for sector, count in enumerate(state.seated):
        for n in range(count):
            shift, look = ((n - (count - 1) / 2) * min(0.52, wide / count), 0.0), number % GUESTS + 1
            key, on, sprite = f"guest-{sector}-{n}", f"sector-{sector}", f"mousewarming-guest-{look}"
            number += 1
            yield Piece(
                key,
                on,
                sprite,
                "hop",
                shift,
                (0.86, 1.08),
                label=line("a guest"),
                mark="g",
                tint="#e8c8a0",
                sound="pop",
            )


def tray(state: State, mouse: Mouse) -> Iterator[Spot]:
    """Draw a mouse's card: its picture and its tray."""
    party = state.party
    metal, wide = "golden" if mouse in party.setup.golden else "silver", layout.column(party)[1]
    name, number = mouse_name(state, mouse), party.steps[mouse][len(state.trays[mouse])]
    one, other = "{mouse}: up to {n} step", "{mouse}: up to {n} steps"
    label, at = line(one, plural=other, mouse=name, n=number), layout.card_at(party, mouse)
    yield Spot(f"card-{mouse}", at, (wide, layout.CARD - 0.08), f"mousewarming-card-{metal}", label=label)
    yield Spot(f"face-{mouse}", layout.face_at(party, mouse), (0.92, 1.05), f"mousewarming-{party.setup.mice[mouse]}")
    for cell in range(party.room + 1):
        big = layout.cell_size(party)
        sprite = f"mousewarming-cell-{metal}" if cell != len(state.trays[mouse]) else f"mousewarming-cell-{metal}-free"
        yield Spot(f"cell-{mouse}-{cell}", layout.cell_at(party, mouse, cell), (big, big), sprite)


def load(state: State, mouse: Mouse) -> Iterator[Piece]:
    """Draw the numbers still showing, and the tokens over the others."""
    big, tray = layout.cell_size(state.party), state.trays[mouse]
    for cell, steps in enumerate(state.party.steps[mouse]):
        key, on = f"number-{mouse}-{cell}", f"cell-{mouse}-{cell}"
        if cell < len(tray):
            yield token(f"load-{mouse}-{cell}", on, tray[cell], (0.0, 0.0), big * 0.94)
        else:
            yield Piece(key, on, "", "none", size=(big, big), text=line("{n}", n=steps), enter="pop", leave="none")
    for place, food in enumerate(backpack_foods(state, mouse)):
        yield token(f"packed-{place}", f"face-{mouse}", food, (-0.22 + 0.36 * place, 0.34), 0.42)


def panels(state: State) -> tuple[Panel, ...]:
    """List all panels."""
    return tuple(panel for panel in (party(state), pantry_panel(state), unseen(state)) if panel.rows)


def party(state: State) -> Panel:
    """Count food and guests, and what doors may still bring."""
    box, served, seated = state.party.box, len(state.table), guests(state)
    rows = [
        Row(
            line("Food on the table"),
            line("{n} of {all}", n=served, all=box.plates),
            "mousewarming-dish",
            (served, box.plates),
        ),
        Row(line("Guests"), line("{n}", n=seated), "mousewarming-guest-1"),
    ]
    if hidden := box.invited - len(state.seated):
        label = line("Guest tiles behind doors")
        rows.append(Row(label, line("{n} of {all}", n=hidden, all=len(doors(state))), "mousewarming-door"))
    elif served >= seated and state.stage != "over":
        rows.append(Row(line("The party is safe"), line("everybody is fed")))  # MP-097
    return Panel("party", line("The party"), (*rows, *odds(state)))


def odds(state: State) -> list[Row]:
    """Say what may be behind the next door."""
    if not doors(state) or state.stage == "over":
        return []
    chance = behind(state.party.box, 0, open_kitchens(state), tuple(sorted(state.seated)))
    total, kitchens, found = chance.steps[-1], 0, list[Row]()
    for event, weight in chance.odds:
        tile = getattr(event, "tile", "")
        if tile in state.party.box.kitchens:
            kitchens += weight
        else:
            n = int(tile.removeprefix("guests-"))
            label = line("Behind the next door: {n} guest", plural="Behind the next door: {n} guests", n=n)
            found.append(Row(label, percent(weight / total, 0), "mousewarming-guest-2"))
    share = percent(kitchens / total, 0)
    return [
        *([Row(line("Behind the next door: a kitchen"), share, "mousewarming-kitchen")] if kitchens else []),
        *found,
    ]


def pantry_panel(state: State) -> Panel:
    """Show how close the raccoon is to the end of each row."""
    most = state.party.box.pantry
    rows = [
        Row(FOOD[food], line("{n} of {all}", n=min(n, most), all=most), f"mousewarming-{food}", (min(n, most), most))
        for food, n in zip(FOODS, state.pantry, strict=True)
        if food in layout.foods(state.party)
    ]
    return Panel("pantry", line("The raccoon's pantry"), tuple(rows))


def unseen(state: State) -> Panel:
    """Count the unseen tokens in the feeders."""
    rows = [
        Row(FOOD[food], line("{n}", n=n), f"mousewarming-{food}")
        for food in layout.foods(state.party)
        if (n := state.unseen[INDEX[food]])
    ]
    return Panel("feeders", line("Still hidden in the feeders"), tuple(rows))


def figures(state: State) -> tuple[Row, ...]:
    """The numbers of a party that is over, with up to three stars for how little the raccoon has."""
    rows = [row.meter for row in pantry_panel(state).rows if row.meter]
    stolen, most = sum(n for n, _ in rows), sum(room for _, room in rows)
    stars = 3 if 2 * stolen <= most else 2 if 3 * stolen <= 2 * most else 1
    over = [food for food, n in zip(FOODS, state.pantry, strict=True) if n > state.party.box.pantry]
    taken = line("{n} of {all}", n=stolen, all=most)
    if over:  # one shelf ends the game, however much room the others have
        taken = line("no room for more {food}", food=SOME_FOOD[over[0]])
    return (
        Row(line("Stars"), line("{n} of {all}", n=stars, all=3), meter=(stars, 3), front=True),
        Row(line("Food on the table"), line("{n}", n=len(state.table)), "mousewarming-dish"),
        Row(line("Guests"), line("{n}", n=guests(state)), "mousewarming-guest-1"),
        Row(line("The raccoon's pantry"), taken, "mousewarming-raccoon"),
    )


def offers(state: State, actions: tuple[Event, ...]) -> tuple[Offer, ...]:
    """Label every action and say where to click for it."""
    return tuple(offer(state, number, action) for number, action in enumerate(actions))


def offer(state: State, number: int, action: Event) -> Offer:
    """Label one action."""
    match action:
        case Move():
            return walk(state, number, action)
        case Drop():
            key, name = cell_of(state, action.mouse, action.food), mouse_name(state, action.mouse)
            return Offer(number, (key,), line("{mouse}: leave {food} here first", mouse=name, food=A_FOOD[action.food]))
        case Pick():
            space = state.mice[state.mover]
            food = A_FOOD[state.plates[space] or "cheese"]
            clicks = (f"food-{space}",) if action.take else (f"mouse-{state.mover}",)
            return Offer(number, clicks, line("Take {food}" if action.take else "Leave {food}", food=food))
        case Bonus():
            return cheese(state, number, action)
    raise AssertionError("luck is not offered")


def walk(state: State, number: int, move: Move) -> Offer:
    """Label a move."""
    words = line("{mouse} {where}", mouse=mouse_name(state, move.mouse), where=space_words(state, move.to, to_space))
    clicks = (f"mouse-{move.mouse}", f"space-{move.to}")
    return Offer(number, clicks, words, route(state, move.mouse, move.to))


def route(state: State, mouse: Mouse, to: Space) -> tuple[str, ...]:
    """List the spaces on the way, including the last one."""
    return tuple(f"space-{space}" for space in (*between(state.party.length, state.mice[mouse], to), to))


def cheese(state: State, number: int, bonus: Bonus) -> Offer:
    """Label a use of the cheese."""
    match bonus.use:
        case "place":
            return Offer(number, ("die",), line("Place the cheese on the board"))
        case "nap":
            return Offer(number, ("raccoon",), line("Sing the raccoon to sleep for this turn"))
        case "ninja":
            food = bonus.food or "cheese"
            return Offer(number, (f"row-{food}",), line("Ninja: bring {food} back from the pantry", food=A_FOOD[food]))
    return trick(state, number, bonus, state.party.setup.mice.index(bonus.use))


def trick(state: State, number: int, bonus: Bonus, mouse: Mouse) -> Offer:
    """Label a mouse's own trick."""
    match bonus.use:
        case "slingshot":
            food = bonus.food or "cheese"
            return Offer(
                number, (cell_of(state, mouse, food),), line("Slingshot: shoot {food} to the table", food=A_FOOD[food])
            )
        case "traveler":
            both = len(bonus.foods) > 1
            clicks = (f"face-{mouse}",) if both else (cell_of(state, mouse, bonus.foods[0]),)
            return Offer(number, clicks, line("Traveler: pack {foods}", foods=foods_named(bonus.foods)))
        case "sprinter":
            to = sprint(state, mouse, bonus.target or "food")
            words = line("Sprinter: dash {where}", where=space_words(state, to or 0, to_space))
        case _:
            to = stretch(state, mouse)
            words = line("Fitness: dash {where} and take its top token", where=to_space(state, to or 0))
    return Offer(number, (f"mouse-{mouse}", f"space-{to}"), words, route(state, mouse, to or 0))


def cell_of(state: State, mouse: Mouse, food: Food) -> str:
    """Name the token of a food on a tray."""
    return f"load-{mouse}-{state.trays[mouse].index(food)}"


def scene(state: State, turn: Turn[Event], viewer: int | None, last: Event | None) -> Scene:
    """Draw a position; nobody holds secrets, so every viewer sees the same."""
    thrown = isinstance(turn, Chance) and turn.thrower is not None
    return Scene(
        size=layout.size(state.party),
        spots=(*ring_spots(state, last), *home_spots(state)),
        pieces=(*ring_pieces(state, last), *home_pieces(state)),
        prompt=prompt(state, turn),
        offers=offers(state, turn.actions) if isinstance(turn, Decide) else (),
        throw=Throw(("pizzeria",), line("Drop the die into the pizzeria")) if thrown else None,
        panels=panels(state),
        backdrop="mousewarming-room",
        wings=(0.0, layout.lower_height(state.party) + layout.MARGIN),
        beats=THEFT if isinstance(last, Raccoon) else ARRIVAL if isinstance(last, Revealed) else (),
    )


THEFT = (Beat(("raccoon",)), Beat(("kept-",), by="raccoon", word=line("Mine!"), sound="grab"))
ARRIVAL = (Beat(("tile-",), sound="creak"), Beat(("guest-",), sound="pop", apart=True))


def prompt(state: State, turn: Turn[Event]) -> Line:
    """Say what the table is waiting for."""
    if isinstance(turn, Over):
        return ending(turn)
    who = Who(state.seat)
    match state.stage:
        case "roll":
            return line("{who}: drop the die into the pizzeria.", who=who)
        case "bonus":
            return line("{who}: cheese! How will you use it?", who=who)
        case "move":
            return line("{who}: move one of the two mice.", who=who)
        case "dropped":
            return line("{who}: {mouse} has to move now.", who=who, mouse=mouse_name(state, state.mover))
        case "pick":
            return line("{who}: take the food or leave it?", who=who)
        case "raccoon":
            return line("The raccoon is on its way.")
        case "draw":
            return line("{mouse} reaches into the feeder.", mouse=mouse_name(state, state.mover))
    return line("A door opens.")
