"""Answers about sketches: the explorer and the designer of any game that has one."""

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from mousehole import shelf
from mousehole.core.game import AnyGame, Decide, Solvable
from mousehole.core.solvable import Fields, Sketch, Sketcher
from mousehole.core.words import Line, UserError, Voice, line, percent, voice
from mousehole.host.jobs import PositionRef
from mousehole.host.solving import is_solved, possible
from mousehole.players.advice_words import kind_words
from mousehole.web.fetched_json import SketchHint, SketchHints, SketchView, SketchWays
from mousehole.web.hint_views import rows_view, sketch_address, work_view
from mousehole.web.live.scenes import scene_json
from mousehole.web.pages.house_pages import live
from mousehole.web.refusals import NotFound
from mousehole.web.routes.route_base import RouteBase, json
from mousehole.web.server.visitor import address, language_of

MAX_ADDRESS = 6000  # letters of an address
TITLES: dict[str, Line] = {"explorer": line("Explore {title}"), "designer": line("Your own board for {title}")}
WAYS = {"explorer": "explore", "designer": "design"}
SKETCHERS = {"explorer": Solvable.explorer, "designer": Solvable.designer}


def sketcher(game: AnyGame, kind: str) -> Sketcher:
    """Find what draws the sketches of a game."""
    found = game.parts.solvable.explorer if kind == "explorer" else game.parts.solvable.designer
    if found is None:
        raise NotFound(line("there is no such page"))
    return found


class SketchRoutes(RouteBase):
    """One method a route."""

    async def page(self, request: Request) -> Response:
        """Show the explorer or the designer of a game."""
        game, kind = self._game(request)
        say = voice(language_of(request), game.package)
        data = {"data_kind": kind, "data_way": f"/{WAYS[kind]}/{game.name}"}
        title = say(Line(TITLES[kind].text, {"title": game.title}))
        return HTMLResponse(live("sketch", title, language_of(request), "pages/sketch.js", game.name, **data))

    async def look(self, request: Request) -> Response:
        """Draw a sketch, with what every change leads to."""
        game, kind = self._game(request)
        say, found = voice(language_of(request), game.package), self._sketch(game, kind, request)
        names = tuple(say(seat.name) for seat in game.seats(found.setup or game.setup()))
        say = say.naming(names)
        return json(
            SketchView(
                *msgspec.structs.astuple(self._ways(game, kind, found, say)),
                fields=found.fields,
                scene=scene_json(found.scene, say),
                changes=found.changes,
                note=say(found.note) if found.note else "",
                wrong=found.wrong,
                text=found.text,
                ready=found.state is not None,
            )
        )

    async def hints(self, request: Request) -> Response:
        """Tell what every choice at a sketched position is worth."""
        game, kind = self._game(request)
        say, found = voice(language_of(request), game.package), self._sketch(game, kind, request)
        if found.state is None:
            return json(SketchHints())
        where = PositionRef(game.name, sketch=tuple(sorted(found.fields.items())))
        turn, advice, asker = game.turn(found.state), self.server.host.advice, address(request.scope)
        if not isinstance(turn, Decide):
            value = await advice.value(where, asker)
            words = line("{chance} before this roll", chance=percent(value, 2)) if value is not None else None
            return json(SketchHints((), say(kind_words(True)), say(words)) if words else SketchHints())
        hints = await advice.at(where, asker)
        offers = {offer.action: say(offer.label) for offer in game.scene(found.state, turn, turn.seat, None).offers}
        explorer = sketcher(game, "explorer")
        after = [explorer.fields(found.setup, game.apply(found.state, action)) for action in turn.actions]
        rows = tuple(
            SketchHint(*msgspec.structs.astuple(row), label=offers[row.action], fields=after[row.action])
            for row in rows_view(hints, say)
        )
        return json(SketchHints(rows, say(kind_words(hints[0].exact))))

    async def solve(self, request: Request) -> Response:
        """Begin to solve a sketched board, or tell how far that is; a design is only surveyed, nothing is kept."""
        game, kind = self._game(request)
        say, found = voice(language_of(request), game.package), self._sketch(game, kind, request)
        if found.setup is None:
            return json(work_view(None, say))
        solving, keep = self.server.host.solving, kind == "explorer"
        if request.method == "POST":
            await self.limits.check_solve(request)
            solving.start(game, found.setup, keep)
        return json(work_view(await solving.joined(game, found.setup, keep), say))

    def _ways(self, game: AnyGame, kind: str, found: Sketch, say: Voice) -> SketchWays:
        """Say where one can go from a sketch, and whether its board is solved."""
        if found.setup is None:
            return SketchWays()
        obstacle = possible(game, found.setup)
        changed = {k: v for k, v in msgspec.to_builtins(found.setup).items() if v != getattr(game.setup(), k)}
        other = next((one for one in WAYS if one != kind and SKETCHERS[one] in game.parts), "")
        fields = sketcher(game, other).fields(found.setup, game.new(found.setup)) if other else {}
        return SketchWays(
            is_solved(game, found.setup),
            say(obstacle) if obstacle else "",
            sketch_address("new", game, changed),
            sketch_address(WAYS[other], game, fields) if other else "",
        )

    def _sketch(self, game: AnyGame, kind: str, request: Request) -> Sketch:
        fields: Fields = dict(request.query_params)
        if sum(map(len, fields.values())) > MAX_ADDRESS:
            raise UserError(line("that address is too long"))
        return sketcher(game, kind).sketch(fields)

    def _game(self, request: Request) -> tuple[AnyGame, str]:
        game, kind = shelf.find(request.path_params["game"]), request.scope["path"].split("/")[1]
        part = next(name for name, way in WAYS.items() if way == kind)
        sketcher(game, part)
        return game, part
