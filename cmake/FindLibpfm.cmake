# Finds libpfm4: Libpfm_FOUND and the target Libpfm::Libpfm.
find_path(LIBPFM_INCLUDE_DIR perfmon/pfmlib_perf_event.h)
find_library(LIBPFM_LIBRARY pfm)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Libpfm REQUIRED_VARS LIBPFM_LIBRARY LIBPFM_INCLUDE_DIR)
if(Libpfm_FOUND AND NOT TARGET Libpfm::Libpfm)
  add_library(Libpfm::Libpfm UNKNOWN IMPORTED GLOBAL)
  set_target_properties(Libpfm::Libpfm PROPERTIES
    IMPORTED_LOCATION ${LIBPFM_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${LIBPFM_INCLUDE_DIR})
endif()
mark_as_advanced(LIBPFM_INCLUDE_DIR LIBPFM_LIBRARY)
