# SPDX-License-Identifier: Apache-2.0
"""Questions that make no sense: exit code 2, one line that says what, and how to ask instead. And help that helps."""

import pytest

ALGORITHMS = ["bfs", "sssp", "pagerank", "components", "degree", "strong-components", "spanning-forest"]
ALGORITHMS += ["cores", "colouring", "communities", "triangles", "betweenness"]
COMMANDS = [*ALGORITHMS, "run", "explain", "generate", "convert", "info", "partition", "machine"]
SHAPES = ["kronecker", "uniform", "erdos-renyi", "grid", "path", "star", "complete"]


def test_the_version(atoll):
    assert atoll("--version").out.startswith("atoll ")


@pytest.mark.parametrize(
    ("alias", "name"),
    [("scc", "strong-components"), ("msf", "spanning-forest"), ("pr", "pagerank"), ("cc", "components")],
)
def test_a_command_by_another_name(atoll, alias, name):
    assert atoll(alias, "-g", 4, "--json").json["algorithm"] == name


def test_help_lists_every_command(atoll):
    help_text = atoll("--help").out
    assert [command for command in COMMANDS if command not in help_text] == []


@pytest.mark.parametrize("command", [[name] for name in COMMANDS] + [["generate", shape] for shape in SHAPES])
def test_every_help_shows_an_example(atoll, command):
    done = atoll(*command, "--help")
    assert done.code == 0
    assert f"Example:\n  atoll {command[0]}" in done.out


def test_a_help_has_no_options_that_are_always_refused(atoll):
    of_programs = ["--plain", "--direction", "--count", "--exchange"]
    for command, there in (("bfs", True), ("cores", False), ("betweenness", False)):
        for way in ([command], ["run", "--", command]):
            text = atoll(*way, "--help").out
            wanted = of_programs if way[0] == command else of_programs[:-1]
            assert [option in text for option in wanted] == [there] * len(wanted), way
    atoll("cores", "-g", "4", "--plain").refused(2, "no vertex program")


def test_every_example_is_understood(atoll):
    """An example may lack its file here, but never its options."""
    for command in COMMANDS:
        words = atoll(command, "--help").out.split("Example:\n  atoll ")[1].split()
        done = atoll(*words)
        assert done.code in (0, 3), f"{words}: {done.err}"


