#!/usr/bin/env bash
# On processors without AVX-512, FMA or AVX2, emulated by qemu: the program lists the kernels it
# cannot run and the features that the processor lacks, refuses to run those kernels, picks the best
# of the rest by itself, and answers with the same bits as on this machine.
set -euo pipefail

: "${PROCESSOR:?}" "${BUOYBENCH:?}" "${TESTS:?}"
unset BUOY_ISA

skip() {
    printf 'skipped: %s\n' "$1"
    exit 77
}
case $PROCESSOR in
x86_64 | amd64 | AMD64) ;;
*) skip "for x86-64 only, not $PROCESSOR" ;;
esac
[ -z "${SANITIZE-}" ] || skip 'sanitizers and qemu do not go together'
[ -x "$BUOYBENCH" ] || skip "$BUOYBENCH"
command -v qemu-x86_64 >/dev/null || skip 'no qemu-x86_64'

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    printf '%s: %s\n' "$cpu" "$1"
    exit 1
}

emulated() {
    qemu-x86_64 -cpu "$cpu" "$@"
}

# The features that a processor lacks for an instruction set, in the program's words.
lacks() {
    case $1/$2 in
    Nehalem/avx*) printf 'AVX2' ;;
    Haswell*/avx512*) printf 'AVX-512 F, VL, BW and DQ' ;;
    Haswell,-fma/avx2+fma) printf 'FMA' ;;
    esac
}

# `buoybench list` without its heading, one space between columns.
list() {
    tail -n +2 | tr -s ' '
}

# This machine's list, with the emulated processor's reasons in place of its own.
expected_list() {
    local kernel deterministic runnable lacking
    while read -r kernel deterministic runnable; do
        if [[ $runnable != 'no: not built: '* ]]; then
            lacking=$(lacks "$cpu" "${kernel##*/}")
            runnable=${lacking:+no: this machine lacks $lacking}
        fi
        printf '%s %s %s\n' "$kernel" "$deterministic" "${runnable:-yes}"
    done
}

eval_volume() {
    "$@" eval volume --mesh builtin:star:1000 --planes "$work/planes.csv"
}

# BUOY_ISA=$1 is accepted, and answers with the same bits unless documented otherwise.
check_runnable() {
    local isa=$1 deterministic=$2
    BUOY_ISA=$isa eval_volume emulated "$BUOYBENCH" >"$work/forced" 2>/dev/null ||
        fail "BUOY_ISA=$isa is not taken"
    [ "$deterministic" = no ] || cmp "$work/native" "$work/forced" ||
        fail "BUOY_ISA=$isa has other bits than this machine"
}

# BUOY_ISA=$1 is refused: exit code 2, nothing on stdout, and the reason. qemu warns on stderr, too.
check_refused() {
    local isa=$1 code=0
    BUOY_ISA=$isa emulated "$BUOYBENCH" list >"$work/out" 2>"$work/error" || code=$?
    [ "$code" = 2 ] || fail "BUOY_ISA=$isa exits with $code"
    [ ! -s "$work/out" ] || fail "BUOY_ISA=$isa is refused, yet something is printed"
    grep -q -e "^buoybench: BUOY_ISA: this machine cannot run '$isa'; its best is '$best'\$" \
        -e "^buoybench: BUOY_ISA: '$isa' is not built: " "$work/error" ||
        fail "BUOY_ISA=$isa: $(tail -n 1 "$work/error")"
}

check_cpu() {
    local cpu=$1 best=$2 kernel deterministic runnable test
    emulated "$BUOYBENCH" list >"$work/list" 2>"$work/error"
    if grep -q "doesn't support requested feature: .*avx2" "$work/error"; then
        printf '%s: not checked, this qemu has no AVX2\n' "$cpu"
        return
    fi
    diff <(expected_list <"$work/native_list") <(list <"$work/list") || fail 'another list'

    eval_volume emulated "$BUOYBENCH" >"$work/emulated" 2>/dev/null
    cmp "$work/native" "$work/emulated" || fail 'other bits than this machine'
    while read -r kernel deterministic runnable; do
        case $kernel/$runnable in
        volume/blocks/*/yes) check_runnable "${kernel##*/}" "$deterministic" ;;
        volume/blocks/*) check_refused "${kernel##*/}" ;;
        esac
    done < <(list <"$work/list")
    for test in 'digests dispatch' 'kernels environment'; do
        # shellcheck disable=SC2086 # a program and its subject
        emulated "$TESTS"/test_$test >"$work/out" 2>&1 || { cat "$work/out"; fail "$test"; }
    done
    printf '%s: as it should be, up to %s\n' "$cpu" "$best"
}

"$BUOYBENCH" list | list >"$work/native_list"
# Many planes that cross the body, some that miss it.
awk -v OFS=, 'BEGIN {
    print "nx", "ny", "nz", "d"
    for (i = 0; i < 400; ++i) print i % 7 - 3, i % 11 - 5, 1 + i % 3, (i % 41 - 20) / 8
}' >"$work/planes.csv"
eval_volume "$BUOYBENCH" >"$work/native"

check_cpu Nehalem sse2
check_cpu Haswell,-fma avx2
check_cpu Haswell avx2+fma
