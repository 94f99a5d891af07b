# SPDX-License-Identifier: Apache-2.0
"""Every algorithm on graphs small enough to see the answer, in the user's labels, as JSON, as a file and as a table."""

import csv
import gzip
import itertools
import json
import re

import networkx
import pytest

DIAMOND = "a b\na c\nb d\nc d\nd e\n"  # and z, below, that nothing leads to
WEIGHTED = "1 2 7\n1 3 1\n3 2 2\n2 4 1\n9 1 1\n"


def test_bfs_writes_level_and_parent_by_label(atoll, write):
    write("diamond.txt", DIAMOND + "z a\n")
    answer = atoll("bfs", "diamond.txt", "--source", "a", "--output", "-")
    assert answer.rows == [
        ["a", "0", "a"],
        ["b", "1", "a"],
        ["c", "1", "a"],
        ["d", "2", "b"],
        ["e", "3", "d"],
        ["z", "", ""],
    ]


def test_sssp_writes_distance_and_parent(atoll, write):
    write("weighted.wel", WEIGHTED)
    answer = atoll("sssp", "weighted.wel", "--format", "edges", "-r", "1", "-o", "-")
    assert answer.rows == [["1", "0", "1"], ["2", "3", "3"], ["3", "1", "1"], ["4", "4", "2"], ["9", "", ""]]


@pytest.mark.parametrize("name", ["answer.csv", "ANSWER.CSV", "answer.csv.gz"])
def test_a_csv_file_is_one(atoll, write, tmp_path, name):
    write("quoted.csv", 'from,to\na,"b,""c"""\na,d\nz,a\n')
    assert atoll("bfs", "quoted.csv", "--source", "a", "-o", name).code == 0
    with (gzip.open if name.endswith("gz") else open)(tmp_path / name, "rt", newline="") as file:
        rows = list(csv.reader(file))
    assert rows[0] == ["vertex", "level", "parent"]
    assert sorted(rows[1:]) == [["a", "0", "a"], ['b,"c"', "1", "a"], ["d", "1", "a"], ["z", "", ""]]


@pytest.mark.parametrize("name", ["answer.json", "answer.NPY", "answer.parquet.zst"])
def test_a_name_that_promises_something_else_is_refused(atoll, write, tmp_path, name):
    write("diamond.txt", DIAMOND)
    atoll("bfs", "diamond.txt", "-o", name).refused(2, name, ".csv")
    assert not (tmp_path / name).exists()


@pytest.mark.parametrize("parts", [1, 3])
def test_a_tree_that_nobody_asked_for_is_not_resolved(atoll, parts):
    both = atoll("sssp", "-g", 8, "--plain", "--verify", "--json", "--parts", parts).json
    distances = atoll("sssp", "-g", 8, "--plain", "--verify", "--json", "--parts", parts, "--answer", "distances").json
    assert both["result"] == distances["result"] and distances["verified"] is True
    assert [{step["program"] for step in answer["supersteps"]} for answer in (both, distances)] == [{1, 2}, {1}]


def test_real_distances_are_written_as_they_are(atoll, write):
    write("real.txt", "0 1 0.5\n1 2 0.25\n")
    assert atoll("sssp", "real.txt", "-o", "-").rows == [["0", "0", "0"], ["1", "0.5", "0"], ["2", "0.75", "1"]]


def test_components_are_called_after_their_smallest_member(atoll, write):
    write("two.txt", "7 3\n3 5\n20 10\n")
    assert atoll("components", "two.txt", "-o", "-").rows == [
        ["3", "3"],
        ["5", "3"],
        ["7", "3"],
        ["10", "10"],
        ["20", "10"],
    ]


@pytest.mark.parametrize("algorithm", ["components", "strong-components", "communities"])
@pytest.mark.parametrize("parts", [1, 2])
def test_a_class_is_called_after_its_least_label_whatever_the_order(atoll, write, algorithm, parts):
    write("stars.txt", "1 9\n5 9\n20 30\n30 40\n30 7\n")
    assert atoll("convert", "stars.txt", "stars.atoll", "--undirected", "--relabel-by-degree").code == 0
    how = ["--parts", parts, "--verify"]
    rows = atoll(algorithm, "stars.atoll", *how, "-o", "-").rows
    assert [label for label, _ in rows] != sorted((label for label, _ in rows), key=int)
    assert dict(rows) == {label: "1" if label in ("1", "5", "9") else "7" for label, _ in rows}
    top = atoll(algorithm, "stars.atoll", *how, "--json").json["result"]["top"]
    assert top == [{"label": 7, "vertices": 4}, {"label": 1, "vertices": 3}]


