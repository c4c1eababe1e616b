"""Tells Chop! Chop!: every event in one or two sentences, and how a game ends."""

from mousehole.core.game import Over
from mousehole.core.words import Line, Who, line, percent, plain
from mousehole.games.chopchop.moves import (
    CAT,
    FIGURES,
    Event,
    Figure,
    Flipped,
    Fly,
    Leave,
    Move,
    Name,
    Pass,
    Rolled,
    Start,
    Take,
    Tile,
)
from mousehole.games.chopchop.rules import apply
from mousehole.games.chopchop.state import Kitchen, State, eaten, mice_spaces, place, seat
from mousehole.games.chopchop.value import hits

FIGURE: dict[Figure, Line] = {
    "mouse-1": line("the red mouse"),
    "mouse-2": line("the yellow mouse"),
    "mouse-3": line("the green mouse"),
    "mouse-4": line("the blue mouse"),
    "cat": line("the cat"),
}
TILE: dict[Tile, Line] = {
    "cheese": line("cheese"),
    "plate": line("broken plate"),
    "plus1": line("one more step"),
    "plus2": line("two more steps"),
    "arrow": line("arrow"),
    "fork": line("fork"),
    "knife": line("knife"),
}
HOLE = {
    "n": line("the upper hole"),
    "e": line("the right hole"),
    "s": line("the lower hole"),
    "w": line("the left hole"),
}
HOLE_IN = {  # for languages that tell into a hole from inside of one
    "n": line("the upper hole", context="inside"),
    "e": line("the right hole", context="inside"),
    "s": line("the lower hole", context="inside"),
    "w": line("the left hole", context="inside"),
}
HOLE_UP = {
    "n": line("the upper hole, tile face up"),
    "e": line("the right hole, tile face up"),
    "s": line("the lower hole, tile face up"),
    "w": line("the left hole, tile face up"),
}
HOLE_DOWN = {
    "n": line("the upper hole, tile face down"),
    "e": line("the right hole, tile face down"),
    "s": line("the lower hole, tile face down"),
    "w": line("the left hole, tile face down"),
}


def tell(before: State, event: Event, after: State, viewer: int | None) -> tuple[Line, ...]:
    """Tell an event, and what it led to."""
    who = Who(seat(before))
    match event:
        case Rolled():
            return (line("{who} rolls {value}.", who=who, value=event.value),)
        case Move():
            return (moved(before, event, who), *landed(before, after))
        case Flipped():
            return flipped(before, event.tile, after)
        case Fly():
            said = line(
                "The arrow takes {figure} to {place}.", figure=FIGURE[event.piece], place=goal(before, event.to)
            )
            return (said, *landed(before, after))
        case Take():
            return (line("The fork fetches the cheese from {square}.", square=event.square), *taken(after))  # CC-64
        case Leave():
            return (line("{who} leaves the cheese where it is.", who=who),)
        case Pass():
            return (lost_roll(before),)
        case Start():
            return (line("The cat takes its place: {place}.", place=goal(before, event.square)),)


def moved(before: State, event: Move, who: Who) -> Line:
    """Tell a move: whose it is, too, for a mouse."""
    if event.piece == "cat":
        text = "The cat goes on to {place}." if before.phase == "bonus" else "The cat goes to {place}."
        return line(text, place=goal(before, event.to))
    text = "{who}: {figure} goes on to {place}." if before.phase == "bonus" else "{who}: {figure} goes to {place}."
    return line(text, who=who, figure=FIGURE[event.piece], place=goal(before, event.to))


def landed(before: State, after: State) -> tuple[Line, ...]:
    """Tell what a piece met where it stopped."""
    caught = [FIGURES[n] for n, mouse in enumerate(before.mice) if mouse and not after.mice[n]]
    if caught:
        n = sum(map(bool, after.mice))
        said = line("Chop! The cat catches {figure}.", figure=FIGURE[caught[0]])
        return (said, line("{n} mouse is left.", plural="{n} mice are left.", n=n)) if n else (said, *end(after))
    if eaten(after) > eaten(before):
        return (line("There is a cheese here!"), *taken(after))  # CC-55
    if after.phase == "home":
        return end(after)
    opened = after.opened & ~before.opened
    return (line("The tile of its hole turns face up."),) if opened else ()  # CC-41


def flipped(before: State, tile: Tile, after: State) -> tuple[Line, ...]:
    """Tell what was under the tile."""
    figure, cat = FIGURE[FIGURES[before.mover]], before.mover == CAT
    match tile:
        case "cheese" if cat:
            return (line("A cheese! It stays here, and once the cat leaves, it may not come back."),)  # CC-56
        case "cheese":
            return (line("A cheese!"), *taken(after))
        case "plate":
            return (line("A broken plate. Nothing happens."),)
        case "plus1" | "plus2":
            n = 1 if tile == "plus1" else 2
            one, other = "A bonus: {n} more step for {figure}.", "A bonus: {n} more steps for {figure}."
            said = line(one, plural=other, n=n, figure=figure)
            return (said,) if after.phase == "bonus" else (said, line("But there is nowhere to go."))  # CC-58
        case "arrow":
            return (line("An arrow: {figure} may go to any square.", figure=figure),)
        case "fork":
            return (fork(cat, after),)
        case "knife":
            return (line("Ouch, a knife! {who} plays twice in a row.", who=Who(seat(after))),)  # CC-66


