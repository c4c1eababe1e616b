"""The full rules in the browser: every clause, searched while one types."""

import pytest
from playwright.sync_api import expect

from mousehole.core.ledger import ledger
from mousehole.games.mmm import GAME
from tests.browser.person import PHONE
from tests.browser.test_everybody import violations


@pytest.mark.parametrize(
    ("language", "held", "link", "words"),
    [
        ("en", {}, "All the rules", "RED cross"),
        ("fr", {**PHONE, "color_scheme": "dark"}, "Toutes les règles", "Croix de"),
    ],
    ids=["desk", "phone"],
)
def test_every_rule_is_told_found_by_its_words_and_reached_by_its_number(invite, language, held, link, words):
    page = invite(language=language, **held).open("/learn/mmm").page
    page.get_by_role("link", name=link).click()
    clauses = {name: clause.text(language) for name, clause in ledger(GAME.package).items()}
    assert page.locator(".clauses li").evaluate_all("all => all.map(e => [e.id, e.children[1].textContent])") == [
        [name, text] for name, text in clauses.items()
    ]
    assert page.locator(".rule-chapter h2").count() >= 6
    assert page.locator(".rule-chapter :is(.part-sprite, .part-scene img)").count() >= 6
    assert violations(page) == []
    page.get_by_role("searchbox").fill(words)
    expect(page.locator(".clauses li:visible mark").first).to_be_visible()
    few = page.locator(".clauses li:visible").count()
    assert 0 < few < len(clauses)
    expect(page.locator(".found")).to_contain_text(str(few))
    page.get_by_role("searchbox").fill("xyzzy")
    expect(page.locator(".nothing")).to_be_visible()
    page.get_by_role("searchbox").fill("MMM-12")
    page.locator(".clauses li:visible a").click()
    expect(page.locator("#MMM-12")).to_be_in_viewport()
    assert page.url.endswith("#MMM-12")
