# SPDX-License-Identifier: Apache-2.0
"""Betweenness against NetworkX: the classics, drawn graphs, some roots only, and what is not a simple graph."""

import inspect

import networkx
import pytest

EXACT = 1e-11


class Chosen:
    """In the place of NetworkX's source of chance: it draws what we say."""

    def __init__(self, roots: list[int]):
        self.roots = roots

    def sample(self, population: list[int], count: int) -> list[int]:
        assert set(self.roots) <= set(population) and len(self.roots) == count
        return self.roots


def expected(graph: networkx.Graph, roots: list[int] | None = None, normalised: bool = True) -> dict:
    plain = inspect.unwrap(networkx.betweenness_centrality)
    count, seed = (None, None) if roots is None else (len(roots), Chosen(roots))
    scores = plain(graph, k=count, normalized=normalised, seed=seed)
    return {vertex: 0 if score != score else score for vertex, score in scores.items()}  # of a single root it is 0 / 0


def found(atoll, *words) -> dict:
    return {int(label): float(score) for label, score in atoll("betweenness", *words, "-o", "-").rows}


def agree(scores: dict, wanted: dict) -> bool:
    return scores.keys() == wanted.keys() and all(
        abs(scores[vertex] - wanted[vertex]) <= EXACT * (1 + wanted[vertex]) for vertex in wanted
    )


def drawn(write, directed: bool) -> networkx.Graph:
    graph = networkx.gnp_random_graph(60, 0.05, seed=3, directed=directed)
    graph.remove_nodes_from([vertex for vertex in list(graph) if graph.degree(vertex) == 0])
    graph = networkx.convert_node_labels_to_integers(graph)
    write("graph.el", "".join(f"{source} {target}\n" for source, target in graph.edges))
    return graph


CLASSICS = {
    "karate": networkx.karate_club_graph,
    "florentine": lambda: networkx.convert_node_labels_to_integers(networkx.florentine_families_graph()),
    "women": lambda: networkx.convert_node_labels_to_integers(networkx.davis_southern_women_graph()),
    "miserables": lambda: networkx.convert_node_labels_to_integers(networkx.les_miserables_graph()),
    "grid": lambda: networkx.convert_node_labels_to_integers(networkx.grid_2d_graph(7, 9)),
    "tree": lambda: networkx.balanced_tree(3, 4),
    "barbell": lambda: networkx.barbell_graph(9, 5),
}


def test_values_stand_below_each_other(atoll):
    rows = atoll("betweenness", "-u", 4).out.splitlines()
    at = len("top betweenness ")
    assert [row for row in rows if row[at - 1] != " " or row[at] == " "] == []


def test_an_estimate_is_told_as_one(atoll):
    def notes(*words) -> list[str]:
        return atoll("betweenness", "-u", 4, *words, "--json").json["notes"]

    assert notes("--samples", 3) == ["estimated from 3 of 16 vertices as roots"]
    assert notes("--samples", 20) == ["--samples 20: all vertices are roots, so the scores are exact"]
    assert notes() == notes("--roots", "0,1") == []


@pytest.mark.parametrize("name", CLASSICS)
@pytest.mark.parametrize("how", [[], ["--parts", 3], ["--prepare"]])
def test_classics(atoll, write, name, how):
    graph = CLASSICS[name]()
    write("graph.el", "".join(f"{source} {target}\n" for source, target in graph.edges))
    words = ["graph.el", "--undirected", "--verify", *how]
    assert agree(found(atoll, *words), expected(graph))
    assert agree(found(atoll, *words, "--normalised", "no"), expected(graph, normalised=False))


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("roots", [[1, 5, 9], [7, 2], [3], [3, 5, 9, 11, 12, 20, 33, 40, 41]])
@pytest.mark.parametrize("normalised", ["yes", "no"])
def test_some_roots(atoll, write, directed, roots, normalised):
    graph = drawn(write, directed)
    roots = [root for root in roots if root in graph]
    words = ["graph.el", "--roots", ",".join(map(str, roots)), "--normalised", normalised, "--verify"]
    how = [] if directed else ["--undirected"]
    assert agree(found(atoll, *words, *how), expected(graph, roots, normalised == "yes"))


def test_all_roots_are_the_exact_answer(atoll, write):
    graph = drawn(write, directed=True)
    assert found(atoll, "graph.el", "--roots", ",".join(map(str, graph))) == found(atoll, "graph.el")
    assert found(atoll, "graph.el", "--samples", len(graph)) == found(atoll, "graph.el")


def test_the_sample_is_drawn_from_the_seed(atoll, write):
    drawn(write, directed=False)
    words = ["betweenness", "graph.el", "--undirected", "--samples", 7, "--verify", "--json", "--seed"]
    first, again, other = (atoll(*words, seed).json for seed in (3, 3, 4))
    assert first["result"] == again["result"] != other["result"]
    assert first["result"]["roots"] == 7 and first["parameters"]["seed"] == 3


def test_parallel_arcs_are_one_and_loops_none(atoll, write):
    write("graph.el", "0 1\n0 1\n0 2\n1 1\n1 3\n2 3\n")
    assert found(atoll, "graph.el", "--normalised", "no") == {0: 0, 1: 0.5, 2: 0.5, 3: 0}


def test_weights_are_not_used_and_it_says_so(atoll, write):
    write("graph.wel", "0 1 9\n1 2 9\n0 2 99\n")
    answer = atoll("betweenness", "graph.wel", "--json").json
    assert answer["result"]["largest"] == 0
    assert any("weights" in note for note in answer["notes"])


def test_roots_by_label(atoll, write):
    write("names.csv", 'from,to\n"Rossi, Anna",Bruno\nBruno,Carla\n')
    for roots in ("Rossi, Anna", "Bruno,Carla"):
        assert atoll("betweenness", "names.csv", "--roots", roots, "--json").json["verified"] is None
    assert atoll("bc", "names.csv", "--roots", "Bruno,Carla", "--json").json["parameters"]["roots"] == [
        "Bruno",
        "Carla",
    ]
    atoll("betweenness", "names.csv", "--roots", "Bruno,Dora").refused(3, "--roots", "'Dora'")


def test_the_memory_is_as_estimated(atoll):
    for roots in (4, 16):
        answer = atoll("betweenness", "-g", 16, "--samples", roots, "--json").json
        assert answer["peak_bytes"] / 2 < answer["estimated_bytes"] < 2 * answer["peak_bytes"]


def test_the_table_names_the_largest(atoll, write):
    write("star.txt", "hub a\nhub b\nhub c\n")
    out = atoll("betweenness", "star.txt", "--undirected", "--normalised", "no").out
    assert "top betweenness" in out and "vertex hub" in out
