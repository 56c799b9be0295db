#!/usr/bin/env bash
# The symbols visible to a program that links the library: only names that begin with buoy_, and in
# a shared library exactly the functions that the public headers declare.
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
if [ "$SYSTEM" = Windows ]; then
    exit # what a DLL exports must be said when its objects are compiled: test_dll.sh
fi
if [ "$PROCESSOR" = wasm32 ]; then
    exit # there are no shared libraries
fi

IFS=: read -ra objects <<<"$OBJECTS"
"$CC" -shared -o "$work/library.so" "${objects[@]}" -lm
names "$exported" --defined-only "$work/library.so" >"$work/exported"
bash "$root/tests/support/declared.sh" >"$work/declared"
grep -q . "$work/declared"
diff "$work/declared" "$work/exported" # < declared only, > exported only
