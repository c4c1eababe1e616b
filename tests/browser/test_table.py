"""At the table: what glows, what is pointed at, what is taken back, who watches."""

import re

from playwright.sync_api import expect


def test_a_spectator_sees_every_move_and_can_make_none(invite):
    anna, zoe = invite(), invite()
    anna.play_now()
    zoe.join(anna.link("watch"))
    anna.open(f"/table/{anna.table}").at_table()
    expect(anna.page.locator(".watching")).to_have_text("1 person is watching")
    anna.hurry()
    expect(zoe.page.locator(".story li")).to_have_count(1)
    expect(anna.page.locator(".watching")).to_have_text("1 person is watching")  # still, after a move
    assert zoe.story() == anna.story()
    assert zoe.glowing() == []
    expect(zoe.large()).to_have_count(0)
    expect(zoe.page.locator(".tools button").first).to_be_disabled()


def test_at_a_shared_table_a_die_is_taken_back_but_never_a_roll(invite):
    anna, ben = invite(), invite()
    anna.new_table(["me", "link"])
    ben.join(anna.link("seat-1"))
    anna.open(f"/table/{anna.table}").at_table()
    undo = anna.page.get_by_role("button", name="Take back")
    anna.hurry()
    expect(undo).to_be_disabled()
    free = anna.glowing()
    anna.tap(free[0])
    expect(undo).to_be_enabled()
    expect(ben.page.get_by_role("button", name="Take back")).to_be_disabled()
    undo.click()
    expect(undo).to_be_disabled()
    anna.wait_until_asked()
    assert anna.glowing() == free


def test_on_one_screen_even_a_roll_is_taken_back(invite):
    anna = invite().play_now()
    anna.hurry()
    before = anna.story()
    anna.tap(anna.glowing()[0])
    undo = anna.page.get_by_role("button", name="Take back")
    expect(undo).to_be_enabled()
    anna.page.keyboard.press("Control+z")
    expect(anna.page.locator(".story li.aside")).to_have_count(1)
    assert anna.story()[: len(before)] == before


def test_the_others_see_where_somebody_points(invite):
    anna, ben = invite(), invite()
    anna.new_table(["me", "link"])
    ben.join(anna.link("seat-1"))
    anna.open(f"/table/{anna.table}").at_table()
    anna.hurry()
    square = anna.glowing()[0]
    expect(ben.page.locator(f".can[data-key='{square}']")).to_have_count(1)
    ben.tap(square)
    expect(anna.page.locator(".hand-name")).to_contain_text("Mouse 2")
    expect(anna.page.locator(".story li")).to_have_count(1)


def test_a_roll_points_at_nothing_but_the_arrow_keys_do(invite):
    anna, ben = invite(), invite()
    anna.new_table(["me", "link"])
    ben.join(anna.link("seat-1"))
    anna.open(f"/table/{anna.table}").at_table()
    while anna.glowing() in ([], ["tray"]):
        anna.hurry()
    anna.page.wait_for_timeout(700)  # longer than anybody lingers over what they show to others
    expect(ben.page.locator(".hand-name")).to_have_count(0)
    anna.page.locator(".stage .can").first.focus()
    for key in ("ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"):
        anna.page.keyboard.press(key)
        if anna.page.evaluate("document.activeElement.classList.contains('can')"):
            break
    expect(ben.page.locator(".hand-name")).to_contain_text("Mouse 1")


def test_one_tap_rolls_the_rest_again(invite):
    anna = invite().play_now()
    again = anna.large("Re-roll")
    while not again.count():
        anna.wait_until_asked()
        squares, told = anna.glowing(), len(anna.story())
        if squares and squares != ["tray"]:
            anna.tap(squares[0])
        else:
            anna.large().first.click()
        anna.page.wait_for_function("n => document.querySelectorAll('.story li').length > n", arg=told)
        anna.wait_until_asked()
    rolls = anna.page.locator(".story li", has_text=" rolls ").count()
    again.click()
    expect(anna.page.locator(".story li", has_text=" rolls ")).to_have_count(rolls + 1)


