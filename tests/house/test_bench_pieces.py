# SPDX-License-Identifier: Apache-2.0
"""The pieces of bench/gap: its statistics and parsers, what a cell asks for, what is measured of a process and told."""

import random
import struct
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "bench"))

from compare import gapbs_side, graphs, process, roof  # noqa: E402
from compare.cells import PAIRS_MAX, Cell, Plan  # noqa: E402
from compare.figures import figures, geometric_mean, mean_interval, median_interval  # noqa: E402
from compare.plot import plot  # noqa: E402
from compare.process import Finished  # noqa: E402
from compare.race import Race, check_agreement, standing, trials_worth  # noqa: E402
from compare.report import notes_of, peaks_of, peers  # noqa: E402
from compare.sides import Run, SideFailed  # noqa: E402
from compare.ways import GAPBS, THREADS, Match, Sides, Way, matches  # noqa: E402

GAPBS_BFS = """Read Time:           0.00018
Graph has 4096 nodes and 48218 undirected edges for degree: 11
Trial Time:          0.00006
Trial Time:          0.00000
Average Time:        0.00003
"""


def test_the_median_of_eleven_lies_between_the_second_and_the_tenth():
    found = median_interval(range(11, 0, -1))
    assert (found.value, found.low, found.high) == (6, 2, 10)
    assert found.coverage == pytest.approx(1 - 2 * 12 / 2048)


def test_few_values_say_how_little_they_cover():
    found = median_interval([3.0, 1.0, 2.0])
    assert (found.low, found.high, found.coverage) == (1.0, 3.0, 0.75)
    assert median_interval([1.0]).coverage == 0


def test_the_interval_holds_the_median_as_often_as_it_says():
    drawn = random.Random(1)
    held = 0
    for _ in range(1000):
        found = median_interval([drawn.expovariate(1) for _ in range(11)])
        held += found.low <= 0.6931 <= found.high
    assert 970 <= held <= 1000  # 98.8 % promised


def test_the_mean_ratio_is_that_of_harmonic_rates_over_all_arcs_of_the_graph():
    pairs = [([1.0, 1.0], [2.0, 2.0]), ([4.0, 4.0], [4.0, 4.0])]
    found = figures(pairs)
    assert found.median_ratio.value == 1.5  # of 2 and 1
    assert found.mean_ratio.value == pytest.approx(6 / 5)
    assert found.counts == pytest.approx(6 / 5)

    def harmonic(arcs: list[int], side: int) -> float:
        return len(pairs) / sum(pair[side][0] / count for pair, count in zip(pairs, arcs, strict=True))

    def ratio(arcs: list[int]) -> float:
        return harmonic(arcs, 0) / harmonic(arcs, 1)

    assert found.mean_ratio.value == pytest.approx(ratio([100, 100]))
    assert ratio([10, 100]) == pytest.approx(12 / 7)  # as TEPS, where one source reaches fewer arcs


def test_equal_pairs_leave_no_doubt():
    found = mean_interval([([2.0], [3.0])] * 11)
    assert (found.low, found.high) == (1.5, 1.5)
    assert not found.crosses(1.0)
    assert figures([([1.0], [ratio]) for ratio in (0.5, 2.0) * 6]).crosses(1.0)


def test_the_geometric_mean():
    assert geometric_mean([1.0, 4.0]) == pytest.approx(2.0)
    assert geometric_mean([]) is None


def test_times_of_gapbs_are_read_and_never_zero():
    assert gapbs_side.trial_times(GAPBS_BFS) == [0.00006, 0.000005]


def test_delta_is_found_downhill():
    assert gapbs_side.downhill(lambda exponent: abs(exponent - 15), 5, 3) == 15
    assert gapbs_side.downhill(lambda exponent: exponent if exponent >= 0 else 99, 5, 3) == 0


def test_specs_of_graphs(tmp_path):
    file = tmp_path / "web.txt.gz"
    file.touch()
    assert graphs.parse_spec("kron:20").name == "kron-20"
    assert graphs.parse_spec(str(file)).name == "web"
    assert graphs.parse_spec(f"{file}:undirected").undirected
    for wrong in ("kron", "kron:x", "nowhere.txt"):
        with pytest.raises(graphs.GraphError, match=wrong):
            graphs.parse_spec(wrong)


def test_sources_have_arcs(tmp_path):
    graph = graphs.Graph(graphs.parse_spec("kron:2"), tmp_path, Path("atoll"), None, print)
    graph.folder.mkdir()
    (graph.folder / "plain.sg").write_bytes(struct.pack("<?qq5q4i", False, 4, 4, 0, 1, 3, 4, 4, 1, 0, 2, 1))
    drawn = graph.sources("plain", 3, seed=1)
    assert sorted(drawn) == [0, 1, 2]
    assert drawn == graph.sources("plain", 3, seed=1)
    assert set(graph.sources("plain", 9, seed=1)) == {0, 1, 2}


