# SPDX-License-Identifier: Apache-2.0
"""The command line of `bench/numa`. Progress goes to standard error, the page's path to standard output."""

import argparse
import json
import os
import re
import time
from pathlib import Path

from compare import machine
from compare.atoll_side import AtollSide
from compare.graphs import GraphError
from compare.main import LOAD_MAX, positive, say
from compare.process import choose_processors
from compare.sides import NotThere

from experiments import designs, ghosts, memory, page, partitioning, scaling
from experiments.measure import Failed, Laboratory
from experiments.plan import PARTS, ROUNDS
from experiments.results import Results
from experiments.workload import real_graphs, rmat, scale_that_fits

ROOT = Path(__file__).resolve().parents[2]
FAILED, WRONG_USAGE, INTERRUPTED = 1, 2, 130
EXPERIMENTS = (partitioning, ghosts, designs, memory, scaling)
LIMIT_S = 60  # to say its version
PILOT_SCALE = 16  # the smallest R-MAT graph, which tells how long a larger one will take
GROWTH = 2.2  # of the time from one scale to the next
ABOUT = """\
T. K. Aasawat, *Scale-Free Graph Processing on a NUMA Machine* (MASc thesis, University of British Columbia, 2018),
chapter 5, with Atoll. `make experiments` wrote this page; [bench/numa](../../bench/README.md) says how. What is called
thesis is quoted: four sockets, 60 cores, 1.5 TB, R-MAT graphs of scale 28 to 32. All else was measured here."""
CLOCK = """\
Times are wall time of a run: without loading, partitioning, laying out, verifying, and bringing the answer into the
user's order."""
QUICK_SCALE, QUICK_SOURCES = 12, 2


def parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(
        prog="bench/numa", description="The experiments of the NUMA thesis, made again on this machine."
    )
    p.add_argument(
        "--atoll", type=Path, default=ROOT / "build/release/atoll", help="the program (default: %(default)s)"
    )
    p.add_argument("--scale", type=positive, help="of the largest R-MAT graph (default: what memory and budget allow)")
    p.add_argument("--budget-s", type=positive, default=600, help="for the default scale (default: %(default)s)")
    data = os.environ.get("ATOLL_DATA")
    p.add_argument("--data", type=Path, default=data, help="folder of real graphs, if there is one ($ATOLL_DATA)")
    p.add_argument("--sources", type=positive, help="runs of each kind (default: 20)")
    p.add_argument("--threads", type=positive, help="(default: one per processor we may use)")
    p.add_argument("--quick", action="store_true", help=f"to try it: scale {QUICK_SCALE}, {QUICK_SOURCES} sources")
    p.add_argument("--write-only", action="store_true", help="the page again, from the results that are there")
    work = ROOT / "build/experiments"
    p.add_argument("--work", type=Path, default=work, help="of the graphs, and of every run (default: %(default)s)")
    p.add_argument("--out", type=Path, default=ROOT / "docs/experiments", help="of the page (default: %(default)s)")
    return p


def main(arguments: list[str]) -> int:
    options = parser().parse_args(arguments)
    try:
        kept = options.work / "results.json"
        if not options.write_only:
            AtollSide(options.atoll, [], {}, LIMIT_S).check()
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_text(json.dumps(measure(options)) + "\n")
        elif not kept.exists():
            say(f"bench/numa: there is no {kept}: measure first")
            return WRONG_USAGE
        results = Results(json.loads(kept.read_text()))
        print(page.write(options.out, heading(results), [experiment.section(results) for experiment in EXPERIMENTS]))
    except NotThere as error:
        say(f"bench/numa: {error}")
        return WRONG_USAGE
    except (Failed, GraphError) as error:
        say(f"bench/numa: {error}")
        return FAILED
    except KeyboardInterrupt:
        say("bench/numa: stopped; nothing was written")
        return INTERRUPTED
    return 0


