#!/usr/bin/env python3
"""Runs clang over the sources of a build folder that was configured with it, on all cores.

clang.py compile BUILD             every source compiles without a warning, and is built by someone
clang.py compile BUILD --but OTHER only those that the folder OTHER, clang's too, does not build
clang.py tidy BUILD                clang-tidy on every source
clang.py tidy BUILD --changed      only on those that a list of files on standard input names, and
                                   on those that include a header which it names
"""

import json
import os
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path


def entries(build):
    """Source file -> its compile command, relative to the project's root."""
    root = Path.cwd()
    with open(build / "compile_commands.json", encoding="utf-8") as file:
        commands = json.load(file)
    return {os.path.relpath(entry["file"], root): entry for entry in commands}


def tracked_sources():
    """Our sources, in order, but for test data."""
    listed = subprocess.run(["git", "ls-files", "*.cc"], check=True, capture_output=True, text=True)
    return [path for path in listed.stdout.splitlines()
            if Path(path).exists() and "/testdata/" not in path]


def touched(sources, changed):
    """The sources that are in `changed`, or that include a header which is."""
    headers = {path for path in changed if path.endswith(".h")}
    for source in sources:
        text = Path(source).read_text(encoding="utf-8")
        if source in changed or headers & set(re.findall(r'#include "([^"]+)"', text)):
            yield source


def compile_command(entry):
    words = shlex.split(entry["command"])
    output = words.index("-o")
    return words[:output] + words[output + 2:] + ["-fsyntax-only"]


def tidy_command(path, build):
    # In a test the analyzer takes a minute, in GoogleTest's macros, and in a case it complains of
    # Google Benchmark's; and an optional that is not there fails either, as it should.
    checks = []
    if path.endswith(("_test.cc", "_case.cc", "_bench.cc")):
        checks = ["--checks=-clang-analyzer-*,-bugprone-unchecked-optional-access"]
    return ["clang-tidy-19", "--quiet", "-p", str(build), *checks, str(Path(path).resolve())]


def run(command, folder):
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          stdin=subprocess.DEVNULL, text=True, check=False)
    return done.returncode, done.stdout


def main():
    what, build = sys.argv[1], Path(sys.argv[2]).resolve()
    database = entries(build)
    tracked = tracked_sources()
    sources = [path for path in tracked if path in database]
    failures = 0
    if what == "compile":
        others = entries(Path(sys.argv[4]).resolve()) if sys.argv[3:4] == ["--but"] else {}
        for path in set(tracked) - set(sources):
            if path in others:
                continue
            print(f"{path}:1: no target builds it; enter it in its folder's CMakeLists.txt")
            failures += 1
        sources = [path for path in sources if path not in others]
        commands = {path: compile_command(database[path]) for path in sources}
    else:
        if "--changed" in sys.argv:
            sources = list(touched(sources, set(sys.stdin.read().split())))
        commands = {path: tidy_command(path, build) for path in sources}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda path: run(commands[path], database[path]["directory"]), sources)
        for path, (code, output) in zip(sources, results):
            if code != 0:
                failures += 1
                print(f"{path}: failed\n{output}")
    print(f"{len(sources)} files, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
