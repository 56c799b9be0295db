# The program's manual page, generated from its help texts during the build, and the completion of
# its arguments for bash and zsh.
find_program(BASH bash)
if(NOT BASH OR (CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR))
  message(STATUS "no manual page: it takes bash, and a program that can run here, to print its help texts")
else()
  file(GLOB page_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bench/base/manual/page*)
  add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/buoybench.1
    COMMAND ${BASH} ${PROJECT_SOURCE_DIR}/bench/base/manual/page buoybench.1 ${PROJECT_VERSION}
      ${CMAKE_CROSSCOMPILING_EMULATOR} $<TARGET_FILE:buoybench>
    DEPENDS buoybench ${page_sources} WORKING_DIRECTORY ${PROJECT_BINARY_DIR}
    COMMENT "Making the manual page" VERBATIM)
  add_custom_target(manual ALL DEPENDS ${PROJECT_BINARY_DIR}/buoybench.1)
  install(FILES ${PROJECT_BINARY_DIR}/buoybench.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1
    COMPONENT program)
endif()

install(FILES bench/base/manual/buoybench.bash RENAME buoybench
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT program)
# Debian's zsh searches a separate folder below /usr for completions from packages.
set(site site-functions)
if(CMAKE_INSTALL_PREFIX STREQUAL "/usr" AND EXISTS /etc/debian_version)
  set(site vendor-completions)
endif()
set(BUOY_ZSH_FOLDER ${CMAKE_INSTALL_DATADIR}/zsh/${site}
  CACHE STRING "Where zsh looks for completions, below the prefix")
install(FILES bench/base/manual/buoybench.zsh RENAME _buoybench
  DESTINATION ${BUOY_ZSH_FOLDER} COMPONENT program)
