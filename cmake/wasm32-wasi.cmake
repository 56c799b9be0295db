# Toolchain: WebAssembly with WASI for its system, as Debian packages it: clang, lld and LLVM's
# binutils, wasi-libc, and Node.js, through which CTest starts every test program.
set(CMAKE_SYSTEM_NAME Generic) # the CMake of Debian 12 does not know WASI by name
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
# The default stack is 64 KiB, above the data, and would silently overflow into it.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,--stack-first,-z,stack-size=1048576")
set(CMAKE_CROSSCOMPILING_EMULATOR node --no-warnings ${CMAKE_CURRENT_LIST_DIR}/run-wasm.mjs)

# Not the host's own libraries.
set(wasi ${CMAKE_CURRENT_LIST_DIR}/../build/wasi) # cmake/setup.sh builds libraries there
set(CMAKE_FIND_ROOT_PATH /usr/lib/wasm32-wasi ${wasi})
set(ENV{PKG_CONFIG_LIBDIR} ${wasi}/lib/pkgconfig)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