def measure(options: argparse.Namespace) -> dict:
    """Everything, as results.json has it."""
    start = time.monotonic()
    processors = choose_processors(options.threads or os.cpu_count() or 1)
    sources = options.sources or (QUICK_SOURCES if options.quick else 20)
    about = machine.describe(processors, "system")
    if about["load_at_start"] > LOAD_MAX and not options.quick:
        say(f"bench/numa: the machine is busy (load {about['load_at_start']:.2f}): its figures are worth little")
    cache = options.work.resolve() / "graphs"
    lab = Laboratory(options.atoll.resolve(), len(processors), sources, say)
    graphs = []
    for graph, number, count in workloads(options, cache, lab.program, graphs):
        graphs.append(lab.measure(graph, number, count))
    seen = graphs[0]["partition"]["machine"]
    about |= {
        "threads": lab.threads,
        "sources": sources,
        "quick": options.quick,
        "domains": seen["domains"],
        "budget_s": None if options.quick or options.scale else options.budget_s,
        "scale_that_fits": scale_that_fits(),
        "commands": [*made(cache), *lab.commands],
        "seconds": time.monotonic() - start,
    }
    return {"about": about, "graphs": graphs}


def made(cache: Path) -> list[str]:
    """How the graphs were made, now or before, by a program of any folder."""
    lines = (cache / "made.log").read_text().splitlines()
    short = [re.sub(r"^\S*/atoll ", "atoll ", line.replace(f"{cache}/", "").replace("making-", "")) for line in lines]
    return list(dict.fromkeys(short))


def workloads(options: argparse.Namespace, cache: Path, program: Path, measured: list[dict]):
    """The graphs, and their numbers among those of R-MAT: what was `measured` of the smallest decides on the others."""
    largest = options.scale or (QUICK_SCALE if options.quick else None)
    smallest = max(1, largest - 4) if largest else PILOT_SCALE
    yield rmat(smallest, cache, program, say), 0, 3
    largest = largest or scale_for(options.budget_s, measured[0]["seconds"])
    yield rmat(max(smallest + 1, (smallest + largest) // 2), cache, program, say), 1, 3
    yield rmat(max(smallest + 2, largest), cache, program, say), 2, 3
    for graph in [] if options.quick else real_graphs(options.data, cache, program, say):
        yield graph, -1, 3


def scale_for(budget_s: float, pilot_s: float) -> int:
    """The largest scale that fits the memory, and with all that is measured beside it the budget."""
    scale, left = PILOT_SCALE + 2, 0.6 * budget_s
    while scale < scale_that_fits() and pilot_s * GROWTH ** (scale + 1 - PILOT_SCALE) <= left:
        scale += 1
    return scale


def heading(results: Results) -> list[str]:
    about = results.about
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
        f"- Commit {about['commit']}; {about['started']}; {about['seconds']:.0f} s in all; load before "
        f"{about['load_at_start']:.2f}",
        f"- {PARTS} parts; {about['sources']} sources per search, drawn among the vertices with arcs, all the same;",
        f"  PageRank {about['sources']} times {ROUNDS} iterations, told per iteration; the ways of a graph take turns;",
        "  vertex programs (`--plain`); every answer verified, but where memory is measured",
        limit_text(about),
        f"- Graphs: {'; '.join(graph_text(results, name) for name in results.graphs)}",
        "",
        CLOCK,
        "",
        "<details><summary>Commands</summary>",
        "",
        f"Of {results.largest}, one of each kind; build/experiments/results.json has all of them.",
        "",
        *(f"    {command}" for command in shown(about["commands"], results.largest)),
        "",
        "</details>",
    ]


def limit_text(about: dict) -> str:
    fits = f"memory would allow scale {about['scale_that_fits']}"
    if about["budget_s"] is None:
        return f"- The scale of the R-MAT graphs was asked for; {fits}"
    return f"- The scale of the largest R-MAT graph is what {about['budget_s']} s in all allow; {fits}"


def graph_text(results: Results, name: str) -> str:
    shape = results.shape(name)
    return f"{name} ({shape['vertices']:,} vertices, {shape['edges']:,} edges, {results.graphs[name]['seconds']:.0f} s)"


def shown(commands: list[str], graph: str) -> list[str]:
    """Those of the largest graph: of the turns of a way the first, of the runs in it two, of an algorithm alone one."""
    brief: dict[str, str] = {}
    for command in (command for command in commands if f"{graph}/" in command):
        words = command.split(" -- ")
        alone = command.startswith(("atoll pagerank", "atoll bfs", "atoll sssp"))
        text = " -- ".join(words[:3]) + (" -- ..." if len(words) > 3 else "")
        brief.setdefault(" ".join(command.split()[:2]) if alone else words[0], text)
    return list(brief.values())
