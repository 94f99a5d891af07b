# SPDX-License-Identifier: Apache-2.0
"""The graphs of a comparison: every file is made once, kept in a cache, and read by all sides.

Kinds of file: `plain` (.sg), `weighted` (.wsg, weights as in the input, or 1 to 255 drawn), `symmetric` (.sg, both
ways, for triangles), `text` (.el) and `weighted text` (.wel), for ingest: a line per arc, or per edge where the graph
is undirected. As GAPBS's builder does it, self-loops and parallel arcs go. `plain` and `weighted` also have a prepared
file, in the order that our program gives them; it is made anew where that program has changed. Invariant: a file under
its final name is whole.
"""

import hashlib
import json
import os
import random
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from compare.content import hash_of, state_of
from compare.process import run

SHAPES = {"kron": "kronecker", "urand": "uniform", "grid": "grid"}
FILES = {
    "plain": "plain.sg",
    "weighted": "weighted.wsg",
    "symmetric": "symmetric.sg",
    "text": "lines.el",
    "weighted text": "lines.wel",
}
TEXTS = {"text": "plain", "weighted text": "weighted"}  # and what they are made of
SEED = "1"
HEADER = struct.Struct("<?qq")  # directed, arcs, vertices; then vertices + 1 offsets of 8 bytes
OFFSET_BYTES = 8
LIMIT_S = 7200
DRAWS_MAX = 1_000_000


class GraphError(Exception):
    """A graph that cannot be had, in one line."""


@dataclass(frozen=True)
class Spec:
    """What the user named: a shape and a scale, or a file, perhaps with every line an edge."""

    name: str
    shape: str | None
    scale: int = 0
    path: Path | None = None
    undirected: bool = False


@dataclass(frozen=True)
class Header:
    """The first bytes of a .sg or .wsg file."""

    directed: bool
    arcs: int
    vertices: int


@dataclass(frozen=True)
class Prepared:
    """A file with the graph in our program's order and what it took to bring it there, without reading and writing."""

    path: Path
    seconds: float


def parse_spec(text: str) -> Spec:
    """`kron:20`, `urand:20`, `grid:20`, `FILE` or `FILE:undirected`."""
    shape, _, scale = text.partition(":")
    if shape in SHAPES:
        if not scale.isdigit() or not 1 <= int(scale) <= 40:
            raise GraphError(f"{text}: a scale is missing, as in {shape}:20")
        return Spec(f"{shape}-{scale}", shape, int(scale))
    undirected = text.endswith(":undirected")
    path = Path(text.removesuffix(":undirected"))
    if not path.is_file():
        raise GraphError(f"{text}: there is no such file; graphs are kron:N, urand:N, grid:N, FILE or FILE:undirected")
    return Spec(path.name.split(".")[0], None, path=path.resolve(), undirected=undirected)


def read_header(path: Path) -> Header:
    with path.open("rb") as file:
        return Header(*HEADER.unpack(file.read(HEADER.size)))