def test_a_class_of_names_is_called_after_the_member_whose_line_comes_first(atoll, write):
    write("star.txt", "a m\nb m\n")
    assert atoll("components", "star.txt", "-o", "-").rows == [["a", "a"], ["m", "a"], ["b", "a"]]
    assert atoll("convert", "star.txt", "star.atoll", "--undirected", "--relabel-by-degree").code == 0
    assert atoll("components", "star.atoll", "-o", "-").rows == [["m", "m"], ["a", "m"], ["b", "m"]]


def test_cores_are_by_neighbours(atoll, write):
    """A triangle with a tail; what goes both ways, or twice, or nowhere makes no more neighbours."""
    write("tail.txt", "a b\nb a\nb c\nb c\nc a\nc d\nd d\n")
    answer = atoll("k-core", "tail.txt", "-o", "-", "--verify")
    assert answer.rows == [["a", "2"], ["b", "2"], ["c", "2"], ["d", "1"]]


def test_colours_differ_along_arcs(atoll, write):
    write("square.txt", "1 2\n2 3\n3 4\n4 1\n4 4\n")
    rows = atoll("color", "square.txt", "-o", "-", "--verify").rows
    colours = [colour for _, colour in rows]
    assert colours in (["0", "1", "0", "1"], ["1", "0", "1", "0"])


def test_communities_weigh_votes(atoll, write):
    write("pairs.wel", "1 2 9\n2 3 1\n3 4 9\n4 1 1\n7 8 0\n")
    rows = atoll("label-propagation", "pairs.wel", "--format", "edges", "-o", "-", "--verify").rows
    assert rows == [["1", "1"], ["2", "1"], ["3", "3"], ["4", "3"], ["7", "7"], ["8", "8"]]


def test_communities_refuse_negative_weights(atoll, write):
    write("odd.wel", "1 2 9\n2 3 -1\n")
    atoll("communities", "odd.wel", "--format", "edges").refused(3, "2", "3", "-1")


def test_degree_writes_in_and_out(atoll, write):
    write("star.txt", "0 1\n0 2\n2 0\n")
    assert atoll("degree", "star.txt", "-o", "-").rows == [["0", "1", "2"], ["1", "1", "0"], ["2", "1", "1"]]


def test_pagerank_sums_to_one_and_names_the_top(atoll, write):
    write("star.txt", "".join(f"leaf{i} hub\n" for i in range(20)))
    answer = atoll("pagerank", "star.txt", "--json").json
    assert answer["result"]["top"][0]["label"] == "hub"
    assert len(answer["result"]["top"]) == 10
    ranks = [float(row[1]) for row in atoll("pagerank", "star.txt", "-o", "-").rows]
    assert sum(ranks) == pytest.approx(1, abs=1e-9)


def test_json_has_what_it_promises(atoll, write):
    write("diamond.txt", DIAMOND)
    answer = atoll(
        "bfs", "diamond.txt", "--source", "a", "--verify", "--json", "--parts", 2, "--plain", "--trials", 3
    ).json
    assert answer["graph"] == {
        "name": "diamond.txt",
        "format": "edges",
        "vertices": 5,
        "arcs": 5,
        "edges": 5,
        "directed": True,
        "weighted": False,
    }
    assert answer["atoll"] and answer["command"][:3] == ["atoll", "bfs", "diamond.txt"]
    assert answer["result"] == {"reached": 5, "depth": 3}
    assert answer["verified"] is True
    assert answer["parameters"]["source"] == "a" and answer["parameters"]["parts"] == 2
    assert {"load", "partition", "run", "verify", "aggregation", "total"} <= set(answer["seconds"])
    assert len(answer["trials"]) == 3 and answer["peak_bytes"] > 0
    assert [step["number"] for step in answer["supersteps"]] == list(range(1, len(answer["supersteps"]) + 1))
    assert all(len(step["parts"]) == 2 for step in answer["supersteps"])
    assert answer["arcs_scanned"] == sum(p["arcs_scanned"] for step in answer["supersteps"] for p in step["parts"])


