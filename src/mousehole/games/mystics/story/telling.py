"""The story: every event and piece of news in a sentence."""

from collections.abc import Callable

from msgspec.structs import replace

from mousehole.core.game import Decide, Over
from mousehole.core.words import Line, Who, line
from mousehole.games.mystics.effects.dice import read
from mousehole.games.mystics.moves import Card, Dice, Done, Event, Flip, Initiative, Move, Put, Segment, Share
from mousehole.games.mystics.rules.campaign import endings
from mousehole.games.mystics.rules.engine import turn
from mousehole.games.mystics.state import News, NewsKind, State
from mousehole.games.mystics.story import names
from mousehole.games.mystics.tasks import (
    Arrive,
    AttackRoll,
    Defend,
    Equipping,
    FigureTask,
    Finish,
    FoeMove,
    FriendMove,
    MouseTask,
    MouseTurn,
    MoveDie,
    Sharing,
)

SAID: dict[NewsKind, Line] = {
    "turn": line("It is {who}'s turn."),
    "skips": line("{who} cannot act yet."),
    "quiet": line("All quiet, but time passes: a cheese for the wheel."),
    "learns": line("{who} learns {other}."),
    "ambush": line("Ambush! {who} moves up {n} place.", plural="Ambush! {who} moves up {n} places."),
    "stands": line("{who} stands up."),
    "goes": line("{who} goes to {other}."),
    "climbs": line("{who} climbs out of the water."),
    "slips": line("{who} slips back into the water."),
    "drifts": line("The current carries {who} to {other}."),
    "washed_off": line("The current carries {who} away."),
    "falls": line("{who} is knocked down."),
    "attacks": line("{who} attacks {other}."),
    "misses": line("No hit."),
    "blocks": line("{who} blocks {n} hit.", plural="{who} blocks {n} hits."),
    "cheese": line("{who} gains {n} cheese.", plural="{who} gains {n} cheese."),
    "cursed_cheese": line(
        "The curse gives {n} cheese to the wheel.", plural="The curse gives {n} cheese to the wheel."
    ),
    "wounded": line("{other} wounds {who}.", plural="{other} wounds {who} {n} times."),
    "poisoned": line("{other} poisons {who}.", plural="{other} poisons {who} {n} times."),
    "hurt": line("{other} wounds {who}.", plural="{other} wounds {who} {n} times."),
    "defeated": line("{other} defeats {who}!"),
    "prevented": line("{who} is not wounded."),
    "shrugs": line("{who} shrugs one wound off."),
    "captured": line("{who} is captured!"),
    "lost": line("{who} is lost."),
    "rescued": line("{who} is back."),
    "wheel": line("The minion wheel holds {n} cheese.", plural="The minion wheel holds {n} cheese."),
    "surge": line("Surge!"),
    "page": line("The hourglass moves to page {n}."),
    "later": line("The chapter now ends on page {n}."),
    "encounter": line("Encounter: {who}."),
    "comes": line("{who} appears."),
    "disguised": line("The rats do not notice anybody."),
    "walks": line("{who} goes to {other}."),
    "pounces": line("{who} pounces on {other}!"),
    "chases": line("{who} runs up to {n} space.", plural="{who} runs up to {n} spaces."),
    "strikes": line("{who} strikes at {other}!"),
    "coils": line("{who} coils up on {other}."),
    "wilder": line("{who} gets wilder."),
    "waits": line("{who} does not get through."),
    "idle": line("{who} finds nobody to attack."),
    "pushes_up": line("{who} pushes up the track."),
    "shifts": line("{who} moves on the track."),
    "robbed": line("{other} steals {n} cheese from {who}.", plural="{other} steals {n} cheese from {who}."),
    "loot": line("The loot goes to the minion wheel."),
    "mortar": line("{who} fires the mortar!"),
    "throws": line("{who} throws the grape!"),
    "eaten": line("The grape is eaten; {n} roach is gone.", plural="The grape is eaten; {n} roaches are gone."),
    "rolls_down": line("Everybody there is knocked over."),
    "splat": line("Juice everywhere!"),
    "launches": line("{who} launches the grape at {other}."),
    "flies": line("{who} flies to {other}."),
    "lays": line("Laid out: {who}."),
    "takes_up": line("{who} picks up: {other}."),
    "snaps": line("The trap snaps at {who}."),
    "leaf_stays": line("The leaf holds fast to its twig."),
    "leaf_flies": line("{who} and all the others sail down to {other}!"),
    "leaf_drifts": line("The leaf floats to {other}."),
    "leaf_lost": line("The leaf goes over the edge!"),
    "turtles": line("{who} whistles, and {n} turtle comes up.", plural="{who} whistles, and {n} turtles come up."),
    "shell": line("A firm shell, good to stand on."),
    "bubbles": line("Bubbles! {who} falls into the water."),
    "snapper": line("A snapper! {who} falls into the water."),
    "dives": line("The turtle dives."),
    "turtle_drifts": line("The turtle floats to {other}."),
    "bee": line("{n} bee buzzes around {who}.", plural="{n} bees buzz around {who}."),
    "enthralled": line("{who} stares into the dust and turns on its friends."),
    "bursts": line("{who} bursts into shards!"),
    "joins": line("{who} joins {other}."),
    "parts": line("{who} stays behind."),
    "removed": line("Gone: {who}."),
    "roams": line("{who} rolls to {other}."),
    "ends": line("{who} ends the turn."),
    "nothing": line("{who} finds nothing."),
    "finds": line("{who} finds “{other}”."),
    "keeps": line("{who} keeps: {other}."),
    "sells": line("{who} takes a cheese instead of {other}."),
    "stashes": line("Into the party stash: {other}."),
    "drops": line("{who} discards: {other}."),
    "breaks": line("It breaks: {other}."),
    "plays": line("{who} uses {other}."),
    "uses": line("{who} uses {other}."),
    "gift": line("{who} uses {other}."),
    "ordered": line("{other} gives the order: {who} attacks."),
    "steps_in": line("The attack goes against {who}."),
    "again": line("{who} thinks again."),
    "passes": line("{who} passes the test."),
    "fails": line("{who} fails the test."),
    "recovers": line("{who} is no longer {other}."),
    "suffers": line("{who} is still {other}."),
    "marked": line("{who} is {other}."),
    "heals": line("{who} feels better: {n} wound heals.", plural="{who} feels better: {n} wounds heal."),
    "gives": line("{who} receives: {other}."),
    "gives_cheese": line("{who} gives {other} a cheese."),
    "puts_on": line("{who} equips: {other}."),
    "puts_away": line("{who} packs: {other}."),
    "explores": line("{who} leads the party on: {other}."),
    "no_way": line("{other}: there is no way through."),
    "award": line("{who} earns a title: {other}!"),
    "token": line("A story token for the party: {who}."),
    "leaps": line("{who} appears on {other}."),
    "shoved": line("{who} is swept to {other}."),
    "rain": line("It begins to rain."),
    "night": line("Night falls."),
}
MINIONS_TURN = line("Now the minions act: {who}.")
ALONE: dict[NewsKind, Line] = {  # nobody has done it
    "wounded": line("{who} is wounded.", plural="{who} is wounded {n} times."),
    "poisoned": line("{who} is poisoned.", plural="{who} is poisoned {n} times."),
    "hurt": line("{who} is wounded.", plural="{who} is wounded {n} times."),
    "defeated": line("{who} is gone."),
}
OVER: dict[NewsKind, Line] = {
    "rain": line("The rain stops."),
    "night": line("The day breaks."),
}
DOES: dict[str, Line] = {
    "scurry": line("{who} scurries on."),
    "battle": line("{who} goes into battle."),
    "search": line("{who} looks around."),
    "recover": line("{who} tries to get free."),
    "explore": line("{who} looks for the way on."),
    "catapult": line("{who} bends the fork back."),
    "take": line("{who} packs up what lies here."),
    "launch": line("{who} takes aim with the grape."),
    "whistle": line("{who} blows the turtle whistle."),
    "paddle": line("{who} paddles with the teaspoon."),
}

