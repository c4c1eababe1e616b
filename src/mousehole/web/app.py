"""The web application: routes, socket, guard."""

from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any

from starlette.applications import Starlette
from starlette.convertors import Convertor, register_url_convertor
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from mousehole import shelf
from mousehole.core.words import UserError, line
from mousehole.table import Refused
from mousehole.web.live.room import Viewer
from mousehole.web.live.socket import Live, see_off
from mousehole.web.refusals import status_of
from mousehole.web.rights.rights import LiveRights, mark, visitor_of
from mousehole.web.routes.album_routes import AlbumRoutes
from mousehole.web.routes.campaign_routes import CampaignRoutes
from mousehole.web.routes.house_routes import HouseRoutes, install_routes, manual_routes, problem_page
from mousehole.web.routes.learn_routes import LearnRoutes
from mousehole.web.routes.person_routes import PersonRoutes
from mousehole.web.routes.push_routes import WORKER, PushRoutes
from mousehole.web.routes.puzzle_routes import PuzzleRoutes
from mousehole.web.routes.review_routes import TableReviewRoutes
from mousehole.web.routes.setup_routes import SetupRoutes
from mousehole.web.routes.sketch_routes import WAYS, SketchRoutes
from mousehole.web.routes.table_routes import TableRoutes
from mousehole.web.routes.weekly_routes import WeeklyRoutes
from mousehole.web.server.connection_limits import SocketLimits
from mousehole.web.server.guard import Guard
from mousehole.web.server.health import FrontDoor
from mousehole.web.server.transfers import Transfers
from mousehole.web.server.visitor import language_of
from mousehole.web.server_state import ServerState


class TableId(Convertor[str]):
    """The id of a table as it stands in an address; nothing else reaches the store."""

    regex = "[0-9A-Za-z]{1,32}"

    def convert(self, value: str) -> str:
        """Take it as it is."""
        return value

    def to_string(self, value: str) -> str:
        """Write it as it is."""
        return value


register_url_convertor("id", TableId())


def application(server: ServerState, access_log: bool = False) -> Starlette:
    """Build the application around the state it shares."""
    asked, bus = server.settings, server.host.bus
    edge = [
        Middleware(FrontDoor, server, access_log),
        Middleware(Guard, asked, bus, lambda: server.door.host),
        Middleware(SocketLimits, asked, server.words),
        Middleware(Transfers, asked),
    ]
    handlers = {UserError: _trouble, ClientDisconnect: _left, 404: _missing, 405: _missing, 500: _failed}
    return Starlette(routes=routes(server), middleware=edge, exception_handlers=handlers)


LEFT = 499  # nobody is there to read the answer


def routes(server: ServerState) -> list[BaseRoute]:
    """The handlers, by address."""
    house, at = HouseRoutes(server), TableRoutes(server)
    person, setups = PersonRoutes(server), SetupRoutes(server)
    reviews, sketches = TableReviewRoutes(server), SketchRoutes(server)
    lessons, albums, push = LearnRoutes(server), AlbumRoutes(server), PushRoutes(server)
    campaigns, puzzles, weekly = CampaignRoutes(server), PuzzleRoutes(server), WeeklyRoutes(server)

    async def live(socket: WebSocket) -> None:
        await _live(socket, server)

    return [
        Route("/", house.home),
        Route("/language", house.language, methods=["POST"]),
        Route("/play/{game}", setups.play_now, methods=["POST"]),
        Route("/new/{game}", setups.new, methods=["GET", "POST"]),
        Route("/new/{game}/check", setups.check, methods=["POST"]),
        Route("/new/{game}/board.svg", setups.board),
        Route("/upload", house.upload, methods=["POST"]),
        Route("/continue", house.onward),
        Route("/forget/{table:id}", house.forget, methods=["POST"]),
        Route("/join/{table:id}/{token}", at.join, methods=["GET", "POST"]),
        Route("/join/{table:id}/{role}/{token}", at.join, methods=["GET", "POST"]),
        Route("/table/{table:id}", at.table),
        Route("/table/{table:id}/links", at.links),
        Route("/table/{table:id}/phones", at.phones, methods=["POST"]),
        Route("/table/{table:id}/next", at.next),
        Route("/table/{table:id}/replay", at.replay),
        Route("/table/{table:id}/check", at.check),
        Route("/table/{table:id}/scene.json", at.scene),
        Route("/table/{table:id}/frames.json", at.frames),
        Route("/table/{table:id}/record.json", at.record),
        Route("/table/{table:id}/position.json", at.position),
        Route("/table/{table:id}/fork", at.fork, methods=["POST"]),
        Route("/table/{table:id}/owner", at.owner, methods=["POST"]),
        Route("/table/{table:id}/leave", person.leave, methods=["POST"]),
        Route("/me", person.me),
        Route("/me/data.json", person.download),
        Route("/me/forget", person.forget_me, methods=["POST"]),
        Route("/code", person.code, methods=["POST"]),
        Route("/privacy", person.privacy),
        Route("/album", albums.album),
        Route("/album/album.json", albums.file),
        Route("/album/import", albums.take_in, methods=["POST"]),
        Route("/album/delete", albums.delete, methods=["POST"]),
        Route("/album/{table:id}.svg", albums.picture),
        Route("/album/{table:id}", albums.finale),
        Route("/table/{table:id}/trophies.json", albums.news),
        Route("/table/{table:id}/about.json", at.about),
        Route("/table/{table:id}/card.json", at.card),
        Route("/table/{table:id}/review.json", reviews.review),
        Route("/table/{table:id}/solve", reviews.solve, methods=["GET", "POST"]),
        *(route for way in WAYS.values() for route in _sketch_routes(way, sketches)),
        *_puzzle_routes(puzzles),
        *_workshop_routes(server),
        Route("/push/key.json", push.key),
        Route("/push", push.wish, methods=["POST"]),
        Route("/push/end", push.end, methods=["POST"]),
        Route(f"/{WORKER}", push.worker),
        Route("/week", weekly.page),
        Route("/week", weekly.play, methods=["POST"]),
        WebSocketRoute("/table/{table:id}/live", live),
        Route("/campaign/{game}", campaigns.home),
        Route("/campaign/{game}/on", campaigns.on, methods=["POST"]),
        Route("/campaign/{game}/again", campaigns.again, methods=["POST"]),
        Route("/learn/{game}", lessons.learn),
        Route("/rules/{game}", lessons.rules),
        Route("/learn/{game}/{guide}", lessons.guide),
        Route("/learn/{game}/{guide}/frames.json", lessons.guide_frames),
        Route("/learn/{game}/{guide}/about.json", lessons.about),
        Route("/learn/{game}/{guide}/card.json", lessons.card),
        Route("/learn/{game}/{guide}/{ply}.svg", lessons.guide_picture),
        Route("/art/{name}.svg", house.art),
        Route("/static/{name:path}", house.static),
        *install_routes(),
        *manual_routes(),
    ]


