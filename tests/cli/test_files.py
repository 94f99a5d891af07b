# SPDX-License-Identifier: Apache-2.0
"""Where answers go is judged before the graph is loaded: it can be written, and nothing is touched before the end."""

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