def fork(cat: bool, after: State) -> Line:
    """Tell what a fork is good for."""
    if cat:
        return line("A fork. The cat has no use for it.")  # CC-65
    if after.phase == "fork":
        return line("A fork: it can reach any face-up cheese.")  # CC-64
    return line("A fork, but there is no cheese to fetch.")


def taken(after: State) -> tuple[Line, ...]:
    """Count the mice's cheeses."""
    n, most = eaten(after), after.kitchen.board.mix[0][1]
    said = line("The mice have {n} of {all} cheeses.", plural="The mice have {n} of {all} cheeses.", n=n, all=most)
    return (said, line("Now one of them must get home.")) if n == most else (said,)


def lost_roll(before: State) -> Line:
    """Tell a roll that nobody can use."""
    if before.side == "cat":
        one = "The cat cannot move exactly {n} step: the roll is lost."
        other = "The cat cannot move exactly {n} steps: the roll is lost."
    else:
        one = "No mouse can move exactly {n} step: the roll is lost."
        other = "No mouse can move exactly {n} steps: the roll is lost."
    return line(one, plural=other, n=before.steps)  # CC-90


def end(after: State) -> tuple[Line, ...]:
    """Tell the end, when it has come."""
    if after.phase == "home":
        return (line("Home with all the cheese: the mice win!"),)
    return (line("That was the last mouse: the cat wins!"),)


def ending(over: Over) -> Line:
    """Say how a game ended."""
    match over.reason:
        case "home":
            return line("The mice win: every cheese is taken, and one of them is home.")
        case "caught":
            return line("The cat wins: it has caught every mouse.")
    return line("Nobody wins: after so many turns, everybody is worn out.")  # CC-91


def goal(state: State, name: Name) -> Line:
    """Name a space as the goal of a move."""
    kind, _, rest = name.rpartition("-")
    if kind == "hole":
        return HOLE[rest]
    if kind == "top":
        return line("{square} on the table", square=rest)
    if under(state.kitchen, name):
        return line("{square} under the table", square=name)
    return line("{square}", context="goal", square=name)


def under(box: Kitchen, name: Name) -> bool:
    """Whether a square lies under the table."""
    return bool(box.board.grid.bit[name] & box.board.under)


def spot_words(state: State, name: Name) -> Line:
    """Name a space and what lies there."""
    kind, _, rest = name.rpartition("-")
    space = state.kitchen.bit[name]
    if kind == "hole":
        return HOLE_UP[rest] if space & state.opened else HOLE_DOWN[rest]
    if kind == "top":
        return line("{square}, on the table", square=rest)
    where = line("{square}, under the table", square=name) if under(state.kitchen, name) else plain(name)
    if space & state.hidden:
        return line("{place}: a face-down tile", place=where)
    if space & state.cheese:
        return line("{place}: a face-up cheese", place=where)
    return line("{place}: bare floor", place=where)


def figure_words(state: State, figure: int) -> Line:
    """Name a piece and where it is."""
    name, space = FIGURE[FIGURES[figure]], place(state, figure)
    if not space:
        return line("{figure}, caught", figure=name)
    where = state.kitchen.names[space]
    kind, _, rest = where.rpartition("-")
    return line("{figure}, at {place}", figure=name, place=HOLE_IN[rest] if kind == "hole" else goal(state, where))


def reason(state: State, action: Event) -> Line | None:
    """Say what speaks for or against an action: what it takes, and what the cat may do then."""
    if not isinstance(action, Move | Fly):
        return None
    after = apply(state, action)
    caught = sum(map(bool, state.mice)) - sum(map(bool, after.mice))
    if caught:
        return line("it catches a mouse")
    if after.phase == "home":
        return line("the mice are home with all the cheese")
    risk = percent(hits(after, mice_spaces(after))[0], 0)
    if action.piece == "cat":
        reached = line("from there, {share} of its rolls reach a mouse", share=risk)
    elif eaten(after) > eaten(state):
        return line("it takes a cheese; {share} of the cat's rolls reach a mouse then", share=risk)
    else:
        reached = line("{share} of the cat's rolls reach a mouse then", share=risk)
    found = finding(after)
    return line("{first}; {second}", first=found, second=reached) if found else reached


def finding(after: State) -> Line | None:
    """What a piece finds where it has moved to: a tile to turn over, or a cheese that it guards or may fetch next."""
    space = place(after, after.mover)
    ways = after.kitchen.cat_ways if after.mover == CAT else after.kitchen.mice_ways
    if space & after.hidden:
        return line("it turns over a tile")
    return line("a cheese lies right beside it") if ways.near.get(space, 0) & after.cheese else None
