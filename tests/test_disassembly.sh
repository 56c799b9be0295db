#!/usr/bin/env bash
# No object holds an instruction that its instruction set does not have: on x86-64 only the sources
# named for AVX2 and AVX-512 may go beyond SSE2, only those for AVX-512 use masks and zmm registers,
# and only those for FMA fused multiply-adds. One such instruction elsewhere would end the program
# on an older machine, or make its answers differ.
set -euo pipefail

: "${OBJDUMP:?}" "${PROCESSOR:?}" "${OBJECTS:?}"
case $PROCESSOR in
x86_64 | amd64 | AMD64) ;;
*)
    printf 'skipped: no rules for %s\n' "$PROCESSOR"
    exit 77
    ;;
esac

vex='%[yz]mm|[[:space:]]v[a-z0-9]+([[:space:]]|$)'
after_sse2='popcnt|lzcnt|andn|bextr|bls[ir]|blsmsk|pdep|pext|shlx|shrx|sarx|mulx|round[sp][sd]|p?blendv?[a-z]+|pshufb|palignr|h(add|sub)p[sd]|ptest|pmulld|p(extr|insr)[bdq]|(insert|extract)ps|pmov[sz]x[a-z]+|movddup|movs[hl]dup|lddqu|crc32|pcmp[a-z]+q|p(min|max)(sb|sd|uw|ud)|dpp[sd]|pabs[bwd]'
avx512='%zmm|%k[0-7]|%[xy]mm(1[6-9]|2[0-9]|3[01])'
fma='[[:space:]]vfn?m(add|sub)'

status=0
checked=0
code=$(mktemp)
trap 'rm -f "$code"' EXIT
IFS=: read -ra objects <<<"$OBJECTS"
for object in "${objects[@]}"; do
    case $(basename "$object") in
    *_avx512_fma.*) forbidden= ;;
    *_avx512.*) forbidden=$fma ;;
    *_avx2_fma.*) forbidden=$avx512 ;;
    *_avx2.*) forbidden="$avx512|$fma" ;;
    *) forbidden="$vex|[[:space:]]($after_sse2)[[:space:]]" ;;
    esac
    "$OBJDUMP" -d --no-show-raw-insn "$object" >"$code"
    grep -q '^ *[0-9a-f]*:' "$code" && checked=$((checked + 1))
    if [ -n "$forbidden" ] && grep -Em 5 "$forbidden" "$code"; then
        printf '%s: instructions that do not belong there\n' "$object"
        status=1
    fi
done
printf '%d of %d objects hold code\n' "$checked" "${#objects[@]}"
[ "$checked" -gt 0 ]
exit "$status"
