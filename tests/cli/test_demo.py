# SPDX-License-Identifier: Apache-2.0
"""The demo says what it found, verifies everything, leaves nothing behind, and fails when the program does."""

import os
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
DEMO = ROOT / "tools/demo"


def run_demo(program: Path, folder: Path) -> subprocess.CompletedProcess:
    environment = {**os.environ, "ATOLL_DEMO_SCALE": "10", "TMPDIR": str(folder)}
    return subprocess.run([DEMO, program], env=environment, capture_output=True, text=True, timeout=300, check=False)


def test_the_demo_on_a_small_graph(program, tmp_path):
    done = run_demo(program, tmp_path)
    assert done.returncode == 0, done.stderr
    for words in ("by PageRank", "How far everything is from", "Components", "4 parts, two-box", "answers verified"):
        assert words in done.stdout
    assert list(tmp_path.iterdir()) == []
    in_readme = (ROOT / "README.md").read_text().split("<!-- demo: ")[1]
    assert shape_of(in_readme) == shape_of(done.stdout), "README: take its demo again from `make demo`"


def shape_of(output: str) -> tuple[list[str], list[str]]:
    """What depends on neither machine nor scale: in which ways PageRank ran, and how many answers were verified."""
    table = output[output.index("  PageRank ") :].splitlines()
    ways = [re.search(r"\d parts?(, [a-z-]+)?", line)[0] for line in table[:5]]
    return ways, re.findall(r"All \d+ answers verified", output)


def test_a_wrong_answer_fails_the_demo(tmp_path):
    liar = tmp_path / "liar"
    liar.write_text("#!/bin/sh\necho 'atoll: the answer is wrong' >&2\nexit 1\n")
    liar.chmod(0o755)
    done = run_demo(liar, tmp_path)
    assert done.returncode == 1
    assert "the answer is wrong" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["liar"]
