# SPDX-License-Identifier: Apache-2.0
"""A cell is a match on a graph, as pairs of processes, ours and theirs in turn; its file is written after each pair.

So an interrupted cell goes on where it stopped. Invariant: all pairs of a cell come from the same binaries, files and
settings, which its fingerprint holds.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from compare.content import state_of
from compare.figures import Figures, figures
from compare.graphs import Graph
from compare.sides import ALL
from compare.ways import GAPBS, Match

DONE, PARTIAL, FAILED, NOT_THERE, NOT_RUN = "done", "partial", "failed", "not there yet", "not run"
PAIRS_MAX = 101


@dataclass(frozen=True)
class Plan:
    """What holds for every cell of a comparison."""

    pairs: int
    pairs_more: int
    also_pairs: int
    peer_pairs: int
    cell_s: float  # a cell that took less has more pairs
    attempts: int  # at a process that others disturb
    trials: int | None  # None: as many as are worth a process
    settings: dict  # processors, huge pages: into the fingerprint
    again: bool


class Cell:
    """One cell, its file, and what is in it so far."""

    def __init__(self, kernel: str, graph: Graph, match: Match, folder: Path):
        self.kernel, self.graph, self.match = kernel, graph, match
        words = [*([match.track] if match.track != "-" else []), kernel, graph.folder.name]
        self.name = "-".join([*words, *([match.against] if match.against != GAPBS else [])])
        self.path = folder / f"{self.name}.json"
        self.latest: Figures | None = None
        self.data: dict = {"kernel": kernel, "graph": graph.name, "track": match.track, "against": match.against}
        self.data |= {"bar": match.bar, "status": NOT_RUN, "pairs": []}

    def identify(self, plan: Plan) -> None:
        """Says what is measured, and takes what an earlier command left of the very same."""
        kind = ALL[self.kernel].file
        header = self.graph.header(kind)
        prepared = self.match.ours.track == "B"
        file = self.graph.prepared(kind).path if prepared else self.graph.file(kind)
        ways = [way.identity(self.kernel) for way in (self.match.ours, self.match.theirs)]
        identity = {"ways": ways, "file": state_of(file), "trials": plan.trials, **plan.settings}
        fingerprint = hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()
        earlier = json.loads(self.path.read_text()) if self.path.exists() and not plan.again else {}
        if earlier.get("fingerprint") == fingerprint and earlier["status"] in (DONE, PARTIAL):
            self.data = earlier
        self.data |= {"fingerprint": fingerprint, "identity": identity, "bar": self.match.bar}
        self.data |= {"vertices": header.vertices, "arcs": header.arcs, "directed": header.directed}

    def figures(self) -> Figures | None:
        """None before the first pair."""
        pairs = [(pair["atoll"]["seconds"], pair[self.match.against]["seconds"]) for pair in self.data["pairs"]]
        if pairs and (self.latest is None or self.latest.pairs != len(pairs)):
            self.latest = figures(pairs)
        return self.latest

    def add(self, pair: dict) -> None:
        self.data["pairs"].append(pair)
        self.data["status"] = PARTIAL
        self.data["figures"] = self.figures().json()
        self.save()

    def ended(self) -> bool:
        return self.data["status"] in (FAILED, NOT_THERE)

    def wants(self, plan: Plan) -> bool:
        """Whether another pair is due: too few, too little time spent on them, or an interval that crosses the bar."""
        if self.ended():
            return False
        main = self.match.against == GAPBS
        least, more = (plan.pairs, plan.pairs_more) if main else (plan.also_pairs, max(plan.also_pairs, plan.pairs))
        count = len(self.data["pairs"])
        if count < least or (count < PAIRS_MAX and self.spent_seconds() < (plan.cell_s if main else plan.cell_s / 2)):
            return True
        return count < more and self.figures().crosses(self.match.bar)

    def spent_seconds(self) -> float:
        return sum(run["process_seconds"] for run in self.runs())

    def taken_share(self) -> float:
        """Of the processors, by others, in the processes that count: their median."""
        return median(run["taken_share"] for run in self.runs())

    def runs(self) -> list[dict]:
        return [pair[name] for pair in self.data["pairs"] for name in ("atoll", self.match.against)]

    def save(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        making = self.path.with_suffix(".making")
        making.write_text(json.dumps(self.data, indent=1) + "\n")
        making.rename(self.path)

    def end(self, status: str, reason: str = "") -> None:
        self.data["status"] = status
        self.data.pop("reason", None)
        self.data |= {"reason": reason} if reason else {}
        self.save()
