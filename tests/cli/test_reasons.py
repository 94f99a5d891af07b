# SPDX-License-Identifier: Apache-2.0
"""Why each superstep took its direction and its exchange: the reason in the JSON is true by the numbers beside it."""

import random

import pytest

DRAWN = ("-g", "12", "--parts", "4")
LARGER = ("-g", "16", "--parts", "4")  # so that on four domains boxes pay
ALPHA, BETA = 15, 18
TRUE = {  # of frontier and whole / divisor
    "grows": lambda frontier, share: frontier > share,
    "grows-no-more": lambda frontier, share: frontier <= share,
    "many-arcs": lambda frontier, share: frontier > share,
    "few-arcs": lambda frontier, share: frontier <= share,
    "few-to-sweep": lambda frontier, share: frontier <= share,
    "many-vertices": lambda frontier, share: frontier >= share,
    "few-vertices": lambda frontier, share: frontier < share,
    "sweeps-in-vain": lambda frontier, share: frontier < share,
    "rare-parents": lambda frontier, share: frontier < share,
}
PUSHES = {"grows-no-more", "few-arcs", "few-to-sweep", "few-vertices", "sweeps-in-vain", "rare-parents"}
PULLS = {"grows", "many-arcs", "many-vertices"}


def reasons(run: dict, of: str) -> set[str]:
    return {step["reason"][of] for step in run["supersteps"]}


def holds(step: dict) -> bool:
    """Whether what a rule compared is so, and is a reason for the direction."""
    reason = step["reason"]
    word = reason["direction"]
    true = TRUE[word](reason["frontier"], reason["whole"] / reason["divisor"])
    return true and word in (PUSHES if step["direction"] == "push" else PULLS)


def expected(run: dict) -> list[dict]:
    """What Beamer's rule compares, from the counts of the supersteps alone."""
    unexplored, before, last, all_of = run["graph"]["arcs"], 0, "push", []
    vertices = run["graph"]["vertices"]
    for step in run["supersteps"]:
        active, arcs = step["active_vertices"], step["active_arcs"]
        unexplored -= arcs
        growth = {"frontier": active, "whole": before, "divisor": 1}
        size = {"frontier": active, "whole": vertices, "divisor": BETA}
        ahead = {"frontier": arcs, "whole": unexplored, "divisor": ALPHA}
        words = {"frontier": arcs, "whole": vertices, "divisor": 64}
        if last == "pull":
            told = ("grows", growth) if active > before else ("few-vertices", size)
            if told[0] != "grows" and active * BETA >= vertices:
                told = ("many-vertices", size)
        elif active <= before:
            told = ("grows-no-more", growth)
        elif arcs * ALPHA <= unexplored:
            told = ("few-arcs", ahead)
        else:
            told = ("many-arcs", ahead) if arcs * 64 > vertices else ("few-to-sweep", words)
        all_of.append({"direction": told[0], "exchange": "only", **told[1]})
        before, last = active, step["direction"]
    return all_of


@pytest.mark.parametrize("parts", [1, 4])
def test_a_rule_says_what_it_compared(atoll, parts):
    run = atoll("bfs", "-g", 12, "--parts", parts, "--plain", "--json").json
    assert [step["reason"] for step in run["supersteps"]] == expected(run)
    assert reasons(run, "direction") >= {"few-arcs", "many-arcs"}
    assert all(holds(step) for step in run["supersteps"])


def test_where_levels_stay_small_a_push_goes_on(atoll):
    atoll("generate", "grid", "grid.gr", "--rows", "64", "--columns", "64")
    run = atoll("bfs", "grid.gr", "--plain", "--parts", "2", "--json").json
    assert [step["reason"] for step in run["supersteps"]] == expected(run)
    assert "grows-no-more" in reasons(run, "direction")


def test_alpha_and_beta_are_what_was_given(atoll):
    run = atoll("bfs", *DRAWN, "--plain", "--alpha", "3", "--beta", "5", "--json").json
    divisors = {step["reason"]["divisor"] for step in run["supersteps"]}
    assert 3 in divisors and divisors <= {1, 3, 5, 64}
    assert all(holds(step) for step in run["supersteps"])