# what the blanks `who` and `other` of a sentence are, where they are not figures
WITH: dict[NewsKind, tuple[str, str]] = {
    **dict.fromkeys(("learns", "uses", "gift", "again"), ("who", "ability")),
    **dict.fromkeys(
        ("finds", "keeps", "sells", "stashes", "drops", "breaks", "plays", "gives", "puts_on", "puts_away", "takes_up"),
        ("who", "item"),
    ),
    **dict.fromkeys(("recovers", "suffers", "marked"), ("who", "mark")),
    **dict.fromkeys(("goes", "walks", "coils", "drifts", "flies", "leaps", "shoved"), ("who", "space")),
    **dict.fromkeys(("pounces", "strikes"), ("who", "crowd")),
    **dict.fromkeys(("ambush", "pushes_up", "shifts"), ("creature", "")),
    "does": ("who", "action"),
    **dict.fromkeys(("leaf_drifts", "turtle_drifts"), ("who", "space")),
    **dict.fromkeys(("explores", "leaf_flies"), ("who", "side")),
    "no_way": ("who", "way"),
    "award": ("who", "award"),
    "encounter": ("encounter", ""),
    "token": ("story_token", ""),
    "lays": ("token", "space"),
    "removed": ("token", ""),
    "roams": ("token", "space"),
}


