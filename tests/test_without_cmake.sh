#!/usr/bin/env bash
# The recipe of kernels/without_cmake.md, one set of flags for all sources, builds a library with the digests of
# test_digest.c: every kernel, every bit. Its objects hold no instruction outside its instruction set, and its
# kernels execute about as many instructions as in this build.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
: "${FLAGS?}" "${COUNT_INSTRUCTIONS?}"
. "$root/tests/support/recipe.sh"

compile plain "${flags[@]}" -DNDEBUG -- "${sources[@]}"
digest plain
OBJECTS=$(objects plain | paste -sd:) bash tests/test_disassembly.sh || [ $? = 77 ]

# In each family's geometric mean within 1 % of a build at -O2, which compiles a set by parts, and no kernel beyond 8 %:
# what else a source holds moves compilers' choice of registers (clang 14: 7 % for volume/blocks/scalar, 2 % for others).
# Of a build at -O3 within 5 %, and 15 %.
count() {
    run "$1" '*' builtin:box builtin:barrel:100
}
compare() {
    awk -F, -v most="$1" -v mean="$2" '
        NR == FNR { other[$3, $4] = $8; next }
        {
            ratio = $8 / other[$3, $4]
            split($3, id, "/")
            sum[id[1]] += log(ratio)
            ++count[id[1]]
            if (ratio > most) failed = 1
            if (ratio > most || ratio > 1.01) printf "  %-26s%-22s%8d%8d  %.3f\n", $3, $4, $8, other[$3, $4], ratio
        }
        END {
            for (family in sum) {
                ratio = exp(sum[family] / count[family])
                printf "%s: %.4f of the instructions in this build\n", family, ratio
                failed = failed || ratio > mean
            }
            exit failed || !NR
        }' "$work/theirs" "$work/ours"
}
[ -n "$COUNTER" ] && [ -z "$EMULATOR" ] && [ "$PROCESSOR" = x86_64 ] || exit 0
relink "$work/counter" "$COUNTER" plain -no-pie
count "$work/counter" >"$work/ours"
count "$COUNT_INSTRUCTIONS" >"$work/theirs"
case $FLAGS in
*-O2*) compare 1.08 1.01 ;;
*-O3*) compare 1.15 1.05 ;;
esac
