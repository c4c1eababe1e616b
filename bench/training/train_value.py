"""Learns how likely each team is to win, by self-play on a GPU, in the three small games.

    python bench/training/train_value.py chopchop --minutes 5 --out build/learned
    python bench/training/train_value.py mmm --setup '{"in_line": true}' --name line-one_paw --minutes 7.6 --widths 256
    python bench/training/train_value.py mmm --setup '{"in_line": true}' --begin build/learned/mmm-easier-256.npz
    python bench/training/train_value.py chopchop --minutes 1 --against build/learned/chopchop-64.npz --role 1

Every seat does what looks best one action ahead, by the first network and with a little noise; all networks learn from
these games (temporal differences along every game); at first the fitted value plays. With `--against`, a frozen network
plays the other role, so what is learned exploits it: role 0 are the mice, 1 is the cat. With `--begin`, a network
goes on from what it learned elsewhere, say with a slower cat, where games are won at all. Needs torch, and CuPy for a
GPU; without one, `--host` plays on the processor. Weights, a curve and its drawing are written after every test, into
the folder `--out`; with `--ship`, the network of that width becomes the game's own at the end.
"""

import argparse
import copy
import json
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from msgspec.json import decode
from torch.nn import functional

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parents[2] / "src"))

from bench.training.fitted_value import fitted
from bench.training.self_play import Players, Theirs, match
from bench.training.value_net import ValueNet, load, save
from mousehole import shelf
from mousehole.envs.gpu import GpuBatch

KEEP = 0.999  # of the smoothed weights, at every step
FASTEST, SLOWEST = 2e-3, 5e-5  # rates of learning
HOT, COOL = 0.03, 0.004  # how much worse an action may look and still be played now and then
TAUGHT, COMPANY, ALONE = 0.06, 0.25, 0.5  # the fitted value plays until, then in this share of games, and no more from
LONG_VIEW = 0.9  # how much of what happened later counts, compared with what was expected next


class Student:
    """A network, the smoothed one that is tested and saved, and how it learns."""

    def __init__(self, net: ValueNet):
        self.net, self.smooth, self.steps = net, copy.deepcopy(net).requires_grad_(False), 0
        on_card = next(net.parameters()).is_cuda
        self.rule = torch.optim.Adam(net.parameters(), lr=FASTEST, betas=(0.9, 0.99), fused=on_card or None)

    def learn(self, marks: Any, pairs: Any, aims: Any, rate: float) -> Any:
        """Take one step towards these aims; returns how far off it was."""
        for group in self.rule.param_groups:
            group["lr"] = rate
        loss = functional.binary_cross_entropy_with_logits(self.net(marks, pairs), aims)
        self.rule.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
        self.rule.step()
        with torch.no_grad():
            mine, new = list(self.smooth.parameters()), list(self.net.parameters())
            self.steps += 1
            torch._foreach_lerp_(mine, new, max(1 - KEEP, 9 / (9 + self.steps)))
        return loss.detach()


class Lesson:
    """What a stretch of all games has shown: rows to learn from, and what they should be worth."""

    def __init__(self, players: Players, steps: int):
        self.players, self.steps, self.after = players, steps, None
        sight, games = players.sight, players.games
        shape, device = (steps, 2, games), players.device  # where somebody decides, and after that
        self.marks = torch.zeros((*shape, len(sight.scales)), dtype=torch.uint8, device=device)
        self.pairs = torch.zeros((*shape, players.seen[1].shape[1]), dtype=torch.int32, device=device)
        self.aims = torch.zeros((*shape, len(sight.heads)), device=device)
        self.good = torch.ones(shape, dtype=torch.bool, device=device)
        self.values = torch.zeros((steps + 1, games, len(sight.heads)), device=device)
        self.ends = torch.zeros((steps, games, len(sight.heads)), device=device)
        self.done = torch.zeros((steps, games), dtype=torch.bool, device=device)

    def play(self, net: Any, heat: float, rival: Any, theirs: Theirs) -> int:
        """Play on in all games; returns how many games ended."""
        players = self.players
        after = self.after or players.choose(net, heat, rival, theirs)
        for t in range(self.steps):
            self.marks[t, 0], self.pairs[t, 0] = players.stand()
            self.marks[t, 1], self.pairs[t, 1], self.values[t] = after.marks, after.pairs, after.values
            self.good[t, 1] = ~after.over
            players.step(after.actions)
            self.ends[t], self.done[t] = players.outcomes(), players.done
            after = players.choose(net, heat, rival, theirs)
        self.values[self.steps], self.after = after.values, after
        self.look_back()
        return int(self.done.sum())

    def look_back(self) -> None:
        """Find what every row should have been worth: what was expected later, and in the end what happened."""
        later = self.values[self.steps]
        for t in reversed(range(self.steps)):
            next_value = torch.lerp(self.values[t + 1], later, LONG_VIEW)
            later = torch.where(self.done[t][:, None], self.ends[t], next_value)
            self.aims[t, 1] = later
            self.aims[t, 0] = torch.lerp(self.values[t], later, LONG_VIEW)

    def rows(self) -> tuple[Any, Any, Any, Any]:
        """All rows, and the numbers of those to learn from, in any order."""
        flat = (self.marks.flatten(0, 2), self.pairs.flatten(0, 2), self.aims.flatten(0, 2))
        good = self.good.flatten().nonzero()[:, 0]
        return (*flat, good[torch.randperm(len(good), device=good.device)])


