"""The manual on the running server: nothing from elsewhere, readable for everybody, searchable, and on phones."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import House
from tests.browser.person import PHONE
from tests.browser.test_everybody import NIGHT, violations
from tests.built_manual import manual

KINDS = ("index", "search", "library", "commands", "scale", "deploy", "games", "reference-games")  # one of each kind


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """A house that has the manual."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MOUSEHOLE_DOCS", str(manual()))
        house = House(tmp_path_factory.mktemp("library")).start()
    yield house
    house.kill()


@pytest.mark.parametrize(("light", "names"), [({}, KINDS), (NIGHT, KINDS[:3])], ids=["light", "dark"])
def test_pages_are_clean_for_axe_and_ask_nobody_else(people, library, light, names):
    anna = people(library, **light)
    found = {}
    for name in names:
        anna.open(f"/docs/{name}.html")
        if wrong := violations(anna.page):
            found[name] = wrong
    assert found == {}


def test_the_shelf_leads_to_the_manual_and_its_search_finds_words(people, library):
    page = people(library).open("/").page
    page.get_by_role("link", name="Manual").click()
    expect(page.locator("h1")).to_contain_text("mousehole")
    page.get_by_placeholder("Search").fill("Record")
    page.get_by_placeholder("Search").press("Enter")
    expect(page.locator("#search-results")).to_contain_text("mousehole.Record")
    expect(page.locator("#search-results")).to_contain_text("Search finished")
    page.wait_for_load_state("networkidle")  # excerpts of the pages found


def test_a_chosen_light_stays(people, library):
    page = people(library).open("/docs/").page
    expect(page.locator("body")).to_have_attribute("data-theme", "auto")
    page.locator(".theme-toggle-content button").click()
    chosen = page.locator("body").get_attribute("data-theme")
    page.goto(f"{library.address}/docs/library.html")
    assert chosen != "auto"
    expect(page.locator("body")).to_have_attribute("data-theme", chosen)


def test_nothing_sticks_out_on_a_phone(people, library):
    anna = people(library, **PHONE)
    wide = {}
    for path in sorted(manual().glob("*.html")):
        anna.open(f"/docs/{path.name}")
        whole, seen = anna.page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
        if whole > seen:
            wide[path.name] = whole
    assert wide == {}
