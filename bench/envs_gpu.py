"""Batches of games on a GPU: whether they play as the processor does, and how many decisions a second.

    ./mousehole bench envs_gpu --write FILE      where wasmtime is: write what the processor's batches show
    python bench/envs_gpu.py FILE [--json OUT]   on the machine with the GPU, with CuPy and msgspec: check and time

Every part runs for itself: what fails is told, and the rest goes on. Times are warm, by the GPU's own clock, medians;
games are played at random and begin anew by themselves. pgx is timed in a process of its own, where it is installed.
"""

import json
import sys
import time
import traceback
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from bench.envs_gpu_others import PGX, counters, pgx_rate
from mousehole import shelf
from mousehole.envs.gpu import GpuBatch

NAMES = ("mmm", "chopchop", "mousewarming")
SEED, CHECKED, STEPS = 11, 4096, 400
GAMES = {"mmm": 1 << 22, "chopchop": 1 << 20, "mousewarming": 1 << 20}
AIMS = {"mmm": 4e9, "chopchop": 5e8, "mousewarming": 5e8}
FUSED_AIM, DECISIONS = 1e10, {"mmm": 2000, "chopchop": 300, "mousewarming": 500}
TRIALS = ({}, {"VECTOR": 2}, {"VECTOR": 4}, {"BLOCKS": 6}, {"BLOCKS": 8}, {"THREADS": 64}, {"THREADS": 256})


class Report:
    """What was found so far; written again after every part."""

    def __init__(self, file: Path | None, seconds: float):
        self.file, self.found, self.rows, self.good = file, {}, [], True
        self.end = time.monotonic() + seconds

    def part(self, name: str, work: Callable[[], Any]) -> Any:
        """Do one part of the work; a failure is told and does not stop the others."""
        start = time.monotonic()
        if start > self.end:
            self.found[name] = "left out: no time"
            return None
        try:
            found = work()
        except Exception:  # noqa: BLE001
            found, self.good = {"failed": traceback.format_exc()}, False
        self.found[name] = found
        print(f"[{time.monotonic() - start:5.1f} s] {name}: {short(found)}", flush=True)
        if self.file:
            self.file.write_text(json.dumps(self.found, indent=1, default=str), "utf-8")
        return found


def short(found: Any) -> str:
    """What was found, cut to a line or, for a failure, a few."""
    return found["failed"][-1500:] if isinstance(found, dict) and "failed" in found else str(found)[:400]


def main() -> int:
    """Write what is expected, or check and time."""
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--write", type=Path, metavar="FILE")
    parser.add_argument("--json", type=Path, metavar="OUT")
    parser.add_argument("--seconds", type=float, default=330, help="begin no new part after so long")
    asked = parser.parse_args()
    if asked.write:
        asked.write.write_text(json.dumps({name: list(expected(name)) for name in NAMES}), "utf-8")
        return 0
    return measured(Report(asked.json, asked.seconds), json.loads(asked.file.read_text()))


def measured(report: Report, known: dict[str, list[str]]) -> int:
    """Check and time everything."""
    report.part("machine", machine)
    speed = report.part("copy, bytes a second", bandwidth)
    for name in NAMES:
        report.part(f"{name}, equal", lambda name=name: equal(name, known[name]))
    report.part("shared without a copy", shared)
    for name in NAMES:
        report.part(f"{name}, random play in one call", lambda name=name: fused(name))
        report.part(f"{name}, step", lambda name=name: stepped(name, speed if isinstance(speed, float) else 4.3e12))
    if find_spec("pgx"):
        for name in PGX:
            report.part(f"pgx {name}", lambda name=name: pgx_rate(name))
    report.part("counters", counters)
    for row in table(report.found):
        print(row)
    return 0 if report.good else 1


def expected(name: str) -> Iterator[str]:
    """What the processor's batch shows after each step, as hashes."""
    from mousehole.envs.game_batch import Batch

    batch = Batch(shelf.find(name), CHECKED, seed=SEED)
    size = sum(field.size for field in batch.spec.fields if not field.still)
    for _ in range(STEPS + 1):
        yield told(batch, size, batch.spec.ids)
        batch.step(batch.picks)


def told(batch: Any, size: int, ids: int) -> str:
    """Everything that a batch shows of its first games, as a hash."""
    hashed = blake2b(digest_size=16)
    over = fetched(batch.done)[:CHECKED]
    rows = (batch.observations[:CHECKED, :size], batch.masks[:CHECKED, :ids], batch.seats[:CHECKED])
    for array in (*rows, batch.rewards[:CHECKED], batch.done[:CHECKED]):
        hashed.update(np.ascontiguousarray(fetched(array)).tobytes())
    hashed.update(np.ascontiguousarray(fetched(batch.finals[:CHECKED])[over, :size]).tobytes())
    hashed.update(fetched(batch.picks)[:CHECKED].astype(np.int32).tobytes())
    return hashed.hexdigest()


def fetched(array: Any) -> Any:
    """An array for the processor."""
    return array.get() if hasattr(array, "get") else array


def equal(name: str, known: list[str]) -> dict[str, Any]:
    """Compare every step, of few games and the first of many, and random play in one call."""
    batch, many = GpuBatch(shelf.find(name), CHECKED, seed=SEED), GpuBatch(shelf.find(name), 100_003, seed=SEED)
    size, ids, right = batch.spec.size, batch.spec.ids, []
    for step, hashed in enumerate(known):
        right.append(told(batch, size, ids) == hashed)
        if step % 100 == 0:
            right.append(told(many, size, ids) == hashed)
        for one in (batch, many):
            one.step(one.picks)
    batch.check(), many.check()
    alone = GpuBatch(shelf.find(name), 100_003, seed=SEED)
    tallies = alone.play(len(known)).tolist()
    alone.show()
    same = [(getattr(alone, word) == getattr(many, word)).all() for word in ("observations", "masks", "picks", "seats")]
    same.append((alone._state == many._state).all())
    if not all(right) or not all(same):
        raise ValueError(f"first wrong step {right.index(False) if False in right else None}, alone {same}")
    return {"steps": len(known), "games": CHECKED, "ended, won": tallies}


