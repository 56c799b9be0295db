# What a result file tells about how the program was built; for host.c of the target buoybench.
get_target_property(flags buoy_compiler INTERFACE_COMPILE_OPTIONS)
list(FILTER flags INCLUDE REGEX "^-[fmO]") # those that may change code, not the warnings
if(BUOY_SANITIZE)
  list(APPEND flags -fsanitize=${BUOY_SANITIZE})
endif()
string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
list(JOIN flags " " flags)
string(STRIP "${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${type}} -std=c11 ${flags}" flags)

# Beyond those: each instruction set's, and the baseline's.
list(JOIN BUOY_BASELINE_FLAGS " " baseline)
set(extra_flags "scalar/published/catto.c: ${baseline}")
foreach(set IN LISTS BUOY_INSTRUCTION_SETS)
  if(BUOY_FLAGS_${set})
    list(JOIN BUOY_FLAGS_${set} " " joined)
    string(APPEND extra_flags ", ${set}: ${joined}")
  endif()
endforeach()

set_source_files_properties(race/timing/machine/host.c PROPERTIES COMPILE_DEFINITIONS
  "BUOY_FLAGS=\"${flags}\";BUOY_EXTRA_FLAGS=\"${extra_flags}\";BUOY_BUILD_TYPE=\"$<CONFIG>\";\
BUOY_BENCHMARK_VERSION=\"${benchmark_VERSION}\"")

add_custom_target(buoy_commit BYPRODUCTS ${CMAKE_CURRENT_BINARY_DIR}/commit.h VERBATIM
  COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR}
    -DHEADER=${CMAKE_CURRENT_BINARY_DIR}/commit.h -P ${CMAKE_CURRENT_LIST_DIR}/commit.cmake)
add_dependencies(buoybench buoy_commit)
target_include_directories(buoybench PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
