# SPDX-License-Identifier: Apache-2.0
"""Is what the program chooses the fastest? `auto` against every exchange that can be named, pair by pair."""

from collections.abc import Callable
from statistics import median

from compare.figures import Interval, median_interval

from experiments.page import Plot, Section, Table, factor, measured_in, milliseconds
from experiments.plan import AUTO, BEATEN, BOXES, CHOOSING
from experiments.plot import Panel, bars
from experiments.results import Results

BAR = 1.05
SAYS = """\
`--exchange auto` against each exchange by name, hybrid partition: {pairs} rounds, each from another source, in which
every way runs once, in a process of its own and in an order that changes from round to round; of a process the median
of its trials. A ratio is of one round, the interval holds the median with 95 %. The best named way is the one whose
median time is least. What took more than {beaten} times as long as another by name when all warmed up, twice, did not
run again: its time stands in brackets. The aim: auto takes at most {bar} times as long as the best. The thesis chooses
by hand."""
CHOSEN = """\
Auto is the model's choice: before the layout is made it is predicted whether one address space or ghosts will be
cheaper, from counts of ghosts and from how soon a sample of the arcs comes back to a slot ([decision
17](../decisions/0017-the-layout-is-predicted.md)); with ghosts it takes the cheapest exchange for each superstep, and
for BFS-DO the direction. The runs of a process share a layout, so it is chosen for all of them together. Where 0-Box
ran and is the best named one, both sides of the ratio are the same program, and show the noise of the method."""


def section(results: Results) -> Section:
    measured = results.group("choice")
    graphs = measured["graphs"]
    found = Section("The choice: auto against each exchange")
    says = SAYS.format(pairs=len(graphs[0]["rounds"]), beaten=BEATEN, bar=BAR)
    found.blocks += [measured_in(measured["about"]), says, table(graphs), verdict(graphs), CHOSEN, figure(graphs)]
    return found


def times(graph: dict, way: str, algorithm: str) -> list[float]:
    """By round; empty where the way was beaten before."""
    return [found[way][algorithm] for found in graph["rounds"] if algorithm in found.get(way, {})]


def typical(graph: dict, way: str, algorithm: str) -> float:
    return median(times(graph, way, algorithm) or [graph["warm"][way][algorithm]["seconds"]])


def best_of(graph: dict, algorithm: str) -> str:
    there = [design for design in BOXES if times(graph, design, algorithm)]
    return min(there, key=lambda design: typical(graph, design, algorithm))


def over_best(graph: dict, algorithm: str, way: str) -> Interval:
    """Time of a way over that of the best named one."""
    best = times(graph, best_of(graph, algorithm), algorithm)
    return median_interval([ours / theirs for ours, theirs in zip(times(graph, way, algorithm), best, strict=True)])


def judged(interval: Interval) -> str:
    if interval.value <= BAR:
        return "yes" if interval.high <= BAR else "yes, not for sure"
    return "**no**" if interval.low > BAR else "**no**, not for sure"


def each(graphs: list[dict], say: Callable) -> list:
    return [say(graph, algorithm) for algorithm in CHOOSING for graph in graphs]


def table(graphs: list[dict]) -> Table:
    columns = ["algorithm", "graph", "auto ran", *(f"{way} ms" for way in (AUTO, *BOXES)), "best named"]
    columns += ["auto over best", "interval", f"at most {BAR}"]

    def shown(graph: dict, way: str, algorithm: str) -> str:
        time = milliseconds(typical(graph, way, algorithm))
        return time if times(graph, way, algorithm) else f"({time})"

    def row(graph: dict, algorithm: str) -> list[str]:
        found = over_best(graph, algorithm, AUTO)
        seconds = [shown(graph, way, algorithm) for way in (AUTO, *BOXES)]
        ran, best = graph["warm"][AUTO][algorithm]["exchange"], best_of(graph, algorithm)
        interval = f"{found.low:.3f} to {found.high:.3f}"
        return [algorithm, graph["name"], ran, *seconds, best, factor(found.value, 3), interval, judged(found)]

    return Table(columns, each(graphs, row))


def verdict(graphs: list[dict]) -> str:
    found = each(graphs, lambda graph, algorithm: over_best(graph, algorithm, AUTO))
    within, surely, beyond = (
        sum(test(interval) for interval in found)
        for test in (lambda i: i.value <= BAR, lambda i: i.high <= BAR, lambda i: i.low > BAR)
    )
    return (
        f"Auto: of {len(found)} medians {within} are at most {BAR}; of their intervals {surely} end "
        f"below that, and {beyond} begin above."
    )


def figure(graphs: list[dict]) -> Plot:
    panels = []
    for algorithm in CHOOSING:
        groups = [
            (
                graph["name"].split("-")[0],
                [(typical(graph, d, algorithm) / typical(graph, AUTO, algorithm),) for d in BOXES],
            )
            for graph in graphs
        ]
        panels.append(Panel(algorithm, groups))
    title = "Median time with each exchange, over that of auto"
    svg = bars(title, "logarithmic", list(BOXES), panels, log=True)
    return Plot("choice", f"{title}: {', '.join(CHOOSING)} on each graph", svg)
