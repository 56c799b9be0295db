#!/usr/bin/env bash
# The Makefile of kernels/without_cmake.md builds the library from the same sources as CMake, each
# with CMake's flags, and its result has the digests of test_digest.c: every kernel, every bit.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
: "${CC:?}" "${EMULATOR?}" "${SANITIZE?}" "${SYSTEM:?}" "${PROCESSOR:?}" "${TESTS:?}"
case $SYSTEM-$PROCESSOR in
Linux-x86_64 | Linux-aarch64) ;;
*)
    printf 'skipped: the Makefile is for Linux on x86-64 and AArch64\n'
    exit 77
    ;;
esac
if [ -n "$SANITIZE" ] || ! command -v make >/dev/null || [[ $("$CC" -dumpmachine) != "$PROCESSOR"-* ]]; then
    printf 'skipped: it takes make, and a compiler that is told neither sanitizers nor a target\n'
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -R "$root/kernels" "$root/scalar" "$root/simd" "$work"
cd "$work"
# shellcheck disable=SC2016 # backticks of Markdown
sed -n '/^```make$/,/^```$/p' kernels/without_cmake.md | sed '1d;$d' >Makefile

# The flags in compiler commands that affect instructions and bits: "SOURCE FLAG..." in order.
deciding() {
    awk '{
        source = ""
        flags = ""
        for (i = 1; i <= NF; ++i) {
            sub(/[",]*$/, "", $i)
            if ($i ~ /^(-m|-fno-lto|-fno-tree|-ffp|-std|-DBUOY_BUILT)/) {
                flags = flags " " $i
            } else if ($i ~ /\.c$/) {
                source = $i
            }
        }
        print source, flags
    }' | sed "s|^$root/||" | while read -r source flags; do
        # shellcheck disable=SC2086 # a list of words
        printf '%s %s\n' "$source" "$(printf '%s\n' $flags | sort | tr '\n' ' ')"
    done | sort
}
# CMake compiles a set's kernels in several parts, with one set of flags.
grep '"command".*CMakeFiles/buoyancy\.dir' "$TESTS/../compile_commands.json" | deciding |
    sed 's|^[^ ]*/simd/kernels_[a-z]*_|simd/kernels_|' | sort -u >of_cmake
make -n CC="$CC" | grep -e ' -c ' | deciding >of_make
if ! diff of_cmake of_make; then
    printf '< by CMake, > by the Makefile: not the same sources or flags\n'
    exit 1
fi

# Optimisation does not change the bits: this much takes least time to build and run.
make -s -j2 CC="$CC" CFLAGS=-O1
IFS='|' read -ra parts <<<"${DIGEST:?}"
for ((i = 0; i < ${#parts[@]}; ++i)); do
    case ${parts[i]} in */libbuoyancy.*) parts[i]=libbuoyancy.a ;; esac
done
"$CC" -o digest "${parts[@]}" -lm
IFS='|' read -ra emulator <<<"$EMULATOR"
# SVE would take minutes under qemu; only its flags are compared, above.
QEMU_CPU=${EMULATOR:+cortex-a72} ${emulator[@]+"${emulator[@]}"} ./digest
