"""Boxes with other numbers than ours."""

from importlib.resources import files


def party_text():
    """Read the box that comes with the game, as text."""
    return (files("mousehole.games.mousewarming") / "content" / "party.toml").read_text("utf-8")


# A longer ring with a bare space, three feeders, three foods, a bigger table and trays of three places.
GARDEN = """
ring = "P B P F P . B P B F P B P . B P B F P B P P"
pantry = 8
backpack = 3
trays = { silver = [5, 4, 2, 1], golden = [4, 2, 1, 1] }
kitchens = [["nut", "carrot"], ["cheese", "nut"]]
guests = [1, 2, 3, 1, 1, 2]
table = { sectors = 5, plates = 9 }
tokens = "unlimited"

[sides]
n = 1
e = 6
s = 11
w = 17

[die]
cheese = 1
nut = 2
carrot = 3

[raccoon]
cheese = 1
nut = 4
carrot = 4
"""
