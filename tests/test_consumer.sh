#!/usr/bin/env bash
# Somebody else's program, in C11 and C++17, finds the installed library, static and shared, through
# CMake and through pkg-config, after the prefix was moved; or builds it as a part of itself, which
# builds the library and nothing else. Its own headers have names that the library uses inside.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
: "${CC:?}" "${GENERATOR:?}" "${TOOLCHAIN?}" "${SANITIZE?}" "${SYSTEM:?}"
if [ -n "$TOOLCHAIN" ] || [ "$SYSTEM" != "$(uname)" ]; then
    printf 'skipped: a consumer would need the same cross compiler\n'
    exit 77
fi
if [ -n "$SANITIZE" ]; then
    printf 'skipped: sanitizers would have to be the consumer'"'"'s, too\n'
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset CFLAGS LDFLAGS PKG_CONFIG_PATH CMAKE_PREFIX_PATH

# Says nothing if all is well.
quietly() {
    if ! "$@" >"$work/log" 2>&1; then
        cat "$work/log"
        printf 'failed: %s\n' "$*"
        exit 1
    fi
}

# Without optimisation, for that is soon done: make FOLDER SOURCE [CMAKE OPTION]...
make() {
    quietly cmake -S "$2" -B "$1" -G "$GENERATOR" "-DCMAKE_C_COMPILER=$CC" -DCMAKE_BUILD_TYPE=Debug \
        "${@:3}"
    quietly cmake --build "$1" --parallel 2
}

run_consumers() {
    quietly "$1/consumer_c"
    [ ! -e "$1/consumer_cc" ] || quietly "$1/consumer_cc"
}

# Nothing but public headers in the include folder, and no path of the build in what is installed.
check_prefix() {
    diff <(cd "$root/kernels/include" && ls) <(ls "$1/include")
    if grep -rlIF -e "$work/$2-build" -e "$root" "$1"; then
        printf 'these name folders of the machine they were built on\n'
        exit 1
    fi
}

for kind in static shared; do
    shared=OFF
    [ $kind = static ] || shared=ON
    make "$work/$kind-build" "$root" -DBUILD_SHARED_LIBS=$shared -DBUOY_BUILD_CLI=OFF \
        -DBUOY_BUILD_TESTS=OFF -DBUOY_WITH_GMP=OFF
    quietly cmake --install "$work/$kind-build" --prefix "$work/$kind-first"
    rm -rf "$work/$kind-build"
    mv "$work/$kind-first" "$work/$kind"
    check_prefix "$work/$kind" $kind
    make "$work/$kind-cmake" "$root/tests/consumer" "-DCMAKE_PREFIX_PATH=$work/$kind"
    run_consumers "$work/$kind-cmake"

    libraries=$(dirname "$(find "$work/$kind" -name 'libbuoyancy.*' | head -n 1)")
    export PKG_CONFIG_PATH=$libraries/pkgconfig
    read -ra flags < <(pkg-config --cflags --libs buoyancy)
    quietly "$CC" -std=c11 -o "$work/$kind-plain" "$root/tests/consumer/float_cube.c" "${flags[@]}" -lm
    quietly env "LD_LIBRARY_PATH=$libraries" "DYLD_LIBRARY_PATH=$libraries" "$work/$kind-plain"
done

make "$work/part" "$root/tests/consumer" "-DCONSUMER_BUOYANCY_SOURCE=$root"
run_consumers "$work/part"
if [ -n "$(find "$work/part" -name '*.a' ! -name libbuoyancy.a)" ] ||
    grep -q 'CMAKE_CXX_COMPILER:' "$work/part/CMakeCache.txt"; then
    printf 'as a part of another project more than the library was built\n'
    exit 1
fi
