#!/usr/bin/env bash
# As a Windows DLL the library exports exactly the functions that the public header declares, needs
# only Windows and its C library, and works with a program that imports all functions; also with a
# program that an MSVC-like compiler and linker make from the installed headers and definition file.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
: "${CC:?}" "${OBJDUMP:?}" "${GENERATOR:?}" "${TOOLCHAIN?}" "${EMULATOR?}" "${COMPILER:?}"
work=$(mktemp -d)
trap 'rm -rf "$work" "$work.log"' EXIT

# Without optimisation, to build quickly.
make_dll() {
    cmake -S "$root" -B "$work" -G "$GENERATOR" "-DCMAKE_TOOLCHAIN_FILE=$TOOLCHAIN" \
        "-DCMAKE_C_COMPILER=$CC" "-DMSVC_CLANG=$CC" -DCMAKE_BUILD_TYPE=Debug -DBUILD_SHARED_LIBS=ON \
        -DBUOY_BUILD_CLI=OFF -DBUOY_BUILD_TESTS=OFF -DBUOY_WITH_GMP=OFF -DBUOY_INSTALL_BOTH=OFF &&
        cmake --build "$work" --parallel 2 && cmake --install "$work" --prefix "$work/prefix"
}
if ! make_dll >"$work.log" 2>&1; then
    cat "$work.log"
    exit 1
fi
dll=$(find "$work/prefix/bin" -name '*.dll')
import=$(find "$work/prefix/lib" -name '*.dll.a' -o -name '*.lib')

# The archive holds what was installed.
(cd "$work" && cpack -G ZIP >"$work.log" && cmake -E tar xf ./*.zip)
diff <(cd "$work/prefix" && find . ! -type d | sort) <(cd "$work"/buoybench-*/ && find . ! -type d | sort)

"$OBJDUMP" -p "$dll" >"$work/headers"
if sed -n 's/.*DLL Name: //p' "$work/headers" |
    grep -ivxE '(kernel32|msvcrt|ucrtbase|api-ms-win-crt-[a-z0-9-]*)\.dll'; then
    printf 'the library needs more than Windows and its C library\n'
    exit 1
fi
bash "$root/tests/support/declared.sh" >"$work/declared"
sed -n 's/.*\(0x[0-9a-f]*\)\{0,1\} \(buoy_[a-z0-9_]*\)$/\2/p' "$work/headers" | sort >"$work/exported"
diff "$work/declared" "$work/exported" # < declared only, > exported only

{
    for header in "$root"/kernels/include/*.h; do printf '#include "%s"\n' "${header##*/}"; done
    printf 'int main(void) {\n    void (*volatile all[])(void) = {\n'
    sed 's/.*/        (void (*)(void))&,/' "$work/declared"
    printf '    };\n    return all[0] == 0 || buoy_kernel_count() == 0;\n}\n'
} >"$work/program.c"
flags=() import_with=("$import")
if [ "$COMPILER" != GNU ]; then
    cached() { sed -n "s/^CMAKE_$1:STRING=//p" "$work/CMakeCache.txt"; }
    read -ra flags < <(cached C_FLAGS)
    read -ra linked < <(cached EXE_LINKER_FLAGS)
    flags+=(--target=x86_64-pc-windows-msvc)
    case ${CC##*/} in
    clang-cl*) flags+=("-Fo$work/" -fuse-ld=lld-link) import_with+=(/link "${linked[@]}") ;;
    *) flags+=(-fuse-ld=lld-link -nostdlib -nostartfiles "${linked[@]}") ;;
    esac
fi
"$CC" ${flags[@]+"${flags[@]}"} -DBUOY_DLL -I"$root/kernels/include" -o "$(dirname "$dll")/program.exe" \
    "$work/program.c" "${import_with[@]}"
IFS='|' read -ra emulator <<<"$EMULATOR"
${emulator[@]+"${emulator[@]}"} "$(dirname "$dll")/program.exe"

[ "$COMPILER" = GNU ] || exit 0

# For MSVC's linker the import library is made from buoyancy.def. MSVC and its C library are not
# available here: clang compiles for that target, lld-link links like MSVC, and the program uses
# neither C library nor start-up code. Wine shows the program's exit code.
llvm_dlltool=$(command -v llvm-dlltool || command -v llvm-dlltool-19 || true)
linker=$(command -v lld-link || command -v lld-link-19 || true)
if [ -z "$llvm_dlltool" ] || [ -z "$linker" ] || ! command -v clang >/dev/null; then
    printf 'not asked, for want of clang, lld-link or llvm-dlltool: a program linked as by MSVC\n'
    exit
fi
cat >"$work/msvc.c" <<'EOF'
#include "buoyancy.h"
int _fltused = 0; // MSVC's C library has it
int entry(void);
int entry(void) {
    static const float corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const uint32_t triangles[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    struct buoy_mesh_input input = {0};
    struct buoy_mesh *mesh;
    input.positions = corners, input.vertex_count = 4;
    input.indices = triangles, input.triangle_count = 4;
    return buoy_mesh_create(&input, &mesh, NULL) == BUOY_OK ? 42 : 1;
}
EOF
cd "$work/prefix"
"$llvm_dlltool" -m i386:x86-64 -D libbuoyancy.dll -d lib/buoyancy.def -l "$work/buoyancy.lib"
clang --target=x86_64-pc-windows-msvc -std=c11 -ffreestanding -fno-stack-protector -O1 -DBUOY_DLL \
    -Iinclude -c -o "$work/msvc.obj" "$work/msvc.c"
"$linker" /nologo /nodefaultlib /entry:entry /subsystem:console "/out:bin/msvc.exe" "$work/msvc.obj" \
    "$work/buoyancy.lib"
status=0
${emulator[@]+"${emulator[@]}"} bin/msvc.exe || status=$?
if [ $status != 42 ]; then
    printf 'the program linked as by MSVC: %d, not 42\n' $status
    exit 1
fi
