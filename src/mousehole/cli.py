"""The commands of mousehole."""


def main() -> int:
    """Run a command; the number is the exit code."""
    return 0
