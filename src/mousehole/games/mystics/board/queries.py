"""Questions about places: who stands where, what is full, who sees whom, who is closest."""

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from mousehole.games.mystics.board.figures import minion, rank
from mousehole.games.mystics.content.content_types import Minion
from mousehole.games.mystics.content.pack import Pack
from mousehole.games.mystics.content.tile_graph import Name, detours
from mousehole.games.mystics.state import AnyState, Foe, Friend, Mouse, Prey, Token

NOWHERE: frozenset[Name] = frozenset()


class FoeRoom(Struct, frozen=True, eq=False):
    """The room that minions take."""

    foes: tuple[Foe, ...]
    small: list[Name]
    large: frozenset[Name]
    coils: frozenset[Name]  # where snakes lie
    spaces: frozenset[Name]  # where any of them is


class Crowd(Struct, frozen=True, eq=False):
    """The spaces that figures close to others."""

    side: str
    mice: tuple[Mouse, ...]
    foes: tuple[Foe, ...]
    friends: tuple[Friend, ...]
    small: list[Name]  # where small figures are
    full: frozenset[Name]  # no further small figure fits
    walled: frozenset[Name]  # full, or under a snake: closed to small figures that walk


_ROOM = [FoeRoom((), [], NOWHERE, NOWHERE, NOWHERE)]
_LAST = [Crowd("", (), (), (), [], NOWHERE, NOWHERE)]


def crowd(state: AnyState) -> Crowd:
    """Who stands where; one position after the other mostly asks for the same."""
    known = _LAST[0]
    if (
        known.mice is state.mice
        and known.foes is state.foes
        and known.friends is state.friends
        and known.side == state.side
    ):
        return known
    _LAST[0] = known = counted(state)
    return known


def foe_room(state: AnyState) -> FoeRoom:
    """The room that minions take: while only mice move it stays the same."""
    known = _ROOM[0]
    if known.foes is state.foes:
        return known
    _ROOM[0] = known = taken_room(state)
    return known


def taken_room(state: AnyState) -> FoeRoom:
    """Find the room that minions take."""
    kinds, coils = state.box.pack.minions, NOWHERE
    where: dict[str, list[Name]] = {"small": [], "large": [], "token": []}
    for one in state.foes:
        where[kinds[one.kind].size].append(one.at)
        if one.body:
            coils = coils.union(one.body)
    small, large, tokens = where.values()  # a token takes no room MM-085
    return FoeRoom(state.foes, small, frozenset(large), coils, coils.union(small, large, tokens))


def coiled(state: AnyState) -> frozenset[Name]:
    """The spaces where snakes lie."""
    return foe_room(state).coils if state.foes else NOWHERE


def held_spaces(state: AnyState) -> frozenset[Name]:
    """The spaces where minions are; a snake is on all of its own."""
    return foe_room(state).spaces if state.foes else NOWHERE


def full_for_mice(state: AnyState) -> frozenset[Name]:
    """The spaces that are full for a mouse that walks; a party alone never fills one for those it has left."""
    if state.foes or state.friends or len(state.mice) > state.box.pack.rules.space_limit:
        return crowd(state).walled
    return NOWHERE


def counted(state: AnyState) -> Crowd:
    """Count who takes room on which space: four small figures or a large one fill it."""
    foes, limit = foe_room(state), state.box.pack.rules.space_limit
    small = [one.at for one in state.mice if one.at] + foes.small
    if state.friends:
        small += [one.at for one in state.friends]
    full = foes.large
    if len(small) - len(set(small)) >= limit - 1:  # else they are too few to fill a space
        full = full.union([space for space in small if small.count(space) >= limit])  # MM-177
    if full:
        full -= state.ground.unlimited  # MM-179
    walled = full | foes.coils if foes.coils else full
    return Crowd(state.side, state.mice, state.foes, state.friends, small, full, walled)


def closed(state: AnyState, kind: Minion | None = None) -> frozenset[Name]:
    """The spaces without room for a figure; a large one wants a space for itself, a token takes no room."""
    now = crowd(state)
    if kind is None:
        return now.walled
    if kind.size == "token":
        return NOWHERE
    if kind.size == "small":
        return now.full if kind.flying else now.walled  # MM-152
    taken = now.full.union(now.small) - state.ground.unlimited
    return taken if kind.flying else taken | coiled(state)


