// The source of true answers.
#include "truth.h"
#include "buoyancy_kernels.h"

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

int truth_find_both(const struct buoy_mesh *mesh, const struct buoy_plane64 *planes, size_t count,
                    double *rounded, double *given) {
    struct buoy_exact *of[2] = {buoy_exact_create(mesh), buoy_exact_create_as_given(mesh)};
    const bool made = of[0] && of[1];
    for (size_t i = 0; made && i < count; ++i) {
        struct buoy_volume truth[2];
        buoy_exact_volume64(of[0], &planes[i], &truth[0]);
        buoy_exact_volume64(of[1], &planes[i], &truth[1]);
        rounded[i] = truth[0].volume;
        given[i] = truth[1].volume;
    }
    buoy_exact_destroy(of[0]);
    buoy_exact_destroy(of[1]);
    return made ? 0 : cli_out_of_memory();
}

int truth_find_surfaces(const struct buoy_mesh *const *meshes, const struct buoy_plane *planes,
                        size_t count, struct buoy_hydrostatics *truth) {
    struct buoy_exact_surface *surface = NULL;
    for (size_t i = 0; i < count; ++i) {
        if (!surface || meshes[i] != meshes[i - 1]) {
            buoy_exact_surface_destroy(surface);
            surface = buoy_exact_surface_create(meshes[i]);
        }
        if (!surface) {
            return cli_out_of_memory();
        }
        buoy_exact_surface_find(surface, &planes[i], &truth[i]);
    }
    buoy_exact_surface_destroy(surface);
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
    return strcmp(kernel, TRUTH_OF_VOLUMES) == 0 || strcmp(kernel, TRUTH_OF_AREAS) == 0 ||
           strcmp(kernel, TRUTH_OF_SURFACES) == 0;
}

int truth_find_volumes(const struct buoy_mesh *mesh, const struct buoy_plane *planes, size_t count,
                       struct buoy_volume *truth) {
    return query_volume(buoy_kernel_find(TRUTH_OF_VOLUMES),
                        (struct buoy_volume_query){.mesh = mesh, .planes = planes, .count = count},
                        truth);
}

int truth_find_both(const struct buoy_mesh *mesh, const struct buoy_plane64 *planes, size_t count,
                    double *rounded, double *given) {
    (void)mesh;
    (void)planes;
    (void)count;
    (void)rounded;
    (void)given;
    return cli_bad("decimals are compared by exact arithmetic, which this build lacks");
}

int truth_find_surfaces(const struct buoy_mesh *const *meshes, const struct buoy_plane *planes,
                        size_t count, struct buoy_hydrostatics *truth) {
    const struct buoy_kernel *reference = buoy_kernel_find(TRUTH_OF_SURFACES);
    struct buoy_error error;
    for (size_t i = 0; i < count; ++i) {
        const struct buoy_hydrostatics_query query = {
            .mesh = meshes[i], .planes = &planes[i], .count = 1, .kernel = reference};
        if (buoy_hydrostatics_compute(&query, &truth[i], &error) != BUOY_OK) {
            return cli_bad("%s", error.message);
        }
    }
    return 0;
}

int truth_find_areas(const struct buoy_polygon *polygons, const struct buoy_line *lines,
                     size_t count, struct buoy_area *truth) {
    const struct buoy_polygon_query query = {.polygons = polygons,
                                             .lines = lines,
                                             .count = count,
                                             .kernel = buoy_kernel_find(TRUTH_OF_AREAS)};
    struct buoy_error error;
    return buoy_polygon_compute(&query, truth, &error) == BUOY_OK ? 0
                                                                  : cli_bad("%s", error.message);
}

#endif
