// Closing a soup. A loop of three edges takes one triangle; a longer one takes a fan around its
// centroid. If the loop is plane, the fan adds to the volume what any other lid in that plane would
// add, also where the loop is not convex and the fan folds over.
#include "base/arithmetic.h"

#include "making/repair.h"

#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "base/vector.h"
#include "mesh/leaves.h"
#include "soup/soup.h"

// -------------------------------------------------------------------------------------- lids

static void read_vertex(const struct buoy_soup *soup, uint32_t vertex, double x[3]) {
    for (int k = 0; k < 3; ++k) {
        x[k] = (double)soup->positions[3 * (size_t)vertex + (size_t)k];
    }
}

// A loop's length, and its centroid: the mean of its edges' middles, weighted by their lengths, so
// that a side of many short edges counts as much as the same side in one piece.
static double find_centroid(const struct buoy_soup *soup, const uint32_t *loop, size_t count,
                            double centroid[3]) {
    double origin[3], length = 0.0, sum[3] = {0.0, 0.0, 0.0};
    read_vertex(soup, loop[0], origin); // near the loop, wherever that is
    for (size_t i = 0; i < count; ++i) {
        double a[3], b[3];
        read_vertex(soup, loop[i], a);
        read_vertex(soup, loop[i + 1 < count ? i + 1 : 0], b);
        const double edge = buoy_distance(a, b);
        length += edge;
        for (int k = 0; k < 3; ++k) {
            sum[k] += edge * (0.5 * (a[k] + b[k]) - origin[k]);
        }
    }
    for (int k = 0; k < 3; ++k) {
        centroid[k] = origin[k] + (length > 0.0 ? sum[k] / length : 0.0);
    }
    return length;
}

static void add_triangle(struct buoy_soup *soup, uint32_t a, uint32_t b, uint32_t c) {
    uint32_t *corner = soup->indices + 3 * soup->triangle_count++;
    corner[0] = a;
    corner[1] = b;
    corner[2] = c;
}

// Adds a loop's lid, for which there is room; returns the loop's length.
static double add_lid(struct buoy_soup *soup, const uint32_t *loop, size_t count) {
    double centroid[3];
    const double length = find_centroid(soup, loop, count, centroid);
    if (count == 3) {
        add_triangle(soup, loop[0], loop[1], loop[2]);
        return length;
    }
    const uint32_t apex = (uint32_t)soup->vertex_count++;
    for (int k = 0; k < 3; ++k) {
        const size_t i = 3 * (size_t)apex + (size_t)k;
        soup->positions[i] = (float)centroid[k];
        if (soup->given) {
            soup->given[i] = soup->origin[k] + (double)soup->positions[i];
        }
    }
    for (size_t i = 0; i < count; ++i) {
        add_triangle(soup, loop[i], loop[i + 1 < count ? i + 1 : 0], apex);
    }
    return length;
}

// Makes room for a vertex and as many triangles as there are edges for each loop.
static enum buoy_status make_room(struct buoy_soup *soup, const struct buoy_loops *loops,
                                  struct buoy_error *error) {
    const size_t vertices = soup->vertex_count + loops->count;
    const size_t triangles = soup->triangle_count + loops->start[loops->count];
    if (vertices > BUOY_MAX_TRIANGLES || triangles > BUOY_MAX_TRIANGLES) {
        return buoy_refuse_for(
            error, BUOY_ERROR_TOO_LARGE, BUOY_CAUSE_LARGE,
            "the mesh would have %zu triangles once its %zu loops of open edges are "
            "closed: at most %lu are allowed",
            triangles, loops->count, (unsigned long)BUOY_MAX_TRIANGLES);
    }
    float *positions = buoy_allocate(vertices, 3 * sizeof *positions);
    uint32_t *indices = buoy_allocate(triangles, 3 * sizeof *indices);
    double *given = soup->given ? buoy_allocate(vertices, 3 * sizeof *given) : NULL;
    if (!positions || !indices || (soup->given && !given)) {
        buoy_release(positions);
        buoy_release(indices);
        buoy_release(given);
        return buoy_fail_memory(error);
    }
    memcpy(positions, soup->positions, 3 * soup->vertex_count * sizeof *positions);
    memcpy(indices, soup->indices, 3 * soup->triangle_count * sizeof *indices);
    if (given) {
        memcpy(given, soup->given, 3 * soup->vertex_count * sizeof *given);
    }
    buoy_release(soup->positions);
    buoy_release(soup->indices);
    buoy_release(soup->given);
    soup->given = given;
    soup->positions = positions;
    soup->indices = indices;
    return BUOY_OK;
}

