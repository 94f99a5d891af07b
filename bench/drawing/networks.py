# SPDX-License-Identifier: Apache-2.0
"""Undirected graphs in which distances are short: with hubs, with communities, or flat."""

import numpy as np

from drawing.meshes import Edges, Random, lattice, pairs, side

RING = 5  # neighbours to either side in a small world
REWIRED = 0.05
ATTACHED = 8  # edges of every new vertex
CLIQUES = 5  # vertices per clique
CLIQUE_SIZES = (2, 13)
READ = 12.5  # by a reader
READERS = 10  # per thing to read
BLOCK = 1000
BLOCK_ARCS = (20, 2)  # of a vertex within its block and to all
SPARSE = 0.75  # edges per vertex
REGULAR = 3
EXPONENT = 2.5
HUB = 20_000  # arcs of a vertex, at most
KRONECKER = np.array([[0.30, 0.15, 0.05], [0.15, 0.12, 0.05], [0.05, 0.05, 0.08]])
KRONECKER_EDGES = 9.4
FAT_EDGES = 48
RMAT = (0.57, 0.19, 0.19)
DENSE_EDGES = 450
ISLAND_SIZES = (5, 50)
ISLAND_EDGES = 2  # per vertex
COMMUNITIES = 3000
WITHIN = 0.7  # of a vertex's edges, in its community


def power_law_degrees(random: Random, vertices: int, least: int, exponent: float, most: int) -> np.ndarray:
    """Every degree d of at least `least` with a probability that falls as d to the -exponent."""
    drawn = least * (1 - random.random(vertices)) ** (-1 / (exponent - 1))
    return np.minimum(drawn, most).astype(np.int64)


def rmat(random: Random, scale: int, edges: int, shares: tuple[float, float, float]) -> Edges:
    """As Chakrabarti, Zhan and Faloutsos draw it (SDM 2004), in numbers that tell nothing."""
    a, b, c = shares
    rows = np.zeros(edges, np.int64)
    columns = np.zeros(edges, np.int64)
    for _ in range(scale):
        at = random.random(edges)
        rows = 2 * rows + (at >= a + b)
        columns = 2 * columns + (((at >= a) & (at < a + b)) | (at >= a + b + c))
    return random.permutation(1 << scale)[pairs(rows, columns)]


def small_world(random: Random, vertices: int) -> Edges:
    """Watts and Strogatz, Nature 393, 1998."""
    ring = np.arange(vertices)
    edges = np.concatenate([pairs(ring, (ring + step) % vertices) for step in range(1, RING + 1)])
    rewired = random.random(len(edges)) < REWIRED
    edges[rewired, 1] = random.integers(0, vertices, rewired.sum())
    return edges


def attachment(random: Random, vertices: int) -> Edges:
    """Barabasi and Albert, Science 286, 1999: an end of an edge drawn before is a vertex by its degree."""
    ends = np.empty(2 * ATTACHED * vertices, np.int64)
    drawn = random.random((vertices, ATTACHED))
    for v in range(vertices):
        before = 2 * ATTACHED * v
        chosen = ends[(drawn[v] * before).astype(np.int64)] if v else np.zeros(ATTACHED, np.int64)
        ends[before : before + ATTACHED] = v
        ends[before + ATTACHED : before + 2 * ATTACHED] = chosen
    of_vertices = ends.reshape(vertices, 2, ATTACHED)
    return pairs(of_vertices[:, 0], of_vertices[:, 1])