def _sketch_routes(way: str, sketches: SketchRoutes) -> list[Route]:
    return [
        Route(f"/{way}/{{game}}", sketches.page),
        Route(f"/{way}/{{game}}/look.json", sketches.look),
        Route(f"/{way}/{{game}}/hints.json", sketches.hints),
        Route(f"/{way}/{{game}}/solve", sketches.solve, methods=["GET", "POST"]),
    ]


def _puzzle_routes(puzzles: PuzzleRoutes) -> list[Route]:
    return [
        Route("/puzzles", puzzles.today),
        Route("/puzzles/{game}", puzzles.page),
        Route("/puzzles/{game}/next.json", puzzles.next),
        Route("/puzzles/{game}/{name}.svg", puzzles.picture),
        Route("/puzzles/{game}/{name}/answer", puzzles.answer, methods=["POST"]),
    ]


def _workshop_routes(server: ServerState) -> list[Route]:
    """The workshop is loaded with the first question to it: in a browser alone it comes from a file of its own."""

    @cache
    def workshop() -> Any:
        from mousehole.web.routes.workshop_routes import WorkshopRoutes

        return WorkshopRoutes(server)

    def answer(name: str) -> Callable[[Request], Awaitable[Response]]:
        async def answered(request: Request) -> Response:
            found: Response = await getattr(workshop(), name)(request)
            return found

        return answered

    at = "/workshop/{draft:id}"
    return [
        Route("/workshop", answer("home")),
        Route("/workshop/new", answer("new"), methods=["POST"]),
        Route("/workshop/open", answer("open"), methods=["POST"]),
        Route("/workshop/kinds", answer("kinds")),
        Route(at, answer("page")),
        Route(f"{at}/state", answer("state")),
        Route(f"{at}/edit", answer("edit"), methods=["POST"]),
        Route(f"{at}/undo", answer("undo"), methods=["POST"]),
        Route(f"{at}/redo", answer("redo"), methods=["POST"]),
        Route(f"{at}/forget", answer("forget"), methods=["POST"]),
        Route(f"{at}/side/{{side}}", answer("side")),
        Route(f"{at}/look/{{side}}", answer("look")),
        Route(f"{at}/art/{{name}}", answer("drawing")),
        Route(f"{at}/export", answer("export")),
        Route(f"{at}/table", answer("table"), methods=["POST"]),
        Route(f"{at}/try", answer("try_out"), methods=["GET", "POST"]),
    ]


async def _live(socket: WebSocket, server: ServerState) -> None:
    table_id, visitor, language = socket.path_params["table"], visitor_of(socket), language_of(socket)
    try:
        standing = await server.rights.standing(visitor, table_id, server.listens(table_id))
    except Refused:
        await see_off(socket, "deleted", language)
        return
    except UserError:
        await socket.close(4404)
        return
    if not standing.grants and not visitor.browser:
        await socket.close(4403)
    elif not standing.grants:
        await see_off(socket, standing.why, language)
    else:
        await socket.accept()
        viewer = Viewer(standing.grants, language, mark(table_id, visitor.browser))
        rights = LiveRights(server.rights, visitor, table_id, standing.settings)
        await Live(socket, server, await server.room(table_id), viewer, rights).run()


async def _trouble(request: Request, error: Exception) -> Response:
    if not isinstance(error, UserError):
        return await _failed(request, error)
    return problem_page(request, error.line, status_of(error), getattr(error, "why", None))


async def _left(request: Request, error: Exception) -> Response:
    return Response(status_code=LEFT)


async def _missing(request: Request, error: Exception) -> Response:
    return problem_page(request, line("there is no such page"), 404)


async def _failed(request: Request, error: Exception) -> Response:
    broken = shelf.game_to_blame(error)
    return problem_page(request, broken.line if broken else line("something went wrong here; your game is safe"), 500)
