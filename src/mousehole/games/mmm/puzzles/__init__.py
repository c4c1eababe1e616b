"""Puzzles of both boards, made from the exact solution by `mousehole puzzles`."""

from mousehole.core.puzzles import Puzzles

PUZZLES = Puzzles(__name__)
