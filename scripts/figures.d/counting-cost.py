#!/usr/bin/env python3
"""Counting costs less than 10 ns a malloc and free, by the interposer alone."""

import json
import statistics
import subprocess

from _figure import ROOT, end, not_measured, spread, tell

ROUNDS = 15
ARGUMENTS = ["--benchmark_format=json", "--benchmark_min_time=0.1"]


def times(executable):
    """Case -> ns of one pair."""
    done = subprocess.run([ROOT / "build/release" / executable, *ARGUMENTS], check=False,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode != 0:
        not_measured(f"{executable} ended with {done.returncode}: {done.stderr[-500:]}")
    return {row["name"]: row["real_time"] for row in json.loads(done.stdout)["benchmarks"]}


# In turns, the order reversed every other time.
plain, counted = [], []
for turn in range(ROUNDS):
    for executable, into in ((("counting_bench", plain), ("counting_bench-count", counted))
                             [::1 if turn % 2 == 0 else -1]):
        into.append(times(executable))

# What another process on the same core does only ever adds: the fastest of each is undisturbed.
answers = []
for case in plain[0]:
    without = min(run[case] for run in plain)
    cost = min(run[case] for run in counted) - without
    pairs = [after[case] - before[case] for before, after in zip(plain, counted)]
    answers.append(tell(f"counting_bench[-count] {' '.join(ARGUMENTS)}, {ROUNDS} times in turns",
                        f"{case}: under 10 ns more, with requested and usable bytes on both ends",
                        f"{cost:.1f} ns more than {without:.1f} ns, the fastest of each",
                        f"{spread(pairs)} ns by pairs, median {statistics.median(pairs):.1f} ns",
                        cost < 10))
end(*answers)
