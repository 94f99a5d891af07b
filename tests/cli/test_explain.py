# SPDX-License-Identifier: Apache-2.0
"""`atoll explain`: a run as the model chooses, layout and exchanges, and the numbers behind each choice."""

from itertools import pairwise
from pathlib import Path

import pytest

MACHINES = Path(__file__).parents[2] / "machines"
PROGRAMS = ["bfs", "sssp", "pagerank", "components", "degree"]
DRAWN = ("-g", "8", "--parts", "4")
THESIS = ("--machine", MACHINES / "thesis-4x15.json", "--threads", "4")  # four sockets


@pytest.mark.parametrize("algorithm", PROGRAMS)
def test_each_superstep_takes_what_was_predicted_to_be_cheapest(atoll, algorithm):
    run = atoll("explain", algorithm, *DRAWN, "--machine", "4x1", "--verify", "--json").json
    assert run["verified"]
    assert run["supersteps"]
    ghosts = run["explanation"]["layouts"]["taken"] == "ghosts"
    for step in run["supersteps"]:
        ways = {(way["direction"], way["exchange"]): way["seconds"] for way in step["predicted"]}
        assert len(ways) == ((6 if algorithm == "bfs" else 3) if ghosts else 1)
        assert ways[step["direction"], step["exchange"]] == min(ways.values())
    assert run["parameters"]["exchange"].split("/")[0] == run["supersteps"][0]["exchange"]


def test_who_has_no_vertex_program_has_nothing_to_explain(atoll):
    atoll("explain", "triangles", *DRAWN).refused(2, "'triangles' has no supersteps to explain", "choose one of bfs")


@pytest.mark.parametrize("algorithm", PROGRAMS)
def test_the_layout_is_the_one_predicted_to_be_cheaper(atoll, algorithm):
    for machine in (("--machine", "1x2"), ("--machine", "4x1"), THESIS):
        run = atoll("explain", algorithm, *DRAWN, *machine, "--json").json
        layouts = run["explanation"]["layouts"]
        one_space, ghosts = layouts["one_space_seconds"], layouts["ghosts_seconds"]
        assert layouts["taken"] == ("ghosts" if ghosts < one_space else "one address space")
        assert one_space == pytest.approx(sum(full["one_space_seconds"] for full in layouts["every_vertex"]))
        assert ghosts == pytest.approx(sum(full["ghosts_seconds"] for full in layouts["every_vertex"]))
        directions = {full["direction"] for full in layouts["every_vertex"]}
        usual = {"bfs": {"push", "pull"}, "pagerank": {"pull"}}
        assert directions == usual.get(algorithm, {"push"})
        parts = next(iter(run["explanation"]["programs"][0].values()))["parts"]
        assert any(part["ghosts"] for part in parts) == (layouts["taken"] == "ghosts")


def test_the_machine_of_the_thesis_ranks_with_ghosts_and_one_domain_without(atoll):
    """As the thesis found: boxes where every vertex speaks, for remote memory is slower; in one domain none is."""
    drawn = ("pagerank", "-g", "12", "--parts", "4", "--partition", "hybrid")
    apart = atoll("explain", *drawn, *THESIS, "--json").json
    layouts = apart["explanation"]["layouts"]
    assert layouts["taken"] == "ghosts" and layouts["ghosts_counted"]
    assert layouts["every_vertex"][0]["with_ghosts"] == "one-box"
    assert 1.05 < layouts["one_space_seconds"] / layouts["ghosts_seconds"] < 1.3
    assert {step["exchange"] for step in apart["supersteps"]} == {"one-box"}
    together = atoll("explain", *drawn, "--machine", "1x4", "--json").json["explanation"]["layouts"]
    assert together["taken"] == "one address space" and not together["ghosts_counted"]


def test_an_ordinary_run_goes_as_it_is_explained(atoll):
    for machine in (("--machine", "1x2"), ("--machine", "4x1")):
        run = atoll("pagerank", *DRAWN, *machine, "--plain", "--json").json
        explained = atoll("explain", "pagerank", *DRAWN, *machine, "--json").json
        assert run["parameters"] == explained["parameters"]
        assert [step["exchange"] for step in run["supersteps"]] == [s["exchange"] for s in explained["supersteps"]]


def test_where_an_exchange_is_named_the_layout_is_no_choice(atoll):
    assert atoll("explain", "bfs", *DRAWN, "--exchange", "two-box", "--json").json["explanation"]["layouts"] is None
    assert atoll("explain", "bfs", "-g", "8", "--parts", "1", "--json").json["explanation"]["layouts"] is None


def test_counts_are_those_of_the_partition(atoll):
    run = atoll("explain", "pagerank", *DRAWN, "--partition", "hybrid", "--exchange", "one-box", "--json").json
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
    shown = atoll("explain", "pagerank", "-g", "12", "--parts", "4", "--machine", "4x1").out
    words = ("rates: ", "2464", "remote arcs", "one-box at the owner", "of the cheapest", "predicted", "otherwise")
    words = (*words, "layouts, by supersteps", "in one address space ms", "with ghosts ms")
    assert [word for word in words if word not in shown] == []
    assert "layouts are compared by how soon" in shown
    named = atoll("explain", "bfs", *DRAWN, "--exchange", "two-box").out
    assert "as likely as another." in named and "layouts are compared" not in named


