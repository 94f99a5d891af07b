# SPDX-License-Identifier: Apache-2.0
"""Real graphs with known answers, counted independently of this project. They lie elsewhere: skipped where absent."""

import os
from pathlib import Path

import pytest

DATA = Path(os.environ.get("ATOLL_DATA", Path(__file__).parents[3] / "shared/data"))


def graph(name: str) -> Path:
    path = DATA / name
    if not path.exists():
        pytest.skip(f"REAL GRAPHS ARE ABSENT: no {path}; set ATOLL_DATA to their folder")
    return path


COMPONENTS = {
    "web/cnr-2000.txt.gz": (325_557, 1, 325_557),
    "social/soc-Slashdot0902.txt.gz": (82_168, 1, 82_168),
    "road/USA-road.FLA.pace.gr.xz": (1_070_376, 1, 1_070_376),
    "collaboration/dblp-2010.mtx.gz": (326_186, 48_493, 226_413),
    "communication/email-Enron.txt.gz": (36_692, 1_065, 33_696),
    "communication/wiki-Vote.txt.gz": (7_115, 24, 7_066),
    "citation/cit-HepPh.txt.gz": (34_546, 61, 34_401),
    "social/facebook-combined.txt.gz": (4_039, 1, 4_039),
    "social/musae-git.csv.gz": (37_700, 1, 37_700),
    "small/karate.graph": (34, 1, 34),
    "small/dolphins.mtx": (62, 1, 62),
    "small/lesmis.graph": (77, 1, 77),
    "small/jazz.graph": (198, 1, 198),
    "small/celegans_metabolic.graph": (453, 1, 453),
    "small/power.graph": (4_941, 1, 4_941),
    "small/polblogs.graph": (1_490, 268, None),
    "small/netscience.mtx": (1_589, 396, None),
    "small/hep-th.graph": (8_361, 1_332, None),
    "small/PGPgiantcompo.graph": (10_680, 1, 10_680),
    "small/as20graph.txt": (6_474, 1, 6_474),
}


@pytest.mark.parametrize("name", COMPONENTS)
def test_weak_components(atoll, name):
    vertices, count, largest = COMPONENTS[name]
    answer = atoll("components", graph(name), "--verify", "--json", "--parts", 2).json
    assert answer["verified"] is True
    assert answer["graph"]["vertices"] == vertices
    assert answer["result"]["count"] == count
    assert largest is None or answer["result"]["largest"] == largest


@pytest.mark.parametrize("threads", [2, 4])
def test_components_of_roads_however_threads_meet(atoll, threads):
    """Who named a vertex and who shortened a path through it met, in one trial of thirty."""
    options = ("--threads", threads, "--trials", 100, "--verify", "--json")
    assert atoll("components", graph("road/USA-road.FLA.pace.gr.xz"), *options).json["verified"] is True


@pytest.mark.parametrize("parts", [1, 4])
@pytest.mark.parametrize(
    ("name", "count", "largest"),
    [
        ("web/cnr-2000.txt.gz", 100_977, 112_023),
        ("social/soc-Slashdot0902.txt.gz", 10_559, 71_307),
        ("communication/wiki-Vote.txt.gz", 5_816, 1_300),
        ("citation/cit-HepPh.txt.gz", 21_608, 12_711),
        ("road/USA-road-d.NY.gr.gz", 1, 264_346),
    ],
)
def test_strong_components(atoll, name, count, largest, parts):
    answer = atoll("strong-components", graph(name), "--verify", "--json", "--parts", parts).json
    assert answer["verified"] is True
    assert answer["result"]["count"] == count and answer["result"]["largest"] == largest


@pytest.mark.parametrize("how", [["--parts", 1], ["--parts", 4], ["--parts", 1, "--prepare"]])
def test_the_lightest_roads_that_hold_new_york_together(atoll, how):
    answer = atoll("spanning-forest", graph("road/USA-road-d.NY.gr.gz"), "--verify", "--json", *how).json
    assert answer["verified"] is True
    assert answer["result"] == {"weight": 261_159_288, "edges": 264_345, "trees": 1}


