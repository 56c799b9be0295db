# Toolchain: Windows on x86-64 from another machine, by MinGW-w64, and Wine, through which CTest
# starts every test program.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix) # with std::mutex
# Programs contain the compiler's own libraries.
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)

# Not the host's own headers, libraries and packages. cmake/setup.sh builds some there.
set(mingw ${CMAKE_CURRENT_LIST_DIR}/../build/mingw)
set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32 ${mingw})
set(ENV{PKG_CONFIG_LIBDIR} ${mingw}/lib/pkgconfig)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

include(${CMAKE_CURRENT_LIST_DIR}/wine.cmake)
