# SPDX-License-Identifier: Apache-2.0
"""The commands that make and look at graphs: generate, convert, info, partition, machine."""

import json
from pathlib import Path

import pytest

FORMATS = ["el", "mtx", "gr", "graph", "sg", "atoll", "csv", "txt", "el.gz"]
MACHINES = Path(__file__).parents[1] / "machines"


def test_the_same_seed_draws_the_same_graph_for_any_number_of_threads(atoll, tmp_path):
    for threads in (1, 3):
        assert (
            atoll("generate", "kronecker", f"{threads}.el", "--scale", 10, "--seed", 5, "--threads", threads).code == 0
        )
    assert (tmp_path / "1.el").read_bytes() == (tmp_path / "3.el").read_bytes()


@pytest.mark.parametrize(
    ("words", "vertices", "arcs"),
    [
        (["path", "--vertices", 10], 10, 18),
        (["star", "--vertices", 10], 10, 18),
        (["complete", "--vertices", 10], 10, 90),
        (["grid", "--rows", 4, "--columns", 5, "--holes", 0], 20, 62),
        (["path", "--vertices", 10, "--directed"], 10, 9),
    ],
)
def test_shapes_have_their_sizes(atoll, words, vertices, arcs):
    graph = atoll("generate", words[0], "out.atoll", *words[1:], "--json").json["graph"]
    assert (graph["vertices"], graph["arcs"]) == (vertices, arcs)


def test_weights_can_be_drawn(atoll):
    for kind in ("byte", "million", "unit"):
        assert atoll("generate", "grid", "out.atoll", "--weights", kind, "--json").json["graph"]["weighted"] is True


EDGES = ("kronecker", "--scale", 9)
ARCS = ("uniform", "--scale", 9, "--degree", 2, "--directed")
FIRST = {"mtx": 1, "gr": 1, "graph": 1}  # the number of the first vertex


@pytest.mark.parametrize(
    ("drawn", "suffix"),
    [(drawn, suffix) for drawn in (EDGES, ARCS) for suffix in FORMATS if (drawn, suffix) != (ARCS, "graph")],
)
def test_every_format_keeps_the_answers(atoll, drawn, suffix):
    def degrees(name: str) -> list[tuple[int, ...]]:
        return sorted(tuple(map(int, row)) for row in atoll("degree", name, "-o", "-", "--verify").rows)

    assert atoll("generate", drawn[0], "in.atoll", *drawn[1:]).code == 0
    assert atoll("convert", "in.atoll", f"out.{suffix}").code == 0
    assert atoll("convert", f"out.{suffix}", "back.atoll").code == 0
    before = degrees("in.atoll")
    assert len(before) == 512 and len({row[1:] for row in before}) > 20
    kept = [row for row in before if suffix != "csv" or any(row[1:])]  # it has no place for who has no arcs
    assert degrees("back.atoll") == [(vertex + FIRST.get(suffix, 0), *counts) for vertex, *counts in kept]


def test_transforms(atoll, write):
    write("in.txt", "0 1 5\n0 1 3\n1 1 9\n1 0 4\n7 8 1\n")

    def arcs(*how: str) -> int:
        return atoll("convert", "in.txt", "out.atoll", *how, "--json").json["graph"]["arcs"]

    assert arcs() == 5
    assert arcs("--drop-self-loops") == 4
    assert arcs("--merge", "min") == 4
    assert arcs("--symmetrise", "--drop-self-loops") == 4
    assert arcs("--largest-component") == 4
    assert arcs("--transpose") == 5
    assert arcs("--symmetrise", "--drop-self-loops", "--orient-acyclic") == 2
    assert arcs("--undirected", "--drop-self-loops") == 8


def test_merging_chooses_the_weight(atoll, write):
    write("in.txt", "0 1 5\n0 1 3\n")
    for how, weight in (("sum", "8"), ("min", "3"), ("max", "5"), ("first", "5")):
        assert atoll("convert", "in.txt", "out.atoll", "--merge", how).code == 0
        assert atoll("sssp", "out.atoll", "-o", "-").rows[1][1] == weight


def test_transposed_arcs_are_turned_and_labels_stay(atoll, write):
    write("in.txt", "a b\nb c\n")
    assert atoll("convert", "in.txt", "out.atoll", "--transpose").code == 0
    assert atoll("bfs", "out.atoll", "--source", "c", "--json").json["result"]["reached"] == 3


def test_a_graph_can_be_written_to_a_pipe(atoll, write):
    write("in.txt", "0 1\n1 2\n")
    assert atoll("convert", "in.txt", "-", "--to", "edges").out.endswith("0\t1\n1\t2\n")


def test_integers_can_be_read_as_names(atoll, write):
    write("in.txt", "01 1\n1 001\n")
    assert atoll("info", "in.txt", "--ids", "string", "--json").json["graph"]["vertices"] == 3
    assert atoll("info", "in.txt", "--ids", "integer", "--json").json["graph"]["vertices"] == 1
    assert atoll("info", "in.txt", "--json").json["graph"]["vertices"] == 3  # for 01 is no number as people write them


