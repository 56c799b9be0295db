// Every kernel in edge cases: nothing or everything under water, faces exactly on it, planes and
// bodies of extreme sizes.
#include <float.h>

#include "ask.h"
#include "body.h"
#include "buoyancy_hydrostatics.h"
#include "buoyancy_kernels.h"
#include "dispatch/registry.h"
#include "exact.h"
#include "exact_of.h"
#include "mesh/plane.h"
#include "rng.h"
#include "test.h"

static void check_dry(const struct subject *subject, struct buoy_plane plane) {
    const struct buoy_mesh_info info = mesh_info(subject->mesh);
    const struct buoy_volume nothing = {0.0, {info.centre[0], info.centre[1], info.centre[2]}};
    const struct buoy_volume got = ask(subject, plane);
    expect_same_bits(subject, "dry: no volume, at the mesh's centre", plane, &got, &nothing);
}

static void check_wet(const struct subject *subject, struct buoy_plane plane) {
    const struct buoy_mesh_info info = mesh_info(subject->mesh);
    expect(
        subject, "all of it under water", plane, ask(subject, plane),
        (struct buoy_volume){info.volume, {info.centroid[0], info.centroid[1], info.centroid[2]}},
        0.0, 0.0);
}

// Water at, just beyond and far beyond the bounding box: exactly at its foot is dry, at its top
// wet.
TEST(all_or_nothing) {
    static const float beyond[] = {0.0f, 1e-6f, 1e-3f, 1.0f, 1e6f, 1e30f, FLT_MAX};
    static const char *const bodies[] = {"builtin:box", "builtin:star:1000"};
    struct rng rng = rng_make("all or nothing");
    for (int b = 0; b < 2; ++b) {
        struct body body = body_builtin(bodies[b]);
        struct subject subject = {.mesh = body_mesh(&body, 0), .body = bodies[b]};
        const struct buoy_mesh_info info = mesh_info(subject.mesh);
        for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
            for (size_t k = 0; k < sizeof beyond / sizeof *beyond; ++k) {
                for (int axis = 0; axis < 3; ++axis) {
                    const double top = info.centre[axis] + info.half_extent[axis];
                    const double foot = info.centre[axis] - info.half_extent[axis];
                    const struct buoy_plane up = {{axis == 0, axis == 1, axis == 2}, 0.0f};
                    const struct buoy_plane down = {{-up.normal[0], -up.normal[1], -up.normal[2]},
                                                    0.0f};
                    struct buoy_plane wet[2] = {up, down}, dry[2] = {up, down};
                    wet[0].d = (float)top + beyond[k];
                    wet[1].d = (float)-foot + beyond[k];
                    dry[0].d = (float)foot - beyond[k];
                    dry[1].d = (float)-top - beyond[k];
                    for (int side = 0; side < 2; ++side) {
                        check_wet(&subject, wet[side]);
                        check_dry(&subject, dry[side]);
                    }
                }
                struct buoy_plane tilted = rng_plane(&rng, subject.mesh);
                tilted.d = (float)info.diagonal + beyond[k];
                check_wet(&subject, tilted);
                tilted.d = -tilted.d;
                check_dry(&subject, tilted);
            }
        }
    }
}

// An upright box, hardly wet or hardly dry: the closest water that float can express gives the
// depth.
TEST(thin_layers) {
    struct body box = body_box(0.75f, 1.5f, 1.0f);
    struct subject subject = {.mesh = body_mesh(&box, 0), .body = "a box"};
    const double total = 8.0 * 0.75 * 1.5;
    for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
        for (int k = 1; k < 10; ++k) {
            for (int side = 0; side < 2; ++side) {
                const float d = 1.0f - (float)pow(10.0, -k);
                const struct buoy_plane plane = {{0.0f, 0.0f, 1.0f}, side ? d : -d};
                const double depth =
                    1.0 + (double)plane.d; // exact: d is in the same binade or below
                struct buoy_volume expected = {total * depth / 2.0, {0.0, 0.0, depth / 2.0 - 1.0}};
                if (depth == 0.0) {
                    expected.centre[2] = 0.0;
                }
                expect(&subject, "a thin layer of a box", plane, ask(&subject, plane), expected,
                       0.0, 0.0);
            }
        }
    }
}

