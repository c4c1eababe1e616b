"""Shows the manual, as `./mousehole docs` builds it, below /docs."""

import mimetypes

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from mousehole.core.words import line
from mousehole.web.pages.manual_folder import manual_folder
from mousehole.web.routes.house_routes import problem_page

mimetypes.add_type("text/javascript", ".js")  # the registry of Windows may say otherwise, and browsers refuse that


def manual_routes() -> list[BaseRoute]:
    """Serve the manual where it has been built; elsewhere one page says how to get it."""
    folder = manual_folder()
    if folder is not None:
        return [Mount("/docs", StaticFiles(directory=folder, html=True))]
    return [Route("/docs", _absent), Route("/docs/{page:path}", _absent)]


async def _absent(request: Request) -> Response:
    words = line("the manual has not been built here: run ./mousehole docs, then start mousehole again")
    return problem_page(request, words, 404)
