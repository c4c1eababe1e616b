"""What must hold in every position, whatever is played."""

from collections import Counter
from itertools import pairwise
from pathlib import Path

from mousehole.core.game import Decide, Over
from mousehole.games.mystics import GAME
from mousehole.games.mystics.board.approach_routes import crowded, spot
from mousehole.games.mystics.board.queries import FLOATING, LEAF, flies, is_large
from mousehole.games.mystics.content.tile_graph import detours
from mousehole.games.mystics.creatures.bosses import joints
from mousehole.games.mystics.creatures.minions import goal
from mousehole.games.mystics.moves import DONE, END, Setup
from mousehole.games.mystics.packs import library
from mousehole.games.mystics.state import State
from mousehole.games.mystics.tasks import Arrange, Arrival, DrawCard, FriendTurn, Keep, Landing, Laying, MouseTurn

HUNT = library.add(Path(__file__).parent / "scenarios" / "packs" / "hunt")
SNAKE = "hesster"
SETUPS = {
    "chapter 1": Setup(),
    "chapter 1, four players": Setup(players=4, party=("odda", "wick", "fenna", "tolly")),
    "chapter 2": Setup(chapter="c2", players=2, party=("bram", "yarrow", "pip", "tolly")),
    "chapter 3": Setup(chapter="c3", players=3),
    "chapter 3 without cogwheels": Setup(chapter="c3", party=("bram", "yarrow", "wick", "fenna")),
    "snake, cat and twelve minions": Setup(chapter="menagerie", pack=HUNT),
}


def check(before, event, after):
    """Check one event: every law holds after it, and nothing was lost or made since the position before."""
    found = broken(after, before)
    assert not found, f"after {event}: {found}"


def broken(state: State, start: State) -> list[str]:
    """Name the laws that a position breaks."""
    laws = {
        "room": roomy(state),
        "cheese": cheese(state) == cheese(start),
        "cards": cards(state) == cards(start),
        "captured mice do not act": free(state),
        "nobody acts twice": len(set(state.done)) == len(state.done),
        "the card in turn is on the track": ordered(state),
        "every minion has its card": carded(state),
        "life": alive(state),
        "pages": 1 <= state.page <= state.end <= state.box.pack.rules.pages,
        "wheel": 0 <= state.wheel <= state.box.pack.rules.wheel,
        "no purse is empty below nothing": all(one.cheese >= 0 for one in state.mice),
        "places": placed(state),
        "friends": befriended(state),
        "leaves and turtles": floating(state),
        "snakes lie in one piece": snakes(state),
        "the cards of a boss are those with life left": boss_cards(state),
        "bees": buzzing(state),
        "agenda": 1 <= len(state.agenda) < 40,
    }
    return [law for law, holds in laws.items() if not holds]


def roomy(state):
    foes = [one for one in state.foes if state.box.pack.minions[one.kind].size != "token"]
    figures = [*(one for one in state.mice if one.at), *state.friends, *foes]
    for space, n in Counter(one.at for one in figures).items():
        if state.ground.sites[space].terrain.limit:
            large = sum(is_large(state, one) for one in figures if one.at == space)
            if large > 1 or n > state.box.pack.rules.space_limit:  # one that arrives may share its space
                return False
    return True


def stands_off(state, luck, rounds=10):
    """Let the mice end turn after turn: who could strike somebody all the while nobody does, with the clock stopped."""
    clock, n = (state.page, state.wheel), 0
    while n < rounds:
        turn = GAME.turn(state)
        if isinstance(turn, Over):
            return []
        state = GAME.apply(state, waiting(turn) if isinstance(turn, Decide) else turn.at(luck.random()))
        n += sum(one.what == "round" for one in state.news)
        struck = any(one.what == "attacks" and not one.who.startswith(SNAKE) for one in state.news)
        if struck or not state.foes or (state.page, state.wheel) != clock:
            return []
    return [one.id for one in state.foes if one.kind != SNAKE and could_strike(state, one)]


def waiting(turn):
    return next((event for event in (END, DONE) if event in turn.actions), turn.actions[0])


def could_strike(state, one):
    """Whether a minion could walk over spaces with room to one from which it can strike at its mouse."""
    aim, full = goal(state, one), crowded(state, one)
    if aim is None:
        return False
    return aim in detours(state.ground, flies(state, one), one.at, full) or spot(state, one, aim, full) is not None


def cheese(state):
    return state.supply + state.wheel + sum(one.cheese for one in state.mice)


