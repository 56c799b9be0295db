# One line per instruction set: its option, and for which processors. Its source simd/kernels_<set>.c,
# which sets with _fma share with those without and SVE's lengths with each other, holds every template
# method and asks for its target itself; kernels/dispatch/isas.h says which sets a compiler builds unless
# told otherwise.
set(BUOY_INSTRUCTION_SETS)
set(BUOY_SET_DEFINITIONS)

# Windows aligns the stack to 16 bytes. gcc assumes more when it keeps a register of 32 or 64 bytes
# on the stack, and its aligned moves then crash the program, depending on the stack's position (GCC
# bug 54412; under Wine the position is always the same, and Debian fixes its gcc). The assembler
# turns all aligned moves into unaligned ones, which are as fast on aligned addresses. Clang aligns
# the stack itself.
if(WIN32 AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
  include(CheckCCompilerFlag)
  check_c_compiler_flag(-Wa,-muse-unaligned-vector-move BUOY_HAVE_UNALIGNED_MOVES)
  if(NOT BUOY_HAVE_UNALIGNED_MOVES)
    message(FATAL_ERROR "AVX on Windows needs the assembler of binutils 2.38, or clang")
  endif()
  target_compile_options(buoy_compiler INTERFACE -Wa,-muse-unaligned-vector-move)
endif()

# More arguments: the set's flags.
function(buoy_instruction_set name processors)
  string(TOUPPER ${name} upper)
  set(by_default ON)
  set(wanted ON)
  if(name MATCHES "_fma$|^(sve|rvv)")
    set(by_default OFF)
  endif()
  if(name MATCHES "_fma$" AND NOT (BUOY_BUILD_CLI OR BUOY_BUILD_COUNTER))
    set(wanted OFF) # raced and counted, but never chosen by the library
  endif()
  option(BUOY_${upper} "Build the ${name} variants" ${wanted})
  if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "${processors}")
    return()
  endif()
  if(BUOY_${upper})
    set(BUOY_INSTRUCTION_SETS ${BUOY_INSTRUCTION_SETS} ${name} PARENT_SCOPE)
    set(BUOY_FLAGS_${name} ${ARGN} PARENT_SCOPE)
  endif()
  if(BUOY_${upper} AND NOT by_default)
    set(BUOY_SET_DEFINITIONS ${BUOY_SET_DEFINITIONS} BUOY_WITH_${upper} PARENT_SCOPE)
  elseif(by_default AND NOT BUOY_${upper})
    set(BUOY_SET_DEFINITIONS ${BUOY_SET_DEFINITIONS} BUOY_NO_${upper} PARENT_SCOPE)
  endif()
endfunction()

set(x86 "^(x86_64|amd64|AMD64)$")
buoy_instruction_set(sse2 ${x86})
buoy_instruction_set(avx2 ${x86})
buoy_instruction_set(avx2_fma ${x86})
buoy_instruction_set(avx512 ${x86})
buoy_instruction_set(avx512_fma ${x86})
set(arm "^(aarch64|arm64|ARM64)$")
buoy_instruction_set(neon ${arm})
buoy_instruction_set(neon_fma ${arm})
set(sve ${arm})
if(NOT CMAKE_SYSTEM_NAME STREQUAL Linux)
  set(sve "^$") # only Linux reports the length of the vectors
endif()
if(CMAKE_C_COMPILER_ID STREQUAL "Clang" AND CMAKE_C_COMPILER_VERSION VERSION_LESS 16)
  foreach(upper IN ITEMS SVE256 SVE256_FMA SVE512 SVE512_FMA)
    option(BUOY_${upper} "Over this, clang fails before version 16" OFF)
  endforeach()
endif()
foreach(bits IN ITEMS 256 512)
  buoy_instruction_set(sve${bits} ${sve} -march=armv8.2-a+sve -msve-vector-bits=${bits})
  buoy_instruction_set(sve${bits}_fma ${sve} -march=armv8.2-a+sve -msve-vector-bits=${bits})
endforeach()
set(riscv "^riscv64$")
if(NOT CMAKE_C_COMPILER_ID STREQUAL "Clang" OR CMAKE_C_COMPILER_VERSION VERSION_LESS 19)
  option(BUOY_RVV256 "RISC-V's vectors take clang from version 19 on" OFF)
endif()
buoy_instruction_set(rvv256 ${riscv} -march=rv64gcv_zvl256b -mrvv-vector-bits=zvl)
buoy_instruction_set(simd128 "^wasm32$")
if(CMAKE_SYSTEM_PROCESSOR STREQUAL wasm32)
  set(BUOY_FLAGS_scalar -fno-vectorize -fno-slp-vectorize) # what simd128 is compared with
endif()

if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "${x86}|${arm}|${riscv}|^wasm32$")
  list(APPEND BUOY_SET_DEFINITIONS BUOY_OTHER_PROCESSOR)
endif()

# Adds every variant of every template method to the library.
function(buoy_add_variants library)
  target_sources(${library} PRIVATE simd/contraction_fma.c simd/examined.c)
  target_compile_definitions(${library} PRIVATE ${BUOY_SET_DEFINITIONS})
  foreach(set IN ITEMS scalar LISTS BUOY_INSTRUCTION_SETS)
    set(fused "")
    if(set MATCHES "_fma$")
      set(fused "#define LANES_FMA\n")
    endif()
    string(REGEX REPLACE "_fma$" "" of ${set})
    string(REGEX REPLACE "^sve.*" "sve" of ${of})
    # A source is compiled once in a target, so each part is a source of its own. One compiler at a
    # time would take longest for these.
    foreach(part IN ITEMS VOLUME HYDROSTATICS INDEXED STEP SHAPES)
      string(TOLOWER ${part} name)
      set(source ${PROJECT_BINARY_DIR}/simd/kernels_${name}_${set}.c)
      file(CONFIGURE OUTPUT ${source}
        CONTENT "#define BUOY_ONLY_${part}\n${fused}#include \"${PROJECT_SOURCE_DIR}/simd/kernels_${of}.c\" // NOLINT(bugprone-suspicious-include)\n")
      target_sources(${library} PRIVATE ${source})
      set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "${BUOY_FLAGS_${set}}")
    endforeach()
  endforeach()
endfunction()