def test_a_plot_names_its_cells():
    row = ("B", "bfs <kron>", median_interval([2.0] * 11), 1.5, 1.0)
    assert "track B: bfs &lt;kron&gt;" in plot([row])
    assert "no cell" in plot([])


def cell_of(pairs: list[tuple[float, float]], against: str = GAPBS, process_seconds: float = 1.0) -> Cell:
    """A cell of some pairs of (our seconds, their seconds), each of processes of so many seconds."""
    graph = graphs.Graph(graphs.parse_spec("kron:2"), Path("nowhere"), Path("atoll"), None, print)
    cell = Cell("bfs", graph, Match(against, "A", Way(None, "A", 2), Way(None, "A", 1), 1.0), Path("nowhere"))
    for ours, theirs in pairs:
        runs = {"atoll": ours, against: theirs}
        rest = {"process_seconds": process_seconds / 2, "taken_share": 0.0}
        cell.data["pairs"].append({name: {"seconds": [seconds], **rest} for name, seconds in runs.items()})
    return cell


PLAN = Plan(11, 21, 6, 3, cell_s=20, attempts=3, trials=None, settings={}, again=False)


@pytest.mark.parametrize(
    "count, process_seconds, pair, against, more",
    [
        (10, 99, (1.0, 2.0), GAPBS, True),  # too few
        (11, 99, (1.0, 2.0), GAPBS, False),
        (19, 1, (1.0, 2.0), GAPBS, True),  # cheap
        (20, 1, (1.0, 2.0), GAPBS, False),
        (PAIRS_MAX, 0.01, (1.0, 2.0), GAPBS, False),
        (20, 99, None, GAPBS, True),  # in doubt
        (21, 99, None, GAPBS, False),
        (6, 99, (1.0, 2.0), THREADS, False),
        (9, 1, (1.0, 2.0), THREADS, True),
        (10, 1, (1.0, 2.0), THREADS, False),
        (10, 99, None, THREADS, True),
        (11, 99, None, THREADS, False),
    ],
)
def test_how_many_pairs_a_cell_has(count, process_seconds, pair, against, more):
    pairs = [pair or ((1.0, 2.0), (2.0, 1.0))[number % 2] for number in range(count)]
    assert cell_of(pairs, against, process_seconds).wants(PLAN) == more


def test_a_disturbed_process_is_run_again_and_the_least_disturbed_counts():
    class Shaken:
        shares = (0.5, 0.3, 0.4, 0.0)
        calls = 0

        def run(self, task) -> Run:
            self.calls += 1
            return Run([float(self.calls)], process_seconds=1.0, taken_share=self.shares[self.calls - 1])

    race = Race([cell_of([])], Sides(None, None, [], None, None), PLAN, print)
    race.spent_seconds = 100.0
    shaken = Shaken()
    run = race.undisturbed(Way(shaken, "A", 1), race.task(Way(shaken, "A", 1), 0, 1))
    assert run.seconds == [2.0] and shaken.calls == PLAN.attempts
    assert [left["taken_share"] for left in run.details["disturbed"]] == [0.5, 0.4]
    race.spent_seconds, shaken.calls = 1.0, 0  # what may be spent on it is spent
    assert race.undisturbed(Way(shaken, "A", 1), race.task(Way(shaken, "A", 1), 0, 1)).seconds == [1.0]


def test_a_peer_that_says_another_number_is_named():
    check_agreement("bfs", "scipy", 3, {"reached": 3})
    check_agreement("bfs", "networkit", None, {"reached": 3})  # it tells none
    check_agreement("pagerank", "scipy", 7, {"iterations": 3})
    with pytest.raises(SideFailed, match="scipy: reached 4, where 3 was proved"):
        check_agreement("bfs", "scipy", 4, {"reached": 3})


def test_a_peer_is_compared_over_the_sources_from_which_it_ran():
    cell = cell_of([(1.0, 1.0), (1.0, 1.0), *[(8.0, 1.0)] * 5])
    cell.data["peers"] = {"scipy": {"seconds": [[4.0], [4.0]]}}
    assert "| scipy | A | bfs | kron-2 | 4 | 4.0 |" in peers([cell], {})


def test_progress_tells_the_medians_whose_ratios_it_tells():
    cell = cell_of([(1.0, 2.0)])
    cell.data["pairs"][0] |= {"atoll": {"seconds": [1.0, 2.0, 6.0]}, GAPBS: {"seconds": [3.0, 4.0, 5.0]}}
    assert standing(cell).startswith("atoll 2.00000 s, gapbs 4.00000 s; median ratio 2.00 ")


