#!/usr/bin/env python3
"""CPU time per line and memory per value of compare, from 10^4 to 10^7 lines"""

import _comparing
import _figure

SAMPLES = 20
TIMES = 3

rows = []
for lines in (10_000, 100_000, 1_000_000, 10_000_000):
    with _comparing.files("old", "new", rows=lines // 2 // SAMPLES, samples=SAMPLES) as files:
        taken = [_comparing.compare(files) for _ in range(TIMES)]
    seconds = min(one[0] for one in taken)
    peak = max(one[1] for one in taken) * 1024
    rows.append((lines, seconds, peak))
empty = _comparing.compare_nothing()
per_line = [(seconds - empty[0]) / lines * 1e9 for lines, seconds, _ in rows]
per_value = [(peak - empty[1] * 1024) / (lines * 3) for lines, _, peak in rows]
for (lines, seconds, peak), nanoseconds, bytes_each in zip(rows, per_line, per_value):
    print(f"  {lines:>10,} lines: {seconds:.3f} s, {nanoseconds:.0f} ns a line, "
          f"{peak / 2**20:.1f} MiB, {bytes_each:.1f} B a value")
command = "allocstat compare old.txt new.txt, fastest of 3, less what two files of one line take"
_figure.end(
    _figure.tell(command, "time per line constant within 20 %",
                 f"{max(per_line) / min(per_line) - 1:.0%} between the largest and the smallest",
                 f"{min(per_line):.0f} to {max(per_line):.0f} ns a line",
                 max(per_line) <= 1.2 * min(per_line)),
    _figure.tell(command, "memory proportional to the values kept (8 B each, and small change)",
                 f"{per_value[-1]:.1f} B a value at 10^7 lines",
                 f"{min(per_value):.1f} to {max(per_value):.1f} B a value",
                 per_value[-1] <= 12))
