"""Routes for setting up a table: one press, the form, pictures of the boards it offers."""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from mousehole import shelf
from mousehole.core.game import Adventure, AnyGame, Problem
from mousehole.core.record import line_with_field
from mousehole.core.setups import mend_setup, most_seats
from mousehole.core.words import UserError, Voice, line, voice
from mousehole.host.level_words import caveats, usual_level
from mousehole.paint.svg import paint
from mousehole.table import Chair, Options
from mousehole.web.faces import face_of
from mousehole.web.fetched_json import CheckedForm, Failure, FieldNote
from mousehole.web.pages import form, table_pages
from mousehole.web.pages.form import chair_faults, chairs
from mousehole.web.rights.access import OWNER
from mousehole.web.rights.table_rules import rules_change
from mousehole.web.routes.route_base import KeptAnswers, RouteBase, asks_for_json, at_once, compressed, json, number
from mousehole.web.server.visitor import language_of
from mousehole.web.server_state import ServerState
from mousehole.web.static_files import TYPES

MAX_ADDRESS = 6000  # letters of an address
SCALE = 36  # pixels of a unit of the board: as large as a picture among others is seen
PICTURE_CACHE_BYTES = 4 << 20  # bytes of pictures that are kept
HOUSE_FIELDS = re.compile(r"(chair|level|name|face)-\d+|auto_throw|real_dice|hints|stand_in")  # fields of every form
FIELD = re.compile(r"[.:]")  # comes after the name of a field that has parts