def test_what_is_noted_of_a_cell_can_be_true_of_it():
    cell = cell_of([(1.0, 2.0)])
    cell.data["pairs"][0]["atoll"]["details"] = {"unclocked_seconds": 8.49}
    notes = notes_of(cell)
    assert "one pair: there is no interval" in notes and "covers" not in notes
    assert "outside every clock of ours, a process spends 8.5 times what its trials take" in notes
    cell = cell_of([(1.0, 2.0)] * 2)
    for pair in cell.data["pairs"]:
        pair["atoll"]["details"] = {"unclocked_seconds": 0.52}
    notes = notes_of(cell)
    assert "2 pairs: the median's interval covers 50 % only" in notes
    assert "a process spends 50 % of what its trials take" in notes


def test_trials_by_what_they_take():
    assert [trials_worth(seconds) for seconds in (1e-4, 0.02, 0.1, 0.6, 10)] == [16, 5, 3, 2, 1]


def test_memory_is_that_of_the_program_alone():
    held = bytearray(100 << 20)  # a child would begin with this in its books
    words = [sys.executable, "-c", "held = bytearray(30 << 20)"]
    done = process.run(words, {}, 60, memory=True)
    assert len(held) > done.peak_bytes > 30 << 20
    failed = process.run(["/bin/sh", "-c", "echo out; exit 3"], {}, 60, memory=True)
    assert (failed.code, failed.out) == (3, "out\n")


def test_what_others_take_of_the_processors(monkeypatch):
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {0, 1})
    tick = 1 / process.TICKS_PER_SECOND
    assert Finished(0, "", "", 1.0, None, False, taken_seconds=0.5 + 2 * tick).taken_share() == pytest.approx(0.25)
    assert Finished(0, "", "", 1.0, None, False, taken_seconds=2 * tick).taken_share() == 0


def test_the_roof_is_the_larger_of_two_limits():
    entry = {"place": "local", "threads": 2, "operation": "read"}
    probe = {"bandwidth": [], "random_bytes": 8}
    for order, size, most in (("sequential", 100, 1e3), ("sequential", 1000, 2e3), ("random", 1000, 80.0)):
        probe["bandwidth"].append(entry | {"order": order, "array_bytes": size, "bytes_per_second": {"most": most}})
    rates = roof.rates_of(probe, 2)
    assert roof.rate_at(rates.sequential_bytes, 50) == 2e3  # a smaller array is not slower
    assert roof.rate_at(rates.random_reads, 9999) == 10  # of 8 bytes each, in the largest array
    cell = cell_of([(100.0, 1.0)])
    cell.data |= {"vertices": 10, "arcs": 1000}
    assert roof.share_of(cell, rates) is None  # it does not say what it looked at
    cell.data["pairs"][0]["atoll"]["details"] = {"arcs_scanned": 500, "layout_bytes": 4000}
    share = roof.share_of(cell, rates)
    assert (share.looked, share.of_bytes, share.of_lines) == (0.5, 500 * 4 / 2e3 / 100, 500 / 10 / 100)
    assert share.binds() == "lines"
    assert roof.share_of(cell, None) is None
    assert roof.Share(1, 0.2, 0.4).binds() == "neither" and roof.Share(1, 0.2, 1.4).binds() == "not as modelled"


def test_one_thread_has_nothing_to_be_compared_with():
    sides = Sides("ours", "gapbs", [], "native", "parts")
    assert [m.against for m in matches("bfs", sides, ["A"], [THREADS], 1)] == [GAPBS]
    assert [m.bar for m in matches("bfs", sides, ["A"], [THREADS], 2)] == [0.9, 1.7]


def test_lines_come_when_they_are_printed():
    words = [sys.executable, "-c", "import time; print('a'); time.sleep(0.5); print('b'); print('c', end='')"]
    done = process.run(words, {}, 60, memory=True, lines=True)
    (first, a), (last, b) = done.lines
    assert (a, b, done.out) == ("a", "b", "a\nb\nc") and last - first > 0.25
    assert process.run(words, {}, 60).lines == ()
    over = process.run([sys.executable, "-uc", "import time; print('a'); time.sleep(60)"], {}, 1, lines=True)
    assert over.timed_out and over.out == "a\n"
    with pytest.raises(SideFailed, match="Graph has"):
        gapbs_side.seconds_between(done.lines, "a", "Graph has ")


def test_memory_that_was_not_measured_is_not_told_as_small():
    cell = cell_of([(1.0, 2.0)])
    cell.data["arcs"] = 10
    assert peaks_of(cell) == ["", ""]
    cell.data["peak_bytes"] = {"atoll": 25, GAPBS: None}
    assert peaks_of(cell) == ["2.5", "small"]
