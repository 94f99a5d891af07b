# SPDX-License-Identifier: Apache-2.0
"""What is run: algorithms, and the ways to cut a graph and to cross its cuts, in the words of the thesis.

Everything runs as a vertex program (`--plain`), for kernels have no exchange. Answers are verified in the process that
was timed, after its clock has stopped. Two kinds are not: runs whose memory is measured, which a certificate needs too,
and rounds of a choice, where it would empty the caches before the next trial; there every way is verified first.
"""

from dataclasses import dataclass, replace

PARTS = 4  # the sockets of the thesis
ROUNDS = 5  # of PageRank
SEED = 1

ALGORITHMS = {
    "PageRank": ["pagerank", "--iterations", str(ROUNDS), "--tolerance", "0"],
    "BFS-DO": ["bfs"],
    "BFS-TD": ["bfs", "--direction", "push"],
    "SSSP": ["sssp", "--answer", "distances"],
}
STARTS_SOMEWHERE = ("BFS-DO", "BFS-TD", "SSSP")


@dataclass(frozen=True)
class Way:
    """How a graph is cut, how updates cross, where memory lives; so many threads (0: as asked for) and parts."""

    partition: str
    exchange: str
    placement: str = "partitioned"
    threads: int = 0
    parts: int = PARTS

    def words(self, threads: int) -> list[str]:
        ways = ["--partition", self.partition, "--exchange", self.exchange, "--placement", self.placement]
        return ["--parts", str(self.parts), "--threads", str(self.threads or threads), *ways, "--seed", str(SEED)]


# The thesis's baselines know no parts: here they are 0-Box with memory wherever the system puts it, or page by page.
DESIGNS = {
    "oblivious": Way("hybrid", "zero-box", "oblivious"),
    "interleave": Way("hybrid", "zero-box", "interleave"),
    "2-Box": Way("hybrid", "two-box"),
    "1-Box": Way("hybrid", "one-box"),
    "0-Box": Way("hybrid", "zero-box"),
}
BOXES = ("2-Box", "1-Box", "0-Box")
STRATEGIES = {"sorted": Way("degree", "two-box"), "random": Way("random", "two-box"), "hybrid": DESIGNS["2-Box"]}
CUT = ("PageRank", "BFS-DO")  # what figures 5.1 and 5.2 show


def on_threads(design: str, threads: int) -> tuple[str, Way]:
    """A design with fewer threads, and its name."""
    return f"{design}, {threads} {'thread' if threads == 1 else 'threads'}", replace(DESIGNS[design], threads=threads)


def fewer(threads: int) -> list[int]:
    """1, 2, 4 ... below `threads`."""
    return [2**power for power in range(threads.bit_length()) if 2**power < threads]


SCALED = ("2-Box", "0-Box")  # the designs that run on fewer threads too


def plan_of(graph: int, graphs: int, threads: int) -> dict[str, tuple[Way, tuple[str, ...]]]:
    """Of R-MAT graph number `graph` of so many, or of a real one (-1): what is run on it, by name."""
    plan = {name: (way, tuple(ALGORITHMS)) for name, way in DESIGNS.items()}
    if graph == graphs - 1:
        plan |= {name: (way, CUT) for name, way in STRATEGIES.items() if name != "hybrid"}
    if graph == max(0, graphs - 2):
        plan |= {
            name: (way, tuple(ALGORITHMS))
            for count in fewer(threads)
            for name, way in (on_threads(design, count) for design in SCALED)
        }
    return plan


ONE_PART = "one part"  # what runs on one socket
COUNTED = 2  # sources from which accesses to memory are counted


def counted_plan_of(graph: int, graphs: int) -> dict[str, Way]:
    """The ways in which accesses are counted, of a graph as in `plan_of`."""
    plan = {design: DESIGNS[design] for design in BOXES}
    if graph == max(0, graphs - 2):
        plan[ONE_PART] = replace(DESIGNS["0-Box"], parts=1)
    return plan


# What is left to choose, and what is named: the choice is compared with each.
AUTO = "auto"
CHOICES = {AUTO: Way("hybrid", "auto"), **{design: DESIGNS[design] for design in BOXES}}
FORECAST = {**ALGORITHMS, "components": ["components"]}
CHOOSING = ("BFS-DO", "BFS-TD", "PageRank", "components", "SSSP")
PAIRS = 21
BEATEN = 2  # times the time of another: such a way is not the best, and is not run again