def test_the_usual_alpha_is_not_the_same_as_none(atoll):
    asked = ["bfs", *LARGER, "--machine", "4x1", "--threads", "4", "--json"]
    assert reasons(atoll(*asked).json, "direction") == {"cheapest"}
    assert "cheapest" not in reasons(atoll(*asked, "--alpha", "15").json, "direction")
    assert "alpha" not in atoll(*asked).json["parameters"]


def test_a_road_is_searched_by_alpha_where_it_is_given(atoll):
    atoll("generate", "grid", "grid.gr", "--rows", "128", "--columns", "128")
    asked = ["bfs", "grid.gr", "--parts", "1", "--verify", "--json"]
    for more in ([], ["--prepare"]):
        assert reasons(atoll(*asked, *more).json, "direction") == {"kernel"}
        assert reasons(atoll(*asked, *more, "--alpha", "15").json, "direction") == {"few-arcs", "grows-no-more"}


def test_the_model_takes_the_cheapest(atoll):
    run = atoll("explain", "bfs", *LARGER, "--machine", "4x1", "--json").json
    assert {tuple(step["reason"].items()) for step in run["supersteps"]} == {
        (("direction", "cheapest"), ("exchange", "cheapest"))
    }
    ranked = atoll("explain", "pagerank", *LARGER, "--machine", "4x1", "--json").json
    assert reasons(ranked, "direction") == {"usual"} and reasons(ranked, "exchange") == {"cheapest"}


def test_in_several_domains_the_model_is_asked_unbidden(atoll):
    run = atoll("bfs", *LARGER, "--machine", "4x1", "--threads", "4", "--json").json
    assert reasons(run, "direction") == reasons(run, "exchange") == {"cheapest"}


def test_what_the_user_named_was_asked_for(atoll):
    run = atoll("explain", "bfs", *DRAWN, "--direction", "pull", "--exchange", "two-box", "--json").json
    assert reasons(run, "direction") == reasons(run, "exchange") == {"asked"}


@pytest.mark.parametrize("parts", [1, 4])
def test_a_kernel_has_no_exchange_and_some_are_steered(atoll, parts):
    searched = atoll("bfs", "-g", 12, "--parts", parts, "--json").json
    assert reasons(searched, "exchange") == {"kernel"}
    steered = [step for step in searched["supersteps"] if step["reason"]["direction"] != "nobody-left"]
    assert len(steered) >= len(searched["supersteps"]) - 1 and all(holds(step) for step in steered)
    ranked = atoll("pagerank", "-g", 8, "--parts", parts, "--json").json
    assert reasons(ranked, "direction") == reasons(ranked, "exchange") == {"kernel"}


def test_a_kernel_pushes_again_where_few_are_left(atoll):
    run = atoll("bfs", "-g", 14, "--verify", "--json").json
    *before, last = run["supersteps"]
    assert run["verified"] and before[-1]["direction"] == "pull"
    assert last["reason"]["direction"] == "few-to-sweep" and holds(last)


def funnel(open_ones: int) -> str:
    """From vertex 0 to 20, from each to 20 others, and from these to 100 of many that mostly know each other."""
    draw = random.Random(1)
    lines = [f"0 {first}" for first in range(1, 21)]
    lines += [f"{1 + i // 20} {21 + i}" for i in range(400)]
    lines += [f"{21 + i // 100} {421 + draw.randrange(open_ones)}" for i in range(40_000)]
    lines += [f"{421 + i // 8} {421 + draw.randrange(open_ones)}" for i in range(8 * open_ones)]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("options", [(), ("--prepare",), ("--answer", "levels"), ("--threads", "5")])
def test_a_kernel_pushes_on_where_a_pull_would_look_long(atoll, write, options):
    write("funnel.el", funnel(30_000))
    run = atoll("bfs", "funnel.el", "--undirected", "--verify", "--json", *options).json
    assert run["verified"] and all(holds(step) for step in run["supersteps"] if step["reason"].get("divisor"))
    [rare] = [step for step in run["supersteps"] if step["reason"]["direction"] == "rare-parents"]
    assert rare["active_vertices"] == 400 and rare["active_arcs"] * 2.3 < rare["reason"]["whole"]
