# SPDX-License-Identifier: Apache-2.0
"""Further peers that somebody built: Ligra, GBBS and Gemini, run as their own documentation runs them.

Each reads a file of its own format, made once of ours, outside every clock. All times that a process prints count.
None stops PageRank by our rule (GBBS multiplies its tolerance by the vertices): all are told how many rounds ours had.
"""

import os
import re
from dataclasses import dataclass
from pathlib import Path

from compare.content import hash_of
from compare.formats import write_adjacency, write_arcs, write_edges
from compare.process import Finished
from compare.sides import NotThere, Run, Side, SideFailed, Task, commit_of

RESOLUTION = 1e-6  # seconds: their clocks
THREADS = re.compile(r"^### Threads: (\d+)$", re.MULTILINE)  # of GBBS


@dataclass(frozen=True)
class Build:
    """Where the program of a kernel is, how it prints a time, and, if it does, the number that AGREED compares."""

    how_to: str
    programs: dict[str, str]
    time: str
    counts: dict[str, str]


LIGRA = Build(
    "`git clone https://github.com/jshun/ligra && make -C ligra/apps OPENMP=1` builds it",
    programs={
        "bfs": "apps/BFS",
        "pagerank": "apps/PageRank",
        "cc": "apps/Components",
        "sssp": "apps/BellmanFord",
        "tc": "apps/Triangle",
    },
    time="Running time : {}",
    counts={"tc": "triangle count = {}"},
)
GBBS = Build(
    "`git clone https://github.com/ParAlg/gbbs`, and in it `bazel build //benchmarks/...`, builds it",
    programs={
        "bfs": "bazel-bin/benchmarks/BFS/NonDeterministicBFS/BFS_main",
        "pagerank": "bazel-bin/benchmarks/PageRank/PageRank_main",
        "cc": "bazel-bin/benchmarks/Connectivity/SimpleUnionAsync/Connectivity_main",
        "sssp": "bazel-bin/benchmarks/PositiveWeightSSSP/DeltaStepping/DeltaStepping_main",
        "tc": "bazel-bin/benchmarks/TriangleCounting/ShunTangwongsan15/Triangle_main",
    },
    time="### Running Time: {}",
    counts={"bfs": "Reachable: {}", "cc": "# n_cc = {}", "tc": "### Num triangles = {}"},
)
GEMINI = Build(
    "`git clone https://github.com/thu-pacman/GeminiGraph && make -C GeminiGraph` builds it",
    programs={
        "bfs": "toolkits/bfs",
        "pagerank": "toolkits/pagerank",
        "cc": "toolkits/cc",
        "sssp": "toolkits/sssp",
    },
    time="exec_time={}(s)",
    counts={"bfs": "found_vertices = {}", "cc": "components = {}"},
)


class BuiltSide(Side):
    """The build in `folder`. A subclass says which it is, and the `words` of a command after the program."""

    build: Build

    def __init__(self, folder: Path, environment: dict[str, str], limit_s: float):
        super().__init__(environment, limit_s)
        self.folder = folder

    def words(self, task: Task) -> list[str]:
        """What follows the program in a command. Throws NotThere."""
        raise NotImplementedError

    def command(self, task: Task) -> list[str]:
        if task.kernel not in self.build.programs or task.track == "-":
            raise NotThere(f"{self.name}: {task.kernel} is not compared")
        program = self.program(task.kernel)
        if not program.is_file():
            raise NotThere(f"{self.name}: {program} is not there")
        return [str(program), *self.words(task)]

    def parse(self, task: Task, done: Finished) -> Run:
        seconds = [float(text) or RESOLUTION / 2 for text in printed(self.build.time, done.out)]
        if task.kernel not in self.build.counts:
            return Run(seconds, details={"result": None})
        said = {int(text) for text in printed(self.build.counts[task.kernel], done.out)}
        if len(said) != 1:
            raise SideFailed(f"{self.name}: {task.kernel} is to print one number, and printed {sorted(said)}")
        return Run(seconds, details={"result": said.pop()})

    def program(self, kernel: str) -> Path:
        return self.folder / self.build.programs[kernel]

    def identity(self, kernel: str) -> dict:
        program = self.program(kernel) if kernel in self.build.programs else self.folder
        sha256 = hash_of(program) if program.is_file() else None
        return {"program": str(program), "version": commit_of(self.folder), "sha256": sha256}

    def missing(self) -> str | None:
        """Why it cannot run here; None if it can."""
        if any(self.program(kernel).is_file() for kernel in self.build.programs):
            return None
        return f"{self.program('bfs')} is not there, nor another program; {self.build.how_to}"


class Ligra(BuiltSide):
    """Its programs run once before the first trial. Shortest paths are Bellman and Ford's."""

    name = "ligra"
    build = LIGRA

    def words(self, task: Task) -> list[str]:
        words = ["-rounds", str(task.trials)]
        words += ["-r", str(task.source)] if task.source is not None else []
        words += ["-maxiters", str(task.rounds)] if task.kernel == "pagerank" else []
        return words + adjacency(task)


class Gbbs(BuiltSide):
    """Its threads are its own, and not bound to processors one by one. Shortest paths have GAPBS's delta."""

    name = "gbbs"
    build = GBBS

    def words(self, task: Task) -> list[str]:
        words = ["-rounds", str(task.trials)]
        words += ["-src", str(task.source)] if task.source is not None else []
        words += ["-delta", str(task.delta)] if task.kernel == "sssp" else []
        words += ["-eps", "0", "-iters", str(task.rounds)] if task.kernel == "pagerank" else []
        words += ["-stats"] if task.kernel == "cc" else []  # says how many
        return words + adjacency(task)

    def variables(self, task: Task) -> dict[str, str]:
        return super().variables(task) | {"PARLAY_NUM_THREADS": str(task.threads)}

    def parse(self, task: Task, done: Finished) -> Run:
        if {int(threads) for threads in THREADS.findall(done.out)} != {task.threads}:
            raise SideFailed(f"gbbs: did not run with {task.threads} threads")
        return super().parse(task, done)


class Gemini(BuiltSide):
    """One process, without mpirun, which takes all processors and has six trials."""

    name = "gemini"
    build = GEMINI

    def words(self, task: Task) -> list[str]:
        processors = os.sysconf("SC_NPROCESSORS_CONF")
        if task.threads != processors:
            raise NotThere(f"gemini: it takes all {processors} processors of the machine, so not {task.threads}")
        kind = "weighted" if task.kernel == "sssp" else "plain"
        if task.kernel == "cc" and not task.graph.directed():  # it turns round what it reads
            file = task.graph.other(kind, ".edges", write_edges)
        else:
            file = task.graph.other(kind, ".arcs", write_arcs)
        last = task.rounds if task.kernel == "pagerank" else task.source
        return [str(file), str(task.graph.header(kind).vertices), *([] if last is None else [str(last)])]


BUILDS = {side.name: side for side in (Ligra, Gbbs, Gemini)}


def adjacency(task: Task) -> list[str]:
    """The file of Ligra and GBBS; its arcs go both ways where the kernel asks for it."""
    kind = {"sssp": "weighted", "cc": "symmetric", "tc": "symmetric"}.get(task.kernel, "plain")
    file = task.graph.other(kind, ".adj", write_adjacency)
    return [*(["-s"] if kind == "symmetric" or not task.graph.directed() else []), str(file)]


def printed(line: str, text: str) -> list[str]:
    """What stands in place of {} in the lines that look like `line`."""
    before, after = map(re.escape, line.split("{}"))
    return re.findall(rf"^{before}([\d.e+-]+){after}$", text, re.MULTILINE)
