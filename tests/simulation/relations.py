"""Judges what the store keeps beside the logs: how tables ended, what browsers may do there, and what they keep."""

import math
from hashlib import sha256

import msgspec

from mousehole import shelf
from mousehole.core.game import Over, Result
from tests.simulation.world.pastimes import GAME, choice

SHARE = 0.25  # of a log that may be taken back


def complaints(left, tables):
    """Everything that is kept and should not be, or should be and is not."""
    yield from _endings(left)
    for table in tables:
        yield from _results(left, table)
        yield from _grants(left, table)
        yield from _albums(left, table)
        yield from _quotas(left, table)
    yield from _brought(left)
    yield from _puzzles(left)


def browser(person):
    """The name under which the store knows somebody's browser."""
    return sha256(person.key.encode()).hexdigest()


def _endings(left):
    """Tables that are over have a result, and no others do; those that nobody watches as well."""
    over = {row["id"] for row in left.rows["tables"] if row["over"]}
    ended = {row["table"] for row in left.rows["results"]}
    for name in sorted(over - ended):
        yield f"table {name} is over and has no result"
    for name in sorted(ended - over):
        yield f"table {name} has a result and is not over"


def _results(left, table):
    """A result says what follows from the log."""
    turn = table.game.turn(table.states[-1])
    for row in left.rows["results"]:
        if row["table"] != table.name or not isinstance(turn, Over):
            continue
        setup = msgspec.json.decode(row["setup"], type=table.game.setup)
        title = table.game.title_of((Result(setup, turn, table.clean),))
        kept = row["group"], row["game"], setup, msgspec.json.decode(row["over"], type=Over), row["clean"], row["title"]
        due = table.row.group, table.row.game, table.setup, turn, table.clean, title.text if title else ""
        if kept != due:
            yield f"the result of table {table.name} is {kept}, and should be {due}"


def _grants(left, table):
    """Every grant comes from a link of its epoch, every promise of one is kept, and who was removed is barred."""
    people = {browser(person): person for person in left.people}
    rows = {(row["browser"], row["role"]): row for row in left.rows["grants"] if row["table"] == table.name}
    for (who, role), row in rows.items():
        if who not in people:
            yield f"a browser that nobody has holds {role} at table {table.name}"
        elif not row["barred"] and row["epoch"] not in _given(left, table, people[who].name, role):
            yield f"{people[who].name} holds epoch {row['epoch']} of {role}, which nothing has given"
        elif row["barred"] and not any(line.facts["do"] == "remove" for line in table.told(left, "asks")):
            yield f"{people[who].name} is barred from {role}, and nobody has asked for it"
    yield from _kept_promises(left, table, people, rows)


def _given(left, table, who, role):
    """The epochs of a role that somebody may hold: of links they used, and of links they renewed themselves."""
    mine = [line for line in table.told(left, "admitted", "joins", "asks") if line.who == who]
    used = [line.facts["epoch"] for line in mine if line.what != "asks" and line.facts["role"] == role]
    renewed = [line.facts["epoch"] + 1 for line in mine if line.what == "asks" and line.facts.get("role") == role]
    return {*used, *renewed}


def _kept_promises(left, table, people, rows):
    known = {person.name: who for who, person in people.items()}
    left_it = {line.who for line in table.told(left, "leaves")}
    held = {}  # since which line somebody has an epoch of a role
    for line in table.told(left, "admitted", "joined"):
        row = rows.get((known[line.who], line.facts["role"]))
        held[line.who, line.facts["role"], line.facts["epoch"]] = line.number
        if line.who not in left_it and (row is None or row["epoch"] < line.facts["epoch"]):
            yield f"{line.who} was given epoch {line.facts['epoch']} of {line.facts['role']} and does not have it"
    asked = {}
    for line in table.told(left, "asks"):
        asked.setdefault(msgspec.json.encode(line.facts), line.number)
    for line in table.told(left, "done"):
        if line.facts["do"] != "remove":
            continue
        lost = f"seat-{line.facts['seat']}", line.facts["epoch"]
        for (who, *what), since in held.items():
            barred = rows.get((known[who], lost[0]), {"barred": False})["barred"]
            if (
                who not in left_it
                and tuple(what) == lost
                and since < asked[msgspec.json.encode(line.facts)]
                and not barred
            ):
                yield f"{who} was removed from {lost[0]} and is not barred"


def _albums(left, table):
    """Everybody who played to the end finds the page about it, once and as the log says, unless they emptied it."""
    result = next((row for row in left.rows["results"] if row["table"] == table.name), None)
    emptied = {line.who for line in left.history.all("emptied")}
    for person in left.people:
        if person.table != table.name or person.album is None or person.gone not in ("", "left"):
            continue
        page = person.album.get(table.name)
        due = bool(result and person.name not in emptied and table.sat_to_the_end(person.seats))
        if (page is not None) != due:
            yield f"{person.name} {'lacks' if due else 'has'} the page about table {table.name}"
        elif page and (said := _page(page)) != (wanted := _page_due(table, person, result)):
            yield f"the page of {person.name} about table {table.name} says {said}, and should say {wanted}"


def _page(page):
    mine = tuple(seat for seat, sitter in enumerate(page["sitters"]) if sitter.get("mine"))
    over = msgspec.convert(page["over"], Over)
    return over, page["clean"], page["title"], page["ended"], page["plies"], mine


def _page_due(table, person, result):
    over, plies = table.game.turn(table.states[-1]), len(table.states) - 1
    return over, table.clean, result["title"], result["ended"], plies, table.sat_to_the_end(person.seats)


def _brought(left):
    """A page from elsewhere is in the album that it was brought to, unless that was emptied later."""
    for line in left.history.all("brought"):
        person = next(person for person in left.people if person.name == line.who)
        later = [other for other in left.history.all("emptied") if other.who == line.who and other.number > line.number]
        if person.album is not None and (line.facts["page"] in person.album) == bool(later):
            yield f"the page {line.facts['page']} {'is still' if later else 'is not'} in the album of {line.who}"


def _puzzles(left):
    """Every answer counts, and once, however often it was sent and from however many tabs."""
    kept = {row["browser"]: msgspec.json.decode(row["value"])["games"][GAME] for row in left.rows["puzzles"]}
    answered = {}
    for line in left.history.all("answered"):
        answered.setdefault(sha256(line.facts["key"].encode()).hexdigest(), set()).add(line.facts["puzzle"])
    for who, names in answered.items():
        named = shelf.find(GAME).parts.puzzles.named
        due = len(names), sum(choice(name) in named[name].best for name in names)
        if (found := (kept[who]["tried"], kept[who].get("solved", 0)) if who in kept else (0, 0)) != due:
            yield f"{found[0]} puzzles were counted, {found[1]} of them solved; answered were {due}"


def _quotas(left, table):
    """No log is longer than it may be, and nothing is taken back faster or oftener than it may."""
    if math.isinf(left.undos):
        return
    undone = sum(entry["type"] == "undone" for entry in table.entries)
    if len(table.entries) > left.most or undone > math.ceil(left.most * SHARE):
        yield f"table {table.name} has {len(table.entries)} entries, {undone} of them taken back"
    if undone > left.lives * left.undos + left.seconds / 60 * left.undos:
        yield f"{undone} moves were taken back at table {table.name} in {left.seconds:.0f} seconds"
