# One line per instruction set: its option, its flags. Its source simd/kernels_<set>.c holds every
# template method, compiled with only those flags, in parts of a few families each. The registry learns from BUOY_BUILT_<SET> which
# sets are built: 1 if built, 0 if switched off, FOREIGN if for other processors. Never
# -march=native.
set(BUOY_INSTRUCTION_SETS)
set(BUOY_BUILT)

# Windows aligns the stack to 16 bytes. gcc assumes more when it keeps a register of 32 or 64 bytes
# on the stack, and its aligned moves then crash the program, depending on the stack's position (GCC
# bug 54412; under Wine the position is always the same, and Debian fixes its gcc). The assembler
# turns all aligned moves into unaligned ones, which are as fast on aligned addresses. Clang aligns
# the stack itself.
set(BUOY_MORE_FOR_AVX "")
if(WIN32 AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
  set(BUOY_MORE_FOR_AVX "-Wa,-muse-unaligned-vector-move")
  include(CheckCCompilerFlag)
  check_c_compiler_flag(${BUOY_MORE_FOR_AVX} BUOY_HAVE_UNALIGNED_MOVES)
  if(NOT BUOY_HAVE_UNALIGNED_MOVES)
    message(FATAL_ERROR "AVX on Windows needs the assembler of binutils 2.38, or clang")
  endif()
endif()

function(buoy_instruction_set name processors flags)
  string(TOUPPER ${name} upper)
  if(flags MATCHES "-mavx")
    string(APPEND flags " ${BUOY_MORE_FOR_AVX}")
  endif()
  set(wanted ON)
  if(name MATCHES "_fma$")
    set(wanted OFF) # raced and counted, but never chosen by the library
    if(BUOY_BUILD_CLI OR BUOY_BUILD_COUNTER)
      set(wanted ON)
    endif()
  endif()
  option(BUOY_${upper} "Build the ${name} variants" ${wanted})
  if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "${processors}")
    set(built FOREIGN)
  elseif(NOT BUOY_${upper})
    set(built 0)
  else()
    set(built 1)
    set(BUOY_INSTRUCTION_SETS ${BUOY_INSTRUCTION_SETS} ${name} PARENT_SCOPE)
    separate_arguments(flags)
    set(BUOY_FLAGS_${name} ${flags} PARENT_SCOPE)
  endif()
  set(BUOY_BUILT ${BUOY_BUILT} BUOY_BUILT_${upper}=${built} PARENT_SCOPE)
endfunction()

set(x86 "^(x86_64|amd64|AMD64)$")
buoy_instruction_set(sse2 ${x86} "")
buoy_instruction_set(avx2 ${x86} "-mavx2")
buoy_instruction_set(avx2_fma ${x86} "-mavx2 -mfma")
buoy_instruction_set(avx512 ${x86} "-mavx512f -mavx512vl -mavx512bw -mavx512dq")
buoy_instruction_set(avx512_fma ${x86} "-mavx512f -mavx512vl -mavx512bw -mavx512dq -mfma")
set(arm "^(aarch64|arm64|ARM64)$")
buoy_instruction_set(neon ${arm} "")
buoy_instruction_set(neon_fma ${arm} "")
set(sve ${arm})
if(NOT CMAKE_SYSTEM_NAME STREQUAL Linux)
  set(sve "^$") # only Linux reports the length of the vectors
endif()
if(CMAKE_C_COMPILER_ID STREQUAL "Clang" AND CMAKE_C_COMPILER_VERSION VERSION_LESS 16)
  foreach(upper IN ITEMS SVE256 SVE256_FMA SVE512 SVE512_FMA)
    option(BUOY_${upper} "Over this, clang fails before version 16" OFF)
  endforeach()
endif()
buoy_instruction_set(sve256 ${sve} "-march=armv8.2-a+sve -msve-vector-bits=256")
buoy_instruction_set(sve256_fma ${sve} "-march=armv8.2-a+sve -msve-vector-bits=256")
buoy_instruction_set(sve512 ${sve} "-march=armv8.2-a+sve -msve-vector-bits=512")
buoy_instruction_set(sve512_fma ${sve} "-march=armv8.2-a+sve -msve-vector-bits=512")
buoy_instruction_set(simd128 "^wasm32$" "-msimd128")

# Adds every variant of every template method to the library, and sets the kernels' compiler
# options.
function(buoy_add_variants library)
  target_sources(${library} PRIVATE simd/examined.c)
  foreach(set IN ITEMS scalar LISTS BUOY_INSTRUCTION_SETS)
    # A source is compiled once in a target, so each part is a source of its own. One compiler at a
    # time would take longest for these.
    foreach(part IN ITEMS VOLUME STEP SHAPES OTHERS)
      string(TOLOWER ${part} name)
      set(source ${PROJECT_BINARY_DIR}/simd/kernels_${name}_${set}.c)
      file(CONFIGURE OUTPUT ${source}
        CONTENT "#define BUOY_ONLY_${part}\n#include \"${PROJECT_SOURCE_DIR}/simd/kernels_${set}.c\" // NOLINT(bugprone-suspicious-include)\n")
      target_sources(${library} PRIVATE ${source})
      set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "${BUOY_FLAGS_${set}}")
    endforeach()
  endforeach()
  set_source_files_properties(kernels/dispatch/registry.c PROPERTIES COMPILE_DEFINITIONS "${BUOY_BUILT}")
  # The baseline of every speed-up stays scalar; the same source vectorised is a separate variant.
  set_source_files_properties(scalar/catto.c scalar/catto64.c
    scalar/hydrostatics_clip64.c PROPERTIES
    COMPILE_OPTIONS "-O3;-fno-tree-vectorize;-fno-tree-slp-vectorize")
  # Each kernel is compiled separately, even with CMAKE_INTERPROCEDURAL_OPTIMIZATION: code inlined
  # elsewhere would be compiled for another instruction set or vectorised after all.
  get_target_property(kernels ${library} SOURCES)
  list(FILTER kernels INCLUDE REGEX "(^|/)(scalar|simd)/[^/]*$")
  set_property(SOURCE ${kernels} APPEND PROPERTY COMPILE_OPTIONS -fno-lto)
endfunction()
