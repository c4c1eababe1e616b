"""Puzzles of both boards, made from the exact solution by `mousehole puzzles`."""

from mousehole.core.puzzles.puzzle import Puzzles

PUZZLES = Puzzles(__name__)
