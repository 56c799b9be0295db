// The voxel count: lines through a surface balance, counts are exact if cells fit the body, and
// errors shrink with the cells, on bodies of every kind.
#include "body.h"
#include "dispatch/methods.h"
#include "exact.h"
#include "exact_of.h"
#include "mesh/columns.h"
#include "mesh/mesh.h"
#include "rng.h"
#include "test.h"

static struct buoy_volume ask(const struct buoy_mesh *mesh, struct buoy_plane plane,
                              unsigned voxels) {
    const struct buoy_volume_query query = {
        .mesh = mesh, .planes = &plane, .count = 1, .voxels = voxels};
    struct buoy_volume result;
    buoy_volume_voxel_scalar(&query, &result);
    return result;
}

static struct body moved(struct body body, double x, double y, double z) {
    body_move(&body, (const double[3]){x, y, z});
    return body;
}

static struct body joined(struct body a, struct body b) {
    struct body both = body_joined(a, b);
    return both;
}

static struct body turned_inside_out(struct body body) {
    for (size_t t = 0; t < body.triangle_count; ++t) {
        const uint32_t first = body.indices[3 * t];
        body.indices[3 * t] = body.indices[3 * t + 1];
        body.indices[3 * t + 1] = first;
    }
    return body;
}

// ------------------------------------------------------------------------------- crossings

enum {
    SIDE = 9,
    MOST = 4
};

// The crossings of one tetrahedron with each column: a line meets at most its four faces.
struct tally {
    int count[SIDE][SIDE], sign[SIDE][SIDE];
    double z[SIDE][SIDE][MOST];
    int way[SIDE][SIDE][MOST];
};

static void note_crossing(void *context, const struct buoy_crossing *crossing) {
    struct tally *tally = context;
    const uint32_t i = crossing->i, j = crossing->j;
    assert_true(i < SIDE && j < SIDE && tally->count[j][i] < MOST);
    const int at = tally->count[j][i]++;
    tally->z[j][i][at] = crossing->z;
    tally->way[j][i][at] = crossing->sign;
    tally->sign[j][i] += crossing->sign;
}

// Corners are on grid lines, on grid points, or anywhere; whichever it is, every column goes into
// a closed body as often as it comes out, and into a convex one at most once, upwards in before out
// unless both are one point up to rounding.
TEST(columns_balance) {
    struct rng rng = rng_make("columns_balance");
    static const int faces[4][3] = {{0, 2, 1}, {0, 3, 2}, {0, 1, 3}, {1, 2, 3}};
    size_t crossings = 0;
    for (int round = 0; round < 30000; ++round) {
        const double steps = round % 3 == 0 ? 1 : round % 3 == 1 ? 2 : 1000003;
        struct buoy_corner p[4];
        for (int k = 0; k < 4; ++k) {
            p[k].x = (double)rng_below(&rng, (size_t)(11 * steps)) / steps - 1;
            p[k].y = (double)rng_below(&rng, (size_t)(11 * steps)) / steps - 1;
            p[k].z = (double)rng_below(&rng, (size_t)(11 * steps)) / steps - 1;
        }
        struct tally tally = {0};
        for (int f = 0; f < 4; ++f) {
            const struct buoy_corner face[3] = {p[faces[f][0]], p[faces[f][1]], p[faces[f][2]]};
            buoy_visit_crossings(SIDE, face, note_crossing, &tally);
        }
        // Outward or inward, as its corners happen to lie: in comes before out in all columns
        // alike.
        int way = 0;
        for (int j = 0; j < SIDE; ++j) {
            for (int i = 0; i < SIDE; ++i) {
                assert_int_equal(tally.sign[j][i], 0);
                assert_true(tally.count[j][i] == 0 || tally.count[j][i] == 2);
                crossings += (size_t)tally.count[j][i];
                const double rise = tally.way[j][i][0] * (tally.z[j][i][1] - tally.z[j][i][0]);
                if (tally.count[j][i] && fabs(rise) > 1e-9) {
                    assert_true(way == 0 || way == (rise > 0 ? 1 : -1));
                    way = rise > 0 ? 1 : -1;
                }
            }
        }
    }
    assert_true(crossings > 100000);
}

