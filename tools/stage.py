# SPDX-License-Identifier: Apache-2.0
"""A stage of tools/test while it runs: its folder build/test/<name>, its log there, and its tally of cases."""

import os
import shutil
import subprocess
import tempfile
import threading
import xml.etree.ElementTree as xml
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parents[1]
REAL_GRAPHS = ROOT.parent / "shared/data"  # tests that want them are skipped where they are not
NOT_FOUND = 127  # exit code, as a shell gives it


@dataclass
class Tally:
    """What a stage found: a count, and for the rest (name, message)."""

    passed: int = 0
    failed: list[tuple[str, str]] = field(default_factory=list)
    skipped: list[tuple[str, str]] = field(default_factory=list)
    seconds: float = 0
    build_seconds: float = 0  # of those
    processor_seconds: float = 0

    def add(self, other: "Tally") -> None:
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped
        self.seconds += other.seconds
        self.build_seconds += other.build_seconds
        self.processor_seconds += other.processor_seconds


class Stage:
    """A stage while it runs: its folder, its log, its tally."""

    def __init__(self, name: str, everything: bool):
        self.name = name
        self.everything = everything
        self.folder = ROOT / "build/test" / name
        self.tally = Tally()
        self.lock = threading.Lock()  # of the tally's seconds, for commands that run at once
        self.environment = dict(os.environ)
        if everything:
            self.environment["ATOLL_EVERYWHERE"] = "full"
        if REAL_GRAPHS.is_dir():
            self.environment.setdefault("ATOLL_DATA", str(REAL_GRAPHS))
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self.log = self.folder / "log"

    def run(self, *command: str | Path, **environment: str) -> int:
        """Runs a command into the log; returns its exit code."""
        with self.log.open("a") as log:
            print("$", *command, file=log, flush=True)
            return self.perform([str(word) for word in command], log, **environment)

    def told(self, *command: str) -> tuple[int, str]:
        """Runs a command, also beside others of this stage; returns its exit code and what it printed."""
        with tempfile.TemporaryFile("w+") as printed:
            code = self.perform(list(command), printed)
            printed.seek(0)
            return code, printed.read()

    def perform(self, command: list[str], printed: IO[str], **environment: str) -> int:
        try:
            process = subprocess.Popen(
                command,
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=subprocess.STDOUT,
                env={**self.environment, **environment},
            )
        except OSError as error:
            print(error, file=printed, flush=True)
            return NOT_FOUND
        _, status, usage = os.wait4(process.pid, 0)  # what it used itself, while other stages run beside this one
        process.returncode = os.waitstatus_to_exitcode(status)
        with self.lock:
            self.tally.processor_seconds += usage.ru_utime + usage.ru_stime
        return process.returncode

    def step(self, name: str, *command: str | Path, **environment: str) -> bool:
        """A command that counts as a failed case when it fails."""
        done = self.run(*command, **environment) == 0
        if not done:
            self.tally.failed.append((name, self.tail()))
        return done

    def tail(self, lines: int = 40) -> str:
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:])

    def count(self, results: Path) -> Tally:
        """Adds the cases of a JUnit file, as GoogleTest and pytest write it; returns that file's own tally."""
        tally = Tally()
        for name, verdict, message in read_cases(results):
            if verdict == "passed":
                tally.passed += 1
            else:
                getattr(tally, verdict).append((name, message))
        self.tally.add(tally)
        return tally


def read_cases(results: Path) -> Iterator[tuple[str, str, str]]:
    """The cases of a JUnit file: name, verdict (passed, failed, skipped), message."""
    for case in xml.parse(results).iter("testcase"):
        name = f"{case.get('classname')}.{case.get('name')}"
        failures = [*case.iter("failure"), *case.iter("error")]
        skip = case.find("skipped")
        if failures:
            yield name, "failed", "\n".join((part.text or part.get("message") or "").strip() for part in failures)
        elif skip is not None or case.get("status") == "notrun":
            message = (skip.get("message") if skip is not None else "") or "disabled"
            yield name, "skipped", message.strip().splitlines()[-1]
        else:
            yield name, "passed", ""
