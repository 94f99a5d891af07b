# SPDX-License-Identifier: Apache-2.0
"""The statistics of a cell, from its pairs: (our trials, their trials), both in seconds and from the same source.

A ratio is theirs over ours: above 1 we are ahead. A process counts by the median of its trials, which all do the same.
Two figures stand side by side: the median of the pairs' ratios; and the ratio of the mean times over the pairs, which
for a search is the ratio of the harmonic means, over the sources, of rates that credit every source with all arcs of
the graph. (TEPS credit it with the arcs that it reached; where these differ, so does their ratio.) A cell counts by the
worse of the two.
"""

import math
import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import fmean, median

LEVEL = 0.95
RESAMPLES = 2000

Pair = tuple[Sequence[float], Sequence[float]]


@dataclass(frozen=True)
class Interval:
    """An estimate between bounds that hold it with the probability `coverage`."""

    value: float
    low: float
    high: float
    coverage: float

    def crosses(self, bar: float) -> bool:
        return self.low < bar < self.high


@dataclass(frozen=True)
class Figures:
    """What a cell says. Seconds are medians over all trials of a side."""

    pairs: int
    our_seconds: float
    their_seconds: float
    median_ratio: Interval
    mean_ratio: Interval

    @property
    def counts(self) -> float:
        return min(self.median_ratio.value, self.mean_ratio.value)

    def crosses(self, bar: float) -> bool:
        return self.median_ratio.crosses(bar) or self.mean_ratio.crosses(bar)

    def json(self) -> dict:
        return {**asdict(self), "counts": self.counts}


def median_interval(values: Sequence[float], level: float = LEVEL) -> Interval:
    """The median between two order statistics, free of any assumption on the distribution.

    The k-th least and the k-th largest of n hold the median with probability 1 - 2 P(Bin(n, 1/2) < k); the largest k
    that reaches `level` is taken. Below 6 values not even the extremes reach 0.95: `coverage` says what they do.
    """
    ordered, n = sorted(values), len(values)
    if n == 0:
        raise ValueError("no values, no median")
    outside = [2 * sum(math.comb(n, i) for i in range(k)) / 2**n for k in range(n // 2 + 2)]
    k = max((k for k in range(1, n // 2 + 1) if 1 - outside[k] >= level), default=1)
    return Interval(median(ordered), ordered[k - 1], ordered[n - k], max(0.0, 1 - outside[k]))


def mean_interval(pairs: Sequence[Pair], level: float = LEVEL, seed: int = 1) -> Interval:
    """The ratio of the mean times, between percentiles of a bootstrap over the pairs."""
    ours = [median(pair[0]) for pair in pairs]
    theirs = [median(pair[1]) for pair in pairs]
    drawn = random.Random(seed)
    ratios = []
    for _ in range(RESAMPLES):
        chosen = drawn.choices(range(len(pairs)), k=len(pairs))
        ratios.append(sum(theirs[i] for i in chosen) / sum(ours[i] for i in chosen))
    ratios.sort()
    tail = (1 - level) / 2
    low, high = ratios[int(tail * (RESAMPLES - 1))], ratios[math.ceil((1 - tail) * (RESAMPLES - 1))]
    return Interval(sum(theirs) / sum(ours), low, high, level)


def figures(pairs: Sequence[Pair]) -> Figures:
    """Everything of a cell. Every trial must have taken some time."""
    ratios = [median(theirs) / median(ours) for ours, theirs in pairs]
    return Figures(
        pairs=len(pairs),
        our_seconds=median([second for ours, _ in pairs for second in ours]),
        their_seconds=median([second for _, theirs in pairs for second in theirs]),
        median_ratio=median_interval(ratios),
        mean_ratio=mean_interval(pairs),
    )


def geometric_mean(values: Sequence[float]) -> float | None:
    return math.exp(fmean(math.log(value) for value in values)) if values else None
