"""The form of a new table, when it comes back with a mistake: where to look, and as many seats as were asked for."""

from playwright.sync_api import expect


def test_a_form_with_a_mistake_comes_back_at_the_mistake_with_the_seats_it_had(invite):
    anna = invite()
    page = anna.open("/new/mystics").page
    expect(page.locator(".seat-row:visible")).to_have_count(1)
    page.locator(".portrait", has_text="Bram").click()
    expect(page.locator("[data-field=party] .problem")).to_have_text("the chapter needs 4 mice, not 3")
    expect(page.locator(".seat-row:visible")).to_have_count(1)
    page.locator("form.setup > button.primary").click()
    expect(page.locator("[data-field=party] .problem")).to_be_in_viewport()
    expect(page.locator(".seat-row:visible")).to_have_count(1)
    page.get_by_role("button", name="More", exact=True).first.click()
    expect(page.locator(".seat-row:visible")).to_have_count(2)
    anna.troubles.clear()  # the browser tells the console of every answer 422


def test_a_chapter_brings_the_party_it_needs_and_a_party_can_be_mended_by_one_press(invite):
    page = invite(viewport={"width": 390, "height": 844}).open("/new/mystics").page
    page.locator("[name=chapter]").select_option("c2")
    expect(page.locator("[name='party:tolly']")).to_be_checked()
    expect(page.locator(".portrait :checked")).to_have_count(4)
    expect(page.locator("[data-field=party] .problem")).to_have_count(0)
    page.locator(".portrait", has_text="Tolly").click()
    expect(page.locator("[data-field=party] .problem").last).to_contain_text("the chapter needs Tolly")
    page.locator(".mend").click()
    expect(page.locator("[name='party:tolly']")).to_be_checked()
    expect(page.locator("[data-field=party] .problem")).to_have_count(0)
    page.locator("form.setup > button.primary").click()
    expect(page.locator(".card")).to_have_count(4)
