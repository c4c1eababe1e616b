"""The log: it keeps no secret of a link, and however much goes wrong it does not fill the disk."""

import json
import logging
import re

from mousehole.host.quota import Bucket, Buckets

TOKEN = re.compile(r"(/join/\w+/)[^\s\"'?#]+")
KEY = re.compile(r"\b[0-9a-f]{32,}\b|\b[0-9A-Z]{4}(?:-[0-9A-Z]{4}){4}\b")  # tokens and keys of browsers; codes
ACCESS = "mousehole.access"
FORM = "%(asctime)s %(levelname)s %(name)s: %(message)s"
EACH, EACH_BURST = 1 / 10, 5  # lines a second of one kind, and at once
ALL, ALL_BURST = 5, 100  # lines a second of all kinds, and at once


class Discreet(logging.Formatter):
    """Leaves the tokens of links out, wherever they stand."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a line."""
        return KEY.sub("…", TOKEN.sub(r"\1…", super().format(record)))


class JsonLines(Discreet):
    """Writes each line as an object, for programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a line."""
        words = Discreet().format(record)
        told = {"time": record.created, "level": record.levelname, "from": record.name, "words": words}
        return json.dumps({**told, **getattr(record, "fields", {})}, ensure_ascii=False)


class Calm(logging.Filter):
    """Lets the first lines of a kind through and then one now and then, which tells how many were left out."""

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


def begin(form: str = "plain", access: bool = False) -> None:
    """Log to standard error, as lines for people or as JSON; requests only when asked for, and then all of them."""
    handler, formatter = logging.StreamHandler(), JsonLines() if form == "json" else Discreet(FORM)
    handler.setFormatter(formatter)
    handler.addFilter(Calm())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    requests = logging.getLogger(ACCESS)
    requests.propagate, requests.handlers = False, []
    if access:
        requests.setLevel(logging.INFO)
        requests.addHandler(logging.StreamHandler())
        requests.handlers[0].setFormatter(formatter)
