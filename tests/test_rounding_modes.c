// All rounding modes of the caller's processor: up, down, to zero. The bits may differ from
// round-to-nearest, but answers are within twice the documented bounds of the truth, because each
// rounding error is at most twice as large. Nothing is refused, NaN or infinite, and the mode is
// left unchanged.
#include <fenv.h>

#include "ask.h"
#include "base/vector.h"
#include "body.h"
#include "boxes.h"
#include "buoyancy_forces.h"
#include "crowd.h"
#include "dispatch/registry.h"
#include "everything.h"
#include "exact.h"
#include "exact_polygon.h"
#include "outline.h"
#include "pressing.h"
#include "shapes.h"
#include "test.h"

#if defined(FE_UPWARD) && defined(FE_DOWNWARD) && defined(FE_TOWARDZERO)
#define HAVE_MODES 1
static const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
static const char *const mode_names[] = {"up", "down", "to zero"};
enum {
    mode_count = 3
};

// -------------------------------------------------------------------------------- everything

static size_t mode; // index of the one that is tried
static const char *called = "nothing";

static void set_mode(const char *call) {
    called = call;
    fesetround(modes[mode]);
}

static void reset_mode(const char *about, size_t question) {
    const int left = fegetround();
    fesetround(FE_TONEAREST);
    if (left != modes[mode]) {
        fail_msg("%s, %s, question %zu changed the rounding mode", called, about, question);
    }
}

static void expect_finite(const double *numbers, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        if (!isfinite(numbers[i])) {
            fail_msg("%s, rounding %s: number %zu is %g", called, mode_names[mode], i, numbers[i]);
        }
    }
}

TEST(everything) {
    const struct everything_hooks hooks = {set_mode, reset_mode, expect_finite};
    for (mode = 0; mode < mode_count; ++mode) {
        everything_ask(&hooks);
    }
}

// --------------------------------------------------------------------------------- answers

// Fails unless an error is within so many bounds.
static void expect_within(const char *id, const char *number, double error, double bound,
                          double bounds) {
    if (!(error <= bounds * bound)) {
        fail_msg("%s, rounding %s: %s is off by %.3g, %.3g of its bound", id, mode_names[mode],
                 number, error, error / bound);
    }
}

static void check_volumes(const char *name, struct rng *rng) {
    struct body body = body_builtin(name);
    struct subject subject = {.mesh = body_mesh(&body, 0), .body = name};
    struct buoy_exact *exact = buoy_exact_create(subject.mesh);
    for (size_t k = 0; k < 20; ++k) {
        const struct buoy_plane plane = rng_plane(rng, subject.mesh);
        struct buoy_volume truth;
        buoy_exact_volume(exact, &plane, &truth);
        for (size_t i = 0; (subject.kernel = next_kernel(&i));) {
            for (mode = 0; mode < mode_count; ++mode) {
                struct buoy_volume got;
                fesetround(modes[mode]);
                ask_open(&subject, &plane, 1, &got);
                fesetround(FE_TONEAREST);
                const char *id = subject.kernel->id;
                const double c[3] = {got.centre[0], got.centre[1], got.centre[2]};
                const double true_c[3] = {truth.centre[0], truth.centre[1], truth.centre[2]};
                expect_within(id, "V", fabs(got.volume - truth.volume),
                              volume_bound(&subject, plane), 2.0);
                expect_within(id, "c", buoy_distance(c, true_c), centroid_bound(&subject, plane),
                              2.0);
            }
        }
    }
    buoy_exact_destroy(exact);
    buoy_mesh_destroy(subject.mesh);
    body_free(&body);
}

TEST(volumes) {
    struct rng rng = rng_make("rounding volumes");
    check_volumes("builtin:box", &rng);
    check_volumes("builtin:barrel:100", &rng);
    check_volumes("builtin:wigley:1300", &rng);
}

