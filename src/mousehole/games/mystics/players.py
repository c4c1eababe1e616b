"""Companions."""

PLAYERS: dict[str, object] = {}