def test_no_command(atoll):
    atoll().refused(2, "atoll --help")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["bsf"], ["bsf", "did you mean bfs?"]),
        (["page"], ["did you mean pagerank?"]),
        (["xyzzy"], ["no such command", "components"]),
        (["shortest-paths", "g.txt"], ["did you mean sssp?"]),
        (["connected_components"], ["did you mean components?"]),
        (["minimum-spanning-tree"], ["did you mean spanning-forest?"]),
        (["Dijkstra", "g.txt"], ["did you mean sssp?"]),
        (["louvain", "g.txt"], ["did you mean communities?"]),
        (["mst", "g.txt"], ["did you mean spanning-forest?"]),
        (["prim", "g.txt"], ["did you mean spanning-forest?"]),
        (["degeneracy", "g.txt"], ["did you mean cores?"]),
        (["prepare", "g.txt"], ["did you mean convert?"]),
        (["generate", "kron"], ["kronecker"]),
        (["generate", "out.el", "path"], ["out.el: stands before 'path'", "atoll generate path out.el"]),
        (["--json", "bfs", "-g", "4"], ["--json: stands before 'bfs'", "atoll bfs --json"]),
        (["--jsn", "bfs", "-g", "4"], ["--jsn", "did you mean --json?"]),
        (["explain", "g.txt", "bfs"], ["g.txt: stands before 'bfs'", "atoll explain bfs g.txt"]),
        (["run", "g.txt", "bfs"], ["bfs: one argument too many", "write -- before each algorithm"]),
        (["run", "--", "bfs", "g.txt"], ["g.txt", "before the first --, as in atoll run GRAPH -- bfs"]),
        (["bfs", "g.txt", "pagerank"], ["atoll run GRAPH -- bfs -- pagerank"]),
        (["bfs", "g.txt", "--", "pagerank"], ["atoll run GRAPH -- bfs -- pagerank"]),
        (["generate"], ["kronecker", "grid"]),
        (["bfs", "-g", "4", "--exchnge", "two-box"], ["--exchnge", "did you mean --exchange?"]),
        (["bfs", "-g", "4", "--parts=2", "--vreify"], ["did you mean --verify?"]),
        (["bfs", "-g", "4", "surplus", "more"], ["more"]),
        (["bfs"], ["GRAPH", "-g SCALE"]),
        (["bfs", "file.txt", "-g", "4"], ["more than one graph"]),
        (["bfs", "-g", "4", "--parts", "0"], ["--parts", "'0'", "from 1 to 4096"]),
        (["bfs", "-g", "4", "--parts", "-3"], ["--parts", "'-3'"]),
        (["bfs", "-g", "4", "--parts", "two"], ["--parts", "'two'"]),
        (["bfs", "-g", "4", "--parts", "5000"], ["--parts"]),
        (["bfs", "-g", "4", "--parts"], ["--parts: has nothing behind it; write --parts N"]),
        (["generate", "path", "x.el", "--weights"], ["write --weights KIND"]),
        (["-V"], ["-V: there is no such option", "bfs"]),
        (["bfs", "-g", "4", "--threads", "0"], ["--threads"]),
        (["bfs", "-g", "4", "--threads", "10000"], ["--threads", "from 1 to 4096"]),
        (["bfs", "-g", "4", "--exchange", "three-box"], ["--exchange", "zero-box, one-box, two-box"]),
        (["bfs", "-g", "4", "--direction", "sideways"], ["--direction", "push, pull, auto"]),
        (["bfs", "-g", "4", "--partition", "metis"], ["--partition", "hybrid"]),
        (["bfs", "-g", "4", "--partition", "file:parts"], ["--parts"]),
        (["bfs", "-g", "4", "--placement", "moon"], ["--placement", "interleave"]),
        (["bfs", "-g", "4", "--alpha", "nan"], ["--alpha", "nan"]),
        (["bfs", "-g", "4", "--beta", "-1"], ["--beta"]),
        (["bfs", "-g", "4", "--direction", "push", "--alpha", "3"], ["--alpha", "push", "leave it out"]),
        (["triangles", "-g", "4", "--top", "3"], ["--top", "--answer vertices"]),
        (["info", "file.txt", "--seed", "7"], ["--seed", "not drawn"]),
        (["bfs", "-g", "4", "--prepare", "--width", "64"], ["--width 64", "--prepare"]),
        (["bfs", "-g", "4", "--trials", "20000"], ["--trials", "from 1 to 10000"]),
        (["bfs", "-g", "4", "--top", "20000"], ["--top"]),
        (["partition", "-g", "4", "--partition", "random", "-o", "a", "-o", "b"], ["--output", "more than once"]),
        (["bfs", "-g", "4", "--answer", "everything"], ["--answer", "both, parents, levels"]),
        (["bfs", "-g", "0"], ["--kronecker", "from 1 to 40"]),
        (["bfs", "-g", "99"], ["from 1 to 40"]),
        (["bfs", "-g", "4", "-k", "nan"], ["nan"]),
        (["bfs", "-g", "4", "--trials", "0"], ["--trials"]),
        (["bfs", "-g", "4", "--trials", "2", "--sources", "2"], ["--sources and --trials"]),
        (["bfs", "-g", "4", "--sources", "2", "--output", "x"], ["--output"]),
        (["bfs", "-g", "4", "--seed", "-1"], ["--seed"]),
        (["bfs", "-g", "4", "--width", "48"], ["--width", "32, 64"]),
        (["bfs", "-g", "4", "--ids", "roman"], ["--ids", "integer, string"]),
        (["bfs", "-g", "4", "--json", "--output", "-"], ["--json"]),
        (["bfs", "-g", "4", "--memory-limit", "lots"], ["--memory-limit", "4G"]),
        (["bfs", "-g", "4", "--memory-limit", "nan"], ["--memory-limit"]),
        (["bfs", "-g", "4", "--machine", "0x4"], ["0x4"]),
        (["bfs", "-g", "4", "--output", "missing/folder/x"], ["missing/folder/x"]),
        (["pagerank", "-g", "4", "--damping", "nan"], ["--damping", "nan"]),
        (["pagerank", "-g", "4", "--damping", "abc"], ["'abc'", "from 0 to below 1", "as in --damping 0.85"]),
        (["pagerank", "-g", "4", "--damping", "-1"], ["from 0 to below 1, as in --damping 0.85"]),
        (["bfs", "-g", "4", "-v=1"], ["=1", "leave it out"]),
        (["pagerank", "-g", "4", "--damping", "1.5"], ["from 0 to below 1, as in --damping 0.85"]),
        (["pagerank", "-g", "4", "--tolerance", "inf"], ["--tolerance"]),
        (["pagerank", "-g", "4", "--iterations", "-1"], ["--iterations"]),
        (
            ["degree", "-g", "4", "--source", "1"],
            ["--source: there is no such option here, but bfs, sssp have it; see"],
        ),
        (
            ["components", "-g", "4", "--target", "3"],
            ["--target: there is no such option here, but bfs, sssp have it; see"],
        ),
        (
            ["run", "-g", "4", "--", "cores", "--target", "3"],
            ["--target", "but bfs, sssp have it", "run -- cores --help"],
        ),
        (
            ["bfs", "-g", "4", "--samples", "3"],
            ["--samples: there is no such option here, but betweenness has it; see"],
        ),
        (["pagerank", "-g", "4", "--personal", "A", "--personal", "B"], ["more than once; write --personal A,B"]),
        (["betweenness", "-g", "4", "--roots", "1", "--samples", "2"], ["--roots and --samples"]),
        (["betweenness", "-g", "4", "--roots", ""], ["--roots", "''"]),
        (["betweenness", "-g", "4", "--normalised", "maybe"], ["--normalised", "yes, no"]),
        (["betweenness", "-g", "4", "--exchange", "two-box"], ["--exchange", "zero-box"]),
        (["convert", "in.txt"], ["OUT"]),
        (["convert"], ["GRAPH", "name a file; atoll generate draws one"]),
        (["generate", "kronecker"], ["FILE"]),
        (["generate", "kronecker", "out.atoll", "--scale", "99"], ["--scale"]),
        (["bfs", "a.txt", "-f", "b.txt"], ["-f", "more than once"]),
        (["bfs", "-g", "4", "-g", "5"], ["--kronecker", "more than once"]),
        (["bfs", "-g", "4", "--source", "1", "--source", "2"], ["--source", "more than once"]),
        (["bfs", "-g", "4", "-o", "x", "-o", "y"], ["--output", "more than once"]),
        (["bfs", "-g", "4", "--source", "1", "--sources", "2"], ["--source", "--sources"]),
        (["bfs", "-g", "4", "--format", "el"], ["--format", "drawn"]),
        (["bfs", "-g", "4", "--ids", "string"], ["--ids", "drawn"]),
        (["bfs", "-g", "4", "--undirected"], ["--undirected", "drawn"]),
        (["bfs", "file.txt", "--degree", "4"], ["--degree", "not drawn"]),
        (["bfs", ""], ["''"]),
        (["bfs", "-g", "4", "--source", ""], ["--source", "''"]),
        (["bfs", "-g", "4", "--output", ""], ["--output", "''"]),
        (["bfs", "-g", "4", "--memory-limit", ""], ["--memory-limit", "''"]),
        (["bfs", "-g", "4", "--machine", ""], ["--machine", "''"]),
        (["bfs", "-g", "4", "--partition", ""], ["--partition", "''"]),
        (["bfs", "file.txt", "--format", ""], ["--format", "''"]),
        (["convert", "in.txt", ""], ["OUT", "''"]),
        (["convert", "in.txt", "out.el", "--to", ""], ["--to", "''"]),
        (["generate", "path", ""], ["FILE", "''"]),
        (["generate", "path", "out.mtx", "--format", "el"], ["out.mtx", "says mtx", "el"]),
        (["generate", "path", "out.atoll.gz", "--format", "edges"], ["out.atoll.gz", "says atoll"]),
        (["generate", "path", "out.txt", "--format", "sg"], ["out.txt", "says edges"]),
        (["partition", "-g", "4", "--pairs"], ["--pairs", "--json"]),
        (["generate", "erdos-renyi", "out.atoll", "--probability", "nan"], ["--probability"]),
        (["generate", "path", "out.xyz"], ["out.xyz", "or name one of these with --format\n"]),
        (["convert", "in.txt", "out.xyz"], ["out.xyz", "or name one of these with --to\n"]),
        (["generate", "path", "out.el", "--weights", "heavy"], ["--weights", "none, byte, million, unit"]),
        (["partition", "-g", "4", "--output", "parts"], ["--partition"]),
    ],
)
def test_a_wrong_question_is_refused(atoll, tmp_path, words, said):
    atoll(*words).refused(2, *said)
    assert list(tmp_path.iterdir()) == []


