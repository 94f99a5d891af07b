# SPDX-License-Identifier: Apache-2.0
"""What stands above the experiments: on which machine, what was run, and the commands."""

from experiments import page
from experiments.plan import PARTS, ROUNDS
from experiments.results import Results

ABOUT = """\
T. K. Aasawat, *Scale-Free Graph Processing on a NUMA Machine* (MASc thesis, University of British Columbia, 2018),
chapter 5, with Atoll. `make experiments` wrote this page; [bench/numa](../../bench/README.md) says how. What is called
thesis is quoted: four sockets, 60 cores, 1.5 TB, R-MAT graphs of scale 28 to 32. All else was measured here."""
NOT_HERE = [
    "- One memory domain: what far memory costs cannot be measured here. It is counted (remote accesses), or computed",
    "  from the thesis's machine, and called so",
]
CLOCK = """\
Times are wall time of a run: without loading, partitioning, laying out, verifying, and bringing the answer into the
user's order."""


def heading(results: Results) -> list[str]:
    about = next(iter(results.data.values()))["about"]
    domains = f"{about['domains']} memory domain{'s' if about['domains'] != 1 else ''}"
    caution = ["", "**A quick run on toy graphs: it shows that everything works, and no figure in it means anything.**"]
    return [
        "# The thesis's experiments, made again",
        *(caution if about["quick"] else []),
        "",
        ABOUT,
        "",
        f"- Machine: {about['processor']}, {about['threads']} threads on {domains}, "
        f"{about['memory_bytes'] / 2**30:.0f} GiB; {about['system']}",
        *(NOT_HERE if about["domains"] == 1 else []),
        *(of_chapter(results) if "chapter" in results.data else []),
        "",
        CLOCK,
        "",
        "<details><summary>Commands</summary>",
        "",
        "One of each kind, of one graph; build/experiments/results.json has all of them.",
        "",
        *(f"    {command}" for command in commands(results)),
        "",
        "</details>",
    ]


def of_chapter(results: Results) -> list[str]:
    about = results.about
    return [
        f"- {page.measured_in(about)}",
        f"- {PARTS} parts; {about['sources']} sources per search, drawn among the vertices with arcs, all the same;",
        f"  PageRank {about['sources']} times {ROUNDS} iterations, told per iteration; the ways of a graph take turns;",
        "  vertex programs (`--plain`); every answer verified, but where memory is measured",
        limit_text(about),
        f"- Graphs: {'; '.join(graph_text(results, name) for name in results.graphs)}",
    ]


def limit_text(about: dict) -> str:
    fits = f"memory would allow scale {about['scale_that_fits']}"
    if about["budget_s"] is None:
        return f"- The scale of the R-MAT graphs was asked for; {fits}"
    return f"- The scale of the largest R-MAT graph is what {about['budget_s']} s in all allow; {fits}"


def graph_text(results: Results, name: str) -> str:
    shape = results.shape(name)
    return f"{name} ({shape['vertices']:,} vertices, {shape['edges']:,} edges, {results.graphs[name]['seconds']:.0f} s)"


def commands(results: Results) -> list[str]:
    """Of each group those of one graph, each once."""
    found = []
    for name, group in results.data.items():
        graph = results.largest if name == "chapter" else group["graphs"][0]["name"]
        found += shown(group["about"]["commands"], graph)
    return list(dict.fromkeys(found))


def shown(commands: list[str], graph: str) -> list[str]:
    """Of the turns of a way the first, of the runs in it two, of an algorithm alone one."""
    brief: dict[str, str] = {}
    for command in commands:
        if f"{graph}/" not in command and " machine --probe" not in command:
            continue
        runs = command.split(" -- ")
        words = command.split()
        if words[1] == "explain":
            kind = " ".join([*words[:2], words[words.index("--exchange") + 1]])
        elif words[1] in ("pagerank", "bfs", "sssp"):
            kind = " ".join(words[:2])
        else:
            kind = f"{runs[0]} {'--count' in words} {'--trials' in words}"
        brief.setdefault(kind, " -- ".join(runs[:3]) + (" -- ..." if len(runs) > 3 else ""))
    return list(brief.values())
