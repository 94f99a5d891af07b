# SPDX-License-Identifier: Apache-2.0
"""When the machine gives up: full disks, no memory, a user who stops us. Never a crash, never a partial file."""

import fcntl
import json
import os
import pty
import resource
import signal
import statistics
import subprocess
import time
from pathlib import Path

import pytest

STOP_SECONDS = 0.2
BUSY_SECONDS = 2.0  # on a machine that has other work, now and then


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def limited(kind: int, amount: int):
    return lambda: resource.setrlimit(kind, (amount, amount))


@pytest.mark.parametrize(
    "words",
    [
        ["degree", "-g", 12, "--output", "/dev/full"],
        ["generate", "kronecker", "/dev/full", "--scale", 12, "--format", "el"],
        ["partition", "-g", 12, "--parts", 2, "--partition", "random", "--output", "/dev/full"],
    ],
)
def test_a_full_device(atoll, words):
    atoll(*words).refused(1, "/dev/full", "disk is full")


def test_a_full_standard_output(atoll, program, tmp_path):
    for words in (["info", "-g", "8"], ["bfs", "-g", "8", "--json"], ["bfs", "-g", "8", "-o", "-"], ["--help"]):
        with open("/dev/full", "w") as full:
            done = subprocess.run([program, *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        assert done.returncode == 1 and "disk is full" in done.stderr, words


@pytest.mark.parametrize(
    "words",
    [
        ["degree", "-g", 14, "--output", "out.tsv"],
        ["generate", "kronecker", "out.atoll", "--scale", 14],
        ["generate", "kronecker", "out.el.gz", "--scale", 16],
    ],
)
def test_a_file_may_not_grow(atoll, tmp_path, words):
    done = atoll(*words, preexec_fn=limited(resource.RLIMIT_FSIZE, 100_000))
    done.refused(1, words[2] if words[0] == "generate" else "out.tsv", "too large")
    assert names(tmp_path) == []


def test_a_full_disk_leaves_the_old_file(atoll, write, tmp_path):
    old = write("out.tsv", "precious\n")
    assert (
        atoll("degree", "-g", 14, "--output", "out.tsv", preexec_fn=limited(resource.RLIMIT_FSIZE, 100_000)).code != 0
    )
    assert old.read_text() == "precious\n"


def test_a_tiny_disk(atoll, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", disk], capture_output=True, check=False)
    if mounted.returncode != 0:
        pytest.skip("a tmpfs cannot be mounted here; /dev/full stands in for it")
    try:
        atoll("degree", "-g", 14, "--output", disk / "out.tsv").refused(1, "out.tsv", "disk is full")
        atoll("generate", "kronecker", disk / "out.atoll", "--scale", 14).refused(1, "out.atoll", "disk is full")
        assert names(disk) == []
    finally:
        subprocess.run(["umount", disk], check=True)


def test_errors_nobody_can_be_told(program, tmp_path):
    """A standard error that is full or closed changes no exit code and no output."""
    (tmp_path / "in.txt").write_text("0 1\n")
    for words, code in {"bfs missing.txt": 3, "bfs": 2, "degree in.txt -o out.tsv": 0}.items():
        for where in ("2>/dev/full", "2>&-"):
            command = f"'{program}' {words} {where}"
            done = subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True, timeout=60, check=False)
            assert done.returncode == code, command
    assert (tmp_path / "out.tsv").read_text() == "0\t0\t1\n1\t1\t0\n"


def test_a_closed_pipe_is_quiet(program, tmp_path):
    reader = f"'{program}' degree -g 16 --output - 2>errors | head -n 1"
    done = subprocess.run(["bash", "-c", reader], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout.count("\n") == 1
    assert "pipe" not in (tmp_path / "errors").read_text().lower()


@pytest.mark.parametrize(
    "words",
    [
        ["bfs", "-g", 18, "--memory-limit", "8M", "--output", "out.tsv"],
        ["generate", "complete", "out.atoll", "--vertices", 1_000_000],
        ["generate", "kronecker", "out.atoll", "--scale", 38],
    ],
)
def test_no_memory_by_limit(atoll, tmp_path, words):
    done = atoll(*words)
    done.refused(1, "memory")
    assert names(tmp_path) == []


def test_one_thread_that_fails_ends_the_run(atoll, tmp_path):
    """Wherever the memory gives out, in whichever thread, nobody waits for the one that failed."""
    codes = set()
    for kibibytes in range(600, 4000, 200):
        how = ["--memory-limit", f"{kibibytes}K", "--threads", 4, "--parts", 4, "--output", "out.tsv"]
        done = atoll("sssp", "-g", 12, *how)
        codes.add(done.code)
        if done.code != 0:
            done.refused(1, "memory")
            assert names(tmp_path) == []
        (tmp_path / "out.tsv").unlink(missing_ok=True)
    assert codes == {0, 1}


def test_a_run_that_cannot_fit_is_not_begun(atoll, tmp_path):
    how = ["--parts", 2, "--memory-limit", "2M", "--output", "out.tsv"]
    atoll("degree", "-u", 16, "-k", 0, *how).refused(1, "degree needs about", "of 2.00 MiB", "--memory-limit) to ")
    assert names(tmp_path) == []


@pytest.mark.parametrize("megabytes", [60, 150, 300, 500, 700])
def test_no_memory_by_the_system(atoll, tmp_path, megabytes):
    done = atoll("sssp", "-g", 18, "--threads", 2, "--parts", 2, "--output", "out.tsv",
                 preexec_fn=limited(resource.RLIMIT_AS, megabytes << 20))  # fmt: skip
    if done.code != 0:
        done.refused(1, "memory")
        assert names(tmp_path) == []


STOPPED = {
    "drawing": ["generate", "kronecker", "out.atoll", "--scale", "24"],
    "reading": ["components", "big.txt", "--output", "out.tsv"],
    "converting": ["convert", "big.txt", "out.el"],
    "packing": ["generate", "uniform", "out.el.gz", "--scale", "22"],
    "running": ["pagerank", "-g", "18", "--iterations", "1000000", "--tolerance", "0", "--output", "out.tsv"],
    "one kernel": ["triangles", "-g", "17", "--output", "out.tsv"],
    "preparing": ["convert", "big.txt", "out.atoll", "--prepare"],
    "repeating": ["bfs", "-g", "17", "--trials", "10000", "--verify", "--output", "out.tsv"],
    "waiting for a pipe": ["bfs", "-", "--output", "out.tsv"],
}


@pytest.fixture(scope="module")
def big_text(tmp_path_factory, program) -> Path:
    path = tmp_path_factory.mktemp("big") / "big.txt"
    subprocess.run([program, "generate", "uniform", path, "--scale", "20"], check=True, stdout=subprocess.DEVNULL)
    return path


def assert_whole(written: Path, command: list) -> None:
    """Asserts that the file is what the command writes when nobody stops it, and removes it."""
    found = written.read_bytes()
    subprocess.run(command, cwd=written.parent, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    assert written.read_bytes() == found
    written.unlink()


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("case", STOPPED)
def test_a_stop_is_quick_and_clean(program, tmp_path, big_text, case, sent):
    words = [str(big_text) if word == "big.txt" else word for word in STOPPED[case]]
    written = tmp_path / next(word for word in words if word.startswith("out."))
    waits = []
    for pause in (0.02, 0.2, 0.4, 0.8):
        running = subprocess.Popen(
            [program, *words],
            cwd=tmp_path,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: signal.signal(sent, signal.SIG_DFL),  # nohup would have it ignored
        )
        time.sleep(pause)
        if running.poll() is not None:  # too quick to be stopped
            errors = running.communicate()[1]
            assert running.returncode == 0, errors
            written.unlink(missing_ok=True)
            continue
        begin = time.monotonic()
        running.send_signal(sent)
        try:
            running.wait(30)
        finally:
            running.kill()
        waits.append(time.monotonic() - begin)
        errors = running.stderr.read()
        running.stdin.close()
        running.stderr.close()
        if running.returncode == 0:  # it had just ended
            written.unlink(missing_ok=True)
            continue
        if running.returncode == -sent:  # before the program could say how it wants to be stopped
            assert pause < 0.1
            continue
        assert running.returncode == 128 + sent, errors
        assert errors == "atoll: stopped on request\n"
        if written.exists():  # it was stopped behind its last line: while it gave its memory back, for example
            assert_whole(written, [program, *words])
        assert names(tmp_path) == []
    if waits:
        assert statistics.median_low(waits) < STOP_SECONDS and max(waits) < BUSY_SECONDS, waits


def shrink_while_mapped(running: subprocess.Popen, path: Path) -> None:
    """Empties the file once the program has mapped it, unless the program is quicker."""
    maps = Path(f"/proc/{running.pid}/maps")
    while running.poll() is None:
        if str(path) not in maps.read_text():
            continue
        running.send_signal(signal.SIGSTOP)
        os.truncate(path, 0)
        running.send_signal(signal.SIGCONT)
        return


def test_a_file_that_becomes_shorter_while_it_is_read(program, tmp_path):
    path = tmp_path / "graph.txt"
    for _ in range(10):
        path.write_bytes(b"1 2\n" * 4_000_000)
        words = [program, "degree", path, "--output", tmp_path / "out.tsv"]
        running = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        shrink_while_mapped(running, path)
        _, errors = running.communicate(timeout=60)
        if running.returncode != 0:
            break
        (tmp_path / "out.tsv").unlink()
    assert (running.returncode, errors.count("\n")) == (3, 1) and "became shorter while it was read" in errors
    assert names(tmp_path) == ["graph.txt"]


def waits_for(running: subprocess.Popen, sent: int) -> bool:
    """Whether the program has begun to listen for a signal: it blocks what it waits for."""
    status = Path(f"/proc/{running.pid}/status").read_text()
    return bool(int(status.partition("SigBlk:")[2].split()[0], 16) >> (sent - 1) & 1)


def full_pipe() -> tuple[int, int, bytes]:
    """Its ends, and what is in it: whoever writes there next waits for us to read."""
    reader, writer = os.pipe()
    before = b"." * fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 4096)
    os.write(writer, before)
    return reader, writer, before


def start_and_stop(program, folder: Path, words: list[str], **where) -> subprocess.Popen:
    running = subprocess.Popen([program, *words], cwd=folder, **where)
    while not waits_for(running, signal.SIGTERM):
        assert running.poll() is None
    time.sleep(STOP_SECONDS)
    running.send_signal(signal.SIGTERM)
    return running


def test_that_it_was_stopped_is_said_to_the_end(program, tmp_path):
    reader, writer, before = full_pipe()
    words = ["pagerank", "-g", "12", "--iterations", "100000000", "--tolerance", "0", "--output", "out.tsv"]
    running = start_and_stop(program, tmp_path, words, stdout=subprocess.DEVNULL, stderr=writer)
    os.close(writer)
    time.sleep(STOP_SECONDS)
    said = b""
    while some := os.read(reader, 4096):
        said += some
    os.close(reader)
    assert (running.wait(60), said) == (128 + signal.SIGTERM, before + b"atoll: stopped on request\n")


def test_a_stop_does_not_wait_for_a_reader_who_sleeps(program, tmp_path):
    reader, writer, _ = full_pipe()
    running = start_and_stop(program, tmp_path, ["info", "-g", "8"], stdout=writer, stderr=writer)
    os.close(writer)
    try:
        assert running.wait(10) == 128 + signal.SIGTERM
    finally:
        running.kill()
        os.close(reader)


def test_a_signal_that_our_parent_ignores_stays_ignored(program, tmp_path):
    running = subprocess.Popen(
        [program, "degree", "-", "--json"],  # it runs for as long as its graph has not come whole
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )
    while not waits_for(running, signal.SIGTERM):
        assert running.poll() is None
    running.send_signal(signal.SIGINT)
    with pytest.raises(subprocess.TimeoutExpired):
        running.wait(STOP_SECONDS)
    out, _ = running.communicate("0 1\n1 2\n", timeout=60)
    assert running.returncode == 0
    assert json.loads(out)["graph"]["arcs"] == 2


def test_more_threads_than_processors_make_progress(atoll):
    answer = atoll("bfs", "-g", 12, "--threads", 16, "--parts", 8, "--verify", "--json").json
    assert answer["verified"] is True and answer["parameters"]["threads"] == 16


@pytest.mark.parametrize(
    ("said", "words", "threads"),
    [
        ("3", [], 3),
        ("3,2", [], 3),
        (" 3 , 2", [], 3),
        ("3", ["--threads", 2], 2),
        *((bad, [], None) for bad in ("", "0", "-3", "three", "3.5", "3x", "4097", "99999999999999999999", ",3")),
    ],
)
def test_threads_are_those_of_openmp_unless_told_otherwise(atoll, said, words, threads):
    def run(environment: dict[str, str]) -> int:
        return atoll("bfs", "-g", 4, *words, "--json", env=environment).json["parameters"]["threads"]

    others = {name: value for name, value in os.environ.items() if name != "OMP_NUM_THREADS"}
    assert run(others | {"OMP_NUM_THREADS": said}) == (threads or run(others))


def test_a_number_of_threads_that_is_none_is_told(atoll):
    environment = os.environ | {"OMP_NUM_THREADS": "abc"}
    note = "OMP_NUM_THREADS is 'abc', which is no number from 1 to 4096: it counts as not set"
    assert atoll("bfs", "-g", 4, "--json", env=environment).json["notes"] == [note]
    assert f"note          {note}" in atoll("machine", env=environment).out
    assert note in atoll("generate", "path", "path.atoll", "--json", env=environment).json["notes"]
    assert atoll("bfs", "-g", 4, "--threads", 2, "--json", env=environment).json["notes"] == []
    assert atoll("bfs", "-g", 4, "--json", env=os.environ | {"OMP_NUM_THREADS": ""}).json["notes"] == []


def drawn_on_a_terminal(program, folder: Path, *words: str) -> bytes:
    terminal, end = pty.openpty()
    running = subprocess.Popen([program, *words], cwd=folder, stdout=subprocess.DEVNULL, stderr=end)
    os.close(end)
    drawn = b""
    while True:
        try:
            drawn += os.read(terminal, 4096)
        except OSError:  # the other end is closed
            break
    os.close(terminal)
    assert running.wait(60) == 0
    return drawn


def test_progress_is_drawn_on_a_terminal_and_wiped(program, tmp_path):
    begin = time.monotonic()
    words = ["pagerank", "-g", "15", "--iterations", "2000", "--tolerance", "0", "--json"]
    drawn = drawn_on_a_terminal(program, tmp_path, *words)
    wipe = b"\r\x1b[K"
    assert b"supersteps" in drawn
    assert drawn.endswith(wipe) and b"\n" not in drawn
    assert drawn.count(wipe) < 20 + 10 * (time.monotonic() - begin)  # at most ten a second


def test_another_phase_is_drawn_at_once(program, tmp_path):
    assert b"verifying" in drawn_on_a_terminal(program, tmp_path, "components", "-g", "14", "--verify")
