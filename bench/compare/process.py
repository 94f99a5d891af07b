# SPDX-License-Identifier: Apache-2.0
"""Runs a program to its end: output, wall time and peak memory, within a limit.

All programs of a comparison inherit what is set here once: the processors (affinity) and the huge-page setting.
"""

import contextlib
import ctypes
import os
import resource
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

PR_SET_THP_DISABLE = 41
HUGE_PAGES = Path("/sys/kernel/mm/transparent_hugepage/enabled")
TOPOLOGY = "/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list"


@dataclass(frozen=True)
class Finished:
    """A program that ended. `code` is negative for a signal; `peak_bytes` None where it is too small to tell."""

    code: int
    out: str
    err: str
    seconds: float
    peak_bytes: int | None
    timed_out: bool


def run(command: Sequence[str], environment: Mapping[str, str], limit_s: float) -> Finished:
    """Runs `command` until it ends or `limit_s` is over. An interrupt ends it too, and is passed on."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start = time.monotonic()
        child = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, env={**os.environ, **environment}
        )
        over = threading.Event()

        def stop() -> None:
            over.set()
            with contextlib.suppress(ProcessLookupError):
                os.kill(child.pid, signal.SIGKILL)

        timer = threading.Timer(limit_s, stop)
        timer.daemon = True
        timer.start()
        try:
            _, status, usage = os.wait4(child.pid, 0)
        except BaseException:
            timer.cancel()
            child.kill()
            child.wait()
            raise
        timer.cancel()
        seconds = time.monotonic() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode(errors="replace"))
    return Finished(child.returncode, *texts, seconds, peak_of(usage.ru_maxrss * 1024), over.is_set())


def peak_of(peak_bytes: int) -> int | None:
    """A child starts with our own peak in its books: what does not exceed it says nothing."""
    ours = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return peak_bytes if peak_bytes > 1.05 * ours else None


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
