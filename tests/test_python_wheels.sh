#!/usr/bin/env bash
# Wheels of the Python package by its own build: for Linux, of glibc 2.17 or later, misused at length; for
# Windows, where MinGW-w64 and Wine are: its DLL is loaded. The archive of sources makes the same wheel.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
: "${CC:?}" "${OBJDUMP:?}" "${TOOLCHAIN?}" "${EMULATOR?}" "${SANITIZE?}" "${SYSTEM:?}"
if [ "$SYSTEM" != Linux ] || [ -n "$TOOLCHAIN$EMULATOR$SANITIZE" ]; then
    printf 'skipped: wheels are made on Linux\n'
    exit 77
fi
. "$root/tests/support/python.sh"

# By way of the archive of sources, as from a package index.
export CC
# shellcheck disable=SC2154 # of python.sh
quietly "$python" -c 'import sys; sys.path.insert(0, sys.argv[1]); import backend; backend.build_sdist(sys.argv[2])' \
    "$root/bindings/python" "$work"
python_wheel '' "$work"/buoyancy-*.tar.gz
case $wheel in */buoyancy-*-py3-none-linux_*.whl) ;; *) printf 'the name of %s\n' "$wheel" && exit 1 ;; esac
python_install
library=$(echo "$work"/venv/lib/python3*/site-packages/buoyancy/library.so)
newest=$("$OBJDUMP" -T "$library" | sed -n 's/.*(\{0,1\}GLIBC_\(2\.[0-9]*\).*/\1/p' | sort -V | tail -n 1)
printf 'glibc %s, %d bytes\n' "$newest" "$(wc -c <"$wheel")"
[ "$(printf '%s\n2.17\n' "$newest" | sort -V | tail -n 1)" = 2.17 ]
cd "$work"
PYTHONPATH=$root/bindings/python/tests "$work/venv/bin/python3" "$root/bindings/python/tests/misuse.py" 100000

if ! command -v x86_64-w64-mingw32-gcc >/dev/null || ! PATH=$PATH:/usr/lib/wine command -v wine64 wine >/dev/null; then
    printf 'left out: the wheel for Windows needs MinGW-w64 and Wine\n'
    exit
fi
rm -r "$work/wheels"
unset CC
python_wheel "cmake=--toolchain $root/cmake/x86_64-w64-mingw32.cmake" "$root/bindings/python" platform=win_amd64
case $wheel in */buoyancy-*-py3-none-win_amd64.whl) ;; *) printf 'the name of %s\n' "$wheel" && exit 1 ;; esac
"$python" -m zipfile -e "$wheel" "$work/windows"
cat >load.c <<'END'
#include <stdio.h>
#include <windows.h>
int main(void) {
    const HMODULE library = LoadLibraryA("windows\\buoyancy\\library.dll");
    const FARPROC version = library ? GetProcAddress(library, "buoy_version") : NULL;
    return printf("version %u\n", version ? ((unsigned (*)(void))(void (*)(void))version)() : 0) < 0 || !version;
}
END
x86_64-w64-mingw32-gcc -o load.exe load.c
export PATH=$PATH:/usr/lib/wine WINEPREFIX=$work/wine WINEDEBUG=-all
"$(command -v wine64 wine | head -n 1)" load.exe
wineserver -w # it writes to $work until then
