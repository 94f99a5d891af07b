# SPDX-License-Identifier: Apache-2.0
"""The report of a comparison: `table.md` to read, `results.json` with every raw time, `plot.svg`."""

import json
from pathlib import Path
from statistics import median

from compare.cells import DONE, FAILED, NOT_RUN, PARTIAL, Cell
from compare.figures import Interval, geometric_mean
from compare.plot import plot
from compare.process import DISTURBED
from compare.roof import Rates, share_of
from compare.ways import GAPBS, NATIVE, PARTS, THREADS

TRACKS = {
    "A": "Track A: as given. From the graph in the user's order to the answer in it; everything is inside the clock.",
    "B": "Track B: prepared once, in a file. The preparation is outside the clock and reported in runs of the kernel.",
    "-": "Ingest: from a file, or edges in memory, to a graph that can be walked both ways.",
}
ALSO = {
    THREADS: "Threads: the time of one thread over that of all, on the last track",
    NATIVE: "Processor: the time of the build for this very processor over that of ours, on the last track",
    PARTS: "Parts: the time of one part over that of four; as given, laid out before the clock starts",
}
COARSE_SECONDS = 2e-4  # GAPBS prints to 10 us: 5 % of this
START_SECONDS = 0.02  # to start threads and take options may lie outside every clock
LEGEND = [
    "A ratio is GAPBS's time over ours: above 1 Atoll is ahead. Brackets hold the 95 % interval. A cell counts by",
    "the worse of the median of the pairs' ratios and the ratio of mean times (for searches: of harmonic means of",
    "rates that credit every source with all arcs of the graph).",
    "Looked at: arcs per arc of the graph. Of the roof: the share of our time that reading their rows at the",
    "machine's bandwidth explains, and a read elsewhere per arc at its rate; above 1 the kernel needs less.",
    "Which of them binds is told among these two: no rate of instructions is measured.",
]
EMPTY = "Empty: {}."
UNTOLD = "our program does not say, or the kernel does more with an arc than look"
ROOF_COLUMNS = ["looked at", "of roof: bytes", "of roof: lines", "binds"]
HIDDEN_SHARE_MAX = 0.25
NOTHING = 0.05  # of a run: a preparation cheaper than this is none


def write(folder: Path, cells: list[Cell], about: dict, rates: Rates | None) -> None:
    """Writes the three files, from whatever the cells hold."""
    folder.mkdir(parents=True, exist_ok=True)
    main = [cell for cell in cells if cell.match.against == GAPBS]
    means = {track: mean_of(main, track) for track in TRACKS}
    for cell in main:
        share = share_of(cell, rates)
        cell.data |= {"roof": vars(share) | {"binds": share.binds()}} if share else {}
    results = {**about, "geometric_means": means, "cells": [cell.data for cell in cells]}
    (folder / "results.json").write_text(json.dumps(results, indent=1) + "\n")
    (folder / "table.md").write_text(markdown(cells, about, rates))
    (folder / "plot.svg").write_text(plot([row_of_plot(cell) for cell in main if cell.figures()]))


def mean_of(cells: list[Cell], track: str) -> float | None:
    """The geometric mean of what the finished cells count."""
    return geometric_mean([c.figures().counts for c in cells if c.match.track == track and c.data["status"] == DONE])


def row_of_plot(cell: Cell) -> tuple[str, str, Interval, float, float]:
    found = cell.figures()
    return (
        cell.match.track,
        f"{cell.kernel} {cell.graph.name}",
        found.median_ratio,
        found.mean_ratio.value,
        cell.match.bar,
    )


def markdown(cells: list[Cell], about: dict, rates: Rates | None) -> str:
    lines = [
        "# Atoll against GAPBS",
        "",
        *heading(about),
        *disturbances(cells),
        "",
        *LEGEND,
        EMPTY.format(about.get("no_roof") or UNTOLD),
        "",
    ]
    main = [cell for cell in cells if cell.match.against == GAPBS]
    for track, title in TRACKS.items():
        chosen = [cell for cell in main if cell.match.track == track]
        if chosen:
            lines += [f"## {title}", "", *table(chosen, rates), "", *summary(chosen, track), ""]
    for against, title in ALSO.items():
        chosen = [cell for cell in cells if cell.match.against == against]
        if chosen:
            lines += [f"## {title}", "", *small_table(chosen), "", *below(chosen), ""]
    lines += peers(main, about)
    return "\n".join(lines).rstrip() + "\n"


