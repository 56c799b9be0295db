// The session entered, as plugins.c asks it.
#ifndef BENCH_HULLS_H
#define BENCH_HULLS_H

#include "loaded.h"

struct prepared_hull {
    const void *of; // mesh or waves; NULL: an empty slot
    void *hull;
};

struct plugin_session {
    struct plugin_kernel *plugin;
    struct prepared_hull latest; // most queries are about the same mesh as the one before
    struct prepared_hull *hulls; // a hash table
    size_t capacity, count;      // of the table: a power of two, at most half full
    struct buoy_plugin_accuracy accuracy;
    char declined[BUOY_PLUGIN_REASON + 8], failure[400]; // or ""
    char asked[100];                                     // what is said if a query crashes
};

// The session entered, or NULL.
struct plugin_session *session_current(void);

// Finds or prepares the hull of a mesh, or of waves: one of them is NULL, or both if the family has
// none. False if the kernel cannot answer; the session knows why.
bool session_find_hull(struct plugin_session *session, const struct buoy_mesh *mesh,
                       const struct buoy_waves *waves, void **hull);

// Notes that a query was not answered.
void session_fail(struct plugin_session *session, int returned);

#endif
