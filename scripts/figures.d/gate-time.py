#!/usr/bin/env python3
"""The gate judges the default cases against the stored baseline in less than 45 s."""

import tempfile
from pathlib import Path

from _figure import ALLOCSTAT, end, spread, tell, timed

seconds = []
for _ in range(3):
    with tempfile.TemporaryDirectory() as folder:
        seconds.append(timed([ALLOCSTAT, "gate", "--baseline", "cases/allocations.bench",
                              "--out", Path(folder) / "run"]))
end(tell("allocstat gate --baseline cases/allocations.bench", "under 45 s, each of 3",
         f"{max(seconds):.1f} s", f"{spread(seconds)} s", max(seconds) < 45))
