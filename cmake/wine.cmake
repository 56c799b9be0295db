# For toolchains of Windows: CTest starts every test program through Wine.
#
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
