#!/usr/bin/env python3
"""CPU time of compare where most times are tied, against a hundredth of benchstat's"""

import _comparing
import _figure

PAIRS = 5
# benchstat's 41.6 s were measured where wc -w took 0.106 s on such files.
WORDS_OF_BENCHSTAT = 41.6 / 0.106

with _comparing.files("old", "new", rows=10_000, samples=20, decimals=1) as files:
    ours, words, _ = _comparing.against_words(files, PAIRS)
ratios = [a / b for a, b in zip(ours, words)]
_figure.end(
    _figure.tell("allocstat compare old.txt new.txt (10,000 benchmarks x 20 x 3 units each, times "
                 "to one decimal; LC_ALL=C.UTF-8)",
                 f"a hundredth of benchstat's CPU: 0.416 s, or {WORDS_OF_BENCHSTAT / 100:.1f} times "
                 "wc -w",
                 f"{_comparing.median(ours):.3f} s, {_comparing.median(ratios):.2f} times wc -w",
                 f"{_figure.spread(ours)} s, {_figure.spread(ratios)} times, {PAIRS} interleaved "
                 "pairs",
                 _comparing.median(ratios) <= WORDS_OF_BENCHSTAT / 100))
