# SPDX-License-Identifier: Apache-2.0
"""`atoll run GRAPH -- ALGORITHM ... -- ALGORITHM ...`: loaded once, and each run as the command of its name."""

import json
import os
import signal
import subprocess

import pytest

LINE = "a b\nb c\nc d\nd b\ne e\n"


def drop_times(result: dict) -> dict:
    """What does not change from run to run."""
    kept = ("algorithm", "parameters", "result", "verified")
    return {field: result[field] for field in kept}


def test_all_that_a_run_took_holds_its_parts(atoll):
    told = atoll("run", "-g", 12, "--json", "--", "bfs", "--verify", "--", "pagerank").json
    for run in told["runs"]:
        seconds = run["seconds"]
        parts = sum(seconds[name] for name in ("load", "partition", "layout", "verify", "output"))
        assert parts + sum(trial["seconds"] for trial in run["trials"]) <= seconds["total"] * 1.001


def test_each_run_says_what_its_command_says(atoll, write):
    write("graph.txt", LINE)
    runs = [["bfs", "--source", "b"], ["pagerank", "--top", 2], ["components"], ["degree"], ["bfs"], ["sssp"]]
    words = [word for run in runs for word in ["--", *run, "--verify"]]
    for setup in [[], ["--threads", 2], ["--parts", 3], ["--prepare"], ["--exchange", "two-box", "--parts", 2]]:
        all_runs = atoll("run", "graph.txt", "--json", *setup, *words).json
        assert all_runs["graph"]["arcs"] == 5 and len(all_runs["runs"]) == len(runs)
        for run, result in zip(runs, all_runs["runs"], strict=True):
            single = atoll(run[0], "graph.txt", *setup, *run[1:], "--verify", "--json").json
            assert drop_times(result) == drop_times(single), (setup, run)


def test_tables_come_in_the_order_given(atoll, write):
    """Also where what comes first is laid out last: cores need a directed graph both ways."""
    write("graph.txt", LINE)
    done = atoll("run", "graph.txt", "--", "bfs", "--", "cores", "--", "degree")
    assert done.code == 0 and done.err == ""
    tables = done.out.split("\n\n")
    assert [table.split("\nrun ")[1].split(",")[0].strip() for table in tables] == [
        "1 of 3: bfs",
        "2 of 3: cores",
        "3 of 3: degree",
    ]
    note = "laid out twice: both ways for some runs, as it is for others\n"
    assert [f"note          {note}" in table + "\n" for table in tables] == [True, False, False]
    assert "laid out twice" not in atoll("run", "graph.txt", "-s", "--", "bfs", "--", "cores").out
    assert "laid out twice" not in atoll("run", "graph.txt", "--", "cores", "--", "cores").out
    assert "laid out twice" not in atoll("run", "graph.txt", "--", "bfs", "--", "components").out
    assert "laid out twice" not in atoll("run", "graph.txt", "--parts", 2, "--", "bfs", "--", "components").out
    told = atoll(
        "run", "graph.txt", "--parts", 2, "--", "bfs", "--", "bfs", "--plain", "--", "triangles", "--", "cores"
    )
    failed = atoll("run", "graph.txt", "--json", "--", "cores", "--", "bfs", "--source", "nobody")
    assert failed.code == 3 and "laid out" not in failed.out
    assert "laid out 3 times: both ways for some runs, as it is for others; its parts joined" in told.out


def test_weights_are_there_for_who_takes_them(atoll, write):
    write("graph.csv", "from,to,weight\na,b,5\na,c,1\nc,b,1\n")
    runs = atoll("run", "graph.csv", "--json", "--", "bfs", "--", "sssp", "--", "components").json["runs"]
    assert [run["result"].get("depth") for run in runs] == [1, None, None]
    assert runs[1]["result"]["distance_max"] == 2


def test_runs_that_differ_in_a_parameter_are_told_apart(atoll, write):
    write("graph.txt", LINE)
    runs = ["--", "pagerank", "--damping", 0.5, "--", "pagerank", "--personal", "a,c", "--", "bfs", "--source", "b"]
    rows = [line for line in atoll("run", "graph.txt", *runs).out.splitlines() if line.startswith("run ")]
    assert [row.split(" part on")[0] for row in rows] == [
        "run           1 of 3: pagerank, damping 0.5, 1",
        "run           2 of 3: pagerank, personal a,c, 1",
        "run           3 of 3: bfs, source b, 1",
    ]
    alone = atoll("pagerank", "graph.txt", "--damping", 0.85, "--variant", "gap").out
    assert "run           pagerank, variant gap, 1 part on" in alone


def test_an_output_for_each(atoll, write, tmp_path):
    write("graph.txt", LINE)
    atoll("run", "graph.txt", "--", "bfs", "-o", "levels.tsv", "--", "components", "-o", "parts.tsv")
    assert (tmp_path / "levels.tsv").read_text().splitlines()[3] == "d\t3\tc"
    assert (tmp_path / "parts.tsv").read_text().splitlines()[3] == "d\ta"
    one = atoll("run", "graph.txt", "--", "bfs", "-o", "-", "--", "degree")
    assert one.rows[0] == ["a", "0", "a"] and "in max" in one.err


