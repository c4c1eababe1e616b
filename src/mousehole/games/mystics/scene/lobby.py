"""What is shown outside of a game: the set-up form, heroes to choose from, the home of the campaign, trophies."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from mousehole.core.game import Face, Field, Finished, MapChapter, Stage, Traveller, Trophy
from mousehole.core.words import Line, line, plain
from mousehole.games.mystics.content.content_types import Hero
from mousehole.games.mystics.content.pack import NoSuchPack, Pack, added, find
from mousehole.games.mystics.moves import Luggage, PackName, Setup
from mousehole.games.mystics.packs.library import campaigns, own
from mousehole.games.mystics.scene.layout import drawing, look
from mousehole.games.mystics.scene.panels import STARS, stars
from mousehole.games.mystics.state import State
from mousehole.games.mystics.story import names

HEROES = tuple((name, line(hero.name)) for name, hero in own().heroes.items())
CHAPTERS = tuple(
    (name, line(pack.chapters[name].name)) for pack in (own(), *campaigns()) for name in pack.campaign.chapters
)
QUESTIONS = {
    "players": Field(line("Players"), line("One to four of you share the mice of the party.")),
    "chapter": Field(
        line("Chapter"),
        line("Those of a campaign tell one tale, but each can be played by itself."),
        CHAPTERS,
        open=True,
        pictured=True,
    ),
    "party": Field(line("Party"), line("The mice that go along."), HEROES, open=True),
    "steers": Field(
        line("Who steers whom"),
        line("For every mouse its seat, such as 0 0 1 1 for two players. Leave it empty to deal them out in turn."),
    ),
    "searches": Field(
        line("Searching"),
        line("How often a mouse can search each side of a tile."),
        (("once", line("once, whether it finds anything or not")), ("until_found", line("until it has found a card"))),
    ),
    "difficulty": Field(
        line("Difficulty"),
        line("How hard the minions strike, bosses too."),
        (
            ("gentle", line("gentle: minions attack with one die fewer")),
            ("usual", line("usual: as the chapter is written")),
            ("grim", line("grim: minions attack with one die more")),
        ),
    ),
    "opening": Field(
        line("Before the first turn"),
        line("Who chooses what each mouse can do at the start, where it stands, and where the first minions come in."),
        (("asked", line("you choose")), ("ready", line("it is chosen for you"))),
    ),
    "carry": Field(line("Luggage"), line("What the party brings from the last chapter."), hidden=True),
    "pack": Field(line("Content pack"), line("Chapters and creatures from outside."), hidden=True),
}
NOBODY = ("", line("nobody"))  # a chapter of a pack may need fewer mice


def first() -> Setup:
    """A first game: a seat for each mouse, so that any of them can be handed over, ready for the first turn."""
    return Setup(players=4, opening="ready")


def choices() -> dict[str, Field]:
    """The fields of the form; packs add their choices."""
    guests = [pack for pack in added() if pack not in campaigns()]
    if not guests:
        return QUESTIONS
    chapters = {name: label for pack in guests for name, label in _chapters(pack)}
    heroes = {name: line(hero.name) for pack in guests for name, hero in pack.heroes.items()}
    return QUESTIONS | {
        "chapter": _with(QUESTIONS["chapter"], chapters),
        "party": _with(QUESTIONS["party"], heroes, NOBODY),
    }


def complete(setup: Setup) -> Setup:
    """Let the chapter decide which pack is played, and leave out nobody."""
    party = tuple(name for name in setup.party if name)
    return replace(setup, party=party, pack=setup.pack or _pack(setup.chapter))


def _pack(chapter: str) -> PackName | None:
    return next((pack.name for pack in reversed(added()) if chapter in dict(_chapters(pack))), None)


def _chapters(pack: Pack) -> Iterator[tuple[str, Line]]:
    """List the chapters that a pack brings or changes."""
    for name, chapter in pack.chapters.items():
        if chapter is not own().chapters.get(name):
            yield name, line(chapter.name)


def _with(field: Field, more: dict[str, Line], *last: tuple[str, Line]) -> Field:
    known = dict(field.choices)
    news = ((name, label) for name, label in more.items() if name not in known)
    return replace(field, choices=(*field.choices, *news, *last))


def fields() -> dict[str, Field]:
    """The fields of the form, with the portraits of all heroes at hand."""
    heroes = {name: hero for pack in added() for name, hero in pack.heroes.items()}
    return portrayed(choices(), own().heroes | heroes)


def portrayed(known: Mapping[str, Field], heroes: Mapping[str, Hero]) -> dict[str, Field]:
    """Add portraits to the question for the party."""
    faces = {name: portrait(name, hero, heroes) for name, hero in heroes.items()}
    return {**known, "party": replace(known["party"], faces=faces)}


def portrait(name: str, hero: Hero, heroes: Mapping[str, Hero]) -> Face:
    """Show a hero, and say what it is good at."""
    found = look("heroes", name, heroes)
    classes = tuple(names.CLASSES[each] for each in hero.classes)
    values = line(
        "{classes}. Battle {battle}, defence {defence}, lore {lore}, move {move}, life {life}.",
        classes=line("{classes}", classes=classes),
        battle=hero.battle,
        defence=hero.defence,
        lore=hero.lore,
        move=hero.move,
        life=hero.life,
    )
    return Face(f"mystics-face-{found}" if found else "mystics-hero", line(hero.words), values)


FIELDS = portrayed(QUESTIONS, own().heroes)


class CampaignHome:
    """What the house shows of a campaign."""

    between = ("difficulty",)

    def beginnings(self) -> tuple[Setup, ...]:
        """The first chapter of every campaign that comes with the game."""
        return tuple(Setup(chapter=pack.campaign.chapters[0], pack=pack.name) for pack in (own(), *campaigns()))

    def title(self, setup: Setup) -> Line:
        """What the campaign of a set-up is called."""
        return line(find(setup.pack).campaign.name)

    def chapters(self, setup: Setup) -> tuple[MapChapter, ...]:
        """The chapters of the campaign of a set-up, in their order."""
        pack = find(setup.pack)
        return tuple(map_chapter(pack, key) for key in pack.campaign.chapters)

    def chapter(self, setup: Setup) -> str:
        """The key of the chapter that a set-up plays."""
        return setup.chapter

    def party(self, setup: Setup) -> tuple[Traveller, ...]:
        """Who goes along, and who stays at home with its luggage."""
        pack = find(setup.pack)
        bags = {bag.mouse: bag for bag in setup.carry.mice} if setup.carry else {}
        home = [name for name in bags if name not in setup.party]
        return tuple(
            traveller(pack, bags.get(name, Luggage(name)), name in home)
            for name in (*setup.party, *home)
            if name in pack.heroes
        )

    def gains(self, state: State) -> tuple[Line, ...]:
        """What was won in a chapter besides the chapter: titles and story tokens; and what was decided in it."""
        tokens, here = state.box.pack.campaign.tokens, state.box.chapter.questions
        titles = (title(state, award, who) for award, who in state.awards)
        decided = (names.decision(state.box.pack, *one) for one in state.answers if one[0] in here)
        earned = (line(tokens[token]) for token in state.story if token in tokens)
        return (*titles, *earned, *filter(None, decided))

    def standing(self, state: State) -> Line:
        """Name the chapter, and the page of it."""
        name = line(state.box.chapter.name)
        return line("{chapter}, page {n} of {all}", chapter=name, n=state.page, all=state.end)

    def stars(self, state: State) -> tuple[int, int]:
        """Count the stars of a chapter that was won."""
        return stars(state), STARS

    def stages(self, won: Sequence[Setup]) -> tuple[Stage, ...]:
        """The chapters of every campaign that these wins belong to, in order; before the first, of the game's own."""
        packs = dict.fromkeys([setup.pack for setup in won] or [None])
        return tuple(stage for pack in packs for stage in campaign_stages(pack, won))


