# SPDX-License-Identifier: Apache-2.0
"""--report and --trace as files: what is in them, when they are there, and what they may not be."""

import gzip
import json
import re
from pathlib import Path

import pytest

GRAPH = "0 1\n1 2\n2 3\n3 0\n"
ALGORITHMS = [
    "bfs",
    "sssp",
    "pagerank",
    "components",
    "degree",
    "strong-components",
    "spanning-forest",
    "cores",
    "colouring",
    "communities",
    "triangles",
    "betweenness",
]
EFFORTS = ("computation", "communication", "switching", "waiting")


def told_by(page: Path) -> dict:
    """The object that a page was made of."""
    (data,) = re.findall(r'<script type="application/json" id="told">(.*?)</script>', page.read_text(), re.DOTALL)
    return json.loads(data)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("parts", [1, 3])
def test_every_algorithm_reports(atoll, tmp_path, algorithm, parts):
    words = [algorithm, "-g", 6, "--parts", parts, "--json", "--report", "page.html", "--trace", "trace.json"]
    printed = atoll(*words).json
    assert told_by(tmp_path / "page.html") == printed
    assert printed["algorithm"] == algorithm and len(printed["layout"]["parts"]) == parts
    traced = json.loads((tmp_path / "trace.json").read_text())["traceEvents"]
    assert {"run", "load"} <= {event["name"] for event in traced}


def test_the_table_is_told_as_ever(atoll, write):
    write("graph.txt", GRAPH)
    told = atoll("bfs", "graph.txt", "--report", "page.html", "--trace", "trace.json")
    assert told.code == 0 and "reached       4" in told.out and told.err == ""


def test_a_layout_tells_what_a_partition_of_the_graph_has(atoll, tmp_path):
    for exchange in ("zero-box", "two-box"):
        words = ["-g", 8, "--parts", 4]
        told = atoll("components", *words, "--exchange", exchange, "--plain", "--json", "--report", "page.html").json
        parts = told["layout"]["parts"]
        (random,) = atoll("partition", *words, "--partition", "random", "--json").json["strategies"]
        for name in ("vertices", "arcs", "remote_arcs", "ghosts"):
            assert [part[name] for part in parts] == random[name], (exchange, name)


def test_a_layout_says_where_its_parts_live(atoll, write):
    write("graph.txt", GRAPH)
    told = atoll("bfs", "graph.txt", "--parts", 4, "--machine", "2x3", "--threads", 6, "--json").json
    assert told["layout"]["teams"] == [{"domain": 0, "threads": 3}, {"domain": 1, "threads": 3}]
    assert [part["domain"] for part in told["layout"]["parts"]] == [0, 0, 1, 1]
    assert [part["team"] for part in told["layout"]["parts"]] == [0, 0, 1, 1]
    assert "arcs" not in told["layout"]["parts"][0]  # these are counted for a report
    machine = told["machine"]["topology"]
    assert [domain["cores"] for domain in machine["domains"]] == [3, 3] and machine["here"] is False


def test_a_page_is_one_file_with_its_licences(atoll, write, tmp_path):
    write("graph.txt", GRAPH)
    atoll("bfs", "graph.txt", "--report", "page.html")
    page = (tmp_path / "page.html").read_text()
    for word in ("University of Washington", "Mike Bostock", "Redistribution and use"):
        assert word in page
    assert "default-src 'none'" in page
    assert re.findall(r"<(?:script|link|img|iframe)[^>]*(?:src|href)=\"(?!data:)", page) == []
    (nonce,) = set(re.findall(r'nonce="(\w+)"', page))
    assert page.count("<script") == 2 and len(nonce) == 32
    atoll("bfs", "graph.txt", "--report", "again.html")
    assert nonce not in (tmp_path / "again.html").read_text()


HOSTILE = ["</script><script>alert(1)</script>", "a\u2028b", "<!--", "q\"uo'te", "nul\0l"]


