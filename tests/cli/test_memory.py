# SPDX-License-Identifier: Apache-2.0
"""How much memory runs take, and that it is what was estimated before them."""

import gzip
import lzma
import os
import subprocess
import time
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    "command",
    ["bfs", "sssp", "pagerank", "components", "degree", "cores", "colouring", "communities", "triangles"],
)
def test_the_memory_is_as_estimated(atoll, command):
    for parts in (1, 4):
        answer = atoll(command, "-g", 16, "--parts", parts, "--json").json
        assert answer["peak_bytes"] / 2 < answer["estimated_bytes"] < 2 * answer["peak_bytes"]


@pytest.mark.parametrize("threads", [1, 2, 16])
def test_the_memory_of_triangles_is_by_what_is_asked(atoll, threads):
    for drawn in (["uniform", "--scale", 17, "--degree", 0.5], ["kronecker", "--scale", 14]):
        atoll("generate", *drawn, "g.atoll")
        for wanted in ("count", "vertices"):
            answer = atoll("triangles", "g.atoll", "--answer", wanted, "--threads", threads, "--json").json
            assert answer["peak_bytes"] <= answer["estimated_bytes"], (drawn, wanted)


@pytest.mark.parametrize("shape", [["grid", "--rows", 400, "--columns", 400], ["path", "--vertices", 150_000]])
def test_the_memory_of_a_mesh_is_not_estimated_as_that_of_hubs(atoll, shape):
    atoll("generate", *shape, "--weights", "byte", "g.atoll")
    for words in (["bfs"], ["sssp"], ["pagerank", "--variant", "gap"], ["bfs", "--prepare"], ["sssp", "--prepare"]):
        answer = atoll(words[0], "g.atoll", *words[1:], "--json").json
        assert answer["peak_bytes"] <= answer["estimated_bytes"] < 2 * answer["peak_bytes"], words


def test_what_archives_take_is_counted(atoll, tmp_path):
    window = 64 << 20
    filters = [{"id": lzma.FILTER_LZMA2, "dict_size": window}]
    (tmp_path / "g.txt.xz").write_bytes(lzma.compress(b"0 1\n1 2\n", filters=filters))
    assert atoll("degree", "g.txt.xz", "--json").json["peak_bytes"] > window
    atoll("degree", "g.txt.xz", "--memory-limit", "40M").refused(1, "g.txt.xz", "smaller window")
    atoll("convert", "g.txt.xz", "g.txt")
    assert atoll("convert", "g.txt", "out.txt.xz", "--json").json["peak_bytes"] > 30 << 20
    atoll("convert", "g.txt", "out.txt.xz", "--memory-limit", "20M").refused(1, "memory")


def test_what_a_kernel_keeps_of_arcs_is_not_estimated_where_the_program_runs(atoll):
    atoll("generate", "uniform", "u.atoll", "--scale", 14)
    kernel, plain, boxed = (
        atoll("bfs", "u.atoll", *words, "--json").json for words in ([], ["--plain"], ["--exchange", "one-box"])
    )
    assert boxed["parameters"]["exchange"] == "one-box"
    assert kernel["estimated_bytes"] != plain["estimated_bytes"] == boxed["estimated_bytes"]


@pytest.mark.parametrize("command", ["bfs", "sssp", "pagerank", "components", "degree"])
def test_the_memory_of_bins_is_estimated(atoll, command):
    """A message for every arc, however few are sent at a time."""
    for parts in (1, 4):
        answer = atoll(command, "-g", 16, "--parts", parts, "--exchange", "binned", "--json").json
        assert answer["parameters"]["exchange"] == "binned"
        assert answer["peak_bytes"] / 2 < answer["estimated_bytes"] < 2 * answer["peak_bytes"]


def test_the_memory_of_many_threads_is_estimated(atoll):
    """Each keeps arcs of its own, however few."""
    atoll("generate", "uniform", "k.atoll", "--scale", 14, "--directed", "-k", 6)
    for threads in (2, 8):
        answer = atoll("bfs", "k.atoll", "--threads", threads, "--json").json
        assert answer["peak_bytes"] < answer["estimated_bytes"] < 2.5 * answer["peak_bytes"], threads


