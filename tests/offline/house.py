"""The house as a browser opens it, in this process: what it tells pages and whom it asks is written down."""

import asyncio
import json

from mousehole.offline.browser_house import open_house
from mousehole.offline.browser_jobs import think


class OpenHouse:
    def __init__(self, base):
        self.base, self.told, self.asked, self.house, self.taken = base, [], [], None, False

    async def open(self, path):
        origin = json.dumps({"host": "games.example:8080", "base": self.base, "pace": 0})
        self.house = await open_house(origin, str(path), self.tell, self.ask, lambda: self.taken)
        return self

    def tell(self, name, kind, text):
        self.told.append((name, kind, text))

    def ask(self, number, kind, question):
        self.asked.append(kind)
        answer = think(kind, question, lambda done, total: None)
        if number:
            self.house.jobs.hear(number, answer)

    async def get(self, path, method="GET", body=b"", guest="", **headers):
        path, _, query = path.partition("?")
        asked = {"method": method, "path": path, "query": query, "headers": list(headers.items())}
        head, data = await self.house.answer(json.dumps(asked), memoryview(body), guest)
        answered = json.loads(head)
        return answered["status"], dict(answered["headers"]), data

    async def heard(self, kind, within=240.0):
        """Wait for a message of a kind on a live connection."""
        async with asyncio.timeout(within):
            while True:
                for name, how, text in self.told:
                    if how == "text" and json.loads(text)["type"] == kind:
                        return name, json.loads(text)
                await asyncio.sleep(0.01)