def cliques(random: Random, vertices: int) -> Edges:
    """A union of cliques, each of vertices drawn at random, as of who wrote a paper together."""
    edges = []
    for size in random.integers(*CLIQUE_SIZES, vertices // CLIQUES):
        members = random.integers(0, vertices, size)
        first, second = np.triu_indices(size, 1)
        edges.append(pairs(members[first], members[second]))
    return np.concatenate(edges)


def readers(random: Random, vertices: int) -> Edges:
    things = vertices // (READERS + 1)
    people = vertices - things
    count = int(READ * people)
    liked = (things * random.random(count) ** 3).astype(np.int64)
    return pairs(random.integers(0, people, count), people + liked)


def blocks(random: Random, vertices: int) -> Edges:
    """Communities of one size (a stochastic block model: Holland, Laskey and Leinhardt, Social Networks 5, 1983)."""
    within, beyond = (arcs * vertices // 2 for arcs in BLOCK_ARCS)
    vertex = random.integers(0, vertices, within)
    first = vertex // BLOCK * BLOCK
    near = np.minimum(first + random.integers(0, BLOCK, within), vertices - 1)
    return np.concatenate([pairs(vertex, near), random.integers(0, vertices, (beyond, 2))])


def sparse(random: Random, vertices: int) -> Edges:
    return random.integers(0, vertices, (int(SPARSE * vertices), 2))


def joined(random: Random, degrees: np.ndarray) -> Edges:
    """The configuration model: half edges joined at random."""
    halves = np.repeat(np.arange(len(degrees)), degrees)
    random.shuffle(halves)
    return halves[: len(halves) // 2 * 2].reshape(-1, 2)


def regular(random: Random, vertices: int) -> Edges:
    return joined(random, np.full(vertices, REGULAR))


def power_law(random: Random, vertices: int) -> Edges:
    return joined(random, power_law_degrees(random, vertices, 2, EXPONENT, HUB))


def hypercube(random: Random, vertices: int) -> Edges:
    scale = vertices.bit_length() - 1
    all_of_them = np.arange(1 << scale)
    return np.concatenate([pairs(all_of_them, all_of_them ^ (1 << bit)) for bit in range(scale)])


def kronecker_of_three(random: Random, vertices: int) -> Edges:
    power = max(1, round(np.log(vertices) / np.log(3)))
    edges = int(KRONECKER_EDGES * vertices)
    chances = KRONECKER.ravel() / KRONECKER.sum()
    rows = np.zeros(edges, np.int64)
    columns = np.zeros(edges, np.int64)
    for _ in range(power):
        cell = random.choice(9, edges, p=chances)
        rows, columns = 3 * rows + cell // 3, 3 * columns + cell % 3
    return pairs(rows, columns)


def kronecker_fat(random: Random, vertices: int) -> Edges:
    return rmat(random, vertices.bit_length() - 1, FAT_EDGES * vertices, RMAT)


def lattice_with_far_edges(random: Random, vertices: int) -> Edges:
    """As Kleinberg's (Nature 406, 2000): a closed lattice of three dimensions, and an edge of any length from each."""
    length = side(vertices, 3)
    count = length**3
    first = np.arange(count)
    steps = np.exp(random.random(count) * np.log(count)).astype(np.int64)
    return np.concatenate([lattice((length,) * 3, closed=True), pairs(first, (first + steps) % count)])


def communities(random: Random, vertices: int) -> Edges:
    """Of all sizes, with hubs (in the manner of Lancichinetti, Fortunato and Radicchi, Physical Review E 78, 2008)."""
    community = np.sort(random.zipf(1.9, vertices) % COMMUNITIES)
    first, last = (np.searchsorted(community, community, end) for end in ("left", "right"))
    vertex = np.repeat(np.arange(vertices), power_law_degrees(random, vertices, 4, 2.6, COMMUNITIES))
    inside = first[vertex] + (random.random(len(vertex)) * (last - first)[vertex]).astype(np.int64)
    anywhere = random.integers(0, vertices, len(vertex))
    return pairs(vertex, np.where(random.random(len(vertex)) < WITHIN, inside, anywhere))


def dense(random: Random, vertices: int) -> Edges:
    return random.integers(0, vertices, (DENSE_EDGES * vertices, 2))


def islands(random: Random, vertices: int) -> Edges:
    sizes = random.integers(*ISLAND_SIZES, 2 * vertices // sum(ISLAND_SIZES))
    island = np.repeat(np.arange(len(sizes)), ISLAND_EDGES * sizes)
    first = (np.cumsum(sizes) - sizes)[island]
    ends = (first + (random.random(len(island)) * sizes[island]).astype(np.int64) for _ in range(2))
    return pairs(*ends)


def star(random: Random, vertices: int) -> Edges:
    leaves = np.arange(1, vertices)
    return pairs(np.zeros_like(leaves), leaves)
