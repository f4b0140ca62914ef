#!/usr/bin/env python3
"""A fresh gzip reader costs 4 allocations of at least 44,160 B a response, a pooled one none."""

from _figure import end, metrics, not_measured, run, tell

command = ("--count-only", "--filter", "^GzipRead/kind=json/body=8KiB/chunk=4KiB/open=1/")
cases = metrics(run(*command)[1])


def values(implementation):
    found = [case for case in cases
             if case.endswith(f"/impl={implementation}") and "/threads=2" not in case]
    if len(found) != 1:
        not_measured(f"{len(found)} cases of impl={implementation} on one thread")
    for unit in ("allocs/op", "req-B/op"):
        if cases[found[0]][unit]["proof"] != "exact":
            not_measured(f"{found[0]}: {unit} is {cases[found[0]][unit]['proof']}")
    return cases[found[0]]["allocs/op"]["value"], cases[found[0]]["req-B/op"]["value"]


fresh, pooled = values("fresh"), values("pooled")
line = f"allocstat run {' '.join(command)}"
# 44,160 B is Go's shape: 7,160 of inflate state, 32,768 of window, 4,096 of input and an object of
# 136. Ours is larger: it holds the header's fields too.
end(tell(line, "fresh: at least 4 allocations, at least 44,160 B requested",
         f"{fresh[0]:g} allocations, {fresh[1]:,g} B", "exact", fresh[0] >= 4 and fresh[1] >= 44160),
    tell(line, "pooled: 0 allocations, 0 B", f"{pooled[0]:g} allocations, {pooled[1]:g} B", "exact",
         pooled == (0, 0)))
