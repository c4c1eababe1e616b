"""Small rows to store."""

from mousehole.store import ResultRow, TableRow


class Clock:
    """A clock that moves when told."""

    def __init__(self) -> None:
        self.now = 30.0

    def __call__(self) -> float:
        return self.now


def table(name: str = "a", group: str = "g", touched: float = 1.0, over: bool = False) -> TableRow:
    return TableRow(name, group, "mmm", 1, "c0ffee", b'{"players":2}', b"\0seed", b"{}", 1.0, touched, over)


def result(table: str = "a", group: str = "g", ended: float = 2.0, title: str = "") -> ResultRow:
    return ResultRow(table, group, "mmm", b"{}", b'{"winners":[0]}', True, title, ended)
