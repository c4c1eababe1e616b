"""Two versions at once on one database: from the commit before to this one and back, while people play."""

import subprocess
from contextlib import nullcontext

from bench.rolling import ROOT, SECRET, House, checked_out, rolled


def before():
    """The commit before this one, or nothing where the project came without its past."""
    command = ["git", "rev-parse", "--verify", "--quiet", "HEAD~1^{commit}"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return found.stdout.strip()


async def test_a_rolling_restart_there_and_back_loses_nothing_and_nobody_is_stuck(postgres, redis, tmp_path):
    (tmp_path / "web.secret").write_bytes(SECRET)
    house, commit = House(tmp_path, postgres.fresh(), redis.address), before()
    with checked_out(commit) if commit else nullcontext(ROOT) as tree:
        try:
            found = await rolled(house, tree, tables=3, seconds=0.5, say=print)
        finally:
            house.kill()
    assert found == {"lost": 0, "doubled": 0, "stuck": 0, "faults": 0}
