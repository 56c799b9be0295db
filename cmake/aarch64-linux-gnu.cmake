# Toolchain: AArch64 Linux from another machine, as Debian packages it: a cross compiler, libraries
# (including libc, so qemu needs no -L) beside the host's own, and qemu, through which CTest starts
# every test program. -DCMAKE_C_COMPILER=clang works, too, with the libraries of the gcc cross
# compiler.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
if(NOT CMAKE_C_COMPILER)
  set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
endif()
set(CMAKE_C_COMPILER_TARGET aarch64-linux-gnu) # for clang
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64)

# Not the host's own libraries.
set(ENV{PKG_CONFIG_LIBDIR} /usr/lib/aarch64-linux-gnu/pkgconfig)
