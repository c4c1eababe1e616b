"""The panels beside the board: goal, heroes, the fight that is going on, chances."""

from collections.abc import Iterator
from functools import lru_cache

from mousehole.core.scene import Panel, Row
from mousehole.core.words import Line, decimal, line
from mousehole.games.mystics.board.figures import active, figure, is_mouse, minion, mouse
from mousehole.games.mystics.board.queries import can_strike
from mousehole.games.mystics.content.content_types import Minion, MinionCard
from mousehole.games.mystics.content.pack import Pack
from mousehole.games.mystics.effects.abilities import learnable, price
from mousehole.games.mystics.effects.triggers import attack_kind, targets, weapons
from mousehole.games.mystics.fight.attack_odds import expected, life, percent, to_defeat, to_wound
from mousehole.games.mystics.moves import Do, End, Event, Target
from mousehole.games.mystics.packs.library import own
from mousehole.games.mystics.scene.chart import parts
from mousehole.games.mystics.scene.figure_art import condition, face, item, letters, sprite
from mousehole.games.mystics.scene.layout import drawing
from mousehole.games.mystics.state import Foe, Mouse, News, State
from mousehole.games.mystics.story import names
from mousehole.games.mystics.story.questions import left_to_do
from mousehole.games.mystics.story.telling import brief, saying
from mousehole.games.mystics.tasks import Arrive, AttackRoll, Defend, Fight, FightTask, FirstAbility, Harm, Mark, Strike


def sheet(state: State, one: Mouse) -> Panel:
    """Draw the card of a mouse."""
    glow = "good" if one.id == state.acting.card else "danger" if whereabouts(state, one) else "rest"
    name = line(state.box.heroes[one.id].call)
    seat = state.box.seat[one.id]
    return Panel(f"sheet-{one.id}", name, tuple(rows(state, one)), face(state, one.id), glow, seat=seat)


def rows(state: State, one: Mouse) -> Iterator[Row]:
    """List what is left to do, life, cheese, markers, values, equipment, pack and abilities."""
    yield from doings(state, one)
    yield title(state, one)
    yield health(state, one)
    yield Row(line("Cheese"), line("{n}", n=one.cheese), "mystics-cheese", front=True)
    for mark in one.marks:
        words = line(state.box.pack.conditions[mark].words)
        yield Row(names.mark(state, mark), words, condition(state, mark), front=True)
    yield from values(state, one)
    yield from equipment(state, one)
    yield from skills(state, one)
    yield from lessons(state, one)


def doings(state: State, one: Mouse) -> Iterator[Row]:
    """Say what a mouse may still do in its turn, or where it is if not on the board."""
    where = whereabouts(state, one)
    if where:
        yield Row(where, front=True)
    elif one.id == state.acting.card:
        yield Row(line("Still to do"), left_to_do(state), front=True)


def whereabouts(state: State, one: Mouse) -> Line | None:
    """Say that a mouse is captured or lost; one that is just being placed is neither."""
    placed = any(isinstance(task, Arrive) and one.id in task.mice for task in state.agenda)
    if one.at or placed or not (one.lost or one.captures):
        return None
    return line("lost") if one.lost else line("captured")


def health(state: State, one: Mouse) -> Row:
    """Write the life that is left; wounds by poison are told apart."""
    full, left = state.box.heroes[one.id].life, life(state, one)
    said = line("{n} of {all}", n=left, all=full)
    if one.poison:
        said = line("{n} of {all}, {poison} poisoned", n=left, all=full, poison=one.poison)
    return Row(line("Life"), said, "mystics-heart", (left, full), front=True, ill=one.poison)


def equipment(state: State, one: Mouse) -> Iterator[Row]:
    """List what a mouse wears and carries, with what it does and who may use it."""
    for card in filter(None, one.worn):
        armed = state.box.pack.items[card].kind == "weapon"
        said = line("equipped: {words}", words=card_words(state, card))
        yield Row(names.item(state, card), said, item(state, card), front=armed)
    for card in one.pack:
        said = line("in the pack: {words}", words=card_words(state, card))
        yield Row(names.item(state, card), said, item(state, card))


