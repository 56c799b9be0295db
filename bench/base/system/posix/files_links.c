#include <unistd.h>

#include "files.h"

int files_link(const char *to, const char *path) {
    return symlink(to, path);
}