static enum buoy_status add_lids(struct buoy_soup *soup, struct buoy_closing *closing,
                                 struct buoy_error *error) {
    struct buoy_loops loops;
    if (buoy_loops_find(soup, &loops) != BUOY_OK) {
        return buoy_fail_memory(error);
    }
    const size_t before = soup->triangle_count;
    const enum buoy_status status = loops.count > 0 ? make_room(soup, &loops, error) : BUOY_OK;
    for (size_t i = 0; i < loops.count && status == BUOY_OK; ++i) {
        closing->length +=
            add_lid(soup, loops.vertices + loops.start[i], loops.start[i + 1] - loops.start[i]);
    }
    closing->loops = loops.count;
    closing->edges = loops.start[loops.count];
    closing->added_triangles = soup->triangle_count - before;
    buoy_loops_free(&loops);
    return status;
}

// ------------------------------------------------------------------------------------- whole

static enum buoy_status fix_winding(struct buoy_soup *soup, size_t *turned,
                                    struct buoy_error *error) {
    size_t flipped = 0;
    const enum buoy_status status = buoy_soup_fix_winding(soup, &flipped);
    *turned += flipped;
    return status == BUOY_ERROR_TOO_LARGE
               ? buoy_refuse_for(error, status, BUOY_CAUSE_TANGLED, BUOY_TANGLED)
           : status != BUOY_OK ? buoy_fail_memory(error)
                               : BUOY_OK;
}

// Fills what is closed, and covers rims. Of a mesh that had open edges only the rims' lids are told
// apart from then on.
static enum buoy_status fill(struct buoy_soup *soup, struct buoy_closing *closing,
                             struct buoy_error *error) {
    size_t dropped;
    if (buoy_soup_fill(soup, &dropped) != BUOY_OK) {
        return buoy_fail_memory(error);
    }
    if (dropped == 0) {
        return BUOY_OK;
    }
    closing->dropped_triangles += dropped;
    return add_lids(soup, closing, error);
}

enum buoy_status buoy_soup_close(struct buoy_soup *soup, double tolerance, bool fills,
                                 struct buoy_repairs *repairs, struct buoy_closing *closing,
                                 struct buoy_error *error) {
    const unsigned before_lids = BUOY_MESH_WELD | BUOY_MESH_DROP_REPEATED;
    struct buoy_topology topology;
    size_t repeated = 0;
    *closing = (struct buoy_closing){0};
    const enum buoy_status status =
        buoy_soup_repair(soup, before_lids, tolerance, repairs, &topology);
    buoy_topology_free(&topology);
    if (status != BUOY_OK) {
        return buoy_fail_memory(error);
    }
    closing->merged_vertices = repairs->welded + repairs->merged;
    // Faces that are meant to be seen from both sides enclose nothing.
    if (buoy_soup_void_repeated(soup, true, &repeated) != BUOY_OK) {
        return buoy_fail_memory(error);
    }
    closing->dropped_triangles = buoy_soup_drop_degenerate(soup);
    if (soup->triangle_count == 0) {
        return buoy_refuse_for(error, BUOY_ERROR_ZERO_VOLUME, BUOY_CAUSE_FLAT,
                               "every triangle uses a vertex twice: the mesh encloses nothing");
    }
    BUOY_TRY(fix_winding(soup, &closing->turned_triangles, error));
    BUOY_TRY(add_lids(soup, closing, error));
    if (closing->loops > 0) {
        // Only now is it known which side of each part is its outside.
        BUOY_TRY(fix_winding(soup, &closing->turned_triangles, error));
    }
    return fills ? fill(soup, closing, error) : BUOY_OK;
}

void buoy_closing_measure(const struct buoy_mesh *mesh, struct buoy_closing *closing) {
    const uint32_t first = mesh->triangle_count - (uint32_t)closing->added_triangles;
    const double square = mesh->scale * mesh->scale;
    double area = 0.0, three_volumes = 0.0;
    for (uint32_t t = first; t < mesh->triangle_count; ++t) {
        double v[3][3], outward[3];
        buoy_exact_corners(mesh, mesh->middle, t, v);
        buoy_area_vector(v, outward);
        three_volumes += buoy_dot(outward, v[0]);
        area += buoy_length(outward);
    }
    closing->added_area = area * square;
    closing->added_volume = three_volumes / 3.0 * (square * mesh->scale);
}
