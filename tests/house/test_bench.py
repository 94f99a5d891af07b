# SPDX-License-Identifier: Apache-2.0
"""The harness bench/gap: whole runs against two fake sides. No time is asserted on."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "bench"))

from compare.ways import GAPBS  # noqa: E402

FAKE_ATOLL = r"""#!/usr/bin/env python3
import json, os, struct, sys
words = sys.argv[1:]
with open(os.environ["FAKE_LOG"], "a") as log: print("atoll", *words, file=log)
if words[0] == "--version": print("atoll 9.9"); sys.exit()
if words[0] in ("generate", "convert"):
    if "--prepare" in words and os.environ.get("FAKE_FULL"):
        print("atoll: no space left on the device", file=sys.stderr); sys.exit(1)
    if "/dev/null" in words:
        print(json.dumps({"seconds": {"draw": 7.0, "build": 1.25, "write": 7.0}})); sys.exit()
    if words[2].endswith("el"):
        with open(words[2], "w") as out: out.write("0 1\n1 0\n1 2\n2 1\n")
        sys.exit()
    with open(words[2], "wb") as out:  # 0-1-2 and a lonely 3
        out.write(struct.pack("<?qq5q4i", "FAKE_DIRECTED" in os.environ, 4, 4, 0, 1, 3, 4, 4, 1, 0, 2, 1))
    if "--prepare" in words:
        print(json.dumps({"seconds": {"read": 7.0, "prepare": 3.0, "write": 7.0}, "peak_bytes": 9}))
    sys.exit()
if words[0] not in ("bfs", "components", "betweenness", "sssp", "triangles", "run"):
    print(f"atoll: {words[0]}: there is no such command; the commands are few", file=sys.stderr); sys.exit(2)
if os.environ.get("FAKE_WRONG") and "--verify" in words:
    print("atoll: the answer is wrong: vertex 2", file=sys.stderr); sys.exit(1)
trials = int(words[words.index("--trials") + 1]) if words[0] != "run" else 1
seconds = dict(load=0.5, partition=0.25, prepare=2.0 * ("--prepare" in words), layout=0.25, run=1.0, aggregation=0.5,
               verify=0.0, output=0.0)
seconds["total"] = sum(seconds.values()) + trials - 1
result = {"reached": 3, "triangles": 4 if "--verify" in words else int(os.environ.get("FAKE_COUNT", 4))}
slower = 2.0 if words[words.index("--threads") + 1] == "1" and "2" in os.environ.get("FAKE_THREADS", "") else 1.0
said = {"verified": True if "--verify" in words else None, "seconds": seconds, "result": result,
                  "trials": [{"seconds": slower, "result": result} for _ in range(trials)]}
print(json.dumps({"runs": [said, {}]} if words[0] == "run" else said))
"""

FAKE_GAPBS = r"""#!/usr/bin/env python3
import os, signal, sys, time
words = sys.argv[1:]
name = os.path.basename(sys.argv[0])
with open(os.environ["FAKE_LOG"], "a") as log: print(name, os.environ["OMP_NUM_THREADS"], *words, file=log)
stop = os.environ.get("FAKE_STOP")
if stop and sum(line.startswith("bfs") for line in open(os.environ["FAKE_LOG"])) > int(stop):
    os.kill(os.getppid(), int(os.environ["FAKE_SIGNAL"]))
    time.sleep(60)
print("Read Time:           1.50000")
if name == "converter":
    print("Build Time:          2.50000")
    time.sleep(float(os.environ.get("FAKE_SQUISH", 0)))
    print("Graph has 4 nodes and 2 undirected edges for degree: 0")
    sys.exit()
