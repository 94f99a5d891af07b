# SPDX-License-Identifier: Apache-2.0
"""What is measured together, a group at a time, as results.json has it: {group: {about, graphs, ...}}."""

import argparse
import math
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from compare import machine
from compare.graphs import GraphError
from compare.process import choose_processors
from compare.sides import NotThere

from experiments import measure
from experiments.laboratory import Laboratory
from experiments.plan import PAIRS
from experiments.workload import REAL, Workload, graphs, scale_that_fits

PILOT_SCALE = 16  # the smallest R-MAT graph, which tells how long a larger one will take
GROWTH = 2.2  # of the time from one scale to the next
ATTEMPTS = 3  # of a run that other programs disturb
QUICK_SCALE, QUICK_SOURCES, QUICK_PAIRS, QUICK_TRIALS = 12, 2, 2, 2


class Bench:
    """The options, the machine, and what runs on it."""

    def __init__(self, options: argparse.Namespace, say: Callable[[str], None]):
        self.options = options
        self.say = say
        self.processors = choose_processors(options.threads or os.cpu_count() or 1)
        if len(self.processors) < (options.threads or 1):
            raise NotThere(f"--threads {options.threads}: there are {len(self.processors)} processors")
        self.cache = options.work.resolve() / "graphs"
        until = time.monotonic() + options.for_s if options.for_s else math.inf
        kept = options.work.resolve() / "kept"
        attempts = 1 if options.quick else ATTEMPTS
        self.lab = Laboratory(options.atoll.resolve(), len(self.processors), kept, until, attempts, say)
        self.measures = {"chapter": self.chapter, "forecasts": self.forecasts, "choice": self.choice}

    def measure(self, names: list[str]) -> dict:
        """These groups. They are to be forgotten once they are kept elsewhere: then the next call measures anew."""
        return {name: self.group(name) for name in names}

    def forget(self) -> None:
        self.lab.forget()

    def group(self, name: str) -> dict:
        self.lab.entries.clear()
        group = self.measures[name]()
        domains = self.domains()
        about = {**machine.describe(self.processors, "system"), **self.lab.account()}
        about |= {"threads": self.lab.threads, "domains": domains, "quick": self.options.quick}
        about["commands"] = [*made(self.cache), *about["commands"]]
        return {**group, "about": about | group["about"]}

    def chapter(self) -> dict:
        """Chapter 5 of the thesis."""
        options, found = self.options, []
        sources = options.sources or (QUICK_SOURCES if options.quick else 20)
        for graph, number, count in self.workloads(found):
            found.append(measure.Chapter(self.lab, graph, sources, number, count).measure())
        about = {
            "sources": sources,
            "budget_s": None if options.quick or options.scale else options.budget_s,
            "scale_that_fits": scale_that_fits(),
        }
        return {"about": about, "graphs": found}

    def workloads(self, measured: list[dict]) -> Iterator[tuple[Workload, int, int]]:
        """The graphs, and their numbers among those of R-MAT: what was `measured` of the smallest decides on others."""
        options = self.options
        largest = options.scale or (QUICK_SCALE if options.quick else None)
        smallest = max(1, largest - 4) if largest else PILOT_SCALE
        yield *self.graphs([f"kron:{smallest}"]), 0, 3
        largest = largest or scale_for(options.budget_s, measured[0]["seconds"])
        yield *self.graphs([f"kron:{max(smallest + 1, (smallest + largest) // 2)}"]), 1, 3
        yield *self.graphs([f"kron:{max(smallest + 2, largest)}"]), 2, 3
        for graph in self.graphs([] if options.quick else REAL):
            yield graph, -1, 3

    def graphs(self, names: Iterable[str]) -> list[Workload]:
        return graphs(names, self.options.data, self.cache, self.lab.program, self.say)

    def bench_graphs(self) -> list[Workload]:
        options = self.options
        scale = options.scale or QUICK_SCALE
        found = self.graphs([f"kron:{scale}", f"urand:{scale}"] if options.quick else options.graphs)
        if not found:
            raise GraphError("none of --graphs is there")
        return found

    def forecasts(self) -> dict:
        graphs = self.bench_graphs()
        measure.probe(self.lab, self.options.quick)
        return {"about": {}, "graphs": [measure.forecasts(self.lab, graph) for graph in graphs]}

    def choice(self) -> dict:
        graphs = self.bench_graphs()
        measure.probe(self.lab, self.options.quick)
        pairs = self.options.pairs or (QUICK_PAIRS if self.options.quick else PAIRS)
        trials = QUICK_TRIALS if self.options.quick else measure.TRIALS_MAX
        return {"about": {}, "graphs": [measure.choice(self.lab, graph, pairs, trials) for graph in graphs]}

    def domains(self) -> int:
        return len(self.lab.execute(["machine", "--json"])["said"]["domains"])


def made(cache: Path) -> list[str]:
    """How the graphs were made, now or before, by a program of any folder."""
    lines = (cache / "made.log").read_text().splitlines()
    short = [re.sub(r"^\S*/\S+ ", "atoll ", line.replace(f"{cache}/", "").replace("making-", "")) for line in lines]
    return list(dict.fromkeys(short))


def scale_for(budget_s: float, pilot_s: float) -> int:
    """The largest scale that fits the memory, and with all that is measured beside it the budget."""
    scale, left = PILOT_SCALE + 2, 0.4 * budget_s
    while scale < scale_that_fits() and pilot_s * GROWTH ** (scale + 1 - PILOT_SCALE) <= left:
        scale += 1
    return scale
