# SPDX-License-Identifier: Apache-2.0
"""`atoll explain`: a run in boxes that the model chooses among, and the numbers behind each choice."""

from itertools import pairwise
from pathlib import Path

import pytest

MACHINES = Path(__file__).parents[2] / "machines"
PROGRAMS = ["bfs", "sssp", "pagerank", "components", "degree"]
DRAWN = ("-g", "8", "--parts", "4")


@pytest.mark.parametrize("algorithm", PROGRAMS)
def test_each_superstep_takes_what_was_predicted_to_be_cheapest(atoll, algorithm):
    run = atoll("explain", algorithm, *DRAWN, "--machine", "4x1", "--verify", "--json").json
    assert run["verified"]
    assert run["supersteps"]
    for step in run["supersteps"]:
        ways = {(way["direction"], way["exchange"]): way["seconds"] for way in step["predicted"]}
        assert len(ways) == (6 if algorithm == "bfs" else 3)
        assert ways[step["direction"], step["exchange"]] == min(ways.values())
    assert run["parameters"]["exchange"].split("/")[0] == run["supersteps"][0]["exchange"]


def test_counts_are_those_of_the_partition(atoll):
    run = atoll("explain", "pagerank", *DRAWN, "--partition", "hybrid", "--json").json
    quality = atoll("partition", *DRAWN, "--partition", "hybrid", "--json").json["strategies"][0]
    parts = run["explanation"]["programs"][0]["pull"]["parts"]
    assert [part["own"] for part in parts] == quality["vertices"]
    assert [part["local_arcs"] + part["remote_arcs"] for part in parts] == quality["arcs"]
    assert [part["remote_arcs"] for part in parts] == quality["remote_arcs"]
    assert [part["ghosts"] for part in parts] == quality["ghosts"]
    assert sum(part["ghosts_elsewhere"] for part in parts) == sum(quality["ghosts"])


def test_two_programs_are_explained_apart(atoll):
    assert len(atoll("explain", "sssp", *DRAWN, "--json").json["explanation"]["programs"]) == 2


def test_tables_show_rates_parts_designs_and_forecasts(atoll):
    shown = atoll("explain", "bfs", *DRAWN).out
    words = ("rates: ", "2464", "remote arcs", "one-box at the owner", "of the cheapest", "predicted", "otherwise")
    assert [word for word in words if word not in shown] == []


@pytest.mark.parametrize("exchange", ["auto", "zero-box", "two-box"])
def test_a_machine_file_gives_the_rates(atoll, exchange):
    thesis = ("--machine", MACHINES / "thesis-4x15.json", "--threads", "4")
    shown = atoll("explain", "bfs", *DRAWN, *thesis, "--exchange", exchange, "--json").json["explanation"]
    assert "probe" in shown["rates_of"]
    rates = {(r["place"], r["operation"], r["order"]): r["bytes_per_second"] for r in shown["rates"]}
    assert rates["remote", "write", "random"] == pytest.approx(188e6)


def test_a_run_with_a_choice_in_several_domains_takes_it(atoll):
    run = atoll("bfs", "-g", "10", "--machine", "4x1", "--threads", "4", "--verify", "--json").json
    assert run["verified"]
    assert all(step["predicted"] for step in run["supersteps"])


@pytest.mark.parametrize("exchange", ["zero-box", "one-box", "two-box"])
@pytest.mark.parametrize("algorithm", PROGRAMS)
def test_an_exchange_that_is_named_is_predicted_alone(atoll, algorithm, exchange):
    run = atoll("explain", algorithm, *DRAWN, "--exchange", exchange, "--verify", "--json").json
    assert run["verified"] and run["parameters"]["exchange"] == exchange
    for step in run["supersteps"]:
        assert [(way["direction"], way["exchange"]) for way in step["predicted"]] == [(step["direction"], exchange)]
        assert step["predicted"][0]["seconds"] > 0 or step["active_arcs"] == 0
    priced = [way["design"] for way in next(iter(run["explanation"]["programs"][0].values()))["every_vertex"]]
    assert priced == ["zero-box"] if exchange == "zero-box" else len(priced) == 4


def test_one_part_leaves_no_choice_and_says_so(atoll):
    shown = atoll("explain", "bfs", "-g", "8", "--parts", "1").out
    assert "every exchange costs the same" in shown and "--parts 4" in shown
    assert "one-box" not in shown and "push zero-box in" in shown
    head, first = next(pair for pair in pairwise(shown.splitlines()) if pair[0].startswith("step "))
    assert head.split()[7] == "us" and first.split()[7] != "0.0"


def test_what_is_chosen_is_said_with_its_reason(atoll):
    run = atoll("explain", "pagerank", *DRAWN, "--machine", "2x1")
    assert "chosen        pull " in run.out and "the cheapest of what is predicted" in run.out
    assert "without explain" in atoll("explain", "pagerank", *DRAWN, "--machine", "1x2").out
    assert "--exchange two-box was asked for" in atoll("explain", "pagerank", *DRAWN, "--exchange", "two-box").out


def test_what_is_prepared_is_refused(atoll):
    atoll("explain", "bfs", "-g", "8", "--prepare").refused(2, "--prepare")


def test_only_vertex_programs_are_explained(atoll):
    atoll("explain", "triangles", "-g", "8").refused(2, "triangles")
