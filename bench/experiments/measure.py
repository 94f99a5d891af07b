# SPDX-License-Identifier: Apache-2.0
"""What the plan says, run. A process loads a graph once and runs everything that one way is asked for.

The ways of a graph take turns, so that what changes on the machine meanwhile changes for all.
"""

import math
from statistics import median

from experiments.laboratory import Failed, Laboratory
from experiments.plan import (
    ALGORITHMS,
    AUTO,
    BEATEN,
    BOXES,
    CHOICES,
    CHOOSING,
    COUNTED,
    DESIGNS,
    FORECAST,
    PARTS,
    SEED,
    STARTS_SOMEWHERE,
    Way,
    counted_plan_of,
    plan_of,
)
from experiments.workload import Workload

TURNS = 4
TRIAL_SECONDS = 0.5  # that the trials of a run fill, where a choice is compared
TRIALS_MAX = 16
ONCE = ["--trials", "1"]  # said, so that it is another command than that of a forecast
# What memory is measured of, and the file that each reads: the programs as they run elsewhere here, and keeping less of
# each vertex.
MEMORY_WORDS = {"PageRank": "plain", "BFS-DO": "plain", "BFS-TD": "plain", "SSSP": "weighted",
                "PageRank, floats": "plain", "BFS-DO, tree": "plain", "BFS-TD, tree": "plain"}  # fmt: skip
KEEPING = {"": [], "floats": ["--variant", "gap"], "tree": ["--answer", "parents"]}

Asked = tuple[str, int]  # an algorithm and a source


def run_words(algorithm: str, source: int) -> list[str]:
    """An algorithm, and where it starts if it does."""
    return [*FORECAST[algorithm], *(["--source", str(source)] if algorithm in STARTS_SOMEWHERE else [])]


def memory_words(name: str, source: int) -> list[str]:
    algorithm, _, kept = name.partition(", ")
    return [*run_words(algorithm, source), *KEEPING[kept]]


def together(lab: Laboratory, graph: Workload, way: Way, asked: list[Asked], more: list[list[str]], **how) -> list:
    """Runs in one process, each with `more` words behind it; what `how` says of execute."""
    words = ["run", str(graph.weighted()), *way.words(lab.threads), "--json"]
    for (algorithm, source), extra in zip(asked, more, strict=True):
        words += ["--", *run_words(algorithm, source), "--plain", *extra]
    return lab.execute(words, graph, **how)["said"]


def check_verified(graph: Workload, name: str, asked: list[Asked], told: list[dict]) -> None:
    for (algorithm, source), said in zip(asked, told, strict=True):
        if said.get("verified") is not True:
            reason = said.get("error") or said.get("breach")
            raise Failed(f"{graph.name}, {name}, {algorithm} from {source}: not verified: {reason}")


class Chapter:
    """Chapter 5 on one graph, from so many sources: R-MAT graph `number` of so many, or a real one (-1)."""

    def __init__(self, lab: Laboratory, graph: Workload, sources: int, number: int, graphs: int):
        self.lab = lab
        self.graph = graph
        self.number = number
        self.graphs = graphs
        self.sources = graph.sources("symmetric", sources, SEED)

    def measure(self) -> dict:
        before = self.lab.seconds()
        found = {
            "name": self.graph.name,
            "partition": self.cut(),
            "runs": self.runs(),
            "counts": self.counts(),
            "memory": self.memory(),
        }
        found["seconds"] = self.lab.seconds() - before
        self.lab.say(f"{self.graph.name}: {found['seconds']:.1f} s")
        return found

    def cut(self) -> dict:
        words = ["partition", str(self.graph.plain()), "--parts", str(PARTS), "--seed", str(SEED)]
        return self.lab.execute([*words, "--threads", str(self.lab.threads), "--json"], self.graph)["said"]

    def runs(self) -> list[dict]:
        """A list of {way, algorithm, source, run}, where `run` is what the program says of it."""
        found = []
        for turn in range(min(TURNS, len(self.sources))):
            for name, (way, algorithms) in plan_of(self.number, self.graphs, self.lab.threads).items():
                self.lab.say(f"{self.graph.name}: {name}, turn {turn + 1}")
                asked = [(algorithm, source) for algorithm in algorithms for source in self.sources[turn::TURNS]]
                found += self.verified(name, way, asked, [])
        return found

    def counts(self) -> list[dict]:
        """As `runs`, with the accesses to memory in each run; PageRank once, for all its runs are alike."""
        found = []
        for name, way in counted_plan_of(self.number, self.graphs).items():
            self.lab.say(f"{self.graph.name}: {name}, counting")
            sources = self.sources[:COUNTED]
            asked = [(a, source) for a in ALGORITHMS for source in (sources if a in STARTS_SOMEWHERE else sources[:1])]
            found += self.verified(name, way, asked, ["--count"])
        return found

    def verified(self, name: str, way: Way, asked: list[Asked], more: list[str]) -> list[dict]:
        def take(said: dict) -> list[dict]:
            check_verified(self.graph, name, asked, said["runs"])
            return said["runs"]

        told = together(self.lab, self.graph, way, asked, [["--verify", *more]] * len(asked), take=take)
        return [
            {
                "way": name,
                "algorithm": algorithm,
                "source": source if algorithm in STARTS_SOMEWHERE else None,
                "run": run,
            }
            for (algorithm, source), run in zip(asked, told, strict=True)
        ]

    def memory(self) -> list[dict]:
        """Runs alone in their process: {way, algorithm, width, run, resident_bytes}. Real graphs: none."""
        asked = [("2-Box", 32)] if self.number >= 0 else []
        asked += [("1-Box", 32), ("0-Box", 32), ("2-Box", 64)] if self.number == self.graphs - 1 else []
        found = []
        for design, width in asked:
            for algorithm, kind in MEMORY_WORDS.items():
                self.lab.say(f"{self.graph.name}: memory of {algorithm}, {design}, {width} bits")
                command, *options = memory_words(algorithm, self.sources[0])
                path = self.graph.weighted() if kind == "weighted" else self.graph.plain()
                words = [command, str(path), *options, "--plain", "--width", str(width), "--json"]
                entry = self.lab.execute([*words, *DESIGNS[design].words(self.lab.threads)], self.graph)
                found.append({"way": design, "algorithm": algorithm, "width": width, "run": entry["said"],
                              "resident_bytes": entry["resident_bytes"]})  # fmt: skip
        return found


