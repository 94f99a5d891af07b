# SPDX-License-Identifier: Apache-2.0
"""What the program says of a graph and of itself: formats found, notes, edges, versions, help that fits a screen."""

import datetime
import re
from pathlib import Path

import networkx
import pytest

ROOT = Path(__file__).parents[2]
TRIANGLE = "3 3\n2 3\n1 3\n1 2\n"


def test_a_header_is_found_in_a_pipe(atoll, write):
    path = write("git.csv", "id_1,id_2\n0,23\n0,5\n")
    with path.open() as file:
        graph = atoll("info", "-", "--json", stdin=file).json["graph"]
    assert (graph["vertices"], graph["arcs"], graph["format"]) == (3, 2, "csv")


def test_a_first_line_that_could_be_an_edge_is_told(atoll, write):
    """Of names a header cannot be told from an edge: what .csv says goes, and is said."""
    write("towns.csv", "Bern,Thun\nThun,Spiez\n")
    (note,) = atoll("info", "towns.csv", "--json").json["notes"]
    assert "taken as a header" in note and "'Bern' and 'Thun'" in note
    write("more.csv", "source,target\nBern,Thun\nThun,Spiez\n")
    assert atoll("info", "more.csv", "--json").json["notes"] == []
    write("numbers.csv", "id,friend\n1,2\n2,3\n")
    assert atoll("info", "numbers.csv", "--json").json["notes"] == []


def test_a_metis_graph_through_a_pipe_is_found_or_asked_about(atoll, write):
    path = write("path.graph", "4 2\n2\n1 3\n2\n\n")
    with path.open() as file:
        graph = atoll("info", "-", "--json", stdin=file).json["graph"]
    assert (graph["vertices"], graph["edges"], graph["directed"], graph["format"]) == (4, 2, False, "metis")
    write("triangle.txt", TRIANGLE)
    atoll("info", "triangle.txt").refused(3, "triangle.txt:1", "--format metis", "--format edges")
    assert atoll("info", "triangle.txt", "--format", "metis", "--json").json["graph"]["edges"] == 3


def test_info_tells_what_it_found(atoll, write):
    write("roads.csv", "from,to,km\n10,30,4\n30,10,4\n30,70,-2\n")
    info = atoll("info", "roads.csv", "--json").json
    assert info["labels"] == "integers with gaps, 10 to 70" and info["symmetric"] is False
    assert info["weights"] == {"min": -2, "max": 4} and info["seconds"]["info"] > 0
    assert info["notes"] == ["the weights are those of the column 'km'"]
    assert atoll("convert", "roads.csv", "roads.txt.gz").code == 0
    table = atoll("info", "roads.txt.gz").out
    assert "read as       edges, gz\n" in table and "weights       -2 to 4\n" in table
    write("both.txt", "0 1\n1 0\n")
    assert "every arc has its reverse" in atoll("info", "both.txt").out


def test_labels_without_gaps_are_told_so_in_any_order(atoll, write):
    write("star.txt", "1 3\n2 3\n")
    assert atoll("info", "star.txt", "--json").json["labels"] == "1 to 3"
    atoll("convert", "star.txt", "star.atoll", "--undirected", "--relabel-by-degree")
    assert atoll("info", "star.atoll", "--json").json["labels"] == "integers 1 to 3, in another order"


def test_a_column_that_is_no_weight(atoll, write):
    write("papers.csv", "source,target,year\n0,1,1999\n")
    answer = atoll("sssp", "papers.csv", "--json").json
    assert answer["graph"]["weighted"] is False and "'year'" in answer["notes"][0]


def test_what_steers_a_terminal_is_not_sent_to_it(atoll, tmp_path):
    """Names of files are a user's, and of who sent them."""
    name = "z\x1b[31m\n.atoll"
    for command in (["generate", "path", name, "--vertices", "3"], ["convert", name, "y" + name], ["info", name]):
        said = atoll(*command)
        assert "\x1b" not in said.out + said.err and "z?[31m" in said.out
    assert (tmp_path / name).exists()


