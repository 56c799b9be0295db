#!/usr/bin/env bash
# The programs of examples/, and those that README.md and kernels/guide.md print, compile as they stand,
# without a warning, and run; each checks its own answer. A printed program is a fenced block that begins with "// NAME.c: a program"
# or "// NAME.cc: a program", and no other block looks like one.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
: "${CC:?}" "${LIBRARY:?}" "${SANITIZE?}" "${EMULATOR?}"
if [ -n "$SANITIZE" ] || [ -n "$EMULATOR" ] || [[ $LIBRARY != *.a ]]; then
    printf 'skipped: programs are linked with the static library of a build for this machine\n'
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

bash "$root/tests/support/programs.sh" "$root/README.md" readme
bash "$root/tests/support/programs.sh" "$root/kernels/guide.md" guide
[ -e readme/float.c ] && [ -e guide/crates.c ]
ln -s "$root/examples" examples

for source in */*.c */*.cc; do
    engine=
    case ${source##*/} in # the engine's library, and a header of it
    mujoco.c) engine='mujoco mujoco/mujoco.h -lmujoco' ;;
    bullet.cc) engine="bullet btBulletDynamicsCommon.h $(pkg-config --cflags --libs bullet 2>/dev/null || true)" ;;
    esac
    read -r engine header flags <<<"$engine"
    case $source in
    *.cc) language=(-x c++ -std=c++17) ;;
    *) language=(-x c -std=c11) ;;
    esac
    if [[ $source == *.cc ]] && ! "$CC" "${language[@]}" -fsyntax-only - <<<'#include <cmath>' 2>/dev/null; then
        printf 'not compiled: %s, for %s compiles no C++\n' "$source" "$CC"
        continue
    fi
    # shellcheck disable=SC2086
    if [ -n "$engine" ] && ! "$CC" "${language[@]}" ${flags//-I/-isystem } -fsyntax-only - 2>/dev/null <<<"#include <$header>"; then
        printf 'left out: %s, for want of lib%s-dev\n' "$source" "$engine"
        continue
    fi
    # shellcheck disable=SC2206
    libraries=("$LIBRARY" ${flags//-I/-isystem } -lm)
    if [[ $source == *.cc ]]; then libraries+=(-lstdc++); fi
    "$CC" "${language[@]}" -Wall -Wextra -Wpedantic -Wshadow -Werror -I"$root/kernels/include" \
        -o program "$source" -x none "${libraries[@]}"
    ./program >said || {
        cat said
        printf '%s: exit code not 0\n' "$source"
        exit 1
    }
    if [ -n "$engine" ]; then sed "s|^|$source: |" said; else printf '%s: %s\n' "$source" "$(head -n 1 said)"; fi
done
# The first program is C++ as it stands, too.
if "$CC" -x c++ -std=c++17 -fsyntax-only - <<<'#include <cmath>' 2>/dev/null; then
    for standard in c++17 c++20; do
        "$CC" -x c++ -std=$standard -Wall -Wextra -Wpedantic -Werror -I"$root/kernels/include" -fsyntax-only guide/crates.c
    done
fi
