// Same method, same bits: every deterministic variant returns the bits of the method's first
// variant, on meshes of all layouts. Compared with memcmp.
#include "ask.h"
#include "body.h"
#include "dispatch/methods.h"
#include "dispatch/registry.h"
#include "mesh/mesh.h"
#include "rng.h"
#include "test.h"

// The next runnable deterministic variant whose method came earlier; `first` receives the first one
// of that method.
static const struct buoy_kernel *next_twin(size_t *index, const struct buoy_kernel **first) {
    const struct buoy_kernel *kernel;
    while ((kernel = next_kernel("volume", index))) {
        if (!kernel->deterministic) {
            continue;
        }
        for (size_t i = 0; (*first = next_kernel("volume", &i)) != kernel;) {
            if ((*first)->deterministic && (*first)->method == kernel->method) {
                return kernel;
            }
        }
    }
    return NULL;
}

enum {
    most_planes = 4000,
#ifdef TEST_EMULATED
    few_planes = 20,
    share = 10 // of the planes, one is asked
#else
    few_planes = 100,
    share = 1
#endif
};
static struct buoy_plane planes[most_planes];
static struct buoy_volume expected[most_planes], got[most_planes];

// Fills `planes` with `count` questions about a mesh: planes anywhere, every fourth of them through
// a vertex and every fifth barely wet or barely dry.
static void fill_planes(struct rng *rng, const struct body *body, const struct buoy_mesh *mesh,
                        size_t count) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    for (size_t k = 0; k < count; ++k) {
        struct buoy_plane *p = &planes[k];
        *p = rng_plane(rng, mesh);
        if (k % 4 == 0) {
            const float *v = body->positions + 3 * rng_below(rng, body->vertex_count);
            p->d = p->normal[0] * v[0] + p->normal[1] * v[1] + p->normal[2] * v[2];
        } else if (k % 5 == 0) {
            const double reach = fabs((double)p->normal[0]) * info.half_extent[0] +
                                 fabs((double)p->normal[1]) * info.half_extent[1] +
                                 fabs((double)p->normal[2]) * info.half_extent[2];
            const double middle = (double)p->normal[0] * info.centre[0] +
                                  (double)p->normal[1] * info.centre[1] +
                                  (double)p->normal[2] * info.centre[2];
            const double left = pow(10.0, rng_between(rng, -8.0, -1.0));
            p->d = (float)(middle + (k % 2 ? 1.0 : -1.0) * reach * (1.0 - left));
        }
    }
}

// Asks every pair of twins about a mesh below the first `count` planes.
static void compare_twins(struct buoy_mesh *mesh, const char *name, size_t count) {
    struct subject subject = {.mesh = mesh, .body = name};
    const struct buoy_kernel *first;
    struct subject reference = {.mesh = mesh, .body = name};
    for (size_t i = 0; (subject.kernel = next_twin(&i, &first));) {
        const size_t asked = questions_about(subject.mesh, first, count);
        if (reference.kernel != first) {
            reference.kernel = first;
            ask_open(&reference, planes, asked, expected);
        }
        memset(got, 0xff, asked * sizeof *got); // answers left out are not those of the last kernel
        ask_open(&subject, planes, asked, got);
        for (size_t k = 0; k < asked; ++k) {
            expect_same_bits(&subject, "the bits of the method's first variant", planes[k], &got[k],
                             &expected[k]);
        }
    }
}

// Checks twins about a body, below planes from fill_planes().
static void check_twins(struct rng *rng, const struct body *body, unsigned flags, const char *name,
                        size_t count) {
    struct buoy_mesh *mesh = body_mesh(body, flags);
    fill_planes(rng, body, mesh, count);
    compare_twins(mesh, name, count);
}

// Just below, at and just above the most blocks and vertices with which crowds are answered in
// lanes of their own.
TEST(small_meshes) {
    struct rng rng = rng_make("small meshes");
    for (size_t sides = 24; sides <= 65; sides += sides == 28 ? 35 : 1) { // 3 to 4, 8 and 9 blocks
        struct body body = body_bipyramid(&rng, sides);
        check_twins(&rng, &body, 0, "a bipyramid", 100);
    }
    for (size_t count = 17; count <= 19; ++count) {
        // Tetrahedra that overlap at corners, which have as many vertices as triangles.
        struct body body = body_corner(1.0f, 1.0f, 1.0f);
        for (size_t i = 1; i < count; ++i) {
            struct body part = body_corner(1.0f, 1.0f, 1.0f);
            const size_t row = i / 3 % 3, level = i / 9;
            const double place[3] = {0.7 * (double)(i % 3), 0.7 * (double)row, 0.7 * (double)level};
            body_move(&part, place);
            const struct body joined = body_joined(body, part);
            body = joined;
        }
        assert_true(body_info(&body, 0).conditioning < 60.0);
        check_twins(&rng, &body, 0, "tetrahedra", 400);
    }
    struct body cubes = body_two_cubes(7.01); // compact, scattered, without a large triangle
    check_twins(&rng, &cubes, 0, "two cubes", 400);
}