COUNTED = ("bee", "wounded", "poisoned", "hurt")  # news that are told once, with their number
WALKS = ("goes", "walks")


def tell(before: State, event: Event, after: State, viewer: int | None) -> tuple[Line, ...]:
    """Tell an event, and everything that followed from it by itself."""
    news = brief(after.news)
    trip = walk(before, event, news)
    said = [saying(after, one) for one in (news[1:] if trip else news)]
    told = (trip or luck(before, event, after)) + tuple(words for words in said if words)
    if not told or isinstance(before.agenda[-1], Arrive):  # the last mouse to arrive begins more
        told = (chosen(before, event), *told)
    return opening(before) + told + closing(after)


def opening(before: State) -> tuple[Line, ...]:
    """Begin the tale with the chapter's own words."""
    begun = before.news or any(one.at for one in before.mice)
    return () if begun else (line(before.box.chapter.intro),)


def closing(after: State) -> tuple[Line, ...]:
    """End the tale as the chapter says."""
    top, chapter = after.agenda[-1] if after.agenda else None, after.box.chapter
    if not isinstance(top, Finish):
        return ()
    if not top.won:
        return (line(chapter.defeat),)
    return (line(chapter.victory), *(line(one.words) for one in endings(after)))


def brief(news: tuple[News, ...]) -> tuple[News, ...]:
    """Leave out what the next piece of news says better: who is defeated was wounded, who blocks nothing is hit."""
    beaten = {one.who for one in news if one.what == "defeated"}
    fallen = {one.who for one in news if one.what == "falls"}
    return tuple(
        replace(one, n=news.count(one)) if one.what in COUNTED else one
        for n, one in enumerate(news, 1)
        if not (one.what == "hurt" and one.who in beaten)
        and not (one.what == "blocks" and not one.n)
        and not (one.what == "prevented" and one.who in beaten | fallen)
        and not (one.what == "does" and n < len(news))
        and not (one.what in COUNTED and one in news[: n - 1])
    )


def chosen(before: State, event: Event) -> Line:
    """Tell a choice from which nothing has followed yet."""
    actor = names.who(before, before.acting.card) if before.acting.card else ""
    match event:
        case Put() if event.token in before.box.heroes:
            text = "{mouse} starts on {space}." if not before.explored else "{mouse} comes in on {space}."
            return line(text, mouse=names.who(before, event.token), space=names.space(event.at))
        case Move():
            return line("{mouse} sets out.", mouse=actor)
        case Share():
            return line("{mouse} opens the pack for {other}.", mouse=actor, other=names.who(before, event.partner))
        case Done() if isinstance(before.agenda[-1], MouseTurn):
            return line("{mouse} stops here.", mouse=actor)
        case Done() if isinstance(before.agenda[-1], Sharing):
            return line("{mouse} closes the pack.", mouse=actor)
        case Done() if isinstance(before.agenda[-1], Equipping):
            return line("{mouse} is ready.", mouse=actor)
        case Done():
            return line("{who} lets it pass.", who=Who(chooser(before)))
    return line("{who} has chosen.", who=Who(chooser(before)))


def chooser(state: State) -> int:
    """Name the seat that has just chosen."""
    asked = turn(state)
    return asked.seat if isinstance(asked, Decide) else 0


def walk(before: State, event: Event, news: tuple[News, ...]) -> tuple[Line, ...]:
    """Tell in one sentence that a creature rolls and goes somewhere."""
    task = before.agenda[-1]
    if not (isinstance(event, Dice) and isinstance(task, FoeMove | FriendMove) and news and news[0].what in WALKS):
        return ()
    who, n = names.who(before, task.figure), read(event.faces).number
    return (line("{who} rolls {n} and goes to {space}.", who=who, n=n, space=names.space(news[0].other)),)


