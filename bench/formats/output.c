// Files that appear whole or not at all: write under a temporary name, then rename. Devices and
// pipes are written to, and stay what they are.
#include "output.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"

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
        if (*end == '/' && end > path) {
            *end = '\0';
            const int made = mkdir(path, 0777);
            *end = '/';
            if (made != 0 && errno != EEXIST) {
                return -1;
            }
        }
    }
    return mkdir(path, 0777) == 0 || errno == EEXIST ? 0 : -1;
}

// Blocks interruptions while a file has its temporary name.
static void hold_interruptions(sigset_t *before) {
    sigset_t interruptions;
    sigemptyset(&interruptions);
    sigaddset(&interruptions, SIGINT);
    sigaddset(&interruptions, SIGTERM);
    sigaddset(&interruptions, SIGHUP);
    sigprocmask(SIG_BLOCK, &interruptions, before);
}

// Checking the permissions is not enough: a file system may be full or read-only.
static int try_to_create(const char *directory) {
    char *path = join(directory, "try", getpid());
    if (!path) {
        return CLI_BAD;
    }
    sigset_t before;
    hold_interruptions(&before);
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
    const int error = errno;
    if (file >= 0) {
        close(file);
        unlink(path);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
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
    if (made != 0) {
        return cli_bad("--out: cannot create %s: %s", directory, strerror(error));
    }
    return try_to_create(directory);
}

bool output_send(int file, const char *bytes, size_t count) {
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

// Returns 0, or -1 with errno set and nothing left behind.
static int write_and_rename(const char *temporary, const char *final, const void *bytes,
                            size_t count) {
    const int file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file < 0) {
        return -1;
    }
    int status = output_send(file, bytes, count) ? 0 : -1;
    int error = errno;
    if (close(file) != 0 && status == 0) { // where a network file system reports a full disk
        status = -1;
        error = errno;
    }
    if (status == 0 && rename(temporary, final) != 0) {
        status = -1;
        error = errno;
    }
    if (status != 0) {
        unlink(temporary);
        errno = error;
    }
    return status;
}

void output_remove(const char *directory, bool (*is_old)(const char *name)) {
    DIR *folder = opendir(directory);
    for (const struct dirent *entry; folder && (entry = readdir(folder));) {
        char *path = is_old(entry->d_name) ? join(directory, entry->d_name, 0) : NULL;
        if (path) {
            unlink(path);
        }
        free(path);
    }
    if (folder) {
        closedir(folder);
    }
}

// Whether there is something at `path` that a file must not take the place of, such as /dev/null.
static bool is_special(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

// Returns 0, or -1 with errno set.
static int write_in_place(const char *path, const void *bytes, size_t count) {
    const int file = open(path, O_WRONLY);
    if (file < 0) {
        return -1;
    }
    int status = output_send(file, bytes, count) ? 0 : -1;
    const int error = errno;
    if (close(file) != 0 && status == 0) {
        return -1;
    }
    errno = error;
    return status;
}

static int write_whole(const char *directory, const char *name, const void *bytes, size_t count) {
    char *temporary = join(directory, name, getpid());
    char *final = temporary ? join(directory, name, 0) : NULL;
    int status = CLI_BAD;
    if (temporary && final) {
        sigset_t before;
        hold_interruptions(&before);
        status = is_special(final) ? write_in_place(final, bytes, count)
                                   : write_and_rename(temporary, final, bytes, count);
        const int error = errno;
        sigprocmask(SIG_SETMASK, &before, NULL);
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
    struct stat status;
    *target = NULL;
    if (!path) {
        return CLI_BAD;
    }
    int error = 0;
    if (lstat(path, &status) == 0 && S_ISLNK(status.st_mode)) {
        *target = realpath(path, NULL);
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
    char *slash = strrchr(target, '/');
    *slash = '\0';
    const int status = write_whole(target, slash + 1, bytes, count);
    free(target);
    return status;
}