def card_words(state: State, card: str) -> Line:
    """Say what a card does, and for whom it is."""
    thing = state.box.pack.items[card]
    if not thing.classes:
        return line(thing.words)
    users = tuple(names.CLASSES[each] for each in thing.classes)
    return line("{words} For: {classes}.", words=line(thing.words), classes=users)


def title(state: State, one: Mouse) -> Row:
    """Write the full name of a mouse and its classes."""
    hero = state.box.heroes[one.id]
    classes = tuple(names.CLASSES[each] for each in hero.classes)
    known = line("{classes}", classes=classes) if classes else None
    return Row(line(hero.name), known, sprite(state, one.id), mark=letters(state, one.id))


def values(state: State, one: Mouse) -> Iterator[Row]:
    """Write the values of a mouse."""
    hero = state.box.heroes[one.id]
    for name, label in names.VALUES.items():
        yield Row(label, line("{n}", n=getattr(hero, name)), f"mystics-stat-{name}")


def skills(state: State, one: Mouse) -> Iterator[Row]:
    """List the gift, the abilities and the titles of a mouse."""
    hero = state.box.heroes[one.id]
    badge = f"mystics-class-{hero.classes[0]}" if hero.classes else ""
    yield Row(line(hero.innate.name), line(hero.innate.words), badge)
    for ability in one.abilities:
        page = state.box.pack.abilities[ability]
        said = line("Each use: {n} cheese. {words}", n=price(state.box.pack, one.id, page), words=line(page.words))
        yield Row(line(page.name), said, "mystics-card-ability")
    for award in (award for award, holder in state.awards if holder == one.id):
        picture = f"mystics-achievement-{award}" if award in own().achievements else ""
        yield Row(names.award(state, award), line(state.box.pack.achievements[award].words), picture)


def lessons(state: State, one: Mouse) -> Iterator[Row]:
    """List apart what a mouse could still learn; the first ability is for nothing."""
    found, free = learnable(state, one), any(isinstance(t, FirstAbility) and t.mouse == one.id for t in state.agenda)
    if found:
        yield Row(line("To choose one of now") if free else line("Could still be learned"))
    yield from courses(state.box.pack, one.id, found, 0 if free else state.box.pack.rules.level_cost)


@lru_cache(1024)
def courses(pack: Pack, hero: str, abilities: tuple[str, ...], cost: int) -> tuple[Row, ...]:
    """Say of abilities what learning costs, and what each use costs then."""
    return tuple(
        Row(line(page.name), course(price(pack, hero, page), cost, line(page.words)), "mystics-card-ability")
        for page in (pack.abilities[name] for name in abilities)
    )


def course(use: int, cost: int, words: Line) -> Line:
    """Say what an ability costs."""
    if not cost:
        return line("Each use: {n} cheese. {words}", n=use, words=words)
    return line("To learn: {price} cheese. Each use: {n} cheese. {words}", price=cost, n=use, words=words)


CHEESE = 1  # the face of a die
WOUNDS = ("wounded", "poisoned", "hurt")
OUTCOMES = ("defeated", "captured", "shrugs", "prevented")
REACTIONS = ("plays", "uses", "gift", "steps_in", "ordered", "again", "breaks")  # what cards and friends do meanwhile


def fights(state: State) -> Iterator[Panel]:
    """Draw the fight that is going on, or has just been decided."""
    task = next((task for task in reversed(state.agenda) if isinstance(task, AttackRoll | Defend)), None)
    blocks = next((news for news in state.news if news.what == "blocks"), None)
    if blocks:
        by = next(news.who for news in state.news if news.what == "blow")
        title = heading(state, by, (blocks.who,)) if by else names.who(state, blocks.who)
        yield Panel("fight", title, tuple(decided(state, blocks, by)), over=True)
    elif task:
        title = heading(state, task.fight.by, task.fight.at)
        yield Panel("fight", title, tuple(going_on(state, task)), over=True)
    elif any(news.what == "misses" for news in state.news):
        missed = next(news for news in state.news if news.what == "misses")
        blow = next(news for news in state.news if news.what == "blow")
        said = thrown(state, missed.who, faces(blow), line("no hit"))
        row = Row(names.who(state, missed.who), said, sprite(state, missed.who))
        yield Panel("fight", line("A miss!"), (row, *happened(state, REACTIONS)), over=True)


