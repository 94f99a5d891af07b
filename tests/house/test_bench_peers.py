# SPDX-License-Identifier: Apache-2.0
"""The further peers of bench/gap that are built: the files they read, their commands, and what they print."""

import json
import os
import struct
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))

from compare import formats, graphs
from compare.built_side import Gbbs, Gemini, Ligra
from compare.process import Finished
from compare.sides import NotThere, SideFailed, Task
from test_bench import Bench

PROCESSORS = os.sysconf("SC_NPROCESSORS_CONF")

# as their sources print it
LIGRA_TC = (
    "triangle count = 4\ntriangle count = 4\nRunning time : 0.000123\ntriangle count = 4\nRunning time : 6.5e-05\n"
)
GBBS_BFS = """### Application: BFS
### Threads: 2
### n: 4
### ------------------------------------
Reachable: 3
### Running Time: 0.000981
# time per iter: 0.000981
"""
GEMINI_CC = """active(0)>=4
exec_time=0.014022(s)
components = 2
active(0)>=4
exec_time=0.000000(s)
components = 2
"""

FAKE_LIGRA = r"""#!/usr/bin/env python3
import os, sys
words = sys.argv[1:]
with open(os.environ["FAKE_LOG"], "a") as log: print("ligra", os.path.basename(sys.argv[0]), *words, file=log)
assert open(words[-1]).readline() == "AdjacencyGraph\n"
for trial in range(int(words[words.index("-rounds") + 1])):
    print("triangle count = 4\nRunning time : 1.25e+02")
"""

FAKE_GBBS = r"""#!/usr/bin/env python3
import os, sys
print("### Threads:", os.environ["PARLAY_NUM_THREADS"])
print(f"### Num triangles = {os.environ.get('FAKE_PEER', 4)}\n### Running Time: 0.5")
"""


def undirected() -> bytes:
    """0-1-2 and a lonely 3."""
    return struct.pack("<?qq5q4i", False, 4, 4, 0, 1, 3, 4, 4, 1, 0, 2, 1)


def weighted() -> bytes:
    """The same with weights 7 and 9."""
    return struct.pack("<?qq5q8i", False, 4, 4, 0, 1, 3, 4, 4, 1, 7, 0, 7, 2, 9, 1, 9)


def directed() -> bytes:
    """0 to 1, 1 to 0, 1 to 2; then, as GAPBS writes it, the arcs turned round."""
    return struct.pack("<?qq4q3i4q3i", True, 3, 3, 0, 1, 3, 3, 1, 0, 2, 0, 1, 2, 3, 1, 0, 1)


@pytest.fixture(params=["at once", "by pieces"])
def pieces(request, monkeypatch):
    if request.param == "by pieces":
        monkeypatch.setattr(formats, "NUMBERS_AT_ONCE", 3)
        monkeypatch.setattr(formats, "ROWS_AT_ONCE", 2)


def written(folder: Path, name: str, content: bytes, write) -> bytes:
    (folder / name).write_bytes(content)
    write(folder / name, folder / "out")
    return (folder / "out").read_bytes()


def test_rows_as_text(tmp_path, pieces):
    plain = written(tmp_path, "plain.sg", undirected(), formats.write_adjacency)
    assert plain.split() == b"AdjacencyGraph 4 4 0 1 3 4 1 0 2 1".split()
    heavy = written(tmp_path, "weighted.wsg", weighted(), formats.write_adjacency)
    assert heavy.split() == b"WeightedAdjacencyGraph 4 4 0 1 3 4 1 0 2 1 7 7 9 9".split()
    one_way = written(tmp_path, "plain.sg", directed(), formats.write_adjacency)
    assert one_way.split() == b"AdjacencyGraph 3 3 0 1 3 1 0 2".split()


def test_arcs_as_words(tmp_path, pieces):
    plain = written(tmp_path, "plain.sg", directed(), formats.write_arcs)
    assert struct.unpack("<6I", plain) == (0, 1, 1, 0, 1, 2)
    heavy = written(tmp_path, "weighted.wsg", weighted(), formats.write_arcs)
    assert list(struct.iter_unpack("<IIf", heavy)) == [(0, 1, 7.0), (1, 0, 7.0), (1, 2, 9.0), (2, 1, 9.0)]


