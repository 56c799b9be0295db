# Toolchain: AArch64 Linux from another machine, as Debian packages it: a cross compiler, libraries
# beside this machine's own, and qemu to run what was built, for every test that CTest starts.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)

# Not this machine's own libraries.
set(ENV{PKG_CONFIG_LIBDIR} /usr/lib/aarch64-linux-gnu/pkgconfig)

find_program(BUOY_QEMU NAMES qemu-aarch64 qemu-aarch64-static)
mark_as_advanced(BUOY_QEMU)
if(BUOY_QEMU)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${BUOY_QEMU})
  if(NOT EXISTS /lib/ld-linux-aarch64.so.1)
    list(APPEND CMAKE_CROSSCOMPILING_EMULATOR -L /usr/aarch64-linux-gnu) # the compiler's own libc
  endif()
endif()
