# SPDX-License-Identifier: Apache-2.0
"""What a format cannot hold is refused or told, never lost in silence; and what is written reads back."""

import gzip
import lzma
import os
import subprocess

import pytest

LONELY = "%%MatrixMarket matrix coordinate pattern general\n6 6 2\n2 3\n3 4\n"


def test_an_edge_list_counts_its_vertices(atoll, write):
    write("lonely.mtx", LONELY)
    assert atoll("convert", "lonely.mtx", "lonely.txt").err == ""
    info = atoll("info", "lonely.txt", "--json").json
    assert info["graph"]["vertices"] == 6 and info["isolated"] == 3
    assert [row[0] for row in atoll("degree", "lonely.txt", "-o", "-").rows] == ["1", "2", "3", "4", "5", "6"]


def test_an_edge_list_without_an_edge(atoll):
    assert atoll("generate", "path", "one.txt", "--vertices", 1).code == 0
    assert atoll("info", "one.txt", "--json").json["graph"]["vertices"] == 1


@pytest.mark.parametrize(
    ("name", "lost", "notes"),
    [("out.el", "2 vertices", 2), ("out.wel", "2 vertices", 2), ("out.csv", "3 vertices", 1)],
)
def test_vertices_without_a_line_are_told(atoll, write, name, lost, notes):
    """Where others are called by another number, too."""
    write("lonely.mtx", LONELY)
    done = atoll("convert", "lonely.mtx", name)
    assert done.code == 0 and done.err.startswith("atoll: ") and done.err.count("\n") == notes
    assert f"{lost} without edges are left out" in done.err
    told = atoll("convert", "lonely.mtx", name, "--json")
    assert told.err == "" and len(told.json["notes"]) == notes
    assert atoll("info", name).code == 0


@pytest.mark.parametrize("name", ["out.txt", "out.csv", "out.gr", "out.el", "out.wel"])
def test_that_a_graph_is_undirected_is_told_where_the_file_does_not(atoll, name):
    done = atoll("generate", "complete", name, "--vertices", 5, "--json")
    (note,) = [note for note in done.json["notes"] if "does not say that a graph is undirected" in note]
    assert "mtx, metis, sg, wsg and atoll say it" in note
    assert not atoll("info", name, "--symmetrise", "--json").json["graph"]["directed"]


@pytest.mark.parametrize("name", ["out.mtx", "out.metis", "out.atoll", "out.sg"])
def test_or_the_file_says_so(atoll, name):
    done = atoll("generate", "complete", name, "--vertices", 5, "--json")
    assert "undirected" not in " ".join(done.json["notes"])
    assert not atoll("info", name, "--json").json["graph"]["directed"]


def test_nothing_is_told_where_nothing_is_lost(atoll, write):
    write("lonely.mtx", LONELY)
    for name in ("out.atoll", "out.mtx", "out.txt", "out.gr"):
        done = atoll("convert", "lonely.mtx", name)
        assert (done.code, done.err) == (0, ""), name


@pytest.mark.parametrize("name", ["out.el", "out.wel", "out.csv"])
def test_a_graph_without_edges_is_refused_where_it_could_not_be_read(atoll, tmp_path, name):
    atoll("generate", "path", name, "--vertices", 1).refused(2, name, "without edges", "atoll")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("name", "better"), [("out.el", "wel"), ("out.sg", "wsg")])
def test_weights_are_not_lost(atoll, write, tmp_path, name, better):
    write("in.txt", "0 1 7\n")
    atoll("convert", "in.txt", name).refused(2, name, "weights", better, "--drop-weights")
    atoll("generate", "path", name, "--weights", "byte").refused(2, name, "weights", better)
    assert not (tmp_path / name).exists()
    assert atoll("convert", "in.txt", name, "--drop-weights").code == 0
    assert atoll("info", name, "--json").json["graph"]["weighted"] is False


@pytest.mark.parametrize("name", ["out.el", "out.wel", "out.sg", "out.wsg", "out.mtx", "out.gr"])
def test_labels_that_are_left_out_are_told(atoll, write, name):
    for content in ("a b\nb c\n", "10 30\n30 40\n"):
        write("in.txt", content)
        done = atoll("convert", "in.txt", name)
        assert done.code == 0 and "labels are left out" in done.err and done.err.count("\n") == 1
    first = 1 if name in ("out.mtx", "out.gr") else 0
    write("in.txt", f"{first} {first + 1}\n{first + 1} {first + 2}\n")
    assert atoll("convert", "in.txt", name).err == ""


