#!/usr/bin/env bash
# The stand-in for cmocka: every kind of failure ends a test program with 1 and a message with its
# place, and without a failure the program ends with 0.
set -euo pipefail

: "${TESTS:?}" "${EMULATOR?}"
IFS='|' read -ra command <<<"${EMULATOR:+$EMULATOR|}$TESTS/standin_failing"
if [ ! -e "$TESTS/standin_failing" ]; then
    command[-1]+=.exe
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"${command[@]}" >"$work/out"
places=$(sed -n 's/ places.*//p' "$work/out")
[ "$places" -gt 0 ]
for ((place = 1; place <= places; ++place)); do
    code=0
    "${command[@]}" "$place" >/dev/null 2>"$work/error" || code=$?
    if [ "$code" != 1 ] || ! grep -q '\.c:[0-9]*: [a-z_]*: .' "$work/error"; then
        printf 'place %d of %d: exit code %d\n' "$place" "$places" "$code"
        cat "$work/error"
        exit 1
    fi
done
