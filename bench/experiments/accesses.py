# SPDX-License-Identifier: Apache-2.0
"""What the designs do to memory, counted: how often and how much of it lies in another part, per traversed arc."""

from experiments.page import Plot, Section, Table
from experiments.plan import ALGORITHMS, BOXES, COUNTED, PARTS
from experiments.plot import Panel, bars
from experiments.results import Results, accesses_of

SAYS = f"""\
The thesis could not count accesses to far memory: its machine has no such counter (4.4). `--count` counts each where
it is made. Remote is what lies in the memory of another part, wherever that is on this machine. All of it over the
arcs that were traversed, as in TEPS, so that graphs compare; searches from {COUNTED} of the sources. The first table
has remote accesses in computation + in communication, their bytes together, and the percent of these accesses that
follow no order; the second has all accesses and their bytes, near ones included. Oblivious and interleave are 0-Box
with pages elsewhere: their accesses are those of 0-Box, and only where they lead differs. For interleave that is
**computed**: with pages on {PARTS} domains in turn {PARTS - 1} of {PARTS} accesses are remote, of every kind (also of
those that switch the frontier, which are left out). For oblivious it is wherever the system put the pages, which no
count tells."""
FOLLOWS = """\
The thesis says of 2-Box that nothing remote is accessed while it computes, and that it sends a message per ghost and
not per arc (5.2.4); of 0-Box, that it accesses remote memory at random for every remote arc. Both are seen here: with
boxes all that is remote happens in communication and in order. On R-MAT graphs BFS-DO skips most arcs, so that little
is remote with any design; where levels are many, it looks at the arcs of those who wait again and again."""
EFFORTS = ("computation", "communication")


def section(results: Results) -> Section:
    graph = results.largest
    found = Section("Accesses to memory, counted: the designs once more")
    found.blocks += [SAYS, figure(results, graph), remote(results), everywhere(results), FOLLOWS]
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


def interleaved(found: dict[tuple[str, str], tuple[float, float]]) -> dict[tuple[str, str], tuple[float, float]]:
    """Of 0-Box, if its pages lay on all domains in turn: of every kind of access the same share is remote."""
    mixed: dict[tuple[str, str], tuple[float, float]] = {}
    for (effort, kind), amounts in found.items():
        for place, share in (("local", 1 / PARTS), ("remote", 1 - 1 / PARTS)):
            name = effort, f"{place}_{kind.partition('_')[2]}"
            before = mixed.get(name, (0.0, 0.0))
            mixed[name] = (before[0] + share * amounts[0], before[1] + share * amounts[1])
    return mixed


def remote(results: Results) -> Table:
    rows = []
    for algorithm in ALGORITHMS:
        for graph in results.graphs:
            found = {design: per_arc(results, graph, design, algorithm) for design in BOXES}
            columns = [*found.values(), interleaved(found["0-Box"])]
            rows.append([algorithm, graph, *map(remote_text, columns)])
    return Table(["algorithm", "graph", *(f"{design}, remote" for design in BOXES), "interleave, computed"], rows)


def remote_text(found: dict[tuple[str, str], tuple[float, float]]) -> str:
    in_efforts = {name: amounts for name, amounts in found.items() if name[0] in EFFORTS}
    counts = " + ".join(f"{total(found, 0, effort, 'remote'):.3g}" for effort in EFFORTS)
    whole, size = (total(in_efforts, unit, place="remote") for unit in (0, 1))
    if whole == 0:
        return counts
    at_random = 100 * total(in_efforts, 0, place="remote", order="random") / whole
    return f"{counts}; {size:.3g} B, {at_random:.0f} %"


def everywhere(results: Results) -> Table:
    rows = []
    for algorithm in ALGORITHMS:
        for graph in results.graphs:
            found = [per_arc(results, graph, design, algorithm) for design in BOXES]
            rows.append([algorithm, graph, *(f"{total(one, 0):.3g}; {total(one, 1):.3g} B" for one in found)])
    columns = [f"{design}, all" for design in BOXES[:-1]]
    return Table(["algorithm", "graph", *columns, "0-Box, oblivious, interleave, all"], rows)


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
