# Toolchain: Linux on x86-64 with musl for its C library. Programs are static, so they run on any
# distribution. cmake/setup.sh builds the libraries that they need.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER musl-gcc)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)

set(musl ${CMAKE_CURRENT_LIST_DIR}/../build/musl)
set(CMAKE_FIND_ROOT_PATH /usr/lib/x86_64-linux-musl ${musl})
set(ENV{PKG_CONFIG_LIBDIR} ${musl}/lib/pkgconfig)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
