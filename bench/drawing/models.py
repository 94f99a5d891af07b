# SPDX-License-Identifier: Apache-2.0
"""The models there are, by name. To list them takes none of the libraries that drawing does."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Model:
    """How a graph is drawn, and of how many vertices."""

    draw: str  # module.function of this package: (Random, vertices) -> Edges
    vertices: int
    directed: bool = False


MODELS = {
    "delaunay": Model("meshes.delaunay", 524_288),
    "near-points": Model("meshes.near_points", 524_288),
    "small-world": Model("networks.small_world", 524_288),
    "attachment": Model("networks.attachment", 262_144),
    "cliques": Model("networks.cliques", 300_000),
    "web": Model("one_way.web", 400_000, directed=True),
    "citations": Model("one_way.citations", 500_000, directed=True),
    "readers": Model("networks.readers", 220_000),
    "talk": Model("one_way.talk", 600_000, directed=True),
    "blocks": Model("networks.blocks", 512_000),
    "cube": Model("meshes.cube", 512_000),
    "sites": Model("one_way.sites", 500_000, directed=True),
    "streets": Model("one_way.streets", 500_000, directed=True),
    "tree": Model("meshes.tree", 1_000_000),
    "sparse": Model("networks.sparse", 1_000_000),
    "king": Model("meshes.king", 640_000),
    "regular": Model("networks.regular", 600_000),
    "hypercube": Model("networks.hypercube", 131_072),
    "mild-rmat": Model("one_way.mild_rmat", 262_144, directed=True),
    "power-law": Model("networks.power_law", 400_000),
    "copying": Model("one_way.copying", 300_000, directed=True),
    "kronecker-3": Model("networks.kronecker_of_three", 531_441),
    "items": Model("one_way.items", 290_000, directed=True),
    "far-edges": Model("networks.lattice_with_far_edges", 524_288),
    "caterpillar": Model("meshes.caterpillar", 600_000),
    "holes": Model("meshes.holes", 1_000_000),
    "communities": Model("networks.communities", 300_000),
    "mails": Model("one_way.mails", 50_000, directed=True),
    "dense": Model("networks.dense", 2000),
    "islands": Model("networks.islands", 1_620_000),
    "deep-layers": Model("one_way.deep_layers", 500_000, directed=True),
    "barbell": Model("meshes.barbell", 103_000),
    "torus": Model("meshes.torus", 1_048_576),
    "kronecker-fat": Model("networks.kronecker_fat", 65_536),
    "random-arcs": Model("one_way.random_arcs", 262_144, directed=True),
    "star": Model("networks.star", 1_000_000),
    "path": Model("meshes.path", 500_000),
    "layers": Model("one_way.layers", 400_000, directed=True),
}
