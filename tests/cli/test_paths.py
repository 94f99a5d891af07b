# SPDX-License-Identifier: Apache-2.0
"""`--target`: the way from the source to one vertex, and `--top`: who stands out."""

ROADS = "Bern Thun 3\nThun Brig 4\nBern Brig 9\nZug Bern 1\n"


def test_the_path_to_a_target(atoll, write):
    write("roads.txt", ROADS)
    result = atoll("sssp", "roads.txt", "--target", "Brig", "--verify", "--json").json["result"]
    assert (result["target"], result["path"]) == ("Brig", ["Bern", "Thun", "Brig"])
    assert "Bern > Thun > Brig, distance 7\n" in atoll("sssp", "roads.txt", "--target", "Brig").out
    for parts in (1, 3):
        result = atoll("bfs", "roads.txt", "--target", "Brig", "--parts", parts, "--json").json["result"]
        assert result["path"] == ["Bern", "Brig"]


def test_a_target_that_is_its_source_or_out_of_reach(atoll, write):
    write("roads.txt", ROADS)
    assert atoll("bfs", "roads.txt", "--target", "Bern", "--json").json["result"]["path"] == ["Bern"]
    assert atoll("bfs", "roads.txt", "--target", "Zug", "--json").json["result"]["path"] is None
    assert "Zug is not reached" in atoll("sssp", "roads.txt", "--target", "Zug").out


def test_a_long_path_is_cut_in_the_table_only(atoll):
    assert atoll("generate", "path", "path.atoll", "--vertices", 100).code == 0
    assert "> ... 60 more ... >" in atoll("bfs", "path.atoll", "--source", 0, "--target", 99).out
    path = atoll("bfs", "path.atoll", "--source", 0, "--target", 99, "--json").json["result"]["path"]
    assert path == list(range(100))


def test_a_target_that_makes_no_sense(atoll, write):
    write("roads.txt", ROADS)
    atoll("bfs", "roads.txt", "--target", "Genf").refused(3, "--target", "'Genf'")
    atoll("bfs", "roads.txt", "--target", "Brig", "--answer", "levels").refused(2, "--target", "--answer")
    atoll("bfs", "roads.txt", "--target", "Brig", "--sources", 2).refused(2, "--sources and --target")
    atoll("degree", "roads.txt", "--target", "Brig").refused(2, "--target")


def test_a_name_that_was_probably_meant(atoll, write):
    write("roads.txt", ROADS)
    atoll("sssp", "roads.txt", "--source", "bern").refused(3, "did you mean Bern?", "upper and lower case")
    atoll("sssp", "roads.txt", "--source", "Zermatt").refused(3, "the first of 4 names is Bern")
    mistyped = atoll("sssp", "roads.txt", "--source", "Brik")
    mistyped.refused(3, "did you mean Brig?")
    assert "lower case" not in mistyped.err


def test_a_number_that_is_not_there(atoll, write):
    write("graph.txt", "3 4\n4 9\n")
    atoll("bfs", "graph.txt", "--source", 5).refused(3, "labels go from 3 to 9, with gaps")
    write("graph.txt", "3 4\n4 5\n")
    without_gaps = atoll("bfs", "graph.txt", "--source", 6)
    without_gaps.refused(3, "labels go from 3 to 5")
    assert "gaps" not in without_gaps.err


def test_the_top_is_as_long_as_asked_for(atoll, write):
    write("star.txt", "".join(f"leaf{i} hub\n" for i in range(20)))
    assert len(atoll("pagerank", "star.txt", "--top", 3, "--json").json["result"]["top"]) == 3
    assert "top" not in atoll("pagerank", "star.txt", "--top", 0, "--json").json["result"]
    degrees = atoll("degree", "star.txt", "--top", 2, "--json").json["result"]
    assert degrees["top_in"] == [{"label": "hub", "in": 20}, {"label": "leaf0", "in": 0}]
    assert degrees["top_out"][0] == {"label": "leaf0", "out": 1}
    assert "20           vertex hub" in atoll("degree", "star.txt").out
    assert "vertex hub" in atoll("pagerank", "star.txt").out


def test_the_largest_components(atoll, write):
    write("two.txt", "7 3\n3 5\n20 10\n")
    told = atoll("components", "two.txt").out
    assert "top component 3            vertices, in the component of vertex 3\n" in told
    top = atoll("components", "two.txt", "--json", "--parts", 2).json["result"]["top"]
    assert top == [{"label": 3, "vertices": 3}, {"label": 10, "vertices": 2}]