TEST(many_triangles) {
    static const struct {
        const char *specification;
        size_t count;
    } bodies[] = {
        {"builtin:box", most_planes},  {"builtin:barrel:100", most_planes},
        {"builtin:torus:600", 3000},   {"builtin:catamaran", 2000},
        {"builtin:wigley:1300", 2000}, {"builtin:star:5000", 1000},
        {"builtin:sphere:20480", 300},
    };
    struct rng rng = rng_make("many triangles");
    for (size_t b = 0; b < sizeof bodies / sizeof *bodies; ++b) {
        struct body body = body_builtin(bodies[b].specification);
        check_twins(&rng, &body, 0, bodies[b].specification, bodies[b].count / share);
    }
}

// The water cuts every triangle of every leaf, so that packed ones (cut_leaves.h) take all the
// room there is: of a compact body of 16 leaves, and of one in double of 64. The equator of a
// bipyramid zigzags across the water.
TEST(all_triangles_cut) {
    struct rng rng = rng_make("all triangles cut");
    static const struct {
        size_t sides;
        float height;
        bool compact;
    } zigzags[] = {{128, 1.0f, true}, {512, 0.02f, false}};
    for (size_t i = 0; i < sizeof zigzags / sizeof *zigzags; ++i) {
        const size_t sides = zigzags[i].sides;
        const float height = zigzags[i].height, tilt = 0.002f * height;
        struct body body = body_bipyramid(&rng, sides);
        for (size_t v = 0; v < body.vertex_count; ++v) { // two apexes and the equator
            float *at = &body.positions[3 * v];
            const double angle = 6.2831853 * (double)v / (double)sides;
            at[0] = v < 2 ? 0.0f : (float)cos(angle);
            at[1] = v < 2 ? 0.0f : (float)sin(angle);
            at[2] = height * (v == 0 ? 1.0f : v == 1 ? -1.0f : v % 2 ? 0.01f : -0.01f);
        }
        struct buoy_mesh *mesh = body_mesh(&body, 0);
        assert_true(mesh->compact == zigzags[i].compact);
        assert_int_equal(mesh->tree.leaf_count, sides / 8);
        for (size_t k = 0; k < few_planes; ++k) {
            const float x = tilt * (float)rng_between(&rng, -1.0, 1.0);
            const float y = tilt * (float)rng_between(&rng, -1.0, 1.0);
            planes[k] =
                (struct buoy_plane){{x, y, 1.0f}, tilt * (float)rng_between(&rng, -1.0, 1.0)};
            assert_int_equal(buoy_volume_hierarchy_examined(mesh, &planes[k]), 2 * sides);
        }
        compare_twins(mesh, "a zigzag", few_planes);
    }
}

// Bodies of several nodes with all of their leaves in double sums, and with some.
TEST(double_among_many) {
    struct rng rng = rng_make("double among many");
    struct body barrel = body_builtin("builtin:barrel:508");
    struct body far = body_copy(&barrel), plate = body_box(1.5f, 1.5f, 0.15f);
    body_move(&far, (const double[3]){30.0, 0.0, 0.0});
    body_move(&plate, (const double[3]){0.0, 0.0, 2.0});
    struct body scattered = body_joined(barrel, far), mixed = body_joined(barrel, plate);
    struct buoy_mesh *mesh = body_mesh(&scattered, 0);
    assert_true(mesh->scattered && mesh->tree.leaf_count > 32);
    mesh = body_mesh(&mixed, 0);
    uint32_t large = 0;
    assert_non_null(mesh->tree.large);
    for (uint32_t i = 0; i < mesh->tree.leaf_count; ++i) {
        large += mesh->tree.large[i];
    }
    assert_true(!mesh->scattered && large > 0 && large < mesh->tree.leaf_count / 2);
    check_twins(&rng, &scattered, 0, "barrels far apart", few_planes);
    check_twins(&rng, &mixed, 0, "a barrel and a plate", few_planes);
}