def test_people_chat_and_what_they_write_stays_text(invite):
    anna, ben = invite(), invite()
    anna.new_table(["me", "link"])
    ben.join(anna.link("seat-1"))
    anna.open(f"/table/{anna.table}").at_table()
    ben.page.get_by_label("Your message").fill("<img src=x onerror=alert(1)> hello")
    ben.page.get_by_role("button", name="Send").click()
    expect(anna.page.locator(".chat li")).to_contain_text("<img src=x onerror=alert(1)> hello")
    ben.page.get_by_role("button", name="Well played!").click()
    expect(anna.page.locator(".chat li").nth(1)).to_contain_text("Well played!")


def test_no_name_looks_or_reads_like_the_owner(invite):
    anna, ben = invite(), invite()
    anna.new_table(["me", "link"])
    ben.join(anna.link("seat-1"))
    anna.open(f"/table/{anna.table}").at_table()
    ben.page.get_by_role("button", name="Your name and mouse").click()
    ben.page.get_by_label("Your name", exact=True).fill("Owner of this table")
    ben.page.get_by_role("button", name="That's me").click()
    for person in (ben, anna):
        person.page.get_by_label("Your message").fill("I own it")
        person.page.get_by_role("button", name="Send").click()
        expect(anna.page.locator(".chat li", has_text="I own it")).to_have_count(1 if person is ben else 2)
    mark = anna.page.get_by_role("img", name="Owner of this table")
    for place in (".chat li", ".seat"):
        theirs = anna.page.locator(place, has_text="Owner of this table")
        expect(theirs).to_have_count(1)
        expect(theirs.locator(mark)).to_have_count(0)
        expect(anna.page.locator(place).locator(mark)).to_have_count(1)


def test_somebody_who_was_away_finds_what_happened_since(invite):
    anna = invite()
    anna.new_table(["me", "bot:random"])
    anna.at_table()
    while not anna.page.locator(".story li.news").count():
        if anna.my_turn().count():
            anna.hurry()
        anna.page.wait_for_timeout(50)
    anna.page.get_by_role("button", name="Since my last turn").click()
    shown = anna.page.locator(".story li:visible")
    expect(shown.first).to_have_class("news")
    assert 0 < shown.count() < len(anna.story())


def test_dice_are_taken_up_or_dragged_and_a_wrong_square_says_why_not(invite):
    anna = invite().play_now()
    page, dice = anna.page, anna.page.locator(".piece.can[data-key^='die-']")
    while not dice.count():
        anna.hurry()
        anna.wait_until_asked()
    fits = set(anna.glowing())
    squares = page.locator(".spot[data-key]").evaluate_all("all => all.map(e => e.dataset.key)")
    wrong = next(key for key in squares if len(key) == 2 and key not in fits)
    x, y = middle(anna.spot(wrong))
    page.mouse.click(x, y)
    expect(page.locator(".about")).to_contain_text("none of your dice shows it")
    dice.first.click()
    expect(page.locator(".piece.picked")).to_have_count(1)
    assert set(anna.glowing()) <= fits
    goal = anna.glowing()[0]
    page.keyboard.press("Escape")
    page.mouse.move(*middle(dice.first))
    page.mouse.down()
    page.mouse.move(*middle(anna.spot(goal)), steps=5)
    page.mouse.up()
    expect(page.locator(".story li").last).to_contain_text(f"on {goal}.")
    anna.wait_until_asked()
    colours = "all => new Set(all.map(e => getComputedStyle(e).backgroundImage)).size"
    assert page.locator(".actions .large.dare, .actions .large.safe").evaluate_all(colours) == 2


