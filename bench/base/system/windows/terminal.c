#include "terminal.h"

#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <windows.h>

long terminal_columns(void) {
    CONSOLE_SCREEN_BUFFER_INFO info;
    const HANDLE terminal = GetStdHandle(STD_OUTPUT_HANDLE);
    return GetConsoleScreenBufferInfo(terminal, &info)
               ? info.srWindow.Right - info.srWindow.Left + 1
               : 0;
}

static UINT code_page_before;

static void restore_code_page(void) {
    SetConsoleOutputCP(code_page_before);
}

static void understand_escapes(DWORD stream) {
    const HANDLE terminal = GetStdHandle(stream);
    DWORD mode;
    if (GetConsoleMode(terminal, &mode)) {
        SetConsoleMode(terminal, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    }
}

// The C library has no descriptor for a closed stream, and lets its use fail.
bool terminal_begin(void) {
    _fmode = _O_BINARY;
    for (int stream = 0; stream <= 2; ++stream) {
        _setmode(stream, _O_BINARY);
    }
    code_page_before = GetConsoleOutputCP();
    if (code_page_before != 0 && code_page_before != CP_UTF8 && SetConsoleOutputCP(CP_UTF8)) {
        atexit(restore_code_page);
    }
    understand_escapes(STD_OUTPUT_HANDLE);
    understand_escapes(STD_ERROR_HANDLE);
    return true;
}

bool terminal_reader_left(void) {
    const HANDLE output = GetStdHandle(STD_OUTPUT_HANDLE);
    DWORD written;
    return GetFileType(output) == FILE_TYPE_PIPE && !WriteFile(output, "", 0, &written, NULL) &&
           (GetLastError() == ERROR_NO_DATA || GetLastError() == ERROR_BROKEN_PIPE);
}
