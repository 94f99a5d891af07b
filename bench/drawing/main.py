# SPDX-License-Identifier: Apache-2.0
"""The command line of `bench/draw`. Progress goes to standard error, what `bench/gap --graphs` takes to standard
output."""

import argparse
import importlib
import math
import sys
from dataclasses import dataclass
from pathlib import Path

from compare.main import Parser, positive

LEAST = 0.001


@dataclass(frozen=True)
class Model:
    """How a graph is drawn, and of how many vertices."""

    draw: str  # module.function of this package: (Random, vertices) -> Edges
    vertices: int
    directed: bool = False


MODELS = {
    "delaunay": Model("meshes.delaunay", 524_288),
    "near-points": Model("meshes.near_points", 524_288),
    "small-world": Model("networks.small_world", 524_288),
    "attachment": Model("networks.attachment", 262_144),
    "cliques": Model("networks.cliques", 300_000),
    "web": Model("one_way.web", 400_000, directed=True),
    "citations": Model("one_way.citations", 500_000, directed=True),
    "readers": Model("networks.readers", 220_000),
    "talk": Model("one_way.talk", 600_000, directed=True),
    "blocks": Model("networks.blocks", 512_000),
    "cube": Model("meshes.cube", 512_000),
    "sites": Model("one_way.sites", 500_000, directed=True),
    "streets": Model("one_way.streets", 500_000, directed=True),
    "tree": Model("meshes.tree", 1_000_000),
    "sparse": Model("networks.sparse", 1_000_000),
    "king": Model("meshes.king", 640_000),
    "regular": Model("networks.regular", 600_000),
    "hypercube": Model("networks.hypercube", 131_072),
    "mild-rmat": Model("one_way.mild_rmat", 262_144, directed=True),
    "power-law": Model("networks.power_law", 400_000),
    "copying": Model("one_way.copying", 300_000, directed=True),
    "kronecker-3": Model("networks.kronecker_of_three", 531_441),
    "items": Model("one_way.items", 290_000, directed=True),
    "far-edges": Model("networks.lattice_with_far_edges", 524_288),
    "caterpillar": Model("meshes.caterpillar", 600_000),
    "holes": Model("meshes.holes", 1_000_000),
    "communities": Model("networks.communities", 300_000),
    "mails": Model("one_way.mails", 50_000, directed=True),
    "dense": Model("networks.dense", 2000),
    "islands": Model("networks.islands", 1_620_000),
    "deep-layers": Model("one_way.deep_layers", 500_000, directed=True),
    "barbell": Model("meshes.barbell", 103_000),
    "torus": Model("meshes.torus", 1_048_576),
    "kronecker-fat": Model("networks.kronecker_fat", 65_536),
    "random-arcs": Model("one_way.random_arcs", 262_144, directed=True),
    "star": Model("networks.star", 1_000_000),
    "path": Model("meshes.path", 500_000),
    "layers": Model("one_way.layers", 400_000, directed=True),
}


def names(text: str) -> list[str]:
    chosen = text.split(",")
    unknown = [name for name in chosen if name not in MODELS]
    if unknown:
        raise argparse.ArgumentTypeError(f"no model is called {unknown[0]!r}; there are {', '.join(MODELS)}")
    return chosen


def size(text: str) -> float:
    value = float(text)
    if not (value >= LEAST and math.isfinite(value)):
        raise argparse.ArgumentTypeError(f"must be a number of at least {LEAST}")
    return value


def parser() -> argparse.ArgumentParser:
    p = Parser(
        prog="bench/draw",
        description="Draws graphs of many models as edge lists, and prints them as `bench/gap --graphs` takes them.",
    )
    p.add_argument("--out", type=Path, required=True, help="folder of the lists, NAME.el each")
    p.add_argument("--models", type=names, default=list(MODELS), help=f"of {','.join(MODELS)} (default: all)")
    p.add_argument("--times", type=size, default=1, help="as many vertices as by default (default: %(default)s)")
    p.add_argument("--seed", type=positive, default=1, help="other graphs of the same models (default: %(default)s)")
    return p


def main(arguments: list[str]) -> int:
    options = parser().parse_args(arguments)
    draw = importlib.import_module("drawing.draw")  # needs NumPy and SciPy, as --help does not
    graphs = []
    for name in options.models:
        edges = draw.drawn(name, MODELS[name], options.times, options.seed)
        options.out.mkdir(parents=True, exist_ok=True)
        path = options.out / f"{name}.el"
        draw.write(edges, path)
        kind = "arcs" if MODELS[name].directed else "edges"
        print(f"{path}: {edges.max() + 1:,} vertices, {len(edges):,} {kind}", file=sys.stderr, flush=True)
        graphs.append(str(path) if MODELS[name].directed else f"{path}:undirected")
    print(",".join(graphs))
    return 0