def heading(state: State, by: str, at: tuple[str, ...]) -> Line:
    """Say who attacks whom."""
    whom = tuple(names.who(state, name) for name in at)
    return line("{by} attacks {at}", by=names.who(state, by), at=line("{figures}", figures=whom))


def going_on(state: State, task: FightTask) -> Iterator[Row]:
    """Show both sides, and the hits as soon as they are known."""
    fight = task.fight
    said = thrown(state, fight.by, fight.roll, hits(fight.hits)) if fight.roll else None
    yield Row(names.who(state, fight.by), said, sprite(state, fight.by))
    for name in fight.at:
        defends = isinstance(task, Defend) and task.figure == name
        yield Row(names.who(state, name), line("defends") if defends else None, sprite(state, name))
    if fight.again:
        yield Row(line("These dice were rolled a second time."))
    yield from happened(state, REACTIONS)


def decided(state: State, blocks: News, by: str) -> Iterator[Row]:
    """Add up what came of an attack."""
    wounds = sum(news.what in WOUNDS and news.who == blocks.who for news in state.news)
    wounds += waiting(state, blocks.who)
    blow, guard = [news for news in state.news if news.what == "blow"][:2]
    struck_with = thrown(state, by, faces(blow), hits(blow.n))
    if by:
        yield Row(names.who(state, by), struck_with, sprite(state, by))
    said = thrown(state, blocks.who, faces(guard), *(() if by else (hits(blow.n),)), *left_of_it(blocks.n, wounds))
    yield Row(names.who(state, blocks.who), said, sprite(state, blocks.who))
    yield from happened(state, REACTIONS + OUTCOMES)


def faces(news: News) -> tuple[int, ...]:
    """Read a roll that was written down."""
    return tuple(map(int, news.other))


def thrown(state: State, who: str, roll: tuple[int, ...], *came: Line) -> Line:
    """Say how many dice a side threw and what came of them; cheese goes to a mouse, or one of it to the wheel."""
    cheese, dice = roll.count(CHEESE), line("{n} die", plural="{n} dice", n=len(roll))
    if cheese and is_mouse(state, who) and figure(state, who) and not mouse(state, who).marks:
        came = (*came, line("{n} cheese gained", plural="{n} cheese gained", n=cheese))
    elif cheese and who and not (is_mouse(state, who) and mouse(state, who).marks):
        came = (*came, line("a cheese for the wheel"))
    return line("{dice}: {figures}", dice=dice, figures=came)


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


SHOWN = 4  # targets at most
CLOSE = 0.5  # wounds to the last one


def estimates(state: State) -> Iterator[Panel]:
    """Draw a panel of estimates while a mouse is in turn and minions are about."""
    name = state.acting.card
    if not state.foes or not is_mouse(state, name) or not mouse(state, name).at:
        return
    rows = (*attacks(state, mouse(state, name)), *dangers(state))
    if rows:
        yield Panel("estimates", line("Estimates"), rows)


def reason(state: State, action: Event) -> Line | None:
    """What numbers say about an action: the odds of a blow, or who is in danger when nothing is done."""
    name = state.acting.card
    if not state.foes or not is_mouse(state, name) or not mouse(state, name).at:
        return None
    if isinstance(action, Target | Do):
        found = dict(best(state, mouse(state, name)))
        at = action.figure if isinstance(action, Target) else likeliest(state, found) * (action.action == "battle")
        return chances(state, found[at]) if at in found else None
    return worst(state) if isinstance(action, End) else None


def likeliest(state: State, found: dict[str, Fight]) -> str:
    """Name the minion that would most likely be defeated."""
    return max(found, key=lambda name: to_defeat(state, found[name]), default="")


