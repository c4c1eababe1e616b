"""Thinking ahead: plans, simulated rounds, and what a position is worth."""
