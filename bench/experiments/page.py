# SPDX-License-Identifier: Apache-2.0
"""The page: sections of text, tables and plots become one Markdown file with its SVGs beside it."""

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Table:
    columns: list[str]
    rows: list[list[str]]

    def lines(self) -> list[str]:
        body = [f"| {' | '.join(row)} |" for row in self.rows]
        return [f"| {' | '.join(self.columns)} |", f"|{'---|' * len(self.columns)}", *body]


@dataclass(frozen=True)
class Plot:
    """An SVG; `words` say what is to be seen in it."""

    name: str
    words: str
    svg: str


@dataclass
class Section:
    """An experiment: blocks in the order in which they are read. Plots lie in a folder beside the page."""

    title: str
    blocks: list[str | Table | Plot] = field(default_factory=list)

    def lines(self, folder: str) -> list[str]:
        lines = [f"## {self.title}", ""]
        for block in self.blocks:
            if isinstance(block, Table):
                lines += [*block.lines(), ""]
            elif isinstance(block, Plot):
                lines += [f"![{block.words}]({folder}/{block.name}.svg)", ""]
            else:
                lines += [block, ""]
        return lines


def write(out: Path, name: str, head: list[str], sections: list[Section]) -> Path:
    """Writes NAME.md, and its plots into the folder NAME beside it; what another run left in that folder goes."""
    plots = [block for section in sections for block in section.blocks if isinstance(block, Plot)]
    folder = out / name
    (folder if plots else out).mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.svg"):
        old.unlink()
    for plot in plots:
        (folder / f"{plot.name}.svg").write_text(plot.svg)
    lines = [*head, ""] + [line for section in sections for line in section.lines(name)]
    page = out / f"{name}.md"
    page.write_text("\n".join(lines).rstrip() + "\n")
    return page


def milliseconds(seconds: float) -> str:
    return f"{1e3 * seconds:.3g}" if seconds < 0.9995 else f"{1e3 * seconds:.0f}"


def factor(value: float, digits: int = 2) -> str:
    return "∞" if value == float("inf") else f"{value:.{digits}f}"


def percent(share: float, digits: int = 1) -> str:
    return f"{100 * share:.{digits}f} %"


def measured_in(about: dict) -> str:
    """When something was measured, in what time, and how alone."""
    return (
        f"Measured {about['started']}, commit {about['commit']}, {about['seconds']:.0f} s; other programs took "
        f"{percent(about['others'])} of the processors meanwhile."
    )
