# Toolchain: Windows on x86-64 from another machine, by MinGW-w64, and Wine, through which CTest
# starts every test program.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc)
# Programs contain the compiler's own libraries.
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)

# Not the host's own headers, libraries and packages.
set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

# Wine's folder belongs to the build, never to the user, and stays almost empty: filled, it takes
# 700 MB. "disable" keeps Wine from filling it. WINEBOOTSTRAPMODE, which Wine uses itself while it
# fills the folder, lets programs use the system's DLLs from Wine's installation. Wine asks no
# questions (Mono, Gecko), opens no window and prints no debugging messages.
find_program(WINE NAMES wine64 wine64-stable wine wine-stable HINTS /usr/lib/wine)
if(WINE)
  file(WRITE ${CMAKE_BINARY_DIR}/wine/.update-timestamp disable)
  set(CMAKE_CROSSCOMPILING_EMULATOR env WINEPREFIX=${CMAKE_BINARY_DIR}/wine WINEBOOTSTRAPMODE=1
    WINEDEBUG=-all WINEDLLOVERRIDES=mscoree,mshtml= ${WINE})
endif()
