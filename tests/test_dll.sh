#!/usr/bin/env bash
# As a Windows DLL the library exports exactly the functions that the public header declares, needs
# nothing but Windows and its C library, and serves a program that imports them all.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
: "${CC:?}" "${OBJDUMP:?}" "${GENERATOR:?}" "${TOOLCHAIN?}" "${EMULATOR?}"
work=$(mktemp -d)
trap 'rm -rf "$work" "$work.log"' EXIT

# Without optimisation, for that is soon done.
make_dll() {
    cmake -S "$root" -B "$work" -G "$GENERATOR" "-DCMAKE_TOOLCHAIN_FILE=$TOOLCHAIN" \
        "-DCMAKE_C_COMPILER=$CC" -DCMAKE_BUILD_TYPE=Debug -DBUILD_SHARED_LIBS=ON \
        -DBUOY_BUILD_CLI=OFF -DBUOY_BUILD_TESTS=OFF -DBUOY_WITH_GMP=OFF &&
        cmake --build "$work" --parallel 2
}
if ! make_dll >"$work.log" 2>&1; then
    cat "$work.log"
    exit 1
fi

"$OBJDUMP" -p "$work/libbuoyancy.dll" >"$work/headers"
if sed -n 's/.*DLL Name: //p' "$work/headers" |
    grep -ivxE '(kernel32|msvcrt|ucrtbase|api-ms-win-crt-[a-z0-9-]*)\.dll'; then
    printf 'the library needs more than Windows and its C library\n'
    exit 1
fi
bash "$root/tests/support/declared.sh" >"$work/declared"
sed -n '/Ordinal.Name Pointer/,/^$/s/^[[:space:]]*\[ *[0-9]*\].* //p' "$work/headers" |
    sort >"$work/exported"
diff "$work/declared" "$work/exported" # < declared only, > exported only

{
    for header in "$root"/kernels/include/*.h; do printf '#include "%s"\n' "${header##*/}"; done
    printf 'int main(void) {\n    void (*volatile all[])(void) = {\n'
    sed 's/.*/        (void (*)(void))&,/' "$work/declared"
    printf '    };\n    return all[0] == 0 || buoy_kernel_count() == 0;\n}\n'
} >"$work/program.c"
"$CC" -DBUOY_DLL -I"$root/kernels/include" -o "$work/program.exe" "$work/program.c" "$work/libbuoyancy.dll.a"
IFS='|' read -ra emulator <<<"$EMULATOR"
${emulator[@]+"${emulator[@]}"} "$work/program.exe"
