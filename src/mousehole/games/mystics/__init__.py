"""Mice and Mystics: an adventure in chapters, played together against the hourglass."""

from mousehole.core.game import Game, Parts, Problem, SeatKind
from mousehole.core.words import line
from mousehole.games.mystics.content.pack import Pack
from mousehole.games.mystics.content.packs_at_hand import NoSuchPack, find
from mousehole.games.mystics.moves import Event, Setup
from mousehole.games.mystics.packs.setup_form import FIELDS
from mousehole.games.mystics.rules import engine
from mousehole.games.mystics.rules.campaign import sequel
from mousehole.games.mystics.scene.picture import scene
from mousehole.games.mystics.story.telling import ending, tell

PACKAGE = "mousehole.games.mystics"


def seats(setup: Setup) -> tuple[SeatKind, ...]:
    """Seat everybody on one team."""
    return tuple(SeatKind(line("Player {number}", number=n + 1), "mice") for n in range(setup.players))  # MM-B01


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
    found = [Problem("party", line("there is no hero {name}", name=name)) for name in strange]
    if len(setup.party) != chapter.party:
        said = line("the chapter needs {n} mouse", plural="the chapter needs {n} mice", n=chapter.party)
        more = line("{said}; choose nobody for the others", said=said)
        found.append(Problem("party", more if len(setup.party) > chapter.party else said))
    if len(set(setup.party)) < len(setup.party):
        found.append(Problem("party", line("nobody can come along twice")))
    absent = [name for name in chapter.needs if name not in setup.party and name in pack.heroes]
    found += [Problem("party", line("the chapter needs {hero}", hero=line(pack.heroes[name].name))) for name in absent]
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
    edition=2,
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
    parts=Parts(
        value=f"{PACKAGE}.companions.value:value",
        players=f"{PACKAGE}.companions.players:PLAYERS",
        tensor=f"{PACKAGE}.companions.tensor:TENSOR",
        closing=f"{PACKAGE}.story.telling:closing",
        scenario=f"{PACKAGE}.tools.scenario:main",
        packs=f"{PACKAGE}.packs.adding:add",
        fields=f"{PACKAGE}.packs.setup_form:fields",
        completed=f"{PACKAGE}.packs.setup_form:completed",
        faults=f"{PACKAGE}.packs.pack_faults:faults",
        notes=f"{PACKAGE}.tools.pack_notes:notes",
        translated=f"{PACKAGE}.packs.translations:filled_in",
        rehearsal=f"{PACKAGE}.tools.rehearsal:REHEARSAL",
        atlas=f"{PACKAGE}.tools.tile_pictures:atlas",
        schemas=f"{PACKAGE}.tools.schemas:schemas",
    ),
)
