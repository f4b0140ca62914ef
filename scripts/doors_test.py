#!/usr/bin/env python3
"""Easy to break: an exit code that is lost on the way, a package installed that nobody allowed, a
folder with a blank in its name. The doors run here in a copy of the project whose tools (apt-get,
cmake, allocstat, ...) are scripts that only note how they were called."""

import os
import shutil
import stat
import subprocess
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parent
CI_RUN = SCRIPTS.parent / ".ci" / "run"

TOOLS = {
    "id": 'echo "${FAKE_UID-0}"',
    "dpkg-query": """
        while read -r package; do echo "installed $package"; done <"$FAKE/installed" """,
    "apt-get": """
        note apt-get "$@"
        [ -z "${APT_FAILS-}" ] || exit 100
        case " $* " in *" install "*) [ -n "${APT_LIES-}" ] || printf '%s\\n' "$@" >>"$FAKE/installed" ;; esac""",
    "sudo": """
        [ -n "${SUDO_ALLOWED-}" ] || exit 1
        shift; "$@" """,
    "cmake": """
        note cmake "$@"
        [ "$1" != --build ] || exit ${BUILD_CODE-0}
        exit ${CONFIGURE_CODE-0}""",
    "ctest": """
        note ctest "$@"
        echo "${CTEST_SUMMARY-100% tests passed, 0 tests failed out of 3}"
        exit ${CTEST_CODE-0}""",
    "clang-format-19": "exit ${FORMAT_CODE-0}",
    "shellcheck": "exit ${SHELLCHECK_CODE-0}",
}
ALLOCSTAT = """
    note allocstat "$@"
    [ "$1" = run ] || exit ${COMPARE_CODE-0}
    while true; do
      case $1 in
        --out) out=$2 && break ;;
        --out=*) out=${1#--out=} && break ;;
      esac
      shift
    done
    [ -n "${NO_RESULTS-}" ] || { mkdir -p "$out"; : >"$out/run.json"; }
    exit ${RUN_CODE-0}"""


