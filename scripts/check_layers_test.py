#!/usr/bin/env python3
"""Easy to break: a rule that never fires. So every rule has a planted fault here that it must
name, at its file and line, beside an include of the same kind that it must let pass."""

import tempfile
import unittest
from pathlib import Path

import check_layers


def faults(files):
    with tempfile.TemporaryDirectory(prefix="layers ") as folder:
        root = Path(folder)
        for path, text in files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
        return check_layers.faults(root)[0]


HEADERS = {
    "harness/base/error.h": "",
    "harness/unit/unit.h": "",
    "harness/cli/commands.h": "",
    "harness/measure/ops.h": "",
    "impl/gzip/reader.h": "",
}

# file, its text, and a part of the fault wanted; None: no fault.
PLANTED = [
    # Between the project's folders.
    ("harness/unit/unit.cc", '#include "harness/base/error.h"', None),
    ("harness/base/text.cc", '#include "harness/unit/unit.h"', "no other folder"),
    ("harness/stats/sample.cc", '#include "harness/unit/unit.h"', "may include harness/base"),
    ("harness/measure/pass.cc", '#include "harness/cli/commands.h"', "harness/measure may include"),
    ("harness/cli/run.cc", '#include "harness/measure/ops.h"', "harness/cli may include"),
    ("impl/gzip/reader.cc", '#include "harness/base/error.h"', "no other folder"),
    ("impl/gzip/reader.cc", '#include "impl/gzip/reader.h"', None),
    ("cases/gzip_case.cc", '#include "impl/gzip/reader.h"', None),
    ("cases/gzip_case.cc", '#include "harness/base/error.h"', "cases may include"),
    ("harness/base/text.cc", '#include "error.h"', "from the project's root"),
    ("harness/base/text.cc", '#include "harness/base/gone.h"', "no such file"),
    ("harness/novel/x.cc", "", "in no layer"),
    # Libraries.
    ("harness/measure/main.cc", "#include <benchmark/benchmark.h>", None),
    ("harness/cli/main.cc", "#include <benchmark/benchmark.h>", "harness/measure, cases may"),
    ("harness/stats/stats_bench.cc", "#include <benchmark/benchmark.h>", None),
    ("harness/stats/stats_bench.h", "#include <benchmark/benchmark.h>", "harness/measure, cases may"),
    ("harness/drive/driver.cc", "#include <jemalloc/jemalloc.h>", "harness/measure, cases may"),
    ("harness/cli/options.cc", "#include <CLI/CLI.hpp>", None),
    ("harness/cli/options.h", "#include <CLI/CLI.hpp>", "in one .cc"),
    ("harness/cli/options_test.cc", "#include <CLI/CLI.hpp>", "in one .cc"),
    ("harness/gate/budgets.h", "#include <toml++/toml.h>", "in one .cc"),
    ("harness/rundir/json.cc", "#include <rapidjson/reader.h>", None),
    ("harness/rundir/json.cc", "#include <rapidjson/document.h>", "SAX only"),
    ("harness/measure/passes.cc", "#include <fmt/core.h>", None),
    ("harness/measure/interposer.cc", "#include <fmt/core.h>", "this is malloc"),
    ("impl/gzip/reader.cc", "#include <fmt/core.h>", "impl/gzip may not include it"),
    ("harness/base/text_test.cc", "#include <gtest/gtest.h>", None),
    ("harness/drive/fake_test.h", "#include <gtest/gtest.h>", None),
    ("harness/base/text.cc", "#include <gtest/gtest.h>", "only tests"),
    ("harness/base/text.cc", "#include <novel/library.h>", "unknown library"),
    ("harness/base/text.cc", "#include <sys/stat.h>\n#include <vector>\n#include <unistd.h>", None),
    # Ways to write it.
    ("harness/base/text.cc", '  #  include   "harness/unit/unit.h"', "no other folder"),
    ("harness/base/text.cc", "#include CONFIG_HEADER", "name the header itself"),
    ("harness/base/text.cc", '// #include "harness/unit/unit.h"', None),
    ("harness/base/testdata/x.cc", '#include "harness/unit/unit.h"', None),
    ("harness/base/empty.cc", "", None),
]


class Layers(unittest.TestCase):
    def test_names_each_planted_fault_and_nothing_else(self):
        for path, text, want in PLANTED:
            with self.subTest(path=path, text=text):
                found = faults(HEADERS | {path: "\n" + text})
                if want is None:
                    self.assertEqual(found, [])
                else:
                    line = 1 if not text else 2
                    self.assertEqual(len(found), 1, found)
                    self.assertTrue(found[0].startswith(f"{path}:{line}: "), found[0])
                    self.assertIn(want, found[0])

    def test_counts_the_files_that_include_a_costly_header(self):
        include = "#include <CLI/CLI.hpp>"
        found = faults({"harness/cli/a.cc": include, "harness/cli/b.cc": include})
        self.assertEqual(len(found), 1)
        self.assertIn("included by 2 files: harness/cli/a.cc, harness/cli/b.cc", found[0])

    def test_every_rule_speaks_of_layers_that_exist_in_the_table(self):
        named = [layer for may in check_layers.LAYERS.values() for layer in may]
        named += [layer for rule in check_layers.OUTSIDE.values() for layer in rule["folders"]]
        self.assertLessEqual(set(named), set(check_layers.LAYERS))

    def test_has_no_cycle(self):
        def reach(layer, seen):
            for below in check_layers.LAYERS[layer]:
                self.assertNotIn(below, seen)
                reach(below, seen | {below})

        for layer in check_layers.LAYERS:
            reach(layer, {layer})

    def test_refuses_a_folder_without_sources(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(check_layers.faults(Path(folder)), ([], 0))


if __name__ == "__main__":
    unittest.main()
