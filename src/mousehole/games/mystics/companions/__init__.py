"""Companions: programs that play a mouse, and what they think of a position."""
