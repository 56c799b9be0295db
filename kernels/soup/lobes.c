// How much of the space that a closed surface encloses is inside out.
//
// First comes what costs next to nothing: a part whose triangles all face away from one point winds
// around nothing backwards, for each ray from that point leaves it at every crossing. Convex parts
// do so, and most bodies that are not convex. The other parts are cut into pieces (pieces.c), each
// part by itself; only if that finds too much, or a part is a cavity, are all parts looked at
// together.
//
// The vertices are first moved at random by 2⁻³⁸ of the body's size, so that neither corners nor
// edges nor planes of triangles meet by coincidence; that is 2¹⁵ roundings. The volumes change by
// no more than the surface times as much, and the noise does not open edges.
#include "base/arithmetic.h"

#include "soup/lobes.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/vector.h"

#define NOISE 0x1p-38

// Nearly upright, so that boxes around the faces of bodies made of right angles stay flat.
#define SLOPE                                                                                      \
    { 0.0020141601562500, 0.0009155273437500 }

// A triangle faces away from a point although the sum that says so is below 0 by this share of its
// terms: a few roundings.
#define EDGE_ON 0x1p-46

// How often other noise is tried if the check fails.
#define ATTEMPTS 3

// What is known of a part before the search.
struct part {
    double six_volume, moment[3];
    size_t triangles;
    bool radiant; // its triangles all face away from its centroid
};

struct survey {
    const struct buoy_lobes_query *query;
    struct part *parts;
    double origin[3], size; // of the bounding box: centre and half the diagonal
    double axes[3][3];      // of the frame; 0: the coordinate axes
    uint32_t *of_triangle;  // surfaces, as for struct buoy_surfaces
    uint32_t *copies;       // as for struct buoy_surfaces; NULL if no triangle can have twins
    struct buoy_lobes *lobes;
};

// Finds the parts whose triangles all face away from the part's centroid; returns whether any part
// has a triangle that does not, or negative volume.
static bool find_radiant(struct survey *s) {
    const uint32_t *part_of = s->query->topology->part_of_triangle;
    const size_t triangles = s->query->soup->triangle_count;
    double v[3][3], area[3];
    bool found = false;
    for (size_t t = 0; t < triangles; ++t) {
        if (part_of[t] != BUOY_NO_PART) {
            struct part *part = &s->parts[part_of[t]];
            buoy_soup_corners(s->query->soup, t, s->origin, v);
            buoy_twice_area_vector(v, area);
            const double h = buoy_dot(area, v[0]);
            part->six_volume += h;
            ++part->triangles;
            for (int k = 0; k < 3; ++k) {
                part->moment[k] += h * (v[0][k] + v[1][k] + v[2][k]);
            }
        }
    }
    for (uint32_t i = 0; i < s->query->topology->part_count; ++i) {
        struct part *part = &s->parts[i];
        part->radiant = part->six_volume > 0.0;
        for (int k = 0; k < 3 && part->radiant; ++k) {
            part->moment[k] /= 4.0 * part->six_volume; // now the centroid
        }
    }
    for (size_t t = 0; t < triangles; ++t) {
        if (part_of[t] != BUOY_NO_PART && s->parts[part_of[t]].radiant) {
            struct part *part = &s->parts[part_of[t]];
            double h = 0.0, size = 0.0;
            buoy_soup_corners(s->query->soup, t, s->origin, v);
            buoy_twice_area_vector(v, area);
            for (int k = 0; k < 3; ++k) {
                const double term = area[k] * (v[0][k] - part->moment[k]);
                h += term;
                size += fabs(term);
            }
            part->radiant = h >= -EDGE_ON * size;
        }
    }
    for (uint32_t i = 0; i < s->query->topology->part_count; ++i) {
        found |= !s->parts[i].radiant;
    }
    return found;
}

// Triangles with the same three vertices are twins: noise moves them together, so that no line
// tells them apart. One stands for all: `copies` is how many more are wound its way than the other.
//
// Twins have all their edges in common: either those have more than two triangles, or the twins are
// two and a part by themselves.
static enum buoy_status find_twins(struct survey *s) {
    const size_t count = s->query->soup->triangle_count;
    bool may = s->query->topology->non_manifold_edges > 0;
    for (uint32_t i = 0; i < s->query->topology->part_count; ++i) {
        may |= s->parts[i].triangles == 2;
    }
    if (!may) {
        return BUOY_OK;
    }
    struct buoy_triple *triples = buoy_triples_sort(s->query->soup, false);
    s->copies = buoy_allocate_zeroed(count, sizeof *s->copies);
    const bool enough = triples && s->copies;
    for (size_t first = 0, end; enough && first < count; first = end) {
        size_t odd = 0;
        for (end = first; end < count && buoy_triples_same(&triples[first], &triples[end]);) {
            odd += triples[end++].odd;
        }
        const size_t even = end - first - odd; // those come first
        s->copies[triples[odd > even ? first + even : first].triangle] =
            (uint32_t)(odd > even ? odd - even : even - odd);
    }
    buoy_release(triples);
    return enough ? BUOY_OK : BUOY_ERROR_MEMORY;
}

// -------------------------------------------------------------------------------------- axes

// Boxes along the coordinate axes are tight around most triangles, but not around the long ones of
// bodies that are long and askew. Axes along these are chosen if they make the boxes smaller by so
// much; about so many triangles are asked, in meshes that have so many at least.
#define SMALLER 0.75
#define ASKED 48
#define LEAST_TURNED 256

