"""The workshop: an adventure from nothing, by pointer and keyboard, and played to its end."""

import json
import re

from playwright.sync_api import expect

from tests.browser.test_everybody import violations

WON = re.compile(r"^\d+% of 20 games won")
LONG = 600_000  # milliseconds for twenty games; no test means to meet it
COLUMNS, ROWS = (0.2, 1.4, 2.6, 3.8), (0.2, 1.4, 2.6)
PLACE = """([x, y]) => {
    const drawing = document.querySelector("svg.drawing");
    drawing.scrollIntoView({ block: "center" });
    const { x: left, y: top } = new DOMPoint(x, y).matrixTransform(drawing.getScreenCTM());
    return [left, top];
}"""


class Author:
    """Somebody at the workshop."""

    def __init__(self, person, name):
        self.page = person.open("/").page
        way = self.page.locator("a[href='/workshop']")
        self.page.locator(".box-more", has=way).locator("summary").click()
        way.click()
        self.page.get_by_label("What is your adventure called?").fill(name)
        self.page.get_by_role("button", name="Begin").click()
        expect(self.page.locator(".workshop-list .entry").first).to_be_visible()

    def begin(self, kind, words, name, start=""):
        """Begin a thing of a kind."""
        group = self.page.locator(f".workshop-list section[aria-label='{kind}']")
        group.locator("summary", has_text=words).click()
        group.get_by_label("Name").fill(name)
        if start:
            group.get_by_label("To begin with").select_option(start)
        group.get_by_role("button", name="Add").click()
        expect(self.page.locator(".thing-head h2")).to_have_text(name)

    def tool(self, name):
        self.page.locator(".drawing-tool", has_text=name).click()

    def wish(self, name, value):
        self.page.locator(".drawing-wishes").get_by_label(name, exact=True).select_option(value)

    def space(self, name):
        return self.page.locator(f"svg.drawing [data-space='{name}']")

    def press(self, *names):
        for name in names:
            self.space(name).click()

    def draw(self, x, y):
        """Click on the board, in units of the tile."""
        self.page.mouse.click(*self.page.evaluate(PLACE, [x, y]))

    def part(self, *path):
        return self.page.locator(f".form [data-part='{json.dumps(path, separators=(',', ':'))}']")

    def write(self, words, *path):
        field = self.part(*path).locator("input, textarea").first
        field.fill(words)
        field.press("Tab")

    def slide(self, value, *path):
        """Move a slider with the keyboard."""
        slider = self.part(*path).locator("input")
        slider.focus()
        while (now := int(slider.input_value())) != value:
            slider.press("ArrowRight" if now < value else "ArrowLeft")

    def choose(self, value, *path):
        self.part(*path).locator("select").first.select_option(value)

    def more(self, value, *path):
        """Choose from the menu at the end of a part."""
        self.part(*path).locator(":scope > .form-more, :scope > .chips > .form-more").last.select_option(value)

    def also(self, key):
        """Add a key to the thing itself."""
        self.page.locator(".form > .form-more").select_option(key)

    def add(self, *path):
        self.part(*path).get_by_role("button", name="Add", exact=True).last.click()

    def named(self, name, *path):
        form = self.part(*path).locator(":scope > form")
        form.get_by_label("Name").fill(name)
        form.get_by_role("button").click()


def shelf(author):
    """Draw the tile of the guide: twelve spaces, syrup, doors, a line, a trap."""
    author.begin("Grounds", "New ground", "syrup")
    author.write("Sticky: whoever steps on it goes no further in this move.", "syrup", "words")
    author.choose("ends_move", "syrup", "enter")
    author.choose("branch", "syrup", "looks")
    author.begin("Tiles", "New tile", "Honey Shelf")
    for y in ROWS:
        for x in COLUMNS:
            author.draw(x, y)
    expect(author.page.locator(".drawing .space")).to_have_count(12)
    expect(author.page.locator(".drawing .pair")).to_have_count(17)  # those beside one another are neighbours
    author.space("b1").press("ArrowUp")  # the keyboard moves a space
    expect(author.page.locator(".drawing-facts").get_by_label("Down")).to_have_value("0.1")
    author.space("b1").press("Delete")
    expect(author.page.locator(".drawing .space")).to_have_count(11)
    author.page.get_by_role("button", name="Undo").click()
    expect(author.page.locator(".drawing .pair")).to_have_count(17)
    furnish(author)


def furnish(author):
    """Put syrup, a line, a door, minions and a trap on the tile of the guide."""
    author.tool("Ground")
    author.wish("Ground", "syrup")
    author.press("b2", "b3")
    author.tool("Lines")
    author.space("a1").press("Enter")
    author.space("b1").press("Enter")
    author.tool("Doors")
    author.wish("Colour", "gold")
    author.wish("Edge", "east")
    author.press("d1", "d2", "d3")
    author.tool("Minions come in")
    author.press("d1", "d3")
    author.tool("Things")
    author.wish("Thing", "mousetrap")
    author.press("c2")
    author.write("A shelf as long as a street, and the honey at the other end.", "honey_shelf", "words")
    expect(author.page.locator(".drawing :is(.seam, .doorway)")).to_have_count(2)
    expect(author.space("c2")).to_have_accessible_name(re.compile("^c2: floor, joined with b2, c1, c3, d2, mousetrap"))


