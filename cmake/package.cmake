# cpack in a build folder: an archive (.tar.gz; .zip for Windows) of everything that cmake --install
# installs, and, if dpkg exists, the same as three Debian packages: the shared library; the development files
# (headers, static library, CMake's and pkg-config's files); and the program, which contains the
# library.
set(CPACK_PACKAGE_NAME buoybench)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Exact buoyancy of meshes and shapes, with SIMD")
set(BUOY_CONTACT "the authors of buoybench" CACHE STRING "Who answers for packages: Name <address>")
set(BUOY_HOMEPAGE "" CACHE STRING "Where packages say that they come from")
set(CPACK_PACKAGE_CONTACT "${BUOY_CONTACT}")
set(CPACK_PACKAGE_HOMEPAGE_URL "${BUOY_HOMEPAGE}")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_CHECKSUM SHA256)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL library development)
if(TARGET buoybench)
  list(APPEND CPACK_COMPONENTS_ALL program)
endif()

set(CPACK_GENERATOR TGZ)
find_program(BUOY_DPKG_DEB dpkg-deb)
find_program(BUOY_DPKG_SHLIBDEPS dpkg-shlibdeps)
if(WIN32)
  set(CPACK_GENERATOR ZIP)
elseif(BUOY_DPKG_DEB AND BUOY_DPKG_SHLIBDEPS)
  list(APPEND CPACK_GENERATOR DEB)
endif()

# The target package_source: the sources of this version as they stand, but for what .gitignore names.
set(CPACK_SOURCE_GENERATOR TGZ)
set(CPACK_SOURCE_IGNORE_FILES "/[.]git/;/[.]git$;/build[^/]*/;/results/;/board/;/[.]cache/;/compile_commands[.]json$")

set(version ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libbuoyancy${version}) # as its SONAME
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libbuoyancy-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libbuoyancy${version} (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME buoybench)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "The shared library.")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
  "Headers, the static library, and what CMake and pkg-config find the library by.")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION
  "The program that checks, times and ranks the library's kernels, and asks them about meshes.")
include(CPack)