// ------------------------------------------------------------------------ cells that fit

// Water square to an axis, at the faces of cells and through their centres, which are then dry:
// every count is exact, since 2/64 and all that follows from it are short binary fractions.
TEST(layers_of_a_box) {
    struct buoy_mesh *mesh = mesh_of(moved(body_box(1, 1, 1), 3, -2, 5), 0);
    const double centre[3] = {3, -2, 5};
    for (int direction = 0; direction < 6; ++direction) {
        const int axis = direction / 2, up = direction % 2 ? -1 : 1;
        for (int half_layers = 0; half_layers <= 128; ++half_layers) {
            float n[3] = {0, 0, 0};
            n[axis] = (float)up;
            const double d = up * centre[axis] - 1 + half_layers / 64.0;
            const struct buoy_plane plane = {{n[0], n[1], n[2]}, (float)d};
            const struct buoy_volume v = ask(mesh, plane, 64);
            const int layers = half_layers / 2; // with wet centres
            const double depth = layers / 32.0;
            assert_true(v.volume == 4 * depth);
            const double c[3] = {v.centre[0], v.centre[1], v.centre[2]};
            for (int k = 0; k < 3; ++k) {
                const bool moves = k == axis && depth > 0;
                assert_true(c[k] == centre[k] + (moves ? up * (depth / 2 - 1) : 0));
            }
        }
    }
}

// A grid of a single cell: all or nothing.
TEST(one_cell) {
    struct buoy_mesh *mesh = mesh_of(body_box(1, 2, 3), 0);
    assert_true(ask(mesh, (struct buoy_plane){{1, 2, 3}, 0.1f}, 1).volume == 48);
    assert_true(ask(mesh, (struct buoy_plane){{1, 2, 3}, 0}, 1).volume == 0);
}

// Space covered twice counts twice, a cavity not at all. The boxes' faces lie on those of
// cells: 80 cells for x from -1 to 1.5, and for y and z from -1 to 1. Counts are exact, the
// size of a cell is rounded.
TEST(multiplicity) {
    const struct buoy_plane water = {{1, 0, 0}, 0.5f};
    struct buoy_mesh *mesh =
        mesh_of(joined(body_box(1, 1, 1), moved(body_box(1, 1, 1), 0.5, 0, 0)), 0);
    struct buoy_volume v = ask(mesh, water, 80);
    // [-1, 0.5] and [-0.5, 0.5]
    assert_true(fabs(v.volume - (6 + 4)) <= 1e-14);
    assert_true(fabs(v.centre[0] - (6 * -0.25 + 4 * 0.0) / 10) <= 1e-15);

    mesh = mesh_of(joined(body_box(1, 1, 1), turned_inside_out(body_box(0.5f, 0.5f, 0.5f))), 0);
    v = ask(mesh, water, 80);
    assert_true(fabs(v.volume - (6 - 1)) <= 1e-14);
    assert_true(fabs(v.centre[0] - (6 * -0.25 - 1 * 0.0) / 5) <= 1e-15);
}

// Counts are integers: neither the order of triangles nor the corner they begin with
// matters.
TEST(order_of_triangles) {
    struct rng rng = rng_make("order_of_triangles");
    struct body body = body_bipyramid(&rng, 20);
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    for (size_t t = body.triangle_count - 1; t > 0; --t) {
        uint32_t *a = &body.indices[3 * t], *b = &body.indices[3 * rng_below(&rng, t + 1)];
        const uint32_t turned[3] = {a[1], a[2], a[0]};
        memmove(a, b, sizeof turned);
        memcpy(b, turned, sizeof turned);
    }
    struct buoy_mesh *shuffled = body_mesh(&body, 0);
    for (int i = 0; i < 20; ++i) {
        double n[3];
        rng_direction(&rng,
                      n); // through the middle: far from where V_total would cap the count
        const struct buoy_plane plane = {{(float)n[0], (float)n[1], (float)n[2]}, 0};
        const struct buoy_volume a = ask(mesh, plane, 50), b = ask(shuffled, plane, 50);
        assert_memory_equal(&a, &b, sizeof a);
    }
}

