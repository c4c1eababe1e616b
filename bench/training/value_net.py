"""A small network that says how likely each team is to win, in torch: learned by train_value.py."""

from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from bench.training.weight_files import write


class ValueNet(nn.Module):
    """Marks and pairs in, two layers, and the log-odds of each team out."""

    def __init__(self, scales: Any, pairs: int, heads: int, width: int):
        super().__init__()
        self.width = width
        self.register_buffer("scales", torch.tensor(scales, dtype=torch.float32))
        self.first = nn.Linear(len(scales), width)
        self.table = nn.EmbeddingBag(pairs, width, mode="sum", padding_idx=pairs - 1) if pairs else None
        if self.table is not None:
            nn.init.normal_(self.table.weight, std=0.02)
            self.table.weight.data[-1] = 0
        self.second, self.last = nn.Linear(width, max(16, width // 2)), nn.Linear(max(16, width // 2), heads)
        nn.init.zeros_(self.last.weight)

    def forward(self, marks: Any, pairs: Any) -> Any:
        """The log-odds of each team."""
        kind = torch.float16 if marks.is_cuda and not torch.is_grad_enabled() else torch.float32
        weight = (self.first.weight * self.scales).to(kind)
        hidden = functional.linear(marks.to(kind), weight).float() + self.first.bias
        if self.table is not None:
            hidden = hidden + self.table(pairs)
        return self.last(torch.relu(self.second(torch.relu(hidden))))


def save(net: ValueNet, file: Path) -> None:
    """Write the weights for players without torch: first (by mark, scaled), table, second, last, and what is added."""
    arrays = {
        "first": (net.first.weight * net.scales).T,
        "first_bias": net.first.bias,
        "second": net.second.weight.T,
        "second_bias": net.second.bias,
        "last": net.last.weight.T,
        "last_bias": net.last.bias,
    }
    if net.table is not None:
        arrays["table"] = net.table.weight
    write({name: array.detach().float().cpu().numpy() for name, array in arrays.items()}, Path(file))


def load(file: Path, scales: Any) -> ValueNet:
    """Read what `save` wrote."""
    found = {name: torch.tensor(array.astype(np.float32)) for name, array in np.load(file).items()}
    table = found.get("table")
    pairs = 0 if table is None else len(table)
    net = ValueNet(scales, pairs, len(found["last_bias"]), len(found["first_bias"]))
    with torch.no_grad():
        scaled = torch.where(net.scales > 0, found["first"].T / net.scales.clamp(min=1e-9), 0.0)
        net.first.weight.copy_(scaled)
        net.first.bias.copy_(found["first_bias"])
        for name in ("second", "last"):
            getattr(net, name).weight.copy_(found[name].T)
            getattr(net, name).bias.copy_(found[f"{name}_bias"])
        if net.table is not None and table is not None:
            net.table.weight.copy_(table)
    return net
