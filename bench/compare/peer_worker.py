#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One Python peer, one kernel, one graph: reads a .sg or .wsg, times the kernel's own call, prints JSON.

The graph stands in the peer's own form before the clock starts; the answer is whatever the peer returns.
"""

import argparse
import json
import time
from collections.abc import Callable

import numpy as np

DAMPING = 0.85
ROUNDS_MAX = 1000
PULL_SHARE = 16  # GraphBLAS: pull once more than one of so many vertices is active


class Arcs:
    """Offsets, ends and weights of a GAPBS file; `sources` is the other end of each arc."""

    def __init__(self, path: str):
        data = np.memmap(path, dtype=np.uint8, mode="r")
        self.directed = bool(data[0])
        self.count, self.vertices = (int(value) for value in data[1:17].view("<i8"))
        at = 17 + 8 * (self.vertices + 1)
        self.offsets = np.array(data[17:at].view("<i8"))
        words = 2 if path.endswith(".wsg") else 1
        ends = np.array(data[at : at + 4 * words * self.count].view("<i4")).reshape(-1, words)
        self.ends = ends[:, 0].copy()
        self.weights = ends[:, 1].copy() if words == 2 else None
        self.sources = np.repeat(np.arange(self.vertices, dtype=np.int32), np.diff(self.offsets))

    def once(self) -> np.ndarray:
        """Which arcs to take so that each edge comes once: all where directed."""
        return np.ones(self.count, dtype=bool) if self.directed else self.sources <= self.ends


def networkx(kernel: str, arcs: Arcs, options: argparse.Namespace) -> Callable[[], object]:
    import networkx as nx

    graph = nx.DiGraph() if arcs.directed else nx.Graph()
    graph.add_nodes_from(range(arcs.vertices))
    take = arcs.once()
    sources, ends = arcs.sources[take].tolist(), arcs.ends[take].tolist()
    if arcs.weights is None:
        graph.add_edges_from(zip(sources, ends, strict=True))
    else:
        graph.add_weighted_edges_from(zip(sources, ends, arcs.weights[take].tolist(), strict=True))
    components = nx.weakly_connected_components if arcs.directed else nx.connected_components
    tolerance = options.tolerance / max(arcs.vertices, 1)
    return {
        "bfs": lambda: len(list(nx.bfs_predecessors(graph, options.source))) + 1,
        "pagerank": lambda: len(nx.pagerank(graph, DAMPING, tol=tolerance, max_iter=ROUNDS_MAX)),
        "cc": lambda: sum(1 for _ in components(graph)),
        "sssp": lambda: len(nx.single_source_dijkstra_path_length(graph, options.source)),
        "tc": lambda: sum(nx.triangles(graph).values()) // 3,
    }[kernel]


def igraph(kernel: str, arcs: Arcs, options: argparse.Namespace) -> Callable[[], object]:
    import igraph as ig

    take = arcs.once()
    graph = ig.Graph(
        n=arcs.vertices, edges=np.column_stack((arcs.sources[take], arcs.ends[take])), directed=arcs.directed
    )
    if arcs.weights is not None:
        graph.es["weight"] = arcs.weights[take].tolist()
    return {
        "bfs": lambda: len(graph.bfs(options.source, mode="out")[0]),
        "pagerank": lambda: len(graph.pagerank(damping=DAMPING)),
        "cc": lambda: len(graph.connected_components(mode="weak")),
        "sssp": lambda: int(np.isfinite(graph.distances(options.source, weights="weight")[0]).sum()),
        "tc": lambda: len(graph.list_triangles()),
    }[kernel]


def scipy(kernel: str, arcs: Arcs, options: argparse.Namespace) -> Callable[[], object]:
    import scipy.sparse as sparse
    from scipy.sparse import csgraph

    values = np.ones(arcs.count) if arcs.weights is None else arcs.weights.astype(float)
    matrix = sparse.csr_array((values, arcs.ends, arcs.offsets), shape=(arcs.vertices, arcs.vertices))

    def pagerank() -> int:
        degree = np.diff(matrix.indptr)
        inward = matrix.T.tocsr() if arcs.directed else matrix
        rank = np.full(arcs.vertices, 1 / arcs.vertices)
        for _ in range(ROUNDS_MAX):
            sent = np.divide(rank, degree, out=np.zeros_like(rank), where=degree > 0)
            new = (1 - DAMPING) / arcs.vertices + DAMPING * (inward @ sent)
            change, rank = np.abs(new - rank).sum(), new
            if change < options.tolerance:
                break
        return arcs.vertices

    def triangles() -> int:
        lower = sparse.tril(matrix, -1, format="csr")
        return round((lower @ lower).multiply(lower).sum())

    return {
        "bfs": lambda: len(csgraph.breadth_first_order(matrix, options.source)[0]),
        "pagerank": pagerank,
        "cc": lambda: int(csgraph.connected_components(matrix, connection="weak")[0]),
        "sssp": lambda: int(np.isfinite(csgraph.dijkstra(matrix, indices=options.source)).sum()),
        "tc": triangles,
    }[kernel]


def networkit(kernel: str, arcs: Arcs, options: argparse.Namespace) -> Callable[[], object]:
    import networkit as nk

    nk.setNumberOfThreads(options.threads)
    take = arcs.once()
    ends = (arcs.sources[take].astype(np.uint64), arcs.ends[take].astype(np.uint64))
    data = ends if arcs.weights is None else (arcs.weights[take].astype(float), ends)
    graph = nk.GraphFromCoo(data, n=arcs.vertices, weighted=arcs.weights is not None, directed=arcs.directed)
    components = nk.components.WeaklyConnectedComponents if arcs.directed else nk.components.ConnectedComponents
    if kernel == "tc":
        graph.indexEdges()

    def pagerank() -> int:
        ranking = nk.centrality.PageRank(graph, DAMPING, options.tolerance)
        ranking.norm = nk.centrality.Norm.L1_NORM  # the sum of the changes, as everybody's here; its own default is L2
        return len(ranking.run().scores())

    return {
        "bfs": lambda: nk.distance.BFS(graph, options.source).run(),
        "pagerank": pagerank,
        "cc": lambda: components(graph).run().numberOfComponents(),
        "sssp": lambda: nk.distance.Dijkstra(graph, options.source).run(),
        "tc": lambda: int(sum(nk.sparsification.TriangleEdgeScore(graph).run().scores())) // 3,
    }[kernel]


def graphblas(kernel: str, arcs: Arcs, options: argparse.Namespace) -> Callable[[], object]:
    """As LAGraph writes them (Mattson et al., 2019; its GAP kernels), without its presort of triangles."""
    import graphblas as gb
    from graphblas import Matrix, Vector, binary, monoid, semiring

    gb.ss.config["nthreads"] = options.threads
    values = np.ones(arcs.count) if arcs.weights is None else arcs.weights.astype(np.int64)
    matrix = Matrix.from_csr(arcs.offsets, arcs.ends, values, ncols=arcs.vertices)
    inward = matrix.T.new() if arcs.directed else matrix
    vertices = arcs.vertices

    def bfs() -> int:
        parents = Vector(gb.dtypes.INT64, vertices)
        parents[options.source] = options.source
        active = parents.dup()
        while active.nvals:
            if active.nvals * PULL_SHARE > vertices:
                active(~parents.S, replace=True) << inward.mxv(active, semiring.ss.any_firstj)
            else:
                active(~parents.S, replace=True) << active.vxm(matrix, semiring.ss.any_secondi)
            parents(active.S) << active
        return parents.nvals

    def pagerank() -> int:
        degree = Vector.from_dense(np.maximum(np.diff(arcs.offsets), 1) / DAMPING)
        rank = Vector.from_scalar(1 / vertices, vertices, dtype=float)
        for _ in range(ROUNDS_MAX):
            sent = rank.ewise_mult(degree, binary.truediv).new()
            new = Vector.from_scalar((1 - DAMPING) / vertices, vertices, dtype=float)
            new(binary.plus) << inward.mxv(sent, semiring.plus_second)
            change = new.ewise_mult(rank, binary.minus).new().apply("abs").reduce(monoid.plus).new().value
            rank = new
            if change < options.tolerance:
                break
        return rank.nvals

    def sssp() -> int:
        """Bellman and Ford, from what became nearer."""
        distance = Vector(gb.dtypes.INT64, vertices)
        distance[options.source] = 0
        nearer = distance.dup()
        far = np.iinfo(np.int64).max
        while nearer.nvals:
            found = nearer.vxm(matrix, semiring.min_plus).new()
            nearer = found.dup(mask=found.ewise_union(distance, binary.lt, far, far).new().V)
            distance(binary.min) << nearer
        return distance.nvals

    def triangles() -> int:
        lower, upper = matrix.select("tril", -1).new(), matrix.select("triu", 1).new()
        return lower.mxm(upper.T, semiring.plus_pair).new(mask=lower.S).reduce_scalar(monoid.plus).new().value

    return {"bfs": bfs, "pagerank": pagerank, "sssp": sssp, "tc": triangles}[kernel]


PEERS = {"networkx": networkx, "igraph": igraph, "scipy": scipy, "networkit": networkit, "graphblas": graphblas}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("peer", choices=PEERS)
    parser.add_argument("kernel")
    parser.add_argument("graph")
    parser.add_argument("--trials", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--source", type=int)
    parser.add_argument("--tolerance", type=float, default=1e-4)
    options = parser.parse_args()
    call = PEERS[options.peer](options.kernel, Arcs(options.graph), options)
    seconds = []
    for _ in range(options.trials):
        start = time.perf_counter()
        result = call()
        seconds.append(time.perf_counter() - start)
    print(json.dumps({"seconds": seconds, "result": result if isinstance(result, int) else None}))


if __name__ == "__main__":
    main()
