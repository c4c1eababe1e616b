"""Beside batches on a GPU: pgx on the same GPU, and what a profiler counts; bench/envs_gpu.py calls both.

python bench/envs_gpu_others.py [NAME]    a game of pgx; without one, a step and random play of ours for a profiler
"""

import json
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from mousehole import shelf
from mousehole.envs.gpu import GpuBatch

NAMES = ("mmm", "chopchop", "mousewarming")
PGX = ("2048", "tic_tac_toe", "connect_four")
COUNTERS = (
    "gpu__time_duration.sum",
    "dram__bytes.sum",
    "dram__throughput.avg.pct_of_peak_sustained_elapsed",
    "sm__throughput.avg.pct_of_peak_sustained_elapsed",
    "l1tex__throughput.avg.pct_of_peak_sustained_elapsed",
    "smsp__issue_active.avg.pct_of_peak_sustained_active",
    "smsp__inst_executed.sum",
    "smsp__thread_inst_executed_per_inst_executed.ratio",
    "sm__warps_active.avg.pct_of_peak_sustained_active",
    "sm__inst_executed_pipe_alu.avg.pct_of_peak_sustained_active",
)


def pgx_rate(name: str) -> Any:
    """Time a board of pgx in a process of its own."""
    done = subprocess.run([sys.executable, __file__, name], capture_output=True, text=True, timeout=70, check=False)
    return json.loads(done.stdout.splitlines()[-1]) if done.returncode == 0 else {"failed": done.stderr[-3000:]}


def boards(name: str, games: int = 1 << 20, steps: int = 20) -> dict[str, float]:
    """Decisions a second of pgx, many steps compiled as one call; its states hold observation, mask and rewards."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def advance(_: Any, now: Any) -> Any:
        state, key = now
        key, one, two = jax.random.split(key, 3)
        action = jax.random.categorical(one, jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32)), axis=-1)
        return step(state, action, jax.random.split(two, games)), key

    run = jax.jit(lambda now: jax.lax.fori_loop(0, steps, advance, now))
    now = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), games)), jax.random.PRNGKey(2)
    spent = []
    for _ in range(7):
        start = time.perf_counter()
        now = jax.block_until_ready(run(now))
        spent.append(time.perf_counter() - start)
    return {"rate": games * steps / median(spent[2:])}


def once() -> int:
    """A step and a call of random play for each game, in the middle of games."""
    import cupy

    for name in NAMES:
        batch = GpuBatch(shelf.find(name), 1 << 20, seed=1)
        batch.play(200)
        batch.show()
        batch.step(batch.picks)
    cupy.cuda.Device().synchronize()
    return 0


def counters() -> Any:
    """What the profiler counts, one line a kernel."""
    command = [
        "ncu",
        "-k",
        "regex:advance|play_out",
        "--clock-control",
        "none",
        "--csv",
        "--page",
        "raw",
        "--metrics",
        ",".join(COUNTERS),
    ]
    done = subprocess.run([*command, sys.executable, __file__], capture_output=True, text=True, timeout=90, check=False)
    kept = [line for line in done.stdout.splitlines() if line.startswith('"')]
    if done.returncode or len(kept) < 3:
        return {"failed": (done.stdout + done.stderr)[-3000:]}
    rows = [line[1:-1].split('","') for line in kept]
    wanted = [n for n, word in enumerate(rows[0]) if word in ("Kernel Name", "Grid Size", *COUNTERS)]
    ours = [row for row in rows if any(cell.startswith(("advance", "play_out")) for cell in row)]
    return [[row[n] for n in wanted if n < len(row)] for row in (*rows[:2], *ours)]


if __name__ == "__main__":
    if sys.argv[1:]:
        print(json.dumps(boards(sys.argv[1])))
    else:
        once()
