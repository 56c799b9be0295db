// Bounds that are computed once for all queries: the variants of a method share them, and so do
// some methods.
#ifndef BENCH_KNOWN_H
#define BENCH_KNOWN_H

#include "family.h"

// A library's function of bounds, of whatever type.
typedef void known_function(void);

// Initialise with zeros.
struct known {
    struct known_bounds *first;
};

// The bounds that a function has on one of the queries. `find` computes them, for all queries when
// the function is first asked for; if there is no memory to keep them, one by one.
struct family_bounds known_find(struct known *known, known_function *of,
                                const struct queries *queries, size_t index,
                                struct family_bounds (*find)(const struct queries *queries,
                                                             known_function *of, size_t index));
void known_free(struct known *known);

#endif
