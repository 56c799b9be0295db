#!/usr/bin/env bash
# Every file of bench/record is a record, and README's numbers and pictures are those of the record that it
# names; a number that is not would be found.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
if [ -n "$EMULATOR" ] || [ ! -x "$BUOYBENCH" ]; then
    printf 'skipped: this machine cannot run the program by itself\n'
    exit 77
fi
records=("$root"/bench/record/*)
if [ ! -e "${records[0]}" ]; then
    if grep '^<!-- numbers of bench' "$root/README.md"; then
        printf 'README.md names a record that is not there\n'
        exit 1
    fi
    printf 'skipped: no record yet\n'
    exit 77
fi
"$BUOYBENCH" submit --check "${records[@]}"
export BUOYBENCH
bash "$root/bench/race/report/readme" --check

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/bench/race/report"
cp -R "$root"/bench/{record,page} "$work/bench"
cp "$root"/bench/race/report/{readme,example.svg} "$work/bench/race/report"
sed '0,/^builtin:box .* [1-9]/s/\(.*\)[1-9]/\10/' "$root/README.md" >"$work/README.md"
cmp -s "$root/README.md" "$work/README.md" && exit 1
if bash "$work/bench/race/report/readme" --check 2>/dev/null; then
    printf 'a changed number in README.md was not found\n'
    exit 1
fi
# README stays a page that newcomers read.
[ "$(wc -w <"$root/README.md")" -le 1700 ] || { printf 'README.md has more than 1700 words\n'; exit 1; }
