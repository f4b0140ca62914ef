#!/usr/bin/env python3
"""A smaller read buffer saves its bytes a decode, and costs allocations only on long lines."""

from _figure import end, metrics, not_measured, run, tell

# Message, buffer, allocations more than with 4096.
WANTED = [("small", 128, 0), ("medium", 128, 0), ("large", 128, 0),
          ("small", 64, 0), ("medium", 64, 0), ("large", 64, 4)]

command = ("--count-only", "--filter", "^HeaderDecode/")
cases = metrics(run(*command)[1])


def value(message, buffer, unit):
    name = f"HeaderDecode/msg={message}/buf={buffer}"
    found = [case for case in cases
             if case.replace("/threads=1", "").replace("/zero=yes", "") == name]
    if len(found) != 1:
        not_measured(f"{len(found)} cases are {name}")
    metric = cases[found[0]][unit]
    if metric["proof"] != "exact":
        not_measured(f"{found[0]}: {unit} is {metric['proof']}")
    return metric["value"]


answers = []
for message, buffer, more in WANTED:
    fewer_bytes = value(message, 4096, "req-B/op") - value(message, buffer, "req-B/op")
    more_allocations = value(message, buffer, "allocs/op") - value(message, 4096, "allocs/op")
    saved = 4096 - buffer
    # A long line's own blocks are what the saving falls short by: none without such lines.
    long_lines = saved - fewer_bytes
    answers.append(tell(
        f"allocstat run {' '.join(command)}",
        f"{message}, 4096 to {buffer}: req-B/op falls by {saved}"
        f"{' less what long lines add' if more else ''}, allocs/op +{more}",
        f"falls by {fewer_bytes:g} ({long_lines:g} by long lines), allocs/op {more_allocations:+g}",
        "exact",
        more_allocations == more and (long_lines > 0 if more else long_lines == 0)))
end(*answers)
