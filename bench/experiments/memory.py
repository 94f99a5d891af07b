# SPDX-License-Identifier: Apache-2.0
"""Table 5.2: how much memory a run takes, over the edge list of the thesis; and what comes before and after a run."""

from experiments.measure import MEMORY_WORDS
from experiments.page import Section, Table, factor, milliseconds
from experiments.results import Results

EDGE_BYTES = {"plain": 16, "weighted": 24}  # of the thesis's list: both arcs, ids of 8 bytes, weights of 4
THESIS = {"PageRank": "1.25 to 1.33", "BFS-DO": "1.26 to 1.29 (BFS-TD)", "SSSP": "1.13 to 1.21"}
BAR = {32: 0.75, 64: 1.2}
SAYS = """\
The thesis (table 5.2): peak memory over the edge list (16 bytes per undirected edge; 24 with weights) is 1.25 to
1.33 for PageRank and 1.13 to 1.21 for SSSP, Polymer's 5.7. Ours is the most that arrays of the size of vertices or
arcs took from the end of the layout to the end of the run; the edge list is gone by then, the answer in the user's
order is in it. Our aim is at most 0.75 where ids have 32 bits and 1.2 where they have 64. The peak of building
(reading, partitioning and laying out) is a column of its own, and so is what the system saw of the whole process,
code and buffers included."""
DIFFERS = """\
Why ours is smaller: an arc is a slot of 32 bits in its part, however wide ids are; the thesis stores 64. An
undirected graph has one copy of its arcs for push and pull. 64-bit ids cost in what has the size of vertices only."""
APART = """\
What the thesis leaves out of its times, apart (ms), from the same processes: reading the file, deciding who owns
what, moving the arcs there, and after the run (of one iteration of PageRank, of one source) bringing the answer
into the user's order."""


def section(results: Results) -> Section:
    found = Section("Memory: table 5.2; loading, partitioning and aggregation")
    found.blocks += [SAYS, memory(results), DIFFERS, APART, apart(results)]
    return found


def ratios(entry: dict, edges: int) -> tuple[float, float, float]:
    """The peak of a run over the thesis's list, and over 16 bytes per edge; that of the whole program over these."""
    run, list_bytes = entry["run"], EDGE_BYTES[MEMORY_WORDS[entry["algorithm"]]] * edges
    return run["run_peak_bytes"] / list_bytes, run["run_peak_bytes"] / (16 * edges), run["peak_bytes"] / (16 * edges)


def memory(results: Results) -> Table:
    columns = ["graph", "algorithm", "design", "ids", "MiB", "over the edge list", "aim", "thesis"]
    columns += ["over 16 B per edge", "with building", "process"]
    rows = []
    for graph in results.rmat:
        edges = results.shape(graph)["edges"]
        for entry in results.memory(graph):
            own, plain, building = ratios(entry, edges)
            resident = factor(entry["resident_bytes"] / (16 * edges)) if entry["resident_bytes"] else ""
            aim = BAR[entry["width"]]
            mebibytes = f"{entry['run']['run_peak_bytes'] / 2**20:,.0f}"
            rows.append([graph, entry["algorithm"], entry["way"], f"{entry['width']} bits", mebibytes,
                         factor(own) if own <= aim else f"**{factor(own)}**", factor(aim), THESIS[entry["algorithm"]],
                         factor(plain), factor(building), resident])  # fmt: skip
    return Table(columns, rows)


def apart(results: Results) -> Table:
    rows = []
    for graph in results.rmat:
        for entry in results.memory(graph, width=32):
            seconds = entry["run"]["seconds"]
            run = seconds["run"] / (5 if entry["algorithm"] == "PageRank" else 1)
            row = [seconds["load"], seconds["partition"], seconds["layout"], run, seconds["aggregation"]]
            rows.append([graph, entry["algorithm"], entry["way"], *map(milliseconds, row)])
    return Table(["graph", "algorithm", "design", "load", "partition", "layout", "run", "aggregation"], rows)
