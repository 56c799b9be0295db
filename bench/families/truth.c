// Where true answers come from.
#include "truth.h"

#include "cli.h"

#ifdef BUOY_HAVE_GMP

#include <gmp.h>

#include "exact.h"

const char *truth_library(void) {
    return gmp_version;
}

const char *truth_source(void) {
    return "exact arithmetic";
}

int truth_find_volumes(const struct buoy_mesh *mesh, const struct buoy_plane *planes, size_t count,
                       struct buoy_volume *truth) {
    struct buoy_exact *exact = buoy_exact_create(mesh);
    if (exact == NULL) {
        return cli_out_of_memory();
    }
    for (size_t i = 0; i < count; i++) {
        buoy_exact_volume(exact, &planes[i], &truth[i]);
    }
    buoy_exact_destroy(exact);
    return 0;
}

#else

#include "query.h"

const char *truth_library(void) {
    return NULL;
}

const char *truth_source(void) {
    return "volume/catto64/scalar";
}

int truth_find_volumes(const struct buoy_mesh *mesh, const struct buoy_plane *planes, size_t count,
                       struct buoy_volume *truth) {
    return query_volume(buoy_kernel_find(truth_source()), mesh, 0, planes, count, truth);
}

#endif