def test_a_run_that_fails_is_named_and_the_others_go_on(atoll, write):
    write("graph.csv", "from,to,weight\na,b,5\nb,c,-1\n")
    done = atoll("run", "graph.csv", "--", "bfs", "--", "sssp", "--", "bfs", "--source", "x", "--", "degree")
    assert done.code == 3
    assert done.err.splitlines() == [
        "atoll: run 2 (sssp): graph.csv: the arc b -> c has the negative weight -1; "
        + done.err.splitlines()[0].split("; ")[1],
        "atoll: run 3 (bfs): --source: no vertex is called 'x'; " + done.err.splitlines()[1].split("'x'; ")[1],
    ]
    assert done.out.count("graph ") == 2 and "in max" in done.out
    done = atoll("run", "graph.csv", "--json", "--", "bfs", "--", "sssp")
    assert done.code == 3
    runs = json.loads(done.out)["runs"]
    assert runs[0]["result"]["reached"] == 3 and runs[1]["algorithm"] == "sssp" and "negative" in runs[1]["error"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["run"], ["nothing to run", "-- bfs"]),
        (["run", "-g", "4"], ["nothing to run"]),
        (["run", "-g", "4", "--"], ["no algorithm behind --"]),
        (["run", "-g", "4", "--", "bfs", "--", "--", "degree"], ["no algorithm behind --"]),
        (["run", "-g", "4", "--", "bsf"], ["bsf", "did you mean bfs?"]),
        (["run", "-g", "4", "--", "info"], ["info: is no algorithm of a run; the algorithms are bfs, "]),
        (["run", "--", "bfs"], ["GRAPH", "-g SCALE"]),
        (["run", "-g", "4", "--", "bfs", "--parts", "2"], ["--parts", "before the first --"]),
        (["run", "-g", "4", "--", "bfs", "--threads", "1"], ["--threads: concerns all runs; write it before"]),
        (["run", "-g", "4", "--", "bfs", "--json"], ["--json: concerns all runs; write it before the first --"]),
        (["run", "-g", "4", "--", "bfs", "--vreify"], ["did you mean --verify?"]),
        (["run", "-g", "4", "--", "bfs", "graph.txt"], ["graph.txt", "too many"]),
        (
            ["run", "-g", "4", "--verify", "--", "bfs"],
            ["--verify: there is no such option", "write those of an algorithm behind it, as in -- bfs"],
        ),
        (["run", "-g", "4", "--", "degree", "--", "bfs", "--trials", "2", "--sources", "2"], ["run 2 (bfs)"]),
        (["run", "-g", "4", "--", "bfs", "-o", "x", "--", "bfs", "-o", "x"], ["run 2 (bfs)", "run 1 (bfs)"]),
        (["run", "-g", "4", "--json", "--", "bfs", "-o", "-"], ["run 1 (bfs)", "--json"]),
        (["run", "-g", "4", "--prepare", "--", "degree", "--", "bfs", "--plain"], ["run 2 (bfs)", "--plain"]),
        (["run", "-g", "4", "--prepare", "--parts", "2", "--", "bfs"], ["--prepare", "--parts"]),
    ],
)
def test_a_wrong_question_is_refused(atoll, tmp_path, words, said):
    atoll(*words).refused(2, *said)
    assert list(tmp_path.iterdir()) == []


def test_help(atoll):
    assert "atoll run -- bfs --help" in atoll("run", "--help").out
    tail = atoll("run", "--", "bfs", "--help")
    assert tail.code == 0 and "--source" in tail.out and "--parts" not in tail.out


def test_what_is_prepared_serves_all_runs_of_an_algorithm(atoll):
    runs = atoll("run", "-g", 10, "--prepare", "--json", "--", "bfs", "--", "degree", "--", "bfs").json["runs"]
    assert runs[0]["seconds"]["prepare"] > 0 and runs[2]["seconds"]["prepare"] == 0


def test_who_prepares_says_on_many_domains_that_there_is_one_part(atoll):
    """One for each domain is what there would be, and nothing would be prepared."""
    environment = {**os.environ, "HWLOC_SYNTHETIC": "node:2 core:2 pu:1"}
    atoll("bfs", "-g", 6, "--prepare", env=environment).refused(2, "--prepare", "2 memory domains", "--parts 1")
    atoll("bfs", "-g", 6, "--prepare", "--parts", 2).refused(2, "--prepare", "--parts 1")
    assert atoll("bfs", "-g", 6, "--prepare", "--parts", 1, env=environment).code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["pagerank", "--damping", "2"], ["--damping", "from 0 to below 1"]),
        (["pagerank", "--damping", "1"], ["--damping", "1 will not do"]),
        (["pagerank", "--iterations", "0"], ["--iterations", "from 1 on"]),
        (["communities", "--iterations", "0"], ["--iterations", "from 1 on"]),
        (["betweenness", "--roots", "1,2", "--samples", "3"], ["--roots and --samples", "leave one of them out"]),
        (["bfs", "--answer", "levels", "--target", "1"], ["--target", "no parents", "--answer"]),
        (["sssp", "--answer", "distances", "--target", "1"], ["--target", "no parents", "--answer"]),
        (["triangles", "--answer", "count", "--output", "out"], ["--output", "nothing to write", "--answer"]),
    ],
)
def test_what_needs_no_graph_is_judged_before_there_is_one(atoll, tmp_path, words, said):
    """The graph is missing: who reads it first says so, with exit code 3."""
    atoll(words[0], "missing.txt", *words[1:]).refused(2, *said)
    atoll("run", "missing.txt", "--", "degree", "--", *words).refused(2, f"run 2 ({words[0]})", *said)
    assert list(tmp_path.iterdir()) == []


