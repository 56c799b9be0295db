#!/usr/bin/env bash
# On processors without SVE (AArch64) or V (RISC-V), and with vectors of each length, emulated by qemu:
# only the variants for that length run, the best of them is picked, and the others report the
# missing feature.
set -euo pipefail

: "${PROCESSOR:?}" "${TESTS:?}"
unset BUOY_ISA

skip() {
    printf 'skipped: %s\n' "$1"
    exit 77
}
case $PROCESSOR in
aarch64 | arm64) emulator=(qemu-aarch64) ;;
riscv64) emulator=(qemu-riscv64 -L /usr/riscv64-linux-gnu) ;;
*) skip "for AArch64 and RISC-V, not $PROCESSOR" ;;
esac
[ -z "${SANITIZE-}" ] || skip 'sanitizers and qemu do not go together'
command -v "${emulator[0]}" >/dev/null || skip "no ${emulator[0]}"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    printf '%s: %s\n' "$cpu" "$1"
    exit 1
}

emulated() {
    "${emulator[@]}" -cpu "$cpu" "$@"
}

# A kernel is listed as expected, unless it is not built: check_listed KERNEL yes|REASON
check_listed() {
    grep -qxF "$1: $2" "$work/list" || grep -qF "$1: not built" "$work/list" ||
        fail "expected '$2', got '$(grep -F "$1: " "$work/list")'"
}

# check_cpu CPU BITS_OF_ITS_VECTORS BEST
check_cpu() {
    local cpu=$1 its_bits=$2 best=$3 set bits expected test
    emulated "$TESTS/test_digests" dispatch list >"$work/list"
    grep -qxF "in use: $best" "$work/list" || fail "not $best, but $(head -n 1 "$work/list")"
    for set in "${sets[@]}"; do
        bits=${set//[^0-9]/}
        expected="this machine has no $vectors of $bits bits"
        [ "$bits" != "$its_bits" ] || expected=yes
        check_listed "volume/blocks/$set" "$expected"
    done
    # Each that is listed so can be asked for and has the same bits, or is refused.
    for test in 'digests dispatch' 'kernels environment'; do
        # shellcheck disable=SC2086 # a program and its subject
        emulated "$TESTS"/test_$test >"$work/out" 2>&1 || { cat "$work/out"; fail "$test"; }
    done
    printf '%s: as it should be, up to %s\n' "$cpu" "$best"
}

if [ "$PROCESSOR" = riscv64 ]; then
    vectors='RISC-V vectors' sets=(rvv256)
    check_cpu rv64 0 scalar
    check_cpu rv64,v=true,vlen=128 128 scalar
    check_cpu rv64,v=true,vlen=256 256 rvv256
    check_cpu rv64,v=true,vlen=512 512 scalar
    exit
fi
vectors=SVE sets=({sve256,sve512}{,+fma})
check_cpu cortex-a72 0 neon+fma
check_cpu max,sve128=on 128 neon+fma
check_cpu max,sve256=on 256 sve256+fma
check_cpu a64fx 512 sve512+fma
check_cpu max,sve1024=on,sve-default-vector-length=-1 1024 neon+fma
