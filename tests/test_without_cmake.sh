#!/usr/bin/env bash
# The recipe of kernels/without_cmake.md, one set of flags for all sources, builds a library with the
# digests of test_digest.c: every kernel, every bit; also with link-time optimisation, which must not
# move instructions between instruction sets. Flags that would change bits are refused.
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

# Compiles every source alike, and links the program of test_digest and runs it: build NAME [FLAG]...
IFS='|' read -ra emulator <<<"$EMULATOR"
build() {
    local source parts
    mkdir "$work/$1"
    for source in "${sources[@]}"; do
        printf '%s\0-o\0%s\0' "$source" "$work/$1/${source//\//-}.o"
    done | xargs -0 -n 3 -P 2 "$CC" "${flags[@]}" "${@:2}" -c
    mapfile -t parts < <(tr '|' '\n' <<<"$DIGEST" | sed "s|.*/libbuoyancy\\.a\$|@$work/$1.objects|")
    printf '%s\n' "$work/$1"/*.o >"$work/$1.objects"
    "$CC" "${@:2}" -o "$work/$1/digest" "${parts[@]}" -lm
    ${emulator[@]+"${emulator[@]}"} "$work/$1/digest"
}

build plain
build lto -O1 -flto=auto
if [ "$PROCESSOR" = x86_64 ] && command -v qemu-x86_64 >/dev/null; then
    "$CC" -O1 -flto=auto -Ikernels/include -o "$work/cube" tests/consumer/float_cube.c "$work"/lto/*.o -lm
    qemu-x86_64 -cpu Nehalem "$work/cube"
fi

refused() { # FLAG
    if "$CC" "${flags[@]}" "$1" -fsyntax-only kernels/water/waves.c 2>/dev/null; then
        printf '%s is not refused\n' "$1"
        exit 1
    fi
}
refused -ffast-math
refused -Ofast
