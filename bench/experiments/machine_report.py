# SPDX-License-Identifier: Apache-2.0
"""What somebody's machine did, by a report of `atoll machine --report`, beside the model's predictions and the thesis.

Nothing is measured here, and nothing is told of the machine that this runs on.
"""

import gzip
import json
import lzma
import re
from pathlib import Path
from statistics import fmean

from experiments import designs, forecast, page, partitioning
from experiments.page import Section, Table, factor, milliseconds
from experiments.plan import ALGORITHMS, AUTO, BOXES, CHOICES, CUT, DESIGNS
from experiments.results import accesses_of
from experiments.scaling import MACHINE, Rates

OPENERS = {".gz": gzip.open, ".xz": lzma.open}
PARTITIONS = ("hybrid", "random")
SMALL = 1 << 14  # vertices of the graph of `--quick`
NAMES = {(way.exchange, way.placement): name for name, way in (DESIGNS | CHOICES).items()}
SAYS_RATES = """\
In GB/s, by all threads of a domain in the largest array that was probed (`atoll machine --machine FILE` has all
tables); "slower" is how much slower remote memory is, and beside it the same by the thesis's Table 2.1."""
SAYS_DESIGNS = """\
Mean time of a run (PageRank: of an iteration), hybrid partition, and how many times as fast as oblivious it is. The
thesis: figure 5.3 on RMAT31, and the most over all its graphs; its baselines are Totem, and Totem under numactl. Where
there is one domain, the placements are one and the same."""
SAYS_PARTITION = "How much faster hybrid is than random, whose parts are not sorted, with 2-Box (figures 5.1 and 5.2)."
SAYS_MODEL = """\
Predicted over measured, of the last run of each kind: the median over its supersteps, and behind the stroke the run's
sums. 1 is exact; below 1 the model is too hopeful. The rates are those of this machine, probed before the runs."""
SAYS_ORDER = """\
What matters for a choice is the order. Predicted, and measured, over the least of the three; the best is marked. "Left
to the model" is the run that it chose the layout for, and with ghosts each exchange, over the best with a name. One run
each, so some percent mean nothing."""
SAYS_STEPS = "Left to the model, hybrid partition, superstep by superstep: what it took, why, and what came of it."
SAYS_COUNTS = """\
Counted, hybrid partition, over the arcs that the run scanned with 0-Box: accesses to the memory of other parts, and
their bytes."""


class NoReport(Exception):
    """The file is none, in one line."""


class Report:
    """The runs of a report, by partition, design and algorithm as the experiments call them; counted ones apart."""

    def __init__(self, said: dict, name: str):
        try:
            self.machine, self.runs, self.said = said["machine"], {}, said
            for run in said["runs"]:
                way = run["way"]
                key = (way["partition"], NAMES[way["exchange"], way["placement"]], algorithm_of(run), "accesses" in run)
                self.runs[key] = run
        except (KeyError, TypeError) as error:
            raise NoReport(f"{name}: is no report of this version: `atoll machine --report` writes one") from error

    def run(self, partition: str, design: str, algorithm: str, counted: bool = False) -> dict:
        return self.runs[partition, design, algorithm, counted]

    def seconds(self, partition: str, design: str, algorithm: str) -> float:
        run = self.run(partition, design, algorithm)
        rounds = run["parameters"].get("iterations", 1)
        return fmean(trial["seconds"] for trial in run["trials"]) / rounds

    def forecasts(self) -> list[dict]:
        """As the group of that name: a graph per partition."""
        return [
            {
                "name": partition,
                "runs": [
                    {
                        "way": design,
                        "algorithm": algorithm,
                        "supersteps": self.run(partition, design, algorithm)["supersteps"],
                    }
                    for design in CHOICES
                    for algorithm in ALGORITHMS
                ],
            }
            for partition in PARTITIONS
        ]


def algorithm_of(run: dict) -> str:
    if run["algorithm"] == "bfs":
        return "BFS-TD" if run["parameters"]["direction"] == "push" else "BFS-DO"
    return {"pagerank": "PageRank", "sssp": "SSSP"}[run["algorithm"]]


def read(path: Path) -> Report:
    """Packed by its suffix. Raises NoReport."""
    try:
        with OPENERS.get(path.suffix, open)(path, "rt") as file:
            said = json.load(file)
    except (OSError, ValueError, EOFError, lzma.LZMAError) as error:
        raise NoReport(f"{path}: cannot be read as JSON, plain, .gz or .xz: {error}") from error
    return Report(said, str(path))


def write(path: Path, out: Path) -> Path:
    """The page of the report, named after the file. Raises NoReport."""
    report = read(path)
    sections = [rates(report), chapter(report), model(report), counts(report)]
    return page.write(out, f"machine-{path.name.partition('.')[0]}", heading(report), sections)