class Course:
    """A whole training: self-play, learning, tests, and what is written."""

    def __init__(self, told: argparse.Namespace):
        self.told, self.losses = told, []
        self.wrote = f"{told.game}-{told.name}" if told.name else told.game
        self.players, self.judges = self.seated(told.games, 1), self.seated(told.tested, 2)
        scales, device = self.players.sight.scales, self.players.device
        self.students = [Student(net.to(device)) for net in self.beginners(scales)]
        self.rival = load(told.against, scales).to(device).requires_grad_(False) if told.against else None
        self.fitted = fitted(self.players.batch.start, told.game).to(self.players.device)
        self.lesson, self.curve = Lesson(self.players, told.steps), []
        self.decisions = self.games = self.learned = 0

    def beginners(self, scales: Any) -> list[ValueNet]:
        """New networks; one that exploits another begins as its twin, one that goes on as it was."""
        if former := self.told.against or self.told.begin:
            return [load(former, scales)]
        pairs, heads = self.players.batch.kernel.marks.pairs, len(self.players.sight.heads)
        return [ValueNet(scales, pairs, heads, int(width)) for width in self.told.widths.split(",")]

    def seated(self, games: int, seed: int) -> Players:
        """A batch, and who plays it."""
        kind: Any = GpuBatch
        if self.told.host:
            from tests.envs.host_runner import HostBatch as kind  # noqa: N813
        game = shelf.find(self.told.game)
        batch = kind(game, games, setup=decode(self.told.setup, type=game.setup), seed=seed)
        if seed == 1:  # games that began together shall not go on together
            batch.play(self.told.apart)
            batch.show()
        return Players(batch)

    def done(self) -> float:
        """The share of the time that is over."""
        return min(1.0, (time.monotonic() - self.start) / (60 * self.told.minutes))

    def go(self) -> None:
        """Play, learn and test until the time is over; getting ready does not count."""
        self.start, tests = time.monotonic(), 0
        while self.done() < 1:
            self.play_and_learn()
            if self.done() * self.told.tests >= tests + 1 or tests == 0:
                tests = int(self.done() * self.told.tests) + (tests == 0)
                self.report()
        self.report()
        if self.told.ship:
            name = f"{self.told.name or 'value'}.npz"
            own = Path(__file__).parents[2] / "src/mousehole/games" / self.told.game / "weights" / name
            shutil.copy(self.told.out / f"{self.wrote}-{self.told.ship}.npz", own)

    def play_and_learn(self) -> None:
        """One stretch of all games, and one look at every row of it."""
        share, told = self.done(), self.told
        heat, rate = HOT + (COOL - HOT) * min(1, 2 * share), FASTEST * (SLOWEST / FASTEST) ** share
        self.games += self.lesson.play(self.students[0].net, heat, *self.company(share))
        self.decisions += self.players.games * told.steps
        marks, pairs, aims, order = self.lesson.rows()
        losses = []
        for part in order.split(told.rows):
            some = marks[part], pairs[part], aims[part]
            losses = [student.learn(*some, rate) for student in self.students]
            self.learned += 1
        self.losses = losses

    def company(self, share: float) -> tuple[Any, Theirs]:
        """Who else plays, and where: a frozen network in one role, or the fitted value in fewer and fewer games."""
        if self.rival is not None:
            other = 1 - self.told.role
            return self.rival, lambda players: players.teams() == other
        taught = 1.0 if share < TAUGHT and not self.told.begin else max(0.0, COMPANY * (1 - share / ALONE))
        count = int(taught * self.players.games)
        return (self.fitted if count else None), lambda players: players.numbers < count

    def report(self) -> None:
        """Test, print and write; a test that fails is told, and the training goes on."""
        row: dict[str, Any] = {
            "seconds": round(time.monotonic() - self.start, 1),
            "decisions": self.decisions,
            "games": self.games,
            "learned": self.learned,
            "losses": [round(float(loss), 4) for loss in self.losses],
        }
        try:
            row |= self.tested()
            self.players.batch.check()
        except Exception as fault:  # noqa: BLE001
            row["fault"] = repr(fault)
        self.curve.append(row)
        print(json.dumps(row), flush=True)
        self.write()

    def tested(self) -> dict[str, Any]:
        """Who wins against whom, each one action ahead."""
        nets, judges = [student.smooth for student in self.students], self.judges
        if self.rival is not None:
            pair = (self.rival, nets[0]) if self.told.role else (nets[0], self.rival)
            frozen = match(judges, self.rival, self.rival)
            return {"exploits": match(judges, *pair), "frozen against itself": frozen}
        found = {f"{net.width} alone": match(judges, net) for net in nets}
        if len(judges.sight.heads) > 1:
            for net in nets:
                found[f"{net.width} as mice, fitted cat"] = match(judges, net, self.fitted)
                found[f"{net.width} as cat, fitted mice"] = match(judges, self.fitted, net)
        if not self.curve:
            found["fitted alone"] = match(judges, self.fitted)
        return found

    def write(self) -> None:
        """Write the weights, the curve and its drawing."""
        out, name = self.told.out, self.wrote
        out.mkdir(parents=True, exist_ok=True)
        for student in self.students:
            save(student.smooth, out / f"{name}-{student.smooth.width}.npz")
        (out / f"{name}-curve.json").write_text(json.dumps(self.curve, indent=1), "utf-8")
        (out / f"{name}-curve.svg").write_text(drawn(self.curve), "utf-8")


