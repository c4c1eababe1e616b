"""Verbs about the chapter: cheese, weather, time, minions, tokens, titles, story and victory."""

from msgspec.structs import replace

from mousehole.games.mystics.board.board_queries import lying
from mousehole.games.mystics.board.changes import push, tell, told_once, without_token
from mousehole.games.mystics.board.placing_order import queue
from mousehole.games.mystics.content import verb_types as v
from mousehole.games.mystics.content.news_kinds import NewsKind
from mousehole.games.mystics.content.selectors import Pick
from mousehole.games.mystics.effects.cheese_purses import paid
from mousehole.games.mystics.state import State
from mousehole.games.mystics.tasks.effect_tasks import Context, Hazard, LayToken
from mousehole.games.mystics.tasks.round_tasks import Arrival, Finish, Keepsake, Surge, Time


def cheese(state: State, verb: v.Cheese, context: Context) -> State:
    """Let cheese change hands."""
    assert not isinstance(verb.to, Pick)
    return paid(state, verb.n, verb.of, verb.to, context)


def weather(state: State, verb: v.Weather, context: Context) -> State:
    """Let rain or night begin or end."""
    rain = state.rain if verb.rain is None else verb.rain
    night = state.night if verb.night is None else verb.night  # MM-188
    what: NewsKind = "rain" if rain != state.rain else "night" if night != state.night else "weather"
    return tell(replace(state, rain=rain, night=night), what, n=int(rain if what == "rain" else night))


def hourglass(state: State, verb: v.Hourglass, context: Context) -> State:
    """Let time pass."""
    return push(state, Time(verb.by))


def chapter_end(state: State, verb: v.ChapterEnd, context: Context) -> State:
    """Let the chapter end later, at most on the last page."""
    end = min(state.box.pack.rules.pages, state.end + verb.by)  # MM-006, MM-015, MM-018, MM-B32, MM-B33
    return tell(replace(state, end=end), "later", n=end)


def spawn(state: State, verb: v.Spawn, context: Context) -> State:
    """Let minions come."""
    return push(state, Arrival(queue(state, verb.minions), verb.greedy, verb.ambush, not state.foes))


def force_surge(state: State, verb: v.Surge, context: Context) -> State:
    """Let the surge come."""
    return push(state, Surge())


def lay(state: State, verb: v.Lay, context: Context) -> State:
    """Lay a token on the own space, or on one nearby."""
    return push(state, LayToken(verb.token, context.me, verb.near))


def remove(state: State, verb: v.Remove, context: Context) -> State:
    """Take the token away that lies where the effect happens."""
    token = min(lying(state, context.at), key=lambda token: token.kind != context.source, default=None)
    return tell(without_token(state, token.kind, token.at), "removed", token.kind) if token else state


def approach(state: State, verb: v.Approach, context: Context) -> State:
    """Let a hazard come closer."""
    return push(state, Hazard(context.source, context.at, context.me, verb.spaces, verb.wounds))


def grant(state: State, verb: v.Grant, context: Context) -> State:
    """Give an achievement to the first mouse that earns it."""
    if any(award == context.source for award, _ in state.awards):
        return state  # MM-022
    state = replace(state, awards=(*state.awards, (context.source, context.me)))
    return tell(state, "award", context.me, context.source)


def award(state: State, verb: v.Award, context: Context) -> State:
    """Award a story token to the party."""
    if verb.token in state.story:
        return state
    return tell(replace(state, story=(*state.story, verb.token)), "token", verb.token)


def moment(state: State, verb: v.Tell, context: Context) -> State:
    """Read a story moment."""
    return told_once(state, verb.moment)


def win(state: State, verb: v.Win, context: Context) -> State:
    """Win the chapter by an effect."""
    return won(state)


def won(state: State) -> State:
    """Win the chapter; where another one follows, every mouse chooses a card to take along."""
    chapters = state.box.pack.campaign.chapters
    last = state.box.setup.chapter not in chapters[:-1]
    tasks = () if last else tuple(Keepsake(one.id) for one in state.mice)
    return push(state, *tasks, Finish(True, "victory"))
