#!/usr/bin/env python3
"""Counting the default cases takes less than 20 s."""

from _figure import end, run, spread, tell

seconds = [run("--count-only")[0] for _ in range(3)]
end(tell("allocstat run --count-only", "under 20 s, each of 3", f"{max(seconds):.1f} s",
         f"{spread(seconds)} s", max(seconds) < 20))
