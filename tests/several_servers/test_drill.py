"""The drill in a short form: a whole house whose parts are killed and frozen while people play there."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.servers import program

DRILL = Path(__file__).parents[2] / "bench" / "drill.py"


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="kills whole groups of processes")
def test_nothing_acknowledged_is_lost_and_no_table_stands_still_while_parts_of_a_house_die():
    for name in ("postgres", "redis-server", "nginx"):
        program(name)
    for package in ("asyncpg", "redis", "procrastinate"):
        pytest.importorskip(package)
    asked = ["--tables", "6", "--minutes", "0.25", "--pace", "0.3", "--seed", "3", "--calm", "240", "--back", "240"]
    found = subprocess.run([sys.executable, "-P", str(DRILL), *asked], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr
    assert "lost 0, doubled 0" in found.stdout
