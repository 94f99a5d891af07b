# SPDX-License-Identifier: Apache-2.0
"""`bench/numa --quick`: the tables and their rows are there, and say what the runs said. No time is asserted on."""

import json
import os
import subprocess
import sys
from math import inf
from pathlib import Path
from statistics import fmean, median
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "bench"))

from compare.graphs import HEADER, read_header  # noqa: E402
from experiments import choice, memory  # noqa: E402
from experiments.laboratory import Failed, Laboratory, Unfinished  # noqa: E402
from experiments.main import choose_folders, parser  # noqa: E402
from experiments.measure import in_turn  # noqa: E402
from experiments.plot import Panel, Scale, bars  # noqa: E402
from experiments.results import Results, spread  # noqa: E402
from experiments.scaling import MACHINE, Rates  # noqa: E402
from experiments.workload import draw_weights, graphs  # noqa: E402

SOURCES = 2
BOXES = ["2-Box", "1-Box", "0-Box"]
DESIGNS = ["oblivious", "interleave", *BOXES]
ALGORITHMS = ["PageRank", "BFS-DO", "BFS-TD", "SSSP"]
SCALE = 8
GRAPHS = [f"kron-{SCALE - less}" for less in (4, 2, 0)]
_, MIDDLE, LARGE = GRAPHS
BENCH_GRAPHS = [LARGE, f"urand-{SCALE}"]
CHOOSING = ["BFS-DO", "BFS-TD", "PageRank", "components", "SSSP"]


class Page:
    """What a run of bench/numa left."""

    def __init__(self, folder: Path):
        self.plots = sorted((folder / "out/numa").glob("*.svg"))
        self.text = (folder / "out/numa.md").read_text()
        self.results = json.loads((folder / "work/results.json").read_text())
        self.graphs = {graph["name"]: graph for graph in self.results["chapter"]["graphs"]}

    def table(self, *columns: str) -> list[dict[str, str]]:
        return table_in(self.text, *columns)

    def runs(self, graph: str, way: str, algorithm: str, kind: str = "runs") -> list[dict]:
        found = self.graphs[graph][kind]
        return [entry["run"] for entry in found if (entry["way"], entry["algorithm"]) == (way, algorithm)]