TEST(boxes) {
    struct rng rng = rng_make("rounding boxes");
    for (size_t k = 0; k < 150; ++k) {
        const struct box_question q = box_question_make(&rng);
        struct body body =
            body_box(q.box.half_extent[0], q.box.half_extent[1], q.box.half_extent[2]);
        struct buoy_mesh *mesh = body_mesh(&body, 0);
        struct buoy_exact *exact = buoy_exact_create(mesh);
        struct buoy_volume truth;
        buoy_exact_volume(exact, &q.plane, &truth);
        buoy_exact_destroy(exact);
        buoy_mesh_destroy(mesh);
        body_free(&body);
        const struct buoy_kernel *kernel;
        for (size_t i = 0; (kernel = next_box_kernel(&i));) {
            const struct buoy_box_query query = {&q.box, &q.plane, 1, 0};
            for (mode = 0; mode < mode_count; ++mode) {
                struct buoy_volume got;
                fesetround(modes[mode]);
                const enum buoy_status status = buoy_box_with(kernel, &query, &got, NULL);
                fesetround(FE_TONEAREST);
                assert_int_equal(status, BUOY_OK);
                expect_box(kernel, "the truth, whichever way is rounded", q, got, truth, 2.0);
            }
        }
    }
}

TEST(shapes) {
    struct rng rng = rng_make("rounding shapes");
    const struct buoy_kernel *reference = buoy_kernel_find("shapes/reference/scalar"), *kernel;
    for (size_t i = 0; (kernel = next_shapes_kernel(&i));) {
        for (size_t k = 0; k < 150; ++k) {
            const struct shape_question q = shape_question_make(&rng, shapes_kinds_of(kernel));
            const struct shape_answer truth = ask_shape(reference, q);
            for (mode = 0; mode < mode_count; ++mode) {
                struct shape_answer got;
                const struct buoy_shapes_query query = {&q.shape, &q.plane, 1, &got.surface};
                fesetround(modes[mode]);
                const enum buoy_status status = buoy_shapes_with(kernel, &query, &got.volume, NULL);
                fesetround(FE_TONEAREST);
                assert_int_equal(status, BUOY_OK);
                expect_shape(kernel, "the truth, whichever way is rounded", q, got, truth, 2.0);
                expect_shape_surface(kernel, "the same of surfaces", q, got, truth, 2.0);
            }
        }
    }
}

// The effect of rounding to whole numbers in a pool with a simple outline.
TEST(polygons) {
    struct rng rng = rng_make("rounding polygons");
    for (size_t k = 0; k < 1000; ++k) {
        const struct outline any = outline_random(&rng);
        const struct outline outline = outline_placed(&any, rng_between(&rng, 0.0, 6.3), 1.0,
                                                      rng_between(&rng, -9.0, 9.0), 0.0);
        const struct buoy_line line = outline_random_line(&rng, &outline);
        const struct buoy_polygon polygon = outline_polygon(&outline);
        const struct buoy_polygon_query query = {&polygon, &line, 1};
        struct buoy_area truth;
        buoy_exact_polygon(&polygon, &line, &truth);
        const struct buoy_kernel *kernel;
        for (size_t i = 0; (kernel = next_polygon_kernel(&i));) {
            const struct buoy_polygon_traits *traits = &kernel->method->polygon;
            for (mode = 0; mode < mode_count; ++mode) {
                struct buoy_area got;
                fesetround(modes[mode]);
                const enum buoy_status status = buoy_polygon_with(kernel, &query, &got, NULL);
                fesetround(FE_TONEAREST);
                assert_int_equal(status, BUOY_OK);
                const double x = got.centre[0] - truth.centre[0],
                             y = got.centre[1] - truth.centre[1];
                expect_within(kernel->id, "the area", fabs(got.area - truth.area),
                              traits->area_bound(&polygon, &line), 2.0);
                expect_within(kernel->id, "the centre", sqrt(x * x + y * y),
                              traits->centroid_bound(&polygon, &line), 2.0);
            }
        }
    }
}

enum {
    wave_count = 5,
    point_count = 100
};

static void make_waves(struct rng *rng, struct buoy_wave waves[wave_count]) {
    for (size_t w = 0; w < wave_count; ++w) {
        waves[w] = (struct buoy_wave){.amplitude = (float)rng_between(rng, 0.1, 3.0),
                                      .wavelength = (float)rng_between(rng, 1.0, 100.0),
                                      .direction = (float)rng_between(rng, -3.0, 3.0),
                                      .phase = (float)rng_between(rng, -3.0, 3.0)};
    }
}

