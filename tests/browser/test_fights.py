"""Fights: the card that tells one stands beside the board, and who strikes whom can always be seen."""

import re
from itertools import groupby

import pytest
from playwright.sync_api import expect

from mousehole.core.record import dump, plies
from mousehole.core.words import voice
from mousehole.games.mystics import GAME
from mousehole.games.mystics.tasks import AttackRoll, Defend
from mousehole.players.arena import played
from tests.browser.conftest import House
from tests.browser.person import PHONE
from tests.games.mystics.laws import SETUPS

SAY = voice("en", GAME.package)
GAMES = (("chapter 1", 0, 66), ("chapter 2", 1, 75), ("chapter 3", 1, 43), ("chapter 3", 3, 36))  # and their fights
SCREENS = {"large": {"width": 1280, "height": 800}, "small": PHONE["viewport"]}
# The figures of a fight that are out of sight, or on which its card lies.
HIDDEN = """names => {
    const box = element => element.getBoundingClientRect();
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const [stage, card] = [".stage", ".over-board .panel"].map(e => box(document.querySelector(e)));
    return names.filter(name => {
        const at = box(document.querySelector(`.piece[data-key='${name}']`));
        return meet(card, at) || !meet(stage, at);
    });
}"""
FRAMES = 200  # until a page that was resized stands as it will
# Turn a replay to each fight, and list what is hidden there.
SEEN = f"""async fights => {{
    const hidden = [], slider = document.querySelector(".slider");
    for (const {{ ply, title, figures }} of fights) {{
        slider.value = ply;
        slider.dispatchEvent(new Event("input"));
        const told = () => document.querySelector(".count").textContent.startsWith(`${{ply}} /`)
            && document.querySelector(".over-board:not(.past) .panel h3")?.textContent === title;
        while (!told()) await new Promise(requestAnimationFrame);
        const unseen = () => ({HIDDEN})(figures);
        for (let n = 0; n < {FRAMES} && unseen().length; n++) await new Promise(requestAnimationFrame);
        hidden.push(...unseen().map(name => `${{ply}}: ${{name}}`));
    }}
    return hidden;
}}"""


def fights(record):
    """The last moment of every attack before its outcome: what its card is called, and who is in it."""
    walked = list(plies(GAME, record))
    for fight, group in groupby(walked, lambda ply: task(ply.state)):
        if fight:
            ply = list(group)[-1]
            scene = GAME.scene(ply.state, ply.turn, None, None)
            panels, drawn = {panel.key: panel for panel in scene.panels}, {piece.key for piece in scene.pieces}
            figures = [name for name in (fight[0], *fight[1]) if name in drawn]
            yield {"ply": ply.number, "title": SAY(panels["fight"].title), "figures": figures}


def task(state):
    """Who attacks whom now."""
    found = next((task for task in reversed(state.agenda) if isinstance(task, AttackRoll | Defend)), None)
    return found and (found.fight.by, found.fight.at)


@pytest.fixture(scope="module")
def cinema(tmp_path_factory):
    """A house that shows as many replays as these tests ask for, one after the other."""
    house = House(tmp_path_factory.mktemp("cinema")).start("--limit", "films=1000")
    yield house
    house.kill()


def shown(anna, record, folder):
    """Let somebody look at the replay of a record; nobody asks for a review, which would take the server's time."""
    anna.page.route("**/review.json", lambda route: route.abort())
    (folder / "game.json").write_bytes(dump(record))
    anna.open("/").page.locator("input[type=file]").set_input_files(folder / "game.json")
    anna.page.wait_for_url("**/replay**")
    return anna


def resized(anna, screen):
    """Resize the window, and wait for its layout."""
    anna.page.set_viewport_size(SCREENS[screen])
    anna.page.wait_for_function("kind => document.documentElement.dataset.layout.split(' ').includes(kind)", arg=screen)


@pytest.mark.parametrize(("name", "number", "many"), GAMES)
def test_over_200_random_fights_the_card_never_lies_over_attacker_or_target(
    people, cinema, tmp_path, name, number, many
):
    record, _ = played(GAME, SETUPS[name], ("easy",), "fights", number)
    found = list(fights(record))
    assert len(found) == many
    anna = shown(people(cinema), record, tmp_path)
    expect(
        anna.page.locator(f".story li[data-ply='{len(record.events)}']").first
    ).to_be_attached()  # all of it is there
    for screen in SCREENS:
        resized(anna, screen)
        assert anna.page.evaluate(SEEN, found) == [], screen


def test_at_a_table_too_the_card_lies_beside_the_fight_and_the_coach_can_be_read(people, cinema, tmp_path):
    record, _ = played(GAME, SETUPS["chapter 1"], ("easy",), "fights", 0)
    fight = next(fights(record))
    anna = shown(people(cinema), record, tmp_path)
    expect(anna.page.locator(f".story li[data-ply='{fight['ply']}']").first).to_be_attached()
    anna.page.get_by_role("slider").fill(str(fight["ply"]))
    expect(anna.page.locator(".count")).to_have_text(re.compile(rf"^{fight['ply']} / "))
    anna.page.locator("form[action$='/fork']").evaluate("form => form.requestSubmit()")
    anna.at_table()
    expect(anna.page.locator(".over-board .panel")).to_be_attached()  # the last fight stays until the next one
    for screen in SCREENS:
        resized(anna, screen)
        anna.page.wait_for_function(f"names => !({HIDDEN})(names).length", arg=[*SETUPS["chapter 1"].party])
    resized(anna, "large")
    anna.page.locator(".hints-toggle").click()
    expect(anna.page.locator(".hints-tip .hint")).to_be_in_viewport(ratio=0.95)
