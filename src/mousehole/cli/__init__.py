"""The commands of mousehole."""

from mousehole.cli.main import main

__all__ = ["main"]
