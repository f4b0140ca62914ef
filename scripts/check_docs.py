#!/usr/bin/env python3
"""Checks that the pages tell the truth about the tree. Usage: check_docs.py ALLOCSTAT

ALLOCSTAT is the program whose --help decides which commands and flags exist. Checked: relative
links and their anchors in every page, that the README's map names every folder, and that what the
README calls exists: scripts, commands and flags.
"""

import re
import shlex
import subprocess
import sys
from pathlib import Path

from check_layers import LAYERS

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = [*LAYERS, "reports", "scripts"]

FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\)|^\[[^\]]+\]:\s*(\S+)", re.MULTILINE)
CODE = re.compile(r"`([^`\n]+)`")
PROGRAM = re.compile(r"(?:\./)?(scripts/[\w-]+|(?:build/\w+/)?allocstat)$")


def pages(root):
    listed = subprocess.run(["git", "-C", str(root), "ls-files", "*.md"], check=True,
                            capture_output=True, text=True)
    return [root / line for line in listed.stdout.splitlines() if (root / line).exists()]


def anchors(page):
    """The anchors of a page's headings, as GitHub makes them."""
    found = set()
    for heading in re.findall(r"^#+\s+(.*)$", FENCE.sub("", page.read_text("utf-8")), re.MULTILINE):
        anchor = first = re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")
        number = 0
        while anchor in found:
            number += 1
            anchor = f"{first}-{number}"
        found.add(anchor)
    return found


def link_faults(root, page):
    text = page.read_text("utf-8")
    # Blanked and not removed, so that line numbers hold.
    prose = FENCE.sub(lambda block: re.sub(r"[^\n]", " ", block[0]), text)
    prose = re.sub(r"`[^`\n]*`", lambda code: " " * len(code[0]), prose)
    for match in LINK.finditer(prose):
        link = match[1] or match[2]
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        place = f"{page.relative_to(root)}:{prose.count(chr(10), 0, match.start()) + 1}"
        if not target.exists() or not target.is_relative_to(root):
            yield f"{place}: {link}: no such file"
        elif anchor and target.suffix == ".md" and anchor not in anchors(target):
            yield f"{place}: {link}: no such heading"


def map_faults(root, readme):
    for folder in FOLDERS:
        # "harness/gate" names it; "harness/gates" and a path to a file in it do not.
        named = re.search(rf"(?<![\w/]){re.escape(folder)}(?!/?[\w-])", readme)
        if (root / folder).is_dir() and any((root / folder).iterdir()) and not named:
            yield f"README.md:1: the map does not name {folder}"


def help_text(program, *arguments):
    done = subprocess.run([program, *arguments, "--help"], capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, check=False)
    return done.stdout if done.returncode == 0 else None


def calls(text):
    """Line number and words of each call of ours in code blocks and between backticks."""
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(r"```|~~~", line):
            fenced = not fenced
            continue
        for code in [line.removeprefix("$ ")] if fenced else CODE.findall(line):
            try:
                words = shlex.split(code, comments=True)
            except ValueError:
                continue  # not a command line: an apostrophe in what a program printed
            if words and PROGRAM.match(words[0]):
                end = next((i for i, word in enumerate(words) if word in ("|", ">", "&&", ";")), None)
                yield number, PROGRAM.match(words[0])[1], [word.strip("[]") for word in words[1:end]]


def call_faults(root, allocstat, readme):
    for number, called, words in calls(readme):
        place = f"README.md:{number}"
        if called.startswith("scripts/"):
            script = root / called
            if not script.is_file():
                yield f"{place}: {called}: no such script"
                continue
            if not script.stat().st_mode & 0o111:
                continue  # data: not called, only spoken of
            known = help_text(str(script)) or ""
            if called == "scripts/bench":  # passes on what `allocstat run` takes
                known += help_text(allocstat, "run") or ""
        elif words and re.fullmatch(r"[a-z][a-z-]*", words[0]):
            called = f"{called} {words[0]}"
            known = help_text(allocstat, words[0])
            if known is None:
                yield f"{place}: {called}: no such command"
                continue
        else:
            known = help_text(allocstat) or ""
        for word in words:
            flag = re.match(r"--?[a-z][\w-]*", word)
            if flag and not re.search(rf"(?<![\w-]){re.escape(flag[0])}(?![\w-])", known):
                yield f"{place}: {called} does not take {flag[0]}"


def faults(root, allocstat):
    readme = (root / "README.md").read_text("utf-8")
    for page in pages(root):
        yield from link_faults(root, page)
    yield from map_faults(root, readme)
    yield from call_faults(root, allocstat, readme)


def main():
    found = list(faults(ROOT, str(Path(sys.argv[1]).resolve())))
    for fault in found:
        print(fault)
    print(f"{len(found)} faults")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
