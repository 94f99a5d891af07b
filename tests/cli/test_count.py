# SPDX-License-Identifier: Apache-2.0
"""What `--count` tells: accesses to memory, in a table and as JSON."""

from collections import Counter

import pytest

GRAPH = ["-g", 8, "--parts", 2]
EXCHANGES = ["zero-box", "one-box", "two-box", "binned"]
PROGRAMS = ["bfs", "sssp", "pagerank", "components", "degree"]


def flat(accesses: dict) -> Counter:
    """(effort, subject, access, count or bytes) -> number."""
    return Counter(
        {
            (effort, subject, access, unit): number
            for effort, subjects in accesses.items()
            for subject, kinds in subjects.items()
            for access, units in kinds.items()
            for unit, number in units.items()
        }
    )


@pytest.mark.parametrize("exchange", EXCHANGES)
@pytest.mark.parametrize("algorithm", PROGRAMS)
def test_counting_adds_counts_to_the_same_answer(atoll, algorithm, exchange):
    words = [algorithm, *GRAPH, "--exchange", exchange, "--verify", "--json"]
    if (algorithm, exchange) == ("pagerank", "binned"):
        words += ["--threads", 1]  # ranks that are pushed are added up in the order of the messages
    plain, counted = atoll(*words, "--plain").json, atoll(*words, "--count").json
    assert counted["verified"] is True and counted["result"] == plain["result"]
    assert "accesses" not in plain and "accesses" not in plain["supersteps"][0]["parts"][0]
    parts = [flat(part["accesses"]) for step in counted["supersteps"] for part in step["parts"]]
    total = flat(counted["accesses"])
    assert sum(parts, Counter()) == total
    scanned = sum(part["arcs_scanned"] for step in counted["supersteps"] for part in step["parts"])
    assert total["computation", "graph", "local_read_sequential", "count"] >= scanned
    remote = any(what[0] == "computation" and what[2].startswith("remote") for what in total)
    pulled = any(step["direction"] == "pull" for step in counted["supersteps"])
    assert remote == (exchange == "zero-box" or (exchange == "binned" and pulled))


def test_one_part_runs_the_vertex_program_and_has_nothing_remote(atoll):
    counted = atoll("bfs", "-g", 8, "--parts", 1, "--count", "--json").json
    assert counted["parameters"]["exchange"] == "zero-box"
    assert not any("remote" in what[2] for what in flat(counted["accesses"]))


def test_the_table_has_a_row_per_kind_of_access(atoll):
    words = ["pagerank", *GRAPH, "--exchange", "two-box", "--iterations", 3, "--tolerance", 0]
    done = atoll(*words, "--count")
    table = done.out.split("\n\n")[1].splitlines()
    assert table[0].split() == (
        ["accesses", "to", "memory", "computation", "bytes", "communication", "bytes", "switching", "bytes"]
    )
    written = next(row for row in table if row.startswith("state, local write sequential"))
    accesses = atoll(*words, "--count", "--json").json["accesses"]["computation"]["state"]
    ranks = accesses["local_write_sequential"]
    assert ranks == {"count": 3 * 2**8, "bytes": 3 * 2**8 * 8}
    assert written.split()[4:6] == [f"{ranks['count']:,}", f"{ranks['bytes']:,}"]


def test_a_way_that_is_not_there_is_refused(atoll):
    for way in (["--direction", "pull"], ["--plain"]):
        atoll("triangles", "-g", 6, *way).refused(2, way[0], "no vertex program")
        assert atoll("bfs", "-g", 6, *way).code == 0
    for way in (["--direction", "push"], ["--exchange", "one-box"], ["--plain"]):
        atoll("bfs", "-g", 6, "--parts", 1, "--prepare", *way).refused(2, f"--prepare and {way[0]}")


def test_what_cannot_be_counted_is_refused(atoll):
    atoll("triangles", "-g", 6, "--count").refused(2, "--count", "no vertex program")
    atoll("bfs", "-g", 6, "--count", "--prepare").refused(2, "--prepare and --count")
