"""The web application: routes, socket, guard."""

from starlette.applications import Starlette
from starlette.convertors import Convertor, register_url_convertor
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from mousehole.core.words import Trouble, line
from mousehole.host.advice import TooMuch
from mousehole.host.quota import Buckets
from mousehole.shelf import NoSuchGame
from mousehole.store import Missing
from mousehole.table import Refused
from mousehole.web.edge.crowd import SocketCrowd
from mousehole.web.edge.guard import Guard
from mousehole.web.edge.visitor import language_of
from mousehole.web.room import Viewer
from mousehole.web.routes.house_routes import HouseRoutes, problem_page
from mousehole.web.routes.review_routes import TableReviewRoutes
from mousehole.web.routes.route_base import NotAllowed, NotFound
from mousehole.web.routes.sketch_routes import WAYS, SketchRoutes
from mousehole.web.routes.table_routes import TableRoutes
from mousehole.web.server_state import ServerState
from mousehole.web.socket import Live


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
STATUS: dict[type[Trouble], int] = {
    TooMuch: 429,
    NotAllowed: 403,
    NotFound: 404,
    NoSuchGame: 404,
    Missing: 404,
    Refused: 404,
}


def application(server: ServerState) -> Starlette:
    """Build the application around the state it shares."""
    asked = server.settings
    edge = [Middleware(Guard, asked), Middleware(SocketCrowd, asked)]
    handlers = {Trouble: _trouble, 404: _missing, 405: _missing, 500: _failed}
    return Starlette(routes=routes(server), middleware=edge, exception_handlers=handlers)


def routes(server: ServerState) -> list[Route | WebSocketRoute]:
    """Say who answers at which address."""
    openings = Buckets(rate=1 / 20, burst=server.settings.openings)
    solves = Buckets(rate=1 / 20, burst=8)
    house, at = HouseRoutes(server, openings, solves), TableRoutes(server, openings, solves)
    reviews, sketches = TableReviewRoutes(server, openings, solves), SketchRoutes(server, openings, solves)

    async def live(socket: WebSocket) -> None:
        await _live(socket, server)

    return [
        Route("/", house.home),
        Route("/language", house.language, methods=["POST"]),
        Route("/play/{game}", house.play_now, methods=["POST"]),
        Route("/new/{game}", house.new, methods=["GET", "POST"]),
        Route("/new/{game}/check", house.check, methods=["POST"]),
        Route("/upload", house.upload, methods=["POST"]),
        Route("/forget/{table:id}", house.forget, methods=["POST"]),
        Route("/join/{table:id}/{token}", at.join, methods=["GET", "POST"]),
        Route("/table/{table:id}", at.table),
        Route("/table/{table:id}/links", at.links),
        Route("/table/{table:id}/next", at.next),
        Route("/table/{table:id}/replay", at.replay),
        Route("/table/{table:id}/check", at.check),
        Route("/table/{table:id}/scene.json", at.scene),
        Route("/table/{table:id}/frames.json", at.frames),
        Route("/table/{table:id}/record.json", at.record),
        Route("/table/{table:id}/fork", at.fork, methods=["POST"]),
        Route("/table/{table:id}/owner", at.owner, methods=["POST"]),
        Route("/table/{table:id}/review.json", reviews.review),
        Route("/table/{table:id}/solve", reviews.solve, methods=["GET", "POST"]),
        *(route for way in WAYS.values() for route in _sketch_routes(way, sketches)),
        WebSocketRoute("/table/{table:id}/live", live),
        Route("/learn/{game}", house.learn),
        Route("/learn/{game}/{guide}", house.guide),
        Route("/learn/{game}/{guide}/frames.json", house.guide_frames),
        Route("/learn/{game}/{guide}/{ply}.svg", house.guide_picture),
        Route("/art/{name}.svg", house.art),
        Route("/static/{name}", house.static),
        Route("/static/{mark}/{name}", house.static),
    ]


def _sketch_routes(way: str, sketches: SketchRoutes) -> list[Route]:
    return [
        Route(f"/{way}/{{game}}", sketches.page),
        Route(f"/{way}/{{game}}/look.json", sketches.look),
        Route(f"/{way}/{{game}}/hints.json", sketches.hints),
        Route(f"/{way}/{{game}}/solve", sketches.solve, methods=["GET", "POST"]),
    ]


async def _live(socket: WebSocket, server: ServerState) -> None:
    try:
        table = await server.host.table(socket.path_params["table"])
        grants = await server.grants(socket, table)
    except Trouble:
        await socket.close(4404)
        return
    if not grants:
        await socket.close(4403)
        return
    await socket.accept()
    room = await server.room(table.id)
    await Live(socket, server, room, Viewer(grants, language_of(socket))).run()


async def _trouble(request: Request, error: Exception) -> Response:
    if not isinstance(error, Trouble):
        return await _failed(request, error)
    status = next((code for kind, code in STATUS.items() if isinstance(error, kind)), 422)
    return problem_page(request, error.line, status)


async def _missing(request: Request, error: Exception) -> Response:
    return problem_page(request, line("there is no such page"), 404)


async def _failed(request: Request, error: Exception) -> Response:
    return problem_page(request, line("something went wrong here; your game is safe"), 500)
