// Files and environment: all that the library asks of the system.
#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L // NOLINT(*-reserved-identifier,cert-dcl*): for O_CLOEXEC
#endif

#include "base/arithmetic.h"

#include "base/text_file.h"

#include <errno.h>
#include <stdlib.h>

#if defined(BUOY_NO_FILES)
#define getenv(name) ((void)(name), (const char *)NULL)
#define open(path, how) ((void)(path), errno = ENOENT, -1)
#define read(file, to, bytes) ((void)(file), (void)(to), (void)(bytes), 0)
#define close(file) ((void)(file))
#elif defined(_WIN32)
#include <fcntl.h>
#include <io.h>
#define open _open
#define read _read
#define close _close
#define HOW (_O_RDONLY | _O_BINARY)
#else
#include <fcntl.h>
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

const char *buoy_environment(const char *name) {
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}
