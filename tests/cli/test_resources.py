# SPDX-License-Identifier: Apache-2.0
"""When the machine gives up: full disks, no memory, a user who stops us. Never a crash, never a partial file."""

import gzip
import json
import lzma
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


@pytest.mark.parametrize(
    "command",
    ["bfs", "sssp", "pagerank", "components", "degree", "cores", "colouring", "communities", "triangles"],
)
def test_the_memory_is_as_estimated(atoll, command):
    for parts in (1, 4):
        answer = atoll(command, "-g", 16, "--parts", parts, "--json").json
        assert answer["peak_bytes"] / 2 < answer["estimated_bytes"] < 2 * answer["peak_bytes"]


@pytest.mark.parametrize("threads", [1, 2, 16])
def test_the_memory_of_triangles_is_by_what_is_asked(atoll, threads):
    for drawn in (["uniform", "--scale", 17, "--degree", 0.5], ["kronecker", "--scale", 14]):
        atoll("generate", *drawn, "g.atoll")
        for wanted in ("count", "vertices"):
            answer = atoll("triangles", "g.atoll", "--answer", wanted, "--threads", threads, "--json").json
            assert answer["peak_bytes"] <= answer["estimated_bytes"], (drawn, wanted)


@pytest.mark.parametrize("shape", [["grid", "--rows", 400, "--columns", 400], ["path", "--vertices", 150_000]])
def test_the_memory_of_a_mesh_is_not_estimated_as_that_of_hubs(atoll, shape):
    atoll("generate", *shape, "--weights", "byte", "g.atoll")
    for words in (["bfs"], ["sssp"], ["pagerank", "--variant", "gap"], ["bfs", "--prepare"], ["sssp", "--prepare"]):
        answer = atoll(words[0], "g.atoll", *words[1:], "--json").json
        assert answer["peak_bytes"] <= answer["estimated_bytes"] < 2 * answer["peak_bytes"], words


def test_what_archives_take_is_counted(atoll, tmp_path):
    window = 64 << 20
    filters = [{"id": lzma.FILTER_LZMA2, "dict_size": window}]
    (tmp_path / "g.txt.xz").write_bytes(lzma.compress(b"0 1\n1 2\n", filters=filters))
    assert atoll("degree", "g.txt.xz", "--json").json["peak_bytes"] > window
    atoll("degree", "g.txt.xz", "--memory-limit", "40M").refused(1, "g.txt.xz", "smaller window")
    atoll("convert", "g.txt.xz", "g.txt")
    assert atoll("convert", "g.txt", "out.txt.xz", "--json").json["peak_bytes"] > 30 << 20
    atoll("convert", "g.txt", "out.txt.xz", "--memory-limit", "20M").refused(1, "memory")


def test_what_a_kernel_keeps_of_arcs_is_not_estimated_where_the_program_runs(atoll):
    atoll("generate", "uniform", "u.atoll", "--scale", 14)
    kernel, plain, boxed = (
        atoll("bfs", "u.atoll", *words, "--json").json for words in ([], ["--plain"], ["--exchange", "one-box"])
    )
    assert boxed["parameters"]["exchange"] == "one-box"
    assert kernel["estimated_bytes"] != plain["estimated_bytes"] == boxed["estimated_bytes"]


@pytest.mark.parametrize("command", ["bfs", "sssp", "pagerank", "components", "degree"])
def test_the_memory_of_bins_is_estimated(atoll, command):
    """A message for every arc, however few are sent at a time."""
    for parts in (1, 4):
        answer = atoll(command, "-g", 16, "--parts", parts, "--exchange", "binned", "--json").json
        assert answer["parameters"]["exchange"] == "binned"
        assert answer["peak_bytes"] / 2 < answer["estimated_bytes"] < 2 * answer["peak_bytes"]


def test_the_memory_of_many_threads_is_estimated(atoll):
    """Each keeps arcs of its own, however few."""
    atoll("generate", "uniform", "k.atoll", "--scale", 14, "--directed", "-k", 6)
    for threads in (2, 8):
        answer = atoll("bfs", "k.atoll", "--threads", threads, "--json").json
        assert answer["peak_bytes"] < answer["estimated_bytes"] < 2.5 * answer["peak_bytes"], threads