def worst(state: State) -> Line | None:
    """Say who may be captured in the next round."""
    one = min(active(state), key=lambda one: life(state, one) - threat(state, one))
    wounds, left = threat(state, one), life(state, one)
    if wounds < left - CLOSE:
        return None
    name = names.figure(state, one.id)
    return line(
        "{mouse} is in danger: about {n} wounds in the next round, life left: {left}",
        mouse=name,
        n=decimal(wounds),
        left=left,
    )


def attacks(state: State, one: Mouse) -> tuple[Row, ...]:
    """Say for the best targets in reach what an attack would do on average."""
    found = dict(best(state, one))
    likely = sorted(found, key=lambda name: -to_defeat(state, found[name]))[:SHOWN]
    return tuple(odds(state, found[name]) for name in likely)


def best(state: State, one: Mouse) -> Iterator[tuple[str, Fight]]:
    """Find for each minion in reach the weapon that wounds it most."""
    found: dict[str, Fight] = {}
    for weapon in weapons(state, one):
        for foe in targets(state, one, attack_kind(state, one, weapon)):
            fight = Fight(one.id, (foe.id,), attack_kind(state, one, weapon, foe), weapon)
            if foe.id not in found or expected(state, fight) > expected(state, found[foe.id]):
                found[foe.id] = fight
    yield from found.items()


def odds(state: State, fight: Fight) -> Row:
    """Write the chances of one attack."""
    title = line("Attack {figure}", figure=names.figure(state, fight.at[0]))
    return Row(title, chances(state, fight), sprite(state, fight.at[0].rpartition("-")[0]))


def chances(state: State, fight: Fight) -> Line:
    """What an attack does on average."""
    return line(
        "{wound}% to wound, {defeat}% to defeat, {n} wounds on average",
        wound=percent(to_wound(state, fight)),
        defeat=percent(to_defeat(state, fight)),
        n=decimal(expected(state, fight)),
    )


def dangers(state: State) -> tuple[Row, ...]:
    """Say for every mouse which wounds it may expect if nobody moves, those in danger first."""
    mice = sorted(active(state), key=lambda one: life(state, one) - threat(state, one))
    return tuple(danger(state, one, threat(state, one)) for one in mice)


def danger(state: State, one: Mouse, wounds: float) -> Row:
    """Write how much one mouse is in danger."""
    left = life(state, one)
    name = names.figure(state, one.id)
    title = line("{mouse} is in danger", mouse=name) if wounds >= left - CLOSE else name
    said = line("about {n} wounds in the next round, life left: {left}", n=decimal(wounds), left=left)
    return Row(title, said, sprite(state, one.id))


def threat(state: State, one: Mouse) -> float:
    """Add up what each minion deals on average, shared among the mice that it could strike."""
    total = 0.0
    for foe in state.foes:
        prey = [other.id for other in active(state) if can_strike(state, foe, other.at)]
        if one.id in prey:
            total += dealt(state, foe, one) / len(prey)
    return total


def dealt(state: State, foe: Foe, one: Mouse) -> float:
    """Count the wounds that an attack of a minion deals on average."""
    return expected(state, Fight(foe.id, (one.id,), minion(state, foe.kind).attack))


SPARE = 2  # pages that make a star
STARS = 3
DIFFICULTIES = {"gentle": line("gentle"), "grim": line("grim")}


def panels(state: State) -> tuple[Panel, ...]:
    """Draw all sheets; the card of the mouse in turn glows."""
    sheets = tuple(sheet(state, one) for one in state.mice)
    if not any(one.at or one.captures for one in state.mice):
        return (chapter(state, Row(line(state.box.chapter.intro))), *sheets)
    return (*sheets, *fights(state), *estimates(state), *friends(state), *minions(state), *lying(state), chapter(state))


def friends(state: State) -> Iterator[Panel]:
    """Draw a sheet of the allies and pets on the board."""
    if state.friends:
        yield Panel("friends", line("Friends"), tuple(bestiary(state, state.friends)))


def minions(state: State) -> Iterator[Panel]:
    """Draw a sheet of the minions on the board."""
    if state.foes:
        yield Panel("minions", line("Minions"), tuple(bestiary(state, state.foes)))


