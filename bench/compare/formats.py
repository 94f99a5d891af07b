# SPDX-License-Identifier: Apache-2.0
"""What other programs read, made of a .sg or .wsg file: the rows as text, or a binary list of arcs.

Invariant: what is written has the vertices and arcs of the file, under the same numbers, in the same order.
"""

import mmap
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import compress
from pathlib import Path

from compare.graphs import HEADER, OFFSET_BYTES, read_header

END_BYTES = 4
NUMBERS_AT_ONCE, ROWS_AT_ONCE = 1 << 20, 1 << 16


@dataclass(frozen=True)
class Rows:
    """Views into a mapped file: where each row begins, the ends of its arcs, their weights."""

    offsets: memoryview
    targets: memoryview
    weights: memoryview | None


def map_rows(path: Path) -> Rows:
    header = read_header(path)
    with path.open("rb") as file:
        data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    at = HEADER.size + OFFSET_BYTES * (header.vertices + 1)
    words = 2 if path.suffix == ".wsg" else 1
    ends = data[at : at + END_BYTES * words * header.arcs].cast("i")
    return Rows(data[HEADER.size : at].cast("q"), ends[::words], ends[1::2] if words == 2 else None)


def write_adjacency(path: Path, out: Path) -> None:
    """AdjacencyGraph, or WeightedAdjacencyGraph: a number a line, offsets, then targets, then weights."""
    rows = map_rows(path)
    word = "AdjacencyGraph" if rows.weights is None else "WeightedAdjacencyGraph"
    with out.open("w") as text:
        print(word, len(rows.offsets) - 1, len(rows.targets), sep="\n", file=text)
        for numbers in (rows.offsets[:-1], rows.targets, *([rows.weights] if rows.weights is not None else [])):
            for first in range(0, len(numbers), NUMBERS_AT_ONCE):
                print("\n".join(map(str, numbers[first : first + NUMBERS_AT_ONCE].tolist())), file=text)


def write_arcs(path: Path, out: Path) -> None:
    """An arc: its source and target as unsigned words, then its weight, if it has one, as a float."""
    with out.open("wb") as file:
        for columns in columns_of(map_rows(path)):
            interleaved(columns).tofile(file)


def write_edges(path: Path, out: Path) -> None:
    """The same with each edge of an undirected graph once."""
    with out.open("wb") as file:
        for columns in columns_of(map_rows(path)):
            once = [source <= target for source, target in zip(*columns[:2], strict=True)]
            interleaved([array("I", compress(column, once)) for column in columns]).tofile(file)


def columns_of(rows: Rows) -> Iterator[list[array]]:
    """Sources, targets and weights of some rows at a time, each as words of 32 bits."""
    vertices = len(rows.offsets) - 1
    for first in range(0, vertices, ROWS_AT_ONCE):
        last = min(first + ROWS_AT_ONCE, vertices)
        sources = array("I")
        for vertex in range(first, last):
            sources.extend(array("I", [vertex]) * (rows.offsets[vertex + 1] - rows.offsets[vertex]))
        taken = slice(rows.offsets[first], rows.offsets[last])
        columns = [sources, array("I", rows.targets[taken].tobytes())]
        if rows.weights is not None:
            columns.append(array("I", array("f", rows.weights[taken].tolist()).tobytes()))
        yield columns


def interleaved(columns: list[array]) -> array:
    words = array("I", bytes(sum(column.itemsize * len(column) for column in columns)))
    for place, column in enumerate(columns):
        words[place :: len(columns)] = column
    return words
