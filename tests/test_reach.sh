#!/usr/bin/env bash
# bench/reach.md lists every public function once, with the command that reaches it, and names every
# family of `eval` and no other.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

bash "$root/tests/support/declared.sh" | grep -v -e _default$ -e _destroy$ -e _bytes$ >"$work/declared"
grep -q . "$work/declared"
sed -n 's/^| \(.*\) | .* |$/\1/p' "$root/bench/reach.md" | grep -o 'buoy_[a-z0-9_]*' | sort >"$work/listed"
if ! diff "$work/declared" "$work/listed"; then
    printf 'bench/reach.md: "<" wants a line there, ">" is not declared, or is listed twice\n'
    exit 1
fi

sed -n 's/^    \.name = "\(.*\)",$/eval \1/p' "$root"/bench/evaluating/eval_*.c | sort >"$work/families"
grep -o 'eval [a-z][a-z0-9-]*' "$root/bench/reach.md" | sort -u >"$work/named"
if ! diff "$work/families" "$work/named"; then
    printf 'bench/reach.md: "<" is a family of eval that it does not name, ">" is none\n'
    exit 1
fi