// ----------------------------------------------------------------------------- convergence

static const unsigned cells[] = {16, 32, 64, 128};
enum {
    GRIDS = sizeof cells / sizeof *cells,
    BODIES = 16,
    PLANES = 16
};

// A point is miscounted only if its cell's centre is on the other side of a surface, hence if it is
// within half a cell's diagonal of it. The points within that distance on one side of the wet
// body's surface fill (area + waterplane) × diagonal / 2m, and miscounts on one side compensate
// miscounts on the other. The waterplane is no larger than the area, so |ΔV| ≤ area × diagonal / m
// = κ/m V_total. A miscounted point is misplaced by at most a diagonal: |Δc| V ≤ 2 κ/m V_total ×
// diagonal.
static void check_bound(const struct buoy_mesh_info *info, unsigned m, struct buoy_volume exact,
                        struct buoy_volume got) {
    const double bound = info->conditioning / m * info->volume;
    const double off =
        fmax(fabs(got.centre[0] - exact.centre[0]),
             fmax(fabs(got.centre[1] - exact.centre[1]), fabs(got.centre[2] - exact.centre[2])));
    FAIL_IF(!(fabs(got.volume - exact.volume) <= bound) ||
                !(off * exact.volume <= 2 * bound * info->diagonal),
            "%u cells: volume %.9g, exact %.9g, bound %.3g; centroid off by %.3g", m, got.volume,
            exact.volume, bound, off);
}

// Water that no layer of cells lies along: there miscounts of both kinds average out.
static struct buoy_plane tilted_plane(struct rng *rng, const struct buoy_mesh *mesh) {
    struct buoy_plane plane;
    do {
        plane = rng_plane(rng, mesh);
    } while (fminf(fabsf(plane.normal[0]), fminf(fabsf(plane.normal[1]), fabsf(plane.normal[2]))) <
             0.1f);
    return plane;
}

static size_t sides(struct rng *rng) {
    return 3 + rng_below(rng, 12);
}

TEST(converges_on_a_concave_body) {
    // Every answer keeps the bound, and the mean over bodies and planes shrinks at least as fast
    // as the bound does: to an eighth from 16 to 128 cells. Averaging makes it a thirtieth or so.
    struct rng rng = rng_make("converges_on_a_concave_body");
    double sum[GRIDS] = {0};
    for (int i = 0; i < BODIES; ++i) {
        struct body body = body_bipyramid(&rng, sides(&rng));
        // Adds each grid's errors, of the total volume, over planes.
        struct buoy_mesh *mesh = body_mesh(&body, 0);
        struct buoy_exact *exact = exact_of(mesh);
        struct buoy_mesh_info info;
        buoy_mesh_get_info(mesh, &info, NULL);
        for (int k = 0; k < PLANES; ++k) {
            const struct buoy_plane plane = tilted_plane(&rng, mesh);
            struct buoy_volume truth;
            buoy_exact_volume(exact, &plane, &truth);
            for (int g = 0; g < GRIDS; ++g) {
                const struct buoy_volume got = ask(mesh, plane, cells[g]);
                check_bound(&info, cells[g], truth, got);
                sum[g] += fabs(got.volume - truth.volume) / info.volume;
            }
        }
    }
    FAIL_IF(!(sum[GRIDS - 1] * cells[GRIDS - 1] <= sum[0] * cells[0]),
            "mean errors %.3g %.3g %.3g %.3g of the volume at 16, 32, 64, 128 cells",
            sum[0] / (BODIES * PLANES), sum[1] / (BODIES * PLANES), sum[2] / (BODIES * PLANES),
            sum[3] / (BODIES * PLANES));
}

