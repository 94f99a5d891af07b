# SPDX-License-Identifier: Apache-2.0
"""Figure 3.4: how many slots the boxes have, and how few of them a superstep of a search fills."""

from statistics import fmean, median

from experiments.page import Plot, Section, Table, factor, percent
from experiments.plan import PARTS
from experiments.plot import Panel, bars
from experiments.results import Results, Run, values_of

WAY, ALGORITHM = "2-Box", "BFS-DO"
THESIS_TIMES = 22
THESIS_REMOTE, THESIS_GHOSTS = 0.75, 0.36
SAYS = """\
The thesis (figure 3.4, RMAT31): in a superstep of BFS-DO about 22 times fewer updates cross than there are ghosts,
and its boxes are copied whole all the same. That is why 0-Box wins there. Ours have a bitmap of touched slots, so a
superstep costs its updates and a bit per slot."""
RATIO = """\
Ghosts over updates: for all sources together, {all}; the median over the supersteps {median}; in the superstep with
the most updates of each run {most} (mean). The thesis says about {thesis}, and not how the supersteps are averaged;
in a pull we count the values that owners send to readers, each once per reading part."""
SPLIT = """\
Local and remote arcs, own and ghost vertices of a part (of its own and its ghosts together), hybrid, mean of the
parts. The thesis (all R-MAT graphs): 25 and 75 %, 64 and 36 %. The share of arcs follows from four parts drawn at
random. The share of ghosts falls with the size of an R-MAT graph of the same degree, for more and more vertices
have few arcs or none: ours count all vertices, with arcs or without; whether the thesis's do is unknown."""


def section(results: Results) -> Section:
    graph = results.largest
    found = Section(f"Ghosts and updates: figure 3.4, {graph}, {WAY}, {ALGORITHM}")
    runs = results.runs(graph, WAY, ALGORITHM)
    found.blocks += [SAYS, figure(runs[0]), steps(runs[0]), ratios(runs), SPLIT, split(results)]
    return found


def updates(step: dict) -> int:
    return sum(values_of(step, "remote_updates"))


def ghosts(run: Run) -> int:
    return sum(run.said["ghosts"])


def figure(run: Run) -> Plot:
    groups = [("ghosts", [(count,) for count in run.said["ghosts"]])]
    groups += [
        (str(n), [(count,) for count in values_of(step, "remote_updates")]) for n, step in enumerate(run.steps, 1)
    ]
    title = "Figure 3.4: ghosts, and updates that cross per superstep"
    svg = bars(title, "logarithmic", [f"part {part}" for part in range(PARTS)], [Panel("superstep", groups)], log=True)
    return Plot("figure-3-4", f"{title}: of each of the {PARTS} parts, from the first of the sources", svg)


def steps(run: Run) -> Table:
    rows = []
    for number, step in enumerate(run.steps, 1):
        crossed = updates(step)
        times = factor(ghosts(run) / crossed, 1) if crossed else "none cross"
        active = f"{step['active_vertices']:,}"
        rows.append([str(number), step["direction"], active, f"{crossed:,}", f"{ghosts(run):,}", times])
    return Table(["superstep", "direction", "active", "updates that cross", "ghosts", "ghosts over updates"], rows)


def ratios(runs: list[Run]) -> str:
    slots = sum(ghosts(run) * len(run.steps) for run in runs)
    crossed = sum(updates(step) for run in runs for step in run.steps)
    each = [ghosts(run) / max(updates(step), 1) for run in runs for step in run.steps]
    most = fmean(ghosts(run) / max(1, *(updates(step) for step in run.steps)) for run in runs)
    return RATIO.format(
        all=factor(slots / max(crossed, 1), 1),
        median=factor(median(each), 1),
        most=factor(most, 1),
        thesis=THESIS_TIMES,
    )


def split(results: Results) -> Table:
    rows = []
    for graph in results.graphs:
        cut = results.strategy(graph, "hybrid")
        remote = sum(cut["remote_arcs"]) / max(sum(cut["arcs"]), 1)
        own, far = sum(cut["vertices"]), sum(cut["ghosts"])
        thesis = [percent(THESIS_REMOTE), percent(THESIS_GHOSTS)] if graph in results.rmat else ["", ""]
        rows.append([graph, percent(1 - remote), percent(remote), thesis[0], percent(own / (own + far)),
                     percent(far / (own + far)), thesis[1]])  # fmt: skip
    return Table(["graph", "local arcs", "remote arcs", "thesis", "own", "ghosts", "thesis"], rows)
