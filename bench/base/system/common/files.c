#include "files.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *files_name(const char *path) {
    const char *name = path;
    for (; *path != '\0'; ++path) {
        name = files_is_separator(*path) ? path + 1 : name;
    }
    return name;
}

bool files_split(const char *path, char **folder, char **name) {
    const size_t length = (size_t)(files_name(path) - path);
    *name = strdup(path + length);
    *folder = strdup(length > 0 ? path : ".");
    if (!*name || !*folder) {
        free(*name);
        free(*folder);
        *name = *folder = NULL;
        return false;
    }
    if (length > 0) {
        (*folder)[length > 1 ? length - 1 : 1] = '\0'; // a root keeps its separator
    }
    return true;
}

bool files_is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// Adds a copy of a name; false if out of memory.
static bool add_name(char ***names, long *count, const char *name) {
    char **more = realloc(*names, ((size_t)*count + 1) * sizeof *more);
    *names = more ? more : *names;
    char *copy = more ? strdup(name) : NULL;
    if (copy) {
        more[(*count)++] = copy;
    }
    return copy;
}

long files_list(const char *path, bool (*wanted)(const char *name), char ***names) {
    DIR *folder = opendir(path);
    long count = 0;
    bool enough = folder;
    *names = NULL;
    for (const struct dirent *entry; enough && (entry = readdir(folder));) {
        enough = !wanted(entry->d_name) || add_name(names, &count, entry->d_name);
    }
    if (folder) {
        closedir(folder);
    }
    if (!enough) {
        while (count > 0) {
            free((*names)[--count]);
        }
        free(*names);
        errno = folder ? ENOMEM : errno;
        return -1;
    }
    if (count > 1) {
        qsort(*names, (size_t)count, sizeof **names, compare_names);
    }
    return count;
}

FILE *files_open_text(const char *path) {
    if (strcmp(path, "-") == 0) {
        return stdin;
    }
    if (files_is_folder(path)) {
        errno = EISDIR;
        return NULL;
    }
    return fopen(path, "rb");
}

void files_close_text(FILE *file) {
    if (file != stdin) {
        fclose(file);
    }
}

bool files_send(int file, const char *bytes, size_t count) {
    while (count > 0) {
        const ssize_t written = write(file, bytes, count);
        if (written < 0 && errno != EINTR) {
            return false;
        }
        if (written > 0) {
            bytes += written;
            count -= (size_t)written;
        }
    }
    return true;
}
