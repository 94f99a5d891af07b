# SPDX-License-Identifier: Apache-2.0
"""The command line of `bench/gap`. Progress goes to standard error, the table's path to standard output."""

import argparse
import os
import shlex
import sys
from pathlib import Path

from compare import machine, report
from compare.atoll_side import AtollSide
from compare.cells import FAILED, Cell, Plan, Sides, measure
from compare.gapbs_side import HOW_TO_GET, GapbsSide
from compare.graphs import Graph, GraphError, parse_spec
from compare.peer_side import PACKAGES, PeerSide, missing
from compare.process import choose_processors, huge_page_environment, huge_page_setting
from compare.sides import INGEST, KERNELS, NotThere

WRONG_USAGE, INTERRUPTED = 2, 130
LOAD_MAX = 0.5  # a machine that is busier before we start is not idle


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def words_of(known: list[str]):
    def parse(text: str) -> list[str]:
        words = [word for word in text.split(",") if word]
        for word in words:
            if word not in known:
                raise argparse.ArgumentTypeError(f"{word}: choose among {', '.join(known)}")
        return words

    return parse


def positive(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text}: a whole number from 1 up")
    return int(text)


def parser() -> argparse.ArgumentParser:
    root = Path(__file__).resolve().parents[2]
    all_kernels = [*KERNELS, "ingest"]
    p = argparse.ArgumentParser(
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
        help="kron:N urand:N grid:N FILE FILE:undirected, commas between",
    )
    p.add_argument(
        "--kernels", type=words_of(all_kernels), default=all_kernels, help=f"of {','.join(all_kernels)} (default: all)"
    )
    p.add_argument(
        "--tracks", type=words_of(["A", "B"]), default=["A", "B"], help="A: as given, B: prepared (default: A,B)"
    )
    p.add_argument("--threads", type=positive, default=2, help="of every side (default: 2)")
    p.add_argument("--pairs", type=positive, default=11, help="per cell (default: 11)")
    p.add_argument("--pairs-more", type=positive, default=21, help="where an interval crosses the bar (default: 21)")
    p.add_argument("--trials", type=positive, help="per process (default: 1 to 16, to fill a second)")
    p.add_argument("--huge-pages", choices=["on", "off", "system"], default="on", help="for all sides (default: on)")
    p.add_argument("--peers", type=words_of(list(PACKAGES)), default=[], help=f"also {','.join(PACKAGES)}")
    p.add_argument("--peer-pairs", type=positive, default=3, help="processes per cell of a further peer (default: 3)")
    p.add_argument("--limit-s", type=positive, default=600, help="of one process (default: 600)")
    p.add_argument(
        "--atoll-arguments",
        type=shlex.split,
        default=[],
        help="added to our commands, as in --atoll-arguments='--parts 4'",
    )
    p.add_argument("--out", type=Path, required=True, help="folder of table.md, results.json, plot.svg, and the cells")
    p.add_argument("--cache", type=Path, help="folder of the graphs (default: OUT/graphs)")
    p.add_argument("--again", action="store_true", help="measure finished cells again")
    return p


def main(arguments: list[str]) -> int:
    p = parser()
    options = p.parse_args(arguments)
    try:
        return compare(options, arguments)
    except (NotThere, GraphError) as error:
        say(f"bench/gap: {error}")
        return WRONG_USAGE
    except KeyboardInterrupt:
        say(f"bench/gap: stopped; what was measured is in {options.out}; the same command goes on from there")
        return INTERRUPTED


def compare(options: argparse.Namespace, arguments: list[str]) -> int:
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
    about |= {"sides": {s.name: s.identity("bfs") for s in (sides.ours, sides.gapbs, *sides.peers)}, "skipped": skipped}
    cells = cells_of(options, sides)
    if os.getloadavg()[0] > LOAD_MAX:
        say(f"bench/gap: the machine is busy (load {os.getloadavg()[0]:.2f}): its figures are worth little")
    plan = Plan(
        threads=options.threads,
        pairs=options.pairs,
        pairs_more=max(options.pairs, options.pairs_more),
        peer_pairs=options.peer_pairs,
        trials=options.trials,
        settings={"processors": processors, "huge_pages": options.huge_pages},
        again=options.again,
    )
    try:
        for number, cell in enumerate(cells, 1):
            say(f"[{number} of {len(cells)}] {cell.name}")
            measure(cell, sides, plan, say)
            report.write(options.out, cells, about)
    finally:
        report.write(options.out, cells, about)
    print(options.out / "table.md")
    return 1 if any(cell.data["status"] == FAILED for cell in cells) else 0


def sides_of(options: argparse.Namespace, environment: dict[str, str]) -> tuple[Sides, dict[str, str]]:
    """All sides that are there, and why the others are not. Throws NotThere for those without which nothing goes."""
    ours = AtollSide(options.atoll.resolve(), options.atoll_arguments, environment, options.limit_s)
    ours.check()
    gapbs = GapbsSide(options.gapbs.resolve(), environment, options.limit_s)
    gapbs.check(kernels_of(options))
    skipped = {name: reason for name in options.peers if (reason := missing(name))}
    for name, reason in skipped.items():
        say(f"bench/gap: SKIPPED: {name}: {reason}")
    peers = [PeerSide(name, environment, options.limit_s) for name in options.peers if name not in skipped]
    return Sides(ours, gapbs, peers), skipped


def kernels_of(options: argparse.Namespace) -> list[str]:
    plain = [kernel for kernel in options.kernels if kernel != "ingest"]
    return plain + (list(INGEST) if "ingest" in options.kernels else [])


def cells_of(options: argparse.Namespace, sides: Sides) -> list[Cell]:
    """Graph by graph, so that its files stay in the page cache."""
    cache = (options.cache or options.out / "graphs").resolve()
    converter = sides.gapbs.folder / "converter"
    specs = [parse_spec(text) for text in options.graphs.split(",") if text]
    graphs = [Graph(spec, cache, sides.ours.program, converter if converter.is_file() else None, say) for spec in specs]
    cells = []
    for graph in graphs:
        for kernel in kernels_of(options):
            for track in ["-"] if kernel in INGEST else options.tracks:
                cells.append(Cell(kernel, graph, track, options.out / "cells"))
    return cells