def heading(report: Report) -> list[str]:
    machine, binding = report.machine, report.said["binding"]
    run = next(iter(report.runs.values()))
    graph, how = run["graph"], run["parameters"]
    bound = "bound" if binding["threads"] and binding["memory"] else "**not all bound**"
    cores = ", ".join(str(len(domain["cores"])) for domain in machine["domains"])
    caution = ["", "**A quick report, of a toy graph: no time in it means anything.**"]
    return [
        f"# A machine, measured: {machine['name']}",
        *(caution if graph["vertices"] <= SMALL else []),
        "",
        "`bench/numa --machine-file` wrote this page from what `atoll machine --report` packed "
        "([reports](../numa-reports.md)).",
        "",
        f"- Memory domains: {len(machine['domains'])}, with {cores} cores; {how['threads']} threads; "
        f"threads and memory {bound} to their domain",
        f"- Measured {report.said['date']} by Atoll {report.said['atoll']}; every answer "
        + ("verified" if all(run["verified"] for run in report.runs.values()) else "**not** verified"),
        f"- Graph: {graph['name']}, {graph['vertices']:,} vertices, {graph['arcs']:,} arcs, in {how['parts']} parts",
    ]


def rates(report: Report) -> Section:
    here, thesis = Rates.of(report.said).bytes_per_second, Rates.of(json.loads(MACHINE.read_text())).bytes_per_second
    remote = any(entry["place"] == "remote" for entry in report.said["probe"]["bandwidth"])

    def slower(of: dict[str, float], what: str) -> str:
        return page.percent(1 - of[f"remote_{what}"] / of[f"local_{what}"], 0)

    rows = []
    for what in ("read_sequential", "read_random", "write_sequential", "write_random"):
        local, far = (f"{1e-9 * here[f'{place}_{what}']:.3g}" for place in ("local", "remote"))
        row = [re.sub("(.*)_(.*)", r"\2 \1", what), local]
        rows.append([*row, *([far, slower(here, what)] if remote else ["", ""]), slower(thesis, what)])
    found = Section("Its memory")
    found.blocks += [SAYS_RATES, Table(["access", "local", "remote", "slower", "thesis"], rows)]
    return found


def chapter(report: Report) -> Section:
    rows = []
    for algorithm in ALGORITHMS:
        base = report.seconds("hybrid", "oblivious", algorithm)
        for design in DESIGNS | CHOICES:
            seconds = report.seconds("hybrid", design, algorithm)
            row = [algorithm, design, milliseconds(seconds), factor(base / seconds)]
            rows.append([*row, *designs.of_thesis(algorithm, design)])
    columns = ["algorithm", "design", "ms", "times oblivious", "thesis, RMAT31", "thesis, up to"]
    found = Section("Designs and partitions, beside the thesis")
    found.blocks += [SAYS_DESIGNS, Table(columns, rows), SAYS_PARTITION, cuts(report)]
    return found


def cuts(report: Report) -> Table:
    rows = []
    for algorithm in CUT:
        random, hybrid = (report.seconds(partition, "2-Box", algorithm) for partition in ("random", "hybrid"))
        rows.append([algorithm, factor(random / hybrid), factor(partitioning.THESIS[algorithm, "random"][1])])
    return Table(["algorithm", "hybrid is faster by", "thesis"], rows)


def model(report: Report) -> Section:
    graphs = report.forecasts()
    found = Section("The model, predicted and measured")
    found.blocks += [SAYS_MODEL, forecast.accuracy(graphs, ALGORITHMS), SAYS_ORDER, forecast.order(graphs, ALGORITHMS)]
    found.blocks += [SAYS_STEPS, steps(report)]
    return found


def steps(report: Report) -> Table:
    rows = []
    for algorithm in ALGORITHMS:
        for step in report.run("hybrid", AUTO, algorithm)["supersteps"]:
            way = f"{step['direction']}, {forecast.NAMES[step['exchange']]}"
            others = sorted(each["seconds"] for each in step["predicted"])[1:]
            row = [algorithm, str(step["number"]), f"{step['active_vertices']:,}", way]
            row += [milliseconds(forecast.predicted(step)), milliseconds(others[0]) if others else "there is none"]
            row.append(milliseconds(step["seconds"]))
            rows.append(row)
    columns = ["algorithm", "superstep", "active", "it took", "predicted ms", "next best, predicted ms", "measured ms"]
    return Table(columns, rows)


def counts(report: Report) -> Section:
    rows = []
    for algorithm in ALGORITHMS:
        arcs = sum(
            part["arcs_scanned"]
            for step in report.run("hybrid", "0-Box", algorithm, True)["supersteps"]
            for part in step["parts"]
        )
        row = [algorithm]
        for design in BOXES:
            run = report.run("hybrid", design, algorithm, True)
            remote = [found for (_, _, kind), found in accesses_of(run).items() if kind.startswith("remote")]
            row += [f"{sum(amounts) / arcs:.3g}" for amounts in zip(*remote, strict=True)] if remote else ["0", "0"]
        rows.append(row)
    columns = ["algorithm", *(column for design in BOXES for column in (f"{design}, accesses", "bytes"))]
    found = Section("Accesses to the memory of other parts")
    found.blocks += [SAYS_COUNTS, Table(columns, rows)]
    return found
