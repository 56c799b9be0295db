#include "platform.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <windows.h>

#define PROCESSOR "HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0"

bool platform_cpu(char *name, size_t size) {
    DWORD bytes = (DWORD)size;
    return RegGetValueA(HKEY_LOCAL_MACHINE, PROCESSOR, "ProcessorNameString", RRF_RT_REG_SZ, NULL,
                        name, &bytes) == ERROR_SUCCESS;
}

const char *platform_architecture(void) {
    SYSTEM_INFO info;
    GetNativeSystemInfo(&info);
    return info.wProcessorArchitecture == PROCESSOR_ARCHITECTURE_AMD64   ? "x86_64"
           : info.wProcessorArchitecture == PROCESSOR_ARCHITECTURE_ARM64 ? "aarch64"
                                                                         : "unknown";
}

// GetVersionEx() tells the version that the manifest asks for; this one, the true one.
bool platform_system(char *text, size_t size) {
    typedef LONG WINAPI get_version(OSVERSIONINFOW *);
    const FARPROC found = GetProcAddress(GetModuleHandleA("ntdll"), "RtlGetVersion");
    OSVERSIONINFOW version = {.dwOSVersionInfoSize = sizeof version};
    get_version *get;
    memcpy(&get, &found, sizeof get);
    if (!get || get(&version) != 0) {
        return false;
    }
    snprintf(text, size, "Windows %lu.%lu.%lu %s", version.dwMajorVersion, version.dwMinorVersion,
             version.dwBuildNumber, platform_architecture());
    return true;
}

const char *platform_governor(char *text, int size) {
    (void)text, (void)size;
    return NULL;
}

// The registry has the nominal frequency, whatever the clock does.
double platform_megahertz(void) {
    return (double)NAN;
}

size_t platform_memory(void) {
    MEMORYSTATUSEX status = {.dwLength = sizeof status};
    return GlobalMemoryStatusEx(&status) ? (size_t)status.ullTotalPhys : 0;
}

const char *platform_glibc(void) {
    return NULL;
}
