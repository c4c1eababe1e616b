"""Puts the example Nibbles on the shelf as an installed package would be, without an installer."""

from bench.interference import EXAMPLE


def installed(folder):
    """Write what an installer would write into a folder; the paths that a program has to look at."""
    about = folder / "nibbles-0.1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: nibbles\nVersion: 0.1.0\n")
    (about / "entry_points.txt").write_text("[mousehole.games]\nnibbles = nibbles:GAME\n")
    return [str(folder), str(EXAMPLE)]