def wasps(author):
    """Make the minions of the guide, with an ability put together from menus."""
    author.begin("Conditions", "New condition", "sticky")
    author.write("It cannot move.", "sticky", "words")
    author.also("bars")
    author.more("move", "sticky", "bars")
    author.also("recover")
    author.begin("Minions", "New minion", "Honey wasp", "hornet_lancer")
    author.write("Flies. A mouse it wounds sticks to the spot.", "honey_wasp", "words")
    author.slide(1, "honey_wasp", "cards", 0, "battle")
    author.slide(0, "honey_wasp", "cards", 0, "defence")
    if not author.part("honey_wasp", "cards", 0, "effects").count():
        author.more("effects", "honey_wasp", "cards", 0)
    while author.part("honey_wasp", "cards", 0, "effects", 0).count():
        author.part("honey_wasp", "cards", 0, "effects", 0).locator(".form-away").first.click()
    author.add("honey_wasp", "cards", 0, "effects")
    author.choose("wounds", "honey_wasp", "cards", 0, "effects", 0, "on")
    author.more("afflict", "honey_wasp", "cards", 0, "effects", 0, "do")
    author.choose("sticky", "honey_wasp", "cards", 0, "effects", 0, "do", 0, "mark")
    author.more("who", "honey_wasp", "cards", 0, "effects", 0, "do", 0)
    author.choose("other", "honey_wasp", "cards", 0, "effects", 0, "do", 0, "who")
    said = "When it has wounded somebody → Give a condition (Condition: sticky, Whom: the other side)"
    expect(author.part("honey_wasp", "cards", 0, "effects", 0).locator(".form-said").first).to_have_text(said)
    author.begin("Minions", "New minion", "Wasp queen", "honey_wasp")
    author.write("Boss. Flies.", "wasp_queen", "words")
    author.also("boss")
    author.slide(1, "wasp_queen", "most")
    author.slide(2, "wasp_queen", "cards", 0, "battle")


def honey(author):
    """Make the chapter of the guide, with its side quest."""
    author.begin("Encounter cards", "New encounter card", "A buzz behind the jars")
    author.begin("Things on the board", "New thing", "bee in the honey")
    author.write("A mouse on its space may free it for a cheese.", "bee_in_the_honey", "words")
    author.page.get_by_role("link", name="The campaign").first.click()
    author.also("tokens")
    author.named("bee_friend", "tokens")
    author.write("Friend of the bees", "tokens", "bee_friend")
    author.begin("Chapters", "New chapter", "The Honey Shelf")
    chapter = "the_honey_shelf"
    author.write("It is the last jar before spring, and it hums.", chapter, "intro")
    author.write("You roll the jar home.", chapter, "victory")
    author.write("The humming gets louder, and you get smaller.", chapter, "defeat")
    author.slide(3, chapter, "end_page")
    author.write("Defeat the Wasp queen and gather at the golden end of the shelf.", chapter, "goal", "words")
    author.more("colour", chapter, "goal")
    author.write("gold", chapter, "goal", "colour")
    author.also("story")
    author.named("shelf", chapter, "story")
    author.write("On the jar sits somebody with a crown and a sting.", chapter, "story", "shelf")
    waiting(author, chapter)


def waiting(author, chapter):
    """Say what waits on the shelf: the queen, and the bee of the side quest."""
    author.also("places")
    author.add(chapter, "places")
    author.more("groups", chapter, "places", 0)
    author.add(chapter, "places", 0, "groups")
    author.more("wasp_queen", chapter, "places", 0, "groups", 0, "minions")
    author.more("tokens", chapter, "places", 0)
    author.add(chapter, "places", 0, "tokens")
    author.choose("bee_in_the_honey", chapter, "places", 0, "tokens", 0, "token")
    author.choose("c3", chapter, "places", 0, "tokens", 0, "at")
    author.more("story", chapter, "places", 0)
    author.choose("shelf", chapter, "places", 0, "story")


def test_an_adventure_is_drawn_from_nothing_played_to_its_end_and_brought_to_a_table(invite):
    anna = invite()
    author = Author(anna, "Sweet Trouble")
    shelf(author)
    wasps(author)
    honey(author)
    page = author.page
    expect(page.locator(".workshop-remarks .mistake")).to_have_count(0)
    page.get_by_role("button", name="Let companions play").click()
    expect(page.locator(".trying-status")).to_have_text(WON, timeout=LONG)
    assert violations(page) == []
    page.get_by_role("button", name="To the table").click()
    anna.at_table()
    anna.wait_until_asked()