def test_ids_can_be_wide(atoll, write):
    write("in.txt", "0 1\n")
    assert atoll("bfs", "in.txt", "--width", 64, "--verify", "--json").json["parameters"]["width"] == 64


def test_info_counts(atoll, write):
    write("in.mtx", "%%MatrixMarket matrix coordinate pattern general\n6 6 5\n1 2\n1 2\n2 3\n4 4\n1 5\n")
    info = atoll("info", "in.mtx", "--json").json
    graph = info["graph"]
    assert (graph["vertices"], graph["arcs"], graph["directed"], graph["weighted"]) == (6, 5, True, False)
    assert info["self_loops"] == 1 and info["parallel"] == 1 and info["isolated"] == 1
    assert info["out_degree"]["max"] == 3 and info["out_degree"]["histogram"] == [3, 2, 1]
    assert info["components"] == {"count": 3, "largest": 4}
    assert info["bytes"] > 0
    table = atoll("info", "in.mtx").out
    assert "6 vertices, 5 arcs, directed" in table


def test_partition_compares_the_strategies(atoll):
    done = atoll("partition", "-g", 10, "--parts", 4, "--json").json
    assert {"random", "degree", "hybrid", "contiguous"} <= {entry["strategy"] for entry in done["strategies"]}
    for entry in done["strategies"]:
        assert sum(entry["vertices"]) == 1024 and sum(entry["arcs"]) == done["graph"]["arcs"]
        assert len(entry["ghosts"]) == 4 and sum(entry["ghosts"]) > 0 and "ghost_pairs" not in entry
    assert "remote arcs" in atoll("partition", "-g", 8, "--parts", 2).out


def test_pairs_of_parts_are_listed_if_asked_for(atoll, write):
    write("path.txt", "0 1\n1 2\n2 3\n")
    how = ["--parts", 2, "--partition", "contiguous-vertices", "--json", "--pairs"]
    [entry] = atoll("partition", "path.txt", *how).json["strategies"]
    assert entry["ghosts"] == [1, 0] and entry["ghost_pairs"] == [[0, 1, 1]]


def test_many_parts_are_told_in_few_words(atoll):
    done = atoll("partition", "-g", 8, "--parts", 1000, "--partition", "random", "--json")
    assert done.code == 0 and len(done.out) < 100_000


def test_a_part_file_goes_out_and_comes_back(atoll, tmp_path):
    assert atoll("generate", "kronecker", "graph.atoll", "--scale", 9).code == 0
    assert atoll("partition", "graph.atoll", "--parts", 3, "--partition", "degree", "--output", "parts").code == 0
    parts = (tmp_path / "parts").read_text().split()
    assert len(parts) == 512 and set(parts) == {"0", "1", "2"}
    how = ["--parts", 3, "--partition", "file:parts", "--verify", "--json"]
    assert atoll("bfs", "graph.atoll", *how).json["verified"] is True


def test_the_machine_has_processors(atoll):
    machine = atoll("machine", "--json").json
    assert machine["here"] is True and machine["processors"] >= 1 and len(machine["domains"]) >= 1
    assert "processors" in atoll("machine").out


def test_another_machine_can_be_looked_at(atoll):
    machine = atoll("machine", "--machine", "4x2", "--json").json
    assert machine["here"] is False and len(machine["domains"]) == 4 and machine["processors"] == 8
    recorded = atoll("machine", "--machine", MACHINES / "4-sockets.xml", "--json").json
    assert len(recorded["domains"]) == 4
    assert atoll("bfs", "-g", 8, "--machine", "4x1", "--verify", "--json").json["parameters"]["parts"] == 4


def test_json_of_a_written_graph_goes_where_the_graph_does_not(atoll):
    done = atoll("generate", "path", "-", "--format", "el", "--vertices", 3, "--json")
    assert done.out.split() == ["0", "1", "1", "0", "1", "2", "2", "1"]
    assert json.loads(done.err)["output"] == "-"


@pytest.mark.parametrize(
    "text", ["u v\n1 2", "x y\n1 2", "p,q\n1,2", "0 1 2\n1 0 3\n2 3 0", "5 5\n1 2\n3 4", "0 1", "a b\n\n"]
)
def test_a_last_line_without_an_end_says_as_much(atoll, write, text):
    """What it tells of a header, a matrix or counts does not depend on the newline behind it."""
    told = []
    for name, written in (("a.txt", text), ("b.txt", text + "\n")):
        write(name, written)
        done = atoll("info", name, "--json")
        told.append((done.code, {**done.json["graph"], "name": ""} if done.code == 0 else done.err.replace(name, "")))
    assert told[0] == told[1]


def test_edges_that_we_wrote_are_read_whatever_they_look_like(atoll, write, tmp_path):
    write("matrix.txt", "# Atoll edge list: 4 vertices from 0, 3 arcs\n0\t1\t2\n1\t0\t3\n2\t3\t0\n")
    assert atoll("info", "matrix.txt", "--json").json["graph"]["arcs"] == 3
    write("names.txt", "a: b\nc d\n")
    assert atoll("convert", "names.txt", "written.txt", "--ids", "string").code == 0
    assert atoll("info", "written.txt", "--json").json["graph"]["vertices"] == 4