def test_json_lists_the_first_supersteps_of_very_many(atoll, write):
    """A path has one for each vertex."""
    vertices = 1_200
    write("path.txt", "".join(f"{v} {v + 1}\n" for v in range(vertices - 1)))
    for way in ([], ["--plain"]):
        told = atoll("bfs", "path.txt", "--source", 0, "--undirected", "--json", *way).json
        assert len(told["supersteps"]) == 1_000
        assert told["supersteps_left_out"] == vertices - 1_000
        assert told["arcs_scanned"] >= 2 * (vertices - 1)
        assert told["result"]["depth"] == vertices - 1


@pytest.mark.parametrize(
    ("command", "facts"),
    [
        ("bfs", {"reached", "depth"}),
        ("sssp", {"reached", "distance_max", "distance_sum"}),
        ("pagerank", {"iterations", "residual", "converged", "top"}),
        ("components", {"count", "largest", "top"}),
        ("degree", {"in_max", "out_max", "top_out"}),
        ("cores", {"degeneracy", "innermost", "top_core"}),
        ("colouring", {"colours"}),
        ("communities", {"count", "largest", "iterations", "converged", "modularity", "top"}),
        ("triangles", {"triangles"}),
        ("betweenness", {"roots", "largest", "top"}),
    ],
)
def test_every_command_has_its_facts_and_is_verified(atoll, command, facts):
    answer = atoll(command, "-g", 8, "--verify", "--json").json
    assert set(answer["result"]) == facts
    assert answer["verified"] is True


@pytest.mark.parametrize("parts", [1, 3])
def test_triangles_and_clustering_are_those_of_networkx(atoll, write, tmp_path, parts):
    graph = networkx.barabasi_albert_graph(60, 4, seed=7)
    networkx.write_edgelist(graph, tmp_path / "friends.txt", data=False)
    how = ["--undirected", "--answer", "vertices", "--parts", parts, "--verify", "--json", "-o", "out.tsv"]
    answer = atoll("tc", "friends.txt", *how).json
    assert answer["verified"] is True
    assert answer["result"]["triangles"] == sum(networkx.triangles(graph).values()) / 3
    assert answer["result"]["transitivity"] == pytest.approx(networkx.transitivity(graph), abs=1e-12)
    assert answer["result"]["clustering_mean"] == pytest.approx(networkx.average_clustering(graph), abs=1e-12)
    lines = [line.split("\t") for line in (tmp_path / "out.tsv").read_text().splitlines()]
    assert {int(label): int(count) for label, count, _ in lines} == networkx.triangles(graph)
    clustering = networkx.clustering(graph)
    assert all(float(share) == pytest.approx(clustering[int(label)], abs=1e-6) for label, _, share in lines)


def test_triangles_ignore_directions_loops_and_repetitions(atoll, write):
    write("arcs.txt", "1 2\n2 1\n1 2\n2 3\n1 3\n3 3\n3 4\n")
    answer = atoll("triangles", "arcs.txt", "--answer", "vertices", "--verify", "--json").json
    assert answer["verified"] is True
    assert answer["result"]["triangles"] == 1 and answer["result"]["transitivity"] == pytest.approx(0.6)


def test_triangles_run_in_one_address_space_only(atoll):
    atoll("triangles", "-g", 5, "--parts", 2, "--exchange", "two-box").refused(2, "one address space", "--exchange")


def test_json_is_json_whatever_the_labels_are(atoll, program, write, tmp_path):
    write("odd.txt", b"\xc3\x28 b\nb \xff\xfe\n")
    answer = atoll("pagerank", "odd.txt", "--json").json
    assert {entry["label"] for entry in answer["result"]["top"]} == {"\ufffd(", "b", "\ufffd\ufffd"}
    assert atoll("bfs", "odd.txt", "--json").json["parameters"]["source"] == "\ufffd("
    assert atoll("degree", "odd.txt", "-o", "out.tsv", "--top", 0).code == 0
    assert (tmp_path / "out.tsv").read_bytes().startswith(b"\xc3\x28\t0\t1\n")


def test_without_verify_nothing_is_claimed(atoll):
    assert atoll("bfs", "-g", 5, "--json").json["verified"] is None


