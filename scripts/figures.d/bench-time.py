#!/usr/bin/env python3
"""scripts/bench on a built tree takes less than 4 minutes, with --quick less than 45 s."""

import tempfile
from pathlib import Path

from _figure import ROOT, end, spread, tell, timed


def bench(*arguments):
    with tempfile.TemporaryDirectory() as folder:
        return timed([ROOT / "scripts/bench", "--no-install", *arguments,
                      "--out", Path(folder) / "run"])


quick = [bench("--quick") for _ in range(3)]
whole = bench()
end(tell("scripts/bench --quick", "under 45 s, each of 3", f"{max(quick):.1f} s",
         f"{spread(quick)} s", max(quick) < 45),
    tell("scripts/bench", "under 240 s", f"{whole:.1f} s", "one run", whole < 240))
