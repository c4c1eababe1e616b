"""A browser without a screen: cookies by path, forms, and the live socket, over real connections."""

import asyncio
import json
from contextlib import asynccontextmanager
from http.client import HTTPConnection, HTTPResponse
from http.cookies import SimpleCookie
from urllib.parse import urlencode, urlsplit

from websockets.asyncio.client import connect

from tests.web.frame_stream import whole


class Page:
    """An answer, read whole."""

    def __init__(self, answer: HTTPResponse):
        self.status, self.headers, self.data = answer.status, answer.headers, answer.read()

    @property
    def text(self):
        return self.data.decode()

    @property
    def json(self):
        return json.loads(self.text)


class Browser:
    """Keeps cookies as browsers do: by path."""

    def __init__(self, port, **headers):
        self.port, self.headers, self.cookies = port, headers, {}

    def get(self, path, **headers):
        return self.ask("GET", path, None, headers)

    def post(self, path, form=None, body=None, **headers):
        data = body if body is not None else urlencode(form or {}).encode()
        return self.ask("POST", path, data, headers)

    def ask(self, method, path, body, headers):
        line = HTTPConnection("127.0.0.1", self.port, timeout=240)
        sent = {name.replace("_", "-"): value for name, value in {**self.headers, **headers}.items()}
        line.request(method, path, body, {"Cookie": self.cookie(path), **sent})
        page = Page(line.getresponse())
        line.close()
        for text in page.headers.get_all("set-cookie") or ():
            for name, morsel in SimpleCookie(text).items():
                self.cookies[name, morsel["path"] or "/"] = morsel.value
        return page

    def follow(self, page):
        return self.get(urlsplit(page.headers["location"]).path)

    def cookie(self, path):
        return "; ".join(f"{name}={value}" for (name, at), value in self.cookies.items() if path.startswith(at))

    def opened(self, **form):
        """Open a table of Mmm! by the form, or by "play now" without one."""
        page = self.post("/new/mmm", form) if form else self.post("/play/mmm")
        assert page.status == 303, page.text
        return urlsplit(page.headers["location"]).path.split("/")[2]

    @asynccontextmanager
    async def live(self, table, known=None, hello=True, name="127.0.0.1", version=2, **headers):
        path = f"/table/{table}/live"
        sent = {"Cookie": self.cookie(path), **headers}
        where = {"host": "127.0.0.1", "port": self.port}
        async with connect(
            f"ws://{name}:{self.port}{path}", additional_headers=sent, max_queue=None, **where
        ) as socket:
            talk = Talk(socket)
            if hello:
                await talk.say(type="hello", version=version, known=known)
                talk.welcome = await talk.hear("welcome")
                talk.held = talk.welcome["frame"]
                talk.entry = talk.held["entry"] if known is None else known
            yield talk


class Talk:
    """A live connection that remembers what it has heard."""

    def __init__(self, socket):
        self.socket, self.heard, self.entry, self.frame, self.tickets = socket, [], 0, None, 0
        self.held, self.sent = None, []  # the newest whole frame, and all frames as they came

    async def say(self, **message):
        await self.socket.send(json.dumps(message))

    async def hear(self, *kinds):
        """Wait for the next message of these kinds."""
        while True:
            for message in self.heard:
                if message["type"] in kinds:
                    self.heard.remove(message)
                    return message
            self._take(json.loads(await asyncio.wait_for(self.socket.recv(), 240)))

    async def shown(self, entry):
        """Wait until the table is shown as of an entry."""
        while self.entry < entry:
            await self.hear("frames")

    def _take(self, message):
        for frame in message.get("frames", ()):
            self.sent.append(frame)
            self.held = self.frame = whole(frame, self.held)
            self.entry = frame["entry"]
        self.heard.append(message)

    async def move(self, kind, **more):
        """Send a move and wait until it is acknowledged and shown."""
        self.tickets += 1
        message = {"type": kind, "seat": 0, "entry": self.entry, "ticket": f"t{self.tickets}", **more}
        await self.say(**message)
        answer = await self.hear("ack", "refused")
        while answer.get("reason") == "busy":  # as on any busy machine: the page tries again too
            await asyncio.sleep(0.3)
            await self.say(**message)
            answer = await self.hear("ack", "refused")
        assert answer["type"] == "ack", answer
        await self.shown(answer["entry"])
        return answer

    async def refused(self, kind, **more):
        """Send something that is not taken; say why."""
        await self.say(type=kind, **more)
        return (await self.hear("refused"))["reason"]
