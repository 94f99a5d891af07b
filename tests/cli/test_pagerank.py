# SPDX-License-Identifier: Apache-2.0
"""PageRank against NetworkX, with jumps to all vertices and to some."""

import networkx
import pytest


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("personal", [[], [7], [7, 12, 40]])
@pytest.mark.parametrize("how", [[], ["--plain"], ["--prepare"], ["--parts", 3], ["--parts", 2, "--direction", "push"]])
def test_ranks_are_those_of_networkx(atoll, write, directed, personal, how):
    graph = networkx.gnp_random_graph(60, 0.05, seed=3, directed=directed)
    graph.remove_nodes_from([vertex for vertex in list(graph) if graph.degree(vertex) == 0])
    graph = networkx.convert_node_labels_to_integers(graph)
    write("graph.el", "".join(f"{source} {target}\n" for source, target in graph.edges))
    words = ["graph.el", "--tolerance", "1e-12", "--iterations", 1000, "--verify", *how]
    words += ["--personal", ",".join(map(str, personal))] if personal else []
    words += [] if directed else ["--undirected"]
    ranks = {int(label): float(rank) for label, rank in atoll("pagerank", *words, "-o", "-").rows}
    jumps = dict.fromkeys(personal, 1) if personal else None
    expected = networkx.pagerank(graph, personalization=jumps, tol=1e-14, max_iter=1000)
    assert ranks.keys() == expected.keys()
    assert max(abs(ranks[vertex] - expected[vertex]) for vertex in ranks) < 1e-10


def test_a_stranger_is_refused(atoll, write):
    write("graph.el", "0 1\n1 2\n")
    atoll("pagerank", "graph.el", "--personal", "1,9").refused(3, "--personal", "'9'")
    assert atoll("pagerank", "graph.el", "--personal", "1,2,1", "--json").json["parameters"]["personal"] == [1, 2, 1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--tolerance", "1e-12", "--iterations", 1], "after 1 round, above the tolerance: allow more iterations"),
        (["--tolerance", "1e-12", "--iterations", 5], "after 5 rounds, above the tolerance: allow more iterations"),
        (["--tolerance", "1e-19", "--iterations", 300], "may be rounding: allow a larger tolerance"),
    ],
)
def test_who_stops_above_the_tolerance_is_told_what_helps(atoll, words, said):
    told = atoll("pagerank", "-g", 10, "--plain", *words, "--json").json
    assert told["result"]["converged"] is False
    assert [note for note in told["notes"] if said in note] != [], told["notes"]


def test_a_tolerance_that_floats_do_not_tell_is_reached(atoll):
    told = atoll("pagerank", "-g", 10, "--plain", "--variant", "gap", "--tolerance", "1e-12", "--json").json
    assert told["result"]["converged"] is True
    assert told["result"]["residual"] < 1e-12


def test_bins_are_for_what_is_pushed(atoll):
    """PageRank would pull, and nothing would be put into bins."""
    for words, direction in ([], "push"), (["--direction", "pull"], "pull"):
        answer = atoll("pagerank", "-g", 8, "--exchange", "binned", *words, "--verify", "--json").json
        assert {(step["exchange"], step["direction"]) for step in answer["supersteps"]} == {("binned", direction)}
    search = atoll("bfs", "-g", 8, "--exchange", "binned", "--verify", "--json").json
    assert {step["direction"] for step in search["supersteps"]} == {"push", "pull"}