def test_a_file_without_a_command(atoll, write):
    write("graph.txt", "0 1\n")
    atoll("graph.txt").refused(2, "graph.txt: is a file", "as in atoll info graph.txt", "bfs")
    atoll("explain", "graph.txt").refused(2, "'graph.txt' is a file", "before the file", "bfs")


@pytest.mark.parametrize("limit", ["1G", "1g", "1GB", "1gb", "1GiB", "1024M", "1048576KB", "1073741824", "1073741824B"])
def test_an_amount_of_memory_as_one_writes_it(atoll, limit):
    refusal = atoll("bfs", "-g", 24, "--memory-limit", limit)
    assert refusal.code == 1 and "there are 1.00 GiB" in refusal.err


@pytest.mark.parametrize(
    ("words", "ways"),
    [
        (["bfs"], ["atoll bfs [OPTIONS] GRAPH", "atoll bfs [OPTIONS] -g SCALE"]),
        (["explain"], ["atoll explain [OPTIONS] ALGORITHM [OPTIONS] GRAPH"]),
        (["explain", "bfs"], ["atoll explain bfs [OPTIONS] GRAPH"]),
        (["convert"], ["atoll convert [OPTIONS] GRAPH OUT"]),
        (["run"], ["atoll run [OPTIONS] GRAPH -- ALGORITHM", "-u SCALE -- ALGORITHM"]),
        (["generate", "path"], ["atoll generate path [OPTIONS] FILE"]),
    ],
)
def test_the_usage_says_what_is_needed(atoll, words, ways):
    usage = atoll(*words, "--help").out.split("Usage:")[1].split("\n\n")[0]
    assert [way for way in ways if way not in usage] == [] and "[GRAPH]" not in usage


