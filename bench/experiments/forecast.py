# SPDX-License-Identifier: Apache-2.0
"""What the cost model predicted for a superstep, beside what it took: with each exchange, and left to the model."""

from collections import Counter
from collections.abc import Iterable
from statistics import median

from experiments.page import Section, Table, factor, measured_in, percent
from experiments.plan import AUTO, BOXES, CHOICES, FORECAST
from experiments.results import Results

NAMES = {way.exchange: name for name, way in CHOICES.items()}  # as the program calls them
SAYS = """\
`atoll machine --probe` measured what this machine's memory can do; [the model](../model.md) multiplies counts of
accesses with it and fits nothing. `atoll explain ALGORITHM GRAPH --exchange HOW` shows what was predicted for each
superstep beside the wall time that it took. (The thesis predicts ratios between designs, no seconds: its table 5.1,
in [docs/model.md](../model.md).)

Predicted over measured: the median over the supersteps of a run, and behind the stroke the run's sums. 1 is exact;
below 1 the model is too hopeful. Supersteps for which nothing was predicted are left out of the median."""
WHY = """\
What a run takes and the model leaves out makes figures fall below 1: instructions beyond those of a scan as small as it
gets, above all with 0-Box; pages touched for the first time, which is most of a short search; uneven shares of threads.
Components and shortest paths also scan vertices that are woken in the same superstep: as many are expected as in the
one before. What the model counts and a run is spared makes figures rise: each slot is taken to be as likely in a cache
as another, while the frequent vertices of a scale-free graph, and neighbours that a crawl numbered side by side, stay
there; and sweeps are taken to be whole, while they pass over pieces in which nothing happened.
What matters for a choice is not the level but the order of the exchanges, in the next table."""
FREE = """\
Left to the model (`atoll explain` without an exchange: the layout, with ghosts all three exchanges to choose from, and
for BFS-DO the direction too): in what share of the supersteps it took which. Then what a run with each exchange was
predicted to take, and what it took, over the least of the three; the best is marked. The last column is the run that
was left to the model, over the best with a name. One run each, so some percent mean nothing."""
FREE_ENDS = """\
Where 0-Box is named, or the model predicts one address space to be cheaper, there are no ghosts, and no table of them
to read. Supersteps are predicted as if each slot were as likely as another; the layout is chosen with what a sample of
the arcs says of that, so it need not be the one whose supersteps are predicted to take least here ([the
model](../model.md))."""


def section(results: Results) -> Section:
    measured = results.group("forecasts")
    found = Section("The model: predicted and measured")
    found.blocks += [measured_in(measured["about"]), SAYS, accuracy(measured["graphs"], FORECAST), WHY]
    found.blocks += [FREE, order(measured["graphs"], FORECAST), FREE_ENDS]
    return found


def steps_of(graph: dict, way: str, algorithm: str) -> list[dict]:
    return next(run["supersteps"] for run in graph["runs"] if (run["way"], run["algorithm"]) == (way, algorithm))


def seconds_of(steps: list[dict]) -> float:
    return sum(step["seconds"] for step in steps)


def predicted(step: dict) -> float:
    """Of the way that it went."""
    ways = {(way["direction"], way["exchange"]): way["seconds"] for way in step["predicted"]}
    return ways[step["direction"], step["exchange"]]


def accuracy(graphs: list[dict], algorithms: Iterable[str]) -> Table:
    rows = []
    for algorithm in algorithms:
        for design in BOXES:
            row = []
            for graph in graphs:
                pairs = [(predicted(step), step["seconds"]) for step in steps_of(graph, design, algorithm)]
                middle = median(forecast / taken for forecast, taken in pairs if forecast > 0)
                whole = sum(forecast for forecast, _ in pairs) / seconds_of(steps_of(graph, design, algorithm))
                row.append(f"{factor(middle)} / {factor(whole)}")
            rows.append([algorithm, design, *row])
    return Table(["algorithm", "exchange", *(graph["name"] for graph in graphs)], rows)


def order(graphs: list[dict], algorithms: Iterable[str]) -> Table:
    rows = []
    for algorithm in algorithms:
        for graph in graphs:
            free = steps_of(graph, AUTO, algorithm)
            taken = Counter(NAMES[step["exchange"]] for step in free)
            shown = [f"{way} {percent(count / len(free), 0)}" for way, count in taken.most_common()]
            named = [steps_of(graph, design, algorithm) for design in BOXES]
            forecast = [sum(map(predicted, steps)) for steps in named]
            measured = [seconds_of(steps) for steps in named]
            left = factor(seconds_of(free) / min(measured))
            rows.append([algorithm, graph["name"], ", ".join(shown), *marked(forecast), *marked(measured), left])
    columns = ["algorithm", "graph", "the model took", *(f"{design} predicted" for design in BOXES)]
    return Table([*columns, *(f"{design} measured" for design in BOXES), "left to the model"], rows)


def marked(seconds: list[float]) -> list[str]:
    """Over the least, which is bold."""
    least = min(seconds)
    return [f"**{factor(1)}**" if value == least else factor(value / least) for value in seconds]
