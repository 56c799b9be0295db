#!/usr/bin/env bash
# The plug-ins of bench/questions/plugins/peers are built for the libraries that are installed, agree with exact
# arithmetic as closely as they state, and decline what they cannot do. None is longer than 80 lines.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
: "${BUOYBENCH:?}" "${GENERATOR:?}" "${TOOLCHAIN?}" "${SANITIZE?}" "${CC:?}"
for source in "$root"/bench/questions/plugins/peers/*.cc; do
    if [ "$(wc -l <"$source")" -gt 80 ]; then
        printf '%s has more than 80 lines\n' "$source"
        exit 1
    fi
done
if [ -n "$TOOLCHAIN" ] || [ -n "$SANITIZE" ] || [ ! -x "$BUOYBENCH" ]; then
    printf 'skipped: peers are built for this machine, and for a program without sanitizers\n'
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The one target, with whatever C++ compiler CMake finds.
if ! { cmake -S "$root" -B "$work/build" -G "$GENERATOR" -DCMAKE_C_COMPILER="$CC" -DBUOY_PEERS=ON \
    -DBUOY_BUILD_CLI=OFF -DBUOY_BUILD_TESTS=OFF -DBUOY_WITH_GMP=OFF -DBUOY_INSTALL=OFF &&
    cmake --build "$work/build" --target peers --parallel 2; } >"$work/log" 2>&1; then
    cat "$work/log"
    exit 1
fi
grep '^-- no peer' "$work/log" || true

# verify NAME KERNEL MESH...: the kernel holds what it states on some of the meshes, at least.
verify() {
    local plugin=$work/build/bench/questions/plugins/peers/$1.so kernel=$2 mesh meshes=()
    if ! grep -qx "$plugin" "$work/build/bench/questions/plugins/peers/peers.list"; then return; fi
    for mesh in "${@:3}"; do meshes+=(--mesh "builtin:$mesh"); done
    if ! "$BUOYBENCH" verify --verbose --plugin "$plugin" --kernel "$kernel" --poses 32 "${meshes[@]}" >"$work/said" ||
        ! grep -q "^$kernel .* ok\$" "$work/said"; then
        cat "$work/said"
        printf '%s does not hold what it states\n' "$kernel"
        exit 1
    fi
    checked=1
}
checked=
verify gz_math volume/gz-math/double box sphere:1280 barrel
grep -q 'only upright boxes, and spheres' "$work/said" 2>/dev/null || [ -z "$checked" ]
verify gz_math box/gz-math/double box
verify cgal volume/cgal/double box barrel star:200 catamaran:300 sphere:20480
verify vtk volume/vtk/double box barrel star:200 sphere:20480
if [ -z "$checked" ]; then
    printf 'skipped: no other library is installed\n'
    exit 77
fi