def lying(state: State) -> Iterator[Panel]:
    """Draw a sheet of what lies about on this tile and may hurt or help."""
    here = dict.fromkeys(token.kind for token in state.tokens if token.at.startswith(f"{state.side}/"))
    things = state.box.pack.tokens
    rows = tuple(
        Row(line(things[kind].name), line(things[kind].words), drawing("tokens", kind, things, "mystics-token"))
        for kind in here
    )
    if rows:
        yield Panel("lying", line("Lying about"), rows)


def bestiary(state: State, figures: tuple[Foe, ...]) -> Iterator[Row]:
    """List the creatures on the board kind by kind, with what they can do."""
    for kind in dict.fromkeys(one.kind for one in figures):
        minion = state.box.pack.minions[kind]
        n = sum(one.kind == kind for one in figures)
        yield Row(line(minion.name), strength(minion.cards[0], n), sprite(state, kind), mark=letters(state, kind))
        if len(minion.cards) > 1:
            yield from cards(next(one for one in figures if one.kind == kind), minion)
        yield Row(line(minion.words))


def strength(card: MinionCard, n: int) -> Line:
    """Say how strong a creature is."""
    return line(
        "{n} there: battle {battle}, defence {defence}, life {life}",
        n=n,
        battle=card.battle,
        defence=card.defence,
        life=max(1, card.life),
    )


def cards(one: Foe, minion: Minion) -> Iterator[Row]:
    """List the cards of a creature that has several, with the life that is left on each."""
    for card, wounds in zip(minion.cards, one.wounds, strict=True):
        said = line("battle {battle}, defence {defence}", battle=card.battle, defence=card.defence)
        yield Row(line(card.name), said, "mystics-heart", (card.life - wounds, card.life))


def chapter(state: State, *more: Row) -> Panel:
    """Draw the sheet of the chapter."""
    rules, page = state.box.pack.rules, state.box.chapter
    found = [
        *more,
        Row(line("Goal"), line(page.goal.words)),
        *(Row(what, line("done") if done else line("still to do")) for what, done in parts(state)),
        Row(line("Place"), names.side(state, state.side)),
        *(Row(words) for words in [names.WOODS.get(state.ground.wood)] if words),
        Row(
            line("Page"),
            line("{n} of {all}", n=state.page, all=state.end),
            "mystics-hourglass",
            (state.page, state.end),
        ),
        Row(
            line("Minion wheel"),
            line("{n} of {all}", n=state.wheel, all=rules.wheel),
            "mystics-cheese",
            (state.wheel, rules.wheel),
        ),
    ]
    if state.box.setup.difficulty != "usual":
        found.append(Row(line("Difficulty"), DIFFICULTIES[state.box.setup.difficulty]))
    if state.card:
        found.append(Row(line("Encounter card"), line(state.box.pack.encounters[state.card].name)))
    found += [Row(line("Story token"), line(state.box.pack.campaign.tokens[token])) for token in state.story]
    decided = (names.decision(state.box.pack, *one) for one in state.answers)
    found += [Row(line("Decided"), words) for words in decided if words]
    if state.rain:
        found.append(Row(line("It rains")))
    if state.night:
        found.append(Row(line("It is night")))
    return Panel("chapter", line(page.name), tuple(found))


def stars(state: State) -> int:
    """Count the stars of a chapter: for the win, for time to spare, and for mice that nobody captured."""
    return 1 + (state.end - state.page >= SPARE) + all(not one.captures for one in state.mice)


def figures(state: State) -> tuple[Row, ...]:
    """The numbers of a chapter that is over."""
    captures, cheese = sum(one.captures for one in state.mice), sum(one.cheese for one in state.mice)
    earned = (stars(state), STARS)
    return (
        Row(line("Stars"), line("{n} of {all}", n=earned[0], all=STARS), meter=earned, front=True),
        Row(line("Page"), line("{n} of {all}", n=state.page, all=state.end), "mystics-hourglass"),
        Row(line("Mice captured"), line("{n}", n=captures), "mystics-mousetrap"),
        Row(line("Cheese left"), line("{n}", n=cheese), "mystics-cheese"),
    )
