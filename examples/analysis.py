"""Analyse any position: python examples/analysis.py TEXT, as `Position.text` or an issue gives it."""

import sys
from random import Random

import mousehole

first = mousehole.start("mmm", side="two_paws").roll(Random(7))
here = mousehole.position(sys.argv[1]) if len(sys.argv) > 1 else first
print(here)
for hint in sorted(here.hints(), key=lambda hint: hint.loss):
    words = " ".join(here.story(here.actions[hint.action]))
    print(f"{hint.chance:6.1%}  ({hint.low:.1%} to {hint.high:.1%})  {words}")
print(here.text)