def main(words: Sequence[str] | None = None) -> None:
    """Read what is asked and train."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("game", choices=("chopchop", "mmm", "mousewarming"))
    ask.add_argument("--setup", default="{}", help="what is played, as JSON; the plain set-up otherwise")
    ask.add_argument("--name", default="", help="of the weights, where a game has several")
    ask.add_argument("--minutes", type=float, default=5)
    ask.add_argument("--out", type=Path, default=Path("build/learned"))
    ask.add_argument("--games", type=int, default=1 << 15, help="played at once")
    ask.add_argument("--tested", type=int, default=1 << 12, help="games of a test")
    ask.add_argument("--steps", type=int, default=32, help="decisions of every game between lessons")
    ask.add_argument("--apart", type=int, default=100, help="random decisions at the start")
    ask.add_argument("--rows", type=int, default=1 << 16, help="that one step learns from")
    ask.add_argument("--widths", default="64,32", help="of the networks; the first one plays")
    ask.add_argument("--tests", type=int, default=8)
    ask.add_argument("--against", type=Path, help="the weights of a frozen network")
    ask.add_argument("--begin", type=Path, help="weights to go on from")
    ask.add_argument("--role", type=int, default=0, help="the team that learns to exploit it")
    ask.add_argument("--ship", type=int, help="the width of the network that the game shall use")
    ask.add_argument("--host", action="store_true", help="play on the processor")
    torch.manual_seed(1)
    torch.backends.cuda.matmul.allow_tf32 = True
    Course(ask.parse_args(words)).go()


WIDE, HIGH, EDGE, KEY = 760, 320, 46, 230
COLOURS = ("#6b4a2f", "#c23b2b", "#3a6ea5", "#5b8c3a", "#8e5ba6", "#d08a1d", "#2f8f83", "#777777")


def drawn(curve: list[dict[str, Any]]) -> str:
    """The curve as SVG."""
    lines = series(curve)
    most = max([x for points in lines.values() for x, _ in points], default=1) or 1
    parts = [frame(most)]
    for n, (name, points) in enumerate(lines.items()):
        colour = COLOURS[n % len(COLOURS)]
        path = " ".join(f"{across(x, most):.1f},{down(y):.1f}" for x, y in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="{WIDE - KEY + 12}" y="{EDGE + 18 * n}" fill="{colour}">{name}</text>')
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" font-family="sans-serif" font-size="11">'
    )
    return f'{head}<rect width="100%" height="100%" fill="#fffaf0"/>{"".join(parts)}</svg>\n'


def series(curve: list[dict[str, Any]]) -> dict[str, list[tuple[float, float]]]:
    """The points of every line: millions of games, and the share won by the team that the line is named after."""
    lines: dict[str, list[tuple[float, float]]] = {}
    for row in curve:
        for name, found in row.items():
            if isinstance(found, dict):
                won = found["won"][1 if " as cat" in name else 0]
                lines.setdefault(name, []).append((row["games"] / 1e6, won))
    return lines


def frame(most: float) -> str:
    """The axes and their figures."""
    marks = "".join(
        f'<text x="{EDGE - 8}" y="{down(n / 4) + 4:.1f}" text-anchor="end">{25 * n} %</text>'
        f'<line x1="{EDGE}" x2="{WIDE - KEY}" y1="{down(n / 4):.1f}" y2="{down(n / 4):.1f}" stroke="#ddd"/>'
        for n in range(5)
    )
    below = f'<text x="{(EDGE + WIDE - KEY) / 2:.0f}" y="{HIGH - 12}" text-anchor="middle">'
    return f"{marks}{below}games learned from, in millions, up to {most:.3g}</text>"


def across(x: float, most: float) -> float:
    """Where so many games stand."""
    return EDGE + x / most * (WIDE - KEY - EDGE)


def down(y: float) -> float:
    """Where a share stands."""
    return HIGH - EDGE - y * (HIGH - 2 * EDGE)


if __name__ == "__main__":
    main()
