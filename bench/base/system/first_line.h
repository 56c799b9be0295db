// What the system says in files of a line.
#ifndef BENCH_FIRST_LINE_H
#define BENCH_FIRST_LINE_H

#include <stdio.h>
#include <string.h>

// Reads the first line of a file without white space at its end; NULL if it cannot be read.
static inline const char *first_line(const char *path, char *line, int size) {
    FILE *file = fopen(path, "r");
    const char *read = file ? fgets(line, size, file) : NULL;
    if (file) {
        fclose(file);
    }
    for (size_t end = read ? strlen(line) : 0; end > 0 && strchr(" \t\n", line[end - 1]); --end) {
        line[end - 1] = '\0';
    }
    return read;
}

#endif
