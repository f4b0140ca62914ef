#!/usr/bin/env python3
"""Easy to break: a page that no longer fits the tree and still passes."""

import subprocess
import tempfile
import unittest
from pathlib import Path

import check_docs

# Knows `run --quick`, as the real program would show it.
ALLOCSTAT = """#!/bin/sh
case "$*" in
  --help) echo "allocstat run; --version" ;;
  "run --help") echo "--quick --out DIR" ;;
  *) exit 2 ;;
esac
"""
README = """# Title

The map: `harness/base` and `scripts`. See [the format](harness/base/FORMAT.md#size-and-type).

```
scripts/bench --quick      # words
$ build/release/allocstat run --out 'a b' | cat --number
allocstat 0.1.0
```
"""


def faults(readme):
    with tempfile.TemporaryDirectory(prefix="docs ") as folder:
        root = Path(folder).resolve()
        (root / "harness/base").mkdir(parents=True)
        (root / "harness/base/FORMAT.md").write_text("## Size and `type`\n## Size and type\n")
        (root / "scripts").mkdir()
        for program, text in (("allocstat", ALLOCSTAT),
                              ("scripts/bench", "#!/bin/sh\necho --no-install\n")):
            (root / program).write_text(text)
            (root / program).chmod(0o755)
        (root / "README.md").write_text(readme)
        subprocess.run(["git", "init", "-q", str(root)], check=True)
        subprocess.run(["git", "-C", str(root), "add", "."], check=True)
        return list(check_docs.faults(root, str(root / "allocstat")))


class Docs(unittest.TestCase):
    def test_lets_a_true_page_pass(self):
        self.assertEqual(faults(README), [])

    def test_names_what_is_not_there(self):
        for old, new, want in [
            ("FORMAT.md", "GONE.md", "README.md:3: harness/base/GONE.md#size-and-type: no such file"),
            ("#size-and-type", "#type", "README.md:3: harness/base/FORMAT.md#type: no such heading"),
            ("#size-and-type", "#size-and-type-1", None),
            ("harness/base/FORMAT.md", "../other.md", "README.md:3: ../other.md#size-and-type: no such file"),
            ("`harness/base`", "`harness/bases`", "README.md:1: the map does not name harness/base"),
            ("scripts/bench", "scripts/gone", "README.md:6: scripts/gone: no such script"),
            ("--quick", "--slow", "README.md:6: scripts/bench does not take --slow"),
            ("--quick", "--no-install", None),
            ("--out", "--ou", "README.md:7: build/release/allocstat run does not take --ou"),
            ("allocstat run", "allocstat walk", "README.md:7: build/release/allocstat walk: no such command"),
            ("allocstat 0.1.0", "allocstat --version", None),
            ("allocstat 0.1.0", "allocstat --verse", "README.md:8: allocstat does not take --verse"),
            ("The map:", "The map, `allocstat fly`:", "README.md:3: allocstat fly: no such command"),
            ("The map:", "The map of allocstat fly:", None),
        ]:
            with self.subTest(new=new):
                page = README.replace(old, new)
                self.assertNotEqual(page, README)
                self.assertEqual(faults(page), [want] if want else [])


if __name__ == "__main__":
    unittest.main()