class Graph:
    """A graph in its cache folder; a file is made when it is first asked for."""

    def __init__(self, spec: Spec, cache: Path, atoll: Path, converter: Path | None, say: Callable[[str], None]):
        self.spec = spec
        self.name = spec.name
        self.folder = cache / folder_name(spec)
        self.atoll = atoll
        self.converter = converter
        self.say = say
        self.environment: Mapping[str, str] = {}

    def file(self, kind: str) -> Path:
        """The path of a kind of file, made now unless it is there."""
        if kind == "symmetric" and not self.directed():
            kind = "plain"

        def make(out: Path) -> None:
            for command in self.recipe(kind, out):
                self.execute(command)
            if kind in TEXTS and not self.directed():
                keep_one_direction(out)

        return self.made(self.folder / FILES[kind], make)

    def prepared(self, kind: str) -> Prepared:
        """A kind of file, prepared by our program; made now unless this program, on as many processors, did so."""
        ours = self.file(kind)
        path = ours.with_name(f"prepared-{kind}.atoll")
        told = path.with_suffix(".json")
        processors = len(os.sched_getaffinity(0))
        made_of = {"program": hash_of(self.atoll), "file": state_of(ours), "processors": processors}
        known = json.loads(told.read_text()) if told.exists() else {}
        if known.get("made_of") != made_of:
            path.unlink(missing_ok=True)

        def make(out: Path) -> None:
            command = [str(self.atoll), "convert", str(ours), str(out), "--prepare", "--json"]
            said = json.loads(self.execute(command))
            kept = {"made_of": made_of, "seconds": said["seconds"], "peak_bytes": said["peak_bytes"]}
            told.write_text(json.dumps(kept, indent=1) + "\n")

        self.made(path, make)
        return Prepared(path, json.loads(told.read_text())["seconds"]["prepare"])

    def other(self, kind: str, suffix: str, write: Callable[[Path, Path], None]) -> Path:
        """The path of a kind of file as another program reads it; `write` makes it of ours."""
        ours = self.file(kind)
        return self.made(ours.with_suffix(suffix), lambda out: write(ours, out))

    def made(self, path: Path, make: Callable[[Path], None]) -> Path:
        if not path.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            making = path.with_name(f"making-{path.name}")
            self.say(f"{self.name}: making {path.name}")
            make(making)
            making.rename(path)
        return path

    def recipe(self, kind: str, out: Path) -> list[list[str]]:
        """The commands that make a kind of file."""
        if kind in TEXTS:
            return [[str(self.atoll), "convert", str(self.file(TEXTS[kind])), str(out)]]
        if kind == "symmetric":
            return [[str(self.atoll), "convert", str(self.file("plain")), str(out), "--symmetrise"]]
        weights = ["--weights", "byte"] if kind == "weighted" else []
        if self.spec.shape:
            return [self.drawn(out, weights)]
        if kind == "weighted" and not self.given()["weighted"]:
            return [self.draw_weights(out)]
        keep = ["--merge", "min"] if kind == "weighted" else ["--merge", "first", "--drop-weights"]
        ways = ["--undirected"] if self.spec.undirected else []
        return [[str(self.atoll), "convert", str(self.spec.path), str(out), *ways, "--drop-self-loops", *keep]]

    def drawn(self, out: Path, weights: list[str]) -> list[str]:
        """The command that draws it into a file, with weights as these words say."""
        scale = self.spec.scale
        size = ["--scale", str(scale)]
        if self.spec.shape == "grid":
            size = ["--rows", str(2 ** (scale // 2)), "--columns", str(2 ** (scale - scale // 2))]
        return [str(self.atoll), "generate", SHAPES[self.spec.shape], str(out), *size, "--seed", SEED, *weights]

    def drawing(self) -> list[str] | None:
        """How `atoll generate` draws the edges; None for what GAPBS cannot draw as well."""
        if self.spec.shape not in ("kron", "urand"):
            return None
        return [SHAPES[self.spec.shape], "--scale", str(self.spec.scale), "--seed", SEED]

    def draw_weights(self, out: Path) -> list[str]:
        """GAPBS draws 1 to 255 for the lines of a text file."""
        if self.converter is None:
            raise GraphError(f"{self.name}: has no weights, and GAPBS's converter, which draws them, is not there")
        ways = [] if self.directed() else ["-s"]
        return [str(self.converter), "-f", str(self.file("text")), *ways, "-w", "-b", str(out)]

    def given(self) -> dict:
        """What the input file is: vertices, arcs, directed, weighted."""
        done = self.execute([str(self.atoll), "info", str(self.spec.path), "--json"])
        return json.loads(done)["graph"]

    def directed(self) -> bool:
        return self.header("plain").directed

    def header(self, kind: str) -> Header:
        return read_header(self.file(TEXTS.get(kind, kind)))

    def execute(self, command: list[str]) -> str:
        done = run(command, self.environment, LIMIT_S)
        if done.code != 0:
            reason = (done.err.strip() or done.out.strip() or f"exit code {done.code}").splitlines()[-1]
            raise GraphError(f"{self.name}: `{' '.join(command)}`: {reason}")
        with (self.folder.parent / "made.log").open("a") as log:
            print(*command, file=log)
        return done.out

    def sources(self, kind: str, count: int, seed: int) -> list[int]:
        """`count` vertices that have arcs, drawn from a seed, all different where the graph has so many."""
        path, vertices = self.file(kind), self.header(kind).vertices
        drawn, found, tries = random.Random(seed), [], 0
        with path.open("rb") as file:
            while len(found) < count:
                vertex = drawn.randrange(vertices)
                file.seek(HEADER.size + vertex * OFFSET_BYTES)
                first, last = struct.unpack("<qq", file.read(2 * OFFSET_BYTES))
                tries += 1
                if last > first and (vertex not in found or tries > 100 * count):
                    found.append(vertex)
                if tries > DRAWS_MAX:
                    raise GraphError(f"{self.name}: no vertex with arcs was found in {DRAWS_MAX:,} draws")
        return found


def keep_one_direction(path: Path) -> None:
    """Leaves a line per edge where an edge list has one per arc."""
    kept = path.with_name(f"{path.name}.kept")
    with path.open("rb") as lines, kept.open("wb") as out:
        for line in lines:
            source, target = line.split(maxsplit=2)[:2]
            if int(source) <= int(target):
                out.write(line)
    kept.rename(path)


def folder_name(spec: Spec) -> str:
    """A name that another graph, or another state of the same file, does not have."""
    if spec.path is None:
        return spec.name
    state = spec.path.stat()
    identity = f"{spec.path} {state.st_size} {state.st_mtime_ns} {spec.undirected}"
    return f"{spec.name}-{hashlib.sha256(identity.encode()).hexdigest()[:8]}"
