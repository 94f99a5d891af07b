# SPDX-License-Identifier: Apache-2.0
"""Bars as SVG: panels of groups of bars, a colour per series, perhaps several pieces stacked in a bar.

No size, no colour and no order depends on anything but the values, so that the same values give the same file. Colours
follow the reader's light or dark scheme.
"""

import math
from dataclasses import dataclass
from xml.sax.saxutils import escape

from compare.plot import line, text

WIDTH, LEFT, RIGHT, TOP, HEIGHT, BOTTOM, GAP = 760, 52, 8, 62, 190, 44, 26
SHADES = (1.0, 0.55, 0.3, 0.15)  # of the pieces of a bar, from below
DECADES_MAX = 6
STYLE = """text{fill:#24292f}.grid line{stroke:#d0d7de}.s0{fill:#4477aa}.s1{fill:#cc6633}.s2{fill:#3f9a5f}
.s3{fill:#aa4477}.s4{fill:#8f8a2a}@media(prefers-color-scheme:dark){text{fill:#e6edf3}.grid line{stroke:#444c56}
.s0{fill:#77aadd}.s1{fill:#ee9966}.s2{fill:#66c088}.s3{fill:#dd88aa}.s4{fill:#cfc95a}}""".replace("\n", "")

Bar = tuple[float, ...]  # its pieces, from below


@dataclass(frozen=True)
class Panel:
    """Groups of bars side by side: a label and a bar per series (None: there is none)."""

    title: str
    groups: list[tuple[str, list[Bar | None]]]


def bars(title: str, unit: str, series: list[str], panels: list[Panel], pieces=(), log=False, shared=True) -> str:
    """`pieces` names what is stacked in a bar. With `shared`, all panels have one scale."""
    room = (WIDTH - LEFT - RIGHT - GAP * (len(panels) - 1)) / len(panels)
    scales = [Scale.of([panel], log) for panel in panels]
    if shared:
        scales = [Scale.of(panels, log)] * len(panels)
    body = [text(8, 18, f"{title} ({unit})"), *legend(series, pieces)]
    for number, (panel, scale) in enumerate(zip(panels, scales, strict=True)):
        named = number == 0 or not shared
        body += draw(panel, scale, LEFT + number * (room + GAP), room, named, len(series))
    height = TOP + HEIGHT + BOTTOM
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    label = f'role="img" aria-label="{escape(title, {chr(34): "&quot;"})}" font-family="sans-serif" font-size="11"'
    return "\n".join([f"{head} {label}>", f"<style>{STYLE}</style>", *body, "</svg>"]) + "\n"


@dataclass(frozen=True)
class Scale:
    """From 0, or over powers of ten, up to the largest bar."""

    low: float
    high: float
    ticks: list[float]
    log: bool

    @staticmethod
    def of(panels: list[Panel], log: bool) -> "Scale":
        found = [bar for panel in panels for _, group in panel.groups for bar in group if bar is not None]
        heights = [sum(bar) for bar in found if sum(bar) > 0] or [1.0]
        if log:
            top = math.ceil(math.log10(max(heights)) + 1e-9)
            bottom = max(math.floor(math.log10(min(heights)) - 1e-9), top - DECADES_MAX)
            return Scale(10.0**bottom, 10.0**top, [10.0**power for power in range(bottom, top + 1)], True)
        step = 10.0 ** math.floor(math.log10(max(heights)))
        step *= next(times for times in (0.2, 0.5, 1, 2) if max(heights) <= 6 * times * step)
        count = math.ceil(max(heights) / step - 1e-9)
        return Scale(0.0, count * step, [number * step for number in range(count + 1)], False)

    def at(self, value: float) -> float:
        """The height on the page, downwards."""
        if self.log:
            value = min(max(value, self.low), self.high)
            share = math.log(value / self.low) / math.log(self.high / self.low)
        else:
            share = value / self.high
        return TOP + HEIGHT * (1 - share)


def legend(series: list[str], pieces) -> list[str]:
    lines, x = [], 8.0
    for number, name in enumerate(series if len(series) > 1 else []):
        lines += [square(x, number, 1.0), text(x + 15, 39, name)]
        x += 30 + 6.2 * len(name)
    for number, name in enumerate(pieces):
        lines += [square(x, 0, SHADES[number]), text(x + 15, 39, name)]
        x += 30 + 6.2 * len(name)
    return lines


def square(x: float, colour: int, shade: float) -> str:
    return f'<rect class="s{colour}" opacity="{shade:g}" x="{x:.1f}" y="30" width="11" height="11"/>'


def draw(panel: Panel, scale: Scale, left: float, room: float, named: bool, series: int) -> list[str]:
    lines = [
        '<g class="grid">',
        *(line(left, scale.at(t), left + room, scale.at(t), "", 1) for t in scale.ticks),
        "</g>",
    ]
    if named:
        lines += [text(left - 5, scale.at(tick) + 4, brief(tick), "end") for tick in scale.ticks]
    lines.append(text(left + room / 2, TOP + HEIGHT + 36, panel.title, "middle"))
    step = room / max(len(panel.groups), 1)
    wide = min(0.82 * step / series, 34.0)
    for number, (label, group) in enumerate(panel.groups):
        middle = left + (number + 0.5) * step
        lines.append(text(middle, TOP + HEIGHT + 16, label, "middle"))
        for place, bar in enumerate(group):
            x = middle + (place - len(group) / 2) * wide
            lines += [] if bar is None else stack(bar, scale, x, wide, place if series > 1 else 0)
    return lines


def stack(bar: Bar, scale: Scale, x: float, wide: float, colour: int) -> list[str]:
    lines, below = [], scale.low
    for shade, piece in zip(SHADES, bar, strict=False):
        above = piece if scale.log else below + piece
        top, high = scale.at(above), scale.at(below) - scale.at(above)
        if high > 0:
            size = f'x="{x:.1f}" y="{top:.1f}" width="{0.92 * wide:.1f}" height="{high:.1f}"'
            lines.append(
                f'<rect class="s{colour}"{"" if shade == 1 else f" opacity={chr(34)}{shade:g}{chr(34)}"} {size}/>'
            )
        below = above
    return lines


def brief(value: float) -> str:
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:g}{letter}"
    return f"{value:.3g}"
