#!/usr/bin/env bash
# The library without CMake beyond test_without_cmake.sh: the few sources of cmake/amalgamate, and link-time
# optimisation, which must not move instructions between instruction sets, return the bits of others. A program
# is linked with what it asks and no more. Flags that would change bits are refused.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
. "$root/tests/support/recipe.sh"

compile plain "${flags[@]}" -DNDEBUG -ffunction-sections -fdata-sections -- "${sources[@]}"

# The bytes of a stripped program that makes a mesh and asks volumes and steps.
size_of() { # OBJECTS
    # shellcheck disable=SC2046 # names without blanks
    "$CC" -Ikernels/include -Wl,--gc-sections -s -o "$work/program" tests/consumer/step_and_volume.c $(objects "$1") -lm
    "$work/program"
    stat -c %s "$work/program"
}
at_most() { # BYTES OBJECTS
    local bytes
    bytes=$(size_of "$2")
    printf '%s: %d bytes\n' "$2" "$bytes"
    [ "$bytes" -le "$1" ] || exit 1
}
if [ "$PROCESSOR" = x86_64 ]; then
    at_most 1135000 plain
    cp -r "$work/plain" "$work/one"
    compile one "${flags[@]}" -DNDEBUG -ffunction-sections -fdata-sections -DBUOY_NO_SSE2 -DBUOY_NO_AVX512 \
        -- kernels/dispatch/*.c simd/kernels_{sse2,avx512}.c
    at_most 650000 one
fi

cmake/amalgamate "$work/few.c"
(cd "$work/few.c" && compile few -O1 -- buoyancy*.c)
digest few

compile lto "${flags[@]}" -O1 -flto=auto -- "${sources[@]}"
digest lto -O1 -flto=auto
if [ "$PROCESSOR" = x86_64 ] && command -v qemu-x86_64 >/dev/null; then
    qemu-x86_64 -cpu Nehalem "$work/program"
    "$CC" -O1 -flto=auto -Ikernels/include -o "$work/program" tests/consumer/step_and_volume.c \
        @"$work/objects" -lm
    qemu-x86_64 -cpu Nehalem "$work/program"
fi

# Flags that sound as if they moved bits, and do not: gcc heeds the pragma against contraction.
if "$CC" -dM -E -x c /dev/null | grep -q __clang__; then
    harmless=(-frounding-math)
else
    harmless=(-frounding-math -fexcess-precision=fast -ffp-contract=fast)
fi
compile harmless "${flags[@]}" "${harmless[@]}" -- "${sources[@]}"
digest harmless

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

# Every source has the checks from the same header. Another compiler than the build's is asked, too.
refused() { # FLAG [COMPILER]
    if "${2-$CC}" "${flags[@]}" "$1" -fsyntax-only kernels/water/waves.c 2>"$work/why"; then
        printf '%s is not refused\n' "$1"
        exit 1
    fi
    grep -q 'compile without' "$work/why"
}
refused -ffast-math
refused -Ofast
refused -ffinite-math-only
if ! "$CC" -dM -E -x c /dev/null | grep -q __clang__; then refused -fsingle-precision-constant; fi
if command -v clang >/dev/null; then
    refused -ffp-model=fast clang
    refused -ffinite-math-only clang
fi