class Marked(Struct, frozen=True):
    """What markers do to the mouse that has them."""

    bars: frozenset[str]  # what they keep it from
    glides: bool
    sure: bool
    unseen: bool
    puppet: bool


@lru_cache(1024)
def marked(pack: Pack, marks: tuple[str, ...]) -> Marked:
    """Put together what markers do."""
    found = [pack.conditions[mark] for mark in marks]
    return Marked(
        bars=frozenset(what for one in found for what in one.bars),
        glides=any(one.glides for one in found),
        sure=any(one.sure for one in found),
        unseen=any(one.unseen for one in found),
        puppet=any(one.puppet for one in found),
    )


FAR = 10_000
FARTHEST = 3  # what a movement die shows at most
LEAF, TURTLE, SHELL = "leaf", "turtle", "turtle-up"
FLOATING = (LEAF, TURTLE, SHELL)


def mice_at(state: AnyState, space: Name) -> list[Mouse]:
    """List the mice on a space."""
    return [one for one in state.mice if one.at == space]


def foes_at(state: AnyState, space: Name) -> list[Foe]:
    """List the minions on a space; a snake is on all of its spaces."""
    return [one for one in state.foes if one.at == space or (one.body and space in one.body)]


def friends_at(state: AnyState, space: Name) -> list[Friend]:
    """List the allies and pets on a space."""
    return [one for one in state.friends if one.at == space]


def of_kind(state: AnyState, what: str) -> list[Friend]:
    """List the allies, or the pets."""
    return [one for one in state.friends if minion(state, one.kind).friend == what]


def company(state: AnyState, space: Name) -> list[Prey]:
    """List the mice on a space, and the allies that count as mice there."""
    mice: list[Prey] = [*mice_at(state, space)]
    return mice + [one for one in of_kind(state, "ally") if one.at == space] if state.friends else mice


def is_large(state: AnyState, figure: Mouse | Foe) -> bool:
    """Whether a figure is large, or even larger; mice never are."""
    return isinstance(figure, Foe) and minion(state, figure.kind).size != "small"


def is_full(state: AnyState, space: Name) -> bool:
    """Whether no further mouse fits on a space: four small figures or a large one fill it, a snake bars it."""
    return space in crowd(state).walled  # MM-177, MM-179, MM-152


def has_room(state: AnyState, space: Name, kind: Minion | None = None) -> bool:
    """Whether a figure may stand on a space; a large one wants it for itself, a token takes no room."""
    return space not in closed(state, kind)  # MM-B46


def is_common(kind: Minion, of: str) -> bool:
    """Whether a rule about rats, roaches or the like is about a minion; it is never about a boss."""
    return of in kind.kinds and not kind.boss  # MM-B42


def breed(state: AnyState, figure: Mouse | Foe) -> Minion | None:
    """The kind of a minion; a mouse has none."""
    return state.box.pack.minions[figure.kind] if isinstance(figure, Foe) else None


def on_snake(state: AnyState, space: Name) -> Foe | None:
    """The snake that lies on a space, if one does."""
    for one in state.foes:
        if one.body and space in one.body:
            return one
    return None


def spaces_of(one: Mouse | Foe) -> tuple[Name, ...]:
    """List the spaces a figure is on: one, or all of a snake's."""
    return (one.body or (one.at,)) if isinstance(one, Foe) else (one.at,)


def near(state: AnyState, space: Name) -> tuple[Name, ...]:
    """List the spaces adjacent to a space; not those behind a red line."""
    return state.ground.near[space]  # MM-176, MM-230


def hooked(state: AnyState, space: Name) -> tuple[Name, ...]:
    """List the spaces that hook and thread make adjacent for mice."""
    found: tuple[Name, ...] = ()
    for token in state.tokens:
        if token.end and space in (token.at, token.end):
            found += (token.end if token.at == space else token.at,)
    return found  # MM-B38


