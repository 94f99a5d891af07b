# SPDX-License-Identifier: Apache-2.0
"""A graph of a model, as edges and as a list of them in a file."""

import importlib
import zlib
from pathlib import Path

import numpy as np

from drawing.meshes import Edges
from drawing.models import Model

LINES = 1 << 20  # written together


def drawn(name: str, model: Model, times: float, seed: int) -> Edges:
    """Edges [edges, 2] of the model, each once and none from a vertex to itself; of an undirected graph, lower ids
    first. `times`: of the model's vertices."""
    module, function = model.draw.split(".")
    draw = getattr(importlib.import_module(f"drawing.{module}"), function)
    random = np.random.default_rng([seed, zlib.crc32(name.encode())])
    edges = np.asarray(draw(random, max(1, round(times * model.vertices))), np.int64)
    if not model.directed:
        edges = np.sort(edges, axis=1)
    edges = edges[edges[:, 0] != edges[:, 1]]
    keys = np.unique((edges[:, 0] << 32) | edges[:, 1])
    return np.stack([keys >> 32, keys & 0xFFFFFFFF], axis=1)


def write(edges: Edges, path: Path) -> None:
    """A line per edge; a file under its name is whole."""
    part = path.with_suffix(".part")
    with part.open("w") as lines:
        for begin in range(0, len(edges), LINES):
            lines.writelines(f"{u} {v}\n" for u, v in edges[begin : begin + LINES].tolist())
    part.replace(path)
