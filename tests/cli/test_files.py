# SPDX-License-Identifier: Apache-2.0
"""Where answers go is judged before the graph is loaded: it can be written, and it is no other file of the command."""

import os
import socket
import subprocess
from pathlib import Path

import pytest

# A graph that is not there: who reads it first says so, with exit code 3.
WRITERS = {
    "an algorithm": ["degree", "missing.txt", "--output"],
    "a run": ["run", "missing.txt", "--", "degree", "--output"],
    "parts": ["partition", "missing.txt", "--parts", 2, "--partition", "random", "--output"],
    "a conversion": ["convert", "missing.txt", "--to", "el"],
}
# Nobody could wait for this one.
DRAWN = ["generate", "kronecker", "--scale", 36, "--format", "el"]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def socket_at(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path))


@pytest.mark.parametrize("words", [*WRITERS.values(), DRAWN], ids=[*WRITERS, "a drawn graph"])
def test_what_cannot_be_written_is_found_first(atoll, tmp_path, words):
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("")
    (tmp_path / "link").symlink_to("missing/target")
    before = names(tmp_path)
    for path, said in {
        "missing/out": "the folder does not exist",
        "file/out": "the folder does not exist",
        "folder": "is a folder",
        "folder/": "is a folder",
        "link": "missing/target: the folder does not exist",
        "n" * 300: "too long",
        "/dev/fd/77": "not open",
    }.items():
        atoll(*words, path).refused(2, path if path != "link" else "", said)
    assert names(tmp_path) == before


