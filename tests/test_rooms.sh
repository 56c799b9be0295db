#!/usr/bin/env bash
# Every source of the library includes base/arithmetic.h first, which its bits depend on. A room includes
# only the rooms that it may. Those of kernels/ are listed in its README.md, and include
# rooms above them in the list, and no other folder. Those of bench/ include rooms below them in its
# list; rooms within rooms count as the outer one. A consumer gets kernels/include/ alone, which includes
# nothing private.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
status=0
complain() {
    printf '%s\n' "$1"
    status=1
}

# The folders that a README.md's table begins its rows with, from the first to the last.
listed() {
    # shellcheck disable=SC2016 # backticks of Markdown
    sed -n 's/^| \(`main\.c`, \)\{0,1\}`\([a-z0-9_]*\)\/` |.*/\2/p' README.md
}

cd "$root/kernels"
mapfile -t rooms < <(listed)
diff <(printf '%s\n' include "${rooms[@]}" | sort) <(find . -mindepth 1 -type d | sed 's/^..//' | sort) ||
    complain 'kernels/README.md lists other rooms than there are'
above='|buoyancy'
for room in "${rooms[@]}"; do
    above+="|$room/[a-z0-9_]*"
    found=$(grep -Hn '^#include "' "$room"/* | grep -vE "\"($above)(_[a-z]*)?\.h\"" || true)
    [ -z "$found" ] || complain "not from a room above it: $found"
done
found=$(grep -Hn '^#include "' include/* | grep -v '"buoyancy[a-z0-9_]*\.h"' || true)
[ -z "$found" ] || complain "a public header that includes a private one: $found"

found=$(cd "$root" && awk 'FNR == 1 { seen = 0 }
    /^#include/ && !seen++ && !/"base\/arithmetic\.h"/ { print FILENAME }' kernels/*/*.c scalar/*.c scalar/*/*.c simd/*.c)
[ -z "$found" ] || complain "base/arithmetic.h is not the first header in: $found"

found=$(cd "$root" && grep -rhE '^#ifndef [A-Z0-9_]+_H$' kernels scalar simd bench tests | sort | uniq -d)
[ -z "$found" ] || complain "two headers share an include guard: $found"

# In bench/, headers are included by their names alone, which must differ for that.
cd "$root/bench"
mapfile -t rooms < <(listed)
diff <(printf '%s\n' "${rooms[@]}" | sort) <(find . -mindepth 1 -maxdepth 1 -type d | sed 's/^..//' | sort) ||
    complain 'bench/README.md lists other rooms than there are'
found=$(grep -rH '^#include "' "${rooms[@]}" | awk -v rooms="${rooms[*]}" '
    BEGIN {
        count = split(rooms, names, " ")
        for (i = 1; i <= count; ++i) place[names[i]] = i
        while (("find . -name \"*.h\"" | getline path) > 0) {
            split(path, parts, "/")
            header = path
            sub(/.*\//, "", header)
            if (header in home) print header ": two headers have this name"
            home[header] = place[parts[2]]
        }
    }
    {
        room = $0
        sub(/\/.*/, "", room)
        header = $2
        gsub(/"/, "", header)
        sub(/^meshes\//, "", header) # other folders than meshes/ are of kernels/
    }
    header in home && (home[header] < place[room] || room == "race" && home[header] == place["hulls"])')
[ -z "$found" ] || complain "not from a house below it: $found"
exit $status
