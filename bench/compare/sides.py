# SPDX-License-Identifier: Apache-2.0
"""A side of the comparison: a command for a task, and what its output says. All sides have this one interface."""

from dataclasses import dataclass, field, replace
from pathlib import Path

from compare.graphs import Graph, Prepared
from compare.process import Finished, run

TOLERANCE = "1e-4"  # PageRank: sum of the changes of a round, as the GAP rules have it
ROUNDS_MAX = "1000"
ROOTS = 4  # of betweenness centrality


@dataclass(frozen=True)
class Kernel:
    """What a kernel reads and starts from.

    `prepares_inside`: what it prepares is inside the clock, as in GAPBS, so both tracks are the same runs.
    `proved_by_count`: its answer is one number, dear to prove: that of the warm-up is, and all others must equal it.
    """

    file: str
    source: bool = False
    bar_a: float = 0.9
    bar_b: float = 1.0
    prepares_inside: bool = False
    proved_by_count: bool = False


KERNELS = {
    "bfs": Kernel("plain", source=True),
    "pagerank": Kernel("plain"),
    "cc": Kernel("plain"),
    "sssp": Kernel("weighted", source=True),
    "bc": Kernel("plain"),
    "tc": Kernel("symmetric", prepares_inside=True, proved_by_count=True),
}
INGEST = {
    "ingest-text": Kernel("text", bar_a=3.0),
    "ingest-weighted": Kernel("weighted text", bar_a=3.0),
    "ingest-edges": Kernel("plain", bar_a=3.0),  # drawn by each side itself
    "ingest-binary": Kernel("plain", bar_a=3.0),
}
ALL = {**KERNELS, **INGEST}


class NotThere(Exception):
    """The side has no such kernel or track (yet)."""


class SideFailed(Exception):
    """The side ran and failed, or gave a wrong answer."""


@dataclass(frozen=True)
class Task:
    """One process: a kernel on a graph, so many trials.

    `track` is A (as given), B (prepared), L (as given, but laid out before the clock starts) or - (ingest). Where the
    answer was proved before, `count` is what it must be. `rounds` are those of our PageRank, for peers that are
    told how many. `memory`: its peak is asked for too.
    """

    kernel: str
    graph: Graph
    track: str
    threads: int
    trials: int = 1
    source: int | None = None
    roots: tuple[int, ...] = ()
    delta: int | None = None
    rounds: int | None = None
    verify: bool = True
    count: int | None = None
    memory: bool = False

    @property
    def path(self) -> Path:
        return self.graph.file(ALL[self.kernel].file) if self.prepared is None else self.prepared.path

    @property
    def prepared(self) -> Prepared | None:
        """The file that was prepared for it, on track B."""
        return self.graph.prepared(ALL[self.kernel].file) if self.track == "B" else None


@dataclass(frozen=True)
class Run:
    """What a process said: seconds of each trial, as it printed them."""

    seconds: list[float]
    verified: bool | None = None
    prepare_seconds: float = 0
    details: dict = field(default_factory=dict)
    process_seconds: float = 0
    peak_bytes: int | None = None
    taken_share: float = 0  # of the processors, by other programs or a host

    def json(self) -> dict:
        return {key: value for key, value in vars(self).items() if value not in (None, {})}

    def beside(self, **more) -> "Run":
        """The same with more details."""
        return replace(self, details={**self.details, **more})


class Side:
    """The base of all sides. A subclass says `command`, `parse`, and, if it can refuse, `refused`."""

    name = ""
    repeats = True  # a process may have several trials

    def __init__(self, environment: dict[str, str], limit_s: float):
        self.environment = environment
        self.limit_s = limit_s

    def command(self, task: Task) -> list[str]:
        """The command of a task. Throws NotThere."""
        raise NotImplementedError

    def parse(self, task: Task, done: Finished) -> Run:
        """What a process that ended well said. Throws SideFailed."""
        raise NotImplementedError

    def refused(self, done: Finished) -> str | None:
        """Why the side has no such thing, if that is what it said."""
        return None

    def watched(self, task: Task) -> bool:
        """Whether the times of the lines that it prints are needed."""
        return False

    def identity(self, kernel: str) -> dict:
        """What ran: path, version, hash of the binary."""
        raise NotImplementedError

    def variables(self, task: Task) -> dict[str, str]:
        """The environment of every side: the same threads, bound to the same processors."""
        threads = str(task.threads)
        return {"OMP_NUM_THREADS": threads, "OMP_PROC_BIND": "close", "OMP_PLACES": "threads", **self.environment}

    def run(self, task: Task) -> Run:
        """Runs a task. Throws NotThere, SideFailed."""
        command = self.command(task)
        done = run(command, self.variables(task), self.limit_s, task.memory, self.watched(task))
        if done.timed_out:
            raise SideFailed(f"{self.name}: more than {self.limit_s:g} s: `{' '.join(command)}`")
        if done.code != 0:
            if reason := self.refused(done):
                raise NotThere(reason)
            last = (done.err.strip() or done.out.strip() or "no output").splitlines()[-1]
            raise SideFailed(f"{self.name}: `{' '.join(command)}` ended with {done.code}: {last}")
        try:
            run_ = self.parse(task, done)
        except (ValueError, KeyError) as error:
            raise SideFailed(f"{self.name}: `{' '.join(command)}` printed something else: {error!r}") from error
        if not run_.seconds or min(run_.seconds) < 0:
            raise SideFailed(f"{self.name}: `{' '.join(command)}` printed no time")
        run_ = replace(run_, process_seconds=done.seconds, peak_bytes=done.peak_bytes)
        return replace(run_, taken_share=done.taken_share())


def commit_of(folder: Path) -> str:
    """The commit of a checkout."""
    commit = run(["git", "-C", str(folder), "rev-parse", "--short", "HEAD"], {}, 60)
    own = (folder / ".git").exists() and commit.code == 0
    return commit.out.strip() if own else "unknown (no git checkout)"
