# SPDX-License-Identifier: Apache-2.0
"""`bench/numa --machine-file`: a page of what a report from another machine holds."""

import subprocess
from pathlib import Path
from statistics import fmean, median

import pytest
from experiments import machine_report
from experiments.scaling import Rates
from test_experiments import ALGORITHMS, BOXES, DESIGNS, run_numa, table_in


@pytest.fixture(scope="module")
def packed(program, tmp_path_factory) -> Path:
    """A report of this machine."""
    path = tmp_path_factory.mktemp("report") / "here.json.xz"
    words = ["machine", "--report", path, "--quick", "--memory-limit", "200M", "--json"]
    subprocess.run([program, *words], check=True, capture_output=True)
    return path


def test_the_page_of_a_report(program, packed, tmp_path):
    done = run_numa(program, tmp_path, "--machine-file", packed)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == str(tmp_path / "out/machine-here.md")
    assert not (tmp_path / "work").exists(), "nothing is measured"
    text = (tmp_path / "out/machine-here.md").read_text()
    report = machine_report.read(packed)

    rows = table_in(text, "design", "times oblivious")
    assert [(row["algorithm"], row["design"]) for row in rows] == [
        (a, d) for a in ALGORITHMS for d in [*DESIGNS, "auto"]
    ]
    for row in rows:
        run = report.run("hybrid", row["design"], row["algorithm"])
        seconds = fmean(trial["seconds"] for trial in run["trials"]) / (5 if row["algorithm"] == "PageRank" else 1)
        assert float(row["ms"]) == pytest.approx(1e3 * seconds, rel=0.01)
    assert [row["thesis, up to"] for row in rows if row["design"] == "2-Box"] == ["2.08", "1.88", "1.91", "1.33"]

    assert "quick report" in text, "a page that means nothing says so"
    rows = table_in(text, "access", "local", "remote")
    rates = Rates.of(report.said).bytes_per_second
    assert [float(row["local"]) for row in rows] == pytest.approx(
        [
            1e-9 * rates[f"local_{what}"]
            for what in ("read_sequential", "read_random", "write_sequential", "write_random")
        ],
        rel=0.01,
    )
    assert [row["thesis"] for row in rows] == ["16 %", "21 %", "29 %", "21 %"]

    rows = table_in(text, "exchange", "hybrid", "random")
    assert [(row["algorithm"], row["exchange"]) for row in rows] == [(a, d) for a in ALGORITHMS for d in BOXES]
    for row in rows:
        for partition in ("hybrid", "random"):
            steps = report.run(partition, row["exchange"], row["algorithm"])["supersteps"]
            pairs = [(step["predicted"][0]["seconds"], step["seconds"]) for step in steps]
            middle, whole = map(float, row[partition].split(" / "))
            assert middle == pytest.approx(median(p / s for p, s in pairs if p > 0), abs=0.006)
            assert whole == pytest.approx(sum(p for p, _ in pairs) / sum(s for _, s in pairs), abs=0.006)

    rows = table_in(text, "it took", "predicted ms", "measured ms")
    steps = [(a, step) for a in ALGORITHMS for step in report.run("hybrid", "auto", a)["supersteps"]]
    for row, (algorithm, step) in zip(rows, steps, strict=True):
        assert (row["algorithm"], row["superstep"]) == (algorithm, str(step["number"]))
        least = min(way["seconds"] for way in step["predicted"])
        assert float(row["predicted ms"]) == pytest.approx(1e3 * least, rel=0.01)
        assert float(row["measured ms"]) == pytest.approx(1e3 * step["seconds"], rel=0.01)

    (row,) = [row for row in table_in(text, "2-Box, accesses") if row["algorithm"] == "PageRank"]
    assert float(row["0-Box, accesses"]) == pytest.approx(0.75, abs=0.05), "three arcs of four lead to other parts"
    assert 0 < float(row["2-Box, accesses"]) < float(row["0-Box, accesses"])


@pytest.mark.parametrize("content", ["{", "[]", '{"format": "atoll machine", "machine": {}}'])
def test_what_is_no_report_is_refused(program, tmp_path, content):
    path = tmp_path / "r.json"
    path.write_text(content)
    done = run_numa(program, tmp_path, "--machine-file", path)
    assert done.returncode == 2 and str(path) in done.stderr and done.stderr.count("\n") == 1


def test_rates_are_those_of_all_threads_in_the_largest_array():
    def entry(place: str, rate: float, **how) -> dict:
        figure = {"place": place, "operation": "read", "order": "random", "bytes_per_second": {"median": rate}}
        return figure | {"array_bytes": 1 << 30, "threads": 8, "pages": "huge"} | how

    local = [entry("local", 4, cpu=0), entry("local", 8, cpu=1), entry("local", 90, array_bytes=1 << 20)]
    local += [entry("local", 2, threads=1), entry("local", 3, pages="small")]
    one_domain = Rates.of({"probe": {"bandwidth": local}})
    assert one_domain.bytes_per_second == {"local_read_random": 6, "remote_read_random": 6}
    several = Rates.of({"probe": {"bandwidth": [*local, entry("remote", 5)]}})
    assert several.bytes_per_second["remote_read_random"] == 5
