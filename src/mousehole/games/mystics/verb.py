"""What every verb has in common, and the verbs that bring company."""

from msgspec import Struct

from mousehole.games.mystics.selectors import Who


class Verb(Struct, frozen=True, tag_field="verb", forbid_unknown_fields=True, omit_defaults=True):
    """What every verb has in common."""


class Join(Verb, frozen=True, tag="join"):
    """An ally or a pet joins a mouse."""

    friend: str
    who: Who = "self"
