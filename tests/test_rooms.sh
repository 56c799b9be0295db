#!/usr/bin/env bash
# Rooms of kernels/ include rooms above them in the table of kernels/README.md, and no other folder;
# none holds more than 16 files. A consumer gets include/ alone, which includes nothing private.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
cd "$root/kernels"

# shellcheck disable=SC2016 # backticks of Markdown
mapfile -t rooms < <(sed -n 's/^| `\([a-z0-9]*\)\/` |.*/\1/p' README.md)
status=0
complain() {
    printf '%s\n' "$1"
    status=1
}

diff <(printf '%s\n' include "${rooms[@]}" | sort) <(find . -mindepth 1 -type d | sed 's/^..//' | sort) ||
    complain 'README.md lists other rooms than there are'
above='|buoyancy'
for room in "${rooms[@]}"; do
    above+="|$room/[a-z0-9_]*"
    found=$(grep -Hn '^#include "' "$room"/* | grep -vE "\"($above)(_[a-z]*)?\.h\"" || true)
    [ -z "$found" ] || complain "not from a room above it: $found"
    count=$(find "$room" -type f | wc -l)
    [ "$count" -le 16 ] || complain "$room/ holds $count files"
done
found=$(grep -Hn '^#include "' include/* | grep -v '"buoyancy[a-z0-9_]*\.h"' || true)
[ -z "$found" ] || complain "a public header that includes a private one: $found"
exit $status
