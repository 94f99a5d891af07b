# SPDX-License-Identifier: Apache-2.0
"""What was measured, as the experiments ask for it. A run is one vertex program, superstep by superstep."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import fmean, median

from experiments.plan import ROUNDS

TIMES = ("computation", "communication", "switching", "waiting")


@dataclass(frozen=True)
class Run:
    """One entry of the results."""

    source: int | None
    said: dict
    rounds: int  # what its seconds are divided by: iterations of PageRank, otherwise 1

    @property
    def seconds(self) -> float:
        return self.said["trials"][0]["seconds"] / self.rounds

    @property
    def steps(self) -> list[dict]:
        return self.said["supersteps"]

    def by_part(self, field: str) -> list[float]:
        """The sum over the supersteps, per part."""
        return [sum(values) for values in zip(*(values_of(step, field) for step in self.steps), strict=True)]

    def total(self, field: str) -> float:
        return sum(self.by_part(field))

    def share(self, time: str) -> float:
        """Of the threads' time: computation, communication, switching or waiting."""
        return self.total(f"{time}_seconds") / sum(self.total(f"{each}_seconds") for each in TIMES)

    def active_arcs(self) -> int:
        return sum(step["active_arcs"] for step in self.steps)


def values_of(step: dict, field: str) -> list[float]:
    return [part[field] for part in step["parts"]]


Accesses = dict[tuple[str, str, str], tuple[int, int]]  # (effort, subject, kind) -> count and bytes


def accesses_of(where: dict) -> Accesses:
    """Of a run, or of a part in a superstep. A kind is "local_read_sequential" and the like."""
    return {
        (effort, subject, kind): (found["count"], found["bytes"])
        for effort, subjects in where["accesses"].items()
        for subject, kinds in subjects.items()
        for kind, found in kinds.items()
    }


def spread(values: Iterable[float]) -> float:
    """The largest over the smallest: the thesis's imbalance."""
    least, most = min(values := list(values)), max(values)
    return most / least if least > 0 else (1.0 if most == 0 else float("inf"))


class Results:
    """All that was measured, in groups, of which some may be missing.

    Of the group "chapter": graphs by name; those of R-MAT come first, by size.
    """

    def __init__(self, data: dict):
        self.data = data
        if "chapter" not in data:
            return
        self.about = data["chapter"]["about"]
        self.graphs = {graph["name"]: graph for graph in data["chapter"]["graphs"]}
        self.rmat = [name for name in self.graphs if name.startswith("kron-")]
        self.largest = self.rmat[-1]
        self.scaled = self.rmat[max(0, len(self.rmat) - 2)]

    def group(self, name: str) -> dict:
        return self.data[name]

    def runs(self, graph: str, way: str, algorithm: str) -> list[Run]:
        rounds = ROUNDS if algorithm == "PageRank" else 1
        found = [e for e in self.graphs[graph]["runs"] if (e["way"], e["algorithm"]) == (way, algorithm)]
        return sorted((Run(e["source"], e["run"], rounds) for e in found), key=lambda run: run.source or 0)

    def counted(self, graph: str, way: str, algorithm: str) -> list[Run]:
        """The runs with accesses; their times say nothing."""
        rounds = ROUNDS if algorithm == "PageRank" else 1
        found = [e for e in self.graphs[graph]["counts"] if (e["way"], e["algorithm"]) == (way, algorithm)]
        return [Run(e["source"], e["run"], rounds) for e in found]

    def mean(self, graph: str, way: str, algorithm: str, value: Callable[[Run], float]) -> float:
        return fmean(value(run) for run in self.runs(graph, way, algorithm))

    def median(self, graph: str, way: str, algorithm: str, value: Callable[[Run], float]) -> float:
        return median(value(run) for run in self.runs(graph, way, algorithm))

    def shape(self, graph: str) -> dict:
        """Vertices, arcs, edges."""
        return self.graphs[graph]["partition"]["graph"]

    def strategy(self, graph: str, name: str) -> dict:
        """How `name` cuts the graph, by part."""
        found = self.graphs[graph]["partition"]["strategies"]
        return next(strategy for strategy in found if strategy["strategy"] == name)

    def traversed(self, graph: str, algorithm: str) -> dict[int | None, int]:
        """The arcs that count for TEPS, by source: those of the vertices that a search reaches, or all per iteration.

        Both arcs of an edge count, as in the thesis.
        """
        if algorithm == "PageRank":
            return {None: self.shape(graph)["arcs"]}
        return {run.source: run.active_arcs() for run in self.runs(graph, "0-Box", "BFS-DO")}

    def teps(self, graph: str, way: str, algorithm: str) -> float:
        """All traversed arcs over all seconds: the harmonic mean where every run traverses as much."""
        arcs = self.traversed(graph, algorithm)
        runs = self.runs(graph, way, algorithm)
        return sum(arcs[run.source] for run in runs) / sum(run.seconds for run in runs)

    def median_teps(self, graph: str, way: str, algorithm: str) -> float:
        arcs = self.traversed(graph, algorithm)
        return self.median(graph, way, algorithm, lambda run: arcs[run.source] / run.seconds)

    def memory(self, graph: str, **how) -> list[dict]:
        found = self.graphs[graph]["memory"]
        return [entry for entry in found if all(entry[key] == value for key, value in how.items())]
