// Bounds that are computed once for all queries.
#include "known.h"

#include <stdlib.h>

struct known_bounds {
    struct known_bounds *next;
    known_function *of;
    struct family_bounds all[]; // one per query
};

struct family_bounds known_find(struct known *known, known_function *of,
                                const struct queries *queries, size_t index,
                                struct family_bounds (*find)(const struct queries *queries,
                                                             known_function *of, size_t index)) {
    struct known_bounds *bounds = known->first;
    while (bounds && bounds->of != of) {
        bounds = bounds->next;
    }
    if (!bounds) {
        bounds = malloc(sizeof *bounds + queries->count * sizeof bounds->all[0]);
        if (!bounds) {
            return find(queries, of, index);
        }
        bounds->of = of;
        for (size_t i = 0; i < queries->count; ++i) {
            bounds->all[i] = find(queries, of, i);
        }
        bounds->next = known->first;
        known->first = bounds;
    }
    return bounds->all[index];
}

void known_free(struct known *known) {
    while (known->first) {
        struct known_bounds *next = known->first->next;
        free(known->first);
        known->first = next;
    }
}
