# SPDX-License-Identifier: Apache-2.0
"""Figures 5.3, 5.4 and 5.5, the thesis's main result: which way across is the fastest for which algorithm."""

from statistics import fmean, median

from experiments.page import Plot, Section, Table, factor, milliseconds, percent
from experiments.plan import ALGORITHMS, BOXES, DESIGNS
from experiments.plot import Panel, bars
from experiments.results import TIMES, Results, Run, values_of

NAMED = {"oblivious": "Totem", "interleave": "numactl"}  # what stands in their place in the thesis
SECONDS = {  # figure 5.3, RMAT31: computation and communication, of an iteration of PageRank and of a search
    "PageRank": {"oblivious": (44.34, 0), "interleave": (25.57, 0), "2-Box": (20.76, 0.64), "1-Box": (21.08, 1.87),
                 "0-Box": (23.44, 0)},
    "BFS-DO": {"oblivious": (3.81, 0), "interleave": (2.84, 0), "2-Box": (1.71, 0.63), "1-Box": (1.78, 1.09),
               "0-Box": (1.89, 0)},
}  # fmt: skip
UP_TO = {  # times Totem, over all of the thesis's graphs
    ("PageRank", "2-Box"): 2.08,
    ("BFS-DO", "2-Box"): 1.88,
    ("BFS-TD", "2-Box"): 1.91,
    ("SSSP", "2-Box"): 1.33,
    ("PageRank", "0-Box"): 1.89,
    ("BFS-DO", "0-Box"): 2.37,
    ("BFS-TD", "0-Box"): 1.62,
    ("SSSP", "0-Box"): 2.27,
}
FIRST = 4  # supersteps
SAYS = """\
The thesis (figures 5.3 to 5.5): PageRank is fastest with 2-Box, then 1-Box, then 0-Box; BFS-DO and SSSP are fastest
with 0-Box; BFS-TD with 2-Box (1.91 times Totem, 0-Box 1.62). Its baselines are Totem, whose memory lies where it
was first touched, and Totem under `numactl --interleave`. In their place stand `oblivious` and `interleave`: our
0-Box on the same four parts, with memory left to the system or spread page by page, so that a difference to 0-Box
is one of placement alone."""
DIFFERS = {
    1: """\
On one memory domain the three placements are one and the same: differences between oblivious, interleave and 0-Box
are noise and show how much of it there is. What can be seen here is what boxes cost and what they save in work:
copies, atomics, supersteps, cache lines. What cannot be seen is the gain, fewer accesses to far memory; that is
counted, not timed. So 0-Box is expected to come first here wherever nothing else decides, and the thesis's ranking
of PageRank (2-Box first) cannot be expected.""",
    2: "This machine has several memory domains, so the placements differ, and so may the ranking.",
}
SHARES = """\
Shares of the threads' time, mean of the runs: computation, communication, switching of the frontier, and waiting.
0-Box communicates while it computes, so it has no share of communication. The thesis's shares are of wall time."""
EVERY = """\
The same on every graph: mean / median time of a run in ms (PageRank: of an iteration), and behind it the percent of the
threads' time that computation + communication took, mean of the runs."""
TEPS = """\
Traversed arcs per second in millions: all arcs that the runs had to traverse over all their seconds, which is the
harmonic mean where every run traverses as much / the median of the runs. Both arcs of an edge count, as in the thesis
(Graph500 counts edges). For a search they are those of the vertices that it reaches, however often they were
scanned."""
STEPS = """\
Supersteps: mean / median over the sources, and from the least to the most. The thesis saw boxes need more of them
(clueWeb: 94 and 135 for BFS-DO, 76 and 129 for SSSP, by Totem and 2-Box). Our searches by levels need the same number
with every design; shortest paths relax a woken vertex in the same superstep where it can be reached at once, which is
everywhere with 0-Box and in the own part with boxes."""
SOURCE = """\
The overloaded part (thesis, 5.2.4): at first only the part of the source has work. Arcs scanned by the busiest part
over those of all parts, in each of the first supersteps, mean over the sources; a quarter each would be even."""


def section(results: Results) -> Section:
    graph = results.largest
    found = Section(f"Designs: figures 5.3, 5.4 and 5.5, {graph} and others, hybrid partition")
    found.blocks += [SAYS, figure_53(results, graph), overall(results, graph), SHARES, shares(results, graph)]
    found.blocks += [EVERY, every_graph(results), TEPS, teps(results)]
    found.blocks += [figure_teps(results, algorithm) for algorithm in ALGORITHMS]
    found.blocks += [STEPS, supersteps(results), SOURCE, overload(results, graph)]
    found.blocks.append(DIFFERS[min(results.about["domains"], 2)])
    return found


def mean_seconds(results: Results, graph: str, design: str, algorithm: str) -> float:
    return results.mean(graph, design, algorithm, lambda run: run.seconds)


def share(results: Results, graph: str, design: str, algorithm: str, time: str) -> float:
    return results.mean(graph, design, algorithm, lambda run: run.share(time))


