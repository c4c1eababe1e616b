"""Puzzles whose answers long searches have found beyond doubt, made by `mousehole puzzles`."""

from mousehole.core.puzzles import Puzzles

PUZZLES = Puzzles(__name__)
