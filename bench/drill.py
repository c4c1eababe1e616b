"""Kills and freezes parts of a whole house while people play there: nothing may be lost, no table may stand still.

`./mousehole bench drill --tables 200 --minutes 10`: nginx, three servers, two workers, PostgreSQL and Redis. The exit
code is 1 if an acknowledged move was lost or doubled, if a table stood still, came back too late or fails its audit.
"""

import argparse
import asyncio
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.drill_people import Person, think_once
from bench.house_parts import Part, Parts, whole_house
from mousehole.store import open_store

KINDS = ("server", "worker", "redis", "postgres")
PAUSE = (1.0, 4.0)  # seconds between two faults
DOWN = (0.2, 1.5)  # seconds until a killed part is started again
STILL = (1.0, 5.0)  # seconds for which a part is frozen
QUICK = (0.3, 0.005)  # seconds until the next move once faults are over: at least, and for each table
GATHER = 120.0  # seconds for everybody to sit down


async def main() -> int:
    """Drill, check and tell."""
    asked = arguments()
    think_once()
    with whole_house(asked.servers, asked.workers) as parts:
        found = await drilled(parts, asked)
        found |= await checked(parts, found.pop("people"))
        if asked.logs:
            parts.copy_logs(asked.logs)
    return told(found, asked.back)


def arguments() -> argparse.Namespace:
    """Read what is wished."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=KINDS, action="append", help="faults of these parts alone")
    parser.add_argument("--pace", type=float, default=2.0, help="seconds between two moves of a person")
    parser.add_argument("--back", type=float, default=5.0, help="seconds after the last fault until all must be back")
    parser.add_argument("--calm", type=float, default=60.0, help="seconds after which a table counts as standing still")
    parser.add_argument("--logs", type=Path, help="a folder that gets what all parts logged")
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--workers", type=int, default=2)
    return parser.parse_args()


async def drilled(parts: Parts, asked: argparse.Namespace) -> dict[str, Any]:
    """Let people play under faults; what happened, and who came back when."""
    people = [Person(parts.port, number, asked.pace) for number in range(asked.tables)]
    playing = [asyncio.create_task(person.play()) for person in people]
    await until(lambda: all(person.acked_at for person in people), GATHER)
    seated, begun = sum(bool(person.acked_at) for person in people), time.monotonic()
    faults = await faulted(parts, random.Random(asked.seed), 60 * asked.minutes, asked.only or KINDS)
    last = time.monotonic()
    for person in people:
        person.calm_down(max(QUICK[0], QUICK[1] * len(people)))
    await until(lambda: all(person.back_at for person in people), asked.calm)
    back = sorted(person.back_at - last for person in people if person.back_at)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    still = [f"{person}" for person in people if not person.back_at]
    return {"people": people, "seated": seated, "seconds": last - begun, "faults": faults, "back": back, "still": still}


async def faulted(parts: Parts, luck: random.Random, seconds: float, kinds: tuple[str, ...]) -> Counter[str]:
    """Kill or freeze one part after the other; when it returns, all of them run."""
    faults, until_then = Counter[str](), time.monotonic() + seconds
    while time.monotonic() < until_then:
        await asyncio.sleep(luck.uniform(*PAUSE))
        part = luck.choice(parts.of(luck.choice(kinds)))
        if luck.random() < 0.5:
            faults[f"{part.kind} killed"] += 1
            await asyncio.to_thread(kill, part, luck.uniform(*DOWN))
        else:
            faults[f"{part.kind} frozen"] += 1
            part.freeze()
            await asyncio.sleep(luck.uniform(*STILL))
            part.thaw()
    return faults


def kill(part: Part, down: float) -> None:
    """Kill a part, and start it again after a moment."""
    part.kill()
    time.sleep(down)
    part.start()


async def checked(parts: Parts, people: list[Person]) -> dict[str, Any]:
    """Look for acknowledged moves in the logs, and audit every table by the rules."""
    store = await open_store(parts.store)
    faults = [await person.faults(store) for person in people]
    await store.close()
    env = {**os.environ, "MOUSEHOLE_STORE": parts.store}
    audit = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-P", "-m", "mousehole", "verify"], env=env, capture_output=True, text=True
    )
    return {
        "tables": sum(len(person.tables) for person in people),
        "moves": sum(len(acked) for person in people for acked in person.played),
        "calls": sum(person.calls for person in people),
        "lost": sum(lost for lost, _ in faults),
        "doubled": sum(doubled for _, doubled in faults),
        "audit": audit.returncode,
        "said": (audit.stdout + audit.stderr).strip()[-1500:],
    }


def told(found: dict[str, Any], allowed: float) -> int:
    """Print what was found; 1 if anything went wrong."""
    print(f"{found['seated']} people sat down; {found['seconds']:.0f} s of faults:")
    for name, times in sorted(found["faults"].items()):
        print(f"  {name:<18}{times:>5}")
    back = found["back"]
    middle, worst = (back[len(back) // 2], back[-1]) if back else (0.0, 0.0)
    print(f"{found['tables']} tables, {found['moves']:,} moves acknowledged, {found['calls']:,} times called again")
    print(f"lost {found['lost']}, doubled {found['doubled']}")
    print(f"back after the last fault: half within {middle:.1f} s, all that came within {worst:.1f} s")
    print(f"tables that stood still: {len(found['still'])} {'; '.join(found['still'][:5])}")
    print(f"audit of all tables: {'sound' if not found['audit'] else found['said']}")
    wrong = [found[name] for name in ("lost", "doubled", "still", "audit")]
    return int(any(wrong) or worst > allowed or not found["moves"])


async def until(happened: Callable[[], bool], seconds: float) -> None:
    """Wait until something has happened, though no longer than so many seconds."""
    deadline = time.monotonic() + seconds
    while not happened() and time.monotonic() < deadline:  # noqa: ASYNC110 (many tell it, each in its own way)
        await asyncio.sleep(0.05)


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main()))
