# SPDX-License-Identifier: Apache-2.0
"""The command line of `bench/draw`. Progress goes to standard error, what `bench/gap --graphs` takes to standard
output."""

import argparse
import importlib
import math
import sys
from pathlib import Path

from compare.main import Parser, positive

from drawing.models import MODELS

LEAST = 0.001


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
