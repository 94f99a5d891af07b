# SPDX-License-Identifier: Apache-2.0
"""The graphs: all undirected, as the thesis made its own, and for shortest paths with weights from 1 to a million."""

from array import array
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

from compare.graphs import HEADER, SHAPES, Graph, parse_spec, read_header

WEIGHT_MAX = 1_000_000
WORD = (1 << 64) - 1
REAL = ("social/ego-twitter.txt.gz:undirected", "social/soc-Slashdot0902.txt.gz", "web/cnr-2000.txt.gz",
        "collaboration/dblp-2010.mtx.gz")  # fmt: skip
BENCH = ("kron:20", "urand:20", "road/USA-road.FLA.pace.gr.xz", "web/cnr-2000.txt.gz",
         "social/soc-Slashdot0902.txt.gz")  # fmt: skip
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
                self.execute(self.drawn(making, ["--weights", "million"]))
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


def graphs(names: Iterable[str], data: Path | None, cache: Path, atoll: Path, say) -> list[Workload]:
    """Drawn ones, as in kron:20, and those that lie in the folder."""
    found = []
    for name in names:
        if name.partition(":")[0] in SHAPES:
            found.append(Workload(parse_spec(name), cache, atoll, None, say))
        elif data and (data / name.removesuffix(":undirected")).exists():
            found.append(Workload(parse_spec(str(data / name)), cache, atoll, None, say))
        else:
            say(f"{name}: is not there, left out")
    return found


def available_bytes() -> int:
    """What is free, or would be given back by caches."""
    lines = Path("/proc/meminfo").read_text().splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith("MemAvailable:"))


def scale_that_fits() -> int:
    """The largest scale whose R-MAT graph can be drawn, laid out and run in the memory of this machine."""
    memory = MEMORY_SHARE * available_bytes()
    return max(1, int(memory / (EDGES_PER_VERTEX * BUILDING_BYTES)).bit_length() - 1)