def test_a_socket_is_no_file(atoll, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # the name of a socket is short
    socket_at(Path("socket"))
    atoll("degree", "missing.txt", "-o", "socket").refused(2, "socket", "cannot create")


@pytest.mark.parametrize("words", WRITERS.values(), ids=WRITERS)
def test_no_permission_is_found_first(program, tmp_path, words):
    """Root may write everywhere, so it is somebody else who asks."""
    if os.geteuid() != 0:
        pytest.skip("only root can become somebody else")
    tmp_path.chmod(0o755)
    (tmp_path / "closed").mkdir(mode=0o555)
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    (tmp_path / "open/kept").write_text("old")
    (tmp_path / "open/kept").chmod(0o444)
    for parent in [program, *program.parents]:
        if not parent.stat().st_mode & 0o001:
            pytest.skip(f"nobody else can run {program}")

    for path in ("closed/out", "open/kept"):
        done = subprocess.run(
            [program, *map(str, words), tmp_path / path],
            cwd="/",
            capture_output=True,
            text=True,
            check=False,
            user=65534,
        )
        assert done.returncode == 2 and "no permission to write" in done.stderr and path in done.stderr, done
    assert (tmp_path / "open/kept").read_text() == "old" and names(tmp_path / "closed") == []


def test_a_disk_that_is_read_only_is_found_first(atoll, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = subprocess.run(["mount", "-t", "tmpfs", "-o", "ro", "none", disk], capture_output=True, check=False)
    if mount.returncode != 0:
        pytest.skip("a tmpfs cannot be mounted here")
    try:
        for words in WRITERS.values():
            atoll(*words, "disk/out").refused(2, "disk/out", "Read-only file system")
    finally:
        subprocess.run(["umount", disk], check=True)


def test_nothing_is_touched_before_the_end(atoll, write, tmp_path):
    write("bad.txt", "0 1\n1 x\n")
    (tmp_path / "old.tsv").write_text("precious\n")
    for output in ("old.tsv", "new.tsv"):
        atoll("degree", "bad.txt", "-o", output).refused(3, "bad.txt:2")
    assert names(tmp_path) == ["bad.txt", "old.tsv"] and (tmp_path / "old.tsv").read_text() == "precious\n"


SPELT = ["graph.txt", "./graph.txt", "sub/../graph.txt", "link", "hard"]


@pytest.mark.parametrize("spelt", [*SPELT, "absolute"])
def test_a_graph_is_not_written_over(atoll, write, tmp_path, spelt):
    graph = write("graph.txt", "0 1\n1 2\n")
    (tmp_path / "sub").mkdir()
    (tmp_path / "link").symlink_to("sub/../graph.txt")
    (tmp_path / "hard").hardlink_to(graph)
    path = graph if spelt == "absolute" else spelt
    for words in (
        ["degree", "graph.txt", "--output", path],
        ["run", "graph.txt", "--", "degree", "--", "bfs", "--output", path],
        ["convert", "graph.txt", path, "--to", "edges"],
        ["partition", "graph.txt", "--parts", 2, "--partition", "random", "--output", path],
    ):
        atoll(*words).refused(2, str(path), "the graph that is read", "name another file")
    assert graph.read_text() == "0 1\n1 2\n"


def test_a_graph_from_standard_input_is_not_written_over(atoll, write):
    path = write("graph.txt", "0 1\n1 2\n")
    for name in ("-", "/dev/stdin"):
        with path.open() as file:
            atoll("degree", name, "--output", "graph.txt", stdin=file).refused(2, "the graph that is read")
    assert path.read_text() == "0 1\n1 2\n"


@pytest.mark.parametrize("name", ["atoll", "sg", "edges"])
def test_standard_input_has_one_name(atoll, write, name):
    path = write("graph.txt", "0 1\n1\n")
    with path.open() as file:
        atoll("bfs", "-", "--format", name, stdin=file).refused(3, "standard input:")


def test_a_part_file_is_not_written_over(atoll, write):
    write("graph.txt", "0 1\n1 2\n")
    write("parts", "0\n1\n1\n")
    words = ["graph.txt", "--parts", 2, "--partition", "file:parts", "--output", "./parts"]
    for command in ("bfs", "partition"):
        atoll(command, *words).refused(2, "./parts", "the part file that is read")
    atoll("bfs", "-", "--parts", 2, "--partition", "file:-").refused(2, "file:-", "standard input")
    atoll("partition", "-", "--parts", 2, "--partition", "file:-").refused(2, "file:-", "standard input")
    for command in ("bfs", "partition"):
        atoll(command, "graph.txt", "--partition", "file:parts").refused(2, "file:parts", "--parts N")


@pytest.mark.parametrize(
    ("first", "second"),
    [("x", "./x"), ("x", "link"), ("new", "sub/../new"), ("-", "-"), ("-", "/dev/stdout"), ("/dev/fd/1", "-")],
)
def test_two_runs_do_not_write_one_file(atoll, tmp_path, first, second):
    (tmp_path / "sub").mkdir()
    (tmp_path / "x").write_text("old")
    (tmp_path / "link").symlink_to("x")
    done = atoll("run", "missing.txt", "--", "bfs", "-o", first, "--", "degree", "--", "pagerank", "-o", second)
    done.refused(2, "run 3 (pagerank)", "run 1 (bfs) writes to", first)


def test_what_keeps_nothing_may_be_written_twice(atoll):
    assert atoll("run", "-g", 4, "--", "bfs", "-o", "/dev/null", "--", "degree", "-o", "/dev/null").code == 0


def test_standard_output_by_its_other_names(atoll, write):
    write("graph.txt", "0 1\n")
    for name in ("/dev/stdout", "/dev/fd/1"):
        assert atoll("degree", "graph.txt", "-o", name).rows == [["0", "0", "1"], ["1", "1", "0"]]
        assert atoll("convert", "graph.txt", name, "--to", "el").out == "0 1\n"
        atoll("degree", "graph.txt", "-o", name, "--json").refused(2, "--json")


def test_the_report_and_the_answer_in_one_file(program, tmp_path):
    (tmp_path / "graph.txt").write_text("0 1\n")
    command = f"'{program}' degree graph.txt -o out > out"
    done = subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "standard output goes there too" in done.stderr


def test_a_pipe_with_a_name(program, tmp_path):
    (tmp_path / "graph.txt").write_text("0 1\n")
    os.mkfifo(tmp_path / "pipe")
    command = f"'{program}' degree graph.txt -o pipe --json > told & cat pipe; wait $!"
    done = subprocess.run(
        ["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "0\t0\t1\n1\t1\t0\n", "")
    assert (tmp_path / "pipe").is_fifo() and names(tmp_path) == ["graph.txt", "pipe", "told"]


@pytest.mark.parametrize("name", ["graph.sg", "graph.atoll"])
def test_a_binary_graph_through_a_pipe_with_a_name(program, atoll, tmp_path, name):
    """A pipe is read once, so what it holds cannot be found out first."""
    (tmp_path / "graph.txt").write_text("0 1\n")
    assert atoll("convert", "graph.txt", name).code == 0
    (tmp_path / "pipes").mkdir()
    os.mkfifo(tmp_path / "pipes" / name)
    kind = name.removeprefix("graph.")
    fill = f"cat {name} > pipes/{name} & '{program}' degree pipes/{name} -o out.tsv"
    for how, code, said in [("", 3, f"on a pipe; name its format: --format {kind}"), (f"--format {kind}", 0, "")]:
        command = ["bash", "-c", f"{fill} {how}"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode == code and said in done.stderr, done.stderr
    assert (tmp_path / "out.tsv").read_text() == "0\t0\t1\n1\t1\t0\n"


def test_a_closed_standard_output(program, tmp_path):
    """A file that is opened must not take its place, and be told the report."""
    (tmp_path / "graph.txt").write_text("0 1\n")
    for words, code, said in [
        ("degree graph.txt -o -", 2, "standard output: is not open for writing"),
        ("degree graph.txt", 1, "standard output: cannot write"),
        ("degree graph.txt -o out.tsv", 1, "cannot write"),
        ("convert graph.txt out.el", 1, "standard output: cannot write"),
    ]:
        for closed in (">&-", ">&- <&-"):
            command = ["bash", "-c", f"'{program}' {words} {closed}"]
            done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
            assert done.returncode == code and said in done.stderr and done.stderr.count("\n") == 1, (words, done)
    assert (tmp_path / "out.tsv").read_text() == "0\t0\t1\n1\t1\t0\n" and (tmp_path / "out.el").read_text() == "0 1\n"


def test_a_closed_standard_input(program, tmp_path):
    command = ["bash", "-c", f"'{program}' info - <&-"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 3 and done.stderr.startswith("atoll: standard input: cannot read"), done.stderr
