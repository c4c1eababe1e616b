"""Pages for learning a game: the illustrated page, and guided first games."""

from itertools import groupby, islice

from mousehole.core.game import AnyGame, Chance, Decide
from mousehole.core.learn import Guide, HowtoPart, guides, howto
from mousehole.core.ledger import Clause, ledger
from mousehole.core.record import plies
from mousehole.core.scene import Scene
from mousehole.core.words import Line, Voice, line, plain, voice
from mousehole.host import at_ply
from mousehole.host.concurrency import Work, collect, done
from mousehole.host.stored_table import Begun, adding
from mousehole.paint.svg import paint
from mousehole.table import Chair, Options, Sit, Table
from mousehole.web.faces import face_of
from mousehole.web.fetched_json import Lesson, LessonStepView
from mousehole.web.live.frames import film
from mousehole.web.pages import form
from mousehole.web.pages.house_pages import live, page, sketches
from mousehole.web.pages.html import Html, sprite, tag
from mousehole.web.static_files import art_address


def how_to_play(game: AnyGame, language: str) -> str:
    """Write the illustrated page, with the guided games below it."""
    say, told = voice(language, game.package), howto(game.package)
    lessons = guides(game)
    parts = [_part(game, part, lessons, language, say) for part in (told.part if told else ())]
    offered = [
        tag("a", say(lesson.title), class_="button primary", href=f"/learn/{game.name}/{name}")
        for name, lesson in lessons.items()
    ]
    main = tag(
        "main",
        tag("h1", say(line("How to play {title}", title=game.title))),
        _doing(offered, say) if offered else None,
        tag("div", parts, class_="howto"),
        tag(
            "div",
            offered,
            tag("a", say(line("New table")), class_="button", href=f"/new/{game.name}"),
            tag("a", say(line("All the rules")), class_="button", href=f"/rules/{game.name}"),
            sketches(game, say),
            class_="box-actions",
        ),
        id="main",
    )
    return page("howto", say(game.title), language, main, "pages/plain_page.js")


def _doing(offered: list[Html], say: Voice) -> Html:
    """Offer the guided games before the words: most people would rather play than read."""
    words = tag("p", say(line("Rather learn by doing? A mouse guides you through a first game.")))
    return tag("div", words, offered, class_="doing")


def _part(game: AnyGame, part: HowtoPart, lessons: dict[str, Guide], language: str, say: Voice) -> Html:
    art = [sprite(art_address(game.name), name, class_="part-sprite") for name in part.sprites]
    shown = tag("div", art, class_="part-art") if art else None
    if part.guide:
        shown = tag("figure", _figure(game, part, lessons[part.guide], say), class_="part-scene")
    words = [tag("h2", say(Line(part.title))), [tag("p", say(Line(text))) for text in part.text]]
    return tag("section", tag("div", words, class_="part-words"), shown, class_="part")


def _figure(game: AnyGame, part: HowtoPart, lesson: Guide, say: Voice) -> Html:
    scene = at_ply(_played(game, lesson), part.ply, lesson.seat).scene
    wide, high = (round(side * 60) for side in scene.size)
    address = f"/learn/{game.name}/{part.guide}/{part.ply}.svg"
    return tag("img", src=address, alt=say(scene.prompt), width=wide, height=high, loading="lazy")


def picture(game: AnyGame, lesson: Guide, ply: int, language: str) -> str:
    """Paint a position of a guided game, with what can be chosen there."""
    return paint(game, scene_at(game, lesson, ply), language, choices=True)


def scene_at(game: AnyGame, lesson: Guide, ply: int) -> Scene:
    """The scene of a position of a guided game."""
    table = _played(game, lesson)
    return at_ply(table, min(ply, table.ply), lesson.seat).scene


def explain(game: AnyGame, lesson: Guide, ply: int, key: str, language: str) -> str:
    """Say what a thing of a position is and does."""
    about, reached = game.parts.explanation, next(islice(plies(game, lesson.record), ply, None))
    found = about(reached.state, key) if about else None
    return voice(language, game.package)(found) if found else ""


def lesson_page(game: AnyGame, name: str, lesson: Guide, language: str) -> str:
    """Write the page of a guided game; it runs in the browser."""
    data = {"data_guide": name, "data_frames": f"/learn/{game.name}/{name}/frames.json?changes"}
    return live("guide", voice(language, game.package)(lesson.title), language, "pages/guide.js", game.name, **data)


def guide_page(game: AnyGame, lesson: Guide, language: str, changes: bool = False) -> Work[Lesson]:
    """Write a guided game whole: every frame, and what is said before and after each step."""
    say = voice(language, game.package)
    table = _played(game, lesson)
    names = table.names([say(kind.name) for kind in game.seats(table.setup)])
    say = say.naming(names)
    frames = (at_ply(table, ply, lesson.seat) for ply in range(table.ply + 1))
    shown = yield from collect(film(table, frames, (lesson.seat,), say, changes))
    steps = tuple(_step(table, ply, lesson, say) for ply in range(table.ply))
    return Lesson(
        say(lesson.title),
        say(lesson.intro),
        say(lesson.outro),
        lesson.seat,
        shown,
        steps,
        lesson.begin,
        following(game, lesson),
        for_real(game, lesson),
        tuple(names),
        tuple(face_of(seat, Chair("person"), kind) for seat, kind in enumerate(game.seats(table.setup))),
    )


