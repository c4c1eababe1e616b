"""Chances at the table, a game in hindsight, any position and own boards: in a real browser."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.person import PHONE
from tests.browser.test_everybody import SMALL, violations

BOARD = 'steps = 2\npantry = """\nB B F\n. G F\n"""\n'
LARGE = 'steps = 11\npantry = """\nB B B F F F\nG G G H H H\nC C C C B B\nF F G G H H\n"""\n'
FIRST = 240_000  # ms: the first hints may wait for a compiler


SOLVED = """async (table) => {
    const ask = async (method) => (await (await fetch(`/table/${table}/solve`, { method })).json()).stage;
    for (let stage = await ask("POST"); stage !== "done"; stage = await ask("GET")) {
        await new Promise((rest) => setTimeout(rest, 200));
    }
}"""


def small_table(anna, board=BOARD):
    anna.new_table(["me"], board=board).at_table()
    return anna


def small(page):
    """List what fingers would miss; what stands on the board has a larger reach than its picture."""
    return [row for row in page.evaluate(SMALL) if 'class="thing' not in row]


def deciding(anna):
    """Roll until there is something to decide."""
    while not anna.glowing() or anna.glowing() == ["tray"]:
        anna.hurry()
        anna.wait_until_asked()
    return anna


def hinted(anna):
    anna.page.locator(".hints-toggle").click()
    expect(anna.page.locator(".hints .hint").first).to_be_visible(timeout=FIRST)
    return anna


def lost(anna):
    """Play a short game as badly as one can: one die at a time."""
    small_table(anna, BOARD.replace("= 2", "= 4").replace(". G F", "C C F"))
    anna.page.evaluate(SOLVED, anna.table)
    while not anna.ended().count():
        anna.hurry()
    return anna


def test_a_board_is_solved_from_the_table_with_progress_that_survives_a_reload(people, own_house):
    anna = hinted(deciding(small_table(people(own_house), LARGE)))
    page = anna.page
    page.get_by_role("button", name="Work out the exact chances").click()
    expect(page.locator("#ui-hints progress")).to_be_visible()
    page.reload()
    anna.at_table()
    hinted(anna)
    expect(page.locator(".hints-kind")).to_contain_text("Exact chances", timeout=120_000)
    expect(page.locator(".hints .hint-words").first).to_contain_text("exact")
    expect(page.locator("#ui-hints progress")).to_be_hidden()


def test_a_bot_is_called_perfect_as_soon_as_its_board_is_solved(invite):
    board = BOARD.replace("B B F", "C C C").replace(". G F", "C C F")  # nobody solves one like it elsewhere
    anna, ben = invite(), invite()
    ben.drawn(board)
    ben.page.locator("[name=players]").fill("2")
    ben.sit(1, "bot:best")
    notice = ben.page.locator("[data-field=chairs] .notice")
    expect(notice).to_have_text("best – not perfect here: this board is not solved yet")
    anna.new_table(["me", "bot:best"], board=board).at_table()
    label = anna.page.locator(".seat[data-kind=bot] .seat-kind")
    expect(label).to_have_text("bot: best, but not perfect here")
    anna.page.evaluate("table => fetch(`/table/${table}/solve`, { method: 'POST' })", anna.table)
    expect(label).to_have_text("bot: best", timeout=180_000)  # a first solve waits for a compiler
    expect(notice).to_have_count(0)


def test_a_table_without_hints_shows_none(invite):
    anna = invite().open("/new/mmm")
    anna.page.locator("form.setup .more > summary").click()
    anna.page.locator("[name=hints]").select_option("off")
    anna.page.locator("form.setup > button.primary").click()
    anna.at_table()
    expect(anna.page.locator("#ui-hints")).to_be_hidden()
    anna.page.locator(".manage summary").click()
    anna.page.get_by_role("button", name="Turn hints on").click()
    expect(anna.page.locator("#ui-hints")).to_be_visible()


def parts(balance):
    """What the chance at the start, luck and decisions were worth, as the card at the end says it."""
    expect(balance.locator(".figure")).to_have_count(3, timeout=60_000)
    return [
        float(re.search(r"[+−]?[\d.]+", value)[0].replace("−", "-"))
        for value in balance.locator("dd").all_text_contents()
    ]


def test_a_finished_game_is_looked_back_at_and_its_mistake_tried_in_the_explorer(invite):
    anna = lost(invite())
    page = anna.page
    assert abs(sum(parts(anna.ended().locator(".balance")))) < 0.2  # exact, unasked; it was lost: nothing is left
    assert not re.search(r"\d\d|[%±−]", anna.ended().locator(".verdict").inner_text())
    anna.ended().get_by_role("link", name="What could we try?").click()
    plot = page.get_by_role("slider", name="Chance of winning: Mouse 1")
    expect(plot).to_be_visible(timeout=60_000)
    plies = int(page.locator(".count").inner_text().split("/")[1])
    plot.scroll_into_view_if_needed()
    box = plot.bounding_box()
    page.mouse.click(box["x"] + box["width"] - 4, box["y"] + box["height"] / 2)
    expect(page.locator(".count")).to_have_text(f"{plies} / {plies}")
    page.mouse.click(box["x"] + 8, box["y"] + box["height"] / 2)
    expect(page.locator(".count")).to_have_text(f"0 / {plies}")
    plot.press("ArrowRight")
    expect(page.locator(".count")).to_have_text(f"1 / {plies}")
    assert violations(page) == []
    expect(page.locator(".review-sums li")).to_have_count(3)
    costly = page.locator(".costly li").first
    at = int(costly.get_attribute("data-at"))
    costly.locator(".costly-jump").click()
    expect(page.locator(".count")).to_have_text(f"{at} / {plies}")
    better = re.search(r"Better: (.*)", costly.inner_text())[1]
    costly.get_by_role("link", name="Try it in the explorer").click()
    expect(page.locator(".hints .hint-label").first).to_be_visible()
    assert better in page.locator(".hints .hint-label").all_inner_texts()


def test_a_phone_looks_back_with_the_board_in_sight(invite):
    anna = lost(invite(**PHONE))
    anna.ended().get_by_role("link", name="What could we try?").click()
    expect(anna.page.locator(".plot")).to_be_visible(timeout=60_000)
    stage, review = anna.page.locator(".stage").bounding_box(), anna.page.locator("#ui-review").bounding_box()
    assert stage["height"] > 200
    assert stage["y"] + stage["height"] <= review["y"]
    assert anna.page.locator(".stage.crowded").count() == 0
    anna.page.locator(".tab[data-drawer=review]").tap()
    expect(anna.page.locator("#ui-review")).to_be_hidden()


def test_other_games_get_estimates_and_no_offer_to_solve(invite):
    anna = invite().open("/new/chopchop")
    anna.sit(1, "bot:random")
    anna.page.locator("form.setup > button.primary").click()
    anna.at_table()
    assert anna.page.locator("#ui-hints").is_visible()
    deciding(anna)
    hinted(anna)
    expect(anna.page.locator(".hints-kind")).to_contain_text("Estimates")
    expect(anna.page.get_by_role("button", name="Work out the exact chances")).to_be_hidden()


@pytest.mark.parametrize("held", [{}, PHONE], ids=["desk", "phone"])
def test_any_position_is_put_together_by_clicks_and_kept_in_the_address(invite, held):
    anna = invite(**held).open("/explore/mmm?side=two_paws")
    page = anna.page
    expect(anna.spot("a1")).to_be_visible()
    anna.tap("a1")
    page.wait_for_url(re.compile("gathered=a1"))
    anna.tap("paw-4")
    page.wait_for_url(re.compile("cat=4"))
    for die in range(3):
        page.locator(f".piece[data-key='die-{die}']").dispatch_event("click")
        page.wait_for_url(re.compile(f"hand=B{{{die + 1}}}"))
    expect(page.locator(".hints .hint-label").first).to_have_text(re.compile("Place bread"), timeout=FIRST)
    if held:
        assert small(page) == []
        page.locator(".tab[data-drawer=chances]").tap()
    expect(page.locator(".hints .hint").first).to_be_visible()
    assert violations(page) == []
    page.locator(".hints .hint").first.click()
    page.wait_for_url(re.compile("dice="))
    page.go_back()
    page.wait_for_url(re.compile("hand=BBB"))
    expect(page.locator(".hints .hint-label").first).to_have_text(re.compile("Place bread"))


def test_the_keyboard_explores_too(invite):
    anna = invite().open("/explore/mmm")
    anna.spot("d4").focus()
    anna.page.keyboard.press("ArrowRight")
    anna.page.keyboard.press("Enter")
    anna.page.wait_for_url(re.compile("gathered=e4"))


@pytest.mark.parametrize("held", [{}, PHONE], ids=["desk", "phone"])
def test_an_own_board_is_drawn_and_worked_out(invite, held):
    anna = invite(**held).open("/design/mmm")
    page = anna.page
    expect(anna.spot("a1")).to_be_visible()
    for square in ("a1", "b1"):
        anna.tap(square)
        page.wait_for_url(re.compile(f"pen={square}"))
    anna.tap("brush-F")
    page.wait_for_url(re.compile("brush=F"))
    anna.tap("a2")
    page.wait_for_url(re.compile("pen=a2"))
    for steps in (10, 9):
        anna.tap("steps-less")
        page.wait_for_url(re.compile(f"steps\\+%3D\\+{steps}"))
    assert violations(page) == []
    if held:
        assert small(page) == []
        page.locator(".tab[data-drawer=chances]").tap()
    button = page.get_by_role("button", name="Work out the exact chances")
    expect(button.or_(page.locator(".hints li")).first).to_be_visible()
    if button.is_visible():  # what was worked out once is there at once
        button.click()
    expect(page.locator(".hints li")).to_have_count(9, timeout=60_000)
    expect(page.locator(".hints li").first).to_contain_text("cat 9 steps away")
    assert violations(page) == []


@pytest.mark.parametrize("held", [{}, PHONE], ids=["desk", "phone"])
def test_an_own_board_is_kept_and_played(invite, held):
    anna = invite(**held).open('/design/mmm?board=pantry+%3D+"B+B+."%0Asteps+%3D+4')
    page = anna.page
    for _ in range(2):
        expect(anna.spot("a1")).to_be_visible()
        if held:
            page.locator(".tab[data-drawer=more]").tap()
        if not page.locator(".kept li").count():
            page.get_by_label("Name of your board").fill("Snack")
            page.get_by_role("button", name="Keep it").click()
            page.reload()
    expect(page.locator(".kept li")).to_contain_text("Snack")
    assert violations(page) == []
    page.get_by_role("link", name="Play on this board").click()
    expect(page.locator(".picture:has(:checked)")).to_have_text("Your own board")
    page.wait_for_function("() => document.querySelector('.picture:has(:checked) img').naturalWidth > 0")
    page.locator("form.setup > button.primary").click()
    anna.at_table()
    assert page.locator(".spot[data-key='b1']").count() == 1
    assert page.locator(".spot[data-key='c1']").count() == 0


def test_a_mistake_in_the_text_of_a_board_is_told(invite):
    anna = invite().open("/design/mmm")
    anna.page.locator("summary", has_text="The board as text").click()
    anna.page.get_by_role("textbox", name="The board as text").fill('pantry = """\nB Z\n"""')
    expect(anna.page.locator(".sketch-note.problem")).to_contain_text("unknown letter Z")
    anna.page.get_by_role("textbox", name="The board as text").fill('pantry = """\nB B F\n"""')
    expect(anna.spot("c1")).to_have_attribute("aria-label", re.compile("c1: fish"))


def test_french_explores_and_designs(invite):
    anna = invite(language="fr-FR").open("/explore/mmm?hand=BFX")
    expect(anna.page.locator(".hints .hint-label").first).to_contain_text("Poser")
    anna.open("/design/mmm")
    expect(anna.page.locator(".prompt")).to_have_text(
        re.compile("^Choisissez une sorte d’aliment, puis touchez des cases")
    )
    expect(anna.page.locator(".sketch-note.problem")).to_have_count(0)
    anna.tap("a1")
    expect(anna.page.locator(".prompt")).to_have_text("Dessinez votre cellier.")
