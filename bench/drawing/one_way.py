# SPDX-License-Identifier: Apache-2.0
"""Directed graphs: pages and their links, who writes to whom, and what leads one way only. Edges are arcs."""

import numpy as np

from drawing.meshes import Edges, Random, lattice, pairs, side
from drawing.networks import power_law_degrees, rmat

LINKS = 7  # of a page
NEAR, NEAR_SHARE = 100, 0.7
COPIED, COPIED_FROM, COPYING = 10, 50, 0.65  # links of a page, how far back, and how many of them
SITE = 80  # pages of one, in the mean
SITE_LINKS, SITE_SHARE = 12, 0.85
CITED = 9
WRITERS = 30  # one of so many writes
WRITTEN = 80  # messages of a writer
STREET_KEPT, ONE_WAY = 0.9, 0.5
LAYER, LAYER_ARCS = 4000, 8
DEEP_LAYER, DEEP_ARCS, DEEP_STEPS = 50, 4, 3
MILD = (0.45, 0.22, 0.22)
MAIL_ARCS, MAIL_NEAR = 40, 60
ITEMS, ITEM_ARCS = 7, 14  # vertices per thing, arcs per vertex
RANDOM_ARCS = 16


def web(random: Random, vertices: int) -> Edges:
    """Most links lead to near numbers, the others to hubs."""
    page = np.repeat(np.arange(vertices), power_law_degrees(random, vertices, LINKS // 2, 2.5, 1000))
    near = (page + random.integers(-NEAR, NEAR + 1, len(page))) % vertices
    hub = (vertices * random.random(len(page)) ** 4).astype(np.int64)
    return pairs(page, np.where(random.random(len(page)) < NEAR_SHARE, near, hub))


def copying(random: Random, vertices: int) -> Edges:
    """Every page takes most links from one shortly before it (Kumar, Raghavan, Rajagopalan, Sivakumar, Tomkins and
    Upfal, "Stochastic models for the web graph", FOCS 2000)."""
    first = 2 * COPIED
    links = np.zeros((vertices, COPIED), np.int64)
    links[:first] = random.integers(0, first, (first, COPIED))
    for v in range(first, vertices):
        model = v - 1 - int(random.integers(0, min(v - 1, COPIED_FROM)))
        copied = random.random(COPIED) < COPYING
        links[v] = np.where(copied, links[model], random.integers(0, v, COPIED))
    return pairs(np.repeat(np.arange(vertices), COPIED), links)


def sites(random: Random, vertices: int) -> Edges:
    """Pages are numbered by site and link within it, mostly to its first ones; else to first pages of other sites."""
    bounds = np.unique(np.append(random.integers(0, vertices, vertices // SITE), [0, vertices]))
    page = np.repeat(np.arange(vertices), SITE_LINKS)
    site = np.searchsorted(bounds, page, "right") - 1
    size = bounds[site + 1] - bounds[site]
    inside = bounds[site] + (size * random.random(len(page)) ** 2).astype(np.int64)
    other = bounds[(len(bounds) * random.random(len(page)) ** 3 * 0.999).astype(np.int64)] % vertices
    return pairs(page, np.where(random.random(len(page)) < SITE_SHARE, inside, other))


def citations(random: Random, vertices: int) -> Edges:
    """Only to lower numbers, to young and to old ones alike."""
    paper = np.repeat(np.arange(1, vertices), CITED)
    young = paper - 1 - (paper * random.random(len(paper)) ** 6).astype(np.int64)
    old = (paper * random.random(len(paper)) ** 2).astype(np.int64)
    return pairs(paper, np.where(random.random(len(paper)) < 0.5, young, old))


def talk(random: Random, vertices: int) -> Edges:
    """Few write on the pages of all, and more on those of some."""
    writers = vertices // WRITERS
    count = writers * WRITTEN
    page = (vertices * random.random(count) ** 2).astype(np.int64)
    return random.permutation(vertices)[pairs((writers * random.random(count) ** 2).astype(np.int64), page)]


def streets(random: Random, vertices: int) -> Edges:
    edges = lattice((side(vertices, 2),) * 2)
    edges = edges[random.random(len(edges)) < STREET_KEPT]
    turned = random.random(len(edges)) < 0.5
    edges[turned] = edges[turned][:, ::-1]
    return np.concatenate([edges, edges[random.random(len(edges)) >= ONE_WAY][:, ::-1]])


def layers(random: Random, vertices: int) -> Edges:
    source = np.repeat(np.arange(max(vertices // LAYER - 1, 1) * LAYER), LAYER_ARCS)
    return pairs(source, (source // LAYER + 1) * LAYER + random.integers(0, LAYER, len(source)))


def deep_layers(random: Random, vertices: int) -> Edges:
    source = np.repeat(np.arange(max(vertices // DEEP_LAYER - DEEP_STEPS, 1) * DEEP_LAYER), DEEP_ARCS)
    layer = source // DEEP_LAYER + 1 + random.integers(0, DEEP_STEPS, len(source))
    return pairs(source, layer * DEEP_LAYER + random.integers(0, DEEP_LAYER, len(source)))


def mild_rmat(random: Random, vertices: int) -> Edges:
    return rmat(random, vertices.bit_length() - 1, 8 * vertices, MILD)


def mails(random: Random, vertices: int) -> Edges:
    count = MAIL_ARCS * vertices
    writer = (vertices * random.random(count) ** 3).astype(np.int64)
    near = (writer + random.integers(1, MAIL_NEAR, count)) % vertices
    anyone = (vertices * random.random(count) ** 2).astype(np.int64)
    return pairs(writer, np.where(random.random(count) < 0.5, near, anyone))


def items(random: Random, vertices: int) -> Edges:
    """From readers to what they read."""
    things = vertices // ITEMS
    people = vertices - things
    count = ITEM_ARCS * vertices
    return pairs(random.integers(0, people, count), people + np.minimum(random.zipf(1.4, count), things) - 1)


def random_arcs(random: Random, vertices: int) -> Edges:
    return random.integers(0, vertices, (RANDOM_ARCS * vertices, 2))
