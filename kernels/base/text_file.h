// Reads a small file without the C library's streams, which allocate memory of their own, and the
// environment. With BUOY_NO_FILES, for consoles and browsers, there is neither.
#ifndef BUOY_TEXT_FILE_H
#define BUOY_TEXT_FILE_H

#include <stdbool.h>
#include <stddef.h>

// A file, or a text in memory; opened by one of the functions below.
struct buoy_text_file {
    int descriptor; // −1: a text in memory
    int error;      // errno of what failed, else 0
    const char *next, *end;
    char buffer[512];
};

// Opens a file; false if it cannot be opened, with the reason in `error`. Does not wait for a pipe.
bool buoy_text_file_open(struct buoy_text_file *file, const char *path);

// Reads from memory, which must stay as it is meanwhile.
void buoy_text_file_from_memory(struct buoy_text_file *file, const char *text, size_t bytes);

// The next byte; −1 at the end, and after an error.
int buoy_text_file_next(struct buoy_text_file *file);

void buoy_text_file_close(struct buoy_text_file *file);

// The value of an environment variable; NULL if it is not set, or empty.
const char *buoy_environment(const char *name);

#endif
