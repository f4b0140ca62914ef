#!/usr/bin/env python3
"""Checks that no folder includes what its layer may not. Usage: check_layers.py [ROOT]

Only #include lines are read. LAYERS and OUTSIDE are the whole rule: a folder or a library that
they do not name is refused, so that a new one is decided about and not just used.
"""

import re
import sys
from pathlib import Path

# Folder -> the project's folders that it may include besides itself.
LAYERS = {
    "harness/base": [],
    "harness/unit": ["harness/base"],
    "harness/stats": ["harness/base"],
    "harness/benchfmt": ["harness/base", "harness/unit"],
    "harness/foreign": ["harness/base", "harness/unit", "harness/benchfmt"],
    "harness/heap": ["harness/base", "harness/unit"],
    "harness/project": ["harness/base", "harness/unit", "harness/benchfmt"],
    "harness/compare": ["harness/base", "harness/unit", "harness/stats", "harness/benchfmt",
                        "harness/project"],
    "harness/rundir": ["harness/base", "harness/unit", "harness/benchfmt"],
    "harness/gate": ["harness/base", "harness/unit", "harness/stats", "harness/benchfmt",
                     "harness/project", "harness/compare", "harness/heap", "harness/rundir"],
    "harness/report": ["harness/base", "harness/unit", "harness/stats", "harness/heap",
                       "harness/compare", "harness/gate"],
    # measure and cli share only file formats: what is measured links nothing of what judges it.
    "harness/measure": ["harness/base", "harness/unit", "harness/benchfmt"],
    "harness/drive": ["harness/base", "harness/stats", "harness/benchfmt", "harness/rundir"],
    "harness/cli": ["harness/base", "harness/unit", "harness/stats", "harness/benchfmt",
                    "harness/foreign", "harness/heap", "harness/project", "harness/compare",
                    "harness/rundir", "harness/gate", "harness/report", "harness/drive"],
    "impl/gzip": [],
    "impl/header": [],
    "impl/http": ["impl/gzip", "impl/header"],
    "cases": ["impl/gzip", "impl/header", "impl/http", "harness/measure"],
}

# Where code of other projects may enter: the folders (None: all), and in how many files at most.
# `files` counts .cc files only: what costs seconds to include stays out of headers and tests. With
# `benches` the benchmarks of any folder may include it.
OUTSIDE = {
    "benchmark/": {"folders": ["harness/measure", "cases"], "benches": True},
    "jemalloc/": {"folders": ["harness/measure", "cases"]},
    "CLI/": {"folders": ["harness/cli"], "files": 1},
    "toml++/": {"folders": ["harness/gate"], "files": 1},
    "re2/": {"folders": ["harness/benchfmt", "harness/drive", "harness/project", "harness/heap"]},
    "rapidjson/": {"folders": ["harness/foreign", "harness/rundir", "harness/gate",
                               "harness/report", "harness/cli"]},
    "fmt/": {"folders": [layer for layer in LAYERS if not layer.startswith("impl/")]},
    "elfutils/": {"folders": ["harness/heap"]},
    "dwarf.h": {"folders": ["harness/heap"]},
    "protozero/": {"folders": ["harness/heap"]},
    "boost/": {"folders": ["harness/stats"]},
    "zlib.h": {"folders": ["impl/gzip", "impl/http", "cases", "harness/measure", "harness/cli"]},
    "libdeflate.h": {"folders": ["impl/gzip", "impl/http"]},
    "brotli/": {"folders": ["impl/http"]},
    "zstd.h": {"folders": ["impl/http"]},
    "curl/": {"folders": ["impl/http"]},
    "microhttpd.h": {"folders": ["cases"]},
}
TEST_FILE = re.compile(r"(_(test|fuzz)|/test_\w+)\.(h|cc)$")
BENCH_FILE = re.compile(r"_bench\.cc$")
TESTING = ("gtest/", "gmock/", "rapidcheck.h", "rapidcheck/")
# Headers of the system that stand in a folder; those without one are not told apart from it.
SYSTEM = ("sys/", "gnu/", "linux/", "bits/", "netinet/", "arpa/", "net/", "sanitizer/", "experimental/")

