"""Judges a run by what people called and heard and by what the store keeps, without a look at how servers work."""

from collections import Counter, defaultdict
from hashlib import blake2b

import msgspec
from msgspec import Struct

from mousehole import shelf
from mousehole.core.game import Chance, Decide, Over
from tests.simulation import relations
from tests.simulation.world import nuts

SOON = 0.5  # virtual seconds
UNSEEMLY = (
    "let in by an old link",
    "cannot follow",
    "shown again",
    "shown an older table",
    "plays without a lease",
    "fails",
    "is damaged",
)


class Kept(Struct):
    """A table as the store keeps it, read by nothing but JSON and the rules of its game."""

    name: str
    row: object
    entries: list
    game: object
    states: list = []  # of the moves that count
    clean: bool = True  # luck was never taken back

    @property
    def tickets(self):
        """Where in the log each ticket stands, counted from one."""
        found = defaultdict(list)
        for number, entry in enumerate(self.entries, 1):
            if entry.get("ticket"):
                found[entry["ticket"]].append(number)
        return found

    @property
    def setup(self):
        """What was chosen before the game."""
        return msgspec.json.decode(self.row.setup, type=self.game.setup)

    def sat_to_the_end(self, seats):
        """Those of some seats that no bot had when the last move was made."""
        last = max((n for n, entry in enumerate(self.entries) if entry["type"] != "sat"), default=0)
        chairs = {entry["seat"]: entry["chair"]["kind"] for entry in self.entries[:last] if entry["type"] == "sat"}
        return tuple(seat for seat in seats if chairs.get(seat) != "bot")

    def told(self, left, *kinds):
        """What the history says about it."""
        return [line for line in left.history.all(*kinds) if line.facts.get("table") == self.name]


def complaints(left):
    """Everything that should not have happened."""
    tables = [_kept(name, row, lines) for name, (row, lines) in left.tables.items()]
    found = []
    for table in tables:
        found += _acknowledged(left, table)
        found += _asked_for(left, table)
        found += _ended_rights(left, table)
        found += _by_the_rules(table)
        found += _settings(left, table)
        found += _frames(left, table)
        found += _in_time(left, table)
    return [*found, *relations.complaints(left, tables), *_unseemly(left), *_went_on(left, tables)]


def _kept(name, row, lines):
    game = nuts.GAME if row.game == nuts.GAME.name else shelf.find(row.game)
    return Kept(name, row, [msgspec.json.decode(text) for text in lines], game)


def _acknowledged(left, table):
    """Every acknowledged move is there exactly once, where the answer said, and in the order of the calls."""
    places, last = table.tickets, Counter()
    for ticket, numbers in places.items():
        if len(numbers) > 1:
            yield f"{ticket} is written {len(numbers)} times"
    for line in table.told(left, "acked"):
        ticket, entry = line.facts["ticket"], line.facts["entry"]
        if entry not in places.get(ticket, ()):
            yield f"{ticket} was acknowledged as entry {entry}, which it is not"
        if entry <= last[line.who]:
            yield f"{ticket} came before an earlier move of {line.who}"
        last[line.who] = entry
    for line in table.told(left, "refused"):
        if line.facts["ticket"] in places:
            yield f"{line.facts['ticket']} was refused ({line.facts['reason']}) and is written nevertheless"


def _asked_for(left, table):
    """Everything in the log was asked for, by whom it names and knowing what came before."""
    called = {line.facts["ticket"]: line.facts for line in table.told(left, "calls")}
    chairs = {}
    for number, entry in enumerate(table.entries):
        if entry["type"] == "sat":
            chairs[entry["seat"]] = entry["chair"]["kind"]
        elif ticket := entry.get("ticket"):
            asked = called.get(ticket, {})
            if (asked.get("seat"), asked.get("entry")) != (entry["seat"], number):
                yield f"entry {number + 1} ({ticket}) was not asked for like this"
        elif entry["type"] == "played" and chairs.get(entry["seat"]) != "bot":
            yield f"entry {number + 1} was played by nobody"
        elif entry["type"] == "undone":
            yield f"entry {number + 1} was taken back by nobody"


def _ended_rights(left, table):
    """Nobody acts whose right had ended before, and everybody hears that it has."""
    called = {line.facts["ticket"]: line for line in table.told(left, "calls")}
    written = {name: line for name, line in called.items() if name in table.tickets}
    for who, ended, seat in _endings(left, table):
        for ticket, line in written.items():
            if line.who == who.name and line.number > ended and line.facts["seat"] == seat:
                yield f"{ticket} was played by {who.name}, whose right to seat {seat} had ended"
        if not who.gone:
            yield f"{who.name} was never told that its right had ended"


