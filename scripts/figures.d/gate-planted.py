#!/usr/bin/env python3
"""One allocation of 16 B planted in each default case in turn is found, and shown as just that."""

import json
import re
import subprocess
import tempfile
from pathlib import Path

from _figure import ALLOCSTAT, ROOT, end, metrics, not_measured, run, tell, timed

PLANTED = {"allocs/op": 1, "B/op": 16, "req-B/op": 16}

cases = list(metrics(run("--count-only")[1]))
missed = []
with tempfile.TemporaryDirectory() as folder:
    baseline = Path(folder) / "allocations.bench"
    timed([ALLOCSTAT, "gate", "--baseline", baseline, "--update-baseline",
           "--out", Path(folder) / "baseline"])
    for number, case in enumerate(cases):
        report = Path(folder) / f"{number}.json"
        done = subprocess.run([ALLOCSTAT, "gate", "--baseline", baseline, "--inject-allocs", "1",
                               "--filter", f"^{re.escape(case)}$", "--write", f"json={report}",
                               "--out", Path(folder) / f"run-{number}"],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, cwd=ROOT,
                              check=False)
        if not report.exists():
            not_measured(f"no report on {case}: {done.stderr[-500:]}")
        found = {finding["unit"]: finding["delta"]
                 for finding in json.loads(report.read_text("utf-8"))["findings"]
                 if finding["case"] == case and finding["ruling"] == "regression"
                 and finding["unit"] in PLANTED and "budget" not in finding["verdict"]}
        if done.returncode != 1 or found != PLANTED:
            missed.append(f"{case}: exit {done.returncode}, {found}")

end(tell("allocstat gate --baseline FILE --filter ^CASE$ --inject-allocs 1",
         f"exit 1 and +1 allocs/op, +16 B/op, +16 req-B/op in each of {len(cases)} cases",
         f"{len(cases) - len(missed)} of {len(cases)}", "; ".join(missed[:5]) or "exact",
         bool(cases) and not missed))
