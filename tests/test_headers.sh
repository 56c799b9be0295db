#!/usr/bin/env bash
# Each public header, the plug-ins' included, can be included alone, as C from C11 on and as C++ from C++11 on, without
# warnings.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
: "${CC:?}"
compile() { # as a language and its standard; the source is read from standard input
    "$CC" -x "$1" -std="$2" -Wall -Wextra -Wpedantic -Wshadow -Werror -I"$root/kernels/include" \
        -I"$root/bench/questions/plugins/include" -fsyntax-only -
}
for header in "$root"/{kernels,bench/questions/plugins}/include/*.h; do
    for standard in c11 c17; do
        compile c $standard <<<"#include \"${header##*/}\""
    done
done
if ! compile c++ c++11 <<<'#include <stdint.h>' 2>/dev/null; then
    printf 'skipped: %s compiles no C++\n' "$CC"
    exit 77
fi
for header in "$root"/{kernels,bench/questions/plugins}/include/*.h; do
    for standard in c++11 c++14 c++17 c++20; do
        compile c++ $standard <<<"#include \"${header##*/}\""
    done
done