def machine() -> dict[str, Any]:
    """Name the GPU and what is installed."""
    import cupy

    about = cupy.cuda.runtime.getDeviceProperties(0)
    versions = {name: __import__(name).__version__ for name in ("numpy", "cupy", "torch", "jax") if find_spec(name)}
    return {"gpu": about["name"].decode(), "multiprocessors": about["multiProcessorCount"], **versions}


def bandwidth() -> float:
    """Copy on the GPU: bytes read and written."""
    import cupy

    one, two = cupy.ones(1 << 28, cupy.uint64), cupy.zeros(1 << 28, cupy.uint64)
    return 2 * one.nbytes / timed(lambda: cupy.copyto(two, one), 10)


def timed(work: Callable[[], Any], times: int, rounds: int = 9) -> float:
    """Seconds of one call, warm, the median of rounds of several calls."""
    import cupy

    spent = []
    for _ in range(rounds + 2):
        start, end = cupy.cuda.Event(), cupy.cuda.Event()
        start.record()
        for _ in range(times):
            work()
        end.record()
        end.synchronize()
        spent.append(cupy.cuda.get_elapsed_time(start, end) / times / 1000)
    return median(spent[2:])


def shared() -> dict[str, Any]:
    """Whether PyTorch and JAX see the same memory, and PyTorch's actions are taken."""
    batch, found = GpuBatch(shelf.find("chopchop"), 1000, seed=1), {}
    if find_spec("torch"):
        import torch

        seen = torch.from_dlpack(batch.observations)
        masks = torch.from_dlpack(batch.masks)
        found["torch"] = (seen.data_ptr() == batch.observations.data.ptr, masks.data_ptr() == batch.masks.data.ptr)
        batch.step(torch.argmax(masks.to(torch.float32) * torch.rand(masks.shape, device="cuda"), 1))
        batch.check()
    if find_spec("jax"):
        import jax

        seen = jax.dlpack.from_dlpack(batch.observations)
        found["jax"] = seen.unsafe_buffer_pointer() == batch.observations.data.ptr
        found["jax masks"] = str(jax.dlpack.from_dlpack(batch.masks).dtype)
    return found


def stepped(name: str, speed: float) -> dict[str, Any]:
    """Step with everything written, compiled in several ways, and how far that is from the bound of memory."""
    found: dict[str, Any] = {}
    for trial in TRIALS:
        batch = GpuBatch(shelf.find(name), GAMES[name], seed=1, **trial)
        batch.play(DECISIONS[name])
        batch.show()
        rate = len(batch) / timed(lambda batch=batch: batch.step(batch.picks), 10, 7)
        batch.check()
        bytes_each = traffic(batch)
        found[str(trial)] = {"rate": rate, "bytes": bytes_each, "of the bytes bound": rate * bytes_each / speed}
        print(f"    {name} {trial}: {rate / 1e9:.2f} e9, {bytes_each} bytes", flush=True)
        del batch
    return found


def traffic(batch: Any) -> int:
    """Bytes that a step must move for one game, finals left out."""
    words, games = batch._state.shape
    rows = sum(array.nbytes for array in (batch.observations, batch.masks, batch.seats, batch.rewards, batch.done))
    return (
        rows // games + 2 * (8 * words + 16) + 8 + 32
    )  # the state and two streams; pick, action, a sector of the mask


def fused(name: str) -> dict[str, Any]:
    """Play at random in one call."""
    found: dict[str, Any] = {}
    for games, trial in [(1 << 20, {}), (1 << 18, {}), (1 << 20, {"THREADS": 256}), (1 << 20, {"BLOCKS": 8})]:
        batch, decisions = GpuBatch(shelf.find(name), games, seed=1, **trial), DECISIONS[name]
        rate = games * decisions / timed(lambda batch=batch, many=decisions: batch.play(many), 1, 5)
        found[f"{games} {trial}"] = rate
        print(f"    {name} {games} {trial}: {rate / 1e9:.2f} e9", flush=True)
        del batch
    return found


def table(found: dict[str, Any]) -> Iterator[str]:
    """The best of every part."""
    yield f"copy {found.get('copy, bytes a second', 0)!s:.6} bytes a second"
    for name in NAMES:
        alone, steps = found.get(f"{name}, random play in one call"), found.get(f"{name}, step")
        if isinstance(alone, dict) and "failed" not in alone:
            yield f"{name}, random play in one call: {max(alone.values()) / 1e9:.2f} e9 decisions a second"
        if isinstance(steps, dict) and "failed" not in steps:
            trial = max(steps, key=lambda one: steps[one]["rate"])
            best = steps[trial]
            yield (
                f"{name}, step: {best['rate'] / 1e9:.2f} e9 (aim {AIMS[name] / 1e9}), {trial}, {best['bytes']} bytes, "
                f"{best['of the bytes bound']:.0%} of the bytes bound; as shipped {steps['{}']['rate'] / 1e9:.2f} e9"
            )
    for name in PGX:
        yield f"pgx {name}: {found.get(f'pgx {name}')}"


if __name__ == "__main__":
    sys.exit(main())
