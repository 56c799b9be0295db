# Run at build time: writes the checkout's commit, "-dirty" with uncommitted changes, into HEADER,
# touching it only when that changes. -DSOURCE=FOLDER -DHEADER=FILE
cmake_minimum_required(VERSION 3.22)
get_filename_component(above ${SOURCE} DIRECTORY)
execute_process(
  COMMAND ${CMAKE_COMMAND} -E env GIT_CEILING_DIRECTORIES=${above} # not a repository around ours
    git --no-optional-locks describe --always --dirty --abbrev=12 --match=
  WORKING_DIRECTORY ${SOURCE}
  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT commit)
  set(commit unknown)
endif()
file(CONFIGURE OUTPUT ${HEADER} CONTENT "#define BUOY_COMMIT \"@commit@\"\n" @ONLY)
