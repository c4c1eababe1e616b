"""The campaign on its map: chapters, the party with its luggage, titles and story tokens."""

from mousehole.core.setups.campaign import MapChapter, Traveller
from mousehole.core.words import Line, line
from mousehole.games.mystics.content.pack import Pack
from mousehole.games.mystics.content.packs_at_hand import find
from mousehole.games.mystics.moves import Luggage, Setup
from mousehole.games.mystics.scene.drawings import drawing
from mousehole.games.mystics.scene.lobby.hero_select import portrait
from mousehole.games.mystics.state import State
from mousehole.games.mystics.story import names


class CampaignHome:
    """What the house shows of a campaign."""

    def title(self, setup: Setup) -> Line:
        """What the campaign of a set-up is called."""
        return line(find(setup.pack).campaign.name)

    def chapters(self, setup: Setup) -> tuple[MapChapter, ...]:
        """The chapters of the campaign of a set-up, in their order."""
        pack = find(setup.pack)
        return tuple(chapter(pack, key) for key in pack.campaign.chapters)

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
        """What was won in a chapter besides the chapter: titles and story tokens."""
        tokens = state.box.pack.campaign.tokens
        titles = (title(state, award, who) for award, who in state.awards)
        return (*titles, *(line(tokens[token]) for token in state.story if token in tokens))


def title(state: State, award: str, who: str) -> Line:
    """Name a title and who has earned it: one mouse, or the whole party."""
    words = names.award(state, award)
    return line("{earned}: {who}", earned=words, who=names.who(state, who)) if who else words


def chapter(pack: Pack, key: str) -> MapChapter:
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
