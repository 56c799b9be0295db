// The source of true answers.
#include "truth.h"

#include "cli.h"

#ifdef BUOY_HAVE_GMP

#include <gmp.h>

#include "exact.h"
#include "exact_polygon.h"

const char *truth_library(void) {
    return gmp_version;
}

const char *truth_source(void) {
    return "exact arithmetic";
}

bool truth_is_of(const char *kernel) {
    (void)kernel;
    return false;
}

int truth_find_volumes(const struct buoy_mesh *mesh, const struct buoy_plane *planes, size_t count,
                       struct buoy_volume *truth) {
    struct buoy_exact *exact = buoy_exact_create(mesh);
    if (!exact) {
        return cli_out_of_memory();
    }
    for (size_t i = 0; i < count; ++i) {
        buoy_exact_volume(exact, &planes[i], &truth[i]);
    }
    buoy_exact_destroy(exact);
    return 0;
}

int truth_find_areas(const struct buoy_polygon *polygons, const struct buoy_line *lines,
                     size_t count, struct buoy_area *truth) {
    for (size_t i = 0; i < count; ++i) {
        buoy_exact_polygon(&polygons[i], &lines[i], &truth[i]);
    }
    return 0;
}

#else

#include <string.h>

#include "query.h"

const char *truth_library(void) {
    return NULL;
}

const char *truth_source(void) {
    return "references in double";
}

bool truth_is_of(const char *kernel) {
    return strcmp(kernel, "volume/catto64/scalar") == 0 ||
           strcmp(kernel, "polygon/clip/scalar") == 0;
}

int truth_find_volumes(const struct buoy_mesh *mesh, const struct buoy_plane *planes, size_t count,
                       struct buoy_volume *truth) {
    return query_volume(buoy_kernel_find("volume/catto64/scalar"), mesh, 0, planes, count, truth);
}

int truth_find_areas(const struct buoy_polygon *polygons, const struct buoy_line *lines,
                     size_t count, struct buoy_area *truth) {
    const struct buoy_polygon_query query = {polygons, lines, count};
    struct buoy_error error;
    return buoy_polygon_with(buoy_kernel_find("polygon/clip/scalar"), &query, truth, &error) ==
                   BUOY_OK
               ? 0
               : cli_bad("%s", error.message);
}

#endif
