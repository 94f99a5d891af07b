# SPDX-License-Identifier: Apache-2.0
"""The report of a comparison: `table.md` to read, `results.json` with every raw time, `plot.svg`."""

import json
from pathlib import Path
from statistics import median

from compare.cells import DONE, FAILED, NOT_RUN, PARTIAL, Cell
from compare.figures import Interval, geometric_mean
from compare.plot import plot

TRACKS = {
    "A": "Track A: as given. From the graph in the user's order to the answer in it; everything is inside the clock.",
    "B": "Track B: prepared. The preparation is outside the clock and reported in runs of the kernel.",
    "-": "Ingest: from a file to a graph that can be walked both ways.",
}
COARSE_SECONDS = 2e-4  # GAPBS prints to 10 us: 5 % of this
START_SECONDS = 0.02  # to start threads and take options may lie outside every clock
HIDDEN_SHARE_MAX = 0.25
NOTHING = 0.05  # of a run: a preparation cheaper than this is none


def write(folder: Path, cells: list[Cell], about: dict) -> None:
    """Writes the three files, from whatever the cells hold."""
    folder.mkdir(parents=True, exist_ok=True)
    means = {track: mean_of(cells, track) for track in TRACKS}
    results = {**about, "geometric_means": means, "cells": [cell.data for cell in cells]}
    (folder / "results.json").write_text(json.dumps(results, indent=1) + "\n")
    (folder / "table.md").write_text(markdown(cells, about))
    (folder / "plot.svg").write_text(plot([row_of_plot(cell) for cell in cells if cell.figures()]))


def mean_of(cells: list[Cell], track: str) -> float | None:
    """The geometric mean of what the finished cells count."""
    return geometric_mean([c.figures().counts for c in cells if c.track == track and c.data["status"] == DONE])


def row_of_plot(cell: Cell) -> tuple[str, str, Interval, float, float]:
    found = cell.figures()
    return cell.track, f"{cell.kernel} {cell.graph.name}", found.median_ratio, found.mean_ratio.value, cell.bar


def markdown(cells: list[Cell], about: dict) -> str:
    lines = ["# Atoll against GAPBS", "", *heading(about), ""]
    for track, title in TRACKS.items():
        chosen = [cell for cell in cells if cell.track == track]
        if chosen:
            lines += [f"## {title}", "", *table(chosen), "", *summary(chosen, track), ""]
    lines += peers(cells, about)
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
        "",
        "A ratio is GAPBS's time over ours: above 1 Atoll is ahead. Brackets hold the 95 % interval. A cell counts by",
        "the worse of the median of the pairs' ratios and the ratio of mean times (for searches: of harmonic TEPS).",
    ]


def table(cells: list[Cell]) -> list[str]:
    prepared = cells[0].track == "B"
    columns = ["kernel", "graph", "pairs", "Atoll s", "GAPBS s", "median ratio", "mean ratio", "counts", "bar"]
    columns += ["Atoll B/arc", "GAPBS B/arc", *(["preparation, runs"] if prepared else []), "notes"]
    lines = [f"| {' | '.join(columns)} |", f"|{'---|' * len(columns)}"]
    for cell in cells:
        row = [cell.kernel, cell.graph.name, *(figures_of(cell) or [""] * (len(columns) - 3)), notes_of(cell)]
        lines.append(f"| {' | '.join(row)} |")
    return lines


def figures_of(cell: Cell) -> list[str]:
    found = cell.figures()
    if found is None:
        return []
    row = [str(found.pairs), seconds_text(found.our_seconds), seconds_text(found.their_seconds)]
    row += [interval_text(found.median_ratio), interval_text(found.mean_ratio)]
    good = found.counts >= cell.bar
    row += [f"{found.counts:.2f}" if good else f"**{found.counts:.2f}**", f"{cell.bar:g}"]
    peaks = cell.data.get("peak_bytes", {})
    row += [f"{peaks[s] / cell.data['arcs']:.1f}" if peaks.get(s) else "small" for s in ("atoll", "gapbs")]
    if cell.track == "B":
        row.append(f"{prepare_of(cell) / found.our_seconds:.1f}")
    return row


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
    if found.median_ratio.coverage < 0.95:
        notes.append(
            f"{found.pairs} pairs: the median's interval covers {100 * found.median_ratio.coverage:.0f} % only"
        )
    if found.crosses(cell.bar) and data["status"] == DONE:
        notes.append("undecided: an interval crosses the bar")
    if found.their_seconds < COARSE_SECONDS:
        notes.append("too short for GAPBS's clock (10 us)")
    if cell.track == "B" and prepare_of(cell) < NOTHING * found.our_seconds:
        notes.append("nothing was prepared")
    if hidden_share(cell) > HIDDEN_SHARE_MAX:
        notes.append(f"{100 * hidden_share(cell):.0f} % of a run lies outside every clock of ours")
    if "delta" in data:
        notes.append(f"GAPBS with delta {data['delta']}")
    return cell_text(notes)


def prepare_of(cell: Cell) -> float:
    """Seconds of the preparation, layout and partition included."""
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
    below = [f"{cell.kernel} {cell.graph.name}" for cell in done if cell.figures().counts < cell.bar]
    failed = [f"{cell.kernel} {cell.graph.name}" for cell in cells if cell.data["status"] == FAILED]
    lines = [f"Geometric mean of {len(done)} of {len(cells)} cells: {'none' if mean is None else f'{mean:.2f}'}."]
    lines += [f"Below the bar: {', '.join(below)}."] if below else []
    lines += [f"Failed: {', '.join(failed)}."] if failed else []
    lines += ["Some cells are not finished."] if any(c.data["status"] in (PARTIAL, NOT_RUN) for c in cells) else []
    return lines


def peers(cells: list[Cell], about: dict) -> list[str]:
    rows = []
    for cell in cells:
        found = cell.figures()
        for name, row in cell.data.get("peers", {}).items():
            if found and "seconds" in row:
                theirs = median(seconds for run in row["seconds"] for seconds in run)
                figures = f"{seconds_text(theirs)} | {theirs / found.our_seconds:.1f}"
            else:
                figures = f"{cell_text([row.get('reason', '')])} | "
            rows.append(f"| {name} | {cell.track} | {cell.kernel} | {cell.graph.name} | {figures} |")
    skipped = [f"- Skipped: {name}: {reason}" for name, reason in about.get("skipped", {}).items()]
    if not rows and not skipped:
        return []
    head = ["| peer | track | kernel | graph | seconds | over ours |", "|---|---|---|---|---|---|"] if rows else []
    return ["## Further peers", "", *skipped, *([""] if skipped and rows else []), *head, *rows]


def cell_text(notes: list[str]) -> str:
    return "; ".join(notes).replace("|", "\\|").replace("\n", " ")


def interval_text(interval: Interval) -> str:
    return f"{interval.value:.2f} [{interval.low:.2f}, {interval.high:.2f}]"


def seconds_text(seconds: float) -> str:
    return f"{seconds:.3g}" if seconds >= 1e-4 else f"{seconds:.2g}"
