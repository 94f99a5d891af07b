# SPDX-License-Identifier: Apache-2.0
"""What the docs show of a run is what the program prints, as far as it is no time: an old table misleads a reader."""

import re
from itertools import takewhile
from pathlib import Path

import networkx
import pytest

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs/command-line.md").read_text()


@pytest.fixture
def karate(write):
    """The graph of the docs: Zachary's karate club as METIS has it, a row of neighbours per vertex."""
    club = networkx.karate_club_graph()
    rows = [" ".join(str(v + 1) for v in sorted(club[u])) for u in club]
    return write("karate.graph", "\n".join([f"{len(club)} {club.size()}", *rows, ""]))


def shown(command: str) -> list[str]:
    """The lines that the guide shows below `$ atoll COMMAND`."""
    behind = GUIDE.split(f"    $ atoll {command}\n")[1].splitlines()
    return [line[4:] for line in takewhile(lambda line: line.startswith("    "), behind)]


def row_of(line: str) -> list[str]:
    return re.split("  +", line.strip())


def rows_from(lines: list[str], begins: str, columns: int | None = None) -> list[list[str]]:
    """The table whose first line begins so: its first columns, or all."""
    first = next(i for i, line in enumerate(lines) if line.startswith(begins))
    return [row_of(line)[:columns] for line in takewhile(str.strip, lines[first:])]


RUN = "bfs karate.graph --source 34 --target 17 --parts 2 --exchange two-box --verify"
STEPS = "bfs karate.graph --source 34 --parts 2 --exchange two-box --stats"
COUNT = "pagerank karate.graph --parts 2 --exchange two-box --iterations 1 --count"
CUTS = "partition karate.graph --parts 2"


@pytest.mark.parametrize(
    ("command", "begins", "columns"),
    [(STEPS, "step", 6), (COUNT, "accesses to memory", None), (CUTS, "strategy", 7)],
)
def test_a_table_of_the_guide(atoll, karate, command, begins, columns):
    printed = atoll(*command.split(), "--machine", "1x2").out.splitlines()
    assert rows_from(shown(command), begins, columns) == rows_from(printed, begins, columns)


def test_the_run_of_the_guide(atoll, karate):
    measured = ("time", "load", "arcs", "imbalance", "peak memory")
    rows = [row_of(line) for line in shown(RUN)]
    printed = [row_of(line) for line in atoll(*RUN.split(), "--machine", "1x2").out.splitlines()]
    assert [row[0].split(" ")[0] for row in rows] == [row[0].split(" ")[0] for row in printed]
    assert [row for row in rows if not row[0].startswith(measured)] == [
        row for row in printed if not row[0].startswith(measured)
    ]
