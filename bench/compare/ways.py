# SPDX-License-Identifier: Apache-2.0
"""Who runs against whom. A way is a side and how it is asked; a match is a way of ours against another, with its bar.

Beside GAPBS, our program runs against itself: with one thread, built for this very processor, on four parts.
"""

from dataclasses import dataclass

from compare.atoll_side import AtollSide
from compare.gapbs_side import GapbsSide
from compare.sides import ALL, INGEST, Side

GAPBS, THREADS, NATIVE, PARTS = "gapbs", "threads", "native", "parts"
ALSO = [THREADS, NATIVE, PARTS]
THREADS_BAR = 0.85  # of the number of threads
NATIVE_BAR = 0.95  # the portable build takes at most 5 % more
PARTS_BARS = {"bfs": 1 / 1.30, "pagerank": 1 / 1.15}  # four parts take at most 30 %, 15 % more
FOUR_PARTS = ["--parts", "4"]


@dataclass(frozen=True)
class Way:
    """A side, on a track, with so many threads."""

    side: Side
    track: str
    threads: int

    def identity(self, kernel: str) -> dict:
        """What ran, for the fingerprint of a cell."""
        asked = {"track": self.track, "threads": self.threads, "arguments": getattr(self.side, "arguments", [])}
        return self.side.identity(kernel) | asked


@dataclass(frozen=True)
class Match:
    """Ours against theirs, on a track; `against` says what theirs is. The ratio is their time over ours."""

    against: str
    track: str
    ours: Way
    theirs: Way
    bar: float


@dataclass(frozen=True)
class Sides:
    """`native` is our program built for this processor, if there is one; `in_parts` our program on four parts."""

    ours: AtollSide
    gapbs: GapbsSide
    peers: list[Side]
    native: AtollSide | None
    in_parts: AtollSide


def matches(kernel: str, sides: Sides, tracks: list[str], also: list[str], threads: int) -> list[Match]:
    """Of a kernel: against GAPBS on each track, then against ourselves."""
    what = ALL[kernel]
    if kernel in INGEST:
        return [Match(GAPBS, "-", Way(sides.ours, "-", threads), Way(sides.gapbs, "-", threads), what.bar_a)]

    def own(track: str, side: Side = sides.ours, threads: int = threads) -> Way:
        return Way(side, "A" if what.prepares_inside else track, threads)

    theirs = Way(sides.gapbs, "A", threads)
    found = [Match(GAPBS, track, own(track), theirs, what.bar_b if track == "B" else what.bar_a) for track in tracks]
    last = tracks[-1]
    if THREADS in also and threads > 1:
        found.append(Match(THREADS, last, own(last), own(last, threads=1), THREADS_BAR * threads))
    if NATIVE in also:
        found.append(Match(NATIVE, last, own(last), own(last, sides.native), NATIVE_BAR))
    if PARTS in also and kernel in PARTS_BARS:
        found.append(Match(PARTS, "L", own("L", sides.in_parts), own("L"), PARTS_BARS[kernel]))
    return found
