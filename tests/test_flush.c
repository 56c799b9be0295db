// Meshes almost exactly flush with the water: tilts, offsets and dents from 1e-10 down to the
// smallest float. Volume, areas, pressure and forces hardly change there, whichever intermediate
// results underflow: every kernel must keep its bounds.
#include "ask_hydrostatics.h"
#include "body.h"
#include "dispatch/registry.h"
#include "exact.h"
#include "exact_of.h"
#include "floating.h"
#include "floating_mode.h"
#include "flush.h"
#include "mesh/mesh.h"
#include "owned.h"
#include "pressing.h"
#include "test.h"

// ------------------------------------------------------------------------------------ bodies

// An octahedron with its equator in z = 0, of which two opposite corners are dented downwards, and
// which is stretched along x.
static struct body octahedron(float dent, float stretch) {
    const float positions[] = {stretch, 0,  0,     0, 1, -dent, -stretch, 0, 0,
                               0,       -1, -dent, 0, 0, 1,     0,        0, -1};
    static const uint32_t indices[] = {0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4,
                                       1, 0, 5, 2, 1, 5, 3, 2, 5, 0, 3, 5};
    struct body body = body_alloc(6, 8);
    memcpy(body.positions, positions, sizeof positions);
    memcpy(body.indices, indices, sizeof indices);
    return body;
}

// A body, and a plane that goes through many of its corners.
struct flush_case {
    const char *builtin; // NULL: an octahedron
    float dent, stretch;
    struct buoy_plane plane;
    bool faces; // lie in the plane: areas jump there
};

static const struct flush_case cases[] = {
    {NULL, 0.0f, 1.0f, {{0, 0, 1}, 0}, false},
    {NULL, 1e-13f, 1.0f, {{0, 0, 1}, 0}, false},
    {NULL, 1e-31f, 1.0f, {{0, 0, -3}, 0}, false},
    {NULL, 0x1p-148f, 1.0f, {{0, 0, 1}, 0}, false},
    {NULL, 0.0f, 1.0f, {{1, 1, 0}, 0}, false},
    {NULL, 1e-30f, 1000.0f, {{0, 0, 1}, 0}, false}, // not compact: heights in double
    {"builtin:wigley:300", 0.0f, 1.0f, {{0, 1, 0}, 0}, true},
    {"builtin:catamaran:300", 0.0f, 1.0f, {{0, 0, 1}, 0}, true},
    {"builtin:box", 0.0f, 1.0f, {{0, 0, 1}, 0.5f}, true},
    {"builtin:box", 0.0f, 1.0f, {{1, 1, 0}, 0}, false},
    {"builtin:sphere:1280", 0.0f, 1.0f, {{0, 0, 1}, 0}, false},
};
enum {
    case_count = sizeof cases / sizeof *cases,
    plane_count = flush_size_count * flush_ways
};

static struct buoy_plane planes[plane_count];

static struct subject make_subject(const struct flush_case *flush) {
    struct body body =
        flush->builtin ? body_builtin(flush->builtin) : octahedron(flush->dent, flush->stretch);
    struct subject subject = {.mesh = body_mesh(&body, 0),
                              .body = flush->builtin ? flush->builtin : "an octahedron"};
    for (size_t i = 0; i < plane_count; ++i) {
        planes[i] = flush_plane(flush->plane, flush_sizes[i / flush_ways], (int)(i % flush_ways));
    }
    return subject;
}

// What the plane itself has, or one tilted and moved: their difference is below anything that
// could be seen, but for a dented corner that lies below one and not below the other.
TEST(planes_are_near) {
    struct subject subject = make_subject(&cases[0]);
    struct buoy_exact *exact = exact_of(subject.mesh);
    for (size_t i = 0; i < plane_count; ++i) {
        struct buoy_volume truth;
        buoy_exact_volume(exact, &planes[i], &truth);
        assert_true(fabs(truth.volume - 2.0 / 3.0) <= 1e-9);
    }
}

