"""Chances to win, estimated by simulated games or by trees, and how sure they are."""