def test_the_memory_of_what_is_prepared_is_estimated_too(atoll, tmp_path):
    """Arcs by weight, of a graph with hubs and of one without; a graph that is contracted."""
    grid = ["grid", "--rows", 300, "--columns", 300]
    for drawn in (["kronecker", "--scale", 16], grid, ["path", "--vertices", 100_000]):
        atoll("generate", *drawn, "--weights", "byte", "g.atoll")
        answer = atoll("sssp", "g.atoll", "--prepare", "--json").json
        assert answer["peak_bytes"] / 2 < answer["estimated_bytes"] < 2 * answer["peak_bytes"], drawn


def test_the_memory_of_betweenness_is_by_its_roots(atoll):
    """One search from one root, by one thread or by all; up to eight from more, by as many threads."""
    atoll("generate", "grid", "--rows", 300, "--columns", 300, "grid.atoll")
    for threads in (1, 2, 8):
        for roots in (["--roots", 5], ["--roots", "5,700"], ["--samples", 20]):
            for way in ([], ["--prepare"]):
                answer = atoll("betweenness", "grid.atoll", *roots, *way, "--threads", threads, "--json").json
                assert answer["peak_bytes"] < answer["estimated_bytes"] < 2.5 * answer["peak_bytes"], (
                    threads,
                    roots,
                    way,
                )


def test_what_is_prepared_for_one_root_is_made_anew_for_more(atoll):
    atoll("generate", "grid", "--rows", 300, "--columns", 300, "grid.atoll")
    how = ["grid.atoll", "--prepare", "--threads", 2, "--json"]
    runs = atoll("run", *how, "--", "betweenness", "--roots", 5, "--", "betweenness", "--samples", 20).json["runs"]
    assert runs[1]["seconds"]["prepare"] > 0
    assert runs[1]["peak_bytes"] < runs[1]["estimated_bytes"] < 2.5 * runs[1]["peak_bytes"]
    runs = atoll("run", *how, "--", "betweenness", "--samples", 20, "--", "betweenness", "--roots", 5).json["runs"]
    assert runs[1]["seconds"]["prepare"] == 0


def test_the_memory_of_a_road_is_little_more_than_the_road(atoll, tmp_path):
    """Bytes by vertex: the rows are 16, and 8 for weights; without what only another round, or other numbers, wants.
    A prepared search has records of all that were taken (decision 21)."""
    atoll("generate", "path", "--vertices", 160_000, "--weights", "byte", "path.atoll")
    for bytes_max, *command in (
        (45, "sssp", "--answer", "distances", "--prepare"),
        (33, "bfs", "--answer", "parents"),
        (40, "bfs", "--answer", "parents", "--prepare"),
        (34, "pagerank", "--variant", "gap", "--tolerance", 1e-4),
        (95, "betweenness", "--roots", "0,9,99,999"),
    ):
        answer = atoll(command[0], "path.atoll", *command[1:], "--threads", 2, "--json").json
        assert answer["peak_bytes"] < 160_000 * bytes_max, command


def test_a_packed_file_is_not_there_twice(atoll, tmp_path):
    """Once its rows are put back into the order of the vertices, what was unpacked is gone."""
    atoll("generate", "kronecker", "--scale", 16, "plain.atoll")
    atoll("convert", "plain.atoll", "prepared.atoll", "--prepare")
    (tmp_path / "packed.atoll.gz").write_bytes(gzip.compress((tmp_path / "prepared.atoll").read_bytes()))
    peaks = [atoll("degree", name, "--json").json["peak_bytes"] for name in ("prepared.atoll", "packed.atoll.gz")]
    assert peaks[1] < 1.3 * peaks[0]


def test_the_memory_of_a_run_leaves_out_building_and_certificates(atoll):
    for command in ("bfs", "pagerank"):
        answer = atoll(command, "-g", 16, "--parts", 4, "--verify", "--json").json
        rows = 4 * answer["graph"]["arcs"] + 8 * answer["graph"]["vertices"]
        edges = 8 * answer["graph"]["edges"]
        assert rows < answer["run_peak_bytes"] < answer["peak_bytes"] - edges / 2
        plain = atoll(command, "-g", 16, "--parts", 4, "--json").json
        assert plain["run_peak_bytes"] == answer["run_peak_bytes"]