def _endings(left, table):
    """Who lost a role by an acknowledged deed, and since when: those who got it in the epoch that ended, or before."""
    epochs = {person.name: 0 for person in left.people if person.name.startswith(("anna", "ben", "zoe"))}
    epochs |= {line.who: line.facts["epoch"] for line in table.told(left, "joined")}
    for line in table.told(left, "done"):
        if line.facts["do"] not in ("remove", "renew"):
            continue
        role = line.facts.get("role") or f"seat-{line.facts['seat']}"
        for person in left.people:
            mine = epochs.get(person.name, line.facts["epoch"] + 1)
            if person.table == table.name and person.name != line.who and mine <= line.facts["epoch"]:
                if role == "watch" and not person.seats:
                    yield person, line.number, None
                elif role.startswith("seat-") and int(role[5:]) in person.seats:
                    yield person, line.number, int(role[5:])


def _by_the_rules(table):
    """Every event is legal where it stands, and luck is what the seed says."""
    game, states = table.game, table.states
    states.append(game.new(table.setup))
    lucky = []  # which of the moves that count were luck
    for number, entry in enumerate(table.entries, 1):
        turn = game.turn(states[-1])
        if entry["type"] == "undone":
            table.clean &= not any(lucky[entry["to"] :])
            del lucky[entry["to"] :]
            del states[entry["to"] + 1 :]
        elif entry["type"] in ("played", "fell"):
            event = msgspec.convert(entry["event"], game.event)
            if problem := _illegal(turn, entry, event, table.row.seed, len(states) - 1):
                yield f"entry {number}: {problem}"
                return
            states.append(game.apply(states[-1], event))
            lucky.append(entry["type"] == "fell")
    if isinstance(game.turn(states[-1]), Over) != table.row.over:
        yield "the store does not know whether the game is over"


def _illegal(turn, entry, event, seed, ply):
    match turn:
        case Decide() if entry["type"] != "played" or entry["seat"] != turn.seat or event not in turn.actions:
            return "no legal action of this seat"
        case Chance() if entry["type"] != "fell" or event != _drawn(turn.odds, seed, ply):
            return "not the luck of the seed"
        case Over():
            return "the game was over"
    return ""


def _drawn(odds, seed, ply):
    """Draw luck as docs/design/seals-and-logs.md says."""
    digest = blake2b(ply.to_bytes(8, "big"), key=seed, digest_size=16).digest()
    point, passed = int.from_bytes(digest, "big") * sum(weight for _, weight in odds) >> 128, 0
    for event, weight in odds:
        passed += weight
        if passed > point:
            return event
    return None


def _settings(left, table):
    """Every epoch that an owner ended, by acknowledged word, has ended, and every switch stands as it was put."""
    settings = msgspec.json.decode(table.row.options)
    epochs, switches = settings["extra"].get("epochs", {}), settings["extra"] | settings["options"]
    for line in table.told(left, "done"):
        if "to" in line.facts and switches.get(line.facts["do"]) is not (line.facts["to"] == "on"):
            yield f"{line.facts['do']} was put to {line.facts['to']}, but is {switches.get(line.facts['do'])}"
        if line.facts["do"] in ("remove", "renew"):
            role = line.facts.get("role") or f"seat-{line.facts['seat']}"
            if epochs.get(role, 0) <= line.facts["epoch"]:
                yield f"epoch {line.facts['epoch']} of {role} was ended, but it is still {epochs.get(role, 0)}"


def _frames(left, table):
    """Every viewer ends with the last frame, as somebody sees it who looks for the first time."""
    fresh = next(person for person in left.people if person.table == table.name and person.name.startswith("fresh"))
    if fresh.frame is None or fresh.entry != len(table.entries):
        yield f"a newcomer sees entry {fresh.entry} of {len(table.entries)}"
        return
    for person in left.people:
        if person.table == table.name and not person.gone and _seen(person.frame) != _seen(fresh.frame):
            yield f"{person.name} ends with entry {person.entry} of {len(table.entries)}, or another picture of it"


def _in_time(left, table):
    """While nothing fails, everybody sees a move soon after it was acknowledged, and not only at the next look."""
    for line in table.told(left, "acked"):
        until = line.at + SOON
        if not any(start <= line.at and until <= end for start, end in left.calm):
            continue
        for person in left.people:
            here = any(since <= line.at - SOON and until <= end for since, end in person.sittings)
            seen = max((entry for at, entry in person.sights if at <= until), default=-1)
            if person.table == table.name and here and not person.gone and seen < line.facts["entry"]:
                yield f"{person.name} has not seen entry {line.facts['entry']} {SOON} seconds after it was acknowledged"


def _seen(frame):
    if frame is None:
        return None
    return frame["entry"], frame["ply"], frame["turn"]["kind"], frame["turn"].get("seat"), frame["scene"]


def _unseemly(left):
    for line in left.history.all(*UNSEEMLY):
        yield f"{line.who} {line.what}: {line.facts}"


def _went_on(left, tables):
    """After the last fault everything went on to its end, never waiting for longer than it may."""
    for line in left.history.all("no rest"):
        yield f"no rest after the last fault: {line.facts}"
    for table in tables:
        if not table.row.over and len(table.entries) < left.most:
            yield f"table {table.name} is stuck at entry {len(table.entries)}"
