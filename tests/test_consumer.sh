#!/usr/bin/env bash
# Another project's program, in C11 and C++17, finds the installed library, static and shared,
# through CMake and through pkg-config, after the prefix was moved; or includes it in its own build,
# which builds the library and nothing else. Its headers have the same names as private headers of
# the library.
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
. "$root/tests/support/consumer.sh"

# Without optimisation, to build quickly: make FOLDER SOURCE [CMAKE OPTION]...
make() {
    quietly cmake -S "$2" -B "$1" -G "$GENERATOR" "-DCMAKE_C_COMPILER=$CC" -DCMAKE_BUILD_TYPE=Debug \
        "${@:3}"
    quietly cmake --build "$1" --parallel 2
}

run_consumers() {
    local program
    for program in "$1"/consumer_{c,cc,static,shared}; do
        [ ! -e "$program" ] || quietly "$program"
    done
}

# One build, both libraries; the prefix is moved before it is used.
make "$work/build" "$root" -DBUOY_BUILD_CLI=OFF -DBUOY_BUILD_TESTS=OFF -DBUOY_WITH_GMP=OFF
quietly cmake --install "$work/build" --prefix "$work/first"
rm -rf "$work/build"
prefix=$work/prefix
mv "$work/first" "$prefix"
libraries=$(dirname "$(find "$prefix" -name libbuoyancy.a)")

# Only public headers in the include folder, and no path of the build in the installed files.
diff <(cd "$root" && basename -a kernels/include/* bench/questions/plugins/include/* | sort) \
    <(cd "$prefix/include" && basename -a ./* | sort)
if grep -rlIF -e "$work/build" -e "$root" "$prefix"; then
    fail 'these name folders of the machine they were built on'
fi

# A consumer gets the static library, or the shared one if BUILD_SHARED_LIBS is on; and either by
# name.
expect_kind() { # PROGRAM KIND
    local found=static
    if "${NM:?}" -u "$1" | grep -q 'buoy_mesh_create$'; then found=shared; fi
    [ $found = "$2" ] || fail "$1: linked with the $found library, not the $2 one"
}
make "$work/consumer" "$root/tests/consumer" "-DCMAKE_PREFIX_PATH=$prefix"
run_consumers "$work/consumer"
expect_kind "$work/consumer/consumer_c" static
expect_kind "$work/consumer/consumer_static" static
expect_kind "$work/consumer/consumer_shared" shared
quietly cmake "$work/consumer" -DBUILD_SHARED_LIBS=ON
quietly cmake --build "$work/consumer" --target consumer_c
expect_kind "$work/consumer/consumer_c" shared
quietly "$work/consumer/consumer_c"

# With pkg-config; --static is for fully static programs, which macOS does not support.
export PKG_CONFIG_PATH=$libraries/pkgconfig
read -ra flags < <(pkg-config --cflags --libs buoyancy)
build_plain "${flags[@]}" -lm
quietly env "LD_LIBRARY_PATH=$libraries" "DYLD_LIBRARY_PATH=$libraries" "$work/plain"
if [ "$SYSTEM" = Linux ]; then
    read -ra flags < <(pkg-config --static --cflags --libs buoyancy)
    build_plain -static "${flags[@]}"
    quietly "$work/plain"
fi
read -ra flags < <(pkg-config --cflags buoyancy)
build_plain "${flags[@]}" "$libraries/libbuoyancy.a" -lm
quietly "$work/plain"

# A plug-in, as C and as C++, from the installed headers alone.
plug() { # LANGUAGE STANDARD
    quietly "$CC" -x "$1" -std="$2" -Wall -Wextra -Wpedantic -Wshadow -Werror -O1 -shared -fPIC \
        -I"$prefix/include" -o "$work/$1.so" "$root/tests/consumer/plugin.c"
    if [ -x "${BUOYBENCH:?}" ]; then
        quietly "$BUOYBENCH" verify --plugin "$work/$1.so" --kernel volume/cap/double --poses 64 \
            --mesh builtin:sphere:1280 --mesh builtin:wigley
        grep -q 'volume/cap/double, builtin:wigley: left out: only spheres' "$work/log" || fail "$1: the hull was not declined"
    fi
}
plug c c11
if "$CC" -x c++ -std=c++11 -fsyntax-only - <<<'#include <stdlib.h>' 2>/dev/null; then plug c++ c++11; fi

# README.md's program by README.md's commands, with this prefix in place of README.md's.
bash "$root/tests/support/programs.sh" "$root/README.md" "$work/readme"
grep -E '^cc |^export PKG_CONFIG_PATH' "$root/README.md" |
    sed "s|/opt/buoyancy/lib|$libraries|g; s|/opt/buoyancy|$prefix|g; s|^cc |\"$CC\" |; s| *#.*||" >"$work/commands"
[ "$(wc -l <"$work/commands")" = 4 ] || fail 'README.md has other commands to link with'
if [ "$SYSTEM" = Linux ]; then
    while read -r command; do
        case $command in
        export*) link=$command ;;
        *) (cd "$work/readme" && quietly sh -c "$link; $command && ./a.out") ;;
        esac
    done <"$work/commands"
fi

# A program that a newer library could break requests by name the version it was linked with; a
# shared library exports only the functions that the headers declare.
if [ "$SYSTEM" = Linux ]; then
    version=$(sed -n 's/^#define BUOY_VERSION_M[AI][JN]OR \([0-9]*\)$/\1/p' "$root/kernels/include/buoyancy.h" |
        paste -sd.)
    "${OBJDUMP:?}" -p "$libraries/libbuoyancy.so" | grep -q "SONAME *libbuoyancy.so.$version\$" ||
        fail "no SONAME libbuoyancy.so.$version"
    diff <(bash "$root/tests/support/declared.sh") \
        <("$NM" -D --defined-only "$libraries/libbuoyancy.so" | awk '{ print $3 }' | sort)
fi

make "$work/part" "$root/tests/consumer" "-DCONSUMER_BUOYANCY_SOURCE=$root"
run_consumers "$work/part"
if [ -n "$(find "$work/part" -name '*.a' ! -name libbuoyancy.a -o -name '*.so*')" ] ||
    grep -q 'CMAKE_CXX_COMPILER:' "$work/part/CMakeCache.txt"; then
    fail 'as a part of another project more than the library was built'
fi

# In a build with other rules, under a path with blanks; installed, and as it is exported from its build folder.
around="$work/some body's"
mkdir "$around"
ln -s "$root" "$around/a library"
cp -r "$root/tests/consumer" "$around/their sources"
make "$around/parent" "$around/their sources/parent" "-DPARENT_BUOYANCY_SOURCE=$around/a library" \
    "-DCMAKE_INSTALL_PREFIX=$around/prefix"
quietly "$around/parent/parent_float"
quietly cmake --install "$around/parent"
make "$around/installed" "$around/their sources/grandparent" "-DCMAKE_PREFIX_PATH=$around/prefix"
quietly "$around/installed/grandparent"
make "$around/exported" "$around/their sources/grandparent" "-Dparent_DIR=$around/parent" \
    "-Dbuoyancy_DIR=$around/parent/buoyancy"
quietly "$around/exported/grandparent"