@pytest.mark.parametrize("command", ["bfs", "sssp", "components", "degree"])
def test_every_way_to_run_gives_the_same_answer(atoll, command):
    ways = itertools.product(
        ["zero-box", "one-box", "two-box", "binned"],
        ["push", "pull", "auto"],
        [("1", "1", "random"), ("3", "2", "hybrid"), ("4", "3", "degree"), ("2", "2", "contiguous")],
    )
    answers = set()
    for exchange, direction, (parts, threads, partition) in ways:
        how = ["--exchange", exchange, "--direction", direction, "--partition", partition]
        done = atoll(command, "-g", 7, "-k", 4, *how, "--parts", parts, "--threads", threads, "--verify", "-o", "-")
        assert done.code == 0, done.err
        answers.add(done.out)
    assert len(answers) == 1


def test_the_table_says_what_was_run(atoll):
    table = atoll("bfs", "-g", 8, "--parts", 2, "--threads", 2, "--plain", "--verify").out
    assert re.search(
        r"^graph +Kronecker, scale 8: 256 vertices, [\d,]+ edges \([\d,]+ arcs\), undirected$", table, re.MULTILINE
    )
    assert re.search(
        r"^run +bfs, source \d+ \(the first that has arcs\), 2 parts on 2 threads, random, [a-z]+-box",
        table,
        re.MULTILINE,
    )
    assert re.search(r"^verified +yes$", table, re.MULTILINE)


def test_the_superstep_table_has_a_row_per_superstep(atoll):
    steps = len(atoll("bfs", "-g", 8, "--json").json["supersteps"])
    table = atoll("bfs", "-g", 8, "--stats").out.split("\n\n")[1]
    assert len(table.splitlines()) == steps + 1


def active_by_part(answer: dict) -> list[list[int]]:
    return [[part["active_vertices"] for part in step["parts"]] for step in answer["supersteps"]]


@pytest.mark.parametrize("exchange", ["zero-box", "one-box", "two-box", "binned"])
@pytest.mark.parametrize("direction", ["push", "pull"])
def test_the_json_says_how_many_vertices_of_each_part_were_active_in_a_superstep(atoll, write, exchange, direction):
    write("path.txt", "1 2\n2 3\n3 4\n")
    how = ["--parts", 2, "--partition", "contiguous-vertices", "--exchange", exchange, "--direction", direction]
    search = atoll("bfs", "path.txt", "--source", 1, *how, "--json").json
    assert active_by_part(search) == [[1, 0], [1, 0], [0, 1], [0, 1]]
    ranks = atoll("pagerank", "path.txt", "--iterations", 2, *how, "--json").json
    assert active_by_part(ranks) == [[2, 2], [2, 2]]


def test_what_is_active_in_the_parts_is_what_is_active(atoll):
    for words in (["bfs"], ["sssp"], ["components"]):
        answer = atoll(*words, "-g", 8, "--parts", 3, "--exchange", "two-box", "--json").json
        assert [sum(parts) for parts in active_by_part(answer)] == [s["active_vertices"] for s in answer["supersteps"]]


TIMES = ["computation_seconds", "communication_seconds", "switching_seconds", "waiting_seconds"]


def test_times_that_a_kernel_does_not_measure_are_not_told(atoll):
    steps = atoll("bfs", "-g", 8, "--json").json["supersteps"]
    assert all(step["exchange"] == "kernel" and len(step["parts"]) == 1 for step in steps)
    assert all(step["parts"][0][time] is None for step in steps for time in TIMES)
    assert active_by_part({"supersteps": steps}) == [[step["active_vertices"]] for step in steps]
    rows = atoll("bfs", "-g", 8, "--stats").out.split("\n\n")[1].splitlines()[1:]
    assert len(rows) == len(steps) and all(row.split()[8:] == ["-"] * 8 for row in rows)


def test_times_of_a_vertex_program_are_told(atoll):
    steps = atoll("bfs", "-g", 8, "--plain", "--json").json["supersteps"]
    assert all(type(step["parts"][0][time]) is float for step in steps for time in TIMES)
    rows = atoll("bfs", "-g", 8, "--plain", "--stats").out.split("\n\n")[1].splitlines()[1:]
    assert len(rows) == len(steps) and not any("-" in row.split() for row in rows)


def test_with_the_answer_on_stdout_the_table_is_on_stderr(atoll, write):
    write("path.txt", "0 1\n")
    done = atoll("bfs", "path.txt", "--output", "-")
    assert done.out == "0\t0\t0\n1\t1\t0\n"
    assert "reached" in done.err


