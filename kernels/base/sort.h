// Sorting in place. qsort() may allocate memory without the caller's allocator: glibc's does for
// more than 1 KB.
#ifndef BUOY_SORT_H
#define BUOY_SORT_H

#include <stddef.h>

// Sorts `count` items of `size` bytes; arguments are those of qsort(). A heap sort, whose time is n
// log n whatever the order. Equal items end in any order, the same everywhere.
void buoy_sort(void *items, size_t count, size_t size,
               int (*compare)(const void *left, const void *right));

#endif
