# SPDX-License-Identifier: Apache-2.0
"""Figure 5.6: what more threads gain here."""

from experiments.page import Section, Table, factor, milliseconds
from experiments.plan import ALGORITHMS, SCALED, fewer, on_threads
from experiments.results import Results

THESIS = {"PageRank": (3.7, 2.0), "BFS-DO": (2.9, 1.7), "BFS-TD": (2.7, 2.1), "SSSP": (2.8, 1.3)}
SAYS = """\
The thesis (figure 5.6) goes from one socket to four, and with them to four times the cores, caches and memory
channels: 3.7 for PageRank, 2.9 for BFS-DO, 2.7 for BFS-TD and 2.8 for SSSP, where Totem reaches 2.0, 1.7, 2.1 and
1.3. Threads on one domain share its memory, so what follows is not that figure: it is what a second thread gains
here."""


def section(results: Results) -> Section:
    graph = results.scaled
    found = Section(f"Scaling: figure 5.6, {graph}")
    found.blocks.append(SAYS)
    if fewer(results.about["threads"]):
        found.blocks.append(threads(results, graph))
    return found


def threads(results: Results, graph: str) -> Table:
    whole = results.about["threads"]
    counts = fewer(whole)
    columns = ["algorithm", "design", *(f"{count} ms" for count in [*counts, whole])]
    columns += [*(f"{count} over {counts[0]}" for count in [*counts[1:], whole])]
    columns += ["thesis: 4 sockets over 1", "Totem"]
    rows = []
    for algorithm in ALGORITHMS:
        for design in SCALED:
            ways = [*(on_threads(design, count)[0] for count in counts), design]
            means = [results.mean(graph, way, algorithm, lambda run: run.seconds) for way in ways]
            speedups = [factor(means[0] / mean) for mean in means[1:]]
            rows.append([algorithm, design, *map(milliseconds, means), *speedups, *map(factor, THESIS[algorithm])])
    return Table(columns, rows)