def test_the_memory_of_what_is_prepared_is_estimated_too(atoll, tmp_path):
    """Arcs by weight, of a graph with hubs and of one without; a graph that is contracted."""
    grid = ["grid", "--rows", 300, "--columns", 300]
    for drawn in (["kronecker", "--scale", 16], grid, ["path", "--vertices", 100_000]):
        atoll("generate", *drawn, "--weights", "byte", "g.atoll")
        answer = atoll("sssp", "g.atoll", "--prepare", "--json").json
        assert answer["peak_bytes"] / 2 < answer["estimated_bytes"] < 2 * answer["peak_bytes"], drawn


def test_the_memory_of_betweenness_is_by_its_roots(atoll):
    """One search from one root, by one thread or by all; up to eight from more, by as many threads."""
    atoll("generate", "grid", "--rows", 300, "--columns", 300, "grid.atoll")
    for threads in (1, 2, 8):
        for roots in (["--roots", 5], ["--roots", "5,700"], ["--samples", 20]):
            for way in ([], ["--prepare"]):
                answer = atoll("betweenness", "grid.atoll", *roots, *way, "--threads", threads, "--json").json
                assert answer["peak_bytes"] < answer["estimated_bytes"] < 2.5 * answer["peak_bytes"], (
                    threads,
                    roots,
                    way,
                )


def test_what_is_prepared_for_one_root_is_made_anew_for_more(atoll):
    atoll("generate", "grid", "--rows", 300, "--columns", 300, "grid.atoll")
    how = ["grid.atoll", "--prepare", "--threads", 2, "--json"]
    runs = atoll("run", *how, "--", "betweenness", "--roots", 5, "--", "betweenness", "--samples", 20).json["runs"]
    assert runs[1]["seconds"]["prepare"] > 0
    assert runs[1]["peak_bytes"] < runs[1]["estimated_bytes"] < 2.5 * runs[1]["peak_bytes"]
    runs = atoll("run", *how, "--", "betweenness", "--samples", 20, "--", "betweenness", "--roots", 5).json["runs"]
    assert runs[1]["seconds"]["prepare"] == 0


def test_the_memory_of_a_road_is_little_more_than_the_road(atoll, tmp_path):
    """Bytes by vertex: the rows are 16, and 8 for weights; without what only another round, or other numbers, wants.
    A prepared search has records of all that were taken (decision 21)."""
    atoll("generate", "path", "--vertices", 160_000, "--weights", "byte", "path.atoll")
    for bytes_max, *command in (
        (45, "sssp", "--answer", "distances", "--prepare"),
        (33, "bfs", "--answer", "parents"),
        (40, "bfs", "--answer", "parents", "--prepare"),
        (34, "pagerank", "--variant", "gap", "--tolerance", 1e-4),
        (95, "betweenness", "--roots", "0,9,99,999"),
    ):
        answer = atoll(command[0], "path.atoll", *command[1:], "--threads", 2, "--json").json
        assert answer["peak_bytes"] < 160_000 * bytes_max, command


def test_a_packed_file_is_not_there_twice(atoll, tmp_path):
    """Once its rows are put back into the order of the vertices, what was unpacked is gone."""
    atoll("generate", "kronecker", "--scale", 16, "plain.atoll")
    atoll("convert", "plain.atoll", "prepared.atoll", "--prepare")
    (tmp_path / "packed.atoll.gz").write_bytes(gzip.compress((tmp_path / "prepared.atoll").read_bytes()))
    peaks = [atoll("degree", name, "--json").json["peak_bytes"] for name in ("prepared.atoll", "packed.atoll.gz")]
    assert peaks[1] < 1.3 * peaks[0]


def test_the_memory_of_a_run_leaves_out_building_and_certificates(atoll):
    for command in ("bfs", "pagerank"):
        answer = atoll(command, "-g", 16, "--parts", 4, "--verify", "--json").json
        rows = 4 * answer["graph"]["arcs"] + 8 * answer["graph"]["vertices"]
        edges = 8 * answer["graph"]["edges"]
        assert rows < answer["run_peak_bytes"] < answer["peak_bytes"] - edges / 2
        plain = atoll(command, "-g", 16, "--parts", 4, "--json").json
        assert plain["run_peak_bytes"] == answer["run_peak_bytes"]