# Why a header is refused wherever it is included from.
REFUSED = {
    "rapidjson/document.h": "SAX only: use rapidjson/reader.h or writer.h",
}
# Files that are held to less than their folder.
STRICTER = {
    r"harness/measure/(interposer|slots|hooks)\..*": ("fmt/", "it allocates, and this is malloc"),
}

SOURCE = {".h", ".cc"}
INCLUDE = re.compile(r"^\s*#\s*include\s*(?:<([^>]+)>|\"([^\"]+)\"|(\S.*))")


def layer_of(path):
    """The layer that holds the path, or None."""
    parts = path.split("/")
    for name in ("/".join(parts[:2]), parts[0]):
        if name in LAYERS:
            return name
    return None


def sources(root):
    for top in ("harness", "impl", "cases"):
        for path in sorted((root / top).rglob("*")):
            relative = path.relative_to(root).as_posix()
            if path.suffix in SOURCE and "/testdata/" not in relative:
                yield relative, path


def outside_fault(layer, path, header):
    """Why this file may not include <header>, or None."""
    if header in REFUSED:
        return REFUSED[header]
    if header.startswith(TESTING):
        return None if TEST_FILE.search(path) else "only tests include it"
    for prefix, rule in OUTSIDE.items():
        if not header.startswith(prefix):
            continue
        if rule.get("benches") and BENCH_FILE.search(path):
            return None
        if layer not in rule["folders"]:
            return f"{layer} may not include it; {', '.join(rule['folders'])} may"
        if "files" in rule and not re.search(r"(?<!_test)\.cc$", path):
            return "it is costly: include it in one .cc"
        for pattern, (banned, why) in STRICTER.items():
            if header.startswith(banned) and re.fullmatch(pattern, path):
                return why
        return None
    if "/" in header and not header.startswith(SYSTEM):
        return "unknown library: enter it in OUTSIDE of check_layers.py"
    return None


def inside_fault(layer, root, header):
    """Why this file may not include "header", or None."""
    target = layer_of(header)
    if target is None or not (root / header).is_file():
        return "no such file: name it from the project's root"
    if target != layer and target not in LAYERS[layer]:
        return f"{layer} may include {', '.join(LAYERS[layer]) or 'no other folder'}"
    return None


def faults(root):
    """All faults, as "file:line: what"; and how many files were read."""
    found = []
    count = 0
    costly = {}
    for path, file in sources(root):
        count += 1
        layer = layer_of(path)
        if layer is None:
            found.append(f"{path}:1: in no layer: enter its folder in LAYERS of check_layers.py")
            continue
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            outside, inside, other = match.groups()
            if other:
                fault, shown = "name the header itself", other
            elif inside:
                fault, shown = inside_fault(layer, root, inside), f'"{inside}"'
            else:
                fault, shown = outside_fault(layer, path, outside), f"<{outside}>"
                for prefix, rule in OUTSIDE.items():
                    if outside.startswith(prefix) and "files" in rule:
                        costly.setdefault(prefix, set()).add(path)
            if fault:
                found.append(f"{path}:{number}: includes {shown}: {fault}")
    for prefix, paths in costly.items():
        if len(paths) > OUTSIDE[prefix]["files"]:
            found.append(f"{min(paths)}:1: {prefix} is included by {len(paths)} files: "
                         f"{', '.join(sorted(paths))}; one is enough")
    return found, count


def main():
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    found, count = faults(root)
    for fault in found:
        print(fault)
    if count == 0:
        print(f"{root}: no source files; name the project's root")
        return 2
    print(f"{count} files, {len(found)} faults")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