def table_in(text: str, *columns: str) -> list[dict[str, str]]:
    """The rows of the first table that has all these columns."""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        names = cells(line)
        if line.startswith("| ") and set(columns) <= set(names) and lines[number + 1].startswith("|---"):
            body = lines[number + 2 :]
            end = next((i for i, row in enumerate(body) if not row.startswith("| ")), len(body))
            return [dict(zip(names, cells(row), strict=True)) for row in body[:end]]
    raise AssertionError(f"no table has {columns}")


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def run_numa(program: Path, folder: Path, *words: str) -> subprocess.CompletedProcess:
    threads = min(2, len(os.sched_getaffinity(0)))
    command = [sys.executable, ROOT / "bench/numa", "--atoll", program, "--threads", str(threads), *words]
    command += ["--out", folder / "out", "--work", folder / "work"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def page(program, tmp_path_factory) -> Page:
    folder = tmp_path_factory.mktemp("numa")
    done = run_numa(program, folder, "--scale", str(SCALE), "--sources", str(SOURCES), "--quick")
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == str(folder / "out/numa.md")
    return Page(folder)


def total(run: dict, field: str) -> list[float]:
    return [
        sum(values) for values in zip(*([p[field] for p in step["parts"]] for step in run["supersteps"]), strict=True)
    ]


def test_every_answer_was_verified_and_comes_from_one_source(page):
    for graph in GRAPHS:
        for design in DESIGNS:
            for algorithm in ALGORITHMS:
                runs = page.runs(graph, design, algorithm)
                assert len(runs) == SOURCES and all(run["verified"] is True for run in runs)
                assert all(run["parameters"]["parts"] == 4 for run in runs)
    explained = [c for c in page.results["forecasts"]["about"]["commands"] if c.startswith("atoll explain")]
    assert explained and all("--verify" in command for command in explained)
    assert {run["parameters"]["exchange"] for run in page.runs(LARGE, "1-Box", "SSSP")} == {"one-box"}
    assert {run["parameters"]["placement"] for run in page.runs(LARGE, "interleave", "SSSP")} == {"interleave"}


def test_designs_find_the_same(page):
    for algorithm in ALGORITHMS:
        answers = [[run["result"] for run in page.runs(LARGE, design, algorithm)] for design in DESIGNS]
        for facts in zip(*answers, strict=True):
            for fact in facts:
                for name in ("reached", "depth", "distance_sum"):
                    assert fact.get(name) == facts[0].get(name)


def test_the_table_of_designs(page):
    rows = page.table("design", "times oblivious", "thesis, RMAT31")
    assert [(row["algorithm"], row["design"]) for row in rows] == [(a, d) for a in ALGORITHMS for d in DESIGNS]
    for row in rows:
        runs = page.runs(LARGE, row["design"], row["algorithm"])
        seconds = fmean(run["trials"][0]["seconds"] for run in runs) / (5 if row["algorithm"] == "PageRank" else 1)
        assert float(row["ms mean"]) == pytest.approx(1e3 * seconds, rel=0.01)
    thesis = {row["design"]: row["thesis, RMAT31"] for row in rows if row["algorithm"] == "PageRank"}
    assert thesis == {"oblivious": "1.00", "interleave": "1.73", "2-Box": "2.07", "1-Box": "1.93", "0-Box": "1.89"}


def test_traversed_arcs(page):
    rows = page.table("graph", "fastest of ours")
    assert [(row["algorithm"], row["graph"]) for row in rows] == [(a, g) for a in ALGORITHMS for g in GRAPHS]
    runs = page.runs(LARGE, "1-Box", "SSSP")
    arcs = sum(step["active_arcs"] for run in page.runs(LARGE, "0-Box", "BFS-DO") for step in run["supersteps"])
    seconds = sum(run["trials"][0]["seconds"] for run in runs)
    row = next(row for row in rows if (row["algorithm"], row["graph"]) == ("SSSP", LARGE))
    whole, middle = (float(rate.replace(",", "")) for rate in row["1-Box"].split(" / "))
    assert whole == pytest.approx(1e-6 * arcs / seconds, abs=0.6)
    each = [
        reached_arcs(page, run["parameters"]["source"]) / run["trials"][0]["seconds"]
        for run in page.runs(LARGE, "1-Box", "SSSP")
    ]
    assert middle == pytest.approx(1e-6 * median(each), abs=0.6)


def reached_arcs(page: Page, source: int) -> int:
    runs = page.runs(LARGE, "0-Box", "BFS-DO")
    (run,) = [run for run in runs if run["parameters"]["source"] == source]
    return sum(step["active_arcs"] for step in run["supersteps"])


def test_times_and_shares_on_every_graph(page):
    rows = page.table("graph", "2-Box: ms, %")
    assert [(row["algorithm"], row["graph"]) for row in rows] == [(a, g) for a in ALGORITHMS for g in GRAPHS]
    for row in rows:
        runs = page.runs(row["graph"], "2-Box", row["algorithm"])
        rounds = 5 if row["algorithm"] == "PageRank" else 1
        seconds = [run["trials"][0]["seconds"] / rounds for run in runs]
        times, shares = row["2-Box: ms, %"].split(", ")
        assert [float(time) for time in times.split(" / ")] == pytest.approx(
            [1e3 * fmean(seconds), 1e3 * median(seconds)], rel=0.01
        )
        expected = [fmean(share_of(run, time) for run in runs) for time in ("computation", "communication")]
        assert [float(share) for share in shares.split(" + ")] == pytest.approx([100 * e for e in expected], abs=0.6)
        assert row["0-Box: ms, %"].endswith(" + 0"), "0-Box communicates while it computes"


def share_of(run: dict, time: str) -> float:
    times = ("computation", "communication", "switching", "waiting")
    return sum(total(run, f"{time}_seconds")) / sum(sum(total(run, f"{each}_seconds")) for each in times)


def test_supersteps_have_their_spread(page):
    text = page.text[page.text.index("Supersteps: mean") :]
    rows = table_in(text, "graph", *DESIGNS)
    assert [(row["algorithm"], row["graph"]) for row in rows] == [(a, g) for a in ALGORITHMS[1:] for g in GRAPHS]
    for row in rows:
        found = [len(run["supersteps"]) for run in page.runs(row["graph"], "2-Box", row["algorithm"])]
        assert row["2-Box"] == f"{fmean(found):.1f} / {median(found):g} ({min(found)} to {max(found)})"


def test_partitions(page):
    rows = page.table("hybrid is faster by")
    assert [(row["algorithm"], row["partition"]) for row in rows] == [
        (algorithm, strategy) for algorithm in ("PageRank", "BFS-DO") for strategy in ("sorted", "random", "hybrid")
    ]
    for row in rows:
        way = {"hybrid": "2-Box"}.get(row["partition"], row["partition"])
        runs = page.runs(LARGE, way, row["algorithm"])
        assert {run["parameters"]["partition"] for run in runs} == {
            way.replace("2-Box", "hybrid").replace("sorted", "degree")
        }
        mean = fmean(spread(total(run, "arcs_scanned")) for run in runs)
        assert row["imbalance, arcs"] == ("∞" if mean == float("inf") else f"{mean:.2f}")
    assert [row["thesis, time"] for row in rows] == ["1.46", "1.03", "1.05", "10.10", "1.35", "1.13"]


def test_ghosts_and_updates(page):
    rows = page.table("superstep", "updates that cross")
    run = page.runs(LARGE, "2-Box", "BFS-DO")
    first = min(run, key=lambda each: each["parameters"]["source"])
    assert len(rows) == len(first["supersteps"])
    for row, step in zip(rows, first["supersteps"], strict=True):
        assert int(row["updates that cross"].replace(",", "")) == sum(p["remote_updates"] for p in step["parts"])
        assert int(row["ghosts"].replace(",", "")) == sum(first["ghosts"])
    shares = page.table("local arcs", "remote arcs")
    assert [row["graph"] for row in shares] == GRAPHS
    for row in shares:
        assert float(row["local arcs"][:-2]) + float(row["remote arcs"][:-2]) == pytest.approx(100, abs=0.11)


def test_memory(page):
    rows = page.table("over the edge list", "aim")
    runs = len(ALGORITHMS) + 3  # three of them also keep less
    assert len(rows) == runs * 3 + runs * 3  # on each graph; on the largest two more designs and 64 bits
    entries = [entry for graph in page.graphs.values() for entry in graph["memory"]]
    edges = {name: graph["partition"]["graph"]["edges"] for name, graph in page.graphs.items()}
    for row, entry in zip(rows, entries, strict=True):
        assert (row["algorithm"], row["design"], row["ids"]) == (
            entry["algorithm"],
            entry["way"],
            f"{entry['run']['parameters']['width']} bits",
        )
        per_edge = 24 if entry["algorithm"] == "SSSP" else 16
        ratio = entry["run"]["run_peak_bytes"] / (per_edge * edges[row["graph"]])
        assert row["over the edge list"].strip("*") == f"{ratio:.2f}"
        arcs, layout, run = map(float, row["arcs + layout + run"].split(" + "))
        weight_bytes = 4 if entry["way"] == "0-Box" else 3
        arc_bytes = 4 + (weight_bytes if entry["algorithm"] == "SSSP" else 0)
        assert arcs == pytest.approx(
            arc_bytes * row_arcs(page, row["graph"]) / (per_edge * edges[row["graph"]]), abs=0.006
        )
        assert min(layout, run) > 0 and arcs + layout + run == pytest.approx(ratio, abs=0.016)
    assert {row["aim"] for row in rows} == {"0.75", "1.20"}
    missed = [row for row in rows if row["over the edge list"].startswith("**")]
    assert f"{len(missed)} of {len(rows)} runs miss the aim" in page.text, "toy graphs have few arcs a vertex"
    assert len(page.table("load", "aggregation")) == runs * 5


def row_arcs(page: Page, graph: str) -> int:
    return page.graphs[graph]["partition"]["graph"]["arcs"]


def test_what_misses_its_aim_is_taken_apart():
    def results(run_peak_bytes: int) -> Results:
        run = {"run_peak_bytes": run_peak_bytes, "peak_bytes": run_peak_bytes, "layout": {"bytes": 1000}}
        entry = {"algorithm": "BFS-TD", "way": "2-Box", "width": 32, "run": run, "resident_bytes": 0}
        shape = {"edges": 100, "arcs": 200, "vertices": 50}
        graph = {"name": "kron-4", "partition": {"graph": shape}, "memory": [entry]}
        return Results({"chapter": {"about": {}, "graphs": [graph]}})

    assert memory.missed(results(1200)) == [], "0.75 of 16 bytes an edge"
    (says,) = memory.missed(results(1440))
    assert "1 of 1 runs miss the aim, by 20 % at most" in says
    assert "arcs alone are 0.50" in says and "0.12 for the rest" in says and "and 0.28 for\nthe run" in says


def test_threads(page):
    rows = page.table("1 ms", "2 ms")
    assert len(rows) == 2 * len(ALGORITHMS)
    assert {run["parameters"]["threads"] for run in page.runs(MIDDLE, "2-Box, 1 thread", "SSSP")} == {1}


def test_accesses_are_those_that_were_counted(page):
    rows = page.table("2-Box, remote", "interleave, computed")
    assert [(row["algorithm"], row["graph"]) for row in rows] == [(a, g) for a in ALGORITHMS for g in GRAPHS]
    cut = next(s for s in page.graphs[LARGE]["partition"]["strategies"] if s["strategy"] == "hybrid")
    for row in rows:
        for design in BOXES:
            counts, _, more = row[f"{design}, remote"].partition("; ")
            computing, crossing = counts.split(" + ")
            boxed = design != "0-Box"
            assert (computing == "0") == boxed and (crossing == "0") != boxed
            assert more.endswith(" 0 %" if boxed else " 100 %")
            if (row["algorithm"], row["graph"]) == ("PageRank", LARGE):
                expected = sum(cut["ghosts"] if boxed else cut["remote_arcs"]) / sum(cut["arcs"])
                assert float(crossing if boxed else computing) == pytest.approx(expected, rel=0.01)
    assert all(run["verified"] is True for run in page.runs(LARGE, "1-Box", "SSSP", "counts"))
    assert {run["parameters"]["parts"] for run in page.runs(MIDDLE, "one part", "SSSP", "counts")} == {1}


def test_of_interleaved_pages_three_accesses_of_four_are_remote(page):
    (row,) = [row for row in page.table("2-Box, remote", "interleave, computed")
              if (row["algorithm"], row["graph"]) == ("PageRank", LARGE)]  # fmt: skip
    (run,) = page.runs(LARGE, "0-Box", "PageRank", "counts")
    assert "**computed**" in page.text
    everything = sum(found["count"] for found in of_effort(run, "computation"))
    arcs = 5 * page.graphs[LARGE]["partition"]["graph"]["arcs"]
    assert float(row["interleave, computed"].split(" + ")[0]) == pytest.approx(0.75 * everything / arcs, rel=0.01)
    (whole,) = [row for row in page.table("2-Box, all") if (row["algorithm"], row["graph"]) == ("PageRank", LARGE)]
    all_of_it = sum(found["count"] for effort in run["accesses"] for found in of_effort(run, effort))
    counted = float(whole["0-Box, oblivious, interleave, all"].split(";")[0])
    assert counted == pytest.approx(all_of_it / arcs, rel=0.01)


def of_effort(run: dict, effort: str) -> list[dict]:
    return [found for kinds in run["accesses"][effort].values() for found in kinds.values()]


def test_more_sockets_are_computed_and_called_so(page):
    rows = page.table("2-Box, computed", "thesis, measured")
    assert [row["algorithm"] for row in rows] == ALGORITHMS and "computed, not measured" in page.text
    assert [row["thesis, measured"] for row in rows] == ["3.70", "2.90", "2.70", "2.80"]
    assert [row["Totem, measured"] for row in rows] == ["2.00", "1.70", "2.10", "1.30"]
    for row in rows:
        assert 0 < float(row["interleave, computed"]) <= float(row["0-Box, computed"]) < 4.5


def test_seconds_of_counted_accesses():
    rates = Rates.of(json.loads(MACHINE.read_text()))
    kinds = {
        "local_read_sequential": {"count": 616_000_000, "bytes": 2_464_000_000},  # one second
        "remote_write_random": {"count": 23_500_000, "bytes": 94_000_000},  # words of 4 bytes: as long as of 8
        "local_read_random": {"count": 1, "bytes": 286_000_000},
    }
    part = {"accesses": {"computation": {"state": kinds}}}
    assert rates.seconds(part) == pytest.approx(3)
    everywhere = rates.interleaved(4)
    one = {"accesses": {"switching": {"frontier": {"local_read_random": kinds["local_read_random"]}}}}
    assert everywhere.seconds(one) == pytest.approx(0.25 * (1 + 3 * 286 / 226))


def test_what_was_predicted_beside_what_it_took(page):
    graphs = {graph["name"]: graph for graph in page.results["forecasts"]["graphs"]}
    rows = page.table("exchange", *BENCH_GRAPHS)
    known = [*ALGORITHMS, "components"]
    assert [(row["algorithm"], row["exchange"]) for row in rows] == [(a, d) for a in known for d in BOXES]
    named = {"2-Box": "two-box", "1-Box": "one-box", "0-Box": "zero-box"}
    for row in rows:
        runs = graphs[LARGE]["runs"]
        run = next(r for r in runs if (r["way"], r["algorithm"]) == (row["exchange"], row["algorithm"]))
        pairs = [(only["seconds"], step["seconds"]) for step in run["supersteps"] for only in step["predicted"]]
        assert {step["exchange"] for step in run["supersteps"]} == {named[row["exchange"]]}
        middle, whole = map(float, row[LARGE].split(" / "))
        assert middle == pytest.approx(median(p / s for p, s in pairs if p > 0), abs=0.006)
        assert whole == pytest.approx(sum(p for p, _ in pairs) / sum(s for _, s in pairs), abs=0.006)
    order = page.table("the model took", "left to the model")
    assert [(row["algorithm"], row["graph"]) for row in order] == [(a, g) for a in known for g in BENCH_GRAPHS]
    assert all([row[f"{design} predicted"] for design in BOXES].count("**1.00**") >= 1 for row in order)


def test_the_table_of_choices(page):
    rows = page.table("auto ran", "auto over best")
    assert [(row["algorithm"], row["graph"]) for row in rows] == [(a, g) for a in CHOOSING for g in BENCH_GRAPHS]
    graphs = {graph["name"]: graph for graph in page.results["choice"]["graphs"]}
    for row in rows:
        rounds = graphs[row["graph"]]["rounds"]
        pairs = [(r["auto"][row["algorithm"]], r[row["best named"]][row["algorithm"]]) for r in rounds]
        assert len(pairs) == 2
        assert float(row["auto over best"]) == pytest.approx(median(a / b for a, b in pairs), abs=0.0006)


def choices(auto: list[float], slow: float, quick: list[float]) -> dict:
    """BFS-DO in rounds: 2-Box was beaten when it warmed up with `slow`, 0-Box takes `quick`."""
    rounds = [
        {"auto": {"BFS-DO": a}, "1-Box": {"BFS-DO": 2 * q}, "0-Box": {"BFS-DO": q}, "2-Box": {}}
        for a, q in zip(auto, quick, strict=True)
    ]
    return {"rounds": rounds, "warm": {"2-Box": {"BFS-DO": {"seconds": slow}}}}


def test_a_choice_is_compared_round_by_round():
    graph = choices([1.0, 2.2, 3.3, 4.4, 5.5, 6.6], 99.0, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    assert choice.best_of(graph, "BFS-DO") == "0-Box" and choice.typical(graph, "2-Box", "BFS-DO") == 99
    found = choice.over_best(graph, "BFS-DO", "auto")
    assert (found.low, found.high) == pytest.approx((1.0, 1.1)) and found.value == pytest.approx(1.1)
    assert choice.judged(found) == "**no**, not for sure"
    assert choice.judged(choice.over_best(choices([2.0] * 6, 99.0, [1.0] * 6), "BFS-DO", "auto")) == "**no**"
    assert choice.judged(choice.over_best(choices([1.0] * 6, 99.0, [1.0] * 6), "BFS-DO", "auto")) == "yes"


def test_ways_take_turns():
    ways = ["a", "b", "c", "d"]
    orders = [in_turn(ways, number) for number in range(1, 9)]
    assert all(sorted(order) == ways for order in orders)
    for way in ways:
        assert sum(order[0] == way for order in orders) == 2
        before = {order[order.index(way) - 1] for order in orders if order[0] != way}
        assert len(before) == 2


def laboratory(folder: Path, until: float) -> Laboratory:
    program = folder / "atoll"
    program.write_text("#!/bin/sh\necho run >> $(dirname $0)/log\n[ $1 = break ] && exit 1\necho {}\n")
    program.chmod(0o755)
    return Laboratory(program, 2, folder / "kept", until, 1, print)


def test_what_was_stopped_goes_on(tmp_path):
    lab = laboratory(tmp_path, inf)
    for turn in (0, 0, 1):
        assert lab.execute(["bfs"], turn=turn)["said"] == {}
    assert (tmp_path / "log").read_text().count("run") == 2
    assert lab.account()["commands"] == ["atoll bfs"] * 3
    late = laboratory(tmp_path, -inf)
    assert late.execute(["bfs"], turn=1)["said"] == {}
    with pytest.raises(Unfinished):
        late.execute(["bfs"], turn=2)
    with pytest.raises(Failed, match="atoll break"):
        lab.execute(["break"])
    lab.forget()
    assert not list((tmp_path / "kept").iterdir())


def test_a_quick_page_says_so_and_shows_its_commands_and_plots(page, program):
    assert "A quick run" in page.text
    assert f"atoll run {LARGE}/million.wsg --parts 4" in page.text and str(program.parent) not in page.text
    numbers = ["3-4", "5-1", "5-2", "5-3", "5-4a", "5-4b", "5-5a", "5-5b"]
    names = ["choice", *(f"figure-{number}" for number in numbers), "remote-bytes"]
    assert [path.stem for path in page.plots] == names
    for path in page.plots:
        assert ElementTree.parse(path).getroot().tag.endswith("svg") and f"(numa/{path.name})" in page.text
        assert path.stat().st_size < 20_000


@pytest.mark.parametrize(
    ("words", "work", "out"),
    [
        ([], "build/experiments", "docs/experiments"),
        (["--quick"], "build/experiments/quick", "build/experiments/quick"),
        (["--quick", "--work", "/folder"], "/folder", "/folder"),
        (["--quick", "--out", "/out"], "build/experiments/quick", "/out"),
    ],
)
def test_a_quick_page_does_not_stand_where_a_real_one_does(words, work, out):
    options = parser().parse_args(words)
    choose_folders(options)
    assert (options.work, options.out) == (ROOT / work, ROOT / out)


def test_the_page_is_written_again_from_what_was_measured(page, program, tmp_path):
    (tmp_path / "work").mkdir()
    (tmp_path / "work/results.json").write_text(json.dumps(page.results))
    assert run_numa(program, tmp_path, "--write-only").returncode == 0
    again = Page(tmp_path)
    assert again.text == page.text
    assert [path.read_text() for path in again.plots] == [path.read_text() for path in page.plots]


def test_one_group_is_measured_again_beside_the_others(page, program, tmp_path):
    (tmp_path / "work").mkdir()
    (tmp_path / "work/results.json").write_text(json.dumps(page.results))
    words = ["--only", "choice", "--pairs", "1", "--scale", "6", "--quick"]
    assert run_numa(program, tmp_path, *words).returncode == 0
    again = Page(tmp_path)
    assert again.results["chapter"] == page.results["chapter"]
    assert [graph["name"] for graph in again.results["choice"]["graphs"]] == ["kron-6", "urand-6"]
    assert all(len(graph["rounds"]) == 1 for graph in again.results["choice"]["graphs"])
    assert not list((tmp_path / "work/kept").iterdir())


def test_nothing_is_written_where_nothing_was_measured(program, tmp_path):
    done = run_numa(program, tmp_path, "--write-only")
    assert done.returncode == 2 and "measure first" in done.stderr
    done = run_numa(program, tmp_path, "--only", "choice", "--graphs", "nowhere.el")
    assert done.returncode == 1 and "nowhere.el: is not there" in done.stderr
    done = run_numa(tmp_path / "nowhere", tmp_path)
    assert done.returncode == 2 and "make build" in done.stderr
    done = run_numa(program, tmp_path, "--quick", "--threads", "9999")
    assert done.returncode == 2 and "--threads 9999: there are" in done.stderr
    assert not (tmp_path / "out").exists()


def test_weights_are_those_of_edges(atoll, tmp_path):
    atoll("generate", "kronecker", "plain.sg", "--scale", 8)
    draw_weights(tmp_path / "plain.sg", tmp_path / "drawn.wsg")
    atoll("convert", "drawn.wsg", "list.wel")
    weights = {}
    for line in (tmp_path / "list.wel").read_text().splitlines():
        u, v, weight = map(int, line.split())
        weights[u, v] = weight
    assert len(weights) > 1000 and all(weights[v, u] == weight for (u, v), weight in weights.items())
    assert 1 <= min(weights.values()) < 100_000 and 900_000 < max(weights.values()) <= 1_000_000
    assert len(set(weights.values())) > 0.4 * len(weights)


@pytest.mark.parametrize("shape", ["kron", "urand", "grid"])
def test_a_drawn_graph_has_the_same_arcs_with_weights(program, tmp_path, shape):
    (graph,) = graphs([f"{shape}:7"], None, tmp_path, program, print)
    plain, weighted = graph.plain(), graph.weighted()
    assert read_header(plain) == read_header(weighted) and read_header(plain).vertices == 128
    offsets = slice(HEADER.size, HEADER.size + 8 * 129)
    assert plain.read_bytes()[offsets] == weighted.read_bytes()[offsets]


def test_a_scale_ends_above_the_largest_bar():
    for value in (0.07, 1.0, 3.3, 99.0, 1234.5):
        scale = Scale.of([Panel("", [("a", [(value,)])])], log=False)
        assert value <= scale.high <= 2 * value and 3 <= len(scale.ticks) <= 8
    scale = Scale.of([Panel("", [("a", [(3.0,), (4e7,), None])])], log=True)
    assert scale.low <= 100 and scale.high == 1e8


def test_bars_are_as_high_as_their_values():
    svg = bars("t <&>", "ms", ["a", "b"], [Panel("p", [("g", [(1.0,), (0.25, 0.25)])])])
    root = ElementTree.fromstring(svg)
    heights = [float(rect.get("height")) for rect in root.iter() if rect.tag.endswith("rect")][2:]
    assert heights[0] == pytest.approx(4 * heights[1], abs=0.2) and heights[1] == pytest.approx(heights[2], abs=0.2)
    assert svg == bars("t <&>", "ms", ["a", "b"], [Panel("p", [("g", [(1.0,), (0.25, 0.25)])])])
