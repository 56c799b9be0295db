// Examining a mesh: counts, mass properties, and overlaps.
#include "base/arithmetic.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/vector.h"
#include "making/repair.h"
#include "soup/lobes.h"

// A triangle's area is zero if it is within the rounding of double, relative to the product of its
// edges. A part's volume is zero if it is within rounding relative to area × diagonal, with room
// for the sum over its triangles.
#define AREA_ROUNDING 0x1p-50
#define VOLUME_ROUNDING 0x1p-40

// Overlaps of less than this share of the volume are none: parts touch.
#define OVERLAP 1e-5

// An examination under way.
struct examination {
    struct buoy_soup soup;
    struct buoy_topology topology;
    struct buoy_diagnosis *diagnosis;
    double centre[3], diagonal; // of the bounding box; less the soup's origin

    // Sums over the triangles, seen from the centre.
    double six_volume, first[3], second[3][3];
    struct part {
        double six_volume, area;
    } * parts;
};

static void find_box(struct examination *e) {
    struct buoy_diagnosis *d = e->diagnosis;
    double extent[3];
    for (size_t k = 0; k < 3; ++k) {
        double low = buoy_soup_given(&e->soup, 0, k), high = low;
        for (size_t v = 1; v < e->soup.vertex_count; ++v) {
            const double x = buoy_soup_given(&e->soup, v, k);
            low = x < low ? x : low;
            high = x > high ? x : high;
        }
        d->minimum[k] = low;
        d->maximum[k] = high;
        e->centre[k] = 0.5 * ((low - e->soup.origin[k]) + (high - e->soup.origin[k]));
        extent[k] = high - low;
    }
    e->diagonal = buoy_length(extent);
}

// Adds up the tetrahedra between the centre and the triangles. With corners 0, a, b, c and s = a +
// b + c, and six times its volume d, the integrals of 1, x_i and x_i x_j over one are d/6, d/24 s_i
// and d/120 (s_i s_j + a_i a_j + b_i b_j + c_i c_j).
static void measure(struct examination *e) {
    static const double none[3] = {0.0, 0.0, 0.0};
    for (size_t t = 0; t < e->soup.triangle_count; ++t) {
        const uint32_t part = e->topology.part_of_triangle[t];
        double x[3][3], a[3], b[3], twice[3], s[3];
        buoy_soup_corners(&e->soup, t, none, x);
        for (int k = 0; k < 3; ++k) {
            a[k] = x[1][k] - x[0][k];
            b[k] = x[2][k] - x[0][k];
        }
        buoy_cross_product(a, b, twice);
        e->diagnosis->degenerate_triangles +=
            !(buoy_dot(twice, twice) >
              AREA_ROUNDING * AREA_ROUNDING * buoy_dot(a, a) * buoy_dot(b, b));
        for (int i = 0; i < 9; ++i) {
            x[i / 3][i % 3] -= e->centre[i % 3];
        }
        const double d = buoy_dot(twice, x[0]), area = 0.5 * buoy_length(twice);
        for (int i = 0; i < 3; ++i) {
            s[i] = x[0][i] + x[1][i] + x[2][i];
            e->first[i] += d * s[i];
            for (int j = 0; j <= i; ++j) {
                e->second[i][j] +=
                    d * (s[i] * s[j] + x[0][i] * x[0][j] + x[1][i] * x[1][j] + x[2][i] * x[2][j]);
            }
        }
        e->six_volume += d;
        e->diagnosis->area += area;
        if (part != BUOY_NO_PART) {
            e->parts[part].six_volume += d;
            e->parts[part].area += area;
        }
    }
}

