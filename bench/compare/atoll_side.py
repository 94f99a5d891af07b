# SPDX-License-Identifier: Apache-2.0
"""Our side: the program `atoll`, which says everything as one JSON object.

What counts as the time of a trial. Track A: partition, layout, run and bringing the answer into the user's order. Track
B: the same of a file that was prepared, without partition and layout; the preparation is reported, what `convert
--prepare` took once and what the process adds. Track L: as B, but nothing is prepared. Ingest: until a graph stands
that can be walked both ways; of drawn edges, the building alone, with the removal of self-loops and parallel arcs.
"""

import json
from pathlib import Path

from compare.content import hash_of
from compare.process import Finished, run
from compare.sides import ROUNDS_MAX, TOLERANCE, NotThere, Run, Side, SideFailed, Task

COMMANDS = {
    "bfs": ["bfs", "--answer", "parents"],
    "pagerank": ["pagerank", "--variant", "gap", "--tolerance", TOLERANCE, "--iterations", ROUNDS_MAX],
    "cc": ["components"],
    "sssp": ["sssp", "--answer", "distances"],
    "bc": ["betweenness"],
    "tc": ["triangles"],
    "ingest-text": ["bfs", "--answer", "parents"],
    "ingest-weighted": ["sssp", "--answer", "distances"],
    "ingest-binary": ["bfs", "--answer", "parents"],
}
# No search of ours with weights walks against the arcs of a directed graph, which GAPBS's converter turns round all the
# same. So do we, for two searches in one process, whose layout has what either needs.
BOTH_WAYS = ["--", "sssp", "--answer", "distances", "--", "bfs", "--answer", "parents"]
COUNTED = {"tc": "triangles"}  # the fact that is the answer
PREPARE = ["--prepare"]
ONE_PART = ["--parts", "1"]  # as GAPBS has it; without it a machine of several memory domains has so many parts
USAGE = 2  # exit code


class AtollSide(Side):
    """The program at `program`, with `arguments` added to every command; on one part, unless they say otherwise."""

    name = "atoll"

    def __init__(self, program: Path, arguments: list[str], environment: dict[str, str], limit_s: float):
        super().__init__(environment, limit_s)
        self.program = program
        self.arguments = arguments
        self.parts = [] if any(word.split("=")[0] == "--parts" for word in arguments) else ONE_PART

    def command(self, task: Task) -> list[str]:
        if task.kernel == "ingest-edges":
            drawing = task.graph.drawing()
            if drawing is None:
                raise NotThere("only the edges of kron:N and urand:N are drawn by both sides")
            words = ["generate", *drawing, "--threads", str(task.threads), "--json"]
            return [str(self.program), *words, "/dev/null", "--format", "sg"]
        if task.kernel == "ingest-weighted" and task.graph.directed():
            machine = ["--threads", str(task.threads), "--json", *self.parts, *self.arguments]
            return [str(self.program), "run", str(task.path), *machine, *BOTH_WAYS]
        words = [str(self.program), *COMMANDS[task.kernel], str(task.path)]
        if task.source is not None:
            words += ["--source", str(task.source)]
        if task.roots:
            words += ["--roots", ",".join(map(str, task.roots))]
        if task.kernel in ("ingest-text", "ingest-weighted") and not task.graph.directed():
            words += ["--undirected"]
        words += ["--trials", str(task.trials), "--threads", str(task.threads), "--json"]
        words += PREPARE if task.track == "B" else []
        words += ["--verify"] if proves(task) else []
        return words + self.parts + self.arguments

    def parse(self, task: Task, done: Finished) -> Run:
        said = json.loads(done.out)
        if task.kernel == "ingest-edges":
            return Run([said["seconds"]["build"]], details={"seconds": said["seconds"]})
        said = said.get("runs", [said])[0]  # all share what was loaded and laid out
        if proves(task) and said["verified"] is not True:
            raise SideFailed(f"atoll: the answer was not verified: {said.get('breach', said['verified'])}")
        if task.count is not None:
            check_counts(task, said)
        parts = said["seconds"]
        before = parts["partition"] + parts["layout"]
        if task.track == "-":
            return Run([parts["load"] + before], details={"seconds": parts})
        runs = [trial["seconds"] for trial in said.get("trials", [])] or [parts["run"]]
        clocked = parts["aggregation"] + (before if task.track == "A" else 0)
        named = ("load", "partition", "prepare", "layout", "verify", "output")
        told = sum(parts.get(part, 0) for part in named) + parts["aggregation"] * len(runs)
        outside = parts["total"] - sum(runs) - told
        prepare = parts.get("prepare", 0.0)
        if task.prepared is not None:
            prepare += task.prepared.seconds + before
        return Run(
            [seconds + clocked for seconds in runs],
            verified=said["verified"] if task.count is None else True,
            prepare_seconds=prepare,
            details={"seconds": parts, "result": brief(said["result"]), "unclocked_seconds": outside} | work(said),
        )

    def counted(self, kernel: str, run: Run) -> int:
        """The number that is the answer of a kernel that counts."""
        return run.details["result"][COUNTED[kernel]]

    def probe(self, threads: int, path: Path) -> dict:
        """What `atoll machine --probe` measures, kept in a file. Throws SideFailed."""
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            words = ["machine", "--probe", "--quick", "--json", "--threads", str(threads), "--probe-file", str(path)]
            done = run([str(self.program), *words], self.environment, self.limit_s)
            if done.code != 0:
                raise SideFailed(f"`atoll {' '.join(words)}` ended with {done.code}: {done.err.strip()}")
        return json.loads(path.read_text())["probe"]

    def refused(self, done: Finished) -> str | None:
        reason = done.err.strip()
        absent = ("there is no such command", "there is no such option")
        return reason.partition(";")[0] if done.code == USAGE and any(text in reason for text in absent) else None

    def identity(self, kernel: str) -> dict:
        done = run([str(self.program), "--version"], {}, 60)
        return {"program": str(self.program), "version": done.out.strip(), "sha256": hash_of(self.program)}

    def check(self) -> None:
        """Throws NotThere if the program does not answer."""
        try:
            done = run([str(self.program), "--version"], {}, 60)
        except OSError as error:
            raise NotThere(
                f"--atoll {self.program}: {error.strerror}; `make build` makes build/release/atoll"
            ) from error
        if done.code != 0:
            raise NotThere(f"--atoll {self.program}: --version ended with {done.code}")


def proves(task: Task) -> bool:
    """Whether the certificate is asked for."""
    return task.verify and task.track != "-" and task.count is None


def check_counts(task: Task, said: dict) -> None:
    """Throws SideFailed where a trial counted something else than what was proved."""
    counted = {trial["result"][COUNTED[task.kernel]] for trial in said["trials"]}
    if counted != {task.count}:
        raise SideFailed(f"atoll: {task.kernel} counted {sorted(counted)}, where {task.count} was proved")


def work(said: dict) -> dict:
    """What a run looked at, if it says so."""
    arcs = said.get("arcs_scanned", 0)
    return {"arcs_scanned": arcs, "layout_bytes": said["layout"]["bytes"]} if arcs else {}


def brief(result: dict) -> dict:
    """The facts of an answer without its lists."""
    return {key: value for key, value in result.items() if not isinstance(value, list | dict)}