def middle(place):
    box = place.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_real_dice_are_told_face_by_face_also_those_of_a_bot(invite):
    anna = invite()
    anna.open("/new/mmm")
    anna.page.locator("[name=players]").fill("2")
    anna.sit(1, "bot:greedy")
    anna.unfolded(anna.page.locator("[name=real_dice]")).check()
    anna.page.locator("form.setup > button.primary").click()
    anna.at_table()
    faces = anna.page.get_by_role("group", name="What your dice show")
    expect(faces.locator(".face")).to_have_count(6)
    for face in ("fish", "bread", "bread"):
        faces.get_by_role("button", name=face, exact=True).click()
    expect(anna.page.locator(".story li")).to_contain_text("two loaves and fish")
    expect(anna.page.locator(".piece[data-key='die-0'] use")).to_have_attribute("href", "#mmm-die-bread")
    anna.hurry()
    anna.page.get_by_role("button", name="Stop and gather").click()
    expect(anna.page.locator(".prompt")).to_contain_text("Mouse 2: roll 3 dice")
    faces.get_by_role("button", name="fish", exact=True).click()
    faces.get_by_role("button", name="Take back fish").click()
    for _ in range(3):
        faces.get_by_role("button", name="carrot", exact=True).click()
    expect(anna.page.locator(".story")).to_contain_text("Mouse 2 rolls three carrots")


def test_a_mistake_in_the_set_up_is_told_at_its_field(invite):
    anna = invite().drawn("steps = 3\npantry = 'B Q'")
    problem = anna.page.locator("[data-field=board] .problem")
    expect(problem).to_have_text("This board cannot be played. Draw it anew, or choose another one.")
    anna.page.locator("form.setup > button.primary").click()
    expect(problem).to_be_in_viewport()
    assert "/new/mmm" in anna.page.url
    anna.troubles.clear()  # the browser notes the refused form


def test_a_choice_without_a_place_on_the_board_is_a_button(invite):
    anna = invite().play_now("mystics")
    anna.wait_until_asked()
    assert anna.glowing() == []
    anna.large().first.click()
    expect(anna.page.locator(".story li")).not_to_have_count(0)


def test_the_newest_line_of_the_story_stays_in_view_until_somebody_scrolls_away(invite):
    anna = invite().play_now("mystics")
    gap = "list => list.scrollHeight - list.scrollTop - list.clientHeight"
    story = anna.page.locator("ol.story")
    for _ in range(9):
        anna.hurry()
    anna.page.set_viewport_size({"width": 1280, "height": 640})
    anna.hurry()
    assert story.evaluate("list => list.scrollHeight - list.clientHeight") > 60
    anna.page.wait_for_function(f"() => ({gap})(document.querySelector('ol.story')) < 60")
    story.evaluate("list => new Promise(done => { list.onscroll = done; list.scrollTop = 0; })")
    anna.hurry()
    assert story.evaluate("list => list.scrollTop") == 0


def test_what_is_rarely_wanted_stands_in_the_list_of_moves_alone(invite):
    anna = invite().play_now("mystics")
    prompt, list_of_moves = anna.page.locator(".prompt"), anna.page.locator(".moves .move")
    for _ in range(40):
        anna.wait_until_asked()
        if "'s turn" in prompt.inner_text():
            break
        anna.hurry()
    expect(anna.large("End the turn")).to_have_count(1)
    expect(anna.large("into the pack")).to_have_count(0)
    expect(list_of_moves.filter(has_text="into the pack").first).to_be_attached()


def test_the_fingerprint_of_the_dice_is_shown_from_the_start_and_whole_on_a_tap(invite):
    anna = invite().play_now()
    fair = anna.page.locator(".fairness")
    expect(fair.locator("summary")).to_have_text("Fair dice")
    expect(fair.locator("p").first).to_be_hidden()
    fair.locator("summary").click()
    expect(fair.locator("> code")).to_have_text(re.compile("^[0-9a-f]{64}$"))
    expect(fair.locator("p").first).to_be_visible()
