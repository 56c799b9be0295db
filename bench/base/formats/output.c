// Files that appear whole or not at all: write under a temporary name, then rename. Devices and
// pipes are written to, and stay what they are.
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "files.h"
#include "signals.h"

// "DIRECTORY/NAME" or, while it is being written, "DIRECTORY/.NAME.PROCESS"; NULL if out of memory.
static char *join(const char *directory, const char *name, int process) {
    const size_t bytes = strlen(directory) + strlen(name) + 32;
    char *path = malloc(bytes);
    if (!path) {
        cli_out_of_memory();
    } else if (process == 0) {
        snprintf(path, bytes, "%s/%s", directory, name);
    } else {
        snprintf(path, bytes, "%s/.%s.%d", directory, name, process);
    }
    return path;
}

// Creates each folder along a path; `path` is unchanged afterwards.
static int make_folders(char *path) {
    for (char *end = path; *end != '\0'; ++end) {
        if (files_is_separator(*end) && end > path) {
            const char separator = *end;
            *end = '\0';
            const int made = files_make_folder(path);
            *end = separator;
            if (made < 0) {
                return -1;
            }
        }
    }
    return files_make_folder(path);
}

// Checking the permissions is not enough: a file system may be full or read-only.
static int try_to_create(const char *directory) {
    char *path = join(directory, "try", getpid());
    if (!path) {
        return CLI_BAD;
    }
    signals_hold();
    const int file = files_open(path, O_WRONLY | O_CREAT | O_EXCL);
    const int error = errno;
    if (file >= 0) {
        close(file);
        unlink(path);
    }
    signals_release();
    free(path);
    return file >= 0 ? 0 : cli_bad("--out: cannot write to %s: %s", directory, strerror(error));
}

int output_prepare(const char *directory) {
    char *path = strdup(directory);
    if (!path) {
        return cli_out_of_memory();
    }
    const int made = make_folders(path);
    const int error = errno;
    free(path);
    if (made < 0) {
        return cli_bad("--out: cannot create %s: %s", directory, strerror(error));
    }
    return try_to_create(directory);
}

// Opens a file and sends it bytes. Returns 0, or -1 with errno set.
static int send(const char *path, int how, const void *bytes, size_t count) {
    const int file = files_open(path, how);
    if (file < 0) {
        return -1;
    }
    const int status = files_send(file, bytes, count) ? 0 : -1;
    const int error = errno;
    if (close(file) != 0 && status == 0) { // where a network file system reports a full disk
        return -1;
    }
    errno = error;
    return status;
}

// Returns 0, or -1 with errno set and nothing left behind.
static int write_and_rename(const char *temporary, const char *final, const void *bytes,
                            size_t count) {
    if (send(temporary, O_WRONLY | O_CREAT | O_TRUNC, bytes, count) == 0 &&
        files_replace(temporary, final) == 0) {
        return 0;
    }
    const int error = errno;
    unlink(temporary);
    errno = error;
    return -1;
}

void output_remove(const char *directory, bool (*is_old)(const char *name)) {
    char **names;
    const long count = files_list(directory, is_old, &names);
    for (long i = 0; i < count; ++i) {
        char *path = join(directory, names[i], 0);
        if (path) {
            unlink(path);
        }
        free(path);
        free(names[i]);
    }
    if (count >= 0) {
        free(names);
    }
}

// Whether there is something at `path` that a file must not take the place of, such as /dev/null.
static bool is_special(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

static int write_whole(const char *directory, const char *name, const void *bytes, size_t count) {
    char *temporary = join(directory, name, getpid());
    char *final = temporary ? join(directory, name, 0) : NULL;
    int status = CLI_BAD;
    if (temporary && final) {
        signals_hold();
        status = is_special(final) ? send(final, O_WRONLY, bytes, count)
                                   : write_and_rename(temporary, final, bytes, count);
        const int error = errno;
        signals_release();
        if (status != 0) {
            status = cli_bad("%s: %s", final, strerror(error));
        }
    }
    free(temporary);
    free(final);
    return status;
}

// Sets `target` to the path that a symbolic link in a folder leads to, for free(); to NULL if there
// is no such link, or if it leads nowhere. Returns 0, or CLI_BAD after complaining.
static int follow(const char *directory, const char *name, char **target) {
    char *path = join(directory, name, 0);
    *target = NULL;
    if (!path) {
        return CLI_BAD;
    }
    int error = 0;
    if (files_is_link(path)) {
        *target = files_true_path(path);
        error = *target ? 0 : errno;
    }
    free(path);
    return error == ENOMEM ? cli_out_of_memory() : 0;
}

int output_write(const char *directory, const char *name, const void *bytes, size_t count) {
    char *target;
    if (follow(directory, name, &target) != 0) {
        return CLI_BAD;
    }
    if (!target) {
        return write_whole(directory, name, bytes, count);
    }
    char *folder, *real_name;
    const bool is_split = files_split(target, &folder, &real_name);
    const int status =
        is_split ? write_whole(folder, real_name, bytes, count) : cli_out_of_memory();
    free(folder);
    free(real_name);
    free(target);
    return status;
}

int output_begin(struct output *output) {
    output->stream = files_open_memory(&output->text, &output->length);
    return output->stream ? 0 : cli_out_of_memory();
}

int output_end(struct output *output) {
    const bool whole = fflush(output->stream) == 0 && !ferror(output->stream);
    if (files_close_memory(output->stream) == 0 && whole) {
        return 0;
    }
    free(output->text);
    return cli_out_of_memory();
}

void output_abandon(struct output *output) {
    files_close_memory(output->stream);
    free(output->text);
}

int output_end_file(struct output *output, const char *directory, const char *name) {
    if (output_end(output) != 0) {
        return CLI_BAD;
    }
    const int status = output_write(directory, name, output->text, output->length);
    free(output->text);
    return status;
}
