# SPDX-License-Identifier: Apache-2.0
"""The roof: a run takes at least bytes / bandwidth, and lines / line rate. What share of its time is that?

The bytes are the rows of the arcs that our program says it looked at, at the width of the file; the lines are a read
elsewhere per such arc, in an array of a value per vertex. Both rates are the best that `atoll machine --probe` saw, in
arrays of that size or larger. A kernel that packs its arcs or works in blocks needs less, and its share may exceed 1:
then the limit does not hold for it. What instructions would take is not known: no rate of them is measured.
"""

from dataclasses import dataclass
from statistics import median

from compare.cells import Cell
from compare.ways import GAPBS

BINDS = 0.5  # a limit below this share of the time does not explain it


@dataclass(frozen=True)
class Looks:
    """What a kernel reads for an arc: bytes of the row, and one value of so many bytes per vertex elsewhere."""

    row_bytes: float
    value_bytes: float


LOOKS = {"bfs": Looks(4, 1 / 8), "pagerank": Looks(4, 4), "cc": Looks(4, 4), "sssp": Looks(8, 4)}


@dataclass(frozen=True)
class Rates:
    """Per second, of so many threads together, by the bytes of the array: each list is (bytes, rate)."""

    sequential_bytes: list[tuple[int, float]]
    random_reads: list[tuple[int, float]]


@dataclass(frozen=True)
class Share:
    """Of a cell: arcs looked at per arc of the graph, and the shares of the time that the two limits explain."""

    looked: float
    of_bytes: float
    of_lines: float

    def binds(self) -> str:
        name, most = max(("bytes", self.of_bytes), ("lines", self.of_lines), key=lambda limit: limit[1])
        return "not as modelled" if most > 1 else name if most >= BINDS else "neither"


def rates_of(probe: dict, threads: int) -> Rates:
    """The rates of reading by so many threads, near memory."""

    def best(order: str, unit: float) -> list[tuple[int, float]]:
        return [
            (entry["array_bytes"], entry["bytes_per_second"]["most"] / unit)
            for entry in probe["bandwidth"]
            if (entry["threads"], entry["operation"], entry["order"], entry["place"])
            == (threads, "read", order, "local")
        ]

    return Rates(best("sequential", 1), best("random", probe.get("random_bytes", 8)))


def rate_at(rates: list[tuple[int, float]], size: float) -> float:
    """The best in an array at least so large; of the largest if none is."""
    largest = max(size_ for size_, _ in rates)
    return max(rate for size_, rate in rates if size_ >= min(size, largest))


def share_of(cell: Cell, rates: Rates | None) -> Share | None:
    """None where it is not known: no probe, no count of arcs, or a kernel that does more with an arc than look."""
    looks = LOOKS.get(cell.kernel)
    runs = [pair["atoll"] for pair in cell.data["pairs"]]
    if rates is None or not rates.sequential_bytes or looks is None or cell.match.against != GAPBS:
        return None
    told = [run for run in runs if run.get("details", {}).get("arcs_scanned")]
    if not told or len(told) < len(runs):
        return None
    lines = rate_at(rates.random_reads, looks.value_bytes * cell.data["vertices"])

    def of(run: dict, rate: float) -> float:
        return run["details"]["arcs_scanned"] / rate / median(run["seconds"])

    return Share(
        median(run["details"]["arcs_scanned"] for run in runs) / cell.data["arcs"],
        median(
            of(run, rate_at(rates.sequential_bytes, run["details"]["layout_bytes"]) / looks.row_bytes) for run in runs
        ),
        median(of(run, lines) for run in runs),
    )
