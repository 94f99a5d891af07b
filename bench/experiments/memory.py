# SPDX-License-Identifier: Apache-2.0
"""Table 5.2: how much memory a run takes, over the edge list of the thesis; and what comes before and after a run."""

from collections.abc import Iterable
from dataclasses import dataclass

from experiments.measure import MEMORY_WORDS
from experiments.page import Section, Table, factor, milliseconds, percent
from experiments.plan import ROUNDS
from experiments.results import Results

EDGE_BYTES = {"plain": 16, "weighted": 24}  # of the thesis's list: both arcs, ids of 8 bytes, weights of 4
SLOT_BYTES = 4  # of an arc of ours
WEIGHT_BYTES = {"2-Box": 3, "1-Box": 3, "0-Box": 4}  # and of its weight, which is a million at most
THESIS = {"PageRank": "1.25 to 1.33", "BFS-TD": "1.26 to 1.29", "SSSP": "1.13 to 1.21"}
BAR = {32: 0.75, 64: 1.2}
SAYS = """\
The thesis (table 5.2): peak memory over the edge list (16 bytes per undirected edge; 24 with weights) is 1.25 to
1.33 for PageRank and 1.13 to 1.21 for SSSP, Polymer's 5.7. Ours is the most that arrays of the size of vertices
or arcs took from the end of the layout to the end of the run; the edge list is gone by then, the answer in the
user's order is in it. Our aim is at most 0.75 where ids have 32 bits and 1.2 where they have 64. The next column
has what the figure consists of: arcs (a slot of 4 bytes each, and of its weight, up to a million, 3 with boxes and 4 in
one address space) + the rest of the layout (offsets, who is a ghost of whom, ids) + the run (state of the vertices,
boxes, bitmaps, or the answer when state and boxes have made room). PageRank
computes with doubles, or with floats and without the rank that dangling vertices spread; BFS tells a tree and
levels, or a tree. The peak of building (reading, partitioning and laying out) is a column of its own, and so is
what the system saw of the whole process, code and buffers included."""
DIFFERS = """\
Why ours is smaller: an arc is a slot of 32 bits in its part, however wide ids are; the thesis stores 64. An
undirected graph has one copy of its arcs for push and pull. Weights and offsets of parts that exchange by boxes
have as few bytes as the greatest needs, who is a ghost of whom is listed once, and distances have 32 bits where ids
have. 64-bit ids cost in what has the size of vertices only."""
MISSED = """\
{missed} of {all} runs miss the aim, by {most} at most. Their arcs alone are {arcs} of the list, and in this layout they
cannot be less; what has the size of vertices and ghosts comes on top, {layout} for the rest of the layout and {run} for
the run: the more, the fewer arcs a vertex has."""
APART = """\
What the thesis leaves out of its times, apart (ms), from the same processes: reading the file, deciding who owns
what, moving the arcs there, and after the run (of one iteration of PageRank, of one source) bringing the answer
into the user's order."""


def section(results: Results) -> Section:
    found = Section("Memory: table 5.2; loading, partitioning and aggregation")
    found.blocks += [SAYS, memory(results), DIFFERS, *missed(results), APART, apart(results)]
    return found


def ratios(entry: dict, edges: int) -> tuple[float, float, float]:
    """The peak of a run over the thesis's list, and over 16 bytes per edge; that of the whole program over these."""
    run, list_bytes = entry["run"], EDGE_BYTES[MEMORY_WORDS[entry["algorithm"]]] * edges
    return run["run_peak_bytes"] / list_bytes, run["run_peak_bytes"] / (16 * edges), run["peak_bytes"] / (16 * edges)


@dataclass(frozen=True)
class Pieces:
    """What the peak of a run consists of, over the thesis's list: the sum is its first ratio."""

    arcs: float
    layout: float
    run: float


def pieces(results: Results, graph: str, entry: dict) -> Pieces:
    shape, run, kind = results.shape(graph), entry["run"], MEMORY_WORDS[entry["algorithm"]]
    list_bytes = EDGE_BYTES[kind] * shape["edges"]
    arc_bytes = SLOT_BYTES + (WEIGHT_BYTES[entry["way"]] if kind == "weighted" else 0)
    arcs, laid = arc_bytes * shape["arcs"], run["layout"]["bytes"]
    return Pieces(arcs / list_bytes, (laid - arcs) / list_bytes, (run["run_peak_bytes"] - laid) / list_bytes)


def missed(results: Results) -> list[str]:
    """Nothing, or what those consist of that take more than they should."""
    everything = [(graph, entry) for graph in results.rmat for entry in results.memory(graph)]
    over = [(g, e) for g, e in everything if ratios(e, results.shape(g)["edges"])[0] > BAR[e["width"]]]
    if not over:
        return []
    found = [pieces(results, graph, entry) for graph, entry in over]
    most = max(ratios(e, results.shape(g)["edges"])[0] / BAR[e["width"]] for g, e in over)

    def between(values: Iterable[float]) -> str:
        low, high = map(factor, (min(values := list(values)), max(values)))
        return low if low == high else f"{low} to {high}"

    return [
        MISSED.format(
            missed=len(over),
            all=len(everything),
            most=percent(most - 1, 0),
            arcs=between(one.arcs for one in found),
            layout=between(one.layout for one in found),
            run=between(one.run for one in found),
        )
    ]


def memory(results: Results) -> Table:
    columns = ["graph", "algorithm", "design", "ids", "MiB", "over the edge list", "arcs + layout + run", "aim"]
    columns += ["thesis", "over 16 B per edge", "with building", "process"]
    rows = []
    for graph in results.rmat:
        edges = results.shape(graph)["edges"]
        for entry in results.memory(graph):
            own, plain, building = ratios(entry, edges)
            resident = factor(entry["resident_bytes"] / (16 * edges)) if entry["resident_bytes"] else ""
            aim = BAR[entry["width"]]
            mebibytes = f"{entry['run']['run_peak_bytes'] / 2**20:,.0f}"
            parts = pieces(results, graph, entry)
            consists = " + ".join(factor(piece) for piece in (parts.arcs, parts.layout, parts.run))
            row = [graph, entry["algorithm"], entry["way"], f"{entry['width']} bits", mebibytes]
            row += [factor(own) if own <= aim else f"**{factor(own)}**", consists, factor(aim)]
            thesis = THESIS.get(entry["algorithm"].partition(", ")[0], "")
            rows.append([*row, thesis, factor(plain), factor(building), resident])
    return Table(columns, rows)


def apart(results: Results) -> Table:
    rows = []
    for graph in results.rmat:
        for entry in results.memory(graph, width=32):
            seconds = entry["run"]["seconds"]
            run = seconds["run"] / (ROUNDS if entry["algorithm"].startswith("PageRank") else 1)
            row = [seconds["load"], seconds["partition"], seconds["layout"], run, seconds["aggregation"]]
            rows.append([graph, entry["algorithm"], entry["way"], *map(milliseconds, row)])
    return Table(["graph", "algorithm", "design", "load", "partition", "layout", "run", "aggregation"], rows)
