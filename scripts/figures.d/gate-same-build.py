#!/usr/bin/env python3
"""40 gates of one build against itself raise no alarm."""

import subprocess
import tempfile
from pathlib import Path

from _figure import ALLOCSTAT, ROOT, end, tell, timed

GATES = 40

with tempfile.TemporaryDirectory() as folder:
    baseline = Path(folder) / "allocations.bench"
    timed([ALLOCSTAT, "gate", "--baseline", baseline, "--update-baseline",
           "--out", Path(folder) / "baseline"])
    alarms = []
    for gate in range(GATES):
        done = subprocess.run([ALLOCSTAT, "gate", "--baseline", baseline,
                               "--out", Path(folder) / f"run-{gate}"],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, cwd=ROOT,
                              check=False)
        if done.returncode != 0:
            alarms.append(f"gate {gate}: exit {done.returncode}: {done.stdout[-300:]}")

end(tell("allocstat gate --baseline FILE, FILE recorded by --update-baseline before",
         f"0 alarms in {GATES} gates of the default cases", f"{len(alarms)} alarms",
         "; ".join(alarms) or "none", not alarms))