// The water within a millionth of the body's ends, where nothing but the possible is promised: what
// ask_all() looks for.
TEST(at_the_ends) {
    enum {
        count = 3000
    };
    static const char *const bodies[] = {"builtin:box", "builtin:barrel:100", "builtin:star:1000"};
    static struct buoy_plane planes[count];
    static struct buoy_volume results[count];
    struct rng rng = rng_make("at the ends");
    for (int b = 0; b < 3; ++b) {
        struct body body = body_builtin(bodies[b]);
        struct subject subject = {.mesh = body_mesh(&body, 0), .body = bodies[b]};
        for (size_t k = 0; k < count; ++k) {
            double low, high;
            planes[k] = rng_plane(&rng, subject.mesh);
            body_extent(&body, planes[k], &low, &high);
            const double layer = (high - low) * pow(10.0, rng_between(&rng, -9.0, -6.0));
            planes[k].d = (float)(k % 2 ? high - layer : low + layer);
        }
        for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
            ask_all(&subject, planes, questions_for(subject.kernel, count), results);
        }
    }
}

// Plates and needles, where errors are large beside the body's thickness: still nothing impossible.
TEST(plates) {
    static const float halves[][3] = {
        {1.0f, 1.0f, 1e-3f}, {1.0f, 1.0f, 1e-6f}, {1e-4f, 1.0f, 1e-6f}};
    struct rng rng = rng_make("plates");
    for (size_t b = 0; b < sizeof halves / sizeof *halves; ++b) {
        struct body plate = body_box(halves[b][0], halves[b][1], halves[b][2]);
        struct subject subject = {.mesh = body_mesh(&plate, 0), .body = "a plate"};
        for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
            for (size_t k = 0; k < questions_for(subject.kernel, 500); ++k) {
                ask(&subject, rng_plane(&rng, subject.mesh));
            }
        }
    }
}

// A stack of two boxes that share no vertex: water along the faces where they meet wets the lower
// one, all of it, and nothing of the upper one.
TEST(faces_on_the_water) {
    struct body low = body_box(1.0f, 0.5f, 0.25f), high = body_box(0.5f, 0.25f, 1.0f);
    body_move(&low, (const double[3]){0.0, 0.0, -0.25});
    body_move(&high, (const double[3]){0.125, 0.0, 1.0});
    struct subject subject = {.mesh = mesh_of(body_joined(low, high), 0),
                              .body = "two boxes, stacked"};
    for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
        const struct buoy_plane plane = {{0.0f, 0.0f, 2.0f}, 0.0f};
        expect(&subject, "water along a face", plane, ask(&subject, plane),
               (struct buoy_volume){1.0, {0.0, 0.0, -0.25}}, 0.0, 0.0);
    }
}

// A cube without its lid, submerged to the rim, which is dry: the water closes it.
static void check_rim(const char *name) {
    struct body body = body_builtin(name);
    // Takes the triangles away that lie in the plane z = top.
    size_t kept = 0;
    for (size_t t = 0; t < body.triangle_count; ++t) {
        const uint32_t *corner = body.indices + 3 * t;
        bool lid = true;
        for (int k = 0; k < 3; ++k) {
            lid = lid && body.positions[3 * corner[k] + 2] == 0.5f;
        }
        if (!lid) {
            memmove(body.indices + 3 * kept++, corner, 3 * sizeof *corner);
        }
    }
    assert_true(kept == body.triangle_count / 6 * 5);
    body.triangle_count = kept;
    struct subject subject = {.mesh = body_mesh(&body, BUOY_MESH_ACCEPT_OPEN), .body = name};
    const struct buoy_plane rim = {{0.0f, 0.0f, 1.0f}, 0.5f};
    for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
        struct buoy_volume got;
        ask_open(&subject, &rim, 1, &got);
        expect(&subject, "a tub submerged to its rim", rim, got,
               (struct buoy_volume){1.0, {0.0, 0.0, 0.0}}, 0.0, 0.0);
    }
}