def heading(about: dict) -> list[str]:
    machine = about["machine"]
    pages = machine["huge_pages"]
    return [
        f"- Machine: {machine['processor']}, processors {machine['processors_used']} of"
        f" {machine['processors_of_the_machine']}, {machine['memory_bytes'] / 2**30:.0f} GiB; {machine['system']}",
        f"- Huge pages: {pages['comparison']} for both sides (system: {pages['system']}); both pinned as above",
        f"- Load before the start: {machine['load_at_start']:.2f}",
        f"- Commit {machine['commit']}; started {machine['started']}",
        *(f"- {name}: {side.get('version')}, `{side.get('sha256', '')}`" for name, side in about["sides"].items()),
        f"- Command: `{about['command']}`",
    ]


def disturbances(cells: list[Cell]) -> list[str]:
    runs = [run for cell in cells for run in cell.runs()]
    again = sum(len(run.get("details", {}).get("disturbed", [])) for run in runs)
    if not runs:
        return []
    share = median(run["taken_share"] for run in runs)
    return [
        f"- Others, or a host, took {100 * share:.1f} % of the processors in the median of {len(runs)} processes;"
        f" {again} more were run again, since they took over {100 * DISTURBED:.0f} %"
    ]


def table(cells: list[Cell], rates: Rates | None) -> list[str]:
    prepared = cells[0].match.track == "B"
    ingest = cells[0].match.track == "-"
    columns = ["kernel", "graph", "pairs", "Atoll s", "GAPBS s", "median ratio", "mean ratio", "counts", "bar"]
    columns += [*([] if ingest else ROOF_COLUMNS), "Atoll B/arc", "GAPBS B/arc"]
    columns += [*(["preparation, runs"] if prepared else []), "notes"]
    rows = []
    for cell in cells:
        row = figures_of(cell)
        if row:
            row += [*([] if ingest else roof_of(cell, rates)), *peaks_of(cell)]
            row += [f"{prepare_of(cell) / cell.figures().our_seconds:.1f}"] if prepared else []
        rows.append([cell.kernel, cell.graph.name, *(row or [""] * (len(columns) - 3)), notes_of(cell)])
    return grid(columns, rows)


def small_table(cells: list[Cell]) -> list[str]:
    columns = ["kernel", "graph", "track", "pairs", "Atoll s", "other s", "median ratio", "mean ratio", "counts", "bar"]
    rows = []
    for cell in cells:
        row = figures_of(cell) or [""] * (len(columns) - 3)
        rows.append([cell.kernel, cell.graph.name, cell.match.track, *row, notes_of(cell)])
    return grid([*columns, "notes"], rows)


def grid(columns: list[str], rows: list[list[str]]) -> list[str]:
    return [f"| {' | '.join(row)} |" for row in [columns, ["---"] * len(columns), *rows]]


def figures_of(cell: Cell) -> list[str]:
    found, bar = cell.figures(), cell.match.bar
    if found is None:
        return []
    row = [str(found.pairs), seconds_text(found.our_seconds), seconds_text(found.their_seconds)]
    row += [interval_text(found.median_ratio), interval_text(found.mean_ratio)]
    return [*row, f"{found.counts:.2f}" if found.counts >= bar else f"**{found.counts:.2f}**", f"{bar:.3g}"]


def roof_of(cell: Cell, rates: Rates | None) -> list[str]:
    share = share_of(cell, rates)
    if share is None:
        return [""] * len(ROOF_COLUMNS)
    return [f"{share.looked:.2f}", f"{share.of_bytes:.2f}", f"{share.of_lines:.2f}", share.binds()]


def peaks_of(cell: Cell) -> list[str]:
    """Empty where it was not measured; "small" where the program needed less than what started it."""

    def text(peak: int | None) -> str:
        return f"{peak / cell.data['arcs']:.1f}" if peak else "small"

    peaks = cell.data.get("peak_bytes", {})
    return [text(peaks[side]) if side in peaks else "" for side in ("atoll", GAPBS)]


