# SPDX-License-Identifier: Apache-2.0
"""Figures 5.1 and 5.2: what sorting, drawing and doing both make of the balance between the parts."""

from experiments.page import Plot, Section, Table, factor, milliseconds
from experiments.plan import CUT, PARTS, STRATEGIES
from experiments.plot import Panel, bars
from experiments.results import Results, Run, spread, values_of

SHOWN = 8  # supersteps in a plot
FIGURES = {"PageRank": "5.1", "BFS-DO": "5.2"}
THESIS = {  # imbalance; how much faster hybrid is
    ("PageRank", "sorted"): (1.46, 1.18),
    ("PageRank", "random"): (1.03, 2.0),
    ("PageRank", "hybrid"): (1.05, None),
    ("BFS-DO", "sorted"): (10.1, 5.3),
    ("BFS-DO", "random"): (1.35, 1.55),
    ("BFS-DO", "hybrid"): (1.13, None),
}
SAYS = """\
The thesis (RMAT31, 2-Box): sorting by degree gives locality and a bad balance, drawing owners gives balance and no
locality, and drawing owners with a sort inside each part gives both. Imbalance is the slowest part over the
fastest, in processor time of computation or in arcs scanned; of a run the parts' sums over its supersteps, then the
mean over the runs. The thesis does not say whether it divides sums or single supersteps."""
DIFFERS = """\
Where ours differs: the three strategies share one processor's caches here, and the parts are worked on one after
the other by the same threads, so a part that is slow is slow by its work and its locality alone, and nobody waits
for it. A graph of this size has a far smaller state than RMAT31, so more of it lies in a cache and locality is
worth less. How much of the rest is due to what (the thesis's kernel is not told in detail) is unknown."""


def way_of(strategy: str) -> str:
    return "2-Box" if strategy == "hybrid" else strategy


def section(results: Results) -> Section:
    graph = results.largest
    found = Section(f"Partitions: figures 5.1 and 5.2, {graph}, 2-Box")
    found.blocks += [SAYS, overall(results, graph)]
    for algorithm in CUT:
        found.blocks += [figure(results, graph, algorithm), steps(results, graph, algorithm)]
    found.blocks += ["Who owns what, the largest part over the smallest:", owners(results, graph), DIFFERS]
    return found


def in_time(run: Run) -> float:
    return spread(run.by_part("computation_seconds"))


def in_arcs(run: Run) -> float:
    return spread(run.by_part("arcs_scanned"))


def overall(results: Results, graph: str) -> Table:
    columns = ["algorithm", "partition", "ms mean", "ms median", "hybrid is faster by", "thesis",
               "imbalance, time", "imbalance, arcs", "thesis, time"]  # fmt: skip
    rows = []
    for algorithm in CUT:
        best = results.mean(graph, way_of("hybrid"), algorithm, lambda run: run.seconds)
        for strategy in STRATEGIES:
            way = way_of(strategy)
            mean = results.mean(graph, way, algorithm, lambda run: run.seconds)
            median = results.median(graph, way, algorithm, lambda run: run.seconds)
            imbalance, faster = THESIS[algorithm, strategy]
            rows.append(
                [algorithm, strategy, milliseconds(mean), milliseconds(median)]
                + ([factor(mean / best), factor(faster)] if faster else ["", ""])
                + [factor(results.mean(graph, way, algorithm, value)) for value in (in_time, in_arcs)]
                + [factor(imbalance)]
            )
    return Table(columns, rows)


def first_run(results: Results, graph: str, strategy: str, algorithm: str) -> Run:
    return results.runs(graph, way_of(strategy), algorithm)[0]


def figure(results: Results, graph: str, algorithm: str) -> Plot:
    panels = []
    for strategy in STRATEGIES:
        steps = first_run(results, graph, strategy, algorithm).steps[:SHOWN]
        groups = [(str(n), [(1e3 * t,) for t in values_of(s, "computation_seconds")]) for n, s in enumerate(steps, 1)]
        panels.append(Panel(strategy, groups))
    number = FIGURES[algorithm]
    title = f"Figure {number}: {algorithm}, computation per part and superstep"
    words = f"{title}: processor time of the {PARTS} parts, for the partitions sorted, random and hybrid"
    name = f"figure-{number}".replace(".", "-")
    return Plot(name, words, bars(title, "ms", [f"part {p}" for p in range(PARTS)], panels))


def steps(results: Results, graph: str, algorithm: str) -> Table:
    """The same in numbers, from the first of the sources."""
    parts = [f"part {part}" for part in range(PARTS)]
    columns = ["partition", "superstep", "direction", *(f"{part} ms" for part in parts), "time", "arcs"]
    rows = []
    for strategy in STRATEGIES:
        for number, step in enumerate(first_run(results, graph, strategy, algorithm).steps, 1):
            times, arcs = values_of(step, "computation_seconds"), values_of(step, "arcs_scanned")
            times_text = [milliseconds(time) for time in times]
            spreads = [factor(spread(times)), factor(spread(arcs))]
            rows.append([strategy, str(number), step["direction"], *times_text, *spreads])
    return Table(columns, rows)


def owners(results: Results, graph: str) -> Table:
    names = {"sorted": "degree", "random": "random", "hybrid": "hybrid"}
    rows = []
    for strategy, name in names.items():
        cut = results.strategy(graph, name)
        rows.append(
            [strategy, factor(spread(cut["vertices"])), factor(spread(cut["arcs"])), milliseconds(cut["seconds"])]
        )
    return Table(["partition", "vertices", "arcs", "ms to decide"], rows)