// Asking in ordinary mode, and in one that takes denormals, of the plane and of what is computed,
// for zeros: that moves the water by less than the smallest ordinary float, which must not show.
#ifdef FLOATING_MODE_FLUSH
enum {
    mode_count = 2
};
#else
#define FLOATING_MODE_FLUSH 0u
enum {
    mode_count = 1
};
#endif

static void enter(int mode) {
    const uint64_t flush = FLOATING_MODE_FLUSH;
    floating_mode_set(mode == 1 ? floating_mode() | flush : floating_mode() & ~flush);
}

// ---------------------------------------------------------------------------------- volume

TEST(volume) {
    static struct buoy_volume truth[plane_count], got[plane_count];
    for (size_t c = 0; c < case_count; ++c) {
        struct subject subject = make_subject(&cases[c]);
        struct buoy_exact *exact = exact_of(subject.mesh);
        for (size_t i = 0; i < plane_count; ++i) {
            buoy_exact_volume(exact, &planes[i], &truth[i]);
        }
        for (size_t k = 0; (subject.kernel = next_kernel("volume", &k));) {
            const size_t count = questions_for(subject.kernel, plane_count);
            for (int mode = 0; mode < mode_count; ++mode) {
                enter(mode);
                ask_all(&subject, planes, count, got);
                enter(0);
                for (size_t i = 0; i < count; ++i) {
                    expect(&subject, "all but flush", planes[i], got[i], truth[i], 0.0, 0.0);
                }
            }
        }
    }
}

// A body so small that a denormal offset matters to it: in that mode the offset is 0.
TEST(denormal_offset) {
    struct body body = octahedron(0.0f, 1.0f);
    body_scale(&body, 0x1p-120);
    struct subject subject = {.mesh = body_mesh(&body, 0), .body = "a tiny octahedron"};
    struct buoy_exact *exact = exact_of(subject.mesh);
    const struct buoy_plane at[2] = {{{0, 0, 1}, 0x1p-128f}, {{0, 0, 1}, 0.0f}};
    for (int mode = 0; mode < mode_count; ++mode) {
        struct buoy_volume truth, answer;
        buoy_exact_volume(exact, &at[mode], &truth);
        for (size_t k = 0; (subject.kernel = next_kernel("volume", &k));) {
            enter(mode);
            ask_all(&subject, at, 1, &answer);
            enter(0);
            expect(&subject, "a denormal offset", at[mode], answer, truth, 0.0, 0.0);
        }
    }
}

// ---------------------------------------------------------------------------- hydrostatics

TEST(hydrostatics) {
    static struct buoy_hydrostatics got[plane_count];
    for (size_t c = 0; c < case_count; ++c) {
        struct subject subject = make_subject(&cases[c]);
        for (size_t k = 0; (subject.kernel = next_kernel("hydrostatics", &k));) {
            enter((int)(k % mode_count));
            ask_hydrostatics_all(&subject, planes, plane_count, got);
            enter(0);
            // The reference costs more than most kernels: a seventh of the planes, others for each.
            for (size_t i = k % 7; i < plane_count; i += 7) {
                struct surface_slack slack;
                const struct buoy_hydrostatics expected =
                    reference_hydrostatics(subject.mesh, planes[i], &slack);
                expect_surface(&subject, "areas all but flush", planes[i], &got[i], &expected,
                               slack);
            }
        }
    }
}

// -------------------------------------------------------------------------------- pressure

static void check_pressure(const struct pressing *pressing, const char *property) {
    const struct buoy_pressure truth = true_pressure(pressing);
    const struct buoy_kernel *kernel;
    for (size_t k = 0; (kernel = next_kernel("pressure", &k));) {
        for (int mode = 0; mode < mode_count; ++mode) {
            enter(mode);
            const struct buoy_pressure got = ask_pressure(kernel, pressing);
            enter(0);
            expect_pressure(kernel, pressing, property, &got, &truth, 0.0);
        }
    }
}

