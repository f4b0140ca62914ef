#!/usr/bin/env python3
"""200 kills at random moments of run and gate: never a pass, and the run goes on to the same counts."""

import json
import random
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from _figure import ALLOCSTAT, ROOT, end, tell, timed

KILLS = 200
FILTER = "^HeaderDecode/msg=(small|large)/buf="
SEED = 3

random.seed(SEED)
faults = []


def command(kind, folder):
    """What is killed; its run directory is folder/run."""
    common = ["--quick", "--filter", FILTER, "--out", folder / "run"]
    if kind == "gate":
        return [ALLOCSTAT, "gate", "--baseline", folder.parent / "allocations.bench",
                "--write", f"json={folder / 'report.json'}", *common]
    return [ALLOCSTAT, "run", "--rounds", "6", "--min-time", "10ms", *common]


def counts(run):
    """Case -> unit -> value and proof, of a complete run."""
    result = json.loads((run / "run.json").read_text("utf-8"))
    if result["status"] != "complete":
        return None
    return {case["name"]: {metric["unit"]: (metric["value"], metric["proof"])
                           for metric in case["metrics"] if metric["pass"] == "count"}
            for case in result["records"]}


def ends_with(arguments):
    return subprocess.run(list(map(str, arguments)), stdin=subprocess.DEVNULL, check=False,
                          capture_output=True, text=True, cwd=ROOT).returncode


def killed(kind, folder, longest):
    """Whether the process was still there to be killed."""
    with subprocess.Popen(list(map(str, command(kind, folder))), stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=ROOT) as process:
        time.sleep(random.uniform(0, longest))
        process.kill()
        process.wait()
        return process.returncode != 0


def check(kind, folder, want):
    """What is wrong after a kill; nothing is what is hoped for."""
    run, report = folder / "run", folder / "report.json"
    whole = (run / "run.json").exists() and counts(run) is not None
    if report.exists() and json.loads(report.read_text("utf-8"))["exit"] == 0 and not whole:
        return "its report passes a run that is not whole"
    if not (run / "run.json").exists():
        return None  # killed before there was anything
    if not whole:
        if ends_with([ALLOCSTAT, "compare", run]) == 0:
            return "half a run was compared"
        if ends_with([ALLOCSTAT, "gate", "--baseline", folder.parent / "allocations.bench",
                      "--head", run, "--filter", FILTER]) != 2:
            return "half a run was judged"
        if ends_with([ALLOCSTAT, "run", "--resume", run]) != 0:
            return "it did not go on"
    if counts(run) != want:
        return "it went on to other counts"
    if ends_with([ALLOCSTAT, "gate", "--baseline", folder.parent / "allocations.bench",
                  "--head", run, "--filter", FILTER]) != 0:
        return "the gate does not pass the run that went on"
    return None


with tempfile.TemporaryDirectory() as name:
    base = Path(name)
    timed([ALLOCSTAT, "gate", "--baseline", base / "allocations.bench", "--update-baseline",
           "--quick", "--filter", FILTER, "--out", base / "baseline"])
    longest, want = {}, {}
    for kind in ("run", "gate"):
        folder = base / f"whole-{kind}"
        longest[kind] = timed(command(kind, folder))
        want[kind] = counts(folder / "run")
    done = {"run": 0, "gate": 0}
    tries = 0
    while sum(done.values()) < KILLS and tries < 4 * KILLS:
        kind = "run" if tries % 2 == 0 else "gate"
        folder = base / f"kill-{tries}"
        tries += 1
        folder.mkdir()
        if killed(kind, folder, longest[kind]):
            done[kind] += 1
            fault = check(kind, folder, want[kind])
            if fault is not None:
                faults.append(f"{kind} {tries}: {fault}")
        shutil.rmtree(folder)

kills = sum(done.values())
end(tell(f"{' '.join(map(str, command('run', Path('DIR'))[1:]))}; gate likewise; SIGKILL",
         f"{KILLS} kills: never exit 0, never a pass in the report, --resume gives the same counts",
         f"{kills} kills ({done['run']} of run, {done['gate']} of gate), {len(faults)} faults",
         "; ".join(faults[:5]) or "none", kills == KILLS and not faults))
