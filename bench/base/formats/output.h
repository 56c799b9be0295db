// Files that appear whole or not at all.
#ifndef BENCH_OUTPUT_H
#define BENCH_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

// Creates a folder and its missing parents, and checks that files can be created in it. Returns 0,
// or CLI_BAD after complaining.
int output_prepare(const char *directory);

// Writes a file under a temporary name and renames it, so that a reader always finds either the old
// file or the new one. A symbolic link stays, and the file that it leads to is replaced.
// Interruptions by the user wait. Returns 0, or CLI_BAD after complaining.
int output_write(const char *directory, const char *name, const void *bytes, size_t count);

// A text that is written in memory.
struct output {
    FILE *stream;
    char *text; // for free(), from output_end() on
    size_t length;
};

// These return 0, or CLI_BAD after complaining; then there is no text.
int output_begin(struct output *output);
int output_end(struct output *output);

// Ends it without a text.
void output_abandon(struct output *output);

// Ends it and makes it a file, as output_write().
int output_end_file(struct output *output, const char *directory, const char *name);

// Removes the files of a folder whose names `is_old` picks. What cannot be removed stays.
void output_remove(const char *directory, bool (*is_old)(const char *name));

#endif