def test_edges_once(tmp_path, pieces):
    plain = written(tmp_path, "plain.sg", undirected(), formats.write_edges)
    assert struct.unpack("<4I", plain) == (0, 1, 1, 2)


def task_of(folder: Path, kernel: str, content: bytes = undirected(), threads: int = PROCESSORS, **more) -> Task:
    """A task on a graph whose files are there."""
    graph = graphs.Graph(graphs.parse_spec("kron:2"), folder, Path("atoll"), None, print)
    graph.folder.mkdir(exist_ok=True)
    (graph.folder / "plain.sg").write_bytes(content)
    (graph.folder / "weighted.wsg").write_bytes(weighted())
    (graph.folder / "symmetric.sg").write_bytes(undirected())
    return Task(kernel, graph, "A", threads, trials=5, **more)


def words_of(side, task: Task) -> str:
    """A command without its program and without folders."""
    return " ".join(Path(word).name for word in side.words(task))


def test_commands_of_ligra(tmp_path):
    ligra = Ligra(tmp_path, {}, 60)
    assert words_of(ligra, task_of(tmp_path, "bfs", source=2)) == "-rounds 5 -r 2 -s plain.adj"
    assert words_of(ligra, task_of(tmp_path, "sssp", source=2, delta=8)) == "-rounds 5 -r 2 -s weighted.adj"
    assert words_of(ligra, task_of(tmp_path, "pagerank", rounds=7)) == "-rounds 5 -maxiters 7 -s plain.adj"


def test_commands_of_gbbs(tmp_path):
    gbbs = Gbbs(tmp_path, {}, 60)
    assert words_of(gbbs, task_of(tmp_path, "sssp", source=2, delta=8)) == "-rounds 5 -src 2 -delta 8 -s weighted.adj"
    assert words_of(gbbs, task_of(tmp_path, "pagerank", rounds=7)) == "-rounds 5 -eps 0 -iters 7 -s plain.adj"
    assert words_of(gbbs, task_of(tmp_path, "cc")) == "-rounds 5 -stats -s plain.adj"
    assert gbbs.variables(task_of(tmp_path, "cc", threads=3))["PARLAY_NUM_THREADS"] == "3"


def test_directed_graphs_keep_their_arcs_except_where_they_must_not(tmp_path):
    for side in (Ligra(tmp_path, {}, 60), Gbbs(tmp_path, {}, 60)):
        assert words_of(side, task_of(tmp_path, "pagerank", directed(), rounds=7)).endswith("7 plain.adj")
        assert words_of(side, task_of(tmp_path, "cc", directed())).endswith("-s symmetric.adj")
        assert words_of(side, task_of(tmp_path, "tc", directed())).endswith("-s symmetric.adj")


def test_commands_of_gemini(tmp_path):
    gemini = Gemini(tmp_path, {}, 60)
    assert words_of(gemini, task_of(tmp_path, "bfs", source=2)) == "plain.arcs 4 2"
    assert words_of(gemini, task_of(tmp_path, "sssp", source=2)) == "weighted.arcs 4 2"
    assert words_of(gemini, task_of(tmp_path, "pagerank", rounds=7)) == "plain.arcs 4 7"
    assert words_of(gemini, task_of(tmp_path, "cc")) == "plain.edges 4"
    with pytest.raises(NotThere, match="takes all"):
        gemini.words(task_of(tmp_path, "bfs", source=2, threads=PROCESSORS + 1))


def test_gemini_turns_directed_arcs_round_itself(tmp_path):
    assert words_of(Gemini(tmp_path, {}, 60), task_of(tmp_path, "cc", directed())) == "plain.arcs 3"


def said(text: str) -> Finished:
    return Finished(0, text, "", 1.0, None, False)


def test_what_they_print(tmp_path):
    run = Ligra(tmp_path, {}, 60).parse(task_of(tmp_path, "tc"), said(LIGRA_TC))
    assert (run.seconds, run.details["result"]) == ([0.000123, 6.5e-05], 4)
    run = Gbbs(tmp_path, {}, 60).parse(task_of(tmp_path, "bfs", threads=2), said(GBBS_BFS))
    assert (run.seconds, run.details["result"]) == ([0.000981], 3)
    run = Gemini(tmp_path, {}, 60).parse(task_of(tmp_path, "cc"), said(GEMINI_CC))
    assert (run.seconds, run.details["result"]) == ([0.014022, 5e-7], 2)  # never zero
    assert Ligra(tmp_path, {}, 60).parse(task_of(tmp_path, "bfs"), said(LIGRA_TC)).details["result"] is None