static double true_height(const struct buoy_wave waves[wave_count], double x, double y,
                          double time) {
    const double two_pi = 6.283185307179586;
    double sum = 0.0;
    for (size_t w = 0; w < wave_count; ++w) {
        const double k = two_pi / (double)waves[w].wavelength, theta = (double)waves[w].direction;
        sum += (double)waves[w].amplitude *
               sin(k * (x * cos(theta) + y * sin(theta)) - sqrt(BUOY_GRAVITY * k) * time +
                   (double)waves[w].phase);
    }
    return sum;
}

// Near enough to the origin for doubles to be the truth. Waves are prepared in the mode, too.
TEST(waves) {
    struct rng rng = rng_make("rounding waves");
    struct buoy_wave waves[wave_count];
    double x[point_count], y[point_count], amplitudes = 0.0;
    float height[point_count];
    make_waves(&rng, waves);
    for (size_t w = 0; w < wave_count; ++w) {
        amplitudes += (double)waves[w].amplitude;
    }
    for (size_t p = 0; p < point_count; ++p) {
        x[p] = rng_between(&rng, -500.0, 500.0);
        y[p] = rng_between(&rng, -500.0, 500.0);
    }
    struct buoy_surface query = {x, y, point_count, height, NULL, NULL};
    for (size_t i = 0; i < buoy_kernel_count(); ++i) {
        const struct buoy_kernel *kernel = buoy_kernel_at(i);
        for (mode = 0; strcmp(kernel->method->family, "water") == 0 && buoy_kernel_runs(kernel) &&
                       mode < mode_count;
             ++mode) {
            struct buoy_waves *made;
            fesetround(modes[mode]);
            enum buoy_status status =
                buoy_waves_create(waves, wave_count, BUOY_GRAVITY, &made, NULL);
            if (status == BUOY_OK) {
                status = buoy_waves_sample_with(kernel, made, 12.5, &query, NULL);
                buoy_waves_destroy(made);
            }
            fesetround(FE_TONEAREST);
            assert_int_equal(status, BUOY_OK);
            for (size_t p = 0; p < point_count; ++p) {
                expect_within(kernel->id, "a height",
                              fabs((double)height[p] - true_height(waves, x[p], y[p], 12.5)),
                              1e-6 * amplitudes, 2.0);
            }
        }
    }
}

// Against the answer in round-to-nearest, itself within its bound of the truth.
TEST(pressures) {
    struct rng rng = rng_make("rounding pressures");
    struct body body = body_builtin("builtin:wigley:1300");
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    struct waters waters = waters_make(&rng);
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    for (size_t k = 0; k < 12; ++k) {
        struct pressing pressing = random_pressing(&rng, mesh, &waters);
        pressing.body = "builtin:wigley:1300";
        const double weight = pressing.water.density * pressing.water.gravity * info.volume;
        const struct buoy_kernel *kernel;
        for (size_t i = 0; (kernel = next_pressure_kernel(&i));) {
            const struct buoy_pressure nearest = ask_pressure(kernel, &pressing);
            for (mode = 0; mode < mode_count; ++mode) {
                fesetround(modes[mode]);
                const struct buoy_pressure got = ask_pressure(kernel, &pressing);
                fesetround(FE_TONEAREST);
                // Water's heights are off, too, by as much as in the other mode.
                const double of_water = pressing.water.kind == BUOY_WATER_PLANE ? 0.0 : 3e-6;
                expect_within(kernel->id, "the force", buoy_distance(got.force, nearest.force),
                              bounds_of_pressure(kernel, &pressing).force + weight * of_water, 3.0);
            }
        }
    }
    waters_free(&waters);
    buoy_mesh_destroy(mesh);
    body_free(&body);
}

static double length_of(const double v[3]) {
    const double zero[3] = {0.0, 0.0, 0.0};
    return buoy_distance(v, zero);
}

