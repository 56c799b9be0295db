# cmake --install: the public headers, the library (static and shared), the program if it is built,
# and the files with which CMake and pkg-config find the library. None of these names a folder of
# this machine, so a prefix may be moved.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# The library that BUILD_SHARED_LIBS does not ask for, made from the same objects if the system
# allows it: all are position-independent with hidden visibility anyway. Functions of a DLL are
# compiled as such.
set(kinds ${BUOY_KIND})
get_property(can_share GLOBAL PROPERTY TARGET_SUPPORTS_SHARED_LIBS)
if(BUOY_INSTALL_BOTH AND can_share)
  if(BUOY_KIND STREQUAL "static")
    set(other shared)
  else()
    set(other static)
  endif()
  list(APPEND kinds ${other})
  string(TOUPPER ${other} type)
  if(WIN32)
    get_target_property(contents buoyancy SOURCES)
  else()
    set(contents $<TARGET_OBJECTS:buoyancy>)
  endif()
  add_library(buoyancy_${other} ${type} ${contents})
  buoy_library_properties(buoyancy_${other})
endif()

# Components correspond to the Debian packages that package.cmake makes.
foreach(kind IN LISTS kinds)
  set(target buoyancy)
  if(NOT kind STREQUAL BUOY_KIND)
    set(target buoyancy_${kind})
  endif()
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${kind})
  install(TARGETS ${target} EXPORT buoyancy
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT development
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT library
    INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endforeach()
if(MINGW AND "shared" IN_LIST kinds)
  install(FILES ${PROJECT_BINARY_DIR}/buoyancy.def DESTINATION ${CMAKE_INSTALL_LIBDIR}
    COMPONENT development)
endif()
install(DIRECTORY kernels/include/ bench/questions/plugins/include/
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
# The library as a few sources, written anew.
find_program(BUOY_BASH bash)
if(PROJECT_IS_TOP_LEVEL AND BUOY_BASH)
  install(CODE "execute_process(COMMAND ${BUOY_BASH} ${PROJECT_SOURCE_DIR}/cmake/amalgamate
    ${PROJECT_BINARY_DIR}/amalgamation COMMAND_ERROR_IS_FATAL ANY)" COMPONENT development)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/amalgamation/
    DESTINATION ${CMAKE_INSTALL_DATADIR}/buoyancy COMPONENT development)
endif()
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT development)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/buoyancy)
install(EXPORT buoyancy NAMESPACE buoyancy:: FILE buoyancy-targets.cmake DESTINATION ${package}
  COMPONENT development)
# For a surrounding project that exports from its build folder what links the library.
export(EXPORT buoyancy NAMESPACE buoyancy:: FILE ${PROJECT_BINARY_DIR}/buoyancy-targets.cmake)
configure_package_config_file(cmake/buoyancy-config.cmake.in
  ${PROJECT_BINARY_DIR}/buoyancy-config.cmake INSTALL_DESTINATION ${package})
# Before 1.0 each minor version may break compatibility with the one before.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/buoyancy-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/buoyancy-config.cmake
  ${PROJECT_BINARY_DIR}/buoyancy-config-version.cmake DESTINATION ${package} COMPONENT development)

# buoyancy.pc finds the prefix from its own folder, unless the installer set absolute folders.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" OR IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
  set(BUOY_PC_PREFIX "${CMAKE_INSTALL_PREFIX}")
  set(BUOY_PC_INCLUDE "${CMAKE_INSTALL_FULL_INCLUDEDIR}")
  set(BUOY_PC_LIB "${CMAKE_INSTALL_FULL_LIBDIR}")
else()
  file(RELATIVE_PATH up
    ${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
  string(REGEX REPLACE "/$" "" up "${up}")
  set(BUOY_PC_PREFIX "\${pcfiledir}/${up}")
  set(BUOY_PC_INCLUDE "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
  set(BUOY_PC_LIB "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
endif()
# A static library does not record its dependencies; a shared one does.
set(BUOY_PC_LIBS "")
set(BUOY_PC_LIBS_PRIVATE " -lm")
if(NOT "shared" IN_LIST kinds)
  set(BUOY_PC_LIBS " -lm")
  set(BUOY_PC_LIBS_PRIVATE "")
endif()
configure_file(cmake/buoyancy.pc.in buoyancy.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/buoyancy.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
  COMPONENT development)

if(TARGET buoybench)
  install(TARGETS buoybench RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
  # `float --scene NAME` has them built in; these are to be read and changed.
  install(DIRECTORY bench/scenes/builtin/ DESTINATION ${CMAKE_INSTALL_DATADIR}/buoybench/scenes
    COMPONENT program FILES_MATCHING PATTERN "*.json")
  include(manual)
endif()

if(PROJECT_IS_TOP_LEVEL)
  include(package)
endif()