def luck(before: State, event: Event, after: State) -> tuple[Line, ...]:
    """Tell what luck brought."""
    match event:
        case Dice() if isinstance(before.agenda[-1], MoveDie):
            return strides(before.agenda[-1], after)
        case Dice() if isinstance(before.agenda[-1], FoeMove | FriendMove):
            who, n = names.who(before, before.agenda[-1].figure), read(event.faces).number
            return (line("{who} rolls {n}.", who=who, n=n),)
        case Dice():
            return (rolled(before, counted(event.faces)),)
        case Initiative():
            return (line("Next on the track: {card}.", card=names.card(before, drawn(before, event.card))),)
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


def drawn(state: State, card: str) -> str:
    """Name a card that comes off the track's deck; where cards are put in order later, only whose it is."""
    kind = card.partition("/")[0]
    return kind if kind in state.box.pack.minions and state.box.pack.minions[kind].ordered else card


def strides(task: MoveDie, after: State) -> tuple[Line, ...]:
    """Tell the roll of a movement die: its number, and how far it leads."""
    who, n = names.who(after, task.mouse), next((one.n for one in after.news if one.what == "rolls"), 0)
    if task.how == "idle":
        return (line("{who} rolls {n} and stays put.", who=who, n=n),)
    if not after.acting.points:
        return (line("{who} rolls {n}.", who=who, n=n),)
    steps = line("{n} step", plural="{n} steps", n=after.acting.points)
    return (line("{who} rolls {n}: up to {steps}.", who=who, n=n, steps=steps),)


def rolled(before: State, faces: tuple[Line, ...]) -> Line:
    """Tell what dice show, and who has rolled them."""
    match before.agenda[-1]:
        case AttackRoll(fight):
            return line("{who} rolls: {faces}.", who=names.who(before, fight.by), faces=faces)
        case Defend(_, figure):
            return line("{who} defends: {faces}.", who=names.who(before, figure), faces=faces)
        case MouseTask(figure) | FigureTask(figure):
            return line("{who} rolls: {faces}.", who=names.who(before, figure), faces=faces)
    return line("The dice: {faces}.", faces=faces)


def counted(faces: tuple[int, ...]) -> tuple[Line, ...]:
    """Name what dice show, equal faces together."""
    groups = {face: faces.count(face) for face in faces}
    return tuple(FACES[face] if n == 1 else line("{n} × {face}", n=n, face=FACES[face]) for face, n in groups.items())


FACES = {
    1: line("cheese"),
    2: line("sword ★"),
    3: line("sword-shield"),
    4: line("sword-shield ★"),
    5: line("bow"),
    6: line("bow ★"),
}
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
    if news.what == "asks":
        return line(state.box.chapter.questions[news.other].words)
    if news.what == "answers":
        return line(state.box.chapter.questions[news.who].answers[news.other].told)
    template = sentence(state, news)
    if template is None:
        return None
    values: dict[str, object] = {"n": news.n}
    if news.who:
        values["who"] = OTHERS.get(WITH.get(news.what, ("who", ""))[0], names.who)(state, news.who)
    if news.other:
        values["other"] = OTHERS[WITH.get(news.what, ("who", "who"))[1]](state, news.other)
    return Line(template.text, values, template.plural)


def sentence(state: State, news: News) -> Line | None:
    """Choose the words of a piece of news."""
    match news.what:
        case "does":
            return DOES[news.other]
        case "turn" if news.who not in state.box.heroes:
            return MINIONS_TURN
        case "rain" | "night" if not news.n:
            return OVER[news.what]
        case "wounded" | "poisoned" | "hurt" | "defeated" if not news.other:
            return ALONE[news.what]
    return SAID.get(news.what)


def crowd(state: State, name: str) -> Line | str:
    """Name the mice on a space, or the space where there are none."""
    there = tuple(names.figure(state, one.id) for one in state.mice if one.at == name)
    return line("{figures}", figures=there) if there else names.space(name)


def creature(state: State, name: str) -> Line:
    """Name a mouse, or those whose card it is as one names a creature."""
    kind = name.partition("/")[0]
    minions = state.box.pack.minions
    return line(minions[kind].name, context="figure") if kind in minions else names.who(state, name)


def space(state: State, name: str) -> str:
    """The short name of a space."""
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
    "creature": creature,
    "item": names.item,
    "ability": names.ability,
    "mark": names.mark,
    "award": names.award,
    "token": names.token,
    "side": names.side,
    "space": space,
    "crowd": crowd,
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
    return line("All the mice have been captured. The chapter is lost.")
