# SPDX-License-Identifier: Apache-2.0
"""The command line of `bench/gap`. Progress goes to standard error, the table's path to standard output."""

import argparse
import os
import shlex
import sys
from pathlib import Path
from typing import NoReturn

from compare import machine, report
from compare.atoll_side import AtollSide
from compare.built_side import BUILDS
from compare.cells import FAILED, Cell, Plan
from compare.gapbs_side import HOW_TO_GET, GapbsSide
from compare.graphs import Graph, GraphError, parse_spec
from compare.peer_side import PACKAGES, PeerSide
from compare.process import choose_processors, huge_page_environment, huge_page_setting, interrupt_when_stopped
from compare.race import measure
from compare.roof import Rates, rates_of
from compare.sides import INGEST, KERNELS, NotThere, Side, SideFailed
from compare.ways import ALSO, FOUR_PARTS, NATIVE, PARTS, Sides, matches

# GAPBS's name for one, and ours for others.
ALIASES = {"pr": "pagerank", "components": "cc", "betweenness": "bc", "triangles": "tc"}
WRONG_USAGE, INTERRUPTED = 2, 130
LOAD_MAX = 0.5  # a machine that is busier before we start is not idle


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line; --help has the usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(WRONG_USAGE, f"{self.prog}: {message}; see {self.prog} --help\n")


def words_of(known: list[str], aliases: dict[str, str] | None = None):
    def parse(text: str) -> list[str]:
        words = [(aliases or {}).get(word, word) for word in text.split(",") if word]
        if not words:
            raise argparse.ArgumentTypeError(f"none: choose among {', '.join(known)}")
        for word in words:
            if word not in known:
                raise argparse.ArgumentTypeError(f"{word}: choose among {', '.join(known)}")
        return words

    return parse


def positive(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text}: a whole number from 1 up")
    return int(text)


def seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1
    if not 0 <= number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text}: a number of seconds")
    return number


def parser() -> argparse.ArgumentParser:
    root = Path(__file__).resolve().parents[2]
    all_kernels = [*KERNELS, "ingest"]
    p = Parser(
        prog="bench/gap",
        description="Atoll against GAPBS and further peers, on the same files, threads and settings, in turn.",
        epilog="Example: bench/gap --gapbs ~/gapbs --graphs kron:20,grid:20,web.txt.gz --kernels bfs,cc --out out",
    )
    p.add_argument("--gapbs", type=Path, help=f"folder of a GAPBS build; {HOW_TO_GET}")
    p.add_argument(
        "--atoll", type=Path, default=root / "build/release/atoll", help="our program (default: %(default)s)"
    )
    p.add_argument(
        "--graphs",
        default="kron:20,urand:20,grid:20",
        help="kron:N urand:N grid:N FILE FILE:undirected, commas between (default: %(default)s)",
    )
    p.add_argument(
        "--kernels",
        type=words_of(all_kernels, ALIASES),
        default=all_kernels,
        help=f"of {','.join(all_kernels)}, or by the other names that they have, as pr (default: all)",
    )
    p.add_argument(
        "--tracks", type=words_of(["A", "B"]), default=["A", "B"], help="A: as given, B: prepared (default: A,B)"
    )
    p.add_argument(
        "--also",
        type=words_of(ALSO),
        default=[],
        help="ours against ours: threads (one against all), native (--native), parts (four against one)",
    )
    p.add_argument("--native", type=Path, help="our program built for this very processor, for --also native")
    p.add_argument("--threads", type=positive, default=2, help="of every side (default: 2)")
    p.add_argument("--pairs", type=positive, default=11, help="per cell, at least (default: 11)")
    p.add_argument(
        "--pairs-more",
        type=positive,
        default=21,
        help="in all, where an interval crosses the bar (default: 21); --cell-s may ask for yet more",
    )
    p.add_argument("--also-pairs", type=positive, default=6, help="per cell of --also, at least (default: 6)")
    p.add_argument(
        "--cell-s",
        type=seconds,
        default=6,
        help="a cell that took fewer seconds has more pairs, 101 at most; 0: no more (default: 6)",
    )
    p.add_argument("--trials", type=positive, help="per process (default: 1 to 16, by what one takes)")
    p.add_argument(
        "--attempts", type=positive, default=3, help="at a process that others disturb, which counts not (default: 3)"
    )
    p.add_argument("--huge-pages", choices=["on", "off", "system"], default="on", help="for all sides (default: on)")
    p.add_argument("--peers", type=words_of(list(PACKAGES)), default=[], help=f"also {','.join(PACKAGES)}")
    for name, side in BUILDS.items():
        p.add_argument(f"--{name}", type=Path, help=f"also {name}, in the folder of its sources; {side.build.how_to}")
    p.add_argument("--peer-pairs", type=positive, default=3, help="processes per cell of a further peer (default: 3)")
    p.add_argument("--limit-s", type=positive, default=600, help="of one process (default: 600)")
    p.add_argument(
        "--atoll-arguments",
        type=shlex.split,
        default=[],
        help="added to our runs of kernels, as in --atoll-arguments='--parts 4'",
    )
    p.add_argument(
        "--gapbs-arguments",
        type=shlex.split,
        default=[],
        help="added to GAPBS's commands, as in --gapbs-arguments=-v, which lets it verify after each trial too",
    )
    p.add_argument("--out", type=Path, required=True, help="folder of table.md, results.json, plot.svg, and the cells")
    p.add_argument("--cache", type=Path, help="folder of the graphs (default: OUT/graphs)")
    p.add_argument("--again", action="store_true", help="measure finished cells again")
    return p


