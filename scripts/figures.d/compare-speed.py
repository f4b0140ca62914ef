#!/usr/bin/env python3
"""CPU time and memory of compare on two large files, against counting their words"""

import _comparing
import _figure

SAMPLES = 20
PAIRS = 7

with _comparing.files("old", "new", rows=10_000, samples=SAMPLES) as files:
    ours, words, peak = _comparing.against_words(files, PAIRS)
ratios = [a / b for a, b in zip(ours, words)]
command = "allocstat compare old.txt new.txt (10,000 benchmarks x 20 x 3 units each; LC_ALL=C.UTF-8)"
_figure.end(
    _figure.tell(command, "CPU at most 1.5 times wc -w, aim 1.0",
                 f"{_comparing.median(ratios):.2f} times ({_comparing.median(ours):.3f} s against "
                 f"{_comparing.median(words):.3f} s)",
                 f"{_figure.spread(ratios)} times, {PAIRS} interleaved pairs",
                 _comparing.median(ratios) <= 1.5),
    _figure.tell(command, "peak memory under 32 MiB", f"{peak / 1024:.1f} MiB", "the largest of all",
                 peak < 32 * 1024))
