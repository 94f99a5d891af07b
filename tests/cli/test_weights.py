# SPDX-License-Identifier: Apache-2.0
"""Weights at their edges: both directions of an edge, sums beyond a float, a column without a usual name."""

import pytest


def test_symmetrise_keeps_the_lighter_direction(atoll, write):
    write("graph.txt", "36 11 6\n11 36 47\n")
    result = atoll("sssp", "graph.txt", "-s", "--source", 36, "--output", "-")
    assert sorted(result.rows) == [["11", "6", "36"], ["36", "0", "36"]]


def test_the_largest_float_is_read_as_it_is_written(atoll, write, tmp_path):
    write("graph.txt", "0 1 3.4028234663852886e38\n1 2 -1.5\n")
    for name in ("again.txt", "again.wel"):
        atoll("convert", "graph.txt", name)
        assert "3.4028235e+38" in (tmp_path / name).read_text()
        assert atoll("info", name).code == 0
    write("more.txt", "0 1 3.4028236e38\n1 2 0.5\n")
    atoll("info", "more.txt").refused(3, "more.txt:1", "out of the range of a 32-bit float")


def test_a_distance_beyond_a_float_is_refused(atoll, write):
    write("graph.txt", "0 1 3.4e38\n1 2 3.4e38\n0 3 1\n")
    atoll("sssp", "graph.txt", "--output", "out.tsv").refused(3, "float", "scale")


def test_a_weight_by_another_name(atoll, write):
    write("roads.csv", "from,to,km\nBern,Thun,31\nThun,Spiez,10\n")
    result = atoll("sssp", "roads.csv", "--source", "Bern", "--output", "-")
    assert result.rows[2] == ["Spiez", "41", "Thun"]


def test_commas_without_a_header_lose_no_edge(atoll, write):
    write("friends.txt", "alice,bob\nbob,eve\n")
    result = atoll("bfs", "friends.txt", "--source", "alice", "--output", "-")
    assert [row[0] for row in result.rows] == ["alice", "bob", "eve"]


def test_a_spanning_forest_takes_the_lighter_direction(atoll, write):
    write("graph.txt", "7 3 6\n3 7 -4\n7 9 2\n9 3 1\n5 5 -8\n")
    assert atoll("msf", "graph.txt", "--json").json["result"] == {"weight": -3, "edges": 2, "trees": 2}
    rows = atoll("msf", "graph.txt", "--output", "-").rows
    assert rows == [["3", "3", "0"], ["5", "5", "0"], ["7", "3", "-4"], ["9", "3", "1"]]


def test_pagerank_needs_a_round(atoll, write):
    write("graph.txt", "0 1\n1 0\n")
    atoll("pagerank", "graph.txt", "--iterations", 0).refused(2, "rounds")


DISTANCES = ["--plain", "--answer", "distances"]


@pytest.mark.parametrize("how", [[], ["--parts", 2], ["--plain"], ["--prepare"], DISTANCES])
def test_the_first_vertex_beyond_a_float_is_named(atoll, write, how):
    write("roads.csv", "from,to,weight\na,b,3.4e38\nb,c,3.4e38\nb,d,3.4e38\na,e,1\n")
    atoll("sssp", "roads.csv", *how).refused(3, "roads.csv: the distance of vertex c is beyond", "float", "scale")
    done = atoll("run", "roads.csv", *[word for word in how if word not in DISTANCES], "--", "sssp")
    done.refused(3, "run 1 (sssp): roads.csv: the distance of vertex c")


def test_a_negative_weight_keeps_its_digits(atoll, write):
    write("graph.txt", "0 1 -2147483647\n")
    atoll("sssp", "graph.txt").refused(3, "graph.txt: the arc 0 -> 1 has the negative weight -2147483647;")
    write("graph.txt", "0 1 -1234567.5\n")
    atoll("sssp", "graph.txt").refused(3, "weight -1234567.5;")


def test_weights_where_the_format_has_none(atoll, write):
    write("graph.el", "0 1 5\n1 2 7\n")
    atoll("info", "graph.el").refused(3, "graph.el:1: a line with a weight, but el", "--format wel")
    assert atoll("info", "graph.el", "--format", "wel", "--json").json["weights"] == {"min": 5, "max": 7}
