"""How texts go to a live connection: several in one write, where whoever serves can do that."""

from collections.abc import Callable

from starlette.websockets import WebSocket

AT_ONCE = "mousehole.texts"


async def send_texts(socket: WebSocket, texts: list[bytes]) -> None:
    """Send several messages, in one write where the server can do that."""
    if AT_ONCE in socket.scope.get("extensions", {}):
        await socket.send({"type": "websocket.send", "texts": texts})
    else:
        for text in texts:
            await socket.send_text(text.decode())


def writer(socket: WebSocket) -> Callable[[list[bytes]], bool] | None:
    """Find how to write to a socket without waiting, where the server can do that."""
    write: Callable[[list[bytes]], bool] | None = socket.scope.get("extensions", {}).get(AT_ONCE, {}).get("write")
    return write
