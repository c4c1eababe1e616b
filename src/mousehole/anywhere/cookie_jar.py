"""The cookies of the one browser that lives here: a page from a service worker can set none."""

from http.cookies import SimpleCookie

import msgspec


class CookieJar:
    """Keeps cookies by name, as text that can be kept beside the saved games."""

    def __init__(self, kept: bytes = b"{}") -> None:
        self._cookies = msgspec.json.decode(kept, type=dict[str, str])
        self.changed = False

    def header(self) -> str:
        """Write the header of a request."""
        return "; ".join(f"{name}={value}" for name, value in self._cookies.items())

    def take(self, header: str) -> None:
        """Take in what an answer sets or deletes."""
        before = dict(self._cookies)
        for name, cookie in SimpleCookie(header).items():
            if not cookie.value or cookie["max-age"] == "0":
                self._cookies.pop(name, None)
            else:
                self._cookies[name] = cookie.coded_value
        self.changed = self.changed or before != self._cookies

    def kept(self) -> bytes:
        """Write all of them down."""
        self.changed = False
        return msgspec.json.encode(self._cookies)
