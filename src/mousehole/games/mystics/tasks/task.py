"""What every task is."""

from msgspec import Struct


class Task(Struct, frozen=True):
    """Something to do."""
