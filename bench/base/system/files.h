// Files and paths, in UTF-8. Functions that fail set errno.
#ifndef BENCH_FILES_H
#define BENCH_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// ---------------------------------------------------------------- what every system has (files.c)

// The part of a path behind the last separator of folders.
const char *files_name(const char *path);

// Splits a path into folder ("." if it names none) and name, both for free(); false if out of
// memory.
bool files_split(const char *path, char **folder, char **name);

bool files_is_folder(const char *path);

// The files of a folder whose names are wanted, sorted, each and all for free(); -1 if that fails.
long files_list(const char *path, bool (*wanted)(const char *name), char ***names);

// Opens a file to read it; "-" is standard input. NULL if that fails, as for folders.
FILE *files_open_text(const char *path);
void files_close_text(FILE *file);

// Sends all bytes to an open file or pipe; false if that fails.
bool files_send(int file, const char *bytes, size_t count);

// ------------------------------------------------------------------------------ a system's own

// A file that takes everything and keeps nothing.
extern const char files_nowhere[];

bool files_is_separator(char c);
bool files_is_absolute(const char *path);

// The path without symbolic links, for free(); NULL if nothing is there.
char *files_true_path(const char *path);

bool files_is_link(const char *path);

// open() with permissions for all; reading does not wait for a pipe's writer.
int files_open(const char *path, int how);

// Reads from a place in an open file; as read().
long files_read(int file, void *to, size_t bytes, uint64_t from);

// Creates a folder: 0; 1 if it exists; or -1.
int files_make_folder(const char *path);

// Renames a file, in place of one that exists: 0, or -1.
int files_replace(const char *from, const char *to);

// Makes a symbolic link to a path (files_links.c): 0, or -1, as where the system or its user has
// none.
int files_link(const char *to, const char *path);

// An empty file that is removed when it is closed; NULL if that fails.
FILE *files_temporary(void);

// A stream into memory; NULL if that fails. When it is closed, text and length are set, the former
// for free(); as fclose().
FILE *files_open_memory(char **text, size_t *length);
int files_close_memory(FILE *stream);

// The folder of the user's settings for this program; false if the environment names none.
bool files_settings(char *path, size_t size);
extern const char files_settings_named_by[]; // "XDG_CONFIG_HOME nor HOME"

#endif
