#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char files_nowhere[] = "/dev/null";

bool files_is_separator(char c) {
    return c == '/';
}

bool files_is_absolute(const char *path) {
    return *path == '/';
}

char *files_true_path(const char *path) {
    return realpath(path, NULL);
}

bool files_is_link(const char *path) {
    struct stat status;
    return lstat(path, &status) == 0 && S_ISLNK(status.st_mode);
}

int files_open(const char *path, int how) {
    const bool only_reads = (how & O_ACCMODE) == O_RDONLY;
    return open(path, how | O_CLOEXEC | (only_reads ? O_NONBLOCK : 0), 0666);
}

long files_read(int file, void *to, size_t bytes, uint64_t from) {
    return pread(file, to, bytes, (off_t)from);
}

int files_make_folder(const char *path) {
    return mkdir(path, 0777) == 0 ? 0 : errno == EEXIST ? 1 : -1;
}

int files_replace(const char *from, const char *to) {
    return rename(from, to);
}

FILE *files_temporary(void) {
    return tmpfile();
}

FILE *files_open_memory(char **text, size_t *length) {
    return open_memstream(text, length);
}

int files_close_memory(FILE *stream) {
    return fclose(stream);
}

// After the XDG Base Directory Specification, which has relative paths ignored.
bool files_settings(char *path, size_t size) {
    const char *base = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    const bool own = base && files_is_absolute(base);
    const int length = own ? snprintf(path, size, "%s/buoyancy", base)
                           : snprintf(path, size, "%s/.config/buoyancy", home ? home : "");
    return (own || (home && *home != '\0')) && (size_t)length < size;
}

const char files_settings_named_by[] = "neither XDG_CONFIG_HOME nor HOME is";