def test_sources_are_drawn_by_seed_and_have_arcs(atoll, write):
    write("few.txt", "".join(f"{i} {i + 1}\n" for i in range(10)) + "50 51\n")
    once, again, other = (
        atoll("bfs", "few.txt", "--sources", 8, "--seed", seed, "--verify", "--json").json for seed in (1, 1, 2)
    )
    sources = [trial["source"] for trial in once["trials"]]
    assert sources == [trial["source"] for trial in again["trials"]]
    assert sources != [trial["source"] for trial in other["trials"]]
    assert len(set(sources)) == 8 and 51 not in sources and 10 not in sources


def test_sources_come_again_where_few_have_arcs(atoll, write):
    write("two.mtx", "%%MatrixMarket matrix coordinate pattern general\n9000 9000 3\n1 2\n1 3\n8000 1\n")
    trials = atoll("bfs", "two.mtx", "--sources", 5, "--json").json["trials"]
    sources = [trial["source"] for trial in trials]
    assert sorted(sources[:2]) == [1, 8000] and sources[2:] == [*sources[:2], sources[0]]


def test_a_graph_without_vertices_is_a_graph(atoll, write, tmp_path):
    write("none.mtx", "%%MatrixMarket matrix coordinate pattern general\n0 0 0\n")
    result = atoll("components", "none.mtx", "--verify", "--json").json["result"]
    assert result == {"count": 0, "largest": 0, "top": []}
    assert atoll("pagerank", "none.mtx", "--json").json["graph"]["vertices"] == 0
    assert atoll("degree", "none.mtx", "-o", "-").out == ""
    atoll("degree", "none.mtx", "-o", "none.csv")
    assert (tmp_path / "none.csv").read_text().startswith("vertex,")
    atoll("bfs", "none.mtx").refused(3, "--source", "no vertices")


def test_vertices_without_edges_are_vertices(atoll, write):
    write("lonely.mtx", "%%MatrixMarket matrix coordinate pattern general\n4 4 1\n2 3\n")
    result = atoll("components", "lonely.mtx", "--verify", "--json").json["result"]
    assert (result["count"], result["largest"]) == (3, 2)
    assert atoll("bfs", "lonely.mtx", "--source", 4, "--verify", "--json").json["result"] == {"reached": 1, "depth": 0}


def test_self_loops_do_no_harm(atoll, write):
    write("loops.txt", "0 0\n0 1\n1 1\n1 1\n")
    assert atoll("bfs", "loops.txt", "--verify", "--json").json["result"] == {"reached": 2, "depth": 1}
    assert atoll("degree", "loops.txt", "-o", "-").rows == [["0", "1", "2"], ["1", "3", "2"]]
    assert atoll("components", "loops.txt", "--verify", "--json").json["result"]["count"] == 1


def test_a_million_parallel_edges(atoll, write):
    write("parallel.txt", "0 1\n" * 1_000_000)
    assert atoll("degree", "parallel.txt", "--json", "--verify", "--top", 0).json["result"] == {
        "in_max": 1_000_000,
        "out_max": 1_000_000,
    }
    assert atoll("bfs", "parallel.txt", "--verify", "--json", "--parts", 4).json["result"]["reached"] == 2
    assert atoll("info", "parallel.txt", "--json").json["parallel"] == 999_999


def test_an_unweighted_graph_has_weight_one(atoll, write):
    write("path.txt", "0 1\n1 2\n")
    assert atoll("sssp", "path.txt", "--verify", "--json").json["result"] == {
        "reached": 3,
        "distance_max": 2,
        "distance_sum": 3,
    }


def test_a_graph_without_arcs_has_no_first_vertex_that_has_some(atoll, write):
    write("three.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 0\n")
    assert "source 1 (the first; none has arcs)" in atoll("bfs", "three.mtx").out


def test_the_graph_may_come_through_a_pipe(atoll, write):
    path = write("path.txt", "0 1\n1 2\n")
    with path.open() as file:
        assert atoll("bfs", "-", "--json", stdin=file).json["result"]["reached"] == 3


def test_an_output_of_a_million_lines(atoll, tmp_path):
    done = atoll("degree", "-u", 20, "-k", 1, "--output", "degrees.tsv", "--json")
    assert done.code == 0, done.err
    with (tmp_path / "degrees.tsv").open() as file:
        assert sum(1 for _ in file) == 1 << 20
    assert json.loads(done.out)["seconds"]["output"] < 10
