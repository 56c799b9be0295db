# Toolchain: Windows on x86-64 with MSVC's ABI, from another machine and without Microsoft's SDK: clang
# and lld, headers of Wine (libwine-dev), an import library of Wine's ucrtbase.dll, and Wine, through
# which CTest starts every test program. On Windows, clang and clang-cl need no toolchain file.
# -DMSVC_CLANG=clang-cl takes the compiler of that name, whose command line is MSVC's.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES MSVC_CLANG MSVC_SDK)
if(NOT MSVC_CLANG)
  find_program(MSVC_CLANG NAMES clang-19 clang REQUIRED)
endif()
set(CMAKE_C_COMPILER ${MSVC_CLANG})
set(CMAKE_C_COMPILER_TARGET x86_64-pc-windows-msvc)
find_program(CMAKE_MT NAMES llvm-mt-19 llvm-mt)
find_program(CMAKE_RC_COMPILER NAMES llvm-rc-19 llvm-rc)
set(after "-idirafter ")
set(force "-include ")
if(MSVC_CLANG MATCHES "clang-cl")
  set(after "/clang:-idirafter /clang:")
  set(force "/FI")
  set(no_default /nodefaultlib)
  set(unguarded " /GS-") # what guards stacks is in Microsoft's library
  find_program(CMAKE_AR NAMES llvm-lib-19 llvm-lib)
  find_program(CMAKE_OBJDUMP NAMES llvm-objdump-19 llvm-objdump)
endif()
set(CMAKE_C_FLAGS_INIT
  "-D_UCRT ${after}/usr/include/wine/wine/msvcrt ${after}/usr/include/wine/wine/windows")
string(APPEND CMAKE_C_FLAGS_INIT "${unguarded} ${force}${CMAKE_CURRENT_LIST_DIR}/msvc_long_double.h")
set(CMAKE_MSVC_RUNTIME_LIBRARY "")

# The C library: what ucrtbase.dll exports, and start-up code.
if(NOT MSVC_SDK)
  set(MSVC_SDK ${CMAKE_BINARY_DIR}/sdk)
endif()
if(NOT EXISTS ${MSVC_SDK}/start.obj)
  find_program(MSVC_DLLTOOL NAMES llvm-dlltool-19 llvm-dlltool REQUIRED)
  find_program(MSVC_READOBJ NAMES llvm-readobj-19 llvm-readobj REQUIRED)
  find_program(MSVC_START_CLANG NAMES clang-19 clang REQUIRED)
  foreach(dll IN ITEMS ucrtbase kernel32)
    file(GLOB path /usr/lib/*/wine/x86_64-windows/${dll}.dll)
    execute_process(COMMAND ${MSVC_READOBJ} --coff-exports ${path} OUTPUT_VARIABLE exports
      COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "Name: [A-Za-z0-9_]+" names "${exports}")
    list(TRANSFORM names REPLACE "Name: " "")
    list(JOIN names "\n" names)
    file(WRITE ${MSVC_SDK}/${dll}.def "LIBRARY ${dll}.dll\nEXPORTS\n${names}\n")
    execute_process(COMMAND ${MSVC_DLLTOOL} -m i386:x86-64 -d ${MSVC_SDK}/${dll}.def
      -l ${MSVC_SDK}/${dll}.lib COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
  execute_process(COMMAND ${MSVC_START_CLANG} --target=x86_64-pc-windows-msvc -O1 -ffreestanding
    -fno-stack-protector -c -o ${MSVC_SDK}/start.obj ${CMAKE_CURRENT_LIST_DIR}/msvc_start.c COMMAND_ERROR_IS_FATAL ANY)
endif()
set(libraries "${no_default} ${MSVC_SDK}/start.obj ${MSVC_SDK}/ucrtbase.lib ${MSVC_SDK}/kernel32.lib")
set(CMAKE_EXE_LINKER_FLAGS_INIT ${libraries})
set(CMAKE_SHARED_LINKER_FLAGS_INIT ${libraries})
set(CMAKE_C_STANDARD_LIBRARIES "" CACHE STRING "")

include(${CMAKE_CURRENT_LIST_DIR}/wine.cmake)