def mouse_near(state: AnyState, space: Name) -> tuple[Name, ...]:
    """List the spaces adjacent to a space for mice."""
    around = state.ground.near[space]
    return around + hooked(state, space) if state.tokens else around


def in_reach(state: AnyState, space: Name) -> frozenset[Name]:
    """List a space and those adjacent to it for mice."""
    found = state.ground.reach[space]
    hooks = hooked(state, space) if state.tokens else ()
    return found.union(hooks) if hooks else found


def touched(state: AnyState, spaces: frozenset[Name]) -> list[Foe]:
    """List the minions on any of these spaces; a snake is on all of its own."""
    return [one for one in state.foes if (not spaces.isdisjoint(one.body) if one.body else one.at in spaces)]


def sees(state: AnyState, a: Name, b: Name) -> bool:
    """Whether two spaces see each other."""
    return b in state.ground.sight[a] and (not state.night or moonlit(state, a, b))


def moonlit(state: AnyState, a: Name, b: Name) -> bool:
    """Whether one sees so far at night; some chapters make it hard."""
    reach = state.box.chapter.night_sight
    return reach is None or state.ground.far_aloft[a].get(b, FAR) <= reach  # MM-188


def hidden(state: AnyState, one: Mouse) -> bool:
    """Whether a mouse cannot be chosen as a target."""
    return bool(one.marks) and marked(state.box.pack, one.marks).unseen


def charmed(state: AnyState, one: Mouse) -> bool:
    """Whether a mouse is under a charm."""
    return bool(one.marks) and marked(state.box.pack, one.marks).puppet


def prey(state: AnyState) -> tuple[Prey, ...]:
    """List the mice and allies that minions go for, highest on the track first."""
    known = _HUNTED[0]
    if known.mice is not state.mice or known.track is not state.track or known.friends is not state.friends:
        _HUNTED[0] = known = Hunted(state.mice, state.track, state.friends, hunted(state))
    return known.prey


class Hunted(Struct, frozen=True, eq=False):
    """Whom minions go for; most positions have it in common with the one before."""

    mice: tuple[Mouse, ...]
    track: tuple[str, ...]
    friends: tuple[Friend, ...]
    prey: tuple[Prey, ...]


_HUNTED = [Hunted((), (), (), ())]


def hunted(state: AnyState) -> tuple[Prey, ...]:
    """Find whom minions go for."""
    found: list[Prey] = [one for one in state.mice if one.at and not (one.marks and hidden(state, one))]  # MM-B52
    if state.friends:
        found += of_kind(state, "ally")  # MM-296
    return tuple(sorted(found, key=lambda one: rank(state, one.id)))


def distances(state: AnyState, one: Mouse | Foe, others: Sequence[Mouse | Foe]) -> list[int]:
    """Count the spaces a minion has to go to each of several figures."""
    ground, aloft = state.ground, flies(state, one)
    barred = NOWHERE if aloft else coiled(state)
    if not barred:
        far = (ground.far_aloft if aloft else ground.far)[one.at]
        return [far.get(other.at, FAR) for other in others]
    around = detours(ground, False, one.at, barred)
    return [around.get(to, FAR) if (to := each.at) not in barred else distance(state, one, to) for each in others]


def flies(state: AnyState, one: Mouse | Foe) -> bool:
    """Whether a figure flies."""
    return isinstance(one, Foe) and state.box.pack.minions[one.kind].flying


def coils(state: AnyState, one: Mouse | Foe) -> frozenset[Name]:
    """List the spaces that a snake closes to a figure."""
    return NOWHERE if flies(state, one) else coiled(state)  # MM-152


def distance(state: AnyState, one: Mouse | Foe, to: Name) -> int:
    """Count the spaces a minion has to go, around a snake if it does not fly; crowds are not counted."""
    if flies(state, one):
        return state.ground.far_aloft[one.at].get(to, FAR)
    barred = coiled(state)
    if to in barred:
        barred -= {to}
    return detours(state.ground, False, one.at, barred).get(to, FAR)  # MM-298


def quarry(state: AnyState, one: Foe) -> tuple[Prey, ...]:
    """List whom a minion goes for: mice and allies, pets only where it can get at none of them."""
    found = prey(state)
    if not state.friends or [each for each in found if available(state, one, each)]:
        return found
    return tuple(of_kind(state, "pet"))  # MM-209