@pytest.mark.parametrize(
    ("name", "first", "told"), [("out.sg", 1, "less"), ("out.el", 1, "less"), ("out.gr", 0, "more")]
)
def test_vertices_that_are_counted_from_another_number_are_told(atoll, write, name, first, told):
    write("in.txt", f"{first} {first + 1}\n")
    done = atoll("convert", "in.txt", name)
    assert f"numbers the vertices from {1 - first}: each is called one {told} than before" in done.err


def test_names_that_look_like_integers_are_told(atoll, write):
    write("in.txt", "10 7\n7 007\n")
    done = atoll("convert", "in.txt", "out.csv", "--ids", "string")
    assert "--ids string" in done.err
    assert atoll("info", "out.csv", "--ids", "string", "--json").json["graph"]["vertices"] == 3
    for content, vertices in (("10 007\n7 10\n", 3), ("10 7\n7 10\n", 2)):  # the first line says what they are
        write("in.txt", content)
        assert atoll("convert", "in.txt", "out.csv", "--ids", "string").err == ""
        assert atoll("info", "out.csv", "--json").json["graph"]["vertices"] == vertices


def test_names_with_commas_in_an_edge_list(atoll, write):
    write("in.txt", "# Atoll edge list: 3 vertices, 2 arcs\nx,y z;t\nz;t from\n")
    assert atoll("convert", "in.txt", "out.txt").code == 0
    assert [row[0] for row in atoll("degree", "out.txt", "-o", "-").rows] == ["x,y", "z;t", "from"]


UNPACK = {
    "gz": gzip.decompress,
    "xz": lzma.decompress,
    "zst": lambda packed: subprocess.run(["zstd", "-dc"], input=packed, capture_output=True, check=True).stdout,
}


@pytest.mark.parametrize("suffix", UNPACK)
def test_a_packed_name_gets_packed_content(atoll, write, tmp_path, suffix):
    write("in.txt", "0 1\n1 2\n")
    parts = ["partition", "in.txt", "--parts", 2, "--partition", "random", "-o"]
    for name, words in {
        f"out.el.{suffix}": ["convert", "in.txt"],
        f"drawn.el.{suffix}": ["generate", "path"],
        f"answer.tsv.{suffix}": ["degree", "in.txt", "--output"],
        f"parts.{suffix}": parts,
    }.items():
        assert atoll(*words, name).code == 0
        assert UNPACK[suffix]((tmp_path / name).read_bytes()).count(b"\n") >= 2
    assert atoll("info", f"out.el.{suffix}", "--json").json["graph"]["arcs"] == 2
    assert atoll("convert", "in.txt", f"big.atoll.{suffix.upper()}").code == 0
    assert atoll("info", f"big.atoll.{suffix.upper()}", "--json").json["graph"]["arcs"] == 2


@pytest.mark.parametrize("suffix", ["bz2", "BZ2", "lz4", "zip"])
def test_a_packing_that_is_not_written(atoll, write, tmp_path, suffix):
    write("in.txt", "0 1\n")
    parts = ["partition", "in.txt", "--parts", 2, "--partition", "random", "-o"]
    for words in (["convert", "in.txt"], ["convert", "--to", "el", "in.txt"], ["degree", "in.txt", "-o"], parts):
        atoll(*words, f"out.el.{suffix}").refused(2, f"out.el.{suffix}", ".gz, .xz or .zst")
    assert [path.name for path in tmp_path.iterdir()] == ["in.txt"]


def test_an_output_may_be_a_link_to_what_is_not_there_yet(atoll, write, tmp_path):
    write("in.txt", "0 1\n")
    (tmp_path / "link").symlink_to("target")
    for words in (["degree", "in.txt", "-o", "link"], ["convert", "in.txt", "link", "--to", "el"]):
        assert atoll(*words).code == 0
        assert (tmp_path / "link").is_symlink()
        assert (tmp_path / "target").is_file() and not (tmp_path / "target").is_symlink()
        (tmp_path / "target").unlink()
    os.unlink(tmp_path / "link")
    (tmp_path / "link").symlink_to("missing/target")
    atoll("degree", "in.txt", "-o", "link").refused(2, "missing/target", "folder")


def test_a_label_stays_on_its_line_and_in_its_field(atoll, write):
    write("in.csv", 'source,target\n"a\tb",c\\d\n')
    answer = atoll("bfs", "in.csv", "--source", "a\tb", "-o", "-")
    assert answer.rows == [["a\\tb", "0", "a\\tb"], ["c\\\\d", "1", "a\\tb"]]
    assert "a\\tb" in answer.err
