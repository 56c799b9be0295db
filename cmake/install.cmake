# cmake --install: the public headers, the library, the program if it is built, and what CMake and
# pkg-config find the library by. Nothing of it names a folder, so that a prefix may be moved.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS buoyancy EXPORT buoyancy
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY kernels/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} OPTIONAL)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/buoyancy)
install(EXPORT buoyancy NAMESPACE buoyancy:: FILE buoyancy-targets.cmake DESTINATION ${package})
configure_package_config_file(cmake/buoyancy-config.cmake.in
  ${PROJECT_BINARY_DIR}/buoyancy-config.cmake INSTALL_DESTINATION ${package})
# Before 1.0 each minor version may break what the one before it could do.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/buoyancy-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/buoyancy-config.cmake
  ${PROJECT_BINARY_DIR}/buoyancy-config-version.cmake DESTINATION ${package})

# From the folder of buoyancy.pc up to the prefix.
file(RELATIVE_PATH up ${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" BUOY_PC_UP "${up}")
if(BUILD_SHARED_LIBS)
  set(BUOY_PC_LIBS "")
else()
  set(BUOY_PC_LIBS " -lm") # a static library does not say what it needs
endif()
configure_file(cmake/buoyancy.pc.in buoyancy.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/buoyancy.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(TARGET buoybench)
  install(TARGETS buoybench RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