class SetupRoutes(RouteBase):
    """One method a route."""

    def __init__(self, server: ServerState) -> None:
        super().__init__(server)
        self._pictures = KeptAnswers(server.host.slices, PICTURE_CACHE_BYTES)

    async def play_now(self, request: Request) -> Response:
        """Open a table at once: me in the seat I chose, and bots in all others."""
        game = shelf.find(request.path_params["game"])
        sent = await self.form(request)
        first = game.parts.adventure.first
        setup = setup_from(game, sent, first() if first else None)
        seats = game.seats(setup)
        begun = bool(first) and not sent.keys() & set(game.setup.__struct_fields__)
        at = number(sent.get("seat"), 0, len(seats) - 1, 0)
        mine = tuple(range(max(1, len(seats) // 2))) if begun else (at,)  # of a first game half the party
        bot = Chair("bot", "", usual_level(game, len({seat.team for seat in seats})))
        await self.limits.check_opening(request)
        sitting = tuple(Chair("person") if seat in mine else bot for seat in range(len(seats)))
        table = await self.server.host.open(game, setup, sitting, Options())
        return await self.enter(request, table, (OWNER, *own_seats(game, sitting)))

    async def new(self, request: Request) -> Response:
        """Show the form of a new table, and open the table it asks for."""
        game, language = shelf.find(request.path_params["game"]), language_of(request)
        alone = self.server.settings.alone
        if request.method == "GET":
            asked = {**form.start(game, game.setup()), **company(game), **dict(request.query_params)}
            return HTMLResponse(table_pages.new_table(game, asked, (), language, alone))
        sent, program = await self.form(request), asks_for_json(request)
        if program:  # which names only what differs from the plain set-up
            sent = {**{name: text for name, text in form.start(game, game.setup()).items() if name not in sent}, **sent}
        setup, problems = form.read_form(game, sent)
        if program:
            problems += tuple(strangers(game, sent))
            problems += tuple(chair_faults(game, sent, len(game.seats(setup)))) if setup is not None else ()
        if setup is None or any(not problem.notice for problem in problems):
            if program:
                return refused(problems, voice(language, game.package))
            return HTMLResponse(table_pages.new_table(game, sent, problems, language, alone), 422)
        sitting = chairs(game, sent, len(game.seats(setup)))
        linked = any(chair.kind == "empty" for chair in sitting)
        options = Options(linked, "auto_throw" in sent, "real_dice" in sent, table_pages.hints_wish(sent))
        await self.limits.check_opening(request)
        table = await self.server.host.open(game, setup, sitting, options)
        if "stand_in" in sent:
            await self.server.host.change_settings(table.id, rules_change(lambda rules: replace(rules, stand_in=True)))
        own = own_seats(game, sitting)
        return await self.enter(request, table, (OWNER, *own), "/links" if linked or program else "")

    async def check(self, request: Request) -> Response:
        """Check a form: the seats of its set-up, and what is wrong with it."""
        game = shelf.find(request.path_params["game"])
        say = voice(language_of(request), game.package)
        sent = await self.form(request)
        setup, problems = form.read_form(game, sent)
        kinds = form.seats_of(game, setup, problems)
        seats = tuple(say(kind.name) for kind in kinds)
        faces = tuple(face_of(seat, Chair("person"), kind) for seat, kind in enumerate(kinds))
        sitting = chairs(game, sent, len(seats))
        problems += caveats(game, setup, (chair.level for chair in sitting if chair.kind == "bot")) if kinds else ()
        told = tuple(FieldNote(one.field, say(form.worded(game, one)), one.notice, one.mend) for one in problems)
        return json(CheckedForm(seats, faces, told))

    async def board(self, request: Request) -> Response:
        """A picture of the board that a game begins on, with the set-up in its address."""
        game, language = shelf.find(request.path_params["game"]), language_of(request)
        asked = dict(request.query_params)
        if sum(map(len, asked.values())) > MAX_ADDRESS:
            raise UserError(line("that address is too long"))
        key = ("board", game.name, language, tuple(sorted(asked.items())))
        page = await self._pictures.of(key, lambda: at_once(partial(picture, game, asked, language)))
        return await compressed(request, page, TYPES["svg"], "no-cache")


def company(game: AnyGame) -> dict[str, str]:
    """Who sits in further seats of a fresh form: companions in an adventure, which people may replace."""
    level = f"bot:{usual_level(game, 1)}"
    seats = range(1, len(most_seats(game))) if Adventure.first in game.parts.adventure else ()
    return {f"chair-{seat}": level for seat in seats}


def own_seats(game: AnyGame, sitting: Sequence[Chair]) -> tuple[str, ...]:
    """The seats of whoever opens a table; in an adventure also those of companions, who can be relieved any time."""
    kinds = ("person", "bot") if Adventure.first in game.parts.adventure else ("person",)
    return tuple(f"seat-{seat}" for seat, chair in enumerate(sitting) if chair.kind in kinds)


def setup_from(game: AnyGame, sent: form.Sent, begun: Any = None) -> Any:
    """The set-up that differs from one as asked, the plain one if none is given, and in what follows from that."""
    plain, known = begun or game.setup(), set(game.setup.__struct_fields__)
    own = {name: text for name, text in sent.items() if name.partition(".")[0].partition(":")[0] in known}
    if not own:
        return plain
    setup, problems = form.read_form(game, form.start(game, plain) | own)
    if setup is None:
        raise UserError(problems[0].line)
    setup = mend_setup(game, setup)
    if wrong := [problem for problem in game.check(setup) if not problem.notice]:
        raise UserError(wrong[0].line)
    return setup


def picture(game: AnyGame, asked: form.Sent, language: str) -> str:
    """Paint the board that a game begins on."""
    state = game.new(setup_from(game, asked))
    return paint(game, game.scene(state, game.turn(state), None, None), language, scale=SCALE)


def strangers(game: AnyGame, sent: form.Sent) -> Iterator[Problem]:
    """The unknown fields: those that neither a set-up nor the form of a table has."""
    known = game.setup.__struct_fields__
    for name in sent:
        if HOUSE_FIELDS.fullmatch(name) is None and (own := FIELD.split(name)[0]) not in known:
            words = "there is no field {name}; the fields are {names}"
            yield Problem(own, line(words, name=own, names=", ".join(known)))


def refused(problems: tuple[Problem, ...], say: Voice) -> Response:
    """Say to a program what is wrong with the table it asks for."""
    words = (line_with_field(problem) for problem in problems if not problem.notice)
    page = Failure("; ".join(map(say, words)))
    return Response(msgspec.json.encode(page), 422, media_type="application/json")