@pytest.mark.parametrize("exchange", ["auto", "zero-box", "two-box"])
def test_a_machine_file_gives_the_rates(atoll, exchange):
    shown = atoll("explain", "bfs", *DRAWN, *THESIS, "--exchange", exchange, "--json").json["explanation"]
    assert "probe" in shown["rates_of"]
    rates = {(r["place"], r["operation"], r["order"]): r["bytes_per_second"] for r in shown["rates"]}
    assert rates["remote", "write", "random"] == pytest.approx(188e6)
    assert shown["scans"] == [], "the thesis has no rates of scans"


def test_rates_of_scans_are_those_of_the_probe(atoll, tmp_path):
    kept = tmp_path / "probe.json"
    measured = atoll("machine", "--probe", "--quick", "--memory-limit", "32M", "--probe-file", kept, "--json").json
    explained = atoll("explain", "pagerank", *DRAWN, "--machine", kept, "--json").json["explanation"]
    figures = {
        (figure["list_bytes"], figure["shape"], figure["array_bytes"])
        for figure in measured["probe"]["scans"]
        if figure["pages"] == "huge"
    }
    assert {(rate["list_bytes"], rate["shape"], rate["array_bytes"]) for rate in explained["scans"]} == figures
    assert {shape for _, shape, _ in figures} == {
        "read",
        "choose",
        "change",
        "change_chosen",
        "change_own",
        "change_chosen_own",
    }
    assert "named by" in atoll("explain", "pagerank", *DRAWN, "--machine", kept).out


def test_a_run_with_a_choice_in_several_domains_takes_it(atoll):
    run = atoll("pagerank", "-g", "10", "--machine", "4x1", "--threads", "4", "--verify", "--json").json
    assert run["verified"]
    assert all(step["predicted"] for step in run["supersteps"])


@pytest.mark.parametrize("exchange", ["zero-box", "one-box", "two-box", "binned"])
@pytest.mark.parametrize("algorithm", PROGRAMS)
def test_an_exchange_that_is_named_is_predicted_alone(atoll, algorithm, exchange):
    run = atoll("explain", algorithm, *DRAWN, "--exchange", exchange, "--verify", "--json").json
    assert run["verified"] and run["parameters"]["exchange"] == exchange
    for step in run["supersteps"]:
        assert [(way["direction"], way["exchange"]) for way in step["predicted"]] == [(step["direction"], exchange)]
        assert step["predicted"][0]["seconds"] > 0 or step["active_arcs"] == 0
    priced = [way["design"] for way in next(iter(run["explanation"]["programs"][0].values()))["every_vertex"]]
    in_one_space = exchange in ("zero-box", "binned")
    assert priced == ["zero-box", "binned"] if in_one_space else len(priced) == 4


def test_one_part_leaves_no_choice_and_says_so(atoll):
    shown = atoll("explain", "bfs", "-g", "8", "--parts", "1").out
    assert "boxes cost what zero-box does" in shown and "--parts 4" in shown
    assert "one-box" not in shown and "push zero-box in" in shown
    head, first = next(pair for pair in pairwise(shown.splitlines()) if pair[0].startswith("step "))
    assert head.split()[7] in ("us", "ms") and first.split()[7] not in ("0", "0.0", "0.00", "0.000")


def test_what_is_chosen_is_said_with_its_reason(atoll):
    run = atoll("explain", "pagerank", *DRAWN, "--machine", "2x1")
    assert "chosen        pull " in run.out and "the cheapest of what is predicted" in run.out
    assert "layout        ghosts, for " in run.out
    together = atoll("explain", "pagerank", *DRAWN, "--machine", "1x2").out
    assert "layout        one address space, for " in together and "there are no boxes" in together
    assert "--exchange two-box was asked for" in atoll("explain", "pagerank", *DRAWN, "--exchange", "two-box").out


def test_help_says_where_the_options_are(atoll):
    assert "`atoll explain bfs --help` lists the options of an algorithm" in atoll("explain", "--help").out


def test_whose_rates_stand_in_is_said(atoll):
    here = atoll("explain", "bfs", *DRAWN).out
    assert "Table 2.1); `atoll machine --probe` measures this machine's\n" in here
    shape = atoll("explain", "bfs", *DRAWN, "--machine", "4x1").out
    assert "Table 2.1); 4x1 has no rates of its own, --machine FILE gives those of a probe" in shape


def test_what_is_prepared_is_refused(atoll):
    atoll("explain", "bfs", "-g", "8", "--prepare").refused(2, "--prepare")


def test_only_vertex_programs_are_explained(atoll):
    atoll("explain", "triangles", "-g", "8").refused(2, "triangles")