def for_real(game: AnyGame, lesson: Guide) -> dict[str, str]:
    """What "play now" needs, so that a learner goes on in the same seat on the right board."""
    usual, real = form.start(game, game.setup()), form.start(game, lesson.real)
    return {name: text for name, text in real.items() if text != usual.get(name)} | {"seat": str(lesson.seat)}


def following(game: AnyGame, lesson: Guide) -> str:
    """Where the guided game is that comes after one."""
    later = [name for name, other in guides(game).items() if other.order > lesson.order]
    return f"/learn/{game.name}/{later[0]}" if later else ""


def _step(table: Table, ply: int, lesson: Guide, say: Voice) -> LessonStepView:
    turn = table.plies[ply].turn
    before, after = lesson.say[ply], lesson.after[ply]
    return LessonStepView(
        turn.seat if isinstance(turn, Decide) else None,
        turn.thrower if isinstance(turn, Chance) else None,
        turn.actions.index(table.plies[ply + 1].event) if isinstance(turn, Decide) else None,
        say(before) if before else "",
        say(after) if after else "",
    )


def _played(game: AnyGame, lesson: Guide) -> Table:
    table = Table("guide", game, lesson.record.setup, None, Options(real_dice=False))
    kinds = game.seats(table.setup)
    for seat, kind in enumerate(kinds):
        name = GUIDE if seat != lesson.seat and kind.team == kinds[lesson.seat].team else ""
        table.add(table.propose(Sit(seat, Chair("person" if seat == lesson.seat else "bot", name))))
    done(adding(table, Begun(lesson.record.events)))
    return table


GUIDE = "Nibble"  # the mouse that explains plays along, on the learner's side
TEN = 1  # digits of a clause's id that tell it from its neighbours: those of one ten stand together


def rules(game: AnyGame, language: str) -> str:
    """Write all rules of a game; a script searches them."""
    say = voice(language, game.package)
    clauses = [(name, clause) for name, clause in ledger(game.package).items() if not clause.open]
    found = line("{n} rule", plural="{n} rules", n=len(clauses))
    main = tag(
        "main",
        tag("h1", say(line("The rules of {title}", title=game.title))),
        tag("p", say(line("Every rule that the computer plays by. The small numbers are links to pass on."))),
        search(say, say(found)),
        tag("div", _chapters(game, clauses, language, say), class_="clauses"),
        tag("p", say(line("No rule says that.")), class_="nothing", hidden=True),
        tag("a", say(line("How to play")), class_="button", href=f"/learn/{game.name}"),
        id="main",
        class_="rules",
    )
    return page("rules", say(line("The rules of {title}", title=game.title)), language, main, "pages/rules.js")


def search(say: Voice, found: str) -> Html:
    """Write the field that the script searches with, and how many rules it has found."""
    return tag(
        "form",
        tag("label", say(line("Search the rules")), for_="search"),
        tag("input", type="search", id="search", autocomplete="off", spellcheck="false"),
        tag("output", found, for_="search", class_="found"),
        class_="search",
        role="search",
    )


def _chapters(game: AnyGame, clauses: list[tuple[str, Clause]], language: str, say: Voice) -> list[Html]:
    """Write the rules chapter by chapter, each with its heading, a picture and a few words before its clauses."""
    told = howto(game.package)
    begins = {chapter.clause: chapter.title for chapter in (told.chapter if told else ())}
    parts = {part.title: part for part in (told.part if told else ())}
    found: list[tuple[str, list[tuple[str, Clause]]]] = []
    for name, clause in clauses:
        if name in begins or not found:
            found.append((begins.get(name, ""), []))
        found[-1][1].append((name, clause))
    return [_chapter(game, title, parts.get(title), rows, language, say) for title, rows in found]


def _chapter(
    game: AnyGame, title: str, part: HowtoPart | None, rows: list[tuple[str, Clause]], language: str, say: Voice
) -> Html:
    head: list[Html] = [tag("h2", say(Line(title)))] if title else []
    if part:
        head = [_part(game, part, guides(game), language, say)]
    tens = [list(group) for _, group in groupby(rows, key=lambda each: each[0][:-TEN])]
    return tag("section", head, [_ten(ten, language, say) for ten in tens], class_="rule-chapter")


def _ten(clauses: list[tuple[str, Clause]], language: str, say: Voice) -> Html:
    return tag("ul", [_clause(name, clause.text(language), say) for name, clause in clauses])


def _clause(name: str, text: str, say: Voice) -> Html:
    link = tag("a", name, class_="clause-id", href=f"#{name}", aria_label=say(line("rule {name}", name=plain(name))))
    return tag("li", link, tag("p", text), id=name)
