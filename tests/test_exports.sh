#!/usr/bin/env bash
# What a program that links the library can see: only names that begin with buoy_, and of a shared
# library exactly the functions that the public header declares.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
: "${CC:?}" "${NM:?}" "${LIBRARY:?}" "${OBJECTS:?}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Names of defined global symbols; sanitizers and coverage add their own, with leading underscores.
names() {
    "$NM" "$@" | awk 'NF == 3 { print $3 }' | grep -v '^__' | sort -u
}

names -g --defined-only "$LIBRARY" >"$work/all"
grep -q . "$work/all" # nm found the library
if grep -v '^buoy_' "$work/all"; then
    printf 'these symbols do not begin with buoy_\n'
    exit 1
fi

IFS=: read -ra objects <<<"$OBJECTS"
"$CC" -shared -o "$work/library.so" "${objects[@]}" -lm
names -D --defined-only "$work/library.so" >"$work/exported"
sed '/^#/d' "$root/kernels/buoyancy.h" | tr '\n' ' ' | grep -o 'BUOY_API [^;]*(' |
    sed 's/(.*//; s/.*[ *]//' | sort -u >"$work/declared"
grep -q . "$work/declared"
diff "$work/declared" "$work/exported" # < declared only, > exported only