def choice(lab: Laboratory, graph: Workload, pairs: int, trials_max: int) -> dict:
    """What is left open against what is named, by turns: rounds of {way: {algorithm: seconds}}, medians of trials.

    First every way warms up, twice, and the answers of the first time are verified; those of the rounds are not, since
    a certificate empties the caches that the next trial finds. One that takes more than BEATEN times as long as another
    by name is left out of the rounds. Each round starts elsewhere.
    """
    sources = graph.sources("symmetric", pairs, SEED)
    warm = {way: warm_up(lab, graph, way, sources[0]) for way in CHOICES}
    least = {algorithm: min(warm[way][algorithm]["seconds"] for way in BOXES) for algorithm in CHOOSING}
    trials = {algorithm: min(trials_max, math.ceil(TRIAL_SECONDS / least[algorithm])) for algorithm in CHOOSING}
    asked = {
        way: {
            algorithm: ["--trials", str(trials[algorithm])]
            for algorithm in CHOOSING
            if way == AUTO or runs[algorithm]["seconds"] <= BEATEN * least[algorithm]
        }
        for way, runs in warm.items()
    }
    ways, rounds = [way for way in CHOICES if asked[way]], []
    for number, source in enumerate(sources, 1):
        lab.say(f"{graph.name}: pair {number} of {pairs}")
        turn = {way: one_choice(lab, graph, way, source, number, asked[way]) for way in in_turn(ways, number)}
        rounds.append({way: {name: run["seconds"] for name, run in runs.items()} for way, runs in turn.items()})
    return {"name": graph.name, "trials": trials, "warm": warm, "rounds": rounds}


def in_turn(ways: list[str], number: int) -> list[str]:
    """Another order each round, so that none always comes first, or always after the same."""
    first = number // 2 % len(ways)
    turned = ways[first:] + ways[:first]
    return turned[:: -1 if number % 2 else 1]


def warm_up(lab: Laboratory, graph: Workload, way: str, source: int) -> dict:
    lab.say(f"{graph.name}: {way}, warming up")
    found = [one_choice(lab, graph, way, source, 0, {name: more for name in CHOOSING}) for more in (["--verify"], ONCE)]
    return {
        algorithm: min((runs[algorithm] for runs in found), key=lambda run: run["seconds"]) for algorithm in CHOOSING
    }


def one_choice(lab: Laboratory, graph: Workload, way: str, source: int, turn: int, asked: dict[str, list[str]]) -> dict:
    """By algorithm, the median of its trials and the exchange that ran; `asked` has the words behind each."""
    runs = [(algorithm, source) for algorithm in asked]

    def take(said: list[dict]) -> dict:
        if ["--verify"] in asked.values():
            check_verified(graph, way, runs, said)
        return {
            algorithm: {
                "seconds": median(trial["seconds"] for trial in run["trials"]),
                "exchange": run["parameters"]["exchange"],
            }
            for algorithm, run in zip(asked, said, strict=True)
        }

    return together(lab, graph, CHOICES[way], runs, [*asked.values()], turn=turn, take=lambda said: take(said["runs"]))


def probe(lab: Laboratory, quick: bool) -> dict:
    """Of this machine; the program keeps it for the runs that come after."""
    lab.say("the machine")
    return lab.execute(["machine", "--probe", *(["--quick"] if quick else []), "--json"])["said"]


def forecasts(lab: Laboratory, graph: Workload) -> dict:
    """Supersteps with what was predicted for them, of every algorithm left to choose and with each exchange."""
    source = graph.sources("symmetric", 1, SEED)[0]
    runs = [forecast(lab, graph, way, (algorithm, source)) for way in CHOICES for algorithm in FORECAST]
    return {"name": graph.name, "runs": runs}


def forecast(lab: Laboratory, graph: Workload, way: str, asked: Asked) -> dict:
    lab.say(f"{graph.name}: {way}, predicting {asked[0]}")
    command, *options = run_words(*asked)
    words = ["explain", command, str(graph.weighted()), *options, *CHOICES[way].words(lab.threads)]

    def take(said: dict) -> list[dict]:
        check_verified(graph, way, [asked], [said])
        return [brief(step) for step in said["supersteps"]]

    steps = lab.execute([*words, "--json", "--verify"], graph, take=take)["said"]
    return {"way": way, "algorithm": asked[0], "supersteps": steps}


def brief(step: dict) -> dict:
    """What a forecast is compared with."""
    return {name: step[name] for name in ("direction", "exchange", "seconds", "active_vertices", "predicted")}
