// The program's manifest has all functions of Windows and of its C library take UTF-8.
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

const char files_nowhere[] = "NUL";

bool files_is_separator(char c) {
    return c == '/' || c == '\\' || c == ':';
}

bool files_is_absolute(const char *path) {
    return files_is_separator(path[0]) || (path[0] != '\0' && path[1] == ':');
}

// Sets errno to what is the matter, as the C library does for its own functions.
static int fail(void) {
    const DWORD error = GetLastError();
    errno = error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND ? ENOENT
            : error == ERROR_NOT_ENOUGH_MEMORY                             ? ENOMEM
            : error == ERROR_DISK_FULL                                     ? ENOSPC
                                                                           : EACCES;
    return -1;
}

char *files_true_path(const char *path) {
    const HANDLE file = CreateFileA(path, 0, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL,
                                    OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (file == INVALID_HANDLE_VALUE) {
        fail();
        return NULL;
    }
    const DWORD size = GetFinalPathNameByHandleA(file, NULL, 0, 0);
    char *name = malloc(size + 1);
    if (name && GetFinalPathNameByHandleA(file, name, size + 1, 0) == 0) {
        fail();
        free(name);
        name = NULL;
    }
    CloseHandle(file);
    return name;
}

bool files_is_link(const char *path) {
    const DWORD attributes = GetFileAttributesA(path);
    return attributes != INVALID_FILE_ATTRIBUTES && attributes & FILE_ATTRIBUTE_REPARSE_POINT;
}

int files_open(const char *path, int how) {
    const int file = open(path, how | O_BINARY | O_NOINHERIT, 0666);
    if (file < 0 && files_is_folder(path)) {
        errno = EISDIR;
    }
    return file;
}

long files_read(int file, void *to, size_t bytes, uint64_t from) {
    const unsigned part = bytes < INT_MAX ? (unsigned)bytes : INT_MAX;
    return _lseeki64(file, (int64_t)from, SEEK_SET) < 0 ? -1 : read(file, to, part);
}

int files_make_folder(const char *path) {
    return mkdir(path) == 0 ? 0 : errno == EEXIST || files_is_folder(path) ? 1 : -1;
}

int files_replace(const char *from, const char *to) {
    return MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING) ? 0 : fail();
}

FILE *files_temporary(void) {
    char folder[MAX_PATH + 1], name[MAX_PATH + 1];
    if (GetTempPathA(sizeof folder, folder) == 0 ||
        GetTempFileNameA(folder, "buoy", 0, name) == 0) {
        fail();
        return NULL;
    }
    FILE *file = fopen(name, "w+bTD"); // short-lived, deleted when closed
    if (!file) {
        remove(name);
    }
    return file;
}

// Streams into memory are temporary files, read back when they are closed.
static struct memory {
    FILE *stream;
    char **text;
    size_t *length;
} memories[8];

static struct memory *find_memory(const FILE *stream) {
    for (size_t i = 0; i < sizeof memories / sizeof *memories; ++i) {
        if (memories[i].stream == stream) {
            return &memories[i];
        }
    }
    return NULL;
}

FILE *files_open_memory(char **text, size_t *length) {
    struct memory *memory = find_memory(NULL);
    *text = NULL;
    *length = 0;
    if (memory) {
        *memory = (struct memory){files_temporary(), text, length};
    }
    return memory ? memory->stream : NULL;
}

int files_close_memory(FILE *stream) {
    struct memory *memory = find_memory(stream);
    const long length = ferror(stream) ? -1 : ftell(stream);
    char *text = length >= 0 ? malloc((size_t)length + 1) : NULL;
    rewind(stream);
    const bool whole = text && fread(text, 1, (size_t)length, stream) == (size_t)length;
    if (whole) {
        text[length] = '\0';
        *memory->text = text;
        *memory->length = (size_t)length;
    } else {
        free(text);
    }
    fclose(stream);
    memory->stream = NULL;
    return whole ? 0 : EOF;
}

bool files_settings(char *path, size_t size) {
    const char *base = getenv("LOCALAPPDATA");
    const int length = snprintf(path, size, "%s\\buoyancy", base ? base : "");
    return base && *base != '\0' && (size_t)length < size;
}

const char files_settings_named_by[] = "LOCALAPPDATA is not";