def main(arguments: list[str]) -> int:
    options = parser().parse_args(arguments)
    interrupt_when_stopped()
    try:
        return compare(options, arguments)
    except (NotThere, GraphError) as error:
        say(f"bench/gap: {error}")
        return WRONG_USAGE
    except KeyboardInterrupt:
        say(f"bench/gap: stopped; what was measured is in {options.out}; the same command goes on from there")
        return INTERRUPTED


def compare(options: argparse.Namespace, arguments: list[str]) -> int:
    if options.pairs_more < options.pairs:
        raise NotThere(f"--pairs-more {options.pairs_more}: it is the number in all, and --pairs is {options.pairs}")
    if options.gapbs is None:
        raise NotThere(f"--gapbs is missing: {HOW_TO_GET}")
    processors = choose_processors(options.threads)
    if len(processors) < options.threads:
        raise NotThere(f"--threads {options.threads}: there are {len(processors)} processors")
    if options.huge_pages == "on" and huge_page_setting() == "never":
        say("bench/gap: the system never gives huge pages: the sides run without")
    about = {
        "command": shlex.join(["bench/gap", *arguments]),
        "machine": machine.describe(processors, options.huge_pages),
    }
    os.sched_setaffinity(0, processors)
    environment = huge_page_environment(options.huge_pages)
    sides, skipped = sides_of(options, environment)
    named = {side.name: side for side in (sides.ours, sides.gapbs, *sides.peers)}
    named |= {NATIVE: sides.native} if sides.native else {}
    about |= {
        "sides": {name: side.identity(kernels_of(options)[0]) for name, side in named.items()},
        "skipped": skipped,
    }
    races = races_of(options, sides)
    cells = [cell for race in races for cell in race]
    if os.getloadavg()[0] > LOAD_MAX:
        say(f"bench/gap: the machine is busy (load {os.getloadavg()[0]:.2f}): its figures are worth little")
    rates, about["no_roof"] = rates_or_reason(options, sides.ours)
    plan = Plan(
        pairs=options.pairs,
        pairs_more=options.pairs_more,
        also_pairs=options.also_pairs,
        peer_pairs=options.peer_pairs,
        cell_s=options.cell_s,
        attempts=options.attempts,
        trials=options.trials,
        settings={"processors": processors, "huge_pages": options.huge_pages},
        again=options.again,
    )
    try:
        for number, race in enumerate(races, 1):
            say(f"[{number} of {len(races)}] {race[0].kernel} {race[0].graph.name}")
            measure(race, sides, plan, say)
            report.write(options.out, cells, about, rates)
    finally:
        report.write(options.out, cells, about, rates)
    print(options.out / "table.md")
    return 1 if any(cell.data["status"] == FAILED for cell in cells) else 0


