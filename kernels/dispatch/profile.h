// Tuning profiles: their tables, the file format, the one in use, and the row and the choice in it
// for a query of volume/auto/tuned.
#ifndef BUOY_PROFILE_H
#define BUOY_PROFILE_H

#include <stdatomic.h>

#include "base/text_file.h"
#include "dispatch/isas.h"
#include "dispatch/registry.h"

// The methods that a table may choose from.
enum buoy_profile_method {
    BUOY_PROFILE_BLOCKS,
    BUOY_PROFILE_HIERARCHY,
    BUOY_PROFILE_BATCH,
    BUOY_PROFILE_INDEXED, // `hierarchy` of meshes that are not indexed
    BUOY_PROFILE_METHODS,
};

// A choice is a method and, times BUOY_PROFILE_METHODS, the index in buoy_isas of an instruction
// set and 1 more; 0 in place of that stands for the method's best kernel on this machine.
enum {
#define BUOY_PROFILE_COUNT(...) +1
    BUOY_PROFILE_CHOICES = BUOY_PROFILE_METHODS * (1 BUOY_FOR_EACH_ISA(BUOY_PROFILE_COUNT, , ))
#undef BUOY_PROFILE_COUNT
};

static inline enum buoy_profile_method buoy_profile_method_of(uint16_t choice) {
    return (enum buoy_profile_method)(choice % BUOY_PROFILE_METHODS);
}

// The kernel that a choice names; NULL for its method's best.
const struct buoy_kernel *buoy_profile_kernel_of(uint16_t choice);

// The most rows and columns of a table.
#define BUOY_PROFILE_ROWS 24
#define BUOY_PROFILE_COLUMNS 16

// `batch` needs scratch memory for every vertex, and callers have to provide it before a table is
// asked. Tables choose it for meshes of at most so many triangles.
#define BUOY_PROFILE_BATCH_TRIANGLES 512

// Choices by numbers of triangles and of planes in a query. A row holds from its number of
// triangles on, a column from its number of planes on; both begin with 0 and ascend, and the last
// is followed by BUOY_PROFILE_END, which as an unsigned number is above any other.
#define BUOY_PROFILE_END (-1)
struct buoy_profile_table {
    int32_t rows, columns;
    int32_t triangles[BUOY_PROFILE_ROWS + 1];
    int32_t planes[BUOY_PROFILE_COLUMNS + 1];
    uint16_t choices[BUOY_PROFILE_ROWS][BUOY_PROFILE_COLUMNS];
};

// Never changes once it is in use.
struct buoy_profile {
    struct buoy_profile_table tables[2][2]; // of meshes that are cold or not, and compact or not
};

// The version of the format, and the most bytes of a file.
#define BUOY_PROFILE_FORMAT 1
#define BUOY_PROFILE_MOST_BYTES 65536

// Reads a whole file and checks that it was measured with this library on this machine. `name` goes
// in front of messages. Allocates nothing. Returns BUOY_OK; BUOY_ERROR_PROFILE, and an undefined
// profile, with a message that names the line.
enum buoy_status buoy_profile_parse(struct buoy_text_file *file, const char *name,
                                    struct buoy_profile *profile, struct buoy_error *error);

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

// The choice for a mesh and a number of planes. Small numbers come first, because few planes and
// triangles leave the least time to search.
static inline uint16_t buoy_profile_choice(const struct buoy_profile_table *table,
                                           uint32_t triangles, size_t planes) {
    size_t row = 1, column = 1;
    while (triangles >= (uint32_t)table->triangles[row]) {
        ++row;
    }
    while (planes >= (size_t)table->planes[column]) {
        ++column;
    }
    return table->choices[row - 1][column - 1];
}

#endif
