// The scenes that come with the program: the files of builtin/, which are built in.
#ifndef BENCH_SCENES_H
#define BENCH_SCENES_H

#include <stddef.h>
#include <stdio.h>

struct scene;

struct scenes_entry {
    const char *name, *text; // of the file, without .json; its contents
    size_t length;
};

// In alphabetical order.
extern const struct scenes_entry scenes_all[];
extern const size_t scenes_count;

// Reads the scene that a word names: a file if the word is "-" or has a '/' or a '.', else one of
// those above. `flags` are of enum buoy_mesh_flags. Returns 0, or CLI_BAD after complaining;
// scene_file_free() is allowed either way.
int scenes_open(const char *word, unsigned flags, struct scene *scene);

// Prints names, titles and what to look at.
int scenes_print(void);

#endif