def test_what_a_label_says_stays_data(atoll, write, tmp_path):
    rows = "\n".join(f"{label}\tx" for label in HOSTILE)
    write("graph.tsv", rows.encode() + b"\nbad\xff\xfeutf\tx\n")
    told = atoll(
        "degree", "graph.tsv", "--ids", "string", "--format", "edges", "--top", 20, "--json", "--report", "page.html"
    )
    assert told.code == 0, told.err
    text = (tmp_path / "page.html").read_text()
    begin = text.index('id="told">')
    data = text[begin + len('id="told">') : text.index("</script>", begin)]
    assert data.isascii() and "<" not in data
    labels = {entry["label"] for name in ("top_in", "top_out") for entry in json.loads(data)["result"][name]}
    assert set(HOSTILE) <= labels and any("\ufffd" in label for label in labels)
    assert text.count("alert(1)") == data.count("alert(1)") > 0


@pytest.mark.parametrize("option", ["--report", "--trace"])
def test_a_file_is_judged_before_the_graph_is_read(atoll, write, tmp_path, option):
    graph = write("graph.txt", GRAPH)
    (tmp_path / "folder").mkdir()
    for command in (["degree", "missing.txt"], ["run", "missing.txt"]):
        tail = ["--", "degree"] if command[0] == "run" else []
        atoll(*command, option, "folder", *tail).refused(2, option if option == "" else "folder", "is a folder")
        atoll(*command, option, "no/where", *tail).refused(2, "the folder does not exist")
        atoll(*command, option, "", *tail).refused(2, option)
        atoll(*command, option, "-", "--json", *tail).refused(2, "standard output cannot have both")
    atoll("degree", graph, option, "./graph.txt").refused(2, "this is the graph that is read")
    atoll("degree", graph, "--output", "x", option, "./x").refused(2, "already", "name another file")
    atoll("run", graph, option, "x", "--", "degree", "--", "degree", "--output", "./x").refused(2, "already")
    assert graph.read_text() == GRAPH


def test_page_and_trace_are_two_files(atoll, write, tmp_path):
    write("graph.txt", GRAPH)
    atoll("degree", "graph.txt", "--report", "x", "--trace", "./x").refused(
        2, "--trace", "--report writes to x already"
    )
    atoll("degree", "graph.txt", "--report", "-", "--trace", "-").refused(2, "--report writes to - already")
    for suffix in ("pdf", "JSON"):
        told = f"a report is a page of HTML, and no .{suffix.lower()}"
        atoll("degree", "graph.txt", "--report", f"page.{suffix}").refused(2, told, "end it in .html")
    assert not list(tmp_path.glob("page.*"))
    atoll("degree", "graph.txt", "--report", "-", "--output", "-").refused(2, "--report writes to - already")


def test_standard_output_may_have_one_of_them(atoll, write):
    write("graph.txt", GRAPH)
    page = atoll("degree", "graph.txt", "--report", "-")
    assert page.code == 0 and page.out.startswith("<!doctype html>") and "in max" in page.err
    trace = atoll("degree", "graph.txt", "--trace", "-")
    assert json.loads(trace.out)["traceEvents"] and "in max" in trace.err
    many = atoll("run", "graph.txt", "--trace", "-", "--", "degree", "--", "bfs")
    assert json.loads(many.out)["traceEvents"] and "reached" in many.err


def test_nothing_stays_of_a_run_that_fails(atoll, write, tmp_path):
    write("bad.txt", "0 1\n1 x\n")
    (tmp_path / "old.html").write_text("precious")
    for page in ("old.html", "new.html"):
        atoll("degree", "bad.txt", "--report", page, "--trace", "trace.json").refused(3, "bad.txt:2")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.txt", "old.html"]
    assert (tmp_path / "old.html").read_text() == "precious"


def test_a_trace_is_packed_by_its_name(atoll, write, tmp_path):
    write("graph.txt", GRAPH)
    atoll("degree", "graph.txt", "--trace", "trace.json.gz")
    assert json.loads(gzip.decompress((tmp_path / "trace.json.gz").read_bytes()))["traceEvents"]


def traced(atoll, tmp_path, *words: object) -> tuple[dict, list[dict]]:
    at = words.index("--") if "--" in words else len(words)
    told = atoll(*words[:at], "--json", "--trace", "trace.json", *words[at:]).json
    return told, json.loads((tmp_path / "trace.json").read_text())["traceEvents"]


