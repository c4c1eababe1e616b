"""A race that pays points, in one file: the first home gets a bonus, but crumbs on the way count as well.

Roll, then run so many steps or stay and nibble, once on each space. Everybody is paid: points by seat are its rewards.
"""

from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from mousehole import Chance, Decide, Game, Over, SeatKind, line

BONUS = 4  # for the first one home
DIE = (1, 2, 3)


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """How many run, and how far."""

    players: int = 2
    length: int = 8


class Rolled(Struct, frozen=True, tag="rolled", tag_field="type"):
    """The die."""

    steps: int


class Run(Struct, frozen=True, tag="run", tag_field="type"):
    """Go as far as the die says."""

    steps: int


class Nibble(Struct, frozen=True, tag="nibble", tag_field="type"):
    """Stay, and eat as many crumbs as the die says."""

    crumbs: int


Event: TypeAlias = Rolled | Run | Nibble


class State(Struct, frozen=True):
    """Where everybody is, what they ate, and the die."""

    setup: Setup
    at: tuple[int, ...]
    crumbs: tuple[int, ...]
    full: tuple[bool, ...]  # who has nibbled where it stands
    seat: int = 0
    die: int = 0


def new(setup: Setup) -> State:
    """Begin at the hole."""
    return State(setup, (0,) * setup.players, (0,) * setup.players, (False,) * setup.players)


def turn(state: State) -> Decide[Event] | Chance[Event] | Over:
    """Roll, then choose; the first one home ends the race."""
    if max(state.at) >= state.setup.length:
        points = tuple(state.crumbs[seat] + BONUS * (at >= state.setup.length) for seat, at in enumerate(state.at))
        most = max(points)
        winners = tuple(seat for seat, got in enumerate(points) if got == most)
        return Over(winners, "home", most, points=points)
    if not state.die:
        return Chance(tuple((Rolled(steps), 1) for steps in DIE), state.seat)
    stay = () if state.full[state.seat] else (Nibble(state.die),)
    return Decide(state.seat, (Run(state.die), *stay))


def apply(state: State, event: Event) -> State:
    """Roll, run or nibble."""
    if isinstance(event, Rolled):
        return replace(state, die=event.steps)
    at, crumbs, full, seat = list(state.at), list(state.crumbs), list(state.full), state.seat
    if isinstance(event, Run):
        at[seat] += event.steps
    else:
        crumbs[seat] += event.crumbs
    full[seat] = isinstance(event, Nibble)
    following = (seat + 1) % state.setup.players
    return State(state.setup, tuple(at), tuple(crumbs), tuple(full), following)


GAME: Game[Setup, State, Event] = Game(
    name="race",
    title=line("Race"),
    blurb=line("Run home first, or stay and nibble."),
    edition=1,
    package="mousehole",
    setup=Setup,
    event=Event,
    new=new,
    turn=turn,
    apply=apply,
    seats=lambda setup: tuple(SeatKind(line("Mouse {number}", number=n + 1), str(n)) for n in range(setup.players)),
    stakes=lambda setup: (0.0, float(BONUS + DIE[-1] * setup.length)),
    longest=lambda setup: 2 * setup.length * setup.players,
)

if __name__ == "__main__":
    from mousehole import envs

    env = envs.parallel(GAME)
    seen, _ = env.reset(seed=1)
    while env.agents:
        choices = {agent: int(seen[agent]["action_mask"].argmax()) for agent in env.agents}
        seen, rewards, _, _, _ = env.step(choices)
    print(f"whoever only runs gets {rewards}")
