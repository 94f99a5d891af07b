# SPDX-License-Identifier: Apache-2.0
"""What the tests of the command line share: the program, run as a user runs it, and small graphs on disk."""

import json
import os
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = Path(os.environ.get("ATOLL", ROOT / "build/release/atoll")).resolve()
SECONDS = 120
os.environ.pop("OMP_NUM_THREADS", None)  # tests see as many threads wherever they run
for name in ("HWLOC_SYNTHETIC", "HWLOC_XMLFILE"):  # and the machine that is here
    os.environ.pop(name, None)


def stay_on_one_node() -> None:
    """The program has a part for each memory domain that it may work on: wherever tests run, they leave it one."""
    ours = os.sched_getaffinity(0)
    for node in Path(f"/sys/devices/system/cpu/cpu{min(ours)}").glob("node[0-9]*"):
        os.sched_setaffinity(0, ours & {int(processor.name[3:]) for processor in node.glob("cpu[0-9]*")})


stay_on_one_node()


@dataclass
class Result:
    """How a run ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict:
        assert self.code == 0, self.err
        return json.loads(self.out)

    @property
    def rows(self) -> list[list[str]]:
        """The tab-separated lines of `--output -`."""
        assert self.code == 0, self.err
        return [line.split("\t") for line in self.out.splitlines()]

    def refused(self, code: int, *words: str) -> None:
        """Asserts the exit code and one line on stderr that has all the words."""
        assert self.code == code, f"exit code {self.code}\n{self.err}{self.out}"
        assert self.err.startswith("atoll: ") and self.err.count("\n") == 1, self.err
        assert [word for word in words if word not in self.err] == [], self.err
        assert self.out == ""


@pytest.fixture(scope="session")
def program() -> Path:
    if not PROGRAM.exists():
        pytest.fail(f"there is no {PROGRAM}: run `make build`, or set ATOLL")
    return PROGRAM


@pytest.fixture
def atoll(program: Path, tmp_path: Path) -> Callable[..., Result]:
    """Runs the program in the test's own folder, as a user who has measured nothing yet: atoll("bfs", "g.txt")."""

    def run(*words: object, **how: object) -> Result:
        command = [str(program), *map(str, words)]
        how.setdefault("stdin", subprocess.DEVNULL)
        how.setdefault("env", os.environ | {"XDG_CACHE_HOME": str(tmp_path / "cache")})
        done = subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, timeout=SECONDS, check=False, **how
        )
        return Result(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Writes a file into the test's folder: write("graph.txt", "0 1\\n1 2\\n")."""

    def put(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return put
