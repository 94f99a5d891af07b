# SPDX-License-Identifier: Apache-2.0
"""Runs a program to its end: output, wall time and peak memory, within a limit.

All programs of a comparison inherit what is set here once: the processors (affinity) and the huge-page setting.
"""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import tty
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

PR_SET_THP_DISABLE = 41
HUGE_PAGES = Path("/sys/kernel/mm/transparent_hugepage/enabled")
TOPOLOGY = "/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list"
SMALL_PARENT = """import os, sys
child = os.posix_spawnp(sys.argv[2], sys.argv[2:], os.environ)
_, status, usage = os.wait4(child, 0)
own = next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM"))
with open(sys.argv[1], "w") as told:
    print(usage.ru_maxrss, own, file=told)
code = os.waitstatus_to_exitcode(status)
os.kill(os.getpid(), -code) if code < 0 else os._exit(code)
"""
TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
DISTURBED = 0.1  # of the processors, taken by others: such a run is repeated


@dataclass(frozen=True)
class Finished:
    """A program that ended. `code` is negative for a signal; `peak_bytes` None where it was not asked for or is too
    small to tell.

    `lines` are what it printed, each with the time when it came (by a clock of no fixed start), if that was asked for.
    `taken_seconds` of its processors went elsewhere meanwhile: to other programs, or to the host of a virtual machine.
    """

    code: int
    out: str
    err: str
    seconds: float
    peak_bytes: int | None
    timed_out: bool
    taken_seconds: float = 0
    lines: tuple[tuple[float, str], ...] = ()

    def taken_share(self) -> float:
        """Of the processors that we may use; what the system's clock may have rounded up, a tick of each, is none."""
        processors = len(os.sched_getaffinity(0))
        return max(0.0, self.taken_seconds - processors / TICKS_PER_SECOND) / (self.seconds * processors)


class Terminal:
    """A pseudo-terminal for a program that would keep its lines back from a file: notes when each comes, copies all.

    The program writes to `end`, which `started` closes on our side.
    """

    def __init__(self, out: BinaryIO):
        self.ours, self.end = os.openpty()
        tty.setraw(self.end)  # a line ends as it was written
        self.out = out
        self.pieces: list[tuple[float, bytes]] = []
        self.reader = threading.Thread(target=self.read, daemon=True)

    def started(self) -> None:
        os.close(self.end)
        self.reader.start()

    def read(self) -> None:
        with contextlib.suppress(OSError):  # nobody is left who could write
            while piece := os.read(self.ours, 1 << 16):
                self.pieces.append((time.monotonic(), piece))
        os.close(self.ours)

    def lines(self) -> tuple[tuple[float, str], ...]:
        """Whole lines, once the program has ended; all that it printed is in the file then."""
        self.reader.join()
        found, line = [], b""
        for seconds, piece in self.pieces:
            self.out.write(piece)
            *ended, line = (line + piece).split(b"\n")
            found += [(seconds, text.decode(errors="replace")) for text in ended]
        return tuple(found)


def run(
    command: Sequence[str], environment: Mapping[str, str], limit_s: float, memory: bool = False, lines: bool = False
) -> Finished:
    """Runs `command` until it ends or `limit_s` is over. An interrupt ends it too, and is passed on.

    A child has its parent's peak in its books, so `memory` is measured below a parent that is small. With `lines` it
    prints to a terminal, and when each line comes is noted.
    """
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, tempfile.NamedTemporaryFile("r") as told:
        words = [sys.executable, "-I", "-S", "-c", SMALL_PARENT, told.name, *command] if memory else command
        terminal = Terminal(out) if lines else None
        start, busy, ours = time.monotonic(), busy_seconds(), our_seconds()
        child = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=terminal.end if terminal else out,
            stderr=err,
            env={**os.environ, **environment},
            start_new_session=memory,
        )
        if terminal:
            terminal.started()
        over = threading.Event()

        def kill() -> None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL) if memory else os.kill(child.pid, signal.SIGKILL)

        def stop() -> None:
            over.set()
            kill()

        timer = threading.Timer(limit_s, stop)
        timer.daemon = True
        timer.start()
        try:
            _, status = os.waitpid(child.pid, 0)
        except BaseException:
            timer.cancel()
            kill()
            child.wait()
            raise
        timer.cancel()
        seconds = time.monotonic() - start
        taken = busy_seconds() - busy - (our_seconds() - ours)
        child.returncode = os.waitstatus_to_exitcode(status)
        printed = terminal.lines() if terminal else ()
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode(errors="replace"))
        peak = peak_of(told.read()) if memory else None
    return Finished(child.returncode, *texts, seconds, peak, over.is_set(), taken, printed)


def interrupt_when_stopped() -> None:
    """Whoever ends us by SIGTERM or SIGHUP is heard as an interrupt is; a SIGHUP that is ignored (nohup) stays so."""
    for stop in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(stop) == signal.SIG_DFL:
            signal.signal(stop, signal.default_int_handler)


def peak_of(told: str) -> int | None:
    """Bytes, of what the small parent told: what does not exceed its own peak says nothing."""
    child, own = map(int, told.split()) if told else (0, 0)
    return 1024 * child if child > 1.05 * own else None


def busy_seconds() -> float:
    """That the processors which we may use were not idle, or not given to us by a host, since the system started."""
    ours = {f"cpu{processor}" for processor in os.sched_getaffinity(0)}
    ticks = 0
    for name, *fields in map(str.split, Path("/proc/stat").read_text().splitlines()):
        if name in ours:
            user, nice, system, _, _, *interrupts = map(int, fields[:8])
            ticks += user + nice + system + sum(interrupts)  # the last of them is what a host took
    return ticks / TICKS_PER_SECOND


def our_seconds() -> float:
    """Of processor time, by this process and those that it waited for."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def choose_processors(threads: int) -> list[int]:
    """So many of the processors we may use, one per core before two of the same core."""
    first, rest, cores = [], [], set()
    for processor in sorted(os.sched_getaffinity(0)):
        siblings = Path(TOPOLOGY.format(processor))
        core = siblings.read_text().strip() if siblings.exists() else str(processor)
        (rest if core in cores else first).append(processor)
        cores.add(core)
    return (first + rest)[:threads]


def huge_page_setting() -> str:
    """What the system does: always, madvise, never, or unknown."""
    text = HUGE_PAGES.read_text() if HUGE_PAGES.exists() else ""
    return text.partition("[")[2].partition("]")[0] or "unknown"


def huge_page_environment(choice: str) -> dict[str, str]:
    """Sets huge pages for all programs alike: `on` asks for them in malloc too (glibc 2.35), `off` forbids them."""
    if choice == "off":
        if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0) != 0:
            raise OSError(ctypes.get_errno(), "cannot forbid huge pages (prctl PR_SET_THP_DISABLE)")
        return {}
    tunables = [text for text in [os.environ.get("GLIBC_TUNABLES")] if text]
    return {"GLIBC_TUNABLES": ":".join([*tunables, "glibc.malloc.hugetlb=1"])} if choice == "on" else {}
