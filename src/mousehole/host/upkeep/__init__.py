"""Looks after what is kept: whether every table can still be played by the rules."""
