#!/usr/bin/env python3
"""Timing costs nothing: ns/op against the same functions under plain Google Benchmark."""

import json
import os
import statistics
import subprocess

from _figure import ROOT, end, not_measured, tell

ROUNDS = 11
MIN_TIME = 0.05
REPETITIONS = 5
RELEASE = ROOT / "build/release"
# Fed to `allocstat run`'s side of the protocol by hand, so that all arms are alike but for the
# executable; cases-bare and cases-bare-relinked hold the same objects without any of allocstat's,
# linked in two orders.
ARMS = ("cases", "cases-bare", "cases-bare-relinked")


def environment(**more):
    kept = {k: v for k, v in os.environ.items() if k not in ("MALLOC_CONF", "LD_PRELOAD")}
    return {**kept, **more}


def ask(*entries):
    """One message to the timing executable and its answer, as a list of (key, value)."""
    message = "allocstat-protocol 2\n" + "".join(f"{k} {v}\n" for k, v in entries) + "end\n"
    request_read, request_write = os.pipe()
    answer_read, answer_write = os.pipe()
    with subprocess.Popen(
            [RELEASE / "cases"], pass_fds=(request_read, answer_write), stdin=subprocess.DEVNULL,
            env=environment(ALLOCSTAT_PROTOCOL=f"{request_read},{answer_write}")) as process:
        os.close(request_read)
        os.close(answer_write)
        os.write(request_write, message.encode())
        os.close(request_write)
        with os.fdopen(answer_read) as answer:
            lines = answer.read().splitlines()
    if process.returncode != 0 or lines[-1:] != ["end"]:
        not_measured(f"cases: no answer to {entries}")
    said = [line.partition(" ")[::2] for line in lines[1:-1]]
    for key, value in said:
        if key == "error":
            not_measured(f"cases: {value}")
    return said


def time_here(name):
    """Nanoseconds an operation, and the operations of an iteration."""
    answer = ask(("do", "time"), ("case", name), ("min-time", MIN_TIME),
                 ("repetitions", REPETITIONS))
    samples = [float(value.split()[0]) for key, value in answer if key == "sample"]
    if not samples:
        not_measured(f"{name}: {answer}")
    return statistics.median(samples), int(dict(answer)["operations-per-iteration"])


def time_bare(arm, registered, operations):
    escaped = "".join("\\" + c if c in ".[]{}()*+?^$|\\" else c for c in registered)
    done = subprocess.run(
        [RELEASE / arm, f"--benchmark_filter=^{escaped}$", "--benchmark_format=json",
         f"--benchmark_min_time={MIN_TIME / REPETITIONS}",
         f"--benchmark_repetitions={REPETITIONS}"],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environment(), check=False)
    if done.returncode != 0:
        not_measured(f"{arm}: {done.stderr[-500:]}")
    rows = [row for row in json.loads(done.stdout)["benchmarks"]
            if row["run_type"] == "iteration"]
    to_ns = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}
    return statistics.median(row["real_time"] * to_ns[row["time_unit"]] for row in rows) / operations


def default_cases():
    """Name and registered name of each case that a plain run takes."""
    cases = []
    for key, value in ask(("do", "list"),):
        if key == "case":
            cases.append({"name": value})
        elif key in ("registered", "tier") and cases:
            cases[-1][key] = value
    return [(case["name"], case["registered"]) for case in cases if case["tier"] != "all"]


subprocess.run(["cmake", "--build", RELEASE, "--target", *ARMS], stdout=subprocess.DEVNULL,
               check=True)
ours, relinked = {}, {}
for name, registered in default_cases():
    ratios = {arm: [] for arm in ARMS}
    for turn in range(ROUNDS):
        # Each arm first, second and last in turn, forwards and backwards.
        order = [ARMS[(turn + i) % len(ARMS)] for i in range(len(ARMS))][::-1 if turn % 2 else 1]
        ns = {}
        operations = time_here(name)[1] if turn == 0 else operations
        for arm in order:
            ns[arm] = time_here(name)[0] if arm == "cases" else time_bare(arm, registered,
                                                                          operations)
        for arm in ARMS:
            ratios[arm].append(ns[arm] / ns["cases-bare"])
    ours[name] = statistics.median(ratios["cases"])
    relinked[name] = statistics.median(ratios["cases-bare-relinked"])


def percentile(values, share):
    return sorted(values)[round(share * (len(values) - 1))]


def summary(ratios):
    values = list(ratios.values())
    return (f"{min(values):.3f} to {max(values):.3f}, "
            f"80 % of cases {percentile(values, .1):.3f} to {percentile(values, .9):.3f}")


middle = statistics.median(ours.values())
worst = max(ours, key=lambda name: abs(ours[name] - 1))
answers = [
    tell("scripts/figures time-parity",
         "median over cases of paired rounds, timing executable / plain: 0.98 to 1.02",
         f"{middle:.4f} over {len(ours)} cases, {ROUNDS} rounds each",
         summary(ours), 0.98 <= middle <= 1.02),
    # One case's ratio carries the layout of its code, which any relinking moves.
    tell("the same",
         "a single case within what relinking the same objects in another order gives",
         f"widest {ours[worst]:.3f} ({worst})",
         f"relinked / plain: {summary(relinked)}",
         abs(ours[worst] - 1) <= max(0.04, *(abs(ratio - 1) for ratio in relinked.values()))),
]
end(*answers)
