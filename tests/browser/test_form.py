"""The form of a new table, when it comes back with a mistake: where to look, and as many seats as were asked for."""

from playwright.sync_api import expect


def test_a_form_with_a_mistake_comes_back_at_the_mistake_with_the_seats_it_had(invite):
    anna = invite()
    page = anna.open("/new/mystics").page
    expect(page.locator(".seat-row:visible")).to_have_count(1)
    page.locator("[name='party.1']").select_option("bram")
    expect(page.locator("[data-field=party] .problem")).to_have_text("nobody can come along twice")
    expect(page.locator(".seat-row:visible")).to_have_count(1)
    page.locator("form.setup > button.primary").click()
    expect(page.locator("[data-field=party] .problem")).to_be_in_viewport()
    expect(page.locator(".seat-row:visible")).to_have_count(1)
    page.get_by_role("button", name="More", exact=True).first.click()
    expect(page.locator(".seat-row:visible")).to_have_count(2)
    anna.troubles.clear()  # the browser tells the console of every answer 422
