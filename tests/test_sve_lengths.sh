#!/usr/bin/env bash
# On AArch64 processors without SVE, and with vectors of each length, emulated by qemu: only the
# variants for that length run, the best of them is picked, and the others report the missing
# feature.
set -euo pipefail

: "${PROCESSOR:?}" "${TESTS:?}"
unset BUOY_ISA

skip() {
    printf 'skipped: %s\n' "$1"
    exit 77
}
case $PROCESSOR in
aarch64 | arm64) ;;
*) skip "for AArch64 only, not $PROCESSOR" ;;
esac
[ -z "${SANITIZE-}" ] || skip 'sanitizers and qemu do not go together'
command -v qemu-aarch64 >/dev/null || skip 'no qemu-aarch64'

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    printf '%s: %s\n' "$cpu" "$1"
    exit 1
}

emulated() {
    qemu-aarch64 -cpu "$cpu" "$@"
}

# A kernel is listed as expected, unless it is not built: check_listed KERNEL yes|REASON
check_listed() {
    grep -qxF "$1: $2" "$work/list" || grep -qF "$1: not built" "$work/list" ||
        fail "expected '$2', got '$(grep -F "$1: " "$work/list")'"
}

# check_cpu CPU BITS_OF_ITS_SVE BEST
check_cpu() {
    local cpu=$1 its_bits=$2 best=$3 bits expected program
    emulated "$TESTS/test_dispatch" list >"$work/list"
    grep -qxF "in use: $best" "$work/list" || fail "not $best, but $(head -n 1 "$work/list")"
    for bits in 256 512; do
        expected="this machine has no SVE of $bits bits"
        [ "$bits" != "$its_bits" ] || expected=yes
        check_listed "volume/blocks/sve$bits" "$expected"
        check_listed "volume/blocks/sve$bits+fma" "$expected"
    done
    # Each that is listed so can be asked for and has the same bits, or is refused.
    for program in test_dispatch test_environment; do
        emulated "$TESTS/$program" >"$work/out" 2>&1 || { cat "$work/out"; fail "$program"; }
    done
    printf '%s: as it should be, up to %s\n' "$cpu" "$best"
}

check_cpu cortex-a72 0 neon+fma
check_cpu max,sve128=on 128 neon+fma
check_cpu max,sve256=on 256 sve256+fma
check_cpu a64fx 512 sve512+fma
check_cpu max,sve1024=on,sve-default-vector-length=-1 1024 neon+fma
