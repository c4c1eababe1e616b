"""The log: no secret of a link is written, and a flood of errors does not fill the disk."""

import json
import logging
import re

from starlette.types import Scope

from mousehole.host.limits import Bucket, Buckets

TOKEN = re.compile(r"(/join/\w+/)[^\s\"'?#]+")
KEY = re.compile(r"\b[0-9a-f]{32,}\b|\b[0-9A-Z]{4}(?:-[0-9A-Z]{4}){4}\b")  # tokens and keys of browsers; codes
PUBLIC_PART = re.compile(r"[a-z_-]{1,16}(\.[a-z]{2,4})?|[0-9a-f]{16}|\d{1,6}\.svg")  # no token, key or code matches
LOGGED_PARTS = 8  # of an address
REQUESTS = logging.getLogger("mousehole.access")
FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
EACH, EACH_BURST = 1 / 10, 5  # lines a second of one kind, and at once
ALL, ALL_BURST = 5, 100  # lines a second of all kinds, and at once


def configure_logs(style: str = "plain", requests: bool = False) -> None:
    """Log to standard error, as plain lines or as JSON; requests only when asked for, and then all of them."""
    handler, formatter = logging.StreamHandler(), JsonFormatter() if style == "json" else RedactingFormatter(FORMAT)
    handler.setFormatter(formatter)
    handler.addFilter(FloodFilter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    REQUESTS.propagate, REQUESTS.handlers = False, []
    if requests:
        REQUESTS.setLevel(logging.INFO)
        REQUESTS.addHandler(logging.StreamHandler())
        REQUESTS.handlers[0].setFormatter(formatter)


def log_request(scope: Scope, status: int, seconds: float) -> None:
    """Log how a request went."""
    method = "LIVE" if scope["type"] == "websocket" else scope["method"]
    fields = {"method": method, "path": redacted(scope["path"]), "status": status, "ms": round(1000 * seconds, 1)}
    REQUESTS.info("%(method)s %(path)s %(status)d %(ms).1f ms", fields, extra={"fields": fields})


def redacted(path: str) -> str:
    """A path without any part that could be a secret."""
    parts = path.split("/")[1 : LOGGED_PARTS + 1]
    return "/" + "/".join(part if not part or PUBLIC_PART.fullmatch(part) else "…" for part in parts)


class RedactingFormatter(logging.Formatter):
    """Leaves the tokens of links out, wherever they are."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a line."""
        return KEY.sub("…", TOKEN.sub(r"\1…", super().format(record)))


class JsonFormatter(RedactingFormatter):
    """Writes each line as an object, for programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a line."""
        words = super().format(record)
        fields = {"time": record.created, "level": record.levelname, "from": record.name, "words": words}
        return json.dumps({**fields, **getattr(record, "fields", {})}, ensure_ascii=False)


class FloodFilter(logging.Filter):
    """Passes the first lines of a kind, then one now and then that says how many were left out."""

    def __init__(self) -> None:
        super().__init__()
        self._each, self._all = Buckets(EACH, EACH_BURST), Bucket(ALL, ALL_BURST)
        self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written."""
        kind = f"{record.name} {record.pathname} {record.lineno}"
        if not (self._each.take(kind) and self._all.take()):
            self._left_out += 1
            return False
        if self._left_out:
            record.msg, record.args = f"{record.getMessage()} ({self._left_out} lines were left out)", ()
            self._left_out = 0
        return True
