#!/usr/bin/env bash
# The symbols visible to a program that links the library: only names that begin with buoy_, and in
# a shared library exactly the functions that the public headers declare; and what it asks the system.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
: "${CC:?}" "${NM:?}" "${SYSTEM:?}" "${PROCESSOR:?}" "${LIBRARY:?}" "${OBJECTS:?}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# On macOS every name has an underscore in front, and nm lists what a library exports with -g.
case $(uname) in
Darwin) prefix=_ exported=-g ;;
*) prefix='' exported=-D ;;
esac

# Names of defined global symbols; sanitizers and coverage add their own, with leading underscores,
# MinGW references to them.
names() {
    "$NM" "$@" | awk 'NF == 3 { print $3 }' | sed "s/^$prefix//; s/^\.refptr\.//" | grep -v '^__' | sort -u
}

names -g --defined-only "$LIBRARY" >"$work/all"
grep -q . "$work/all" # nm found the library
if grep -v '^buoy_' "$work/all"; then
    printf 'these symbols do not begin with buoy_\n'
    exit 1
fi

# One source alone asks the system for files and environment, and with BUOY_NO_FILES it does not.
asking() {
    "$NM" -A -u "$@" | grep -E "[ :]U $prefix(_*open(64)?|fopen|read|_*close|getenv|secure_getenv)$" || true
}
IFS=: read -ra objects <<<"$OBJECTS"
found=$(asking "${objects[@]}" | grep -v '/text_file\.c\.' || true)
[ -z "$found" ] || { printf '%s\n' "$found" && exit 1; }
case $SYSTEM-$PROCESSOR in "$(uname)-$(uname -m)")
    "$CC" -std=c11 -DBUOY_NO_FILES -I"$root"/kernels{,/include} -c -o "$work/alone.o" "$root/kernels/base/text_file.c"
    [ -z "$(asking "$work/alone.o")" ] || { printf 'BUOY_NO_FILES: %s\n' "$(asking "$work/alone.o")" && exit 1; }
    ;;
esac
if [ "$SYSTEM" = Windows ]; then
    exit # what a DLL exports must be said when its objects are compiled: test_dll.sh
fi
if [ "$PROCESSOR" = wasm32 ]; then
    exit # there are no shared libraries
fi

"$CC" -shared -o "$work/library.so" "${objects[@]}" -lm
names "$exported" --defined-only "$work/library.so" >"$work/exported"
bash "$root/tests/support/declared.sh" >"$work/declared"
grep -q . "$work/declared"
diff "$work/declared" "$work/exported" # < declared only, > exported only
