#!/usr/bin/env bash
# Doxygen has no warnings: everything public is documented, and every link leads somewhere. The guide is
# the first page, and Doxygen would find an undocumented function.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
if ! command -v doxygen >/dev/null; then
    printf 'skipped: no doxygen\n'
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bash "$root/cmake/docs.sh" "$work/docs"
grep -q "$(sed -n '1s/^# //p' "$root/kernels/guide.md")" "$work/docs/html/index.html"
grep -q 'buoy_volume_compute' "$work/docs/html/buoyancy__mesh_8h.html"

# Checks a header that lacks one line.
mkdir -p "$work/tree/kernels" "$work/tree/cmake" "$work/tree/bench"
cp -R "$root/bench/questions/plugins" "$work/tree/bench"
cp -R "$root/kernels/include" "$root/kernels/guide.md" "$work/tree/kernels"
cp "$root/cmake/Doxyfile" "$root/cmake/docs.sh" "$work/tree/cmake"
sed -i.before '/Describes a mesh\. /d' "$work/tree/kernels/include/buoyancy_mesh.h"
if bash "$work/tree/cmake/docs.sh" "$work/broken" >/dev/null 2>"$work/warnings"; then
    printf 'a function without a description was not found\n'
    exit 1
fi
grep -q 'buoy_mesh_get_info' "$work/warnings"
