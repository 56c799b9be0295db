// A fixed set of queries. Uses only + − × ÷ in double, and draws each random number in a statement
// of its own: C leaves the order within an expression open, and compilers differ.
#include "corpus.h"

#include "body.h"
#include "meshes/meshes.h"
#include "test.h"

static const struct placement {
    const char *name;
    size_t most_triangles; // of the bodies placed so
    int turns;
    double scale;
    double move[3];
} placements[] = {
    {"", 20000, 0, 1.0, {0.0, 0.0, 0.0}},
    {", far away", 3000, 0, 1.0, {1000.0, -2000.0, 500.0}},
    {", tiny and turned", 3000, 1, 3e-4, {1e-5, 0.0, -2e-3}},
    {", huge, turned and far away", 3000, 2, 7e5, {-3e8, 1e7, 4e8}},
};

static const size_t triangle_counts[] = {1, 300, 3000, 20000}; // 1: the fewest there are

#define PLACEMENTS (sizeof placements / sizeof *placements)
#define COUNTS (sizeof triangle_counts / sizeof *triangle_counts)

// How a plane lies. Voxel counts are asked about the first few only.
enum kind {
    ANYWHERE,
    THROUGH_VERTEX,
    BARELY_WET,
    FLUSH_WITH_FACE,
    AXIS_ALIGNED, // through a vertex: flush with sides and decks
    NEARLY_AXIS_ALIGNED,
    BARELY_DRY,
    CLEAR_OF_BODY, // all wet, all dry, or touching
    KINDS,
};

// The normal of a triangle, about as long as 1; false if it has none.
static bool face_normal(const struct body *body, size_t triangle, double n[3]) {
    const uint32_t *corner = body->indices + 3 * triangle;
    double e[2][3], size = 0.0;
    for (int k = 0; k < 2; ++k) {
        for (int i = 0; i < 3; ++i) {
            e[k][i] = (double)body->positions[3 * corner[k + 1] + (uint32_t)i] -
                      (double)body->positions[3 * corner[0] + (uint32_t)i];
        }
    }
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        n[i] = e[0][j] * e[1][k] - e[0][k] * e[1][j];
        size += n[i] < 0.0 ? -n[i] : n[i];
    }
    for (int i = 0; i < 3 && size > 0.0; ++i) {
        n[i] /= size;
    }
    return size > 0.0;
}

static void normal(struct rng *rng, enum kind kind, const struct body *body, size_t triangle,
                   double n[3]) {
    if (kind == AXIS_ALIGNED || kind == NEARLY_AXIS_ALIGNED) {
        const double tilt = kind == AXIS_ALIGNED ? 0.0 : 1e-6;
        for (int i = 0; i < 3; ++i) {
            n[i] = tilt * rng_between(rng, -1.0, 1.0);
        }
        const size_t axis = rng_below(rng, 3);
        n[axis] = rng_below(rng, 2) ? 1.0 : -1.0;
    } else if (kind != FLUSH_WITH_FACE || !face_normal(body, triangle, n)) {
        double n2;
        do {
            n2 = 0.0;
            for (int i = 0; i < 3; ++i) {
                n[i] = rng_between(rng, -1.0, 1.0);
                n2 += n[i] * n[i];
            }
        } while (n2 > 1.0 || n2 < 0.01);
    }
}

// How much of the body's extent along the normal lies below a plane.
static double share_below(struct rng *rng, enum kind kind) {
    static const double slight[] = {1e-8, 3e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2};
    static const double clear[] = {-0.5, 0.0, 1.0, 1.5};
    const double share = rng_between(rng, 0.02, 0.98);
    const uint64_t pick = rng_bits(rng);
    switch (kind) {
    case BARELY_WET:
        return slight[pick % (sizeof slight / sizeof *slight)];
    case BARELY_DRY:
        return 1.0 - slight[pick % (sizeof slight / sizeof *slight)];
    case CLEAR_OF_BODY:
        return clear[pick % (sizeof clear / sizeof *clear)];
    default:
        return share;
    }
}

static void make_mesh(struct corpus_mesh *made, const char *builtin, size_t triangles,
                      const struct placement *placement, struct rng *rng) {
    char specification[40];
    snprintf(specification, sizeof specification, "builtin:%s:%zu", builtin, triangles);
    snprintf(made->name, sizeof made->name, "%s%s", specification, placement->name);
    made->body = body_builtin(specification);
    body_turn(&made->body, placement->turns);
    body_scale(&made->body, placement->scale);
    body_move(&made->body, placement->move);
    // Packing takes longer than all else; bodies elsewhere have pontoons in place of spheres.
    made->mesh = body_packed(&made->body, 0, placement == placements ? 16 : 0);
    for (size_t k = 0; k < corpus_planes; ++k) {
        const enum kind kind = (enum kind)(k % KINDS);
        const struct body *body = &made->body;
        static const double lengths[] = {1.0, 1.0, 1.0 / 3.0, 3e-15, 7e12};
        const size_t triangle = rng_below(rng, body->triangle_count);
        const double length = lengths[rng_below(rng, sizeof lengths / sizeof *lengths)];
        const double share = share_below(rng, kind);
        double n[3], low, high;
        normal(rng, kind, body, triangle, n);
        struct buoy_plane plane = {
            {(float)(n[0] * length), (float)(n[1] * length), (float)(n[2] * length)}, 0.0f};
        if (kind == THROUGH_VERTEX || kind == FLUSH_WITH_FACE || kind == AXIS_ALIGNED) {
            const float *v = body->positions + (size_t)3 * body->indices[3 * triangle];
            plane.d = (float)((double)plane.normal[0] * (double)v[0] +
                              (double)plane.normal[1] * (double)v[1] +
                              (double)plane.normal[2] * (double)v[2]);
        } else {
            body_extent(body, plane, &low, &high);
            plane.d = (float)(low + (high - low) * share);
        }
        made->planes[k] = plane;
    }
}

struct corpus corpus_make(void) {
    struct rng rng = {1}; // not rng_make(): no seed may change it
    struct corpus corpus = {
        test_keep(calloc(mesh_builtin_count() * PLACEMENTS * COUNTS, sizeof(struct corpus_mesh)),
                  free),
        0};
    assert_non_null(corpus.meshes);
    for (size_t b = 0; b < mesh_builtin_count(); ++b) {
        for (size_t c = 0; c < COUNTS; ++c) {
            for (size_t p = 0; p < PLACEMENTS; ++p) {
                if (triangle_counts[c] <= placements[p].most_triangles) {
                    make_mesh(&corpus.meshes[corpus.count++], mesh_builtin_at(b)->name,
                              triangle_counts[c], &placements[p], &rng);
                }
            }
        }
    }
    return corpus;
}
