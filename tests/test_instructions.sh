#!/usr/bin/env bash
# Kernels execute as many instructions as bench/race/counting/instructions.csv says, which bench/cost makes anew.
# Up to 1 % more passes, up to 3 % is reported, beyond that it is a regression; 5 % fewer is a success that
# the file should know of. Rows marked as earlier were not counted since something changed: 5 % either way.
# Every kernel that this processor can run must be there; of emulated ones, those are held that are.
# Counts depend on the compiler: for one that has none on record only this holds, as it does for all, that a
# wider instruction set needs fewer.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
: "${COUNT_INSTRUCTIONS:?}"
table=$root/bench/race/counting/instructions.csv

skip() {
    printf 'skipped: %s\n' "$1"
    exit 77
}
[ -x "$COUNT_INSTRUCTIONS" ] || skip "$COUNT_INSTRUCTIONS"
[ -z "${BUOY_ISA-}" ] || skip 'BUOY_ISA changes no kernel'
[ -z "${SANITIZE-}" ] || skip 'sanitizers add instructions'
read -r flags < <(printf '%s\n' "${FLAGS-}")
grep -qF -e ",$flags," "$table" || skip "the counts are of other compiler flags than '$flags'"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Counts as the program prints them: of volume/blocks and hierarchy, and on the smallest mesh, since
# steps take long, of hydrostatics/blocks and pressure/kerner; on the largest, of wide vectors only,
# so that rows of narrow ones there are as bench/cost left them. What is scalar only is as published.
count() {
    if [ -n "${EMULATOR-}" ]; then
        set -- "$root/bench/race/counting/under_emulator" "${EMULATOR//|/ }" "$COUNT_INSTRUCTIONS"
    else
        set -- "$COUNT_INSTRUCTIONS"
    fi
    "$@" 'volume/[!c]*' builtin:box builtin:barrel:100 &&
        "$@" 'volume/[!c]*/[an]*' builtin:sphere:1280 &&
        "$@" '[hp]*/[bhk]*' builtin:box
}

# Holds counts to those recorded.
compare() {
    awk -F, -v native="$([ -n "${EMULATOR-}" ] || printf 1)" '
        function judge(ok, why) {
            printf "  %-26s%-22s%10.4g%10s  %s\n", $3, $4, now, then, why
            failed = failed || !ok
        }
        FNR == NR { record[$1, $2, $4, $5] = $6; old[$1, $2, $4, $5] = $8 != ""; known[$1, $2] = 1; next }
        FNR == 1 && !known[$1, $2] { printf "%s, %s has no counts on record\n", $1, $2 }
        FNR == 1 { printf "  %-48s%10s%10s\n", "instructions per triangle", "counted", "recorded" }
        {
            now = $8 / ($5 * $6)
            then = record[$1, $2, $3, $4]
            earlier = old[$1, $2, $3, $4]
            if (then == "") judge(!known[$1, $2] || !native, "not recorded")
            else if (now > (earlier ? 1.05 : 1.03) * then) judge(0, "too many")
            else if (now < 0.95 * then) judge(0, "fewer: record that")
            else judge(1, !earlier && now > 1.01 * then ? "more than 1 % above" : "")
        }
        END {
            if (FNR == NR) print "nothing was counted"
            if (failed) print "what is meant to be so, bench/cost records"
            exit failed || FNR == NR
        }' "$table" "$1"
}

# Four lanes need at most half the instructions of one, twice as many at most 0.65 of those.
check_proportions() {
    awk -F, '
        $4 == "builtin:barrel:100" { count[$3] = $8 }
        function hold(wide, share, narrow) {
            wide = "volume/blocks/" wide; narrow = "volume/blocks/" narrow
            if (!(wide in count && narrow in count)) return
            printf "  %s: %.2f of %s, at most %.2f\n", wide, count[wide] / count[narrow], narrow, share
            failed = failed || count[wide] > share * count[narrow]
        }
        END {
            hold("sse2", 0.5, "scalar")
            hold("neon", 0.5, "scalar")
            hold("avx2", 0.65, "sse2")
            hold("avx512", 0.65, "avx2")
            exit failed
        }' "$1"
}

code=0
count >"$work/counts" || code=$?
[ "$code" != 77 ] || skip 'a process may not trace its child here'
[ "$code" = 0 ] || exit "$code"
compare "$work/counts" || code=1
check_proportions "$work/counts" || code=1
exit "$code"
