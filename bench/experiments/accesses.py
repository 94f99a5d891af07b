# SPDX-License-Identifier: Apache-2.0
"""What the designs do to memory, counted: how often and how much of it lies in another part, per traversed arc."""

from experiments.page import Plot, Section, Table
from experiments.plan import ALGORITHMS, BOXES, COUNTED
from experiments.plot import Panel, bars
from experiments.results import Results, accesses_of

SAYS = f"""\
The thesis could not count accesses to far memory: its machine has no such counter (4.4). `--count` counts each where
it is made. Remote is what lies in the memory of another part, wherever that is on this machine; "random" is the share
of the remote accesses that follow no order. All of it over the arcs that were traversed, as in TEPS, so that graphs
compare; searches from {COUNTED} of the sources."""
FOLLOWS = """\
The thesis says of 2-Box that nothing remote is accessed while it computes, and that it sends a message per ghost and
not per arc (5.2.4); of 0-Box, that it accesses remote memory at random for every remote arc. Both are seen here: with
boxes all that is remote happens in communication and in order. On R-MAT graphs BFS-DO skips most arcs, so that little
is remote with any design; where levels are many, it looks at the arcs of those who wait again and again. With pages
spread over four domains (numactl), three of four accesses of every kind would be remote, whatever the design."""


def section(results: Results) -> Section:
    graph = results.largest
    found = Section("Accesses to memory, counted: the designs once more")
    found.blocks += [SAYS, figure(results, graph), table(results), FOLLOWS]
    return found


def per_arc(results: Results, graph: str, design: str, algorithm: str) -> dict[tuple[str, str], tuple[float, float]]:
    """(effort, kind) -> accesses and bytes per traversed arc, over all subjects and runs."""
    traversed = results.traversed(graph, algorithm)
    runs = results.counted(graph, design, algorithm)
    arcs = sum(traversed[run.source] * run.rounds for run in runs)
    found: dict[tuple[str, str], tuple[float, float]] = {}
    for run in runs:
        for (effort, _, kind), (count, size) in accesses_of(run.said).items():
            before = found.get((effort, kind), (0.0, 0.0))
            found[effort, kind] = (before[0] + count / arcs, before[1] + size / arcs)
    return found


def total(found: dict[tuple[str, str], tuple[float, float]], unit: int, effort="", place="", order="") -> float:
    chosen = ((e, k) for e, k in found if e.startswith(effort) and k.startswith(place) and k.endswith(order))
    return sum(found[name][unit] for name in chosen)


def table(results: Results) -> Table:
    columns = ["algorithm", "graph", "design", "accesses", "bytes", "remote, computation", "bytes"]
    columns += ["remote, communication", "bytes", "random"]
    rows = []
    for algorithm in ALGORITHMS:
        for graph in results.graphs:
            for design in BOXES:
                found = per_arc(results, graph, design, algorithm)
                figures = [total(found, 0), total(found, 1)]
                figures += [
                    total(found, u, effort, "remote") for effort in ("computation", "communication") for u in (0, 1)
                ]
                whole = total(found, 0, place="remote")
                random = f"{100 * total(found, 0, place='remote', order='random') / whole:.0f} %" if whole else ""
                rows.append([algorithm, graph, design, *(f"{figure:.3g}" for figure in figures), random])
    return Table(columns, rows)


def figure(results: Results, graph: str) -> Plot:
    panels = []
    for algorithm in ALGORITHMS:
        groups = []
        for design in BOXES:
            found = per_arc(results, graph, design, algorithm)
            pieces = tuple(total(found, 1, place="remote", order=order) for order in ("random", "sequential"))
            groups.append((design, [pieces]))
        panels.append(Panel(algorithm, groups))
    title = f"Remote bytes per traversed arc, {graph}"
    svg = bars(title, "bytes", ["bytes"], panels, pieces=("at random", "in order"))
    return Plot("remote-bytes", f"{title}: each design, at random and in order", svg)
