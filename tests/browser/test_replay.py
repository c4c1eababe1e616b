"""After a game: replay to an exact ply, play on from there, and carry the record elsewhere."""

from pathlib import Path

from playwright.sync_api import expect


def played(anna, moves=7):
    anna.play_now()
    for _ in range(moves):
        anna.hurry()
    return anna.table


def shown(page):
    """List where the pieces stand."""
    return page.locator(".piece").evaluate_all(
        "all => all.map(e => [e.dataset.key, e.querySelector('use').getAttribute('href')]).sort()"
    )


def test_a_link_leads_to_an_exact_ply(invite):
    anna = invite()
    table = played(anna)
    anna.open(f"/table/{table}/replay?ply=3")
    expect(anna.page.locator(".count")).to_have_text("3 / 7")
    page = anna.page.evaluate("async t => (await fetch(`/table/${t}/scene.json?ply=3`)).json()", table)
    assert shown(anna.page) == sorted([p["key"], f"#{p['sprite']}"] for p in page["scene"]["pieces"])
    expect(anna.page.locator(".prompt")).to_have_text(page["scene"]["prompt"])
    expect(anna.page.locator(".story li[aria-current]")).to_have_attribute("data-ply", "3")


def test_a_late_moment_does_not_wait_for_the_beginning(invite):
    anna = invite().open("/")
    anna.page.locator("input[type=file]").set_input_files(Path(__file__).parents[2] / "examples" / "mmm.json")
    anna.page.wait_for_url("**/replay**")
    table, held = anna.table, []

    def hold(route):
        held.append(route)

    anna.page.route("**/frames.json?from=0&*", hold)
    anna.open(f"/table/{table}/replay?ply=70")
    expect(anna.page.locator(".count")).to_contain_text("70 / ")
    expect(anna.page.locator(".seat .badge use").first).to_have_attribute("href", "#house-face-bow")
    assert held and not anna.page.locator(".story li").count()
    held.pop().continue_()
    expect(anna.page.locator(".story li[aria-current]")).to_have_attribute("data-ply", "70")


def test_the_line_of_the_shown_ply_is_in_view(invite):
    anna = invite(viewport={"width": 1280, "height": 640})
    anna.open(f"/table/{played(anna, 16)}/replay?ply=1")
    line = anna.page.locator(".story li[aria-current]")
    expect(line).to_have_attribute("data-ply", "1")
    inside = "e => { const l = e.parentElement.getBoundingClientRect(), b = e.getBoundingClientRect();"
    assert anna.page.locator("ol.story").evaluate("l => l.scrollHeight > l.clientHeight")
    inside += " return b.top >= l.top - 1 && b.bottom <= l.bottom + 1; }"
    anna.page.wait_for_function(inside, arg=line.element_handle())


def test_steps_slider_and_keys_walk_through_the_game(invite):
    anna = invite()
    page = anna.page
    anna.open(f"/table/{played(anna)}/replay")
    count = page.locator(".count")
    expect(count).to_have_text("0 / 7")
    page.get_by_role("button", name="One step on").click()
    expect(count).to_have_text("1 / 7")
    page.get_by_role("slider").fill("5")
    expect(count).to_have_text("5 / 7")
    assert "ply=5" in page.url
    page.get_by_role("button", name="One step back").click()
    expect(count).to_have_text("4 / 7")
    page.locator(".drawer-head").first.click()
    page.keyboard.press("End")
    expect(count).to_have_text("7 / 7")
    page.get_by_role("button", name="To the beginning").click()
    page.get_by_label("Speed").select_option("4")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(count).to_have_text("7 / 7")


def test_somebody_plays_on_from_a_ply_at_a_new_table(invite):
    anna = invite()
    table = played(anna)
    anna.open(f"/table/{table}/replay?ply=4")
    expect(anna.page.locator(".count")).to_have_text("4 / 7")
    before = shown(anna.page)
    anna.page.get_by_role("button", name="Play on from here").click()
    anna.at_table()
    assert anna.table != table
    expect(anna.page.locator(".story li")).to_have_count(4)
    assert shown(anna.page) == before


def test_a_record_is_carried_out_and_in(invite, tmp_path):
    anna = invite()
    anna.open(f"/table/{played(anna)}/replay")
    with anna.page.expect_download() as download:
        anna.page.get_by_role("link", name="Download the game").click()
    download.value.save_as(tmp_path / "game.json")
    told = anna.page.locator(".story li").count()
    ben = invite().open("/")
    ben.page.locator("input[type=file]").set_input_files(tmp_path / "game.json")
    ben.at_table()
    expect(ben.page.locator(".story li")).to_have_count(told)


def test_a_file_that_is_no_record_is_refused_in_words(invite, tmp_path):
    (tmp_path / "cat.json").write_text('{"game": "cat"}')
    anna = invite().open("/")
    anna.page.locator("input[type=file]").set_input_files(tmp_path / "cat.json")
    expect(anna.page.locator(".upload .problem")).to_be_visible()
    assert anna.page.locator(".upload .problem").inner_text().strip()
    anna.troubles.clear()
