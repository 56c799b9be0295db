#!/usr/bin/env bash
# No object holds an instruction outside its instruction set. On x86-64 only the sources named for
# AVX2 and AVX-512 may go beyond SSE2, and only those for AVX-512 use masks and zmm registers; on
# AArch64 only those for SVE use its registers or ask for their length; on RISC-V only those for RVV and
# on WebAssembly only those for SIMD128 use vectors. Only sources named for FMA hold fused multiply-adds. One such
# instruction elsewhere would crash the program on an older machine, or make its answers differ. The
# stack on Windows is not aligned for AVX: gcc's objects there hold no aligned moves of AVX
# registers.
set -euo pipefail

: "${OBJDUMP:?}" "${SYSTEM:?}" "${PROCESSOR:?}" "${COMPILER:?}" "${OBJECTS:?}"

vex='%[yz]mm|[[:space:]]v[a-z0-9]+([[:space:]]|$)'
after_sse2='popcnt|lzcnt|andn|bextr|bls[ir]|blsmsk|pdep|pext|shlx|shrx|sarx|mulx|round[sp][sd]|p?blendv?[a-z]+|pshufb|palignr|h(add|sub)p[sd]|ptest|pmulld|p(extr|insr)[bdq]|(insert|extract)ps|pmov[sz]x[a-z]+|movddup|movs[hl]dup|lddqu|crc32|pcmp[a-z]+q|p(min|max)(sb|sd|uw|ud)|dpp[sd]|pabs[bwd]'
avx512='%zmm|%k[0-7]|%[xy]mm(1[6-9]|2[0-9]|3[01])'
aligned_avx='vmov(ap[sd]|dqa(32|64)?)[[:space:]](.*%[yz]mm.*\(|.*\(.*%[yz]mm)'
x86_fma='[[:space:]]vfn?m(add|sub)'

sve='[[:space:]{][zp][0-9]+([^0-9a-z_]|$)|[[:space:]](rdvl|add[vp]l|(cnt|inc|dec)[bhwd])[[:space:]]'
arm_fma='[[:space:]]fn?m(add|sub|la|ls|ad|sb)[[:space:].]'
rvv='[[:space:]]v[a-z0-9.]+[[:space:]]'
riscv_fma='[[:space:]](fn?m(add|sub)|vfw?n?m(add|sub|acc|sac))[.]'
wasm_simd='v128|[fi](8x16|16x8|32x4|64x2)\.'
wasm_relaxed='relaxed_|\.fm[as]' # rounded once or twice, depending on the machine

# The instructions that a source's object must not hold: forbidden NAME
forbidden() {
    case $PROCESSOR/$1 in
    x86_64/*_avx512_fma.*) ;;
    x86_64/contraction_fma.*) printf '%s' "$avx512" ;;
    x86_64/*_avx512.*) printf '%s' "$x86_fma" ;;
    x86_64/*_avx2_fma.*) printf '%s' "$avx512" ;;
    x86_64/*_avx2.*) printf '%s' "$avx512|$x86_fma" ;;
    x86_64/*) printf '%s' "$vex|[[:space:]]($after_sse2)[[:space:]]" ;;
    aarch64/*_sve*_fma.*) ;;
    aarch64/*_sve*) printf '%s' "$arm_fma" ;;
    aarch64/*_neon_fma.*) printf '%s' "$sve" ;;
    aarch64/*) printf '%s' "$sve|$arm_fma" ;;
    riscv64/*_rvv*) printf '%s' "$riscv_fma" ;;
    riscv64/*) printf '%s' "$rvv|$riscv_fma" ;;
    wasm32/*_simd128.*) printf '%s' "$wasm_relaxed" ;;
    wasm32/*) printf '%s' "$wasm_simd" ;;
    esac
}

case $PROCESSOR in
amd64 | AMD64) PROCESSOR=x86_64 ;;
arm64 | ARM64) PROCESSOR=aarch64 ;;
esac
case $PROCESSOR in
x86_64 | aarch64 | riscv64 | wasm32) ;;
*)
    printf 'skipped: no rules for %s\n' "$PROCESSOR"
    exit 77
    ;;
esac

if ! command -v "$OBJDUMP" >/dev/null; then
    printf 'skipped: no objdump\n'
    exit 77
fi

status=0
checked=0
code=$(mktemp)
trap 'rm -f "$code"' EXIT
IFS=: read -ra objects <<<"$OBJECTS"
for object in "${objects[@]}"; do
    pattern=$(forbidden "$(basename "$object")")
    if [ "$SYSTEM/$COMPILER" = Windows/GNU ]; then
        pattern=${pattern:+$pattern|}$aligned_avx
    fi
    "$OBJDUMP" -d --no-show-raw-insn "$object" >"$code"
    grep -q '^ *[0-9a-f]*:' "$code" && checked=$((checked + 1))
    if [ -n "$pattern" ] && grep -Em 5 "$pattern" "$code"; then
        printf '%s: instructions that do not belong there\n' "$object"
        status=1
    fi
done
printf '%d of %d objects hold code\n' "$checked" "${#objects[@]}"
[ "$checked" -gt 0 ]
exit "$status"