# By core_number of NetworkX 3.6.1, self-loops taken away and directions ignored: the largest, and how many have it.
CORES = {
    "small/karate.graph": (4, 10),
    "small/dolphins.mtx": (4, 36),
    "small/lesmis.graph": (9, 12),
    "small/jazz.graph": (29, 30),
    "small/celegans_metabolic.graph": (10, 25),
    "small/power.graph": (5, 12),
    "small/polblogs.graph": (36, 55),
    "small/netscience.mtx": (19, 20),
    "small/hep-th.graph": (23, 24),
    "small/PGPgiantcompo.graph": (31, 41),
    "small/as20graph.txt": (12, 21),
    "communication/email-Enron.txt.gz": (43, 275),
    "communication/wiki-Vote.txt.gz": (53, 336),
    "citation/cit-HepPh.txt.gz": (30, 40),
    "social/facebook-combined.txt.gz": (115, 158),
    "social/musae-git.csv.gz": (34, 360),
}


@pytest.mark.parametrize("name", CORES)
def test_cores(atoll, name):
    degeneracy, innermost = CORES[name]
    answer = atoll("cores", graph(name), "--verify", "--json", "--parts", 2).json
    assert answer["verified"] is True
    assert answer["result"]["degeneracy"] == degeneracy and answer["result"]["innermost"] == innermost


@pytest.mark.parametrize("name", [*CORES, "web/cnr-2000.txt.gz", "road/USA-road.FLA.pace.gr.xz"])
def test_colours(atoll, name):
    """In an order by degree there are few more than a clique needs, and hardly more than the cores allow."""
    answer = atoll("colouring", graph(name), "--verify", "--json", "--parts", 2).json
    assert answer["verified"] is True
    degeneracy = CORES.get(name, (answer["result"]["colours"], 0))[0]
    assert answer["result"]["colours"] <= degeneracy + 2


@pytest.mark.parametrize(
    ("name", "modularity"),
    [
        ("small/karate.graph", 0.3),
        ("small/lesmis.graph", 0.5),
        ("small/dolphins.mtx", 0.4),
        ("small/netscience.mtx", 0.8),
        ("social/facebook-combined.txt.gz", 0.7),
        ("web/cnr-2000.txt.gz", 0.8),
    ],
)
def test_communities_of_graphs_that_have_some(atoll, name, modularity):
    answer = atoll("communities", graph(name), "--verify", "--json", "--parts", 2).json
    assert answer["verified"] is True and answer["result"]["converged"] is True
    assert answer["result"]["modularity"] > modularity


TRIANGLES = {
    "communication/email-Enron.txt.gz": 727_044,
    "communication/wiki-Vote.txt.gz": 608_389,
    "citation/cit-HepPh.txt.gz": 1_276_868,
    "social/facebook-combined.txt.gz": 1_612_010,
    "social/musae-git.csv.gz": 523_810,
    "small/karate.graph": 45,
    "small/dolphins.mtx": 95,
    "small/lesmis.graph": 467,
    "small/jazz.graph": 17_899,
    "small/celegans_metabolic.graph": 3_284,
    "small/power.graph": 651,
    "small/polblogs.graph": 101_043,
    "small/netscience.mtx": 3_764,
    "small/hep-th.graph": 13_302,
    "small/PGPgiantcompo.graph": 54_788,
    "small/as20graph.txt": 6_584,
}


@pytest.mark.parametrize("name", TRIANGLES)
@pytest.mark.parametrize("how", [["--parts", 1], ["--parts", 3, "--answer", "vertices"]])
def test_triangles(atoll, name, how):
    answer = atoll("triangles", graph(name), "--verify", "--json", *how).json
    assert answer["verified"] is True and answer["result"]["triangles"] == TRIANGLES[name]


