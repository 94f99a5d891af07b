# SPDX-License-Identifier: Apache-2.0
"""GAPBS, as its own makefile runs it (benchmark/bench.mk): `Trial Time` is the figure, printed to 10 us.

Its roots of betweenness centrality come from its own fixed seed; they are read from its log and given to us. Its delta
of SSSP is searched once per graph, among powers of two.

Its `Build Time` is that of rows which are not sorted yet. Before a kernel gets them it always sorts them and removes
self-loops and parallel arcs, which it prints no time of; so for `ingest-edges` we note when its lines come.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from compare.content import hash_of
from compare.graphs import Graph
from compare.process import Finished, run
from compare.sides import ROOTS, ROUNDS_MAX, TOLERANCE, NotThere, Run, Side, SideFailed, Task, commit_of

PROGRAMS = {
    "bfs": "bfs",
    "pagerank": "pr",
    "cc": "cc",
    "sssp": "sssp",
    "bc": "bc",
    "tc": "tc",
    "ingest-text": "converter",
    "ingest-weighted": "converter",
    "ingest-edges": "converter",
    "ingest-binary": "bfs",
}
RESOLUTION = 1e-5  # seconds
TRIAL = re.compile(r"^Trial Time:\s+([\d.]+)$", re.MULTILINE)
INGEST_TIME = re.compile(r"^(Read|Build) Time:\s+([\d.]+)$", re.MULTILINE)
ROOT = re.compile(r"^Source:\s+(\d+)$", re.MULTILINE)
SHORT_SECONDS, SHORT_TRIALS, SHORT_PROCESSES = 0.05, 8, 3  # while a delta is searched
EXPONENT_START, EXPONENT_STEP, EXPONENT_MAX = 5, 3, 24
# Its makefile adds to CXX_FLAGS of the environment; given to make as an argument they would replace -O3 and OpenMP.
HOW_TO_BUILD = "git clone https://github.com/sbeamer/gapbs && CXX_FLAGS=-march=native make -C gapbs"
HOW_TO_GET = f"get it by `{HOW_TO_BUILD}`, then --gapbs gapbs"


class GapbsSide(Side):
    """The binaries in `folder`, with `arguments` added to the commands of kernels."""

    name = "gapbs"

    def __init__(self, folder: Path, arguments: list[str], environment: dict[str, str], limit_s: float):
        super().__init__(environment, limit_s)
        self.folder = folder
        self.arguments = arguments

    def command(self, task: Task) -> list[str]:
        if task.kernel == "ingest-edges":
            shape = {"kronecker": "-g", "uniform": "-u"}[task.graph.drawing()[0]]
            return [str(self.folder / "converter"), shape, str(task.graph.spec.scale), "-b", "/dev/null"]
        words = [str(self.folder / PROGRAMS[task.kernel]), "-f", str(task.path)]
        if PROGRAMS[task.kernel] == "converter":
            words += ["-w"] if task.kernel == "ingest-weighted" else []
            return [*words, *([] if task.graph.directed() else ["-s"]), "-b", "/dev/null"]
        words += ["-n", str(task.trials)]
        words += ["-r", str(task.source)] if task.source is not None else []
        words += ["-i", ROUNDS_MAX, "-t", TOLERANCE] if task.kernel == "pagerank" else []
        words += ["-i", str(ROOTS)] if task.kernel == "bc" else []
        words += ["-d", str(task.delta)] if task.delta is not None else []
        return words + (self.arguments if task.track != "-" else [])

    def parse(self, task: Task, done: Finished) -> Run:
        if task.track == "-":
            times = {name.lower(): float(seconds) for name, seconds in INGEST_TIME.findall(done.out)}
            if self.watched(task):
                times["squish"] = seconds_between(done.lines, "Build Time:", "Graph has ")
            return Run([max(sum(times.values()), RESOLUTION / 2)] if times else [], details={"seconds": times})
        return Run(trial_times(done.out))

    def watched(self, task: Task) -> bool:
        return task.kernel == "ingest-edges"

    def identity(self, kernel: str) -> dict:
        program = self.folder / PROGRAMS[kernel]
        return {"program": str(program), "version": commit_of(self.folder), "sha256": hash_of(program)}

    def check(self, kernels: list[str]) -> None:
        """Throws NotThere if a binary is missing."""
        missing = [
            name for name in sorted({PROGRAMS[kernel] for kernel in kernels}) if not (self.folder / name).is_file()
        ]
        if missing:
            raise NotThere(f"--gapbs {self.folder}: {', '.join(missing)} not there; {HOW_TO_GET}")

    def roots(self, graph: Graph, threads: int) -> tuple[int, ...]:
        """The roots from which a run of betweenness centrality with one trial starts."""
        task = Task("bc", graph, "A", threads)
        done = run([*self.command(task), "-l"], self.variables(task), self.limit_s)
        found = tuple(map(int, ROOT.findall(done.out)))
        if len(found) != ROOTS:
            raise SideFailed(f"gapbs: bc -l named {len(found)} sources, not {ROOTS}")
        return found

    def best_delta(self, graph: Graph, threads: int, sources: list[int], say: Callable[[str], None]) -> int:
        """The power of two that is fastest from all of `sources`: downhill from 32, in steps of 8, then of 2."""
        seconds: dict[int, float] = {}

        def cost(exponent: int) -> float:
            if not 0 <= exponent <= EXPONENT_MAX:
                return float("inf")
            if exponent not in seconds:
                try:
                    tasks = [Task("sssp", graph, "A", threads, 2, source, delta=2**exponent) for source in sources]
                    seconds[exponent] = sum(self.least_seconds(task) for task in tasks)
                except SideFailed:
                    seconds[exponent] = float("inf")
                say(f"{graph.name}: gapbs sssp -d {2**exponent}: {seconds[exponent]:.5f} s")
            return seconds[exponent]

        best = downhill(cost, EXPONENT_START, EXPONENT_STEP)
        if seconds[best] == float("inf"):
            raise SideFailed(f"gapbs: sssp on {graph.name}: no delta ended within {self.limit_s:g} s")
        return 2**best

    def least_seconds(self, task: Task) -> float:
        """Of a trial; where one is short, others may disturb it, and of several more in several processes."""
        found = min(self.run(task).seconds)
        for _ in range(SHORT_PROCESSES if found < SHORT_SECONDS else 0):
            found = min(found, *self.run(replace(task, trials=SHORT_TRIALS)).seconds)
        return found


def trial_times(text: str) -> list[float]:
    """The seconds of the trials; what it prints as 0.00000 was less than half of the last digit."""
    return [max(float(seconds), RESOLUTION / 2) for seconds in TRIAL.findall(text)]


def seconds_between(lines: Sequence[tuple[float, str]], first: str, last: str) -> float:
    """From when a line that begins with `first` came to when one with `last` did. Throws SideFailed."""
    came = {text: seconds for text in (first, last) for seconds, line in lines if line.startswith(text)}
    if len(came) != 2:
        raise SideFailed(f"gapbs: did not print the lines `{first}` and `{last}`")
    return came[last] - came[first]


def downhill(cost: Callable[[int], float], start: int, step: int) -> int:
    """Where `cost` is least, walking by `step` and, once neither neighbour is better, by ever smaller ones."""
    here = start
    while True:
        best = min((here, here - step, here + step), key=cost)
        if best == here and step == 1:
            return here
        step = step if best != here else 1
        here = best
