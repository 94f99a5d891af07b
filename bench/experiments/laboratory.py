# SPDX-License-Identifier: Apache-2.0
"""Runs `atoll` and keeps what it says, in a file per run, so that a command that was stopped goes on from there.

Invariant: what is asked for in the same order of the same program is found again, and nothing else is.
"""

import hashlib
import json
import os
import shlex
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from compare.content import hash_of
from compare.process import DISTURBED, run

from experiments.workload import Workload

LIMIT_S = 3600  # of one run


class Failed(Exception):
    """A run that failed, or an answer that was not verified, in one line."""


class Unfinished(Exception):
    """The time of this call is over; what was measured is kept."""


class Laboratory:
    """The program with so many threads; `kept` is the folder of its runs, after `until` no run begins any more.

    A run that others disturbed is made again, `attempts` times in all, and the least disturbed one counts.
    `entries` has all runs since it was emptied: command, start, wall seconds, and processor seconds of other programs.
    """

    def __init__(self, program: Path, threads: int, kept: Path, until: float, attempts: int, say: Callable):
        self.program = program
        self.identity = hash_of(program)
        self.threads = threads
        self.kept = kept
        self.until = until
        self.attempts = attempts
        self.say = say
        self.entries: list[dict] = []
        self.used: set[Path] = set()
        self.environment = {"XDG_CACHE_HOME": str(kept.parent / "probe")}  # a probe is looked for there

    def execute(self, words: list[str], graph: Workload | None = None, turn: int = 0, take=lambda said: said) -> dict:
        """Of a command, now or before: `said`, what `take` takes of its JSON; `resident_bytes`. Turns run apart."""
        name = hashlib.sha256(json.dumps([self.identity, words, turn]).encode()).hexdigest()[:24]
        path = self.kept / f"{name}.json"
        if path.exists():
            entry = json.loads(path.read_text())
        else:
            entry = self.undisturbed(words, graph, take)
            path.parent.mkdir(parents=True, exist_ok=True)
            making = path.with_suffix(".making")
            making.write_text(json.dumps(entry))
            making.rename(path)
        self.used.add(path)
        self.entries.append({field: entry[field] for field in ("command", "started", "seconds", "others")})
        return entry

    def forget(self) -> None:
        """What was asked for is done: the next time it is measured again."""
        for path in self.used:
            path.unlink(missing_ok=True)

    def undisturbed(self, words: list[str], graph: Workload | None, take: Callable[[dict], object]) -> dict:
        entries: list[dict] = []
        while not entries or (entries[-1]["taken_share"] > DISTURBED and len(entries) < self.attempts):
            entries.append(self.run(words, graph, take))
        return min(entries, key=lambda entry: entry["taken_share"])

    def run(self, words: list[str], graph: Workload | None, take: Callable[[dict], object]) -> dict:
        if time.monotonic() > self.until:
            raise Unfinished
        shown = shlex.join(["atoll", *words])
        if graph is not None:
            shown = shown.replace(f"{graph.folder.parent}/", "")
        started = datetime.now(UTC)
        done = run([str(self.program), *words], self.environment, LIMIT_S, memory=True)
        if done.code != 0:
            reason = (done.err.strip() or f"exit code {done.code}").splitlines()[-1]
            raise Failed(f"`{shown[:200]}`: {reason}")
        return {
            "command": shown,
            "started": started.isoformat(timespec="seconds"),
            "seconds": done.seconds,
            "others": done.taken_seconds,
            "taken_share": done.taken_share(),
            "resident_bytes": done.peak_bytes,
            "said": take(json.loads(done.out)),
        }

    def seconds(self) -> float:
        """Of all entries."""
        return sum(entry["seconds"] for entry in self.entries)

    def account(self) -> dict:
        """When the entries were measured, in what time, and the share of the processors that others took meanwhile."""
        processors = len(os.sched_getaffinity(0))
        return {
            "started": min(entry["started"] for entry in self.entries),
            "seconds": self.seconds(),
            "others": max(0.0, sum(entry["others"] for entry in self.entries) / (processors * self.seconds())),
            "commands": [entry["command"] for entry in self.entries],
        }
