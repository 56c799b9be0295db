# Compiler options for all sources of this project. `buoy_compiler` carries the flags; link it
# PRIVATE.
if(CMAKE_C_COMPILER_ID STREQUAL "MSVC")
  message(FATAL_ERROR "needs gcc or clang; on Windows, MinGW-w64, clang or clang-cl (-T ClangCL)")
endif()
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

add_library(buoy_compiler INTERFACE)
if(NOT CMAKE_C_COMPILER_FRONTEND_VARIANT STREQUAL "MSVC")
  # Same bits everywhere: no fused multiply-add unless the source has one. The library asks for that
  # itself (kernels/base/arithmetic.h).
  target_compile_options(buoy_compiler INTERFACE -ffp-contract=off)
endif()
if(PROJECT_IS_TOP_LEVEL)
  set(warnings -Wall)
  if(CMAKE_C_COMPILER_FRONTEND_VARIANT STREQUAL "MSVC")
    set(warnings /W4) # its -Wall is -Weverything
  endif()
  target_compile_options(buoy_compiler INTERFACE
    ${warnings} -Wextra -Wpedantic -Wshadow -Wvla -Wundef -Wcast-align -Wwrite-strings
    -Wformat=2
    $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes -Wmissing-prototypes>)
else()
  # Neither ours nor those of the surrounding project, which may be errors there.
  target_compile_options(buoy_compiler INTERFACE -w)
endif()
if(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND CMAKE_SYSTEM_PROCESSOR MATCHES "^s390")
  target_compile_options(buoy_compiler INTERFACE -fexcess-precision=fast) # else -std=c11 has floats computed in double
endif()
set(BUOY_LIBM m)
if(WIN32 AND NOT MINGW)
  set(BUOY_LIBM "") # part of Microsoft's C library
endif()
if(MINGW)
  # C99's printf() instead of the Windows one, which does not know %zu.
  target_compile_definitions(buoy_compiler INTERFACE __USE_MINGW_ANSI_STDIO=1)
endif()
if(BUOY_WERROR)
  target_compile_options(buoy_compiler INTERFACE -Werror)
endif()

if(BUOY_SANITIZE)
  # For all targets, so that everything linked in is instrumented alike.
  add_compile_options(-fsanitize=${BUOY_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${BUOY_SANITIZE})
  # Each of two hundred tests is 18 MB then: these linkers take a third and half of the default one's time.
  find_program(BUOY_LINKER NAMES ld.lld ld.gold)
  if(BUOY_LINKER MATCHES "ld\\.([a-z]+)$")
    add_link_options(-fuse-ld=${CMAKE_MATCH_1})
  endif()
endif()