// Mass properties from the sums: the second moments moved from the centre to the centroid.
static void find_properties(const struct examination *e) {
    struct buoy_diagnosis *d = e->diagnosis;
    double c[3], moment[3][3];
    d->volume = e->six_volume / 6.0;
    d->conditioning = d->volume != 0.0 ? d->area * e->diagonal / fabs(d->volume) : (double)INFINITY;
    d->outward = d->volume > 0.0;
    for (int i = 0; i < 3; ++i) {
        c[i] = d->volume != 0.0 ? e->first[i] / 24.0 / d->volume : 0.0;
        d->centroid[i] = e->soup.origin[i] + (e->centre[i] + c[i]);
        for (int j = 0; j <= i; ++j) {
            moment[i][j] = moment[j][i] = e->second[i][j] / 120.0 - d->volume * c[i] * c[j];
        }
    }
    const double trace = moment[0][0] + moment[1][1] + moment[2][2];
    for (int i = 0; i < 9; ++i) {
        d->inertia[i / 3][i % 3] = (i % 4 == 0 ? trace : 0.0) - moment[i / 3][i % 3];
    }
    d->parts = e->topology.part_count;
    for (uint32_t i = 0; i < e->topology.part_count; ++i) {
        const struct part *part = &e->parts[i];
        const double least = VOLUME_ROUNDING * part->area * e->diagonal;
        d->inward_parts += e->topology.part_closed[i] && part->six_volume < -least;
    }
}

// How many triangles BUOY_MESH_DROP_REPEATED would drop.
static enum buoy_status count_repeated(struct examination *e) {
    struct buoy_soup soup;
    struct buoy_topology topology;
    struct buoy_repairs repairs;
    BUOY_TRY(buoy_soup_copy_again(&e->soup, &soup));
    const enum buoy_status status =
        buoy_soup_repair(&soup, BUOY_MESH_DROP_REPEATED, -1.0, &repairs, &topology);
    buoy_topology_free(&topology);
    buoy_soup_free(&soup);
    e->diagnosis->repeated_triangles = repairs.repeated;
    return status;
}

static enum buoy_status examine(struct examination *e) {
    struct buoy_diagnosis *d = e->diagnosis;
    const struct buoy_topology *topology = &e->topology;
    d->vertex_count = e->soup.vertex_count;
    d->triangle_count = e->soup.triangle_count;
    BUOY_TRY(buoy_soup_weld(&e->soup));
    d->distinct_vertices = e->soup.vertex_count;
    BUOY_TRY(buoy_soup_drop_unused(&e->soup, NULL, 0));
    BUOY_TRY(buoy_topology_find(&e->soup, &e->topology));
    d->edges = topology->edges;
    d->open_edges = topology->open_edges;
    d->inconsistent_edges = topology->inconsistent_edges;
    d->non_manifold_edges = topology->non_manifold_edges;
    d->unbalanced_edges = topology->unbalanced_edges;
    d->closed = topology->closed;
    e->parts = buoy_allocate_zeroed(topology->part_count + (size_t)1, sizeof *e->parts);
    if (!e->parts) {
        return BUOY_ERROR_MEMORY;
    }
    find_box(e);
    measure(e);
    find_properties(e);
    if (!d->closed) {
        return count_repeated(e);
    }
    const struct buoy_lobes_query query = {
        .soup = &e->soup,
        .topology = topology,
        .most = 1e-3 * d->volume,
        .doubled = true,
    };
    struct buoy_lobes lobes;
    const enum buoy_status status = buoy_lobes_find(&query, &lobes);
    d->overlap_hint = lobes.doubled + lobes.inverted + lobes.doubt > OVERLAP * fabs(d->volume);
    d->inverted_volume = lobes.inverted;
    d->inverted_doubt = lobes.doubt;
    return status;
}

enum buoy_status buoy_mesh_diagnose(const struct buoy_mesh_input *input,
                                    struct buoy_diagnosis *diagnosis, struct buoy_error *error) {
    BUOY_REFUSE_IF(!diagnosis, ARGUMENT, "the pointer that receives the diagnosis is null");
    struct buoy_diagnosis found;
    memset(&found, 0, sizeof found);
    struct examination e = {.diagnosis = &found};
    BUOY_TRY(buoy_soup_copy(input, &e.soup, error));
    const enum buoy_status status = examine(&e);
    buoy_release(e.parts);
    buoy_topology_free(&e.topology);
    buoy_soup_free(&e.soup);
    if (status != BUOY_OK) {
        return buoy_fail_memory(error);
    }
    *diagnosis = found;
    return BUOY_OK;
}
