# SPDX-License-Identifier: Apache-2.0
"""Measures the cells of a kernel on a graph together: a warm-up, then turns in which every way runs once.

So one process of GAPBS serves both tracks, next to ours. All ways of a turn have the same source and as many trials. A
process that others disturbed is run again, whatever it says of itself.
"""

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from statistics import median

from compare.cells import DONE, FAILED, NOT_THERE, Cell, Plan
from compare.cells import PAIRS_MAX as SOURCES
from compare.graphs import GraphError
from compare.process import DISTURBED
from compare.sides import ALL, NotThere, Run, Side, SideFailed, Task
from compare.ways import GAPBS, Sides, Way

TRIALS_MAX = 16
TRIALS_SECONDS = 0.1  # that the trials of a process fill
LONG_SECONDS, VERY_LONG_SECONDS = 0.5, 2.0  # of a trial: two of them are enough, one is
REPEATED_MAX = 0.5  # of the time that counts: what may go into disturbed processes
SEED = 1
DELTA_SOURCES = 5  # from which GAPBS's delta is searched
AGREED = {"bfs": "reached", "sssp": "reached", "cc": "count", "tc": "triangles"}  # the number that a peer tells
CONDITIONS = ("sources", "roots", "delta", "trials", "count")  # what the cells of a race share


def measure(cells: list[Cell], sides: Sides, plan: Plan, say: Callable[[str], None]) -> None:
    """Fills the cells. Whatever goes wrong with one is written into it; only an interrupt gets out."""
    race = Race(cells, sides, plan, say)
    try:
        race.prepare()
        race.run()
    except (NotThere, SideFailed, GraphError) as error:
        race.fail(cells, error)


