#!/usr/bin/env bash
# Pages of results, of charts and of a film, as readers have them in Chromium and Firefox (page/in_browsers.mjs).
set -euo pipefail

: "${BUOYBENCH:?}" "${EMULATOR?}"
skip() {
    printf 'skipped: %s\n' "$1"
    exit 77
}
if [ -n "$EMULATOR" ] || [ ! -x "$BUOYBENCH" ]; then skip 'this machine cannot run the program by itself'; fi
command -v node >/dev/null || skip 'no Node.js (Debian: nodejs)'
command -v chromium >/dev/null || command -v firefox-esr >/dev/null || skip 'no browser (Debian: chromium, firefox-esr)'

tests=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# Results of a short run on a mesh with a name as long as may be, and a sweep.
long=$(printf 'a-very-long-name-%.0s' 1 2 3 4 5 6).obj
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n' >"$long"
flags=(--poses 8 --peaks always -- --benchmark_repetitions=5 --benchmark_min_time=0.0001)
"$BUOYBENCH" run --mesh builtin:box --mesh builtin:barrel:40 --mesh "$long" --out one "${flags[@]}" >/dev/null 2>errors ||
    { if grep -q 'without Google Benchmark' errors; then skip 'nothing can be timed'; fi && cat errors && exit 1; }
"$BUOYBENCH" run --sweep count --mesh builtin:box --out sweep "${flags[@]}" >/dev/null 2>&1
cp one/results.json "$long.json"
"$BUOYBENCH" report one/results.json "$long.json" --out two >/dev/null
"$BUOYBENCH" gz --mesh builtin:wigley:300 --density 500 --com 0,0,-.25 --out gz >/dev/null 2>&1
"$BUOYBENCH" verify --mesh builtin:barrel:96 --kernel 'volume/*/scalar' --poses 40 --by-immersion --out errors-by >/dev/null
"$BUOYBENCH" float --scene kerner-boat --seconds 3 --every 8 --out film >/dev/null 2>&1
node --no-warnings --experimental-websocket "$tests/page/in_browsers.mjs" {one,two,sweep,gz,errors-by,film}/index.html
