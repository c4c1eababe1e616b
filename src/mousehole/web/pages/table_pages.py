"""Pages about one table: new, the table itself, replay, dice check."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from mousehole.core.game import AnyGame, Chance, Problem, SeatKind, Solvable
from mousehole.core.record import draw
from mousehole.core.setups import Question, most_seats
from mousehole.core.words import Voice, line, voice
from mousehole.table import Table
from mousehole.web.faces import face_of
from mousehole.web.pages import form
from mousehole.web.pages.form import chairs_block
from mousehole.web.pages.house_pages import live, page, sketches
from mousehole.web.pages.html import Html, tag
from mousehole.web.static_files import art_address


def new_table(game: AnyGame, sent: form.Sent, problems: tuple[Problem, ...], language: str, alone: bool = False) -> str:
    """Write the form of a new table."""
    say = voice(language, game.package)
    rest = [problem for problem in problems if problem.field not in game.setup.__struct_fields__]
    parts = form.group_questions(game)
    look = form.look_of(game, art_address(game.name), say)
    main = tag(
        "main",
        tag("h1", say(line("A new table of {title}", title=game.title))),
        tag(
            "form",
            [tag("p", say(problem.line), class_="problem", role="alert") for problem in rest],
            tag(
                "section",
                chairs_block(game, sent, _seats(game, sent), say, alone),
                tag("div", form.fields(parts.seats, sent, problems, look), class_="beside-seats"),
                class_="at-table",
            ),
            form.fields(parts.pictured, sent, problems, look),
            [form.carried(question, sent, problems, say) for question in parts.drawn],
            tag("p", sketches(game, say), class_="sketches") if Solvable.designer in game.parts.solvable else None,
            more(parts.rest, sent, problems, look),
            tag("button", say(line("Start")), class_="primary", type="submit"),
            method="post",
            class_="setup",
            data_check=f"/new/{game.name}/check",
        ),
        id="main",
        class_="new",
    )
    return page("new", say(game.title), language, main, "pages/new_game.js")


def _seats(game: AnyGame, sent: form.Sent) -> tuple[SeatKind, ...]:
    """The seats of the set-up that is asked for, then the further ones of a larger table."""
    playing = form.seats_of(game, *form.read_form(game, sent))
    return (*playing, *most_seats(game)[len(playing) :])


def more(rest: list[Question], sent: form.Sent, problems: tuple[Problem, ...], look: form.Look) -> Html:
    """Offer what most tables leave as it is; open where something in it is wrong or answered."""
    say = look.say
    rows = (
        ("auto_throw", line("Dice roll by themselves"), line("Nobody has to tap them.")),
        (
            "stand_in",
            line("Bots for whoever is away"),
            line("A bot plays for whoever keeps the others waiting for a minute; they can take the seat back."),
        ),
        ("real_dice", line("We roll real dice"), line("Say what your own dice show; the computer rolls nothing.")),
    )
    extras = [*(_extra(sent, say, *row) for row in rows), _hints(sent, say)]
    return tag(
        "details",
        tag("summary", say(line("More to choose"))),
        form.fields(rest, sent, problems, look),
        extras,
        open=any(problem.field == one.name for problem in problems for one in rest),
        class_="more",
    )


HINTS = (
    ("", line("unless people compete")),
    ("on", line("on", context="hints")),
    ("off", line("off", context="hints")),
)


def hints_wish(sent: form.Sent) -> bool | None:
    """Read whether a table shall give hints."""
    return {"on": True, "off": False}.get(sent.get("hints", ""))


def _hints(sent: form.Sent, say: Voice) -> Html:
    options = [tag("option", say(words), value=key, selected=key == sent.get("hints", "")) for key, words in HINTS]
    about = tag("p", say(line("Show, on request, what each choice is worth.")), id="hints-help", class_="help")
    select = tag("select", options, name="hints", id="f-hints", aria_describedby="hints-help")
    return tag("div", tag("label", say(line("Hints")), for_="f-hints"), select, about, class_="field")


def _extra(sent: form.Sent, say: Voice, name: str, label: Any, about: Any) -> Html:
    box = tag(
        "input",
        type="checkbox",
        name=name,
        id=f"f-{name}",
        value="true",
        checked=name in sent,
        aria_describedby=f"{name}-help",
    )
    words = [tag("label", say(label), for_=f"f-{name}"), box, tag("p", say(about), id=f"{name}-help", class_="help")]
    return tag("div", words, class_="field")


def at_table(table: Table, language: str) -> str:
    """Write the page of a table."""
    title = voice(language, table.game.package)(table.game.title)
    return live("table", title, language, "table/table.js", table.game.name, data_table=table.id)


def replay(table: Table, ply: int, over: bool, owner: bool, language: str) -> str:
    """Write the page that walks through a game."""
    say = voice(language, table.game.package)
    kinds = table.game.seats(table.setup)
    rows = zip(table.names([say(kind.name) for kind in kinds]), table.chairs, kinds, strict=True)
    seats = [
        {"seat": seat, "name": name, "kind": chair.kind, "face": face_of(seat, chair, kind), "present": None}
        for seat, (name, chair, kind) in enumerate(rows)
    ]
    more = {
        "data_table": table.id,
        "data_seats": msgspec.json.encode(seats).decode(),
        "data_plies": str(table.ply),
        "data_ply": str(ply),
        "data_over": str(int(over)),
        "data_owner": str(int(owner)),
    }
    return live("replay", say(table.game.title), language, "pages/replay.js", table.game.name, **more)


SECRET = line("Before the first roll, the table showed a fingerprint. Only this secret has it; all luck comes from it.")


def dice_check(table: Table, rolls: Sequence[bool], language: str) -> str:
    """Show that the seed is the one whose hash was shown at the start, and that it draws all the luck of the game."""
    say, seed, good = voice(language, table.game.package), table.seed or b"", all(rolls)
    told = line("All {n} rolls match the secret.", n=len(rolls))
    told = told if good else line("Some rolls do not match the secret!")
    facts = ((line("Fingerprint shown at the start"), table.seed_hash), (line("The secret"), seed.hex()))
    main = tag(
        "main",
        tag("h1", say(line("Were the dice fair?"))),
        tag("p", say(SECRET)),
        tag("dl", [[tag("dt", say(name)), tag("dd", tag("code", text))] for name, text in facts]),
        tag("p", say(told), class_="notice" if good else "problem"),
        tag("a", say(line("Download the game")), class_="button", href=f"/table/{table.id}/record.json"),
        tag("a", say(line("Back to the table")), class_="button", href=f"/table/{table.id}"),
        id="main",
        class_="check",
    )
    return page("check", say(table.game.title), language, main, "pages/plain_page.js")


def rolls(table: Table) -> Iterator[bool]:
    """Whether each roll of a game is what its seed draws."""
    for before, after in pairwise(table.plies):
        if isinstance(before.turn, Chance):
            yield draw(before.turn.odds, table.seed or b"", before.number) == after.event