if "-l" in words: print("".join(f"Source: {root:20}\n" for root in (1, 0, 2, 1)), end="")
calls = sum(line.startswith(name) for line in open(os.environ["FAKE_LOG"]))
seconds = 0.5 if os.environ.get("FAKE_NOISE") and calls % 2 else 4
for _ in range(int(words[words.index("-n") + 1])): print(f"Trial Time:          {seconds:.5f}")
"""


def hear_signals() -> None:
    """A background job may have them ignored."""
    for sent in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(sent, signal.SIG_DFL)


QUICKLY = ("--cell-s", "0", "--attempts", "1")  # as many pairs as are asked for, however busy the machine is


class Bench:
    """bench/gap with a fake program and a fake GAPBS that log their command lines."""

    def __init__(self, folder: Path):
        self.out = folder / "out"
        self.log = folder / "log"
        self.log.touch()
        self.gapbs = folder / "gapbs"
        self.gapbs.mkdir()
        self.atoll = self.write(folder / "atoll", FAKE_ATOLL)
        for name in ("bfs", "pr", "cc", "sssp", "bc", "tc", "converter"):
            self.write(self.gapbs / name, FAKE_GAPBS)

    def write(self, path: Path, text: str) -> Path:
        path.write_text(text.replace("/usr/bin/env python3", f"{sys.executable} -IS"))
        path.chmod(0o755)
        return path

    def run(self, *words: str, **environment: str) -> subprocess.CompletedProcess:
        command = [sys.executable, ROOT / "bench/gap", "--gapbs", self.gapbs, "--atoll", self.atoll, "--out", self.out]
        command += ["--graphs", "kron:2", "--threads", "1", "--trials", "2", *QUICKLY, *words]
        variables = {"FAKE_LOG": str(self.log), "PATH": "/usr/bin:/bin", **environment}
        return subprocess.run(
            command,
            capture_output=True,
            text=True,
            env=variables,
            check=False,
            preexec_fn=hear_signals,
        )

    def cells(self) -> dict[str, dict]:
        found = json.loads((self.out / "results.json").read_text())["cells"]
        names = [f"{cell['track']} {cell['kernel']}" for cell in found]
        return {
            name + ("" if cell["against"] == GAPBS else f" {cell['against']}"): cell
            for name, cell in zip(names, found, strict=True)
        }

    def calls(self, side: str) -> list[str]:
        return [line for line in self.log.read_text().splitlines() if line.startswith(side)]


@pytest.fixture
def bench(tmp_path) -> Bench:
    return Bench(tmp_path)


def test_sides_run_in_turn_from_the_same_sources(bench):
    done = bench.run("--kernels", "bfs", "--tracks", "A", "--pairs", "6")
    assert done.returncode == 0, done.stderr
    cell = bench.cells()["A bfs"]
    assert cell["status"] == "done" and len(cell["pairs"]) == 6
    runs = [line for line in bench.log.read_text().splitlines() if line.startswith(("atoll bfs", "bfs"))][2:]
    assert [line.split()[0] for line in runs] == ["atoll", "bfs"] * 6
    ours = [line.split("--source ")[1].split()[0] for line in runs[::2]]
    theirs = [line.split("-r ")[1].split()[0] for line in runs[1::2]]
    assert ours == theirs and len(set(ours)) == 3
    assert all("--verify" in line for line in runs[::2])
    assert all(line.startswith("bfs 1 ") and "-n 2" in line for line in runs[1::2])


def test_one_process_of_gapbs_serves_both_tracks(bench):
    bench.run("--kernels", "bfs", "--pairs", "6")
    cells = bench.cells()
    assert len(bench.calls("bfs")) == 1 + 6 and len(bench.calls("atoll bfs")) == 2 + 12
    assert [p["gapbs"] for p in cells["A bfs"]["pairs"]] == [p["gapbs"] for p in cells["B bfs"]["pairs"]]


def test_triangles_are_the_same_runs_on_both_tracks_and_proved_once(bench):
    assert bench.run("--kernels", "tc", "--pairs", "6").returncode == 0
    calls = bench.calls("atoll triangles")
    assert len(calls) == 1 + 1 + 6 and sum("--verify" in call for call in calls) == 1
    assert not any("--prepare" in call for call in calls)
    for cell in bench.cells().values():
        assert cell["pairs"][0]["atoll"]["seconds"] == [2.0, 2.0]  # partition and layout too
        assert cell["count"] == 4 and cell["pairs"][0]["atoll"]["verified"]


def test_another_count_than_the_proved_one_fails_the_cell(bench):
    assert bench.run("--kernels", "tc", "--tracks", "A", "--pairs", "1", FAKE_COUNT="5").returncode == 1
    assert "counted [5], where 4 was proved" in bench.cells()["A tc"]["reason"]


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="of one processor")
def test_ours_against_ours(bench):
    words = ("--also", "threads,native,parts", "--native", str(bench.atoll), "--also-pairs", "6", "--pairs", "6")
    done = bench.run("--kernels", "bfs,cc", *words, "--threads", "2", FAKE_THREADS="2")
    assert done.returncode == 0, done.stderr
    cells = bench.cells()
    assert cells["B bfs threads"]["pairs"][0]["threads"]["seconds"] == [2.5, 2.5]
    assert cells["B bfs threads"]["figures"]["counts"] == pytest.approx(2.5 / 1.5)
    assert cells["L bfs parts"]["pairs"][0]["atoll"]["command"][-2:] == ["--parts", "4"]
    assert cells["L bfs parts"]["pairs"][0]["parts"]["seconds"] == [1.5, 1.5]  # laid out before the clock
    assert "L cc parts" not in cells and cells["B cc native"]["status"] == "done"
    table = (bench.out / "table.md").read_text()
    assert "| bfs | kron-2 | B | 6 | 1.5 | 2.5 | 1.67 [1.67, 1.67] | 1.67 [1.67, 1.67] | **1.67** | 1.7 |" in table
    assert "Geometric mean of 2 of 2 cells: 2.67." in table  # bfs and cc on B, against GAPBS alone


def test_ours_has_one_part_unless_told_otherwise(bench):
    words = ("--kernels", "bfs,ingest", "--pairs", "1", "--pairs-more", "1")
    assert bench.run(*words).returncode == 0
    calls = bench.calls("atoll bfs")
    assert calls and all(call.count("--parts") == 1 and "--parts 1" in call for call in calls)
    for told in ("--parts 2", "--parts=2"):
        bench.log.write_text("")
        bench.run(*words, "--again", f"--atoll-arguments={told}")
        calls = bench.calls("atoll bfs")
        assert calls and all(call.count("--parts") == 1 and told in call for call in calls)


def test_betweenness_starts_from_the_roots_that_gapbs_draws(bench):
    done = bench.run("--kernels", "bc", "--tracks", "A", "--pairs", "1", "--pairs-more", "1")
    assert done.returncode == 0, done.stderr
    assert all("--roots 1,0,2,1 --trials 1 " in call for call in bench.calls("atoll betweenness"))
    assert all("-n 1 -i 4" in call for call in bench.calls("bc"))


def test_the_delta_of_gapbs_is_searched_once_from_several_sources(bench):
    for _ in range(2):
        bench.run("--kernels", "sssp", "--tracks", "A", "--pairs", "1", "--pairs-more", "1", "--again")
    worse = [call for call in bench.calls("sssp") if "-d 4" in call.split("-n 2")[-1]]
    assert len(worse) == 5 and len({call.split("-r ")[1].split()[0] for call in worse}) == 3  # of 3 that have arcs
    assert bench.cells()["A sssp"]["delta"] == 32


def test_arguments_of_gapbs_are_for_its_kernels(bench):
    bench.run("--kernels", "bfs,ingest", "--tracks", "A", "--pairs", "1", "--pairs-more", "1", "--gapbs-arguments=-v")
    verified = [" -v" in call for call in bench.calls("bfs")]
    assert sorted(verified) == [False, False, True, True]  # a warm-up and a pair, of ingest-binary and of bfs
    assert not any(" -v" in call for call in bench.calls("converter"))


def test_a_doubtful_cell_gets_more_pairs(bench):
    bench.run("--kernels", "bfs", "--tracks", "A", "--pairs", "6", "--pairs-more", "9", FAKE_NOISE="1")
    assert len(bench.cells()["A bfs"]["pairs"]) == 9
    assert "undecided: an interval crosses the bar" in (bench.out / "table.md").read_text()
    bench.run("--kernels", "cc", "--tracks", "A", "--pairs", "6", "--pairs-more", "9")
    assert len(bench.cells()["A cc"]["pairs"]) == 6


def test_what_lies_inside_the_clock(bench):
    bench.run("--kernels", "bfs,ingest", "--pairs", "6")
    seconds = {name: cell["pairs"][0] for name, cell in bench.cells().items()}
    assert seconds["A bfs"]["atoll"]["seconds"] == [2.0, 2.0]  # run, aggregation, partition, layout
    assert seconds["B bfs"]["atoll"]["seconds"] == [1.5, 1.5]  # run, aggregation
    assert seconds["B bfs"]["atoll"]["prepare_seconds"] == 5.5  # of the file 3, then prepare, partition, layout
    assert seconds["- ingest-text"]["atoll"]["seconds"] == [1.0]  # load, partition, layout
    assert seconds["- ingest-text"]["gapbs"]["seconds"] == [4.0]  # read, build
    assert seconds["- ingest-weighted"]["atoll"]["seconds"] == [1.0]
    assert seconds["- ingest-edges"]["atoll"]["seconds"] == [1.25]  # build
    assert seconds["- ingest-edges"]["gapbs"]["details"]["seconds"]["build"] == 2.5
    assert seconds["- ingest-binary"]["gapbs"]["seconds"] == [1.5]


def test_edges_in_memory_become_sorted_rows_without_parallel_arcs_on_both_sides(bench):
    done = bench.run("--kernels", "ingest", "--pairs", "1", "--pairs-more", "1", FAKE_SQUISH="0.5")
    assert done.returncode == 0, done.stderr
    assert not [call for call in bench.calls("atoll generate") if "--as-drawn" in call]
    found = bench.cells()["- ingest-edges"]["pairs"][0]["gapbs"]
    parts = found["details"]["seconds"]
    assert parts["build"] == 2.5 and 0.25 < parts["squish"] < found["process_seconds"]  # it slept for half a second
    assert found["seconds"] == [pytest.approx(1.5 + 2.5 + parts["squish"])]  # the fake reads, too
    assert "GAPBS's Build Time alone: 2.5 s" in (bench.out / "table.md").read_text()
    assert bench.cells()["- ingest-text"]["pairs"][0]["gapbs"]["seconds"] == [4.0]  # as it prints it


def test_a_list_of_an_undirected_graph_has_a_line_per_edge(bench):
    bench.run("--kernels", "ingest", "--pairs", "1", "--pairs-more", "1")
    assert (bench.out / "graphs/kron-2/lines.el").read_text() == "0 1\n1 2\n"
    assert all("--undirected" in call for call in bench.calls("atoll bfs") if "lines.el" in call)
    assert [call for call in bench.calls("converter") if "lines.wel" in call and " -w -s " in call]
    assert [call for call in bench.calls("converter") if " -g 2 " in call]


def test_a_directed_graph_with_weights_is_turned_round_by_both_sides(bench):
    done = bench.run("--kernels", "ingest", "--pairs", "1", "--pairs-more", "1", FAKE_DIRECTED="1")
    assert done.returncode == 0, done.stderr
    calls = [call for call in bench.calls("atoll") if "lines.wel" in call and "convert" not in call]
    assert calls and all(" -- sssp " in call and call.endswith("-- bfs --answer parents") for call in calls)
    assert bench.cells()["- ingest-weighted"]["pairs"][0]["atoll"]["seconds"] == [1.0]


def test_the_table_tells_the_ratios_and_the_means(bench):
    bench.run("--kernels", "bfs,pagerank", "--pairs", "6")
    table = (bench.out / "table.md").read_text()
    assert "| bfs | kron-2 | 6 | 2 | 4 | 2.00 [2.00, 2.00] | 2.00 [2.00, 2.00] | 2.00 | 0.9 |" in table
    assert "Empty: `atoll machine --probe" in table
    assert "Geometric mean of 1 of 2 cells: 2.67." in table
    assert (bench.out / "plot.svg").read_text().startswith("<svg")
    results = json.loads((bench.out / "results.json").read_text())
    assert results["geometric_means"]["A"] == pytest.approx(2.0)
    assert results["machine"]["processors_used"] and results["sides"]["atoll"]["version"] == "atoll 9.9"


def test_a_kernel_that_is_not_there_yet_fails_nothing(bench):
    done = bench.run("--kernels", "pagerank", "--tracks", "A")
    assert done.returncode == 0, done.stderr
    assert bench.cells()["A pagerank"]["status"] == "not there yet"
    assert "there is no such command" in bench.cells()["A pagerank"]["reason"]


def test_kernels_by_the_names_of_gapbs_and_ours(bench):
    done = bench.run("--kernels", "pr,components", "--tracks", "A", "--pairs", "1", "--pairs-more", "1")
    assert done.returncode == 0, done.stderr
    assert set(bench.cells()) == {"A pagerank", "A cc"}


def test_a_wrong_answer_fails_its_cell(bench):
    done = bench.run("--kernels", "bfs,cc", "--tracks", "A", FAKE_WRONG="1")
    assert done.returncode == 1
    assert {cell["status"] for cell in bench.cells().values()} == {"failed"}
    assert "the answer is wrong: vertex 2" in bench.cells()["A bfs"]["reason"]


def test_a_finished_cell_is_not_run_again_unless_asked_or_changed(bench):
    words = ("--kernels", "bfs", "--tracks", "A", "--pairs", "6")
    bench.run(*words)
    runs = len(bench.calls("bfs"))
    bench.run(*words)
    assert len(bench.calls("bfs")) == runs
    bench.run(*words, "--again")
    assert len(bench.calls("bfs")) == 2 * runs
    bench.write(bench.atoll, FAKE_ATOLL + "# built anew\n")
    bench.run(*words)
    assert len(bench.calls("bfs")) == 3 * runs


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="of one processor")
def test_what_is_asked_for_later_is_added(bench):
    words = ("--kernels", "bfs", "--pairs", "6", "--threads", "2")
    bench.run(*words)
    before = bench.cells()
    assert bench.run(*words, "--also", "threads", "--also-pairs", "6").returncode == 0
    assert len(bench.calls("bfs")) == 1 + 6 and len(bench.cells()["B bfs threads"]["pairs"]) == 6
    assert {name: bench.cells()[name]["pairs"] for name in before} == {n: c["pairs"] for n, c in before.items()}


def test_a_track_that_is_asked_for_later_warms_up_too(bench):
    words = ("--kernels", "bfs", "--pairs", "6", "--tracks")
    bench.run(*words, "A")
    before = len(bench.calls("atoll bfs"))
    assert bench.run(*words, "A,B").returncode == 0
    assert len(bench.calls("atoll bfs")) == before + 1 + 6
    assert set(bench.cells()["B bfs"]["peak_bytes"]) == {"atoll", "gapbs"}


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_cell_that_stopped_goes_on_where_it_was(bench, sent):
    words = ("--kernels", "bfs", "--tracks", "A", "--pairs", "6")
    stopped = bench.run(*words, FAKE_STOP="4", FAKE_SIGNAL=str(int(sent)))  # after the warm-up and three pairs
    assert stopped.returncode == 130 and "goes on from there" in stopped.stderr
    assert "partial" in (bench.out / "table.md").read_text()
    assert len(bench.cells()["A bfs"]["pairs"]) == 3
    assert bench.run(*words).returncode == 0
    assert len(bench.cells()["A bfs"]["pairs"]) == 6
    assert len(bench.calls("bfs")) == 1 + 6 + 1


def test_graphs_are_made_once(bench):
    for _ in range(2):
        bench.run("--kernels", "bfs,cc", "--pairs", "1", "--pairs-more", "1")
    assert len(bench.calls("atoll generate")) == 1


def test_track_b_runs_on_a_file_that_was_prepared_once(bench):
    words = ("--kernels", "bfs,cc,sssp", "--pairs", "1", "--pairs-more", "1")
    for _ in range(2):
        assert bench.run(*words, "--again").returncode == 0
    made = bench.out / "graphs/kron-2"
    log = (bench.out / "graphs/made.log").read_text()
    for file in ("plain.sg", "weighted.wsg"):
        kind = file.partition(".")[0]
        assert log.count(f"convert {made / file} {made}/making-prepared-{kind}.atoll --prepare") == 1
    assert log.count("--prepare") == 2
    for kernel, file in (("bfs", "plain"), ("components", "plain"), ("sssp", "weighted")):
        for call in bench.calls(f"atoll {kernel}"):
            assert (f"{made}/prepared-{file}.atoll" in call) == ("--prepare" in call), call


def test_another_program_prepares_its_file_anew(bench):
    words = ("--kernels", "bfs", "--tracks", "B", "--pairs", "1", "--pairs-more", "1")
    bench.run(*words)
    bench.write(bench.atoll, FAKE_ATOLL.replace('"prepare": 3.0', '"prepare": 4.0'))
    bench.run(*words)
    assert len(bench.calls("atoll convert")) == 2 and len(bench.calls("atoll generate")) == 1
    assert bench.cells()["B bfs"]["pairs"][0]["atoll"]["prepare_seconds"] == 6.5


def test_a_file_that_cannot_be_prepared_fails_its_track_alone(bench):
    words = ("--kernels", "bfs", "--pairs", "1", "--pairs-more", "1")
    assert bench.run(*words, "--tracks", "A").returncode == 0
    done = bench.run(*words, FAKE_FULL="1")
    assert done.returncode == 1 and "no space left" in done.stderr
    cells = bench.cells()
    assert cells["A bfs"]["status"] == "done" and cells["B bfs"]["status"] == "failed"
    assert len(bench.calls("atoll bfs")) == 2, "track A was there"


def test_a_cell_that_is_done_and_fails_when_more_is_asked_of_it_has_failed(bench):
    words = ("--kernels", "bfs", "--tracks", "A")
    assert bench.run(*words, "--pairs", "1", "--pairs-more", "1").returncode == 0
    assert bench.run(*words, "--pairs", "3", "--pairs-more", "3", FAKE_WRONG="1").returncode == 1
    assert bench.cells()["A bfs"]["status"] == "failed"


def test_wrong_usage_says_how(bench):
    done = bench.run("--pairs", "11", "--pairs-more", "10")
    assert done.returncode == 2 and "it is the number in all" in done.stderr
    done = bench.run("--kernels", "bfs,xyz")
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert done.stderr.startswith("bench/gap: argument --kernels: xyz: choose among bfs, ")
    done = bench.run("--also", "native")
    assert done.returncode == 2 and "--native PATH is missing" in done.stderr


def test_absent_sides_are_named(bench):
    done = bench.run("--gapbs", "/nowhere")
    assert done.returncode == 2
    assert "git clone https://github.com/sbeamer/gapbs && CXX_FLAGS=-march=native make -C gapbs" in done.stderr
    done = bench.run("--kernels", "bfs", "--tracks", "A", "--pairs", "1", "--pairs-more", "1", "--peers", "graphblas")
    assert "python-graphblas" in done.stderr and "python-graphblas" in (bench.out / "table.md").read_text()