def notes_of(cell: Cell) -> str:
    """What a reader must know of this cell before believing it."""
    data, found = cell.data, cell.figures()
    notes = (
        []
        if data["status"] == DONE
        else [f"{data['status']}{': ' if data.get('reason') else ''}{data.get('reason', '')}"]
    )
    if found is None:
        return cell_text(notes)
    if found.pairs == 1:
        notes.append("one pair: there is no interval")
    elif found.median_ratio.coverage < 0.95:
        notes.append(
            f"{found.pairs} pairs: the median's interval covers {100 * found.median_ratio.coverage:.0f} % only"
        )
    if found.crosses(cell.match.bar) and data["status"] == DONE:
        notes.append("undecided: an interval crosses the bar")
    if found.their_seconds < COARSE_SECONDS and cell.match.against == GAPBS:
        notes.append("too short for GAPBS's clock (10 us)")
    if cell.taken_share() > DISTURBED:
        notes.append(f"others took {100 * cell.taken_share():.0f} % of the processors meanwhile")
    if cell.kernel == "tc" and cell.match.track == "B":
        notes.append("prepared inside the clock: the runs of track A")
    elif cell.match.track == "B" and cell.match.against == GAPBS and prepare_of(cell) < NOTHING * found.our_seconds:
        notes.append("nothing was prepared")
    if hidden_share(cell) > HIDDEN_SHARE_MAX:
        share = hidden_share(cell)
        text = f"{share:.1f} times" if share >= 1 else f"{100 * share:.0f} % of"
        notes.append(f"outside every clock of ours, a process spends {text} what its trials take")
    if cell.kernel == "ingest-edges":
        alone = median(pair[GAPBS]["details"]["seconds"]["build"] for pair in data["pairs"])
        notes.append(f"GAPBS's Build Time alone: {seconds_text(alone)} s, of rows not yet sorted")
    if "delta" in data and cell.match.against == GAPBS:
        notes.append(f"GAPBS with delta {data['delta']}")
    return cell_text(notes)


def prepare_of(cell: Cell) -> float:
    """Seconds of the preparation: of the file, and what a process adds, layout and partition included."""
    return median(pair["atoll"].get("prepare_seconds", 0) for pair in cell.data["pairs"])


def hidden_share(cell: Cell) -> float:
    """Time of our process that no clock of its own names, beyond a start, over the time of all its trials."""
    shares = []
    for pair in cell.data["pairs"]:
        hidden = pair["atoll"].get("details", {}).get("unclocked_seconds", 0) - START_SECONDS
        shares.append(hidden / sum(pair["atoll"]["seconds"]))
    return median(shares)


def summary(cells: list[Cell], track: str) -> list[str]:
    done = [cell for cell in cells if cell.data["status"] == DONE]
    mean = mean_of(cells, track)
    failed = [f"{cell.kernel} {cell.graph.name}" for cell in cells if cell.data["status"] == FAILED]
    lines = [f"Geometric mean of {len(done)} of {len(cells)} cells: {'none' if mean is None else f'{mean:.2f}'}."]
    lines += below(cells)
    lines += [f"Failed: {', '.join(failed)}."] if failed else []
    lines += ["Some cells are not finished."] if any(c.data["status"] in (PARTIAL, NOT_RUN) for c in cells) else []
    return lines


def below(cells: list[Cell]) -> list[str]:
    done = [cell for cell in cells if cell.data["status"] == DONE]
    names = [f"{cell.kernel} {cell.graph.name}" for cell in done if cell.figures().counts < cell.match.bar]
    return [f"Below the bar: {', '.join(names)}."] if names else []


def peers(cells: list[Cell], about: dict) -> list[str]:
    rows = []
    for cell in cells:
        for name, row in cell.data.get("peers", {}).items():
            if cell.figures() and "seconds" in row:
                figures = peer_figures(cell, row["seconds"])
            else:
                figures = f"{cell_text([row.get('reason', '')])} | "
            rows.append(f"| {name} | {cell.match.track} | {cell.kernel} | {cell.graph.name} | {figures} |")
    skipped = [f"- Skipped: {name}: {reason}" for name, reason in about.get("skipped", {}).items()]
    if not rows and not skipped:
        return []
    head = ["| peer | track | kernel | graph | seconds | over ours |", "|---|---|---|---|---|---|"] if rows else []
    return ["## Further peers", "", *skipped, *([""] if skipped and rows else []), *head, *rows]


def peer_figures(cell: Cell, runs: list[list[float]]) -> str:
    """A peer's median, and what it is of ours: that of the first pairs, from whose sources the peer ran."""
    theirs = median(seconds for run in runs for seconds in run)
    ours = median(seconds for pair in cell.data["pairs"][: len(runs)] for seconds in pair["atoll"]["seconds"])
    return f"{seconds_text(theirs)} | {theirs / ours:.1f}"


def cell_text(notes: list[str]) -> str:
    return "; ".join(notes).replace("|", "\\|").replace("\n", " ")


def interval_text(interval: Interval) -> str:
    return f"{interval.value:.2f} [{interval.low:.2f}, {interval.high:.2f}]"


def seconds_text(seconds: float) -> str:
    return f"{seconds:.3g}" if seconds >= 1e-4 else f"{seconds:.2g}"