def test_what_is_drawn_is_said_with_what_was_not_asked_for(atoll):
    drawn = atoll("generate", "kronecker", "out.el", "-k", 2)
    assert "drawn         kronecker, scale 16 (the default), degree 2, seed 1" in drawn.out
    told = atoll("generate", "grid", "grid.gr", "--rows", 3, "--json").json
    assert told["drawn"] == {"shape": "grid", "rows": 3, "columns": 100, "holes": 0.1, "seed": 1}


def test_the_last_of_two_values_counts(atoll):
    assert atoll("bfs", "-g", 4, "--parts", 3, "--parts", 2, "--json").json["parameters"]["parts"] == 2


def test_a_format_that_the_content_contradicts(atoll, write):
    write("graph.mtx", "%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 2\n2 3\n")
    atoll("info", "graph.mtx", "--format", "edges").refused(2, "graph.mtx", "mtx", "--format")
    assert atoll("info", "graph.mtx", "--format", "mtx").code == 0
    assert atoll("convert", "graph.mtx", "graph.atoll").code == 0
    atoll("info", "graph.atoll", "--format", "el").refused(2, "graph.atoll", "atoll", "--format")


def test_ids_are_names_only_where_a_format_has_names(atoll, write):
    write("graph.mtx", "%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 2\n2 3\n")
    atoll("info", "graph.mtx", "--ids", "string").refused(2, "--ids", "mtx")


def test_any_text_may_be_called_txt(atoll):
    assert atoll("generate", "path", "out.txt", "--format", "el").code == 0


def test_a_graph_by_flag_leaves_the_place_to_the_output(atoll, write):
    write("in.txt", "0 1\n")
    assert atoll("convert", "-f", "in.txt", "out.el").code == 0


def test_short_flags_of_gapbs(atoll, write):
    write("path.txt", "0 1\n1 2\n")
    answer = atoll("bfs", "-f", "path.txt", "-s", "-r", 2, "-n", 2, "--json").json
    assert answer["graph"]["arcs"] == 4 and answer["result"]["reached"] == 3 and len(answer["trials"]) == 2
    assert atoll("bfs", "-u", 6, "-k", 2, "--json").json["graph"]["vertices"] == 64


def test_a_source_is_a_label_and_not_a_number_of_ours(atoll, write):
    write("gaps.txt", "1000 2000\n2000 3000\n")
    assert atoll("bfs", "gaps.txt", "--source", 2000, "--json").json["result"]["reached"] == 2
    atoll("bfs", "gaps.txt", "--source", 1).refused(3, "--source", "'1'", "from 1000 to 3000")
    atoll("bfs", "gaps.txt", "--source", "-1").refused(3, "--source")
    atoll("bfs", "gaps.txt", "--source", "nan").refused(3, "--source")


def test_a_part_file_named_as_the_help_names_it_is_a_file(atoll, write, tmp_path):
    write("graph.el", "0 1\n1 2\n")
    atoll("partition", "graph.el", "--parts", 2, "--partition", "file:PATH", "--output", "out").refused(3, "PATH")
    assert not (tmp_path / "out").exists()