// An opening above the water does not matter, wherever up is: along the columns, against
// them, or across.
TEST(open_above_the_water) {
    struct rng rng = rng_make("open_above_the_water");
    static const double turns[3][9] = {
        {1, 0, 0, 0, 1, 0, 0, 0, 1}, {1, 0, 0, 0, -1, 0, 0, 0, -1}, {0, 0, 1, 1, 0, 0, 0, 1, 0}};
    static const double stay[3] = {0, 0, 0};
    struct body cone = body_open_cone(&rng, 11);
    for (int k = 0; k < 3; ++k) {
        struct body body = body_copy(&cone);
        body_transform(&body, turns[k], stay);
        struct buoy_mesh *mesh = body_mesh(&body, BUOY_MESH_ACCEPT_OPEN);
        struct buoy_exact *exact = exact_of(mesh);
        struct buoy_mesh_info info;
        buoy_mesh_get_info(mesh, &info, NULL);
        const struct buoy_plane plane = {
            {(float)turns[k][2], (float)turns[k][5], (float)turns[k][8]}, 0.05f};
        struct buoy_volume truth;
        buoy_exact_volume(exact, &plane, &truth);
        check_bound(&info, 64, truth, ask(mesh, plane, 64));
        // The bound is wide; a count that saw the opening would be off by the whole of it.
        assert_true(fabs(ask(mesh, plane, 256).volume - truth.volume) < 0.02 * truth.volume);
    }
}

// --------------------------------------------------------------------------------- refined

// Cells of a box along the axes fit it, so that only the water matters: refined cells say what four
// times as many say along each axis, whichever way the water is.
TEST(refined_box) {
    struct rng rng = rng_make("refined_box");
    struct buoy_mesh *mesh = mesh_of(moved(body_box(1, 2, 3), 3, -2, 5), 0);
    for (int k = 0; k < 400; ++k) {
        struct buoy_plane plane = rng_plane(&rng, mesh);
        if (k % 8 < 3) { // also square to an axis
            memset(plane.normal, 0, sizeof plane.normal);
            plane.normal[k % 8] = k % 16 < 8 ? 1.0f : -1.0f;
            plane.d = (float)(plane.normal[k % 8] * (k % 8 == 0   ? 3.0f
                                                     : k % 8 == 1 ? -2.0f
                                                                  : 5.0f)) +
                      (float)rng_between(&rng, -1.0, 1.0);
        }
        const unsigned m = 1 + (unsigned)rng_below(&rng, 12);
        const struct buoy_volume_query query = {
            .mesh = mesh, .planes = &plane, .count = 1, .voxels = m};
        struct buoy_volume got;
        buoy_volume_refined_scalar(&query, &got);
        const struct buoy_volume expected = ask(mesh, plane, 4 * m);
        assert_true(fabs(got.volume - expected.volume) <= 1e-12 * 48.0);
        for (int i = 0; i < 3; ++i) {
            assert_true(fabs(got.centre[i] - expected.centre[i]) <= 1e-11);
        }
    }
}

// The bound of a cube of 2 m, by hand: cells within their diagonal r of a face, an edge, a corner
// or the water.
TEST(bound) {
    struct buoy_mesh *mesh = mesh_of(body_box(1, 1, 1), BUOY_MESH_KEEP_ALL);
    const struct buoy_plane plane = {{0, 0, 1}, 0.25f};
    const double pi = 3.14159265358979323846, half = sqrt(3.0);
    for (unsigned side = 0; side <= 1000; side += 500) { // 0: 64
        const double r = 2.0 * half / (side > 0 ? side : 64), disc = half + r;
        const double edges = 12.0 * 2.0 + 6.0 * 2.0 * sqrt(2.0);
        const double off = 2.0 * r * (24.0 + pi * disc * disc) + pi * r * r * edges +
                           8.0 * (4.0 / 3.0 * pi * r * r * r);
        assert_true(fabs(buoy_bound_voxel(mesh, &plane, side).volume - off / 8.0) <= 1e-6 * off);
    }
    assert_true(buoy_bound_voxel(mesh, &plane, 2).volume == 1.0 + 1e-6);
}
