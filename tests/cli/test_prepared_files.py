# SPDX-License-Identifier: Apache-2.0
"""`atoll convert GRAPH X.atoll --prepare`: what many runs profit from is in the file, and no answer changes."""

import pytest

ALGORITHMS = ["bfs", "sssp", "pagerank", "components", "degree"]


def a_hub(leaves: int = 60) -> str:
    """A directed star with a tail: degrees are uneven, and the hub is not the first vertex."""
    lines = [f"leaf{i} hub" for i in range(3)] + [f"hub leaf{i}" for i in range(leaves)]
    return "\n".join([*lines, "leaf0 leaf1", "leaf7 tail", "tail leaf7"]) + "\n"


@pytest.fixture
def files(atoll, write):
    """The same graph as a plain and as a prepared file."""
    write("graph.txt", a_hub())
    assert atoll("convert", "graph.txt", "plain.atoll").code == 0
    done = atoll("convert", "graph.txt", "prepared.atoll", "--prepare", "--json").json
    assert done["seconds"]["prepare"] > 0 and done["notes"] == []
    assert done["prepared"] == {"order": "degree", "inverse": True}
    return "plain.atoll", "prepared.atoll"


def test_rows_whose_order_would_not_help_stay_as_they_were(atoll, write):
    write("even.txt", "a b\nb c\nc a\n")
    done = atoll("convert", "even.txt", "even.atoll", "--prepare", "--undirected", "--json").json
    assert done["prepared"] == {"order": None, "inverse": False}
    (note,) = done["notes"]
    assert "nothing is kept" in note and "is made in every process with --prepare" in note
    assert atoll("convert", "even.txt", "turned.atoll", "--prepare", "--json").json["notes"] == []


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_answers_are_the_same_in_the_users_order(atoll, files, algorithm):
    plain, prepared = (atoll(algorithm, name, "--output", "-").rows for name in files)
    assert prepared == plain
    several = [atoll(algorithm, name, "--parts", 3, "--output", "-").rows for name in files]
    assert several[0] == several[1]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_and_as_it_was_prepared(atoll, files, algorithm):
    plain, prepared = (atoll(algorithm, name, "--prepare", "--verify", "--json").json for name in files)
    assert prepared["verified"] is True
    assert prepared["parameters"]["partition"] == "degree"
    for fact, value in plain["result"].items():
        assert prepared["result"][fact] == pytest.approx(value) if fact == "residual" else value


def test_the_first_source_is_the_users(atoll, files):
    runs = [atoll("bfs", name, "--prepare", "--json").json["parameters"]["source"] for name in files]
    assert runs == ["leaf0", "leaf0"]


def test_a_number_is_the_same_vertex_as_in_the_gapbs_file_it_was_made_of(atoll, write):
    """The hub is vertex 53 and stands first in the prepared rows; sources and roots are told by number."""
    write("graph.txt", "".join(f"{leaf} 53\n53 {leaf}\n" for leaf in range(50)) + "49 50\n50 51\n51 52\n")
    atoll("convert", "graph.txt", "graph.sg")
    assert (
        "prepared      rows hubs first, arcs turned round\n"
        in atoll("convert", "graph.sg", "prepared.atoll", "--prepare").out
    )
    assert "the file is prepared: rows hubs first, arcs turned round\n" in atoll("info", "prepared.atoll").out
    searches = [["bfs", "--source", source, "--answer", "levels"] for source in (0, 49, 51, 53)]
    searches += [["sssp", "--source", 50, "--answer", "distances"], ["betweenness", "--roots", "50,49,0"]]
    for command, *words in searches:
        given = atoll(command, "graph.sg", *words, "--output", "-").rows
        prepared = atoll(command, "prepared.atoll", "--prepare", *words, "--verify", "--output", "-").rows
        assert prepared == given and given, (command, *words)


def test_a_run_is_told_why_its_rows_are_not_taken_as_prepared(atoll, files):
    put_back = "its rows were put back into the order of the vertices"
    note = f"the file is prepared: {put_back}; with --prepare kernels take them so, in one part"
    assert note in atoll("bfs", files[1], "--json").json["notes"]
    assert atoll("bfs", files[1], "--prepare", "--json").json["notes"] == []
    for words in (["--symmetrise"], ["--transpose"], ["--drop-self-loops"], ["--merge", "min"], ["--undirected"]):
        notes = atoll("bfs", files[1], "--prepare", *words, "--json").json["notes"]
        assert f"the file is prepared, but for {words[0]} {put_back}" in notes