def test_edges_are_counted_beside_arcs(atoll, write):
    write("one.txt", "0 1\n")
    assert "2 vertices, 1 arc, directed" in atoll("info", "one.txt").out
    assert "2 vertices, 1 edge (2 arcs), undirected" in atoll("info", "one.txt", "-s").out
    assert atoll("bfs", "one.txt", "-s", "--json").json["graph"]["edges"] == 1
    assert "1 vertex from 0, 0 arcs\n" in atoll("generate", "path", "-", "--format", "edges", "--vertices", 1).out


def test_edges_that_are_there_twice_are_told(atoll, write):
    write("both.txt", "0 1\n1 0\n1 2\n2 1\n")
    assert any("twice" in note for note in atoll("bfs", "both.txt", "--undirected", "--json").json["notes"])
    assert atoll("bfs", "both.txt", "-s", "--json").json["notes"] == []
    write("once.txt", "0 1\n1 2\n")
    assert atoll("bfs", "once.txt", "--undirected", "--json").json["notes"] == []


def test_every_command_can_transform_what_it_reads(atoll, write):
    write("in.txt", "a b 5\na b 3\nb b 1\nb c 1\n")
    assert atoll("bfs", "in.txt", "--transpose", "--source", "c", "--json").json["result"]["reached"] == 3
    assert atoll("degree", "in.txt", "--drop-self-loops", "--json").json["graph"]["arcs"] == 3
    assert atoll("sssp", "in.txt", "--merge", "sum", "--target", "b", "--json").json["result"]["distance_max"] == 9
    assert atoll("info", "in.txt", "--merge", "min", "--drop-self-loops", "--json").json["graph"]["arcs"] == 2
    assert atoll("info", "-g", 6, "--drop-self-loops", "--merge", "min", "--json").json["parallel"] == 0


def test_only_undirected_graphs_are_oriented(atoll, write):
    write("in.txt", "0 1\n1 2\n")
    atoll("convert", "in.txt", "out.atoll", "--orient-acyclic").refused(2, "directed", "-s")
    assert atoll("convert", "in.txt", "out.atoll", "--orient-acyclic", "-s").code == 0


def test_the_way_to_metis_is_told(atoll, write):
    write("in.txt", "0 1\n1 1\n")
    atoll("convert", "in.txt", "out.graph").refused(2, "-s", "--undirected")
    atoll("convert", "in.txt", "out.graph", "-s").refused(2, "--drop-self-loops")
    assert atoll("convert", "in.txt", "out.graph", "-s", "--drop-self-loops").code == 0


def test_a_part_file_for_one_part_is_read_too(atoll, write):
    write("graph.txt", "0 1\n1 2\n")
    write("good.part", "0\n0\n0\n")
    write("wild.part", "0\n1\n0\n")
    assert atoll("bfs", "graph.txt", "--partition", "file:good.part", "--parts", 1).code == 0
    atoll("bfs", "graph.txt", "--partition", "file:wild.part", "--parts", 1).refused(3, "wild.part:2")
    atoll("bfs", "graph.txt", "--partition", "file:missing.part", "--parts", 1).refused(3, "missing.part")


def test_one_domain_compares_four_parts(atoll):
    assert atoll("partition", "-g", 8, "--machine", "1", "--json").json["parts"] == 4
    assert atoll("partition", "-g", 8, "--machine", "3x1", "--json").json["parts"] == 3


def test_memory_is_told_in_units_that_fit(atoll):
    atoll("bfs", "-g", 16, "--memory-limit", "10M").refused(1, "MiB, there are 10.0 MiB")
    atoll("bfs", "-g", 16, "--memory-limit", "1K").refused(1, "1.00 KiB")
    atoll("bfs", "-g", 40).refused(1, " TiB, there are ")


