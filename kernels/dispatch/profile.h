// The tuning profile in use, and the row and the choice in it for a query of volume/auto/tuned.
#ifndef BUOY_PROFILE_H
#define BUOY_PROFILE_H

#include <stdatomic.h>

#include "dispatch/profile_text.h"

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
    size_t next = 1;
    while (triangles >= (uint32_t)table->triangles[next]) {
        ++next;
    }
    return table->choices[next - 1];
}

static inline uint16_t buoy_profile_choice(const struct buoy_profile_table *table,
                                           const uint16_t *row, size_t planes) {
    size_t next = 1;
    while (planes >= (size_t)table->planes[next]) {
        ++next;
    }
    return row[next - 1];
}

#endif