class Doors(unittest.TestCase):
    def setUp(self):
        self.temporary = Path(tempfile.mkdtemp(prefix="doors "))
        self.addCleanup(shutil.rmtree, self.temporary)
        self.root = (self.temporary / "the project").resolve()
        self.fake = self.temporary / "fake"
        (self.root / "build/release").mkdir(parents=True)
        (self.root / ".ci").mkdir()
        self.fake.mkdir()
        shutil.copytree(SCRIPTS, self.root / "scripts")
        shutil.copy(CI_RUN, self.root / ".ci/run")
        for name, text in TOOLS.items():
            self.program(self.fake / name, text)
        self.program(self.root / "build/release/allocstat", ALLOCSTAT)
        self.install(*self.packages("bench", "test", "check"))

    def program(self, path, text):
        path.write_text('#!/bin/bash\nnote() { printf "%s\\037" "$@" >>"$FAKE/calls"; echo >>"$FAKE/calls"; }\n'
                        + text + "\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def packages(self, *lists):
        lines = (SCRIPTS / "packages").read_text().splitlines()
        split = [line.split() for line in lines if not line.startswith("#")]
        return [package for words in split for package in words[1:] if words[0][:-1] in lists]

    def install(self, *packages):
        (self.fake / "installed").write_text("".join(package + "\n" for package in packages))

    def run_door(self, door, *arguments, cwd=None, **environment):
        (self.fake / "calls").write_text("")
        path = f"{self.fake}:{os.environ['PATH']}"
        return subprocess.run([self.root / door, *arguments], cwd=cwd or self.root, text=True,
                              env=os.environ | {"PATH": path, "FAKE": str(self.fake)} | environment,
                              capture_output=True, stdin=subprocess.DEVNULL, check=False)

    def calls(self, tool):
        lines = (self.fake / "calls").read_text().split("\n")
        return [line.split("\037")[1:-1] for line in lines if line.startswith(tool + "\037")]

    def test_setup_says_and_does_nothing_when_all_is_there(self):
        self.install(*self.packages("bench"))
        done = self.run_door("scripts/setup", "bench")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        self.assertEqual(self.calls("apt-get"), [])

    def test_setup_installs_what_is_missing_and_no_more(self):
        self.install(*self.packages("bench")[1:])
        for allowed in ({"FAKE_UID": "0"}, {"FAKE_UID": "1000", "SUDO_ALLOWED": "yes"}):
            with self.subTest(allowed=allowed):
                self.install(*self.packages("bench")[1:])
                done = self.run_door("scripts/setup", "bench", **allowed)
                self.assertEqual(done.returncode, 0)
                self.assertIn("installing g++\n", done.stderr)
                self.assertEqual(done.stdout, "")
                update, install = self.calls("apt-get")
                self.assertIn("update", update)
                self.assertEqual(install[-4:], ["install", "-y", "--no-install-recommends", "g++"])

    def test_setup_names_what_it_may_not_install_in_one_line(self):
        for arguments, environment in [
            (["--no-install"], {}),
            ([], {"FAKE_UID": "1000"}),
        ]:
            with self.subTest(arguments=arguments):
                self.install(*self.packages("bench", "test")[:-2])
                done = self.run_door("scripts/setup", "test", *arguments, **environment)
                self.assertEqual(done.returncode, 2)
                self.assertEqual(len(done.stderr.splitlines()), 1)
                self.assertIn("apt-get install librapidcheck-dev python3\n", done.stderr)
                self.assertEqual(self.calls("apt-get"), [])

    def test_setup_fails_when_the_install_does(self):
        for fault in ("APT_FAILS", "APT_LIES"):
            with self.subTest(fault=fault):
                self.install()
                done = self.run_door("scripts/setup", "bench", **{fault: "yes"})
                self.assertEqual(done.returncode, 2)
                last = done.stderr.splitlines()[-1]
                self.assertIn("apt-get install " + " ".join(self.packages("bench")), last)

    def test_setup_refuses_what_it_does_not_know(self):
        for arguments in ([], ["benches"], ["bench", "--force"]):
            with self.subTest(arguments=arguments):
                done = self.run_door("scripts/setup", *arguments)
                self.assertEqual(done.returncode, 2)
                self.assertIn("bench|test|check", done.stderr)

    def test_bench_needs_no_package_of_the_tests(self):
        self.install(*self.packages("bench"))
        self.assertEqual(self.run_door("scripts/bench", "--no-install").returncode, 0)
        self.assertEqual(self.run_door("scripts/test", "--no-install").returncode, 2)
        self.assertEqual(self.run_door("scripts/check", "--no-install", "shell").returncode, 2)

    def test_bench_exits_with_the_first_code_that_is_not_fine(self):
        for run, compare, want in [(0, 0, 0), (0, 1, 1), (2, 0, 2), (2, 1, 2), (1, 2, 1), (0, 2, 2),
                                   (3, 0, 3), (139, 0, 3), (0, 134, 3)]:
            with self.subTest(run=run, compare=compare):
                done = self.run_door("scripts/bench", RUN_CODE=str(run), COMPARE_CODE=str(compare))
                self.assertEqual(done.returncode, want)
                self.assertEqual([call[0] for call in self.calls("allocstat")], ["run", "compare"])

    def test_bench_takes_a_new_folder_for_each_run(self):
        for n in (1, 2):
            self.run_door("scripts/bench", "--quick")
            run, compare = self.calls("allocstat")
            self.assertEqual(run, ["run", "--quick", "--out", f"out/bench-{n}"])
            self.assertEqual(compare, ["compare", f"out/bench-{n}"])

    def test_bench_honours_out_where_the_person_stands(self):
        for out in (["--out", "mine here"], ["--out=mine here"]):
            with self.subTest(out=out):
                done = self.run_door("scripts/bench", *out, cwd=self.temporary)
                self.assertEqual(done.returncode, 0, done.stderr)
                run, compare = self.calls("allocstat")
                self.assertEqual(run, ["run", *out])
                self.assertEqual(compare, ["compare", "mine here"])
                self.assertTrue((self.temporary / "mine here/run.json").exists())
        self.assertFalse((self.root / "out").exists())

    def test_bench_keeps_its_own_flag_to_itself_and_passes_on_the_rest(self):
        self.run_door("scripts/bench", "--filter", "a b|c", "--no-install")
        self.assertEqual(self.calls("allocstat")[0][:3], ["run", "--filter", "a b|c"])

    def test_bench_compares_nothing_where_the_run_left_nothing(self):
        for code, want in ((2, 2), (0, 3)):
            with self.subTest(code=code):
                done = self.run_door("scripts/bench", RUN_CODE=str(code), NO_RESULTS="yes")
                self.assertEqual(done.returncode, want)
                self.assertEqual(len(self.calls("allocstat")), 1)
                self.assertFalse((self.root / "out/bench-1").exists())

    def test_no_door_gives_a_verdict_on_a_build_that_failed(self):
        for door in ("scripts/bench", "scripts/test", "scripts/figures"):
            for fault in ("CONFIGURE_CODE", "BUILD_CODE"):
                with self.subTest(door=door, fault=fault):
                    done = self.run_door(door, **{fault: "1"})
                    self.assertEqual(done.returncode, 2)
                    self.assertEqual(self.calls("allocstat") + self.calls("ctest"), [])

    def test_test_fails_when_a_test_does(self):
        self.assertEqual(self.run_door("scripts/test").returncode, 0)
        self.assertEqual(self.run_door("scripts/test", "-R", "unit", CTEST_CODE="8").returncode, 1)
        (call,) = self.calls("ctest")
        self.assertIn("--no-tests=error", call)
        self.assertEqual(call[-2:], ["-R", "unit"])

    def track(self):
        (self.root / "a b.cc").write_text("")
        git = ["git", "-C", str(self.root)]
        subprocess.run([*git, "init", "-q"], check=True)
        subprocess.run([*git, "add", "."], check=True)

    def test_check_runs_every_group_and_fails_when_one_does(self):
        self.track()
        for environment, want in [({}, 0), ({"FORMAT_CODE": "1"}, 1), ({"SHELLCHECK_CODE": "1"}, 1)]:
            with self.subTest(environment=environment):
                done = self.run_door("scripts/check", "format", "shell", **environment)
                self.assertEqual(done.returncode, want, done.stdout)
                self.assertEqual(done.stdout.splitlines()[-1], f"{2 - want} passed, {want} failed")

    def test_check_fails_where_there_is_nothing_to_check(self):
        done = self.run_door("scripts/check", "format", "shell")  # not a repository
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stdout.splitlines()[-1], "0 passed, 2 failed")

    def test_check_refuses_an_unknown_group(self):
        done = self.run_door("scripts/check", "formats")
        self.assertEqual(done.returncode, 2)
        self.assertIn("no group 'formats'", done.stderr)

    def test_ci_ends_with_the_count_of_tests_groups_and_the_gate(self):
        self.program(self.root / "scripts/check", 'echo "${CHECK_SUMMARY-}"; exit ${CHECK_CODE-0}')
        self.program(self.root / "scripts/ci-gate", 'exit ${GATE_CODE-0}')
        fine = {"CHECK_SUMMARY": "9 passed, 0 failed"}
        for environment, want in [
            (fine, "13 passed, 0 failed"),
            ({"CHECK_SUMMARY": "8 passed, 1 failed", "CHECK_CODE": "1"}, "12 passed, 1 failed"),
            (fine | {"CTEST_CODE": "8", "CTEST_SUMMARY": "33% tests passed, 2 tests failed out of 3"},
             "11 passed, 2 failed"),
            (fine | {"BUILD_CODE": "1"}, "10 passed, 1 failed"),
            (fine | {"CTEST_SUMMARY": ""}, "10 passed, 1 failed"),
            (fine | {"CTEST_CODE": "8"}, "13 passed, 1 failed"),
            (fine | {"GATE_CODE": "1"}, "12 passed, 1 failed"),
            (fine | {"GATE_CODE": "2"}, "12 passed, 1 failed"),
            ({"CHECK_CODE": "2"}, "4 passed, 1 failed"),
            ({}, "4 passed, 1 failed"),
        ]:
            with self.subTest(environment=environment):
                done = self.run_door(".ci/run", **environment)
                self.assertEqual(done.stdout.splitlines()[-1], want)
                self.assertEqual(done.returncode, 0 if want.endswith(" 0 failed") else 1)

    def test_ci_gate_passes_on_the_verdict_and_shows_the_report_whatever_it_is(self):
        self.program(self.root / "build/release/allocstat", """
            note allocstat "$@"
            for argument in "$@"; do
              case $argument in markdown=*) echo verdict >"${argument#markdown=}" ;; esac
            done
            exit ${GATE_CODE-0}""")
        summary = self.fake / "summary"
        for code in (0, 1, 2):
            with self.subTest(code=code):
                summary.write_text("before\n")
                done = self.run_door("scripts/ci-gate", "--no-install", "--ratchet",
                                     GATE_CODE=str(code), GITHUB_STEP_SUMMARY=str(summary))
                self.assertEqual(done.returncode, code)
                self.assertEqual(summary.read_text(), "before\nverdict\n")
                self.assertEqual((self.root / "build/gate/report.md").read_text(), "verdict\n")
                words = self.calls("allocstat")[0]
                self.assertEqual(words[:3], ["gate", "--baseline", "cases/allocations.bench"])
                self.assertEqual(words[-1], "--ratchet")
                self.assertEqual(self.calls("apt-get"), [])

    def test_figures_tell_reached_from_missed_from_not_measured(self):
        shutil.rmtree(self.root / "scripts/figures.d")
        (self.root / "scripts/figures.d").mkdir()
        (self.root / "scripts/figures.d/_shared.py").write_text("")
        for name, code in (("fine", 0), ("missed", 1), ("broken", 2), ("crash", 139)):
            self.program(self.root / f"scripts/figures.d/{name}.sh", f"exit {code}")
        for names, want, summary in [
            (["fine"], 0, "1 reached, 0 missed, 0 not measured"),
            (["fine", "missed"], 1, "1 reached, 1 missed, 0 not measured"),
            (["missed", "broken"], 2, "0 reached, 1 missed, 1 not measured"),
            ([], 2, "1 reached, 1 missed, 2 not measured"),
        ]:
            with self.subTest(names=names):
                done = self.run_door("scripts/figures", *names)
                self.assertEqual(done.returncode, want)
                self.assertEqual(done.stdout.splitlines()[-1], summary)
        self.assertEqual(self.run_door("scripts/figures", "novel").returncode, 2)
        self.assertEqual(len(self.run_door("scripts/figures", "--list").stdout.splitlines()), 4)

    def test_every_door_explains_itself(self):
        for door in ("bench", "test", "check", "setup", "figures"):
            done = self.run_door(f"scripts/{door}", "--help")
            self.assertEqual(done.returncode, 0, door)
            self.assertTrue(done.stdout.startswith(f"scripts/{door} "), done.stdout)


if __name__ == "__main__":
    unittest.main()
