"""A table as it is told to one viewer: what stays from move to move."""

from mousehole.core.setups.agreement import agreement
from mousehole.core.words import Line, line
from mousehole.host import voice_at
from mousehole.web.rights.access import WATCH
from mousehole.web.room import Room, Viewer, phrases
from mousehole.web.wire import OptionsView, TableView, You


def table_view(room: Room, viewer: Viewer) -> TableView:
    """What does not change with every move."""
    table = room.table
    say = voice_at(table, viewer.language)
    return TableView(
        table.id,
        table.game.name,
        say(table.game.title),
        room.presence.rows(viewer.language, viewer.seats),
        table.seed_hash,
        room.presence.levels(viewer.language),
        phrases(say),
        viewer.language,
        options_view(room),
        room.presence.spectators,
        tuple(map(say, agreed(room))),
    )


def agreed(room: Room) -> tuple[Line, ...]:
    """What is special about a table: its set-up, and dice that are real."""
    table = room.table
    dice = (line("We roll real dice"),) if table.options.real_dice else ()
    return (*agreement(table.game, table.setup), *dice)


def options_view(room: Room) -> OptionsView:
    """How people play at a table, as its owner wants it."""
    table, rules = room.table, room.rules
    asked, hints = table.options, table.hints_on and not room.withheld
    own = (rules.chat, hints, rules.muted, rules.stand_in, rules.epochs)
    return OptionsView(asked.shared, asked.auto_throw, asked.real_dice, *own)


def you(room: Room, viewer: Viewer) -> You:
    """Who a viewer is, and what it may do."""
    return You(room.name(viewer), viewer.grants.owner, viewer.seats, muted(room, viewer))


def muted(room: Room, viewer: Viewer) -> bool:
    """Whether a viewer may not chat for now."""
    roles = viewer.grants.roles if viewer.seats else (WATCH, viewer.mark)
    return not viewer.grants.owner and not set(roles).isdisjoint(room.rules.muted)
