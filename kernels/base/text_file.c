// Reads a small file without the C library's streams, which allocate memory of their own.
#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L // NOLINT(*-reserved-identifier,cert-dcl*): for O_CLOEXEC
#endif

#include "base/text_file.h"

#include <errno.h>
#include <fcntl.h>

#if defined(_WIN32)
#include <io.h>
#define open _open
#define read _read
#define close _close
#define HOW (_O_RDONLY | _O_BINARY)
#else
#include <unistd.h>
#define HOW (O_RDONLY | O_NONBLOCK | O_CLOEXEC)
#endif

bool buoy_text_file_open(struct buoy_text_file *file, const char *path) {
    file->next = file->end = file->buffer;
    file->descriptor = open(path, HOW);
    file->error = file->descriptor < 0 ? errno : 0;
    return file->descriptor >= 0;
}

void buoy_text_file_from_memory(struct buoy_text_file *file, const char *text, size_t bytes) {
    file->next = text;
    file->end = text + bytes;
    file->descriptor = -1;
    file->error = 0;
}

static void refill(struct buoy_text_file *file) {
    long got;
    do {
        got = (long)read(file->descriptor, file->buffer, sizeof file->buffer);
    } while (got < 0 && errno == EINTR);
    file->error = got < 0 ? errno : 0;
    file->next = file->buffer;
    file->end = file->buffer + (got > 0 ? got : 0);
}

int buoy_text_file_next(struct buoy_text_file *file) {
    if (file->next == file->end && file->descriptor >= 0 && file->error == 0) {
        refill(file);
    }
    return file->next == file->end ? -1 : (unsigned char)*file->next++;
}

void buoy_text_file_close(struct buoy_text_file *file) {
    if (file->descriptor >= 0) {
        close(file->descriptor);
        file->descriptor = -1;
    }
}
