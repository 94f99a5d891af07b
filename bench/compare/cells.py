# SPDX-License-Identifier: Apache-2.0
"""A cell is a kernel on a graph on a track: warm-up, then pairs of processes, ours and theirs in turn.

Every pair is written to the cell's file at once, so an interrupted cell goes on where it stopped. Invariant: all pairs
of a cell come from the same binaries, files and settings, which its fingerprint holds.
"""

import hashlib
import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from compare.atoll_side import AtollSide
from compare.figures import Figures, figures
from compare.gapbs_side import GapbsSide
from compare.graphs import Graph, GraphError
from compare.peer_side import PeerSide
from compare.sides import ALL, NotThere, Run, Side, SideFailed, Task

DONE, PARTIAL, FAILED, NOT_THERE, NOT_RUN = "done", "partial", "failed", "not there yet", "not run"
TRIALS_MAX = 16
PROCESS_SECONDS = 1.0  # of kernel time a process should hold, so that loading does not dominate
SEED = 1


@dataclass(frozen=True)
class Plan:
    """What holds for every cell of a comparison."""

    threads: int
    pairs: int
    pairs_more: int
    peer_pairs: int
    trials: int | None  # None: as many as fill PROCESS_SECONDS
    settings: dict  # processors, huge pages: into the fingerprint
    again: bool


@dataclass(frozen=True)
class Sides:
    ours: AtollSide
    gapbs: GapbsSide
    peers: list[PeerSide]


