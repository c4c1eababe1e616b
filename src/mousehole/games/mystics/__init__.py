"""Mice and Mystics: an adventure in chapters, played together against the hourglass."""

from mousehole.core.game import Adventure, Game, Parts, Problem, SeatKind
from mousehole.core.words import Line, line
from mousehole.games.mystics.content.pack import NoSuchPack, Pack, find
from mousehole.games.mystics.moves import Event, Setup
from mousehole.games.mystics.rules import engine
from mousehole.games.mystics.rules.campaign import joined, sequel
from mousehole.games.mystics.scene.lobby import FIELDS
from mousehole.games.mystics.scene.picture import scene
from mousehole.games.mystics.story.telling import ending, tell

PACKAGE = "mousehole.games.mystics"


def seats(setup: Setup) -> tuple[SeatKind, ...]:
    """Seat everybody on one team, each called by the mice it steers."""
    names = steered(setup) if setup.players > 1 else {}
    return tuple(
        SeatKind(names.get(n) or line("Player {number}", number=n + 1), "mice") for n in range(setup.players)
    )  # MM-B01


def steered(setup: Setup) -> dict[int, Line]:
    """Name the mice of each seat; nobody's where their pack is gone."""
    try:
        heroes = find(setup.pack).heroes
    except NoSuchPack:
        return {}
    calls: dict[int, list[Line]] = {}
    steers = setup.steers or tuple(n % setup.players for n in range(len(setup.party)))
    for name, seat in zip(setup.party, steers, strict=False):
        calls.setdefault(seat, []).append(line(heroes[name].call if name in heroes else name))
    return {seat: Line("{plain}", {"plain": tuple(mice)}) for seat, mice in calls.items()}


def check(setup: Setup) -> tuple[Problem, ...]:
    """Find mistakes across the fields of a set-up."""
    try:
        pack = find(setup.pack)
    except NoSuchPack as error:
        return (Problem("pack", error.line),)
    if setup.chapter not in pack.chapters:
        return (Problem("chapter", line("there is no chapter {name}", name=setup.chapter)),)
    return (*party(setup, pack), *steering(setup), *luggage(setup, pack))


def party(setup: Setup, pack: Pack) -> tuple[Problem, ...]:
    """Check that the chapter can be played with these mice."""
    chapter = pack.chapters[setup.chapter]
    strange = [name for name in setup.party if name not in pack.heroes]
    known = tuple(dict.fromkeys(name for name in setup.party if name in pack.heroes))
    mend = joined(known, chapter, tuple(pack.heroes))
    found = [Problem("party", line("there is no hero {name}", name=name), mend=mend) for name in strange]
    if len(setup.party) != chapter.party:
        said = line("the chapter needs {n} mouse", plural="the chapter needs {n} mice", n=chapter.party)
        found.append(Problem("party", line("{said}, not {n}", said=said, n=len(setup.party)), mend=mend))
    if len(set(setup.party)) < len(setup.party):
        found.append(Problem("party", line("nobody can come along twice"), mend=mend))
    absent = [name for name in chapter.needs if name not in setup.party and name in pack.heroes]
    wanted = (line("the chapter needs {hero}", hero=line(pack.heroes[name].name)) for name in absent)
    found += [Problem("party", said, mend=mend) for said in wanted]
    return tuple(found)


def steering(setup: Setup) -> tuple[Problem, ...]:
    """Check that every mouse has a seat, and every seat at least one mouse."""
    if setup.players > len(setup.party):
        return (Problem("players", line("there are more players than mice")),)
    if not setup.steers:
        return ()
    if len(setup.steers) != len(setup.party):
        return (Problem("steers", line("say for every mouse which seat steers it")),)
    if set(setup.steers) != set(range(setup.players)):
        return (Problem("steers", line("every seat steers one mouse at least")),)
    return ()


def luggage(setup: Setup, pack: Pack) -> tuple[Problem, ...]:
    """Check what a party brings from the last chapter."""
    bags = setup.carry.mice if setup.carry else ()
    found = [line("there is no hero {name}", name=bag.mouse) for bag in bags if bag.mouse not in pack.heroes]
    for bag in bags:
        found += [line("there is no ability {name}", name=name) for name in bag.abilities if name not in pack.abilities]
        if bag.card and not (bag.card in pack.items and pack.items[bag.card].copies):
            found.append(line("the search deck has no card {name}", name=bag.card))
    return tuple(Problem("carry", said) for said in found)


GAME = Game(
    name="mystics",
    title=line("Mice and Mystics"),
    blurb=line("Follow a stolen light through cellar, kitchen and drain, before the hourglass runs out."),
    edition=5,
    package=PACKAGE,
    setup=Setup,
    event=Event,
    new=engine.new,
    turn=engine.turn,
    apply=engine.apply,
    scene=scene,
    tell=tell,
    seats=seats,
    ending=ending,
    check=check,
    sequel=sequel,
    fields=FIELDS,
    age=8,
    minutes=(60, 90),
    parts=Parts(
        trophies=f"{PACKAGE}.scene.lobby:TROPHIES",
        board_name=f"{PACKAGE}.scene.lobby:board_name",
        position_faults=f"{PACKAGE}.state:faults",
        value=f"{PACKAGE}.companions.value:value",
        doubt=f"{PACKAGE}.companions.value:DOUBT",
        reason=f"{PACKAGE}.scene.panels:reason",
        players=f"{PACKAGE}.companions.levels:PLAYERS",
        tensor=f"{PACKAGE}.companions.tensor:TENSOR",
        explanation=f"{PACKAGE}.scene.explanations:explanation",
        figures=f"{PACKAGE}.scene.panels:figures",
        adventure=Adventure(
            simulation=f"{PACKAGE}.companions.levels:simulation",
            tip=f"{PACKAGE}.companions.coach:tip",
            taste=f"{PACKAGE}.companions.coach:taste",
            campaign=f"{PACKAGE}.scene.lobby:CAMPAIGN",
            closing=f"{PACKAGE}.story.telling:closing",
            first=f"{PACKAGE}.scene.lobby:first",
            fields=f"{PACKAGE}.scene.lobby:fields",
            complete=f"{PACKAGE}.scene.lobby:complete",
            add_pack=f"{PACKAGE}.packs.library:add",
            look_in=f"{PACKAGE}.packs.library:look_in",
            faults=f"{PACKAGE}.packs.library:faults",
            notes=f"{PACKAGE}.tools.authoring:notes",
            atlas=f"{PACKAGE}.tools.authoring:atlas",
            rehearsal=f"{PACKAGE}.tools.authoring:REHEARSAL",
            workshop=f"{PACKAGE}.tools.workshop:WORKSHOP",
            catalogue=f"{PACKAGE}.packs.words:catalogue",
            scenario=f"{PACKAGE}.tools.scenario:main",
            schemas=f"{PACKAGE}.tools.authoring:schemas",
        ),
    ),
)
