// A corpus in one file: for each input a line "NAME SIZE", its bytes, and a line's end.
#ifndef FUZZ_PACK_H
#define FUZZ_PACK_H

#include <stdint.h>
#include <stdio.h>

struct pack_input {
    char name[64];
    uint8_t
        *bytes; // allocated, exactly `size` of them, so that a sanitizer sees what is read beyond
    size_t size;
};

// Reads the next input: 1, or 0 at the end, or −1 if the file is no pack.
int pack_read(FILE *pack, struct pack_input *input);

// Packs the files of a folder, in the order of their names, or unpacks into one. Returns whether
// that went well, after complaining.
int pack_folder(const char *folder, const char *path);
int unpack(const char *path, const char *folder);

// Reads a whole file.
int pack_read_file(const char *path, struct pack_input *input);

#endif
