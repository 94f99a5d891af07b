# SPDX-License-Identifier: Apache-2.0
"""Undirected graphs in which distances are long: meshes, lattices, trees, chains.

As everywhere in this package, a model takes a source of randomness and about how many vertices there should be, and
returns edges [edges, 2] of 64-bit ids from 0 on, perhaps with self-loops and repetitions, which the caller drops.
"""

import numpy as np
from scipy.spatial import Delaunay, cKDTree

Random = np.random.Generator
Edges = np.ndarray

NEAR_ARCS = 12.5  # of a point, in the mean
KEPT_OF_GRID = 0.62
SPINE = 3  # vertices per vertex of the caterpillar's spine
SHORTCUTS = 500
CLIQUE = 1 / 70  # of the barbell's vertices, in either bell


def pairs(first: np.ndarray, second: np.ndarray) -> Edges:
    return np.stack([first.ravel(), second.ravel()], axis=1).astype(np.int64)


def side(vertices: int, dimensions: int) -> int:
    return max(2, round(vertices ** (1 / dimensions)))


def lattice(shape: tuple[int, ...], *, closed: bool = False) -> Edges:
    """Every vertex with the next one along each axis; the last with the first, if it is closed."""
    ids = np.arange(np.prod(shape)).reshape(shape)
    edges = []
    for axis, length in enumerate(shape):
        last = length if closed else length - 1
        edges.append(pairs(ids.take(range(last), axis), np.roll(ids, -1, axis).take(range(last), axis)))
    return np.concatenate(edges)


def delaunay(random: Random, vertices: int) -> Edges:
    corners = Delaunay(random.random((vertices, 2))).simplices
    return np.concatenate([corners[:, [0, 1]], corners[:, [1, 2]], corners[:, [0, 2]]]).astype(np.int64)


def near_points(random: Random, vertices: int) -> Edges:
    radius = np.sqrt(NEAR_ARCS / (np.pi * vertices))
    return cKDTree(random.random((vertices, 2))).query_pairs(radius, output_type="ndarray").astype(np.int64)


def cube(random: Random, vertices: int) -> Edges:
    return lattice((side(vertices, 3),) * 3)


def king(random: Random, vertices: int) -> Edges:
    length = side(vertices, 2)
    ids = np.arange(length * length).reshape(length, length)
    diagonals = [pairs(ids[:-1, :-1], ids[1:, 1:]), pairs(ids[:-1, 1:], ids[1:, :-1])]
    return np.concatenate([lattice(ids.shape), *diagonals])


def torus(random: Random, vertices: int) -> Edges:
    return lattice((side(vertices, 2),) * 2, closed=True)


def holes(random: Random, vertices: int) -> Edges:
    edges = lattice((side(vertices, 2),) * 2)
    return edges[random.random(len(edges)) < KEPT_OF_GRID]


def tree(random: Random, vertices: int) -> Edges:
    child = np.arange(1, vertices)
    return pairs((random.random(len(child)) * child).astype(np.int64), child)


def caterpillar(random: Random, vertices: int) -> Edges:
    spine = vertices // SPINE
    legs = pairs(random.integers(0, spine, vertices - spine), np.arange(spine, vertices))
    return np.concatenate([path(random, spine), legs, random.integers(0, spine, (SHORTCUTS, 2))])


def path(random: Random, vertices: int) -> Edges:
    return pairs(np.arange(vertices - 1), np.arange(1, vertices))


def barbell(random: Random, vertices: int) -> Edges:
    bell = max(2, round(vertices * CLIQUE))
    clique = pairs(*np.triu_indices(bell, 1))
    between = path(random, vertices - 2 * bell + 2) + bell - 1
    return np.concatenate([clique, between, clique + vertices - bell])
