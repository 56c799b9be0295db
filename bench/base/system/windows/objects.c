#include "objects.h"

#include <stdio.h>
#include <string.h>
#include <windows.h>

void *objects_load(const char *path, char *reason, size_t size) {
    const UINT mode = SetErrorMode(SEM_FAILCRITICALERRORS); // no window
    char whole[4096];                                       // so that DLLs beside it are found
    const DWORD length = GetFullPathNameA(path, sizeof whole, whole, NULL);
    void *object = LoadLibraryExA(length > 0 && length < sizeof whole ? whole : path, NULL,
                                  LOAD_WITH_ALTERED_SEARCH_PATH);
    const DWORD error = GetLastError();
    SetErrorMode(mode);
    if (!object) {
        snprintf(reason, size, "error %lu of Windows", error);
        FormatMessageA(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, NULL, error, 0,
                       reason, (DWORD)size, NULL);
        reason[strcspn(reason, ".\r\n")] = '\0';
    }
    return object;
}

void objects_unload(void *object) {
    FreeLibrary(object);
}

void *objects_find(void *object, const char *symbol) {
    void *address;
    const FARPROC function = GetProcAddress(object, symbol);
    memcpy(&address, &function, sizeof address);
    return address;
}