def available(state: AnyState, one: Foe, other: Prey) -> bool:
    """Whether a minion could get at a figure at all."""
    return distance(state, one, other.at) < FAR or (
        minion(state, one.kind).attack == "ranged" and sees(state, one.at, other.at)
    )


def strikeable(state: AnyState, one: Foe, ranged: bool) -> list[Prey]:
    """List whom a minion can strike, highest on the track first: mice and allies, or else pets."""
    around = (one.at, *near(state, one.at))
    for those in (quarry(state, one), of_kind(state, "pet")) if state.friends else (prey(state),):
        close = [each for each in those if each.at in around]
        found = close if close or not ranged else [each for each in those if sees(state, one.at, each.at)]
        if found:
            return found  # MM-B17, MM-209
    return []


def meets(state: AnyState, one: Foe) -> bool:
    """Whether a minion shares its space with somebody it fights."""
    at = one.at
    for mouse in state.mice:
        if mouse.at == at:
            return True
    return bool(state.friends) and any(each.at == one.at for each in quarry(state, one))  # MM-296


def closest(state: AnyState, one: Foe, mice: Sequence[Prey]) -> Prey | None:
    """Find the mouse closest to a minion; the list breaks ties."""
    far = distances(state, one, mice)
    least = min(far, default=FAR)  # MM-182, MM-183
    return mice[far.index(least)] if least < FAR else None


def to_nearest_mouse(state: AnyState, space: Name) -> int:
    """Count the spaces from a space to the nearest mouse."""
    far = state.ground.far[space]
    return min([far.get(one.at, FAR) for one in state.mice if one.at], default=FAR)


def enterable(state: AnyState, space: Name) -> bool:
    """Whether a mouse may be put on a space."""
    return space in state.ground.firm and not is_full(state, space)


def in_water(state: AnyState, one: Mouse) -> bool:
    """Whether a mouse is in water that has to be climbed out of; on a leaf or a firm shell it is not."""
    return one.at in state.ground.water and not carries(state, one.at)  # MM-165


def lying(state: AnyState, space: Name) -> list[Token]:
    """List the tokens on a space."""
    return [token for token in state.tokens if token.at == space]


def touching(state: AnyState, space: Name) -> Token | None:
    """The first token that lies on a space, with one end at least."""
    for token in state.tokens:
        if space in (token.at, token.end):
            return token
    return None


def lies_at(state: AnyState, kind: str, space: Name) -> bool:
    """Whether a token lies on a space, with one end at least."""
    if not state.tokens:
        return False
    return bool([token for token in state.tokens if token.kind == kind and space in (token.at, token.end)])


def carries(state: AnyState, space: Name) -> bool:
    """Whether something on the water carries a mouse."""
    return bool([token for token in state.tokens if token.at == space and token.kind in (LEAF, SHELL)])


def floats(state: AnyState, space: Name) -> bool:
    """Whether a leaf or a turtle floats on a space."""
    return bool([token for token in state.tokens if token.at == space and token.kind in FLOATING])


def occupied(state: AnyState, space: Name, turtles: bool = True) -> bool:
    """Whether a figure, a leaf or a turtle is on a water space."""
    if mice_at(state, space) or foes_at(state, space) or friends_at(state, space):
        return True
    return floats(state, space) if turtles else lies_at(state, LEAF, space)


def vacant(state: AnyState, space: Name) -> bool:
    """Whether nothing is on a water space."""
    return not occupied(state, space)


def walkable(state: AnyState, space: Name) -> bool:
    """Whether anybody can stand on a space."""
    return space in state.ground.firm


def can_strike(state: AnyState, one: Foe, space: Name) -> bool:
    """Whether a minion can strike a space in its next turn."""
    if not walkable(state, space):
        return False
    if minion(state, one.kind).size == "token":
        return True  # cat and snake reach the whole tile
    if minion(state, one.kind).attack == "ranged" and sees(state, one.at, space):
        return True
    far = state.ground.far[one.at]
    return min([far.get(name, FAR) for name in (space, *near(state, space))], default=FAR) <= FARTHEST