def check_form(events: list[dict]) -> None:
    """As the Trace Event Format has it: metadata, then complete events and counters by ascending time."""
    kinds = [event["ph"] for event in events]
    assert set(kinds) <= {"M", "X", "C"} and "M" not in kinds[kinds.index("X") :]
    timed = [event for event in events if event["ph"] != "M"]
    assert [event["ts"] for event in timed] == sorted(event["ts"] for event in timed)
    assert all(event["ts"] >= 0 and event.get("dur", 0) >= 0 for event in timed)
    assert all(type(event[number]) is int for event in events for number in ("pid", "tid"))
    check_nesting([event for event in timed if event["ph"] == "X"])
    named = {(event["pid"], event["tid"]) for event in events if event["name"] == "thread_name"}
    assert {(event["pid"], event["tid"]) for event in timed} <= named


def check_nesting(events: list[dict]) -> None:
    """In one thread an event lies in another or beside it; viewers draw nothing else well."""
    spans = [(e["pid"], e["tid"], round(e["ts"] * 1e3), -round(e["dur"] * 1e3)) for e in events]
    open_until: list[tuple[int, int, int]] = []
    for pid, tid, begin, length in sorted(spans):
        end = begin - length
        while open_until and (open_until[-1][:2] != (pid, tid) or open_until[-1][2] <= begin):
            open_until.pop()
        assert not open_until or end <= open_until[-1][2]
        open_until.append((pid, tid, end))


@pytest.mark.parametrize("exchange", ["zero-box", "two-box"])
def test_a_trace_agrees_with_the_statistics(atoll, tmp_path, exchange):
    words = ["sssp", "-g", 8, "--parts", 3, "--threads", 2, "--plain", "--trials", 2, "--verify"]
    told, events = traced(atoll, tmp_path, *words, "--exchange", exchange)
    check_form(events)
    steps = [event for event in events if event.get("cat") == "superstep"]
    assert [step["args"]["active_vertices"] for step in steps] == [s["active_vertices"] for s in told["supersteps"]]
    assert [step["dur"] for step in steps] == pytest.approx([s["seconds"] * 1e6 for s in told["supersteps"]], abs=1e-3)
    runs = [event for event in events if event["name"] == "run"]
    assert [run["dur"] for run in runs] == pytest.approx([trial["seconds"] * 1e6 for trial in told["trials"]], abs=1e-3)
    inside(steps, runs[-1])
    for p in range(3):
        for effort in EFFORTS:
            mine = [e for e in events if e.get("cat") == "effort" and e["tid"] == 2 + p and e["name"] == effort]
            sums = sum(step["parts"][p][f"{effort}_seconds"] for step in told["supersteps"])
            assert sum(event["args"]["seconds"] for event in mine) == pytest.approx(sums, abs=1e-9)
    for step in steps:
        spent = [e for e in events if e.get("cat") == "effort" and e["tid"] == 2 and begins_in(e, step)]
        assert sum(event["dur"] for event in spent) == pytest.approx(step["dur"], abs=1e-2)


def inside(events: list[dict], outer: dict) -> None:
    assert all(event["ts"] >= outer["ts"] - 1e-3 for event in events)
    assert all(event["ts"] + event["dur"] <= outer["ts"] + outer["dur"] + 1e-1 for event in events)


def begins_in(event: dict, outer: dict) -> bool:
    return outer["ts"] <= event["ts"] < outer["ts"] + outer["dur"] - 5e-4  # half a nanosecond


def test_each_run_is_a_process_of_a_trace(atoll, tmp_path):
    told, events = traced(atoll, tmp_path, "run", "-g", 6, "--parts", 2, "--", "bfs", "--", "cores")
    check_form(events)
    names = {event["pid"]: event["args"]["name"] for event in events if event["name"] == "process_name"}
    assert names == {1: "run 1: bfs", 2: "run 2: cores"}
    for number, run in enumerate(told["runs"], start=1):
        steps = [event for event in events if event.get("cat") == "superstep" and event["pid"] == number]
        assert len(steps) == len(run["supersteps"])