class Cell:
    """One cell, its file, and what is in it so far."""

    def __init__(self, kernel: str, graph: Graph, track: str, folder: Path):
        self.kernel, self.graph, self.track = kernel, graph, track
        self.name = f"{track}-{kernel}-{graph.folder.name}" if track != "-" else f"{kernel}-{graph.folder.name}"
        self.path = folder / f"{self.name}.json"
        self.data: dict = {"kernel": kernel, "graph": graph.name, "track": track, "status": NOT_RUN, "pairs": []}

    @property
    def bar(self) -> float:
        return ALL[self.kernel].bar_b if self.track == "B" else ALL[self.kernel].bar_a

    def figures(self) -> Figures | None:
        pairs = [(pair["atoll"]["seconds"], pair["gapbs"]["seconds"]) for pair in self.data["pairs"]]
        return figures(pairs) if pairs else None

    def load(self, fingerprint: str) -> None:
        """Takes what an earlier run left, if it measured the same thing."""
        if not self.path.exists():
            return
        earlier = json.loads(self.path.read_text())
        if earlier.get("fingerprint") == fingerprint and earlier["status"] in (DONE, PARTIAL):
            self.data = earlier

    def save(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        making = self.path.with_suffix(".making")
        making.write_text(json.dumps(self.data, indent=1) + "\n")
        making.rename(self.path)

    def end(self, status: str, reason: str) -> None:
        self.data["status"], self.data["reason"] = status, reason
        self.save()


def measure(cell: Cell, sides: Sides, plan: Plan, say: Callable[[str], None]) -> None:
    """Fills a cell. Whatever goes wrong with it is written into it; only an interrupt gets out."""
    try:
        fill(cell, sides, plan, say)
    except NotThere as error:
        cell.end(NOT_THERE, str(error))
    except (SideFailed, GraphError) as error:
        cell.end(FAILED, str(error))
    if cell.data["status"] != DONE:
        say(f"{cell.name}: {cell.data['status']}: {cell.data.get('reason', '')}")


def fill(cell: Cell, sides: Sides, plan: Plan, say: Callable[[str], None]) -> None:
    kernel = ALL[cell.kernel]
    header = cell.graph.header(kernel.file)
    identities = {side.name: side.identity(cell.kernel) for side in (sides.ours, sides.gapbs)}
    identity = {"sides": identities, "file": state_of(cell.graph.file(kernel.file)), "trials": plan.trials}
    identity |= {**plan.settings, "threads": plan.threads, "arguments": sides.ours.arguments}
    fingerprint = hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()
    if not plan.again:
        cell.load(fingerprint)
    cell.data |= {"fingerprint": fingerprint, "identity": identity, "bar": cell.bar}
    cell.data |= {"vertices": header.vertices, "arcs": header.arcs, "directed": header.directed}
    if "trials" not in cell.data:
        warm_up(cell, sides, plan, say)
    add_pairs(cell, sides, plan, say)
    add_peers(cell, sides.peers, plan, say)
    cell.data["status"] = DONE
    cell.data.pop("reason", None)
    cell.save()


def warm_up(cell: Cell, sides: Sides, plan: Plan, say: Callable[[str], None]) -> None:
    """One trial of each side, not counted: whether it is there, its peak memory, how many trials fill a process."""
    count = max(plan.pairs, plan.pairs_more)
    if ALL[cell.kernel].source:
        cell.data["sources"] = cell.graph.sources(ALL[cell.kernel].file, count, SEED)
    if cell.kernel == "bc":
        cell.data["roots"] = list(sides.gapbs.roots(cell.graph, plan.threads))
    runs = {"atoll": sides.ours.run(task_of(cell, plan, 0, 1, verify=False))}
    if cell.kernel == "sssp":
        cell.data["delta"] = delta_of(cell, sides.gapbs, plan, say)
    runs["gapbs"] = sides.gapbs.run(task_of(cell, plan, 0, 1, verify=False))
    cell.data["peak_bytes"] = {name: run.peak_bytes for name, run in runs.items()}
    slower = max(run.seconds[0] for run in runs.values())
    fit = max(1, min(TRIALS_MAX, math.ceil(PROCESS_SECONDS / slower)))
    alone = cell.kernel == "bc" or cell.track == "-"  # further trials would have other roots, or none are
    cell.data["trials"] = 1 if alone else plan.trials or fit


def delta_of(cell: Cell, gapbs: GapbsSide, plan: Plan, say: Callable[[str], None]) -> int:
    """GAPBS's best delta, searched once per graph, binary and number of threads."""
    path = cell.graph.folder / "deltas.json"
    known = json.loads(path.read_text()) if path.exists() else {}
    key = f"{gapbs.identity('sssp')['sha256']} {plan.threads} {json.dumps(plan.settings, sort_keys=True)}"
    if key not in known:
        known[key] = gapbs.best_delta(cell.graph, plan.threads, cell.data["sources"][0], say)
        path.write_text(json.dumps(known, indent=1) + "\n")
    return known[key]


def task_of(cell: Cell, plan: Plan, pair: int, trials: int, verify: bool = True) -> Task:
    sources = cell.data.get("sources")
    return Task(
        cell.kernel,
        cell.graph,
        cell.track,
        plan.threads,
        trials,
        source=sources[pair % len(sources)] if sources else None,
        roots=tuple(cell.data.get("roots", ())),
        delta=cell.data.get("delta"),
        verify=verify,
    )


def add_pairs(cell: Cell, sides: Sides, plan: Plan, say: Callable[[str], None]) -> None:
    """Pairs until there are enough; more where an interval crosses the bar."""
    pairs = cell.data["pairs"]
    for wanted in (plan.pairs, plan.pairs_more):
        while len(pairs) < wanted:
            task = task_of(cell, plan, len(pairs), cell.data["trials"])
            pair = {"source": task.source}
            for side in (sides.ours, sides.gapbs):
                pair[side.name] = {"command": side.command(task), **side.run(task).json()}
            pairs.append(pair)
            cell.data["status"] = PARTIAL
            cell.data["figures"] = cell.figures().json()
            cell.save()
            say(f"{cell.name}: pair {len(pairs)} of {wanted}: {standing(cell)}")
        if not cell.figures().crosses(cell.bar):
            break


def add_peers(cell: Cell, peers: list[PeerSide], plan: Plan, say: Callable[[str], None]) -> None:
    """The further peers, on track A, from the same sources; a peer that fails is named and fails nothing."""
    rows = cell.data.setdefault("peers", {})
    for peer in peers:
        if "seconds" in rows.get(peer.name, {}) or cell.track != "A":
            continue
        rows[peer.name] = peer_row(cell, peer, plan)
        cell.save()
        say(f"{cell.name}: {peer.name}: {rows[peer.name].get('reason', 'done')}")


def peer_row(cell: Cell, peer: Side, plan: Plan) -> dict:
    runs: list[Run] = []
    try:
        for pair in range(plan.peer_pairs):
            runs.append(peer.run(task_of(cell, plan, pair, 1)))
    except (NotThere, SideFailed) as error:
        return {"reason": str(error)}
    return {"identity": peer.identity(cell.kernel), "seconds": [run.seconds for run in runs]}


def standing(cell: Cell) -> str:
    found = cell.figures()
    ratio, pair = found.median_ratio, cell.data["pairs"][-1]
    times = ", ".join(f"{name} {min(pair[name]['seconds']):.5f} s" for name in ("atoll", "gapbs"))
    median = f"median ratio {ratio.value:.2f} [{ratio.low:.2f}, {ratio.high:.2f}]"
    return f"{times}; {median}, mean {found.mean_ratio.value:.2f}"


def state_of(path: Path) -> str:
    """Names a file's content well enough to notice that it was made anew."""
    state = path.stat()
    return f"{path.parent.name}/{path.name} {state.st_size} {state.st_mtime_ns}"
