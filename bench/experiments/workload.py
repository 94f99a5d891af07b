# SPDX-License-Identifier: Apache-2.0
"""The graphs: all undirected, as the thesis made its own, and for shortest paths with weights from 1 to a million."""

import os
from array import array
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

from compare.graphs import HEADER, SEED, SHAPES, Graph, parse_spec, read_header

WEIGHT_MAX = 1_000_000
WORD = (1 << 64) - 1
REAL = ("social/ego-twitter.txt.gz:undirected", "social/soc-Slashdot0902.txt.gz", "web/cnr-2000.txt.gz",
        "collaboration/dblp-2010.mtx.gz")  # fmt: skip
BENCH_SHAPES = ("kron", "urand")  # and real graphs of other shapes, as bench/gap compares them
BENCH_REAL = ("road/USA-road.FLA.pace.gr.xz", "web/cnr-2000.txt.gz", "social/soc-Slashdot0902.txt.gz")
EDGES_PER_VERTEX = 16
BUILDING_BYTES = 64  # of memory per edge, while a weighted graph is drawn and laid out
MEMORY_SHARE = 0.6  # the rest is a reserve


class Workload(Graph):
    """A graph in its cache: `plain()` is a .sg file, `weighted()` the same graph as .wsg."""

    def plain(self) -> Path:
        return self.file("symmetric")

    def weighted(self) -> Path:
        path = self.folder / "million.wsg"
        if not path.exists():
            plain, making = self.plain(), self.folder / "making-million.wsg"
            self.say(f"{self.name}: making {path.name}")
            if self.spec.shape:
                drawing = [SHAPES[self.spec.shape], str(making), "--scale", str(self.spec.scale)]
                self.execute([str(self.atoll), "generate", *drawing, "--seed", SEED, "--weights", "million"])
            else:
                draw_weights(plain, making)
            making.rename(path)
        return path


def draw_weights(plain: Path, out: Path) -> None:
    """Both arcs of an edge get the same weight, a hash of its ends."""
    header = read_header(plain)
    offsets, ends = array("q"), array("i")
    with plain.open("rb") as file:
        head = file.read(HEADER.size)
        offsets.fromfile(file, header.vertices + 1)
        ends.fromfile(file, header.arcs)
    pairs = array("i", bytes(2 * ends.itemsize * header.arcs))
    pairs[::2] = ends
    for u, (first, last) in enumerate(pairwise(offsets)):
        for e in range(first, last):
            pairs[2 * e + 1] = weight_of(u, ends[e])
    with out.open("wb") as file:
        file.write(head)
        offsets.tofile(file)
        pairs.tofile(file)


def weight_of(u: int, v: int) -> int:
    mixed = (min(u, v) * 0x9E3779B97F4A7C15 + max(u, v) * 0xC2B2AE3D27D4EB4F) & WORD
    return ((mixed ^ mixed >> 29) * 0xBF58476D1CE4E5B9 & WORD) % WEIGHT_MAX + 1


def rmat(scale: int, cache: Path, atoll: Path, say) -> Workload:
    return Workload(parse_spec(f"kron:{scale}"), cache, atoll, None, say)


def real_graphs(data: Path | None, cache: Path, atoll: Path, say, names: Iterable[str] = REAL) -> list[Workload]:
    """Those of `names` that lie in the folder."""
    there = [name for name in names if data and (data / name.removesuffix(":undirected")).exists()]
    return [Workload(parse_spec(str(data / name)), cache, atoll, None, say) for name in there]


def bench_graphs(scale: int, data: Path | None, cache: Path, atoll: Path, say) -> list[Workload]:
    """Of every shape one: drawn ones of a scale, and real ones."""
    drawn = [Workload(parse_spec(f"{shape}:{scale}"), cache, atoll, None, say) for shape in BENCH_SHAPES]
    return drawn + real_graphs(data, cache, atoll, say, BENCH_REAL)


def scale_that_fits() -> int:
    """The largest scale whose R-MAT graph can be drawn, laid out and run in the memory of this machine."""
    memory = MEMORY_SHARE * os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_AVPHYS_PAGES")
    return max(1, int(memory / (EDGES_PER_VERTEX * BUILDING_BYTES)).bit_length() - 1)