// As buoyancy_forces.h bounds a body's drag, against the answer in round-to-nearest.
static double drag_bound(const struct crowd *crowd, size_t i) {
    const struct buoy_submerged *wet = &crowd->submerged[i];
    const struct buoy_drag_body *body = &crowd->bodies[i];
    const struct buoy_drag_motion *motion = &crowd->motions[i];
    const double *inverse = body->inverse_inertia,
                 r = buoy_distance(wet->centre, motion->centre_of_mass);
    const double trace = inverse[0] + inverse[4] + inverse[8];
    const double speed = length_of(motion->velocity) + length_of(motion->angular_velocity) * r +
                         length_of(crowd->waters[i].velocity);
    const double mass = body->mass * wet->volume / body->volume;
    const double k = crowd->drag.linear * mass +
                     0.125 * BUOY_SEA_WATER * crowd->drag.quadratic * wet->wetted_area * speed;
    const double b = crowd->drag.angular * mass * body->length * body->length;
    const double conditioning =
        1.0 + crowd->dt * (k * (3.0 / body->mass + r * r * trace) + b * trace);
    return 64.0 * 0x1p-53 * conditioning * conditioning * k * speed;
}

TEST(forces) {
    struct rng rng = rng_make("rounding forces");
    static struct crowd crowd;
    static struct buoy_forces nearest[crowd_most], got[crowd_most];
    for (size_t k = 0; k < 10; ++k) {
        crowd_make(&rng, crowd_most, &crowd);
        const struct buoy_forces_query query = crowd_query(&crowd);
        crowd_expect(&crowd, nearest);
        const struct buoy_kernel *kernel;
        for (size_t i = 0; (kernel = next_forces_kernel(&i));) {
            for (mode = 0; mode < mode_count; ++mode) {
                fesetround(modes[mode]);
                const enum buoy_status status = buoy_forces_with(kernel, &query, got, NULL);
                fesetround(FE_TONEAREST);
                assert_int_equal(status, BUOY_OK);
                for (size_t b = 0; b < crowd_most; ++b) {
                    const double weight = BUOY_SEA_WATER * BUOY_GRAVITY * crowd.submerged[b].volume;
                    expect_within(kernel->id, "buoyancy",
                                  buoy_distance(got[b].buoyancy.force, nearest[b].buoyancy.force),
                                  64.0 * 0x1p-53 * weight, 3.0);
                    expect_within(kernel->id, "drag",
                                  buoy_distance(got[b].drag.force, nearest[b].drag.force),
                                  drag_bound(&crowd, b), 3.0);
                }
            }
        }
    }
}

// Discs: as precise, to twice as many roundings. Of those barely wet, an exact sum's lost part is
// rounded, too, which shows at 10⁻¹⁵ of a radius.
TEST(circles) {
    struct rng rng = rng_make("rounding circles");
    for (size_t k = 0; k < 2000; ++k) {
        const struct buoy_circle disc = {
            {(float)rng_between(&rng, -1.0, 1.0), (float)rng_between(&rng, -1.0, 1.0)}, 1.0f};
        const struct buoy_circle other = {{(float)rng_between(&rng, -1.0, 1.0), 0.0f},
                                          (float)rng_between(&rng, 0.1, 2.0)};
        const struct buoy_line line = {{0.0f, 1.0f}, (float)rng_between(&rng, -2.0, 2.0)};
        struct buoy_area nearest[2], got[2];
        assert_int_equal(buoy_circle_compute(&disc, &line, 1, &nearest[0], NULL), BUOY_OK);
        assert_int_equal(buoy_circle_in_circle(&disc, &other, &nearest[1], NULL), BUOY_OK);
        for (mode = 0; mode < mode_count; ++mode) {
            fesetround(modes[mode]);
            const enum buoy_status below = buoy_circle_compute(&disc, &line, 1, &got[0], NULL);
            const enum buoy_status in = buoy_circle_in_circle(&disc, &other, &got[1], NULL);
            fesetround(FE_TONEAREST);
            assert_true(below == BUOY_OK && in == BUOY_OK);
            for (int i = 0; i < 2; ++i) {
                expect_within("circles", "the area", fabs(got[i].area - nearest[i].area),
                              32.0 * 0x1p-53 * nearest[i].area, 3.0);
            }
        }
    }
}

TEST_FIXTURE(everything_make, everything_free)
#endif

static bool has_modes(void) {
#ifdef HAVE_MODES
    const bool has = fesetround(FE_UPWARD) == 0; // not on one processor's emulator
    fesetround(FE_TONEAREST);
    return has;
#else
    return false;
#endif
}

TEST_NEEDS(has_modes)
