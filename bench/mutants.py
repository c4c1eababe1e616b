"""Breaks the rules of Mmm!, one clause at a time in a copy, and reports which proofs of that clause fail.

A proof that cannot fail proves nothing. Every mutant must be caught by a test that is marked with its clause.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
TESTS = ["setting_up", "rolling", "failed_rolls", "gathering", "endings", "in_line"]
RULES = "src/mousehole/games/mmm/rules.py"

# clause: what is in rules.py, and what a careless hand might turn it into
MUTANTS = {
    "MMM-03": ("State(box, setup.first, sum(box.items))", "State(box, setup.first, sum(box.items), 1)"),
    "MMM-04": ("throws(FACES, dice)", "throws(FACES[:5], dice)"),
    "MMM-05": ("setup.first, sum(box.items))", "setup.first, sum(box.items) - 1)"),
    "MMM-06": ("State(box, setup.first,", "State(box, 0,"),
    "MMM-10": ("DICE = 3", "DICE = 2"),
    "MMM-11": ("free, placed = state.free ^ square,", "free, placed = state.free,"),
    "MMM-12": ("if room & foods[face]:", 'if face != "x":'),
    "MMM-13": ("offers if state.fresh else offers + STOP_OR_ROLL", "offers + STOP_OR_ROLL"),
    "MMM-14": ("for food in foods_in(state.hand):", "for food in foods_in(state.hand) if state.fresh else ():"),
    "MMM-16": ("    if hand:\n", "    if hand or len(state.hand) == 1:\n"),
    "MMM-17": ("(Reroll(), Gather())", "(Gather(),)"),
    "MMM-18": ("replace(state, hand=())", "replace(state, hand=(), free=state.free | state.placed, placed=0)"),
    "MMM-19": ("hand=faces, fresh=True", "hand=faces, fresh=not state.placed"),
    "MMM-30": ("pass_on(state, state.free | state.placed, state.cat + 1)", "pass_on(state, state.free, state.cat + 1)"),
    "MMM-31": ("state.free | state.placed, state.cat + 1)", "state.free | state.placed, state.cat + 2)"),
    "MMM-40": ("return pass_on(state, free, state.cat + 1)", "return pass_on(state, free | placed, state.cat + 1)"),
    "MMM-41": ("return pass_on(state, free, state.cat)", "return pass_on(state, free, state.cat + 1)"),
    "MMM-42": ("return pass_on(state, free, state.cat + 1)", "return pass_on(state, free, state.cat)"),
    "MMM-43": ("return pass_on(state, free, state.cat)", "return pass_on(state, free, max(0, state.cat - 1))"),
    "MMM-44": ("(state.seat + 1) % box.players", "(state.seat + 2) % box.players"),
    "MMM-50": ("if not state.free | state.placed:", "if not (state.free | state.placed) & ~1:"),
    "MMM-51": ("if state.cat == box.steps:", "if state.cat > box.steps:"),
    "MMM-52": ('"win-6" if steps >= 6', '"win-6" if steps > 6'),
    "MMM-53": ('"loss-4" if squares >= 4', '"loss-4" if squares >= 3'),
    "MMM-60": ("if state.pantry.in_line and state.placed:", "if state.pantry.in_line and not state.placed:"),
    "MMM-61": ("if placed & line == placed:", "if placed & line:"),
    "MMM-62": ("room, foods = reach(state), state.pantry.foods", "room, foods = state.free, state.pantry.foods"),
}


def main() -> int:
    """Try every mutant, and count those that no proof of their clause has caught."""
    missed = [clause for clause in sys.argv[1:] or MUTANTS if not caught(clause)]
    print(f"{len(missed)} mutants not caught" + (f": {', '.join(missed)}" if missed else ""))
    return len(missed)


def caught(clause: str) -> bool:
    """Break one clause in a copy of the project and run its proofs."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        shutil.copytree(ROOT / "src", copy / "src", ignore=shutil.ignore_patterns("__pycache__"))
        (copy / RULES).write_text(mutant(clause), "utf-8")
        failed = failures(copy, clause)
    print(f"{clause}: {len(failed)} of its proofs fail" + "".join(f"\n    {name}" for name in failed), flush=True)
    return bool(failed)


def mutant(clause: str) -> str:
    """Write the rules with one clause broken."""
    old, new = MUTANTS[clause]
    source = (ROOT / RULES).read_text("utf-8")
    if source.count(old) != 1:
        raise SystemExit(f"{clause}: {old!r} stands {source.count(old)} times in {RULES}")
    return source.replace(old, new)


def failures(copy: Path, clause: str) -> list[str]:
    """List the failing tests that are marked as proofs of the clause."""
    sys.path.insert(0, str(ROOT / "src"))
    from mousehole.testing import proofs

    folder = ROOT / "tests" / "games" / "mmm"
    names = [proof for proof in proofs(folder)[clause] if proof.split("::")[0] in {f"test_{t}.py" for t in TESTS}]
    command = [sys.executable, "-m", "pytest", "-q", "--no-header", "-p", "no:cacheprovider", "-rf", "--tb=no"]
    env = os.environ | {"PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    told = subprocess.run(
        [*command, *(str(folder / name) for name in names)],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    if told.returncode not in (0, 1):
        raise SystemExit(told.stdout + told.stderr)
    lines = [line for line in told.stdout.splitlines() if line.startswith("FAILED")]
    return sorted({line.split("::", 1)[1].split(" - ")[0].split("[")[0] for line in lines})


if __name__ == "__main__":
    raise SystemExit(main())