TEST(pressure) {
    for (size_t c = 0; c < case_count; ++c) {
        if (cases[c].faces) {
            continue; // whether a lid is wet is for the last bit to say
        }
        struct subject subject = make_subject(&cases[c]);
        struct pressing pressing = {.body = subject.body,
                                    .mesh = subject.mesh,
                                    .pose = buoy_pose_identity(),
                                    .water = buoy_calm_sea(BUOY_Z_UP)};
        const size_t step = subject.mesh->triangle_count > 100 ? 37 : 5;
        for (size_t i = c; i < plane_count; i += step) {
            pressing.water.plane = planes[i];
            check_pressure(&pressing, "all but flush");
        }
    }
}

// Waves, and a patch's cells, as high as next to nothing.
TEST(pressure_of_ripples) {
    struct subject subject = make_subject(&cases[0]);
    struct pressing pressing = {.body = subject.body,
                                .mesh = subject.mesh,
                                .pose = buoy_pose_identity(),
                                .water = buoy_calm_sea(BUOY_Z_UP)};
    const struct buoy_patch_grid grid = {{-2.0, -2.0}, {1.0f, 1.0f}, 5, 5};
    struct buoy_patch *patch = patch_of(&grid);
    for (size_t i = 0; i < flush_size_count; ++i) {
        float heights[25];
        for (int j = 0; j < 25; ++j) {
            heights[j] = (float)(j % 3 - 1) * flush_sizes[i];
        }
        assert_int_equal(buoy_patch_set(patch, heights, NULL), BUOY_OK);
        pressing.water.kind = BUOY_WATER_PATCH;
        pressing.water.patch = patch;
        check_pressure(&pressing, "a patch all but level");

        const struct buoy_wave wave = {
            .amplitude = flush_sizes[i], .wavelength = 3.0f, .direction = 0.7f, .phase = 0.3f};
        struct buoy_waves *waves = waves_of(&wave, 1, BUOY_GRAVITY);
        pressing.water.kind = BUOY_WATER_WAVES;
        pressing.water.waves = waves;
        check_pressure(&pressing, "waves all but level");
    }
}

// ---------------------------------------------------------------------------------- bodies

// A body at rest that is turned or lifted by next to nothing feels what it felt before: an
// octahedron half under water, a box whose lid is flush with it.
TEST(bodies) {
    static const size_t which[] = {0, 5, 8};
    for (size_t w = 0; w < sizeof which / sizeof *which; ++w) {
        const struct flush_case *flush = &cases[which[w]];
        struct subject subject = make_subject(flush);
        struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
        water.plane = flush->plane;
        const struct buoy_mesh_info info = mesh_info(subject.mesh);
        const struct floating_body still = floating_at_rest(subject.mesh);
        const struct buoy_body_forces expected = floating_ask(&still, &water, floating_no_drag);
        const double all = water.density * water.gravity * info.volume;
        const double most = 2e-6 * fmax(1.0, info.conditioning / 60.0) * all;
        const double volume = which[w] == 8 ? 1.0 : 0.5 * info.volume;
        assert_true(fabs(expected.volume - volume) <= most / all * info.volume);
        for (size_t i = 0; i < plane_count; ++i) {
            const double size = (double)flush_sizes[i / flush_ways];
            struct floating_body body = still;
            body.pose.rotation[0] = size * (double)(i % 3) - size;
            body.pose.rotation[1] = 2.0 * size * (double)(i / 3 % 3) - 2.0 * size;
            body.pose.position[2] = size * (double)(i / 9 % 3) - size;
            enter((int)(i % mode_count));
            const struct buoy_body_forces got = floating_ask(&body, &water, floating_no_drag);
            enter(0);
            floating_expect_near(got.buoyancy.force, expected.buoyancy.force, most);
            floating_expect_near(got.buoyancy.torque, expected.buoyancy.torque,
                                 most * info.diagonal);
        }
    }
}
