"""A job that naps, and a worker that knows it: started by tests, which kill it in the middle of a nap."""

import os
import sys
import time
from pathlib import Path

from mousehole.host.jobs import KINDS, JobKind


def nap(diary: str, seconds: float) -> int:
    """Note who naps, sleep, and say who it was."""
    with Path(diary).open("a") as file:
        file.write(f"{os.getpid()}\n")
    time.sleep(seconds)
    return os.getpid()


def faint(diary: str) -> int:
    """Note who fainted, and take the process along."""
    with Path(diary).open("a") as file:
        file.write(f"{os.getpid()}\n")
    os._exit(1)


NAP = JobKind("nap", nap, tuple[str, float], int, priority=5, timeout=240.0, answer_kept=600.0)
FAINT = JobKind("faint", faint, tuple[str], int, priority=5, timeout=240.0, answer_kept=600.0)
KINDS.update(nap=NAP, faint=FAINT)

if __name__ == "__main__":
    from mousehole.cli.main import main

    sys.exit(main(sys.argv[1:]))
