#!/usr/bin/env bash
# bindings/csharp: its one file compiles as C# 7, without a warning, describes structs of the library's
# sizes, floats crates in an array of the caller's own, and leaves no garbage.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
. "$root/tests/support/linked.sh"
if ! command -v mcs >/dev/null || ! command -v mono >/dev/null; then
    printf 'left out: bindings/csharp, for want of mcs and mono (Debian: mono-mcs mono-runtime)\n'
    exit 77
fi

link_library
mcs -langversion:7 -warnaserror -out:"$work/test.exe" "$root"/bindings/csharp/{Buoyancy,Test}.cs
export LD_LIBRARY_PATH=$work
mono "$work/test.exe"

# A struct that has grown in the library is found when the program starts.
sed 's/internal byte Merge;/internal byte Merge; internal long More;/' "$root/bindings/csharp/Buoyancy.cs" >"$work/Grown.cs"
mcs -langversion:7 -out:"$work/grown.exe" "$work/Grown.cs" "$root/bindings/csharp/Test.cs"
if mono "$work/grown.exe" >"$work/said" 2>&1 || ! grep -q 'struct buoy_model_input has [0-9]* bytes in the library and [0-9]* in' "$work/said"; then
    cat "$work/said"
    printf 'a struct of another size was not found\n'
    exit 1
fi
