# SPDX-License-Identifier: Apache-2.0
"""Figure 5.6: more threads here, measured; more sockets there, computed from counts and a recorded machine."""

import json
from pathlib import Path
from statistics import fmean

from experiments.page import Section, Table, factor, milliseconds
from experiments.plan import ALGORITHMS, BOXES, ONE_PART, PARTS, SCALED, fewer, on_threads
from experiments.results import Results, Run, accesses_of

MACHINE = Path(__file__).resolve().parents[2] / "machines/thesis-4x15.json"
RANDOM_BYTES = 8  # of a word that is read or written at random, if the machine file does not say
THESIS = {"PageRank": (3.7, 2.0), "BFS-DO": (2.9, 1.7), "BFS-TD": (2.7, 2.1), "SSSP": (2.8, 1.3)}
SAYS = """\
The thesis (figure 5.6; RMAT30, for SSSP RMAT29) goes from one socket to four, and with them to four times the cores,
caches and memory channels: 3.7 for PageRank, 2.9 for BFS-DO, 2.7 for BFS-TD and 2.8 for SSSP, where Totem reaches
2.0, 1.7, 2.1 and 1.3. Threads on one domain share its memory, so what follows is not that figure: it is what more
threads gain here."""
COMPUTED = """\
From one socket to four, **computed, not measured**: the accesses counted here (on one part, as on one socket, and on
four parts, as with a socket each), every one at the rate of its kind in the thesis's Table 2.1, as recorded in
[machines/thesis-4x15.json](../../machines/thesis-4x15.json). A superstep takes as long as its slowest part, a random
access as long as a word of 8 bytes. "Interleave" is 0-Box with every access local in one case of four. Beside it what
the thesis measured, with the best of its designs and with Totem."""
ASSUMES = """\
What this leaves out: caches (every access goes to memory, at the rate of an array of 1 GB), instructions, meetings of
threads, atomics, and what the threads of a socket share, for the table has the rates of one thread. So it says what
balance, remoteness and the accesses that a design adds leave of a gain of four, no more. Totem has no column of its
own: where its memory lay is not told."""


def section(results: Results) -> Section:
    graph = results.scaled
    found = Section(f"Scaling: figure 5.6, {graph}")
    found.blocks.append(SAYS)
    if fewer(results.about["threads"]):
        found.blocks.append(threads(results, graph))
    found.blocks += [COMPUTED, sockets(results, graph, Rates.of(json.loads(MACHINE.read_text()))), ASSUMES]
    return found


class Rates:
    """Bytes per second by kind of access ("local_read_sequential" and the like), of a recorded machine."""

    def __init__(self, bytes_per_second: dict[str, float], random_bytes: float):
        self.bytes_per_second = bytes_per_second
        self.random_bytes = random_bytes

    @staticmethod
    def of(machine: dict) -> "Rates":
        """Those of the largest array, by most threads, in huge pages where it has them: the mean over the domains.

        Of one domain, where nothing is remote, the local ones stand for the remote ones.
        """
        probe = machine["probe"]
        found: dict[str, dict[tuple, list[float]]] = {}
        for entry in probe["bandwidth"]:
            kind = f"{entry['place']}_{entry['operation']}_{entry['order']}"
            how = (entry["array_bytes"], entry.get("threads", 0), entry.get("pages") == "huge")
            found.setdefault(kind, {}).setdefault(how, []).append(entry["bytes_per_second"]["median"])
        rates = {kind: fmean(by_how[max(by_how)]) for kind, by_how in found.items()}
        for kind, rate in [*rates.items()]:
            rates.setdefault(kind.replace("local", "remote"), rate)
        return Rates(rates, probe.get("random_bytes", RANDOM_BYTES))

    def interleaved(self, domains: int) -> "Rates":
        """Where pages lie on all domains in turn: an access is local by chance, whatever it was counted as."""
        mixed = {}
        for kind in self.bytes_per_second:
            what = kind.partition("_")[2]
            local, remote = (self.bytes_per_second[f"{place}_{what}"] for place in ("local", "remote"))
            mixed[kind] = domains / (1 / local + (domains - 1) / remote)
        return Rates(mixed, self.random_bytes)

    def seconds(self, part: dict) -> float:
        """Of the accesses of a part in a superstep, one after the other."""
        total = 0.0
        for (_, _, kind), (count, size) in accesses_of(part).items():
            moved = max(size, self.random_bytes * count) if kind.endswith("random") else size
            total += moved / self.bytes_per_second[kind]
        return total


def computed(runs: list[Run], rates: Rates) -> float:
    """Mean seconds of runs with each part on a socket of its own."""
    return fmean(sum(max(rates.seconds(part) for part in step["parts"]) for step in run.steps) for run in runs)


def sockets(results: Results, graph: str, rates: Rates) -> Table:
    rows = []
    for algorithm in ALGORITHMS:
        one = computed(results.counted(graph, ONE_PART, algorithm), rates)
        on_four = {design: results.counted(graph, design, algorithm) for design in BOXES}
        row = [one / computed(runs, rates) for runs in on_four.values()]
        row.append(one / computed(on_four["0-Box"], rates.interleaved(PARTS)))
        rows.append([algorithm, *map(factor, row), *map(factor, THESIS[algorithm])])
    columns = ["algorithm", *(f"{design}, computed" for design in BOXES), "interleave, computed"]
    return Table([*columns, "thesis, measured", "Totem, measured"], rows)


def threads(results: Results, graph: str) -> Table:
    whole = results.about["threads"]
    counts = fewer(whole)
    columns = ["algorithm", "design", *(f"{count} ms" for count in [*counts, whole])]
    columns += [*(f"{count} over {counts[0]}" for count in [*counts[1:], whole])]
    columns += ["thesis: 4 sockets over 1", "Totem"]
    rows = []
    for algorithm in ALGORITHMS:
        for design in SCALED:
            ways = [*(on_threads(design, count)[0] for count in counts), design]
            means = [results.mean(graph, way, algorithm, lambda run: run.seconds) for way in ways]
            speedups = [factor(means[0] / mean) for mean in means[1:]]
            rows.append([algorithm, design, *map(milliseconds, means), *speedups, *map(factor, THESIS[algorithm])])
    return Table(columns, rows)