// The surfaces of the boxes around triangles.
static double measure_boxes(const struct survey *s, size_t step, double axes[3][3]) {
    double sum = 0.0;
    for (size_t t = 0; t < s->query->soup->triangle_count; t += step) {
        double v[3][3], size[3];
        buoy_soup_corners(s->query->soup, t, s->origin, v);
        for (int k = 0; k < 3; ++k) {
            const double a = buoy_dot(axes[k], v[0]), b = buoy_dot(axes[k], v[1]);
            const double c = buoy_dot(axes[k], v[2]);
            size[k] = (fmax(fmax(a, b), c) - fmin(fmin(a, b), c)) / s->size;
        }
        sum += size[0] * size[1] + size[1] * size[2] + size[2] * size[0];
    }
    return sum;
}

static void choose_axes(struct survey *s) {
    const size_t triangles = s->query->soup->triangle_count, step = 1 + triangles / ASKED;
    double straight[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, turned[3][3], sum[3][3] = {{0.0}};
    if (triangles < LEAST_TURNED) {
        return;
    }
    // The direction of the longest edges: that of the largest eigenvector of Σ e eᵀ.
    for (size_t t = 0; t < triangles; t += step) {
        double v[3][3];
        buoy_soup_corners(s->query->soup, t, s->origin, v);
        for (int i = 0; i < 27; ++i) {
            const int c = i / 9, k = i / 3 % 3, l = i % 3, d = (c + 1) % 3;
            sum[k][l] += (v[d][k] - v[c][k]) / s->size * ((v[d][l] - v[c][l]) / s->size);
        }
    }
    double *u = turned[0];
    bool is_direction = true;
    u[0] = 0.61, u[1] = 0.52, u[2] = 0.60;
    for (int turn = 0; turn < 30 && is_direction; ++turn) {
        const double x[3] = {u[0], u[1], u[2]};
        for (int k = 0; k < 3; ++k) {
            u[k] = buoy_dot(sum[k], x);
        }
        is_direction = buoy_unit(u);
    }
    if (is_direction && buoy_unit(u)) {
        buoy_span_plane(u, turned[1], turned[2]);
        if (measure_boxes(s, step, turned) < SMALLER * measure_boxes(s, step, straight)) {
            memcpy(s->axes, turned, sizeof turned);
        }
    }
}

// ------------------------------------------------------------------------------------- looks

// Looks at each part that is not radiant by itself, or at all parts together; with other noise
// until the doubt does not matter.
static enum buoy_status look(struct survey *s, bool together) {
    const struct buoy_soup *soup = s->query->soup;
    const struct buoy_topology *topology = s->query->topology;
    const struct buoy_lobes *l = s->lobes;
    struct buoy_pierce_frame frame = {.noise = NOISE * s->size, .slope = SLOPE};
    memcpy(frame.origin, s->origin, sizeof frame.origin);
    memcpy(frame.axes, s->axes, sizeof frame.axes);
    for (size_t t = 0; t < soup->triangle_count; ++t) {
        const uint32_t part = topology->part_of_triangle[t];
        const bool counts = part != BUOY_NO_PART && (together || !s->parts[part].radiant) &&
                            (!s->copies || s->copies[t] > 0);
        s->of_triangle[t] = !counts ? UINT32_MAX : together ? 0 : part;
    }
    const struct buoy_surfaces surfaces = {.soup = soup,
                                           .count = together ? 1 : topology->part_count,
                                           .of_triangle = s->of_triangle,
                                           .copies = s->copies,
                                           .order = s->query->order,
                                           .frame = &frame};
    for (frame.seed = 1; frame.seed <= ATTEMPTS; ++frame.seed) {
        BUOY_TRY(buoy_pieces_weigh(&surfaces, topology, s->size, frame.seed == 1, s->lobes));
        if (isinf(l->doubt) || l->inverted + l->doubt <= s->query->most ||
            l->inverted - l->doubt > s->query->most) {
            break;
        }
    }
    return BUOY_OK;
}

static enum buoy_status survey(struct survey *s) {
    double low[3], high[3], extent[3];
    buoy_soup_box(s->query->soup, low, high);
    for (int k = 0; k < 3; ++k) {
        s->origin[k] = 0.5 * (low[k] + high[k]);
        extent[k] = high[k] - low[k];
    }
    s->size = 0.5 * buoy_length(extent);
    if (!find_radiant(s) && !s->query->doubled) {
        return BUOY_OK;
    }
    choose_axes(s);
    BUOY_TRY(find_twins(s));
    bool together = s->query->doubled;
    for (uint32_t i = 0; i < s->query->topology->part_count; ++i) {
        together |= s->parts[i].six_volume < 0.0; // a cavity, perhaps
    }
    if (!together) {
        BUOY_TRY(look(s, false));
        const double most = s->lobes->inverted + s->lobes->doubt;
        together = most > s->query->most && !isinf(most);
    }
    return together ? look(s, true) : BUOY_OK;
}

enum buoy_status buoy_lobes_find(const struct buoy_lobes_query *query, struct buoy_lobes *lobes) {
    memset(lobes, 0, sizeof *lobes);
    struct survey s = {.query = query, .lobes = lobes};
    s.parts = buoy_allocate_zeroed(query->topology->part_count, sizeof *s.parts);
    s.of_triangle = buoy_allocate(query->soup->triangle_count, sizeof *s.of_triangle);
    const enum buoy_status status = s.parts && s.of_triangle ? survey(&s) : BUOY_ERROR_MEMORY;
    buoy_release(s.parts);
    buoy_release(s.of_triangle);
    buoy_release(s.copies);
    return status;
}
