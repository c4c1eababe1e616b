"""Why an action in Chop! Chop! is good or bad, as far as a short sentence can say."""

from mousehole.core.words import Line, line, percent
from mousehole.games.chopchop.moves import CAT, Event, Fly, Move
from mousehole.games.chopchop.rules import apply
from mousehole.games.chopchop.state import State, eaten, mice_spaces, place
from mousehole.games.chopchop.value import hits


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
