"""Answers packed on their way, where that pays and can tell nobody anything.

Only answers without secrets are packed: the length of a packed page with a token in it could reveal the token to
whoever can make a browser ask for that page with words of their own.
"""

import asyncio
import gzip

from starlette.requests import HTTPConnection
from starlette.responses import Response

LEAST = 1_400  # bytes: less fits into one packet anyhow
LEVEL = 4


async def packed(asked: HTTPConnection, data: bytes, kind: str, lasts: str) -> Response:
    """An answer without secrets, packed beside the event loop if the browser takes that."""
    headers = {"cache-control": lasts, "vary": "accept-encoding"}
    if len(data) >= LEAST and "gzip" in asked.headers.get("accept-encoding", ""):
        data = await asyncio.to_thread(gzip.compress, data, LEVEL, mtime=0)
        headers["content-encoding"] = "gzip"
    return Response(data, media_type=kind, headers=headers)
