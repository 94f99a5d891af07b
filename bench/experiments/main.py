# SPDX-License-Identifier: Apache-2.0
"""The command line of `bench/numa`. Progress goes to standard error, the page's path to standard output."""

import argparse
import json
import os
from pathlib import Path

from compare.atoll_side import AtollSide
from compare.graphs import GraphError
from compare.main import LOAD_MAX, positive, say, words_of
from compare.process import interrupt_when_stopped
from compare.sides import NotThere

from experiments import accesses, choice, designs, forecast, ghosts, machine_report, memory, page, partitioning, scaling
from experiments.groups import QUICK_SCALE, QUICK_SOURCES, Bench
from experiments.heading import heading
from experiments.laboratory import Failed, Unfinished
from experiments.plan import PAIRS
from experiments.results import Results
from experiments.workload import BENCH

ROOT = Path(__file__).resolve().parents[2]
WORK, PAGES = ROOT / "build/experiments", ROOT / "docs/experiments"
QUICK = WORK / "quick"
FAILED, WRONG_USAGE, UNFINISHED, INTERRUPTED = 1, 2, 3, 130
EXPERIMENTS = {  # what is measured together, and what is shown of it
    "chapter": (partitioning, ghosts, designs, accesses, memory, scaling),
    "forecasts": (forecast,),
    "choice": (choice,),
}
LIMIT_S = 60  # to say its version


def words(text: str) -> list[str]:
    return [word for word in text.split(",") if word]


def parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(
        prog="bench/numa", description="The experiments of the NUMA thesis, made again on this machine."
    )
    p.add_argument(
        "--atoll", type=Path, default=ROOT / "build/release/atoll", help="the program (default: %(default)s)"
    )
    names = [*EXPERIMENTS]
    p.add_argument(
        "--only", type=words_of(names), default=names, help=f"measure these again: {','.join(names)} (default: all)"
    )
    p.add_argument("--scale", type=positive, help="of the largest R-MAT graph (default: what memory and budget allow)")
    p.add_argument("--budget-s", type=positive, default=360, help="for the default scale (default: %(default)s)")
    listed = ",".join(BENCH)
    p.add_argument(
        "--graphs", type=words, default=BENCH, help=f"of forecasts and choice, of --data (default: {listed})"
    )
    data = os.environ.get("ATOLL_DATA")
    p.add_argument("--data", type=Path, default=data, help="folder of real graphs, if there is one ($ATOLL_DATA)")
    p.add_argument("--sources", type=positive, help="runs of each kind (default: 20)")
    p.add_argument("--pairs", type=positive, help=f"rounds of choice (default: {PAIRS})")
    p.add_argument("--threads", type=positive, help="(default: one per processor we may use)")
    p.add_argument("--quick", action="store_true", help=f"to try it: scale {QUICK_SCALE}, {QUICK_SOURCES} sources")
    p.add_argument("--for-s", type=positive, help="begin no run after so many seconds; the same command goes on later")
    p.add_argument("--write-only", action="store_true", help="the page again, from the results that are there")
    p.add_argument(
        "--machine-file",
        type=Path,
        help="only a page of what `atoll machine --report` wrote there: its runs beside what the model predicted",
    )
    p.add_argument("--work", type=Path, help=f"of the graphs, and of every run (default: {WORK}; --quick: {QUICK})")
    p.add_argument("--out", type=Path, help=f"of the page (default: {PAGES}; --quick: that of --work)")
    return p


def choose_folders(options: argparse.Namespace) -> None:
    """Toy graphs leave the pages and the results of real ones alone, unless they are told where to go."""
    options.work = options.work or (QUICK if options.quick else WORK)
    options.out = options.out or (options.work if options.quick else PAGES)


def main(arguments: list[str]) -> int:
    options = parser().parse_args(arguments)
    choose_folders(options)
    interrupt_when_stopped()
    kept = options.work / "results.json"
    try:
        if options.machine_file:
            print(machine_report.write(options.machine_file, options.out))
            return 0
        data = json.loads(kept.read_text()) if kept.exists() else {}
        if not options.write_only:
            AtollSide(options.atoll, [], {}, LIMIT_S).check()
            if os.getloadavg()[0] > LOAD_MAX and not options.quick and not options.for_s:
                say(f"bench/numa: the machine is busy (load {os.getloadavg()[0]:.2f}): its figures are worth little")
            bench = Bench(options, say)
            data |= bench.measure(options.only)
            making = kept.with_suffix(".making")
            making.write_text(json.dumps(data) + "\n")
            making.rename(kept)
            bench.forget()
        elif not data:
            say(f"bench/numa: there is no {kept}: measure first")
            return WRONG_USAGE
        data = {name: data[name] for name in EXPERIMENTS if name in data}
        results = Results(data)
        shown = [experiment for name in data for experiment in EXPERIMENTS[name]]
        print(page.write(options.out, "numa", heading(results), [experiment.section(results) for experiment in shown]))
    except (NotThere, machine_report.NoReport) as error:
        say(f"bench/numa: {error}")
        return WRONG_USAGE
    except (Failed, GraphError) as error:
        say(f"bench/numa: {error}")
        return FAILED
    except Unfinished:
        say("bench/numa: the time is over; the same command goes on from here")
        return UNFINISHED
    except KeyboardInterrupt:
        say("bench/numa: stopped; nothing was written, and the same command goes on from here")
        return INTERRUPTED
    return 0