class Race:
    """The cells of one kernel on one graph."""

    def __init__(self, cells: list[Cell], sides: Sides, plan: Plan, say: Callable[[str], None]):
        self.cells, self.sides, self.plan, self.say = cells, sides, plan, say
        self.kernel, self.graph = cells[0].kernel, cells[0].graph
        self.conditions: dict = {}
        self.spent_seconds = self.repeated_seconds = 0.0

    def prepare(self) -> None:
        """Takes up what was measured before, and warms up the cells that meet GAPBS and whose memory is not known."""
        for cell in self.cells:
            try:
                cell.identify(self.plan)
            except (NotThere, SideFailed, GraphError) as error:
                self.fail([cell], error)
        meeting = [cell.data for cell in self.cells if cell.match.against == GAPBS]  # a delta is of its very program
        known = next((data for data in meeting or [cell.data for cell in self.cells] if "trials" in data), None)
        if known is None:
            self.draw()
        else:
            self.conditions = {key: known[key] for key in CONDITIONS if key in known}
        there = [cell for cell in self.cells if not cell.ended()]
        self.warm_up([cell for cell in there if cell.match.against == GAPBS and "peak_bytes" not in cell.data])
        for cell in there:
            cell.data |= self.conditions

    def draw(self) -> None:
        if ALL[self.kernel].source:
            self.conditions["sources"] = self.graph.sources(ALL[self.kernel].file, SOURCES, SEED)
        if self.kernel == "bc":
            self.conditions["roots"] = list(self.sides.gapbs.roots(self.graph, self.cells[0].match.ours.threads))

    def warm_up(self, cells: list[Cell]) -> None:
        """One trial of each way, not counted: which are there, their peak memory, how many trials a process has."""
        runs: dict[Way, Run | Exception] = {}
        for cell in cells:
            if not self.ran(runs, cell.match.ours, verify=False):
                continue
            if self.kernel == "sssp" and "delta" not in self.conditions:
                self.conditions["delta"] = self.best_delta(cell.match.ours.threads)
            self.ran(runs, cell.match.theirs, verify=False)
            peaks = {"atoll": cell.match.ours, GAPBS: cell.match.theirs}
            cell.data["peak_bytes"] = {
                name: runs[way].peak_bytes for name, way in peaks.items() if isinstance(runs[way], Run)
            }
        seconds = [run.seconds[0] for run in runs.values() if isinstance(run, Run)]
        there = [cell for cell in self.cells if not cell.ended()]
        if seconds and there and "trials" not in self.conditions:
            self.conditions["trials"] = self.trials(there[0].match.ours, max(seconds))

    def trials(self, ours: Way, seconds: float) -> int:
        """How many are worth a process, by the seconds of one; what all are to count is proved here."""
        if ALL[self.kernel].proved_by_count:
            self.conditions["count"] = ours.side.counted(self.kernel, ours.side.run(self.task(ours, 0, 1)))
        alone = self.kernel == "bc" or self.cells[0].match.track == "-"  # others have other roots, or there are none
        return 1 if alone else self.plan.trials or trials_worth(seconds)

    def best_delta(self, threads: int) -> int:
        """GAPBS's best delta, searched once per graph, binary and number of threads."""
        path, gapbs = self.graph.folder / "deltas.json", self.sides.gapbs
        known = json.loads(path.read_text()) if path.exists() else {}
        sources = self.conditions["sources"][:DELTA_SOURCES]
        setting = f"{threads} {json.dumps(self.plan.settings, sort_keys=True)} {sources}"
        key = f"{gapbs.identity('sssp')['sha256']} {setting}"
        if key not in known:
            known[key] = gapbs.best_delta(self.graph, threads, sources, self.say)
            path.write_text(json.dumps(known, indent=1) + "\n")
        return known[key]

    def task(self, way: Way, turn: int, trials: int, verify: bool = True) -> Task:
        sources = self.conditions.get("sources")
        return Task(
            self.kernel,
            self.graph,
            way.track,
            way.threads,
            trials,
            source=sources[turn % len(sources)] if sources else None,
            roots=tuple(self.conditions.get("roots", ())),
            delta=self.conditions.get("delta"),
            verify=verify,
            count=self.conditions.get("count"),
            memory=not verify,  # the certificate would be in it
        )

    def run(self) -> None:
        """Turns until every cell has enough; a cell that is behind catches up."""
        while due := [cell for cell in self.cells if cell.wants(self.plan)]:
            turn = min(len(cell.data["pairs"]) for cell in due)
            self.take_turn(turn, [cell for cell in due if len(cell.data["pairs"]) == turn])
        for cell in self.cells:
            if not cell.ended():
                self.add_peers(cell)
                cell.end(DONE)

    def take_turn(self, turn: int, cells: list[Cell]) -> None:
        runs: dict[Way, Run | Exception] = {}
        for cell in cells:
            pair = {"source": self.task(cell.match.ours, turn, 1).source}
            for name, way in (("atoll", cell.match.ours), (cell.match.against, cell.match.theirs)):
                if not self.ran(runs, way, turn):
                    break
                command = way.side.command(self.task(way, turn, self.conditions.get("trials", 1)))
                pair[name] = {"command": command, **runs[way].json()}
            else:
                cell.add(pair)
                self.say(f"{cell.name}: pair {turn + 1}: {standing(cell)}")

    def ran(self, runs: dict[Way, Run | Exception], way: Way, turn: int = 0, verify: bool = True) -> bool:
        """Runs a way, unless it did in this turn. Where it fails, so do all cells that need it."""
        if way not in runs:
            task = self.task(way, turn, self.conditions.get("trials", 1) if verify else 1, verify)
            try:
                runs[way] = self.undisturbed(way, task) if verify else way.side.run(task)
            except (NotThere, SideFailed) as error:
                runs[way] = error
        failed = isinstance(runs[way], Exception)
        if failed:
            self.fail([cell for cell in self.cells if way in (cell.match.ours, cell.match.theirs)], runs[way])
        return not failed

    def undisturbed(self, way: Way, task: Task) -> Run:
        """The least disturbed of the attempts, with the times of the others; it is not the times that choose."""
        attempts = [way.side.run(task)]
        while attempts[-1].taken_share > DISTURBED and self.may_repeat(len(attempts)):
            self.repeated_seconds += attempts[-1].process_seconds
            attempts.append(way.side.run(task))
        best = min(attempts, key=lambda run: run.taken_share)
        self.spent_seconds += best.process_seconds
        left = [{"seconds": run.seconds, "taken_share": run.taken_share} for run in attempts if run is not best]
        return best.beside(disturbed=left) if left else best

    def may_repeat(self, attempts: int) -> bool:
        return attempts < self.plan.attempts and self.repeated_seconds <= REPEATED_MAX * self.spent_seconds

    def fail(self, cells: Sequence[Cell], error: Exception) -> None:
        for cell in cells:
            if not cell.ended():
                cell.end(NOT_THERE if isinstance(error, NotThere) else FAILED, str(error))
                self.say(f"{cell.name}: {cell.data['status']}: {error}")

    def add_peers(self, cell: Cell) -> None:
        """The further peers, on track A, from the same sources; a peer that fails is named and fails nothing."""
        rows = cell.data.setdefault("peers", {})
        for peer in self.sides.peers if cell.match.track == "A" and cell.match.against == GAPBS else []:
            row, wanted = rows.get(peer.name, {}), min(self.plan.peer_pairs, len(cell.data["pairs"]))
            if row.get("identity") != peer.identity(self.kernel) or len(row["seconds"]) < wanted:
                rows[peer.name] = self.peer_row(peer, cell)
                cell.save()
                self.say(f"{cell.name}: {peer.name}: {rows[peer.name].get('reason', 'done')}")

    def peer_row(self, peer: Side, cell: Cell) -> dict:
        way, runs = Way(peer, "A", cell.match.ours.threads), []
        trials = self.conditions["trials"] if peer.repeats else 1
        pairs = cell.data["pairs"][: self.plan.peer_pairs]
        try:
            for turn, pair in enumerate(pairs):
                ours = pair["atoll"]["details"]["result"]
                runs.append(peer.run(replace(self.task(way, turn, trials), rounds=ours.get("iterations"))))
                check_agreement(self.kernel, peer.name, runs[-1].details["result"], ours)
        except (NotThere, SideFailed, GraphError) as error:
            return {"reason": str(error)}
        return {"identity": peer.identity(self.kernel), "seconds": [run.seconds for run in runs]}


def check_agreement(kernel: str, peer: str, theirs: int | None, ours: dict) -> None:
    """Throws SideFailed where a peer says another number than our answer, which was proved."""
    fact = AGREED.get(kernel)
    if fact and theirs is not None and theirs != ours[fact]:
        raise SideFailed(f"{peer}: {fact} {theirs}, where {ours[fact]} was proved")


def trials_worth(seconds: float) -> int:
    """How many trials of so many seconds a process has."""
    least = 1 if seconds > VERY_LONG_SECONDS else 2 if seconds > LONG_SECONDS else 3
    return max(least, min(TRIALS_MAX, math.ceil(TRIALS_SECONDS / seconds)))


def standing(cell: Cell) -> str:
    """The medians of the trials of the last pair, and the ratios of all pairs."""
    found = cell.figures()
    ratio, pair = found.median_ratio, cell.data["pairs"][-1]
    times = ", ".join(f"{name} {median(pair[name]['seconds']):.5f} s" for name in ("atoll", cell.match.against))
    ratios = f"median ratio {ratio.value:.2f} [{ratio.low:.2f}, {ratio.high:.2f}]"
    return f"{times}; {ratios}, mean {found.mean_ratio.value:.2f}"
