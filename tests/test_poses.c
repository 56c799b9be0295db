// The poses for checking and timing kernels: the same bits for the same seed, depths in the
// documented range, and every run of consecutive poses spread evenly over all of them.
#include "buoyancy.h"
#include "meshes/meshes.h"
#include "poses.h"
#include "race.h"
#include "reals.h"
#include "test.h"

#define COUNT 1024
#define SEEDS 8
#define PI 3.14159265358979323846

// A body with the vertices to measure its extent by.
struct body {
    struct mesh_data data;
    struct buoy_mesh *mesh;
};

static struct body open_body(const char *specification) {
    struct body body;
    struct buoy_error error;
    FAIL_IF(mesh_data_load(specification, &body.data, &error) != BUOY_OK, "%s", error.message);
    const struct buoy_mesh_input input = {.positions64 = body.data.positions,
                                          .vertex_count = body.data.vertex_count,
                                          .indices = body.data.indices,
                                          .triangle_count = body.data.triangle_count,
                                          .flags = BUOY_MESH_WELD | BUOY_MESH_KEEP_ALL};
    FAIL_IF(buoy_mesh_create(&input, &body.mesh, &error) != BUOY_OK, "%s", error.message);
    return body;
}

static void close_body(struct body *body) {
    buoy_mesh_destroy(body->mesh);
    mesh_data_free(&body->data);
}

// Where a plane's offset lies in the body's extent along the normal, 0 to 1.
static double offset_share(const struct body *body, const struct buoy_plane *plane) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (size_t i = 0; i < body->data.vertex_count; ++i) {
        const double *p = body->data.positions + 3 * i;
        const double at = (double)plane->normal[0] * p[0] + (double)plane->normal[1] * p[1] +
                          (double)plane->normal[2] * p[2];
        low = at < low ? at : low;
        high = at > high ? at : high;
    }
    return (plane->d - low) / (high - low);
}

TEST(offsets) {
    static const char *const bodies[] = {"builtin:box", "builtin:wigley:1300", "builtin:star:500"};
    for (size_t b = 0; b < sizeof bodies / sizeof *bodies; ++b) {
        struct body body = open_body(bodies[b]);
        static struct buoy_plane planes[COUNT];
        poses_make(body.mesh, 1, COUNT, planes);
        for (size_t i = 0; i < COUNT; ++i) {
            const struct buoy_plane *p = &planes[i];
            const double length =
                sqrt((double)p->normal[0] * p->normal[0] + (double)p->normal[1] * p->normal[1] +
                     (double)p->normal[2] * p->normal[2]);
            // Three components rounded to 24 bits.
            assert_true(fabs(length - 1.0) < 2e-7);
            // d was rounded to float; it is no larger than the bodies' few extents from the origin.
            const double share = offset_share(&body, p);
            assert_true(share > 0.02 - 1e-6 && share < 0.98 + 1e-6);
        }
        close_body(&body);
    }
}

TEST(seeds) {
    struct body body = open_body("builtin:box");
    static struct buoy_plane first[COUNT], again[COUNT], other[COUNT], some[100];
    poses_make(body.mesh, 7, COUNT, first);
    poses_make(body.mesh, 7, COUNT, again);
    poses_make(body.mesh, 7, 100, some);
    poses_make(body.mesh, 8, COUNT, other);
    assert_memory_equal(first, again, sizeof first);
    assert_memory_equal(first, some, sizeof some);
    for (size_t i = 0; i < COUNT; ++i) {
        assert_memory_not_equal(&first[i], &other[i], sizeof first[i]);
    }
    close_body(&body);
}

// The widest stretch of the circle of circumference 1 that `count` points leave empty.
static double widest_gap(const double *points, size_t count) {
    static double sorted[COUNT];
    memcpy(sorted, points, count * sizeof *points);
    reals_sort(sorted, count);
    double gap = sorted[0] + 1.0 - sorted[count - 1];
    for (size_t i = 1; i < count; ++i) {
        gap = fmax(gap, sorted[i] - sorted[i - 1]);
    }
    return gap;
}

// In each coordinate the first N poses leave no gap wider than 3/N. By the three-distance theorem
// the widest gap between N multiples of an irrational is a constant over N, the smaller the smaller
// the quotients of its continued fraction; for the three used here and N up to 2000 it is at most
// 2.16/N. Random points would leave about ln N / N, 6/N for 256 of them.
TEST(each_coordinate) {
    struct body body = open_body("builtin:box");
    for (uint64_t seed = 0; seed < SEEDS; ++seed) {
        static struct buoy_plane planes[COUNT];
        static double u[3][COUNT];
        poses_make(body.mesh, seed, COUNT, planes);
        for (size_t i = 0; i < COUNT; ++i) {
            double point[3];
            // The three numbers a pose is made of, each uniform in [0, 1): offset, height and
            // longitude of the normal.
            const struct buoy_plane *plane = &planes[i];
            point[0] = (offset_share(&body, plane) - 0.02) / 0.96;
            point[1] = 0.5 * ((double)plane->normal[2] + 1.0);
            point[2] = atan2((double)plane->normal[1], (double)plane->normal[0]) / (2.0 * PI);
            point[2] -= floor(point[2]);
            for (int k = 0; k < 3; ++k) {
                u[k][i] = point[k];
            }
        }
        for (size_t n = 2; n <= COUNT; n += 1 + n / 8) {
            for (int k = 0; k < 3; ++k) {
                FAIL_IF(widest_gap(u[k], n) * (double)n > 3.0,
                        "seed %d: the first %zu poses leave a gap in coordinate %d", (int)seed, n,
                        k);
            }
        }
    }
    close_body(&body);
}

// ------------------------------------------------------------------------------------------- check

// How many queries a check asks: all about meshes of up to 2²³ triangles over the queries, of
// larger ones as many as make that, at least 16, in whole calls.

static size_t count(size_t triangles, size_t queries, size_t per_call) {
    const struct race_mesh mesh = {.info = {.triangle_count = triangles}};
    const struct race_subject subject = {.mesh = &mesh,
                                         .queries = {.count = queries, .per_call = per_call}};
    return race_check_count(&subject);
}

TEST(counts) {
    assert_int_equal(count(12, 256, 1), 256);
    assert_int_equal(count(32768, 256, 1), 256);
    assert_int_equal(count(32769, 256, 1), 255);
    assert_int_equal(count(327680, 256, 1), 25);
    assert_int_equal(count(524288, 256, 1), 16);
    assert_int_equal(count(2000000, 256, 1), 16);
    assert_int_equal(count(2000000, 8, 1), 8);
    assert_int_equal(count(327680, 256, 64), 64);
    assert_int_equal(count(40000, 256, 64), 256);
    assert_int_equal(count(50000, 256, 64), 192);
    const struct race_subject none = {.queries = {.count = 65536, .per_call = 1}};
    assert_int_equal(race_check_count(&none), 65536);
}