def figure_53(results: Results, graph: str) -> Plot:
    panels = []
    for algorithm in SECONDS:
        groups = []
        for design in DESIGNS:
            whole = 1e3 * mean_seconds(results, graph, design, algorithm)
            pieces = tuple(whole * share(results, graph, design, algorithm, time) for time in TIMES)
            groups.append((design, [pieces]))
        panels.append(Panel(algorithm, groups))
    title = "Figure 5.3: mean time, and what the threads did in it"
    words = f"{title}: PageRank and BFS-DO for each design"
    return Plot("figure-5-3", words, bars(title, "ms", ["time"], panels, pieces=TIMES, shared=False))


def overall(results: Results, graph: str) -> Table:
    columns = ["algorithm", "design", "ms mean", "ms median", "times oblivious", "thesis, RMAT31", "thesis, up to"]
    rows = []
    for algorithm in ALGORITHMS:
        base = mean_seconds(results, graph, "oblivious", algorithm)
        for design in DESIGNS:
            mean = mean_seconds(results, graph, design, algorithm)
            middle = results.median(graph, design, algorithm, lambda run: run.seconds)
            row = [algorithm, design, milliseconds(mean), milliseconds(middle), factor(base / mean)]
            rows.append([*row, *of_thesis(algorithm, design)])
    return Table(columns, rows)


def of_thesis(algorithm: str, design: str) -> list[str]:
    """How many times as fast as Totem: on RMAT31, and at most; empty where it does not say."""
    said, most = SECONDS.get(algorithm, {}), UP_TO.get((algorithm, design))
    whole = factor(sum(said["oblivious"]) / sum(said[design])) if design in said else ""
    return [whole, factor(most) if most else ""]


def shares(results: Results, graph: str) -> Table:
    rows = []
    for algorithm in ALGORITHMS:
        for design in DESIGNS:
            found = [percent(share(results, graph, design, algorithm, time)) for time in TIMES]
            computing, crossing = SECONDS.get(algorithm, {}).get(design, (0, 0))
            rows.append([algorithm, design, *found, percent(crossing / (computing + crossing)) if crossing else ""])
    return Table(["algorithm", "design", *TIMES, "thesis, communication"], rows)


def every_graph(results: Results) -> Table:
    rows = []
    for algorithm in ALGORITHMS:
        for graph in results.graphs:
            row = []
            for design in DESIGNS:
                mean = mean_seconds(results, graph, design, algorithm)
                middle = results.median(graph, design, algorithm, lambda run: run.seconds)
                spent = [100 * share(results, graph, design, algorithm, time) for time in TIMES[:2]]
                row.append(f"{milliseconds(mean)} / {milliseconds(middle)}, {spent[0]:.0f} + {spent[1]:.0f}")
            rows.append([algorithm, graph, *row])
    return Table(["algorithm", "graph", *(f"{design}: ms, %" for design in DESIGNS)], rows)


def teps(results: Results) -> Table:
    rows = []
    for algorithm in ALGORITHMS:
        for graph in results.graphs:
            found = {design: results.teps(graph, design, algorithm) for design in DESIGNS}
            medians = [results.median_teps(graph, design, algorithm) for design in DESIGNS]
            best = max(BOXES, key=lambda design: found[design])
            both = zip(found.values(), medians, strict=True)
            shown = [f"{1e-6 * whole:,.0f} / {1e-6 * middle:,.0f}" for whole, middle in both]
            rows.append([algorithm, graph, *shown, best])
    return Table(["algorithm", "graph", *DESIGNS, "fastest of ours"], rows)


def figure_teps(results: Results, algorithm: str) -> Plot:
    number = {"PageRank": "5.4a", "BFS-DO": "5.4b", "BFS-TD": "5.5a", "SSSP": "5.5b"}[algorithm]
    groups = [
        (graph, [(1e-6 * results.teps(graph, design, algorithm),) for design in DESIGNS]) for graph in results.graphs
    ]
    title = f"Figure {number}: {algorithm}, traversed arcs per second"
    svg = bars(title, "millions", list(DESIGNS), [Panel("", groups)])
    return Plot(f"figure-{number.replace('.', '-')}", f"{title}: each design on each graph", svg)


def supersteps(results: Results) -> Table:
    rows = []
    for algorithm in ("BFS-DO", "BFS-TD", "SSSP"):
        for graph in results.graphs:
            rows.append([algorithm, graph, *(counts(results.runs(graph, design, algorithm)) for design in DESIGNS)])
    return Table(["algorithm", "graph", *DESIGNS], rows)


def counts(runs: list[Run]) -> str:
    found = [len(run.steps) for run in runs]
    return f"{fmean(found):.1f} / {median(found):g} ({min(found)} to {max(found)})"


def busiest(run: Run, number: int) -> float | None:
    """The share of the busiest part in superstep `number`; none if nothing is scanned in it."""
    arcs = values_of(run.steps[number], "arcs_scanned") if number < len(run.steps) else [0]
    return max(arcs) / sum(arcs) if sum(arcs) else None


def overload(results: Results, graph: str) -> Table:
    rows = []
    for algorithm in ("BFS-TD", "SSSP"):
        for design in BOXES:
            runs, row = results.runs(graph, design, algorithm), []
            for number in range(FIRST):
                found = [value for value in (busiest(run, number) for run in runs) if value is not None]
                row.append(percent(fmean(found)) if found else "")
            rows.append([algorithm, design, *row])
    return Table(["algorithm", "design", *(f"superstep {number + 1}" for number in range(FIRST))], rows)
