"""What the owner of a table has decided, kept with its settings: which links count, who may chat."""

from collections.abc import Callable
from functools import reduce
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from mousehole import shelf
from mousehole.core.record import read_setup
from mousehole.host.stored_table import Change, StoredSettings, TableSettings
from mousehole.store import Store, TableRow
from mousehole.web.rights.access import roles

MOST_MUTED = 200


class TableRules(Struct, frozen=True):
    """A raised epoch revokes a role's earlier links and grants; `inherited` are the epochs of the previous game."""

    epochs: dict[str, int] = {}
    inherited: dict[str, int] = {}
    chat: bool = True
    muted: tuple[str, ...] = ()  # roles, and spectators by their marks
    stand_in: bool = False  # a bot takes over by itself from who is away for a while

    def epoch(self, role: str) -> int:
        """The epoch of a role."""
        return self.epochs.get(role, 0)

    def came_along(self, role: str) -> bool:
        """Whether a role still belongs to the person who held it when the previous game ended."""
        return self.epoch(role) == self.inherited.get(role, 0)


def rules_of(settings: TableSettings) -> TableRules:
    """Read the rules of a table."""
    return msgspec.convert(settings.extra, TableRules)


def rules_change(change: Callable[[TableRules], TableRules]) -> Change:
    """Make a change of settings from a change of rules."""

    def changed(old: TableSettings) -> TableSettings:
        return replace(old, extra={**old.extra, **msgspec.to_builtins(change(rules_of(old)))})

    return changed


def inherit(extra: dict[str, Any]) -> dict[str, Any]:
    """The rules of the previous game of a group, for its next one."""
    rules = msgspec.convert(extra, TableRules)
    written: dict[str, Any] = msgspec.to_builtins(replace(rules, inherited=rules.epochs))
    return written


def end_role(rules: TableRules, role: str) -> TableRules:
    """End what the links and grants of a role gave so far."""
    return replace(rules, epochs={**rules.epochs, role: rules.epoch(role) + 1})


def end_epoch(rules: TableRules, role: str, epoch: int) -> TableRules:
    """End an epoch of a role, unless that was done before."""
    return end_role(rules, role) if rules.epoch(role) == epoch else rules


def with_mute(rules: TableRules, who: str, mute: bool) -> TableRules:
    """Mute or unmute a role or a spectator; beyond the limit the earliest is unmuted."""
    others = tuple(one for one in rules.muted if one != who)
    return replace(rules, muted=(*others, who)[-MOST_MUTED:] if mute else others)


async def close(store: Store, row: TableRow) -> None:
    """End all links and all that they gave, the owner's too; the game is kept."""
    game = shelf.find(row.game)
    seats = len(game.seats(read_setup(game, row.setup)))
    await StoredSettings(row.id, row.options).change(
        store, rules_change(lambda rules: reduce(end_role, roles(seats), rules))
    )
