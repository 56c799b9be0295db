#!/usr/bin/env bash
# The recipe of kernels/without_cmake.md, one set of flags for all sources, builds a library with the
# digests of test_digest.c: every kernel, every bit. So do the few sources of cmake/amalgamate, and
# link-time optimisation, which must not move instructions between instruction sets. A program is linked
# with what it asks and no more. Flags that would change bits are refused.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
: "${CC:?}" "${EMULATOR?}" "${SANITIZE?}" "${SYSTEM:?}" "${PROCESSOR:?}"
if [ "$SYSTEM" != Linux ] || [ -z "${DIGEST-}" ] || [ -n "$SANITIZE" ]; then
    printf 'skipped: it takes Linux, and a compiler that is told neither sanitizers nor a target\n'
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# shellcheck disable=SC2016 # backticks of Markdown
read -ra flags < <(sed -n 's/^with `\(-O2[^`]*\)`.*/\1/p' "$root/kernels/without_cmake.md")
read -ra patterns < <(grep '^    kernels/' "$root/kernels/without_cmake.md")
cd "$root"
# shellcheck disable=SC2206 # patterns
sources=(${patterns[@]})

# Compiles sources alike: compile FOLDER FLAG... -- SOURCE...
compile() {
    local folder=$work/$1 options=() source
    mkdir -p "$folder"
    shift
    while [ "$1" != -- ]; do
        options+=("$1")
        shift
    done
    shift
    for source in "$@"; do
        printf '%s\0-o\0%s\0' "$source" "$folder/${source//\//-}.o"
    done | xargs -0 -n 3 -P 2 "$CC" "${options[@]}" -c
}

# Links the program of test_digest with such objects and runs it: digest FOLDER [FLAG]...
IFS='|' read -ra emulator <<<"$EMULATOR"
digest() {
    local parts
    mapfile -t parts < <(tr '|' '\n' <<<"$DIGEST" | sed "s|.*/libbuoyancy\\.a\$|@$work/$1.objects|")
    printf '%s\n' "$work/$1"/*.o >"$work/$1.objects"
    "$CC" "${@:2}" -o "$work/$1/digest" "${parts[@]}" -lm
    ${emulator[@]+"${emulator[@]}"} "$work/$1/digest"
}

compile plain "${flags[@]}" -DNDEBUG -ffunction-sections -fdata-sections -- "${sources[@]}"
digest plain

# The bytes of a stripped program that makes a mesh and asks volumes and steps; $1: the objects.
size_of() {
    "$CC" -Ikernels/include -Wl,--gc-sections -s -o "$work/program" tests/consumer/step_and_volume.c "$work/$1"/*.o -lm
    ${emulator[@]+"${emulator[@]}"} "$work/program"
    stat -c %s "$work/program"
}
at_most() { # BYTES OBJECTS
    local bytes
    bytes=$(size_of "$2")
    printf '%s: %d bytes\n' "$2" "$bytes"
    [ "$bytes" -le "$1" ] || exit 1
}
if [ "$PROCESSOR" = x86_64 ]; then
    at_most 1100000 plain
    cp -r "$work/plain" "$work/one"
    compile one "${flags[@]}" -DNDEBUG -ffunction-sections -fdata-sections -DBUOY_NO_SSE2 -DBUOY_NO_AVX512 \
        -- kernels/dispatch/*.c simd/kernels_{sse2,avx512}.c
    at_most 600000 one
fi

cmake/amalgamate "$work/few.c"
(cd "$work/few.c" && compile few -O1 -- buoyancy*.c)
digest few

compile lto "${flags[@]}" -O1 -flto=auto -- "${sources[@]}"
digest lto -O1 -flto=auto
if [ "$PROCESSOR" = x86_64 ] && command -v qemu-x86_64 >/dev/null; then
    qemu-x86_64 -cpu Nehalem "$work/program"
    "$CC" -O1 -flto=auto -Ikernels/include -o "$work/program" tests/consumer/step_and_volume.c "$work"/lto/*.o -lm
    qemu-x86_64 -cpu Nehalem "$work/program"
fi

# What cannot be refused is noticed.
contracts() { # FLAG
    printf '#include <stdbool.h>\nbool buoy_contracts(void);\nint main(void) { return !buoy_contracts(); }\n' |
        clang "${flags[@]}" "$1" -o "$work/program" simd/contraction_fma.c kernels/dispatch/cpu.c -x c -
    "$work/program"
}
if [ "$PROCESSOR" = "$(uname -m)" ] && command -v clang >/dev/null && grep -qw fma /proc/cpuinfo; then
    if contracts -ffp-contract=on || ! contracts -ffp-contract=fast; then
        printf '%s is not noticed\n' -ffp-contract=fast
        exit 1
    fi
fi

refused() { # FLAG
    if "$CC" "${flags[@]}" "$1" -fsyntax-only kernels/water/waves.c 2>/dev/null; then
        printf '%s is not refused\n' "$1"
        exit 1
    fi
}
refused -ffast-math
refused -Ofast
