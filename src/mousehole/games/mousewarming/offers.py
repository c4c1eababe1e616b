"""How each action is chosen: what to click, what it is called, which route it takes."""

from mousehole.core.scene import Offer
from mousehole.core.words import line
from mousehole.games.mousewarming.cheese_bonus import sprint, stretch
from mousehole.games.mousewarming.loop import Space, between
from mousehole.games.mousewarming.moves import Bonus, Drop, Event, Food, Mouse, Move, Pick
from mousehole.games.mousewarming.names import A_FOOD, foods_named, mouse_name, to_space
from mousehole.games.mousewarming.ring_scene import space_words
from mousehole.games.mousewarming.state import State


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
