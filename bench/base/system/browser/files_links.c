#include <errno.h>

#include "files.h"

// The page's file system has no links.
int files_link(const char *to, const char *path) {
    (void)to;
    (void)path;
    errno = ENOSYS;
    return -1;
}
