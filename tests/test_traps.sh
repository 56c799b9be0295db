#!/usr/bin/env bash
# A program may unmask the traps for invalid operations, divisions by zero and overflow, and none of its questions
# springs one: those of all digests, of all scenes, and of all examples. test_floating_flags.c asks more of each
# function, but nothing twice in a row; clang's choices may divide by zero, as it says.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
: "${CC:?}" "${COMPILER:?}" "${SYSTEM:?}" "${PROCESSOR:?}" "${LIBRARY:?}" "${SANITIZE?}" "${EMULATOR?}" "${TESTS:?}"
if [ "$COMPILER" != GNU ] || [ "$SYSTEM" != Linux ] || [ "$PROCESSOR" != x86_64 ] || [ -n "$SANITIZE$EMULATOR" ] ||
    [[ $LIBRARY != *.a ]]; then
    printf 'skipped: it takes gcc, and the x86 and C library of Linux, which unmasks traps before main()\n'
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat >traps.c <<'END'
#define _GNU_SOURCE
#include <fenv.h>
__attribute__((constructor)) static void unmask(void) {
    feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
}
END
"$CC" -O2 -shared -fPIC -o traps.so traps.c -lm
trapped() { # WHAT PROGRAM ARGUMENT...
    local what=$1
    shift
    if ! LD_PRELOAD=$work/traps.so "$@" >said 2>&1; then
        tail -n 20 said
        printf '%s: ended, or was trapped\n' "$what"
        return 1
    fi
}

printf 'int main(int count, char **words) { (void)words; return 1.0 / (count - 1) > 0.0 ? 0 : 1; }\n' >divide.c
"$CC" -o divide divide.c
./divide
if trapped divide ./divide >/dev/null 2>&1; then
    printf 'a division by zero is not trapped\n'
    exit 1
fi

for subject in $("$TESTS/test_digests"); do trapped "$subject" "$TESTS/test_digests" "$subject"; done

if [ -x "${BUOYBENCH-}" ]; then
    for scene in "$root"/bench/scenes/builtin/*.json; do
        name=$(basename "$scene" .json)
        trapped "$name" "$BUOYBENCH" float --scene "$name"
        trapped "$name, implicit" "$BUOYBENCH" float --scene "$name" --implicit --step .02
    done
fi

for source in "$root"/examples/*; do
    case $source in
    */mujoco.c | */bullet.cc | *.py) continue ;; # test_guide.sh has engines
    *.cc) language=(-x c++ -std=c++17) library=(-lstdc++) ;;
    *) language=(-x c -std=c11) library=() ;;
    esac
    "$CC" "${language[@]}" -I"$root/kernels/include" -o program "$source" -x none "$LIBRARY" -lm "${library[@]}"
    trapped "$(basename "$source")" ./program
done
