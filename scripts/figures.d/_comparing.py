"""What the figures of compare share: files to compare, and what comparing them costs."""

import contextlib
import os
import statistics
import subprocess
import tempfile
from pathlib import Path

import _figure
import _results

median = statistics.median


@contextlib.contextmanager
def files(*labels, rows, samples, decimals=None):
    """Files of the same benchmarks, each a hundredth faster than the one before."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{label}.txt" for label in labels]
        for i, path in enumerate(paths):
            _results.write(path, rows, samples, seed=i + 1, decimals=decimals,
                           faster=1 - 0.01 * i)
        yield paths


def cost(command):
    """CPU seconds of the command, its children's and the kernel's included, and its peak in KiB."""
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, env=environment) as process:
        error = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        _figure.not_measured(f"{command[0]} ended with {process.returncode}: {error[-500:]!r}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss


def compare(paths):
    return cost([_figure.ALLOCSTAT, "compare", *paths])


def compare_nothing():
    """Of two files of one line."""
    with files("old", "new", rows=1, samples=1) as paths:
        return min(compare(paths) for _ in range(5))


def against_words(paths, pairs):
    """CPU seconds of comparing and of counting words, taken in turns, and the largest peak."""
    ours, words, peak = [], [], 0
    for _ in range(pairs):
        seconds, most = compare(paths)
        ours.append(seconds)
        peak = max(peak, most)
        words.append(cost(["wc", "-w", *paths])[0])
    return ours, words, peak
