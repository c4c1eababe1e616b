"""Four people with four browsers play the board of the week, and meet the same luck."""

from playwright.sync_api import expect


def test_four_browsers_get_the_same_luck_and_see_how_the_others_did(people, own_house):
    told = []
    family = [people(own_house, language=language) for language in ("en", "fr", "de", "es")]
    for one in family:
        one.open("/").page.locator("a[href='/week']").click()
        one.page.locator("form[action='/week'] button").click()
        one.at_table()
        while one.hurry() != "ended":
            pass
        told.append(len(one.story()))
        one.ended().locator("a[href='/week']").click()
        expect(one.page.locator(".week-results .mine")).to_have_count(1)
    assert len(set(told)) == 1
    anna = family[0].open("/week").page
    expect(anna.locator(".week-results .mine")).to_contain_text("4 players")
    expect(anna.locator(".notice")).to_have_text("You did better than 0 of 3 other players.")
