# Toolchain: 64-bit RISC-V Linux from another machine: clang (vectors of fixed length take version 19),
# with what Debian packages for its gcc as cross compiler, and qemu, through which CTest starts every test
# program. QEMU_CPU=rv64,v=true,vlen=256 gives it vectors.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR riscv64)
if(NOT CMAKE_C_COMPILER)
  set(CMAKE_C_COMPILER clang-19)
endif()
set(CMAKE_C_COMPILER_TARGET riscv64-linux-gnu)
set(CMAKE_OBJDUMP riscv64-linux-gnu-objdump)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-riscv64 -L /usr/riscv64-linux-gnu)

# Not the host's own libraries.
set(ENV{PKG_CONFIG_LIBDIR} /usr/riscv64-linux-gnu/lib/pkgconfig)