def test_two_programs_of_one_run_are_told_apart(atoll, write):
    write("path.txt", "0 1\n1 2\n")
    steps = atoll("sssp", "path.txt", "--plain", "--json").json["supersteps"]
    assert {step["program"] for step in steps} == {1, 2}
    assert len({(step["program"], step["number"]) for step in steps}) == len(steps)


def test_help_and_version_as_words(atoll):
    assert atoll("help").out == atoll("--help").out
    assert atoll("help", "bfs").out == atoll("bfs", "--help").out
    assert atoll("version").out == atoll("--version").out
    atoll("help", "bsf").refused(2, "did you mean bfs?")


def test_a_shape_that_is_none(atoll):
    atoll("generate", "kronecer", "x.txt").refused(2, "'kronecer'", "did you mean kronecker?")
    atoll("generate", "foo", "x.txt").refused(2, "'foo'", "choose one of kronecker")
    assert "SHAPE [OPTIONS] FILE" in atoll("generate", "--help").out


@pytest.mark.parametrize(
    "command", ["", "bfs", "sssp", "pagerank", "components", "convert", "partition", "generate path"]
)
def test_help_fits_a_screen(atoll, command):
    lines = atoll(*command.split(), "--help").out.split("Example:")[0].splitlines()
    assert [line for line in lines if len(line) > 96] == []


def test_options_are_where_they_do_something(atoll):
    assert "--alpha" in atoll("bfs", "--help").out
    assert "--alpha" not in atoll("pagerank", "--help").out
    assert "alpha" not in atoll("degree", "-g", 4, "--json").json["parameters"]
    assert "--as-drawn" in atoll("generate", "uniform", "--help").out
    assert "--as-drawn" not in atoll("generate", "path", "--help").out
    assert atoll("bfs", "-g", 4, "-v", "--json").json["verified"] is True


def test_every_json_says_what_made_it(atoll, write):
    write("in.txt", "0 1\n")
    for words in (["info", "in.txt"], ["bfs", "in.txt"], ["partition", "in.txt"], ["convert", "in.txt", "out.mtx"]):
        told = atoll(*words, "--json").json
        assert told["atoll"] in atoll("--version").out and told["command"] == ["atoll", *words, "--json"]


def test_every_json_says_where_and_when_it_was_made(atoll, write):
    write("in.txt", "0 1\n")
    begin = datetime.datetime.now(datetime.UTC).replace(microsecond=0)
    for words in (
        ["info", "in.txt"],
        ["bfs", "in.txt"],
        ["run", "in.txt", "--", "degree"],
        ["partition", "in.txt"],
        ["convert", "in.txt", "out.mtx"],
        ["generate", "path", "out.el"],
    ):
        at = words.index("--") if "--" in words else len(words)
        told = atoll(*words[:at], "--machine", "3x2", "--json", *words[at:]).json
        assert {"name": "synthetic 3x2", "processors": 6, "domains": 3}.items() <= told["machine"].items()
        assert list(told)[:4] == ["atoll", "command", "date", "machine"]
        date = datetime.datetime.strptime(told["date"], "%Y-%m-%dT%H:%M:%S%z")
        assert begin <= date <= datetime.datetime.now(datetime.UTC)
    machine = atoll("machine", "--json").json
    assert machine["command"] == ["atoll", "machine", "--json"] and machine["atoll"] and machine["date"]


@pytest.mark.parametrize("directed", [True, False])
def test_the_density_is_that_of_networkx(atoll, write, directed):
    graph = networkx.gnp_random_graph(30, 0.2, seed=3, directed=directed)
    write("graph.el", "".join(f"{u} {v}\n" for u, v in graph.edges))
    words = ["info", "graph.el"] if directed else ["info", "graph.el", "--undirected"]
    assert atoll(*words, "--json").json["density"] == pytest.approx(networkx.density(graph), rel=1e-12)
    assert f"density       {networkx.density(graph):.3g}\n" in atoll(*words).out
    write("one.graph", "1 0\n\n")
    assert atoll("info", "one.graph", "--json").json["density"] == 0


