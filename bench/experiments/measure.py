# SPDX-License-Identifier: Apache-2.0
"""Runs `atoll` and keeps what it says. A process loads a graph once and runs everything that one way is asked for.

The ways of a graph take turns: the sources are dealt to a few turns, and in each every way runs once, so that what
changes on the machine meanwhile changes for all.
"""

import json
import shlex
import time
from collections.abc import Callable
from pathlib import Path

from compare.process import Finished, run

from experiments.plan import ALGORITHMS, DESIGNS, SEED, STARTS_SOMEWHERE, Way, plan_of
from experiments.workload import Workload

LIMIT_S = 3600
TURNS = 4
MEMORY_WORDS = {"PageRank": "plain", "BFS-DO": "plain", "SSSP": "weighted"}  # and the file that each reads


class Failed(Exception):
    """A run that failed, or an answer that was not verified, in one line."""


class Laboratory:
    """The program, the number of threads, and how many sources."""

    def __init__(self, program: Path, threads: int, sources: int, say: Callable[[str], None]):
        self.program = program
        self.threads = threads
        self.sources = sources
        self.say = say
        self.commands: list[str] = []

    def execute(self, words: list[str], graph: Workload) -> tuple[dict, Finished]:
        """The JSON of a command; the log shows the graph's file without its folder."""
        done = run([str(self.program), *words], {}, LIMIT_S)
        shown = shlex.join(["atoll", *words]).replace(f"{graph.folder.parent}/", "")
        self.commands.append(shown)
        if done.code != 0:
            reason = (done.err.strip() or f"exit code {done.code}").splitlines()[-1]
            raise Failed(f"{graph.name}: `{shown[:200]}`: {reason}")
        return json.loads(done.out), done

    def measure(self, graph: Workload, number: int, graphs: int) -> dict:
        """All that the pages need of a graph: R-MAT graph `number` of so many, or a real one (-1)."""
        start = time.monotonic()
        found = {
            "name": graph.name,
            "partition": self.cut(graph),
            "runs": self.runs(graph, plan_of(number, graphs, self.threads)),
            "memory": self.memory(graph, number >= 0, number == graphs - 1),
        }
        found["seconds"] = time.monotonic() - start
        self.say(f"{graph.name}: {found['seconds']:.1f} s")
        return found

    def cut(self, graph: Workload) -> dict:
        words = ["partition", str(graph.plain()), "--parts", "4", "--seed", str(SEED), "--threads", str(self.threads)]
        return self.execute([*words, "--json"], graph)[0]

    def runs(self, graph: Workload, plan: dict[str, tuple[Way, tuple[str, ...]]]) -> list[dict]:
        """A list of {way, algorithm, source, run}, where `run` is what the program says of it."""
        sources = graph.sources("symmetric", self.sources, SEED)
        found = []
        for turn in range(min(TURNS, self.sources)):
            for name, (way, algorithms) in plan.items():
                self.say(f"{graph.name}: {name}, turn {turn + 1}")
                asked = [(algorithm, source) for algorithm in algorithms for source in sources[turn::TURNS]]
                found += self.together(graph, name, way, asked)
        return found

    def together(self, graph: Workload, name: str, way: Way, asked: list[tuple[str, int]]) -> list[dict]:
        """Runs of (algorithm, source) in one process: a list of {way, algorithm, source, run}."""
        words = ["run", str(graph.weighted()), *way.words(self.threads), "--seed", str(SEED), "--json"]
        for algorithm, source in asked:
            words += ["--", *run_words(algorithm, source), "--verify"]
        told = self.execute(words, graph)[0]["runs"]
        found = []
        for (algorithm, source), said in zip(asked, told, strict=True):
            if said.get("verified") is not True:
                reason = said.get("error") or said.get("breach")
                raise Failed(f"{graph.name}, {name}, {algorithm} from {source}: not verified: {reason}")
            source = source if algorithm in STARTS_SOMEWHERE else None
            found.append({"way": name, "algorithm": algorithm, "source": source, "run": said})
        return found

    def memory(self, graph: Workload, drawn: bool, largest: bool) -> list[dict]:
        """Runs alone in their process: {way, algorithm, width, run, resident_bytes}. Real graphs: none."""
        asked = [("2-Box", 32)] if drawn else []
        asked += [("1-Box", 32), ("0-Box", 32), ("2-Box", 64)] if largest else []
        source = graph.sources("symmetric", 1, SEED)[0]
        found = []
        for design, width in asked:
            for algorithm, kind in MEMORY_WORDS.items():
                self.say(f"{graph.name}: memory of {algorithm}, {design}, {width} bits")
                command, *options = run_words(algorithm, source)
                path = graph.weighted() if kind == "weighted" else graph.plain()
                words = [command, str(path), *options, "--width", str(width), "--json"]
                said, done = self.execute([*words, *DESIGNS[design].words(self.threads)], graph)
                found.append({"way": design, "algorithm": algorithm, "width": width, "run": said,
                              "resident_bytes": done.peak_bytes})  # fmt: skip
        return found


def run_words(algorithm: str, source: int) -> list[str]:
    start = ["--source", str(source)] if algorithm in STARTS_SOMEWHERE else []
    return [*ALGORITHMS[algorithm], *start, "--plain"]
