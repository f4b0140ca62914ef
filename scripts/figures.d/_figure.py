"""What the figures share: running allocstat, reading what it wrote, saying what came out."""

import json
import os
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(os.environ["ROOT"])
ALLOCSTAT = ROOT / "build/release/allocstat"


def not_measured(why):
    """Ends the figure: it could not be measured."""
    print(f"  cannot measure: {why}")
    sys.exit(2)


def timed(command):
    """Runs the command to its end, in seconds of wall time."""
    begin = time.monotonic()
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          cwd=ROOT, check=False)
    seconds = time.monotonic() - begin
    if done.returncode != 0:
        not_measured(f"{shlex.join(map(str, command))} ended with {done.returncode}:\n"
                     f"{done.stderr[-2000:]}")
    return seconds


def run(*arguments):
    """`allocstat run` with these arguments into a folder of its own: its seconds and run.json."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "run"
        seconds = timed([ALLOCSTAT, "run", *arguments, "--out", out])
        return seconds, json.loads((out / "run.json").read_text("utf-8"))


def metrics(result):
    """Case name -> unit -> metric, of a run whose every case was measured."""
    if result["status"] != "complete":
        not_measured(f"the run is {result['status']}")
    cases = {}
    for case in result["records"]:
        if case["status"] != "measured":
            not_measured(f"{case['name']} is {case['status']}: {case['why']}")
        cases[case["name"]] = {metric["unit"]: metric for metric in case["metrics"]}
    if not cases:
        not_measured("the run holds no case")
    return cases


def spread(values):
    """"9.1 to 9.8"."""
    return f"{min(values):.4g} to {max(values):.4g}"


def tell(command, wanted, measured, spread_text, reached):
    """One line each; the answer is `reached`."""
    print(f"  wanted    {wanted}")
    print(f"  measured  {measured}")
    print(f"  spread    {spread_text}")
    print(f"  command   {command}")
    return reached


def end(*answers):
    """Ends the figure: 0 if all parts are reached."""
    sys.exit(0 if all(answers) else 1)