def test_who_has_no_prepare_is_told_how_a_file_is_prepared(atoll, files):
    note = "the file is prepared: rows hubs first, arcs turned round"
    assert atoll("info", files[1], "--json").json["notes"] == [note]
    assert note in atoll("convert", files[1], "again.atoll", "--json").json["notes"]
    assert note in atoll("partition", files[1]).out
    assert atoll("info", files[0], "--json").json["notes"] == []


def test_transforms_see_the_users_order(atoll, files):
    for words in [["-s"], ["--transpose"], ["--drop-self-loops"], ["--merge", "min"], ["--undirected"]]:
        plain, prepared = (atoll("bfs", name, *words, "--prepare", "--verify", "--json").json for name in files)
        assert prepared["verified"] is True and prepared["result"] == plain["result"], words
        plain, prepared = (atoll("bfs", name, *words, "--output", "-").rows for name in files)
        assert prepared == plain, words


def test_a_prepared_file_is_a_file_like_others(atoll, files, tmp_path):
    for name in files:
        assert atoll("convert", name, name + ".txt").code == 0
    plain, prepared = ((tmp_path / (name + ".txt")).read_text() for name in files)
    assert prepared == plain
    assert "the file is prepared" in atoll("info", files[1]).out
    again = atoll("convert", files[1], "again.atoll", "--prepare")
    assert again.code == 0 and (tmp_path / "again.atoll").read_bytes() == (tmp_path / files[1]).read_bytes()


def test_an_undirected_graph_without_hubs_stays_as_it_is(atoll, tmp_path):
    atoll("generate", "grid", "plain.atoll", "--rows", 8, "--columns", 8)
    assert atoll("convert", "plain.atoll", "prepared.atoll", "--prepare").code == 0
    assert (tmp_path / "prepared.atoll").read_bytes() == (tmp_path / "plain.atoll").read_bytes()


def test_the_inverse_of_a_gapbs_file_is_taken(atoll, write, tmp_path):
    """The answers of a pull are those of the rows turned round here."""
    write("graph.txt", a_hub())
    atoll("convert", "graph.txt", "graph.sg")
    atoll("convert", "graph.sg", "graph.el")
    for algorithm in ["bfs", "pagerank", "components"]:
        rows = [atoll(algorithm, name, "--verify", "--output", "-").rows for name in ["graph.sg", "graph.el"]]
        assert rows[0] == rows[1]
    data = bytearray((tmp_path / "graph.sg").read_bytes())
    data[-1] ^= 64  # the last source of the inverse
    write("broken.sg", bytes(data))
    for algorithm in ["bfs", "pagerank", "components"]:
        atoll(algorithm, "broken.sg").refused(3, "broken.sg", "beyond")
    assert atoll("sssp", "broken.sg").code == 0  # which pushes, and does not read it


@pytest.mark.parametrize("name", ["out.sg", "out.txt", "out.mtx"])
def test_other_formats_have_no_place_for_it(atoll, write, tmp_path, name):
    write("graph.txt", a_hub())
    atoll("convert", "graph.txt", name, "--prepare").refused(2, "--prepare", "atoll")
    assert not (tmp_path / name).exists()


@pytest.mark.parametrize("command", [("bfs",), ("pagerank",), ("betweenness", "--samples", "3"), ("sssp",)])
def test_a_directed_graph_with_weights_is_prepared_for_who_needs_them_and_who_does_not(atoll, write, command):
    hubs = [f"0 {v} 2\n{v} 1 3\n{v} {v * 7 % 999} 1" for v in range(2, 1000)]
    write("hubs.wel", "\n".join(hubs) + "\n")
    atoll("convert", "hubs.wel", "hubs.atoll", "--prepare")
    for name in ("hubs.wel", "hubs.atoll"):
        run = atoll(command[0], name, *command[1:], "--prepare", "--verify", "--json").json
        assert run["verified"] and run["parameters"]["partition"] == "degree"
