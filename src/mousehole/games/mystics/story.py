"""Tells a chapter: every event and what it led to, in one sentence each."""

from collections.abc import Callable

from mousehole.core.game import Over
from mousehole.core.words import Line, Who, line
from mousehole.games.mystics import names
from mousehole.games.mystics.moves import Card, Dice, Done, Event, Flip, Initiative, Move, Put, Segment, Share
from mousehole.games.mystics.sayings import SAID, WITH
from mousehole.games.mystics.state import News, State
from mousehole.games.mystics.tasks.rounds import Finish, MouseTurn


def tell(before: State, event: Event, after: State, viewer: int | None) -> tuple[Line, ...]:
    """Tell an event, and everything that followed from it by itself."""
    said = [saying(after, news) for news in brief(after.news)]
    told = luck(before, event) + tuple(words for words in said if words)
    return opening(before) + (told or (chosen(before, event),)) + closing(after)


def opening(before: State) -> tuple[Line, ...]:
    """Begin the tale with the chapter's own words."""
    begun = before.news or any(one.at for one in before.mice)
    return () if begun else (line(before.box.chapter.intro),)


def closing(after: State) -> tuple[Line, ...]:
    """End the tale as the chapter says."""
    top, chapter = after.agenda[-1] if after.agenda else None, after.box.chapter
    return (line(chapter.victory if top.won else chapter.defeat),) if isinstance(top, Finish) else ()


def brief(news: tuple[News, ...]) -> tuple[News, ...]:
    """Leave out what the next piece of news says better: who is defeated was wounded, who blocks nothing is hit."""
    beaten = {one.who for one in news if one.what == "defeated"}
    return tuple(
        one
        for one in news
        if not (one.what == "hurt" and one.who in beaten) and not (one.what == "blocks" and not one.n)
    )


def chosen(before: State, event: Event) -> Line:
    """Tell a choice from which nothing has followed yet."""
    actor = names.who(before, before.acting.card) if before.acting.card else ""
    match event:
        case Put() if event.token in before.box.heroes:
            return line("{mouse} starts on {space}.", mouse=names.who(before, event.token), space=names.space(event.at))
        case Move():
            return line("{mouse} sets out.", mouse=actor)
        case Share():
            return line("{mouse} opens the pack for {other}.", mouse=actor, other=names.who(before, event.partner))
        case Done() if isinstance(before.agenda[-1], MouseTurn):
            return line("{mouse} stops here.", mouse=actor)
        case Done():
            return line("{who} lets it pass.", who=Who(chooser(before)))
    return line("{who} has chosen.", who=Who(chooser(before)))


def chooser(state: State) -> int:
    """Name the seat that has just chosen."""
    turn = state.__dict__.get("turn")
    seat = getattr(turn, "seat", 0)
    return int(seat)


def luck(state: State, event: Event) -> tuple[Line, ...]:
    """Tell what luck brought."""
    match event:
        case Dice():
            return (line("The dice show {faces}.", faces=tuple(SHOWN[face] for face in event.faces)),)
        case Initiative():
            return (line("Next on the track: {card}.", card=names.card(state, event.card)),)
        case Flip(token="grape"):
            return (line("The grape bursts!") if event.side == "splat" else line("The grape stays whole."),)
        case Segment():
            return (
                line(
                    "The snake stretches out by {n} space.",
                    plural="The snake stretches out by {n} spaces.",
                    n=event.length,
                ),
            )
        case Card() | _:
            return ()


SHOWN = {
    1: line("a cheese"),
    2: line("a sword with a star"),
    3: line("a sword with a shield"),
    4: line("a sword with a shield and a star"),
    5: line("a bow"),
    6: line("a bow with a star"),
}


def saying(state: State, news: News) -> Line | None:
    """Put a piece of news into words."""
    if news.what == "story":
        return line(state.box.chapter.story[news.who])
    template = SAID.get(news.what)
    if template is None:
        return None
    if news.what in ("wounded", "poisoned", "hurt", "defeated") and not news.other:
        template = SAID[f"{news.what}_alone"]
    values: dict[str, object] = {"n": news.n}
    if news.who:
        values["who"] = OTHERS.get(WITH.get(news.what, ("who", ""))[0], names.who)(state, news.who)
    if news.other:
        values["other"] = OTHERS[WITH.get(news.what, ("who", "who"))[1]](state, news.other)
    return Line(template.text, values, template.plural)


def space(state: State, name: str) -> str:
    """Give the short name of a space."""
    return names.space(name)


def action(state: State, name: str) -> Line:
    """Name an action."""
    return names.ACTIONS[name]


def way(state: State, name: str) -> Line:
    """Name a way to explore."""
    return names.way(name)


def encounter(state: State, name: str) -> Line:
    """Name an encounter card."""
    return line(state.box.pack.encounters[name].name)


def story_token(state: State, name: str) -> Line:
    """Name a story token."""
    return line(state.box.pack.campaign.tokens[name])


OTHERS: dict[str, Callable[[State, str], Line | str]] = {
    "who": names.who,
    "item": names.item,
    "ability": names.ability,
    "mark": names.mark,
    "award": names.award,
    "token": names.token,
    "side": names.side,
    "space": space,
    "action": action,
    "way": way,
    "encounter": encounter,
    "story_token": story_token,
}


def ending(over: Over) -> Line:
    """Say how a chapter ended."""
    if over.winners:
        pages = line("{n} page of the story is left.", plural="{n} pages of the story are left.", n=over.score)
        return line("You have won the chapter! {pages}", pages=pages)
    if over.reason == "hourglass":
        return line("The hourglass has run out. The chapter is lost.")
    return line("All mice are captured. The chapter is lost.")
