"""Bots that play for people who are away: who may seat them, and when they sit down by themselves."""

import asyncio
from contextlib import suppress

from mousehole.core.game import Chance, Decide, Seat
from mousehole.core.words import UserError
from mousehole.host import Host
from mousehole.host.level_words import usual_level
from mousehole.table import Chair, Sit, Table
from mousehole.web.faces import chair_from
from mousehole.web.live.room import Room, Viewer

OFFER_AFTER = 20.0  # seconds after which the others may let a bot play for somebody who is away
TAKE_OVER_AFTER = 60.0  # seconds after which a bot takes over by itself, at tables set so
CHECK_INTERVAL = 5.0  # seconds between two looks


def may_seat(room: Room, viewer: Viewer, asked: Sit) -> bool:
    """Whether a viewer may say who sits in a seat: the owner in any, players in their own, those who wait a bot."""
    if viewer.grants.owner or asked.seat in viewer.seats:
        return True
    chairs = room.table.chairs
    waits = viewer.seats and asked.chair.kind == "bot" and 0 <= asked.seat < len(chairs)
    return bool(waits) and chairs[asked.seat].kind == "person" and room.presence.away_for(asked.seat) >= OFFER_AFTER


def seating(room: Room, asked: Sit) -> Sit:
    """Who is to sit in a seat; a name or a face that is not given stays."""
    table = room.table
    now = table.chairs[asked.seat] if 0 <= asked.seat < len(table.chairs) else Chair("empty")
    return Sit(asked.seat, chair_from(table.game, asked.chair, now))


def awaited_seats(table: Table) -> tuple[Seat, ...]:
    """The seats that a game waits for."""
    match table.turn:
        case Decide() as turn:
            return tuple(each.seat for each in turn.asked)
        case Chance(thrower=seat) if seat is not None:
            return (seat,)
    return ()


def stand_in(table: Table, seat: Seat) -> Sit:
    """Seat the usual bot in the place of a person, who keeps name and face."""
    teams = len({kind.team for kind in table.game.seats(table.setup)})
    now = table.chairs[seat]
    return Sit(seat, Chair("bot", now.name, usual_level(table.game, teams), now.face))


async def stand_in_when_away(host: Host, room: Room) -> None:
    """Seat bots for people who are away while others wait, where the table wants that."""
    while True:
        await asyncio.sleep(CHECK_INTERVAL)
        for seat in awaited_seats(room.table) if room.rules.stand_in else ():
            if room.table.chairs[seat].kind == "person" and room.presence.away_for(seat) >= TAKE_OVER_AFTER:
                with suppress(UserError):  # somebody moved meanwhile, or another server was quicker
                    await host.move(room.table.id, stand_in(room.table, seat))