def test_what_a_run_needs_makes_room_for_its_answer(atoll):
    """Ranks, what is said to neighbours, and where vertices are: the answer comes when what was said is gone."""
    how = ["-g", 16, "--parts", 4, "--exchange", "one-box", "--plain", "--json"]
    answer = atoll("pagerank", *how).json
    vertices, ghosts = answer["graph"]["vertices"], sum(answer["ghosts"])
    needed = (4 + 8 + 8) * vertices + 8 * ghosts
    assert needed < answer["run_peak_bytes"] - answer["layout"]["bytes"] < needed + 4 * vertices


def test_a_run_in_boxes_takes_three_quarters_of_an_edge_list(atoll):
    """The thesis's: 16 bytes per undirected edge, 24 with weights. On so small a graph ranks take a little more."""
    atoll("generate", "kronecker", "--scale", 16, "--weights", "million", "g.atoll")
    how = ["--parts", 4, "--partition", "hybrid", "--plain", "--json"]
    for exchange in ("one-box", "two-box"):
        for words, edge_bytes, most in (
            (["bfs"], 16, 0.75),
            (["sssp", "--answer", "distances"], 24, 0.75),
            (["pagerank"], 16, 0.78),
        ):
            answer = atoll(*words, "g.atoll", "--exchange", exchange, *how).json
            assert answer["run_peak_bytes"] <= most * edge_bytes * answer["graph"]["edges"], (words, exchange)


def test_who_has_too_little_memory_hears_how_much_would_do(atoll, write):
    """And that much does."""
    said = atoll("bfs", "-g", 16, "--memory-limit", "5M")
    said.refused(1, "takes about", "there are 5.00 MiB", "--memory-limit) to ", "ask for fewer vertices")
    needed = said.err.split("--memory-limit) to ")[1].split(",")[0]
    assert atoll("bfs", "-g", 16, "--memory-limit", f"{float(needed.split()[0]) + 4:.0f}M").code == 0
    graph = write("graph.txt", "".join(f"{v} {v + 1}\n" for v in range(100_000)))
    atoll("bfs", graph, "--memory-limit", "1M").refused(1, "graph.txt", "--memory-limit) to ", "as .atoll")


def resident_kilobytes(process: int, library: str) -> int:
    """Of the code of a library that is mapped."""
    found = []
    for line in Path(f"/proc/{process}/smaps").read_text().splitlines():
        words = line.split()
        if not words[0].endswith(":"):
            is_code = library in words[-1] and "x" in words[1]
        elif is_code and words[0] == "Rss:":
            found.append(int(words[1]))
    assert found, f"no code of {library}"
    return sum(found)


def wait_until_it_rests(process: int) -> None:
    """Until it has run for less than a tick of half a second: who waits looks up now and then."""
    end = time.monotonic() + 20
    before, since = [], time.monotonic()
    while time.monotonic() < min(end, since + 0.5):
        now = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]  # in user and in system mode
        before, since = now, since if now == before else time.monotonic()
        time.sleep(0.02)
    assert time.monotonic() < end


def test_code_that_is_done_takes_no_memory(program, tmp_path):
    """That which asked for the machine goes before the graph is read, and that which read it before it is used."""
    os.mkfifo(tmp_path / "answer")
    words = [program, "degree", "-", "--output", "answer"]
    running = subprocess.Popen(words, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    try:
        wait_until_it_rests(running.pid)  # for the graph
        of_machine = resident_kilobytes(running.pid, "libhwloc")
        running.stdin.write(lzma.compress(b"0 1\n1 2\n"))
        running.stdin.close()
        wait_until_it_rests(running.pid)  # for whom it answers
        of_reading = resident_kilobytes(running.pid, "liblzma")
        assert (tmp_path / "answer").read_text().count("\n") >= 3
        assert running.wait(20) == 0
    finally:
        running.kill()
        running.wait()
    assert (of_machine, of_reading) == (0, 0)


@pytest.mark.parametrize("algorithm", ["components", "triangles", "degree"])
def test_trials_need_no_more_memory_than_one(atoll, write, algorithm):
    """The layout that is rehearsed before them is left out where it does not fit. One thread: the most that two hold at
    a time is a matter of which comes first."""
    graph = write("graph.txt", "".join(f"{v} {v + 1}\n" for v in range(40)))
    on = [algorithm, graph, "--threads", 1]
    limited_to = [[*on, "--memory-limit", f"{kibibytes}K"] for kibibytes in range(4, 260, 4)]
    least = next(words for words in limited_to if atoll(*words).code == 0)
    assert atoll(*least, "--trials", 2).code == 0


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
