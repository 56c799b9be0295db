// What a part of the program prints, while it runs in this process.
#include "capture.h"

#include <stdlib.h>
#include <unistd.h>

enum {
    MOST_KEPT = 1 << 20 // of what is printed; the rest is only counted
};

void open_capture(struct capture *capture, FILE *stream, int descriptor) {
    if (!capture->file) {
        capture->file = tmpfile();
        capture->text = malloc(MOST_KEPT + 1);
        capture->stream = stream;
        capture->descriptor = descriptor;
        if (!capture->file || !capture->text) {
            abort();
        }
    }
    fflush(stream);
    capture->original = dup(descriptor);
    if (capture->original < 0 || dup2(fileno(capture->file), descriptor) < 0) {
        abort();
    }
}

const char *close_capture(struct capture *capture) {
    const int file = fileno(capture->file);
    fflush(capture->stream);
    clearerr(capture->stream);
    if (dup2(capture->original, capture->descriptor) < 0) {
        abort();
    }
    close(capture->original);
    const ssize_t size = pread(file, capture->text, MOST_KEPT, 0);
    if (size < 0 || ftruncate(file, 0) != 0 || lseek(file, 0, SEEK_SET) != 0) {
        abort();
    }
    capture->text[size] = '\0';
    return capture->text;
}