def rates_or_reason(options: argparse.Namespace, ours: AtollSide) -> tuple[Rates | None, str | None]:
    """What the machine can do, measured once per folder, threads and pages, or why that is not known."""
    path = options.out / f"probe-{options.threads}-{options.huge_pages}.json"
    if options.again:
        path.unlink(missing_ok=True)
    try:
        return rates_of(ours.probe(options.threads, path), options.threads), None
    except SideFailed as error:
        say(f"bench/gap: no share of the roof: {error}")
        return None, str(error)


def sides_of(options: argparse.Namespace, environment: dict[str, str]) -> tuple[Sides, dict[str, str]]:
    """All sides that are there, and why the others are not. Throws NotThere for those without which nothing goes."""
    ours = AtollSide(options.atoll.resolve(), options.atoll_arguments, environment, options.limit_s)
    ours.check()
    gapbs = GapbsSide(options.gapbs.resolve(), options.gapbs_arguments, environment, options.limit_s)
    gapbs.check(kernels_of(options))
    peers, skipped = peers_of(options, environment)
    for name, reason in skipped.items():
        say(f"bench/gap: SKIPPED: {name}: {reason}")
    native = options.native and AtollSide(
        options.native.resolve(), options.atoll_arguments, environment, options.limit_s
    )
    if NATIVE in options.also and native is None:
        raise NotThere("--also native: --native PATH is missing; `cmake --preset native` builds it")
    if native:
        native.check()
    if PARTS in options.also and any(word.startswith("--parts") for word in options.atoll_arguments):
        raise NotThere("--also parts: --atoll-arguments has --parts too; leave one of them out")
    in_parts = AtollSide(ours.program, [*options.atoll_arguments, *FOUR_PARTS], environment, options.limit_s)
    return Sides(ours, gapbs, peers, native, in_parts), skipped


def peers_of(options: argparse.Namespace, environment: dict[str, str]) -> tuple[list[Side], dict[str, str]]:
    """The further peers that are there, packages before builds, and why the others are not."""
    folders = {name: folder.resolve() for name in BUILDS if (folder := vars(options)[name])}
    peers: list[Side] = [PeerSide(name, environment, options.limit_s) for name in options.peers]
    peers += [BUILDS[name](folder, environment, options.limit_s) for name, folder in folders.items()]
    skipped = {peer.name: reason for peer in peers if (reason := peer.missing())}
    return [peer for peer in peers if peer.name not in skipped], skipped


def kernels_of(options: argparse.Namespace) -> list[str]:
    plain = [kernel for kernel in options.kernels if kernel != "ingest"]
    return plain + (list(INGEST) if "ingest" in options.kernels else [])


def races_of(options: argparse.Namespace, sides: Sides) -> list[list[Cell]]:
    """The cells of each kernel on each graph; graph by graph, so that its files stay in the page cache."""
    cache = (options.cache or options.out / "graphs").resolve()
    converter = sides.gapbs.folder / "converter"
    specs = [parse_spec(text) for text in options.graphs.split(",") if text]
    graphs = [Graph(spec, cache, sides.ours.program, converter if converter.is_file() else None, say) for spec in specs]
    races = []
    for graph in graphs:
        for kernel in kernels_of(options):
            found = matches(kernel, sides, options.tracks, options.also, options.threads)
            races.append([Cell(kernel, graph, match, options.out / "cells") for match in found])
    return races
