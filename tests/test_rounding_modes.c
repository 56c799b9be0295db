// All rounding modes of the caller's processor: up, down, to zero. The bits may differ from
// round-to-nearest, but answers are within twice the documented bounds of the truth, because each
// rounding error is at most twice as large. Nothing is refused, NaN or infinite, and the mode is
// left unchanged.
#include <fenv.h>

#include "accuracy.h"
#include "body.h"
#include "buoyancy_kernels.h"
#include "dispatch/registry.h"
#include "everything.h"
#include "families.h"
#include "rng.h"
#include "shapes.h"
#include "test.h"
#include "verify.h"

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
    FAIL_IF(left != modes[mode], "%s, %s, question %zu changed the rounding mode", called, about,
            question);
}

static void expect_finite(const double *numbers, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        FAIL_IF(!isfinite(numbers[i]), "%s, rounding %s: number %zu is %g", called,
                mode_names[mode], i, numbers[i]);
    }
}

TEST(everything) {
    const struct everything_hooks hooks = {set_mode, reset_mode, expect_finite};
    for (mode = 0; mode < mode_count; ++mode) {
        everything_ask(&hooks);
    }
}

// --------------------------------------------------------------------------------- answers

static void check_kernel(struct trial *trial, const struct buoy_kernel *kernel) {
    static const char *const kinds[ACCURACY_KINDS] = {"the first error", "the second error",
                                                      "the surface"};
    const struct accuracy_case asked = {.queries = &trial->queries,
                                        .kernel = kernel,
                                        .truth = trial->truth,
                                        .answers = trial->answers};
    struct accuracy accuracy;
    fesetround(modes[mode]);
    const int status = trial_ask(trial, kernel, trial->answers);
    fesetround(FE_TONEAREST);
    assert_int_equal(status, 0);
    assert_int_equal(accuracy_measure(&asked, &accuracy), 0);
    for (size_t k = 0; k < ACCURACY_KINDS; ++k) {
        // Fails unless an error is within so many bounds.
        const double error = accuracy.worst[k].error;
        const double bound = accuracy.worst[k].bound;
        FAIL_IF(!(error <= 2.0 * bound), "%s, rounding %s: %s is off by %.3g, %.3g of its bound",
                kernel->id, mode_names[mode], kinds[k], error, error / bound);
    }
}

// Questions are made in the mode, too, and what is prepared for them.
static void check_family(const struct family *family, const char *name, uint64_t seed) {
    struct buoy_mesh *mesh = name ? mesh_of(body_builtin(name), 0) : NULL;
    const struct verify_settings settings = {.poses = 40, .seed = seed, .voxels = 16};
    for (mode = 0; mode < mode_count; ++mode) {
        struct trial trial;
        fesetround(modes[mode]);
        const int status = trial_make(&settings, family, mesh, &trial);
        fesetround(FE_TONEAREST);
        assert_int_equal(status, 0);
        assert_int_equal(family->find_truth(&trial.queries, trial.truth), 0);
        for (size_t i = 0; i < buoy_kernel_count(); ++i) {
            const struct buoy_kernel *kernel = buoy_kernel_at(i);
            if (family_owns(family, kernel) && buoy_kernel_runs(kernel)) {
                check_kernel(&trial, kernel);
            }
        }
        trial_free(&trial);
    }
}

// Every family on the questions of `verify`.
TEST(families) {
    static const char *const names[] = {"builtin:box", "builtin:barrel:100", "builtin:wigley:1300"};
    struct rng rng = rng_make("rounding families");
    const struct family *family;
    for (size_t f = 0; (family = family_at(f)); ++f) {
        for (size_t b = 0; b < (family->place ? 1 : COUNT_OF(names)); ++b) {
            check_family(family, family->place ? NULL : names[b], rng_bits(&rng));
        }
    }
}

// The surfaces of shapes.
TEST(shapes) {
    struct rng rng = rng_make("rounding shapes");
    const struct buoy_kernel *reference = buoy_kernel_find("shapes/reference/scalar"), *kernel;
    for (size_t i = 0; (kernel = next_kernel("shapes", &i));) {
        for (size_t k = 0; k < 150; ++k) {
            const struct shape_question q = shape_question_make(&rng, shapes_kinds_of(kernel));
            const struct shape_answer truth = ask_shape(reference, q);
            for (mode = 0; mode < mode_count; ++mode) {
                struct shape_answer got;
                const struct buoy_shapes_query query = {.shapes = &q.shape,
                                                        .planes = &q.plane,
                                                        .count = 1,
                                                        .surfaces = &got.surface,
                                                        .kernel = kernel};
                fesetround(modes[mode]);
                const enum buoy_status status = buoy_shapes_compute(&query, &got.volume, NULL);
                fesetround(FE_TONEAREST);
                assert_int_equal(status, BUOY_OK);
                expect_shape(kernel, "the truth, whichever way is rounded", q, got, truth, 2.0);
                expect_shape_surface(kernel, "the same of surfaces", q, got, truth, 2.0);
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
