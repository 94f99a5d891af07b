# SPDX-License-Identifier: Apache-2.0
"""The ratios as an SVG: a line per cell on a logarithmic axis, the median with its interval, the mean, the bar."""

import math
from xml.sax.saxutils import escape

from compare.figures import Interval

LEFT, WIDTH, RIGHT, ROW, TOP = 250, 560, 60, 22, 46
TICKS = [base * 10.0**power for power in range(-4, 6) for base in (1, 2, 5)]
COLOURS = {"A": "#3b6ea5", "B": "#b4542d", "-": "#5a7d4f"}
NAMES = {"A": "track A", "B": "track B", "-": "ingest"}

Row = tuple[str, str, Interval, float, float]  # track, label, median's ratio, mean's ratio, bar


def plot(rows: list[Row]) -> str:
    """An SVG of its own size. Rows keep their order."""
    height = TOP + ROW * max(len(rows), 1) + 40
    low, high = limits(rows)

    def at(ratio: float) -> float:
        share = (math.log(min(max(ratio, low), high)) - math.log(low)) / (math.log(high) - math.log(low))
        return LEFT + WIDTH * share

    body = axis(at, low, high, height)
    for number, row in enumerate(rows):
        body += marks(at, row, TOP + ROW * number + ROW / 2)
    if not rows:
        body.append(text(LEFT, TOP + ROW, "no cell has a figure yet"))
    size = f'width="{LEFT + WIDTH + RIGHT}" height="{height}" viewBox="0 0 {LEFT + WIDTH + RIGHT} {height}"'
    style = 'font-family="sans-serif" font-size="12" fill="#222"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>',
        '<rect width="100%" height="100%" fill="#fff"/>',
    ]
    title = "GAPBS's time over Atoll's: line: median and its 95 % interval, diamond: mean, tick: the bar"
    return "\n".join([*lines, text(10, 18, title), *body, "</svg>"]) + "\n"


def limits(rows: list[Row]) -> tuple[float, float]:
    values = [0.5, 2.0, *(v for _, _, i, mean, bar in rows for v in (i.low, i.high, mean, bar) if v > 0)]
    return min(values) / 1.15, max(values) * 1.15


def axis(at, low: float, high: float, height: int) -> list[str]:
    lines = []
    for tick in (tick for tick in TICKS if low <= tick <= high):
        colour, width = ("#444", 1.5) if tick == 1 else ("#ddd", 1)
        lines.append(line(at(tick), TOP - 6, at(tick), height - 34, colour, width))
        lines.append(text(at(tick), height - 18, f"{tick:g}", "middle"))
    return lines


def marks(at, row: Row, y: float) -> list[str]:
    track, label, interval, mean, bar = row
    colour, x = COLOURS[track], at(mean)
    diamond = f"M{x - 5:.1f} {y:.1f} L{x:.1f} {y - 5:.1f} L{x + 5:.1f} {y:.1f} L{x:.1f} {y + 5:.1f} Z"
    return [
        text(LEFT - 10, y + 4, f"{NAMES[track]}: {label}", "end"),
        line(at(bar), y - 8, at(bar), y + 8, "#c00", 1.5),
        line(at(interval.low), y, at(interval.high), y, colour, 3),
        f'<circle cx="{at(interval.value):.1f}" cy="{y:.1f}" r="4.5" fill="{colour}"/>',
        f'<path d="{diamond}" fill="none" stroke="{colour}" stroke-width="1.5"/>',
        text(LEFT + WIDTH + 8, y + 4, f"{min(interval.value, mean):.2f}"),
    ]


def line(x1: float, y1: float, x2: float, y2: float, colour: str, width: float) -> str:
    ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line {ends} stroke="{colour}" stroke-width="{width}"/>'


def text(x: float, y: float, words: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'