def test_per_vertex_results_are_what_an_output_of_triangles_has(atoll, write, tmp_path):
    write("graph.txt", "0 1\n1 2\n2 0\n2 3\n")
    implied = atoll("triangles", "graph.txt", "--output", "out.tsv", "--json").json
    assert implied["parameters"]["answer"] == "vertices" and "transitivity" in implied["result"]
    assert (tmp_path / "out.tsv").read_text().splitlines()[2] == "2\t1\t0.3333333333333333"
    assert atoll("tc", "graph.txt", "--json").json["parameters"]["answer"] == "count"
    atoll("tc", "graph.txt", "--answer", "count", "-o", "x").refused(2, "--output", "leave --answer out")


@pytest.mark.parametrize(
    ("lines", "one_way", "said"),
    [
        ("0 1\n1 2\n0 2\n", True, "no: no arc has its reverse (if each line is an edge, --undirected says so)"),
        ("0 1\n1 2\n2 1\n", False, "no: some arcs have their reverse"),
        ("0 1\n1 0\n", False, "yes: every arc has its reverse (-s makes edges of them)"),
    ],
)
def test_info_says_how_a_list_of_edges_is_taken_for_one(atoll, write, lines, one_way, said):
    write("in.txt", lines)
    assert f"symmetric     {said}\n" in atoll("info", "in.txt").out
    assert atoll("info", "in.txt", "--json").json["one_way"] is one_way


@pytest.mark.parametrize("name", ["in.atoll", "in.wsg"])
def test_the_first_of_parallel_arcs_is_the_lightest_in_a_binary_file(atoll, write, name):
    write("in.txt", "0 1 9\n0 1 3\n")
    assert atoll("convert", "in.txt", name).code == 0
    told = {file: atoll("sssp", file, "--merge", "first", "--json").json for file in ("in.txt", name)}
    assert [told[file]["result"]["distance_max"] for file in told] == [9, 3]
    assert [len([note for note in told[file]["notes"] if "lightest" in note]) for file in told] == [0, 1]
    assert atoll("sssp", name, "--merge", "min", "--json").json["notes"] == []


def kernels_by_the_docs() -> dict[str, str]:
    """The rows `name` | where of the table of kernels in docs/command-line.md."""
    text = (ROOT / "docs/command-line.md").read_text()
    table = text.split("| algorithm | runs a kernel |\n")[1].split("\n\n")[0]
    return {
        name: where
        for names, where in re.findall(r"^\| (.+) \| (.+) \|$", table, re.MULTILINE)
        for name in re.findall(r"`(.+?)`", names)
    }


def test_the_docs_say_who_runs_a_kernel(atoll):
    algorithms = atoll("--help").out.split("Algorithms:\n")[1].split("\n\n")[0]
    told = kernels_by_the_docs()
    assert set(told) == set(re.findall(r"^  ([a-z-]+)", algorithms, re.MULTILINE)) - {"run"}
    ways = [["--parts", 1], ["--parts", 2], ["--parts", 2, "--exchange", "zero-box"], ["--parts", 1, "--plain"]]
    for name, where in told.items():
        ran = [
            atoll(name, "-g", 6, "--machine", "1x2", *how, "--json").json["parameters"]["exchange"] == "kernel"
            for how in (ways[:3] if where == "always" else ways)
        ]
        kernels = {"always": [True] * 3, "in one domain": [True, True, False, False], "never": [False] * 4}
        assert ran == kernels[where], name
        apart = atoll(name, "-g", 6, "--machine", "2x1", "--threads", 2, "--parts", 2, "--json").json
        assert (apart["parameters"]["exchange"] == "kernel") == (where == "always"), name
