"""What moves: the same die goes from tray to square, rolls are seen to roll, and who wants stillness has it."""

from playwright.sync_api import expect

MARK = "() => document.querySelectorAll('.piece').forEach(e => e.marked = e.querySelector('use').getAttribute('href'))"
KEPT = "key => document.querySelector(`.piece[data-key='die-${key}']`).marked"


def test_the_die_that_is_laid_is_the_one_from_the_tray(invite):
    anna = invite().play_now()
    anna.hurry()
    square = anna.glowing()[0]
    anna.page.evaluate(MARK)
    anna.tap(square)
    laid = anna.page.locator(f".piece[data-key='die-{square}']")
    expect(laid).to_be_visible()
    assert anna.page.evaluate(KEPT, square) == laid.locator("use").get_attribute("href")


def test_dice_roll_before_anything_is_told(invite):
    anna = invite(motion="no-preference").play_now()
    anna.large().click()
    anna.page.wait_for_function("() => document.querySelectorAll('.piece.moving').length === 3")
    assert anna.story() == []
    assert anna.glowing() == []
    expect(anna.page.locator(".story li")).to_have_count(1)


def test_a_die_is_thrown_from_where_it_lay(invite):
    page = invite().open("/").page
    first, last, top = page.evaluate(
        """async () => {
            const { keyframes, stand } = await import("/static/motion.js");
            const from = { x: 100, y: 900, turn: 0 }, to = { x: 300, y: 900, turn: 0 };
            const frames = keyframes("roll", [from, to]), height = (f) => Number(/, ([-.\\d]+)px/.exec(f.transform)[1]);
            const bare = (f) => f.transform.replace(/rotate.*/, "");
            const pair = (frame, place) => [bare(frame), bare({ transform: stand(place) })];
            return [pair(frames[0], from), pair(frames.at(-1), to), Math.min(...frames.map(height))];
        }"""
    )
    assert first[0] == first[1]
    assert last[0] == last[1]
    assert top < 800


def test_nothing_moves_for_who_wants_stillness(invite):
    anna = invite().play_now()
    anna.hurry()
    assert anna.page.evaluate("() => document.getAnimations().length") == 0


def test_a_scene_pairs_pieces_by_key_and_pool(invite):
    page = invite().open("/").page
    told = page.evaluate(
        """async () => {
            const { pairs } = await import("/static/scene.js");
            const die = (key, x, sprite, pool = "die") => ({ key, x, y: 0, sprite, pool });
            const before = [die("die-0", 0, "bread"), die("die-1", 1, "fish"), die("cat", 5, "cat", "")];
            const laid = [die("die-a1", 9, "bread"), die("die-0", 0, "fish"), die("new", 1, "x")];
            const after = [...laid, die("cat", 6, "cat-near", "")];
            const { found, leaving } = pairs(before, after);
            return [[...found].map(([key, old]) => [key, old.key]), leaving.map(({ key }) => key)];
        }"""
    )
    assert sorted(told[0]) == [["cat", "cat"], ["die-0", "die-1"], ["die-a1", "die-0"]]
    assert told[1] == []
