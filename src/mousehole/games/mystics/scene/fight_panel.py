"""A fight over the board: who attacks whom, the hits, what was blocked, and the wounds."""

from collections.abc import Iterator

from mousehole.core.scene import Panel, Row
from mousehole.core.words import Line, line
from mousehole.games.mystics.board.figures import figure
from mousehole.games.mystics.scene.figure_art import sprite
from mousehole.games.mystics.state import News, State
from mousehole.games.mystics.story import names
from mousehole.games.mystics.story.telling import brief, saying
from mousehole.games.mystics.tasks.fight_tasks import AfterAttack, AttackRoll, Defend, FightTask, Harm, Mark, Strike

WOUNDS = ("wounded", "poisoned", "hurt")
OUTCOMES = ("defeated", "captured", "shrugs", "prevented")
REACTIONS = ("plays", "uses", "gift", "steps_in", "ordered", "again", "breaks")  # what cards and friends do meanwhile


def fights(state: State) -> Iterator[Panel]:
    """Draw the fight that is going on, or has just been decided."""
    task = next((task for task in reversed(state.agenda) if isinstance(task, AttackRoll | Defend)), None)
    blocks = next((news for news in state.news if news.what == "blocks"), None)
    if blocks:
        by = attacker(state, blocks.who)
        title = heading(state, by, (blocks.who,)) if by else names.who(state, blocks.who)
        yield Panel("fight", title, tuple(decided(state, blocks, by)), over=True)
    elif task:
        title = heading(state, task.fight.by, task.fight.at)
        yield Panel("fight", title, tuple(going_on(state, task)), over=True)
    elif any(news.what == "misses" for news in state.news):
        missed = next(news for news in state.news if news.what == "misses")
        row = Row(names.who(state, missed.who), line("no hit"), sprite(state, missed.who))
        yield Panel("fight", line("A miss!"), (row, *happened(state, REACTIONS)), over=True)


def heading(state: State, by: str, at: tuple[str, ...]) -> Line:
    """Say who attacks whom."""
    whom = tuple(names.who(state, name) for name in at)
    return line("{by} attacks {at}", by=names.who(state, by), at=line("{figures}", figures=whom))


def attacker(state: State, at: str) -> str:
    """Name whoever struck a figure, as far as what followed still tells it."""
    fights = (task.fight.by for task in reversed(state.agenda) if isinstance(task, Strike | AfterAttack))
    wounds = (news.other for news in state.news if news.who == at and news.what in (*WOUNDS, "defeated"))
    known = (name for name in (*wounds, *fights) if figure(state, name))
    return next(known, "")


def going_on(state: State, task: FightTask) -> Iterator[Row]:
    """Show both sides, and the hits as soon as they are known."""
    fight = task.fight
    said = hits(fight.hits) if fight.roll else None
    yield Row(names.who(state, fight.by), said, sprite(state, fight.by))
    for name in fight.at:
        defends = isinstance(task, Defend) and task.figure == name
        yield Row(names.who(state, name), line("defends") if defends else None, sprite(state, name))
    yield from happened(state, REACTIONS)


def decided(state: State, blocks: News, by: str) -> Iterator[Row]:
    """Add up what came of an attack."""
    wounds = sum(news.what in WOUNDS and news.who == blocks.who for news in state.news)
    averted = sum(news.what == "prevented" and news.who == blocks.who for news in state.news)
    wounds += waiting(state, blocks.who)
    beaten = any(news.what == "defeated" and news.who == blocks.who for news in state.news)
    thrown = None if beaten else hits(blocks.n + wounds + averted)  # what was left over when it fell is not known
    if by:
        yield Row(names.who(state, by), thrown, sprite(state, by))
    came = (*((thrown,) if thrown and not by else ()), *left_of_it(blocks.n, wounds))
    yield Row(names.who(state, blocks.who), line("{figures}", figures=came), sprite(state, blocks.who))
    yield from happened(state, REACTIONS + OUTCOMES)


def left_of_it(blocked: int, wounds: int) -> Iterator[Line]:
    """Say what was blocked of an attack, and what was not."""
    if blocked:
        yield line("{n} blocked", plural="{n} blocked", n=blocked)
    yield line("{n} wound", plural="{n} wounds", n=wounds) if wounds else line("no wound")


def waiting(state: State, who: str) -> int:
    """Count the wounds that are still to come, which somebody may answer."""
    return sum(due(task) for task in state.agenda if isinstance(task, Harm | Mark | Strike) and struck(task) == who)


def due(task: Harm | Mark | Strike) -> int:
    """How many wounds a task brings."""
    return task.wounds if isinstance(task, Strike) else task.harm.n if isinstance(task, Mark) else task.n


def struck(task: Harm | Mark | Strike) -> str:
    """Whom a task wounds."""
    return task.harm.figure if isinstance(task, Mark) else task.figure


def happened(state: State, kinds: tuple[str, ...]) -> Iterator[Row]:
    """Tell what has just happened, in the words of the story."""
    said = (saying(state, news) for news in brief(state.news) if news.what in kinds)
    return (Row(words) for words in said if words)


def hits(n: int) -> Line:
    """Count hits."""
    return line("{n} hit", plural="{n} hits", n=n)