// Meshes of one block, of many, and large enough for a tree.
TEST(open_to_the_rim) {
    check_rim("builtin:box");
    check_rim("builtin:box:300");
    check_rim("builtin:box:6000");
}

// Bodies and normals near both ends of float's range, denormal normals included.
TEST(extreme_sizes) {
    static const double sizes[] = {1e-35, 1e-20, 1e20, 1e36};
    static const float lengths[] = {0x1p-149f, 0x1p-140f, 1e-30f, 1e30f, 1e38f};
    struct rng rng = rng_make("extreme sizes");
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; ++s) {
        struct body body = body_builtin("builtin:barrel:100");
        body_scale(&body, sizes[s]);
        struct subject subject = {.mesh = body_mesh(&body, 0), .body = "a barrel"};
        struct buoy_exact *exact = exact_of(subject.mesh);
        for (size_t l = 0; l < sizeof lengths / sizeof *lengths; ++l) {
            struct buoy_plane plane = rng_plane(&rng, subject.mesh);
            plane = (struct buoy_plane){{plane.normal[0] * lengths[l], plane.normal[1] * lengths[l],
                                         plane.normal[2] * lengths[l]},
                                        plane.d * lengths[l]};
            if ((plane.normal[0] == 0.0f && plane.normal[1] == 0.0f && plane.normal[2] == 0.0f) ||
                isinf(plane.d)) {
                continue;
            }
            struct buoy_volume truth;
            buoy_exact_volume(exact, &plane, &truth);
            for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
                expect(&subject, "an extreme size", plane, ask(&subject, plane), truth, 0.0, 0.0);
            }
        }
    }
}

TEST(too_many_voxels) {
    struct body body = body_box(1.0f, 1.0f, 1.0f);
    struct subject subject = {.mesh = body_mesh(&body, 0), .body = "a box"};
    const struct buoy_plane level = {{0.0f, 0.0f, 1.0f}, 0.0f};
    for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
        struct buoy_volume result;
        const struct buoy_volume_query query = {.mesh = subject.mesh,
                                                .planes = &level,
                                                .count = 1,
                                                .voxels = 4097,
                                                .kernel = subject.kernel};
        assert_true(!is_voxel(subject.kernel) ||
                    buoy_volume_compute(&query, &result, NULL) == BUOY_ERROR_ARGUMENT);
    }
}

// A point above the water is moved to the nearest submerged one of its box: k is the nearest to c
// if no point of that convex set is beyond the plane through k square to c − k. Faces of the box
// stop it on its way down, up to two of them one after another.
TEST(kept_in_the_wet_box) {
    struct rng rng = rng_make("kept in the wet box");
    static struct buoy_mesh mesh;
    for (int i = 0; i < 20000; ++i) {
        struct buoy_baked_plane plane = {.offset = 0.0};
        double c[3], kept[3], lowest = 0.0, highest = 0.0, height = 0.0;
        for (int k = 0; k < 3; ++k) {
            const double half = rng_between(&rng, 0.1, 1.0);
            mesh.half_extent[k] = half;
            plane.n[k] = i % 4 == k ? 0.0 : rng_between(&rng, -2.0, 2.0);
            kept[k] = c[k] = rng_between(&rng, -half, half);
            lowest -= fabs(plane.n[k]) * half;
            highest += plane.n[k] * c[k];
        }
        plane.offset = rng_between(&rng, lowest, highest); // c is not submerged
        buoy_keep_in_wet_box(&mesh, &plane, kept);
        for (int k = 0; k < 3; ++k) {
            assert_true(fabs(kept[k]) <= mesh.half_extent[k]);
            height += plane.n[k] * kept[k];
        }
        assert_true(height - plane.offset <= 1e-14);
        for (int j = 0; j < 20; ++j) {
            double other = 0.0, beyond = 0.0;
            for (int k = 0; k < 3; ++k) {
                const double half = mesh.half_extent[k], q = rng_between(&rng, -half, half);
                other += plane.n[k] * q;
                beyond += (q - kept[k]) * (c[k] - kept[k]);
            }
            assert_true(other > plane.offset || beyond <= 1e-12);
        }
    }
}