def cards(state):
    """Count all search cards, wherever they are; those set aside or lying as tokens included."""
    items, tokens = state.box.pack.items, state.box.pack.tokens
    found = Counter({card: n for card, n in state.search if n})
    found.update(state.bin)
    found.update(state.stash)
    found.update(tokens[token.kind].item for token in state.tokens if tokens[token.kind].item)
    for one in state.mice:
        found.update(card for card in (*one.pack, *one.worn) if card)
    for task in state.agenda:
        found.update(in_hand(task, tokens))
    laid = {tokens[t.token].item for p in state.box.chapter.places if p.side not in state.explored for t in p.tokens}
    found.update(card for card in laid if card)
    return {card: n for card, n in found.items() if items[card].copies}


def in_hand(task, tokens):
    match task:
        case Keep():
            return [task.card]
        case DrawCard():
            return task.seen
        case Landing():
            return [tokens["grape"].item]
        case Laying():
            return [tokens[task.token].item]
    return []


def free(state):
    top = state.agenda[-1]
    if not isinstance(top, MouseTurn):
        return True
    one = next(one for one in state.mice if one.id == top.mouse)
    return bool(one.at) and top.mouse == state.acting.card


def ordered(state):
    card = state.acting.card
    if not card or card not in state.track or state.place < 0:
        return True
    return state.track.index(card) == state.place


def carded(state):
    kinds = {card.partition("/")[0] for card in state.track} - state.box.seat.keys()
    there = {one.kind for one in state.foes}
    return kinds <= there and len(set(state.track)) == len(state.track)


def snakes(state):
    """A snake lies on neighbouring spaces, none of them twice, no longer than its tokens, its head at the end."""
    kinds = state.box.pack.minions
    for one in state.foes:
        tokens = kinds[one.kind].body
        if bool(one.body) != bool(tokens):
            return False
        if one.body and (one.body[-1] != one.at or len(set(one.body)) < len(one.body)):
            return False
        if len(one.body) > 2 + sum(tokens):
            return False
        if any(b not in joints(state.ground)[a] for a, b in pairwise(one.body)):
            return False
    return True


def boss_cards(state):
    """Of several cards those with life left lie on the track; a snake keeps both, a stack has one place."""
    if any(isinstance(task, Arrange | Arrival) for task in state.agenda):
        return True
    for one in state.foes:
        kind = state.box.pack.minions[one.kind]
        there = {card for card in state.track if card.partition("/")[0] == one.kind}
        left = {f"{one.kind}/{c.name}" for c, w in zip(kind.cards, one.wounds, strict=True) if w < c.life}
        every = {f"{one.kind}/{c.name}" for c in kind.cards}
        single = len(kind.cards) == 1 or kind.stacked
        if there != ({one.kind} if single else every if kind.together else left):
            return False
        if any(w > max(1, c.life) for c, w in zip(kind.cards, one.wounds, strict=True)):
            return False
    return True


def alive(state):
    minions = state.box.pack.minions
    mice = all(not one.at or one.wounds + one.poison <= state.box.heroes[one.id].life for one in state.mice)
    foes = all(sum(one.wounds) < sum(max(1, c.life) for c in minions[one.kind].cards) for one in state.foes)
    return mice and foes


def placed(state):
    here = f"{state.side}/"
    return all(one.at.startswith(here) for one in (*state.foes, *state.friends, *(m for m in state.mice if m.at)))


def befriended(state):
    """Allies and pets belong to a mouse, live, and act in its turn alone, each once."""
    kinds = state.box.pack.minions
    sound = all(one.owner in state.box.seat and kinds[one.kind].friend for one in state.friends)
    alive = all(sum(one.wounds) < max(1, kinds[one.kind].cards[0].life) for one in state.friends)
    turns = [task for task in state.agenda if isinstance(task, FriendTurn)]
    return sound and alive and all(t.mouse == state.acting.card and len(set(t.acted)) == len(t.acted) for t in turns)


def floating(state):
    """Nothing floats on the same space as something else, turtles only on water, three at most, on one side."""
    there = [token for token in state.tokens if token.kind in FLOATING]
    turtles = [token for token in there if token.kind != LEAF]
    grounds = state.box.pack.grounds
    wet = all(grounds[token.at.partition("/")[0]].sites[token.at].terrain.climbs for token in turtles)
    return wet and len(turtles) <= 3 and len({token.at for token in there}) == len(there)


def buzzing(state):
    """Every bee lives in a flower of this side, and follows nobody who is not on the board."""
    flowers = [token.at for token in state.tokens if state.box.pack.tokens[token.kind].bee]
    there = {"", *(one.id for one in (*state.mice, *state.friends, *state.foes) if one.at)}
    return all(bee.home in flowers and bee.home in state.ground.sites and bee.host in there for bee in state.bees)