def test_what_needs_the_graph_is_judged_before_the_first_run(program, tmp_path):
    """The first run would take hours, and what is wrong with the others is told while it goes on."""
    (tmp_path / "graph.csv").write_text("from,to,weight\na,b,5\nb,a,-1\n")
    endless = ["--", "pagerank", "--tolerance", "0", "--iterations", str(10**15)]
    wrong = ["--", "bfs", "--source", "x", "--", "sssp", "--", "bfs", "--target", "y", "--", "communities"]
    words = [program, "run", "graph.csv", *endless, *wrong, "--", "pagerank", "--personal", "a,z"]
    running = subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        told = [running.stderr.readline() for _ in range(5)]
    finally:
        running.terminate()
        out, _ = running.communicate(timeout=60)
    assert out == "" and running.returncode == 128 + signal.SIGTERM
    for line, said in zip(
        told,
        [
            "run 2 (bfs): --source: no vertex is called 'x'",
            "run 3 (sssp): graph.csv: the arc b -> a has the negative weight -1; shortest paths need weights of at",
            "run 4 (bfs): --target: no vertex is called 'y'",
            "run 5 (communities): graph.csv: the arc b -> a has the negative weight -1; votes need weights of at least",
            "run 6 (pagerank): --personal: no vertex is called 'z'",
        ],
        strict=True,
    ):
        assert line.startswith("atoll: " + said)


RUNS = [["bfs"], ["betweenness"], ["components"], ["sssp"], ["triangles"], ["pagerank"], ["degree"], ["scc"], ["cores"]]
VERTEX_PROGRAMS = ["bfs", "components", "sssp", "pagerank", "degree"]


@pytest.mark.parametrize("shape", ["node:4 core:1 pu:1", "node:2 core:2 pu:1"])
@pytest.mark.parametrize(
    "setup", [[], ["-s"], ["--parts", 1], ["--parts", 3], ["--exchange", "zero-box"], ["--prepare", "--parts", 1]]
)
def test_each_run_chooses_as_if_it_was_alone(atoll, write, shape, setup):
    """Where parts stay apart, vertex programs have a layout chosen for all together, and with it their exchanges."""
    write("graph.csv", "from,to,weight\n" + "".join(f"{i},{i * 7 % 50},{i % 5}\n{i},{i // 2},1\n" for i in range(50)))
    environment = {**os.environ, "HWLOC_SYNTHETIC": shape}
    words = [word for run in RUNS for word in ["--", *run, "--verify"]]
    several = setup in ([], ["-s"], ["--parts", 3])
    together = atoll("run", "graph.csv", *setup, "--json", *words, env=environment).json["runs"]
    sharing = [run for run in RUNS if run[0] in VERTEX_PROGRAMS]
    words = [word for run in sharing for word in ["--", *run, "--verify"]]
    shared = atoll("run", "graph.csv", *setup, "--json", *words, env=environment).json["runs"]
    chosen = {told["algorithm"]: told["parameters"]["exchange"] for told in shared}
    for run, result in zip(RUNS, together, strict=True):
        single = atoll(*run, "graph.csv", *setup, "--verify", "--json", env=environment).json
        if several and single["algorithm"] in chosen:
            single["parameters"]["exchange"] = chosen[single["algorithm"]]
        assert drop_times(result) == drop_times(single), run
    if several:
        notes = [note for note in together[0]["notes"] if note.startswith("laid out")]
        assert len(notes) == 1 and "in one address space" in notes[0] and ("both ways" in notes[0]) == (setup != ["-s"])


def test_programs_that_share_a_layout_have_it_chosen_together(atoll):
    shared = ("-g", "12", "--parts", "4", "--machine", "4x1", "--json")
    ranked, searched, alone = atoll("run", *shared, "--", "pagerank", "--", "bfs", "--", "triangles").json["runs"]
    assert ranked["parameters"]["exchange"] == "one-box"
    for run, ways in ((ranked, 3), (searched, 6)):
        assert {len(step["predicted"]) for step in run["supersteps"]} == {ways}, "a layout with ghosts"
    assert alone["parameters"]["exchange"] == "kernel"
