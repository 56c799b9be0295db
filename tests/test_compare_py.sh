#!/usr/bin/env bash
# Google Benchmark's compare.py reads results.json, and starts the program with its flags, as the help
# of `compare` says. It needs scipy.
set -euo pipefail

: "${BUOYBENCH:?}" "${EMULATOR?}"
skip() {
    printf 'skipped: %s\n' "$1"
    exit 77
}
if [ -n "$EMULATOR" ] || [ ! -x "$BUOYBENCH" ]; then skip 'this machine cannot run the program by itself'; fi
tool=${COMPARE_PY:-/usr/share/benchmark/compare.py}
[ -f "$tool" ] || skip "no $tool (Debian: libbenchmark-tools)"
python=
for candidate in python3 /usr/bin/python3; do
    if "$candidate" -c 'import scipy.stats' 2>/dev/null; then python=$candidate; fi
done
[ -n "$python" ] || skip 'no scipy (Debian: python3-scipy)'
"$BUOYBENCH" run --mesh builtin:box --kernel volume/catto/scalar -- --benchmark_list_tests=true \
    >/dev/null 2>&1 || skip 'built without Google Benchmark'

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
status=0
# expect TEXT WORD...: the tool ends well, and prints the text.
expect() {
    local output
    if ! output=$("$python" "$tool" --no-color "${@:2}" 2>&1) || ! grep -qF -e "$1" <<<"$output"; then
        printf 'compare.py %s: no "%s" in:\n%s\n' "${*:2}" "$1" "$output"
        status=1
    fi
}
for file in a b; do
    "$BUOYBENCH" run --mesh builtin:box --kernel 'volume/*/scalar' --out "$file" -- \
        --benchmark_min_time=0.0005 >/dev/null
done
short=(--kernel 'volume/c*/scalar' --out c -- --benchmark_min_time=0.0005)
expect volume/catto/scalar/builtin:box_pvalue benchmarks a/results.json b/results.json
expect '[volume/catto/ vs. volume/catto64/]scalar/builtin:box' \
    filters a/results.json volume/catto/ volume/catto64/
expect volume/catto/scalar/builtin:box_pvalue \
    benchmarks "$BUOYBENCH" "$BUOYBENCH" run --mesh builtin:box "${short[@]}"
expect volume/catto/scalar/builtin:box_pvalue \
    benchmarks a/results.json "$BUOYBENCH" run --mesh builtin:box --kernel 'volume/c*/scalar' --out c --
expect '[volume/catto/ vs. volume/catto64/]scalar/builtin:box' benchmarksfiltered \
    "$BUOYBENCH" volume/catto/ "$BUOYBENCH" volume/catto64/ run --mesh builtin:box "${short[@]}"
exit $status