def test_what_they_must_not_print(tmp_path):
    with pytest.raises(SideFailed, match="did not run with 4 threads"):
        Gbbs(tmp_path, {}, 60).parse(task_of(tmp_path, "bfs", threads=4), said(GBBS_BFS))
    with pytest.raises(SideFailed, match=r"to print one number, and printed \[2, 3\]"):
        Gemini(tmp_path, {}, 60).parse(task_of(tmp_path, "cc"), said(GEMINI_CC + "components = 3\n"))
    with pytest.raises(SideFailed, match=r"to print one number, and printed \[\]"):
        Ligra(tmp_path, {}, 60).parse(task_of(tmp_path, "tc"), said("Running time : 1\n"))


@pytest.fixture
def builds(tmp_path) -> tuple[Bench, list[str]]:
    """Fake builds of Ligra and GBBS, and the options that name them."""
    bench = Bench(tmp_path)
    programs = {"ligra/apps": (FAKE_LIGRA, ["BFS", "Triangle"])}
    programs["gbbs/bazel-bin/benchmarks/TriangleCounting/ShunTangwongsan15"] = (FAKE_GBBS, ["Triangle_main"])
    for folder, (text, names) in programs.items():
        (tmp_path / folder).mkdir(parents=True)
        for name in names:
            bench.write(tmp_path / folder / name, text)
    return bench, ["--ligra", str(tmp_path / "ligra"), "--gbbs", str(tmp_path / "gbbs"), "--tracks", "A"]


QUICK = ("--pairs", "2", "--pairs-more", "2", "--peer-pairs", "2")


def test_builds_run_from_the_same_sources_as_often_as_gapbs(builds):
    bench, options = builds
    done = bench.run(*options, *QUICK, "--kernels", "bfs,tc")
    assert done.returncode == 0, done.stderr
    ours = [pair["source"] for pair in bench.cells()["A bfs"]["pairs"]]
    calls = [line.split("-r ")[1].split()[0] for line in bench.calls("ligra BFS")]
    assert calls == [str(source) for source in ours]
    peers = bench.cells()["A tc"]["peers"]
    assert peers["ligra"]["seconds"] == [[125.0, 125.0]] * 2 and peers["gbbs"]["seconds"] == [[0.5]] * 2
    assert "BFS_main is not there" in bench.cells()["A bfs"]["peers"]["gbbs"]["reason"]
    assert "| ligra | A | tc | kron-2 | 125 | 62.5 |" in (bench.out / "table.md").read_text()


def test_a_build_that_counts_otherwise_is_named(builds):
    bench, options = builds
    assert bench.run(*options, *QUICK, "--kernels", "tc", FAKE_PEER="5").returncode == 0
    assert bench.cells()["A tc"]["peers"]["gbbs"] == {"reason": "gbbs: triangles 5, where 4 was proved"}


def test_a_build_runs_again_only_when_it_changed(builds, tmp_path):
    bench, options = builds
    for _ in range(2):
        bench.run(*options, *QUICK, "--kernels", "tc")
    assert len(bench.calls("ligra Triangle")) == 2
    bench.write(tmp_path / "ligra/apps/Triangle", FAKE_LIGRA + "# built anew\n")
    bench.run(*options, *QUICK, "--kernels", "tc")
    assert len(bench.calls("ligra Triangle")) == 4


def test_pairs_of_a_peer_that_are_asked_for_later_are_made(builds):
    bench, options = builds
    for pairs in ("1", "2", "2"):
        assert bench.run(*options, *QUICK, "--peer-pairs", pairs, "--kernels", "tc").returncode == 0
    assert bench.cells()["A tc"]["peers"]["gbbs"]["seconds"] == [[0.5]] * 2
    assert len(bench.calls("ligra Triangle")) == 1 + 2


def test_a_folder_without_a_build_says_how_to_get_one(builds, tmp_path):
    bench, options = builds
    done = bench.run(*options, *QUICK, "--kernels", "tc", "--gemini", str(tmp_path))
    assert done.returncode == 0 and "make -C GeminiGraph" in done.stderr
    assert "gemini" in json.loads((bench.out / "results.json").read_text())["skipped"]
