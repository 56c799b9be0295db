// Pictures while they are made: a script in memory, which gnuplot draws into a file.
#ifndef BENCH_PICTURES_H
#define BENCH_PICTURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

// A script while it is being written, in memory.
struct picture_script {
    FILE *stream;
    char *text;
    size_t length;
};

// The pictures of one command.
struct pictures {
    const char *directory;
    size_t drawn, failed;
    bool absent; // no gnuplot
};

// False if out of memory.
bool pictures_open(struct picture_script *script);

// Draws the script into a file of the folder, then frees the script. Returns 0, or CLI_BAD after
// complaining.
int pictures_draw(struct picture_script *script, const char *name, struct pictures *pictures);

// A file's name WHAT-OF.png with plain characters only; others in a row become one hyphen.
void pictures_name(const char *what, const char *of, char *name, size_t size);

#endif
