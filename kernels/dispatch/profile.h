// Which kernel answers a query of volume/auto/tuned: a table, either measured or built in.
#ifndef BUOY_PROFILE_H
#define BUOY_PROFILE_H

#include <stdatomic.h>

#include "dispatch/registry.h"
#include "mesh/mesh.h"

// The methods that a table may choose from.
enum buoy_profile_method {
    BUOY_PROFILE_BLOCKS,
    BUOY_PROFILE_HIERARCHY,
    BUOY_PROFILE_BATCH,
    BUOY_PROFILE_METHODS,
};

// A choice is a method and, times 4, the index in the registry of the kernel and 1 more; 0 in place
// of that stands for the method's best kernel on this machine.
static inline enum buoy_profile_method buoy_profile_method_of(uint16_t choice) {
    return (enum buoy_profile_method)(choice % 4);
}

// NULL: the best one.
static inline const struct buoy_kernel *buoy_profile_kernel_of(uint16_t choice) {
    return choice < 4 ? NULL : &buoy_kernels[choice / 4 - 1];
}

// The most rows and columns of a table.
#define BUOY_PROFILE_ROWS 24
#define BUOY_PROFILE_COLUMNS 16

// `batch` needs scratch memory for every vertex, and callers have to provide it before a table is
// asked. Tables choose it for meshes of at most so many triangles.
#define BUOY_PROFILE_BATCH_TRIANGLES 512

// Choices by numbers of triangles and of planes in a query. A row holds from its number of
// triangles on, a column from its number of planes on; both begin with 0 and ascend.
struct buoy_profile_table {
    int32_t rows, columns;
    int32_t triangles[BUOY_PROFILE_ROWS];
    int32_t planes[BUOY_PROFILE_COLUMNS];
    uint16_t choices[BUOY_PROFILE_ROWS][BUOY_PROFILE_COLUMNS];
};

// Never changes once it is in use.
struct buoy_profile {
    struct buoy_profile_table tables[2][2]; // of meshes that are cold or not, and compact or not
};

// NULL until buoy_profile_in_use() has looked at BUOY_PROFILE.
extern _Atomic(const struct buoy_profile *) buoy_profile_published;

// Looks at BUOY_PROFILE, if nobody has yet, and returns the profile in use.
const struct buoy_profile *buoy_profile_look(void);

// The profile in use; never NULL.
static inline const struct buoy_profile *buoy_profile_in_use(void) {
    const struct buoy_profile *profile =
        atomic_load_explicit(&buoy_profile_published, memory_order_acquire);
    return profile ? profile : buoy_profile_look();
}

// What is in use where no profile is.
const struct buoy_profile *buoy_profile_built_in(void);

// The row for a mesh, and the choice in it for a number of planes. Small numbers come first,
// because few planes and triangles leave the least time to search.
static inline const uint16_t *buoy_profile_row(const struct buoy_profile_table *table,
                                               uint32_t triangles) {
    int32_t row = 1;
    while (row < table->rows && triangles >= (uint32_t)table->triangles[row]) {
        ++row;
    }
    return table->choices[row - 1];
}

static inline uint16_t buoy_profile_choice(const struct buoy_profile_table *table,
                                           const uint16_t *row, size_t planes) {
    int32_t column = 1;
    while (column < table->columns && planes >= (size_t)table->planes[column]) {
        ++column;
    }
    return row[column - 1];
}

#endif
