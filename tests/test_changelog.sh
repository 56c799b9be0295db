#!/usr/bin/env bash
# CHANGELOG.md is enough to port a program: every function, struct, member and header of the interface before
# (changelog/before.txt) that is gone has a row; every name that a row offers instead exists; and README's program
# of then, ported by its rows, does what it did.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk -f "$root/tests/changelog/names.awk" "$root"/kernels/include/*.h | sort -u >"$work/now"
grep '^| ' "$root/CHANGELOG.md" >"$work/rows"
awk -F ' [|] ' '{ print $1 }' "$work/rows" >"$work/old"
awk -F ' [|] ' '{ print $2 }' "$work/rows" >"$work/new"

failed=0
complain() {
    printf '%s\n' "$1"
    failed=1
}
# A member goes with its struct.
while read -r name; do
    plain=${name%()}
    struct=${plain%%.*}
    grep -q -- "\`[a-z ]*$plain\\b" "$work/old" && continue
    [ "$struct" != "$plain" ] && ! grep -qx "$struct" "$work/now" && grep -q -- "\`struct $struct\`" "$work/old" && continue
    complain "$name went, and CHANGELOG.md has no row for it"
done < <(sort -u "$root/tests/changelog/before.txt" | comm -23 - "$work/now")
# Names offered: functions, structs and members.
while read -r name; do
    grep -qxF -e "$name" -e "$name()" "$work/now" || complain "CHANGELOG.md offers $name, which there is not"
done < <(grep -o '`buoy_[a-z0-9_]*\(()\|\.[a-z0-9_]*\)' "$work/new" | tr -d '`' | sed 's/\.h$//' | sort -u)
[ "$failed" = 0 ]

# The program of then is refused now; by three rows it is one of now.
: "${CC:=cc}"
library=${BUOYANCY_LIBRARY:?the static library}
build() { "$CC" -std=c11 -Wall -Werror -I "$root/kernels/include" -o "$work/program" "$1" "$library" -lm; }
if build "$root/tests/changelog/before.c" 2>"$work/refused"; then
    complain 'the program of then compiles: nothing was ported'
    exit 1
fi
sed -e 's/buoy_volume_compute(mesh, \(&[a-z]*\), 1, /buoy_volume_compute(\&(struct buoy_volume_query){.mesh = mesh, .planes = \1, .count = 1}, /' \
    -e 's/buoy_draft(mesh, \([a-z.]*\), /buoy_draft(mesh, (const double[3]){\1[0], \1[1], \1[2]}, /' \
    "$root/tests/changelog/before.c" >"$work/after.c"
build "$work/after.c"
[ "$("$work/program")" = '0.500 m³ submerged, centre at z = 0.250; floats 0.683 m deep' ]