def test_distances_on_the_roads_of_new_york(atoll):
    roads = graph("road/USA-road-d.NY.gr.gz")
    for how in (["--parts", 1], ["--parts", 4, "--exchange", "one-box"], ["--parts", 4, "--exchange", "zero-box"]):
        answer = atoll("sssp", roads, "--source", 1, "--verify", "--json", *how).json
        assert answer["verified"] is True
        size = {"vertices": 264_346, "arcs": 733_846, "directed": True, "weighted": True}
        assert size.items() <= answer["graph"].items()
        assert answer["result"] == {"reached": 264_346, "distance_max": 1_440_081, "distance_sum": 186_686_642_878}


def test_parallel_arcs_of_new_york(atoll):
    assert atoll("info", graph("road/USA-road-d.NY.gr.gz"), "--json").json["parallel"] == 3_746


@pytest.mark.parametrize(
    ("name", "largest", "how"),
    [
        ("web/cnr-2000.txt.gz", 2_716, []),
        ("road/USA-road.FLA.pace.gr.xz", 8, []),
        ("collaboration/dblp-2010.mtx.gz", 238, []),
        ("social/musae-git.csv.gz", 9_458, ["--undirected"]),
    ],
)
def test_largest_degree(atoll, name, largest, how):
    answer = atoll("degree", graph(name), "--verify", "--json", *how).json
    assert answer["verified"] is True and answer["result"]["out_max"] == largest


@pytest.mark.parametrize(("name", "self_loops"), [("web/cnr-2000.txt.gz", 87_442), ("social/ego-twitter.txt.gz", 14)])
def test_self_loops(atoll, name, self_loops):
    assert atoll("info", graph(name), "--json").json["self_loops"] == self_loops


def test_merged_edges_of_autonomous_systems(atoll):
    """The file lists both directions, and a loop at many vertices."""
    systems = graph("small/as20graph.txt")
    answer = atoll("info", systems, "--symmetrise", "--drop-self-loops", "--json").json
    assert answer["graph"]["vertices"] == 6_474 and answer["graph"]["edges"] == 12_572


def test_isolated_authors(atoll):
    assert atoll("info", graph("collaboration/dblp-2010.mtx.gz"), "--json").json["isolated"] == 25_539


@pytest.mark.parametrize(
    ("name", "vertices", "diameter", "how"),
    [
        ("small/karate.graph", 34, 5, []),
        ("small/dolphins.mtx", 62, 8, []),
        ("small/lesmis.graph", 77, 5, []),
        ("small/jazz.graph", 198, 6, []),
        ("small/celegans_metabolic.graph", 453, 7, []),
        ("small/power.graph", 4_941, 46, []),
        ("small/as20graph.txt", 6_474, 9, []),
        ("social/facebook-combined.txt.gz", 4_039, 8, ["--undirected"]),
    ],
)
def test_the_diameter_is_the_deepest_search(atoll, name, vertices, diameter, how):
    answer = atoll("bfs", graph(name), "--sources", vertices, "--json", *how).json
    assert len({trial["source"] for trial in answer["trials"]}) == vertices
    assert max(trial["result"]["depth"] for trial in answer["trials"]) == diameter


def test_pagerank_of_the_web(atoll):
    answer = atoll("pagerank", graph("web/cnr-2000.txt.gz"), "--verify", "--json", "--parts", 2).json
    assert answer["verified"] is True and answer["result"]["residual"] < 1e-6


@pytest.mark.parametrize(
    "name", ["web/cnr-2000.txt.gz", "social/soc-Slashdot0902.txt.gz", "road/USA-road.FLA.pace.gr.xz"]
)
def test_betweenness_from_some_roots(atoll, name):
    ways = (["--prepare"], ["--parts", 2, "--threads", 3])
    answers = [atoll("betweenness", graph(name), "--samples", 5, "--verify", "--json", *how).json for how in ways]
    assert all(answer["verified"] is True for answer in answers)
    first, second = (answer["result"]["largest"] for answer in answers)
    assert abs(first - second) <= 1e-12 * first