// A plain question is answered from the bounding box before any kernel is asked: with the kernels'
// bits, for meshes in floats and in doubles, near and far, at every offset near the box's ends.
TEST(at_a_glance) {
    static const double far[] = {0.0, 0.1, 1e3 + 1.0 / 3.0, 1e9 + 0.7, 1e200};
    const struct buoy_kernel *volume = buoy_kernel_find("volume/auto/best");
    const struct buoy_kernel *hydrostatics = buoy_kernel_find("hydrostatics/auto/best");
    struct body body = body_box(0.3f, 0.7f, 1e-3f);
    double positions[24];
    struct rng rng = rng_make("at a glance");
    for (int i = 0; i < 6000; ++i) {
        struct buoy_mesh_input input = {.positions = body.positions,
                                        .vertex_count = body.vertex_count,
                                        .indices = body.indices,
                                        .triangle_count = body.triangle_count};
        const double away = far[i % 5];
        for (size_t k = 0; k < 24; ++k) {
            positions[k] = 1.1 * (double)body.positions[k] + (k % 3 == 2 ? away : 0.0);
        }
        if (i % 2) {
            input.positions = NULL;
            input.positions64 = positions;
        }
        struct buoy_mesh *mesh;
        if (buoy_mesh_create(&input, &mesh, NULL) != BUOY_OK) {
            continue; // farther than its thickness can be told
        }
        struct buoy_plane plane = {{0.0f, 0.0f, 0.0f}, 0.0f};
        const float length = ldexpf(1.0f, (int)rng_below(&rng, 250) - 125);
        for (int k = 0; k < 3; ++k) {
            plane.normal[k] = i % 3 && k < 2 ? 0.0f : (float)rng_between(&rng, -1.0, 1.0) * length;
        }
        double at = 0.0, reach = 0.0;
        for (int k = 0; k < 3; ++k) {
            at += (double)plane.normal[k] * mesh->centre[k];
            reach += fabs((double)plane.normal[k]) * mesh->half_extent[k] * mesh->scale;
        }
        const double steps = (double)rng_below(&rng, 9) - 4.0;
        plane.d = (float)(at + (rng_below(&rng, 2) ? reach : -reach) * (1.0 + steps * 0x1p-24));
        const struct buoy_volume_query query = {
            .mesh = mesh, .planes = &plane, .count = 1, .kernel = volume};
        const struct buoy_hydrostatics_query more = {
            .mesh = mesh, .planes = &plane, .count = 1, .kernel = hydrostatics};
        struct buoy_volume wanted, got;
        struct buoy_hydrostatics all_wanted, all_got;
        const enum buoy_status status = buoy_volume_compute(&query, &wanted, NULL);
        assert_int_equal(
            buoy_volume_compute(
                &(struct buoy_volume_query){.mesh = mesh, .planes = &plane, .count = 1}, &got,
                NULL),
            status);
        assert_int_equal(buoy_hydrostatics_compute(&more, &all_wanted, NULL), status);
        assert_int_equal(
            buoy_hydrostatics_compute(
                &(struct buoy_hydrostatics_query){.mesh = mesh, .planes = &plane, .count = 1},
                &all_got, NULL),
            status);
        if (status == BUOY_OK) {
            assert_memory_equal(&got, &wanted, sizeof got);
            assert_memory_equal(&all_got, &all_wanted, sizeof all_got);
        }
        buoy_mesh_destroy(mesh);
    }
}
