"""Live connections of pages, passed to the application as sockets."""

import asyncio
from collections.abc import Callable
from typing import TypeAlias

from starlette.types import ASGIApp, Message

from mousehole.anywhere.requests import Asked, Requests
from mousehole.core.held_tasks import HeldTasks
from mousehole.web.edge.live_texts import AT_ONCE

Tell: TypeAlias = Callable[[str, str, str], None]  # which connection, "open" | "text" | "close", and the text or reason


class LiveCalls:
    """The connections that are open, by the names their pages gave them."""

    def __init__(self, app: ASGIApp, requests: Requests, tell: Tell) -> None:
        self._app, self._requests, self._tell = app, requests, tell
        self._heard: dict[str, asyncio.Queue[Message]] = {}
        self._tasks = HeldTasks()

    def hear(self, name: str, kind: str, text: str) -> None:
        """Take what a page says: "open" with a path, "text", or "close"."""
        if kind == "open":
            self._open(name, text)
        elif name not in self._heard:
            self._tell(name, "close", "")  # it was open before this house was
        elif kind == "text":
            self._heard[name].put_nowait({"type": "websocket.receive", "text": text})
        else:
            self._heard[name].put_nowait({"type": "websocket.disconnect", "code": 1001})

    def _open(self, name: str, path: str) -> None:
        self._heard[name] = queue = asyncio.Queue[Message]()
        queue.put_nowait({"type": "websocket.connect"})
        self._tasks.start(self._serve(name, path, queue))

    async def _serve(self, name: str, path: str, queue: asyncio.Queue[Message]) -> None:
        def write(texts: list[bytes]) -> bool:
            for text in texts:
                self._tell(name, "text", text.decode())
            return True

        async def send(message: Message) -> None:
            match message["type"]:
                case "websocket.accept":
                    self._tell(name, "open", "")
                case "websocket.send":
                    write(message.get("texts") or [(message.get("text") or "").encode() or message["bytes"]])
                case "websocket.close":
                    self._tell(name, "close", message.get("reason") or "")

        scope = self._requests.scope("websocket", Asked("GET", path))
        scope["extensions"] = {AT_ONCE: {"write": write}}
        try:
            await self._app(scope, queue.get, send)
        finally:
            self._heard.pop(name, None)
            self._tell(name, "close", "")
