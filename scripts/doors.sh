# shellcheck shell=bash
# Sourced by the doors of this folder: the project's root, their common arguments, set-up, build.
# A door talks about its own doings on standard error; standard output is for results.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
door=scripts/${0##*/}
export PYTHONDONTWRITEBYTECODE=1

# The door's opening comment.
usage() {
  sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
}

say() {
  echo "$door: $*" >&2
}

cannot_judge() {
  say "$*"
  exit 2
}

# What the person gave, without the arguments that every door takes.
arguments=()
no_install=()
for argument in "$@"; do
  case $argument in
    --no-install) no_install=(--no-install) ;;
    --help | -h) usage && exit 0 ;;
    *) arguments+=("$argument") ;;
  esac
done

# setup bench|test|check
setup() {
  "$root/scripts/setup" "$1" "${no_install[@]}"
}

# build PRESET [TARGET...], into build/PRESET; all targets when none is named.
build() {
  local preset=$1 targets=() quiet=()
  shift
  [ $# -eq 0 ] || targets=(--target "$@")
  [ -t 2 ] || quiet=(-- --quiet)
  # What goes wrong it says on standard error; the rest is of no interest.
  cmake -S "$root" --preset "$preset" >/dev/null ||
    cannot_judge "cannot configure build/$preset"
  cmake --build "$root/build/$preset" "${targets[@]}" "${quiet[@]}" >&2 ||
    cannot_judge "cannot build build/$preset"
}

# run_tests PRESET [arguments of ctest]. No test at all is a failure.
run_tests() {
  local preset=$1
  shift
  ctest --test-dir "$root/build/$preset" --output-on-failure --no-tests=error -j "$(nproc)" "$@"
}