def test_what_a_run_needs_makes_room_for_its_answer(atoll):
    """Ranks, what is said to neighbours, and where vertices are: the answer comes when what was said is gone."""
    how = ["-g", 16, "--parts", 4, "--exchange", "one-box", "--plain", "--json"]
    answer = atoll("pagerank", *how).json
    vertices, ghosts = answer["graph"]["vertices"], sum(answer["ghosts"])
    needed = (4 + 8 + 8) * vertices + 8 * ghosts
    assert needed < answer["run_peak_bytes"] - answer["layout"]["bytes"] < needed + 4 * vertices


def test_a_run_in_boxes_takes_three_quarters_of_an_edge_list(atoll):
    """The thesis's: 16 bytes per undirected edge, 24 with weights. On so small a graph ranks take a little more."""
    atoll("generate", "kronecker", "--scale", 16, "--weights", "million", "g.atoll")
    how = ["--parts", 4, "--partition", "hybrid", "--plain", "--json"]
    for exchange in ("one-box", "two-box"):
        for words, edge_bytes, most in (
            (["bfs"], 16, 0.75),
            (["sssp", "--answer", "distances"], 24, 0.75),
            (["pagerank"], 16, 0.78),
        ):
            answer = atoll(*words, "g.atoll", "--exchange", exchange, *how).json
            assert answer["run_peak_bytes"] <= most * edge_bytes * answer["graph"]["edges"], (words, exchange)


def test_who_has_too_little_memory_hears_how_much_would_do(atoll, write):
    """And that much does."""
    said = atoll("bfs", "-g", 16, "--memory-limit", "5M")
    said.refused(1, "takes about", "there are 5.00 MiB", "--memory-limit) to ", "ask for fewer vertices")
    needed = said.err.split("--memory-limit) to ")[1].split(",")[0]
    assert atoll("bfs", "-g", 16, "--memory-limit", f"{float(needed.split()[0]) + 4:.0f}M").code == 0
    graph = write("graph.txt", "".join(f"{v} {v + 1}\n" for v in range(100_000)))
    atoll("bfs", graph, "--memory-limit", "1M").refused(1, "graph.txt", "--memory-limit) to ", "as .atoll")


def resident_kilobytes(process: int, library: str) -> int:
    """Of the code of a library that is mapped."""
    found = []
    for line in Path(f"/proc/{process}/smaps").read_text().splitlines():
        words = line.split()
        if not words[0].endswith(":"):
            is_code = library in words[-1] and "x" in words[1]
        elif is_code and words[0] == "Rss:":
            found.append(int(words[1]))
    assert found, f"no code of {library}"
    return sum(found)


def wait_until_it_rests(process: int) -> None:
    """Until it has run for less than a tick of half a second: who waits looks up now and then."""
    end = time.monotonic() + 20
    before, since = [], time.monotonic()
    while time.monotonic() < min(end, since + 0.5):
        now = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]  # in user and in system mode
        before, since = now, since if now == before else time.monotonic()
        time.sleep(0.02)
    assert time.monotonic() < end


def test_code_that_is_done_takes_no_memory(program, tmp_path):
    """That which asked for the machine goes before the graph is read, and that which read it before it is used."""
    os.mkfifo(tmp_path / "answer")
    words = [program, "degree", "-", "--output", "answer"]
    running = subprocess.Popen(words, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    try:
        wait_until_it_rests(running.pid)  # for the graph
        of_machine = resident_kilobytes(running.pid, "libhwloc")
        running.stdin.write(lzma.compress(b"0 1\n1 2\n"))
        running.stdin.close()
        wait_until_it_rests(running.pid)  # for whom it answers
        of_reading = resident_kilobytes(running.pid, "liblzma")
        assert (tmp_path / "answer").read_text().count("\n") >= 3
        assert running.wait(20) == 0
    finally:
        running.kill()
        running.wait()
    assert (of_machine, of_reading) == (0, 0)


@pytest.mark.parametrize("algorithm", ["components", "triangles", "degree"])
def test_trials_need_no_more_memory_than_one(atoll, write, algorithm):
    """The layout that is rehearsed before them is left out where it does not fit. One thread: the most that two hold at
    a time is a matter of which comes first."""
    graph = write("graph.txt", "".join(f"{v} {v + 1}\n" for v in range(40)))
    on = [algorithm, graph, "--threads", 1]
    limited_to = [[*on, "--memory-limit", f"{kibibytes}K"] for kibibytes in range(4, 260, 4)]
    least = next(words for words in limited_to if atoll(*words).code == 0)
    assert atoll(*least, "--trials", 2).code == 0
