#!/usr/bin/env python3
"""Counts of every default case are the same in 20 runs, and agree with both cross-checks."""

from _figure import end, metrics, run, tell

RUNS = 20
# thread.allocated counts bytes only.
CHECKS = {"allocs/op": {"jemalloc hooks", "second process"},
          "B/op": {"jemalloc hooks", "second process", "thread.allocated"}}

results = [metrics(run("--count-only")[1]) for _ in range(RUNS)]
cases = list(results[0])
differing = [f"{case} {unit}" for case in cases for unit in CHECKS
             if len({result.get(case, {}).get(unit, {}).get("value") for result in results}) > 1]
differing += [case for result in results for case in result if case not in cases]
unchecked = [f"{case} {unit}" for result in results for case in cases
             for unit in CHECKS
             if not CHECKS[unit] <= set(result.get(case, {}).get(unit, {}).get("checked_by", []))]

end(tell("allocstat run --count-only",
         f"allocs/op and B/op of every default case identical in {RUNS} of {RUNS} runs, "
         "equal to jemalloc's hooks and thread.allocated",
         f"{len(cases)} cases, {len(differing)} differing values, {len(unchecked)} unchecked",
         ", ".join(sorted(set(differing + unchecked))[:5]) or "none",
         not differing and not unchecked))