def campaign_stages(pack: PackName | None, won: Sequence[Setup]) -> tuple[Stage, ...]:
    """The chapters of one campaign, and which of them were won."""
    done = {setup.chapter for setup in won if setup.pack == pack}
    try:
        chapters = find(pack).campaign.chapters
    except NoSuchPack:
        return ()
    return tuple(Stage(chapter_name(pack, chapter), chapter in done) for chapter in chapters)


def title(state: State, award: str, who: str) -> Line:
    """Name a title and who has earned it: one mouse, or the whole party."""
    words = names.award(state, award)
    return line("{earned}: {who}", earned=words, who=names.who(state, who)) if who else words


def map_chapter(pack: Pack, key: str) -> MapChapter:
    """Show a chapter by the place where it begins, and the last of those to be defeated."""
    found = pack.chapters[key]
    place = drawing("tiles", found.start.side, pack.tiles, "mystics-tile")
    boss = drawing("minions", found.goal.defeated[-1], pack.minions, "") if found.goal.defeated else ""
    return MapChapter(key, line(found.name), line(found.intro), place, boss)


def traveller(pack: Pack, bag: Luggage, home: bool) -> Traveller:
    """Show a mouse with the abilities it has learned and the card it has kept."""
    hero = pack.heroes[bag.mouse]
    learned = tuple(line(pack.abilities[name].name) for name in bag.abilities if name in pack.abilities)
    kept = (line(pack.items[bag.card].name),) if bag.card in pack.items else ()
    return Traveller(line(hero.call), portrait(bag.mouse, hero, pack.heroes).sprite, (*learned, *kept), home)


CAMPAIGN = CampaignHome()


def board_name(setup: Setup) -> Line:
    """Name the chapter of a set-up; one of a pack that is not at hand is called by its id."""
    return chapter_name(setup.pack, setup.chapter)


def chapter_name(pack: PackName | None, chapter: str) -> Line:
    """Name a chapter."""
    try:
        found = find(pack).chapters.get(chapter)
    except NoSuchPack:
        found = None
    return line(found.name) if found else plain(chapter)


def unscathed(game: Finished) -> bool:
    """Whether a chapter was won in which no mouse was captured or lost."""
    return game.won and not any(mouse.captures or mouse.lost for state in game.states for mouse in state.mice)


TROPHIES = (
    Trophy(
        "mystics.unscathed",
        line("Not a whisker lost"),
        line("Win a chapter in which no mouse is captured."),
        "mystics-sign-shield",
        unscathed,
    ),
)
