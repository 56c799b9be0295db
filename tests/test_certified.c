// Error bounds given with answers: no answer of any kernel, approximations among them, is farther
// from the exact one than its bounds say; on answers in float they are tight; answers keep their
// bits; bounds have the same bits on every instruction set.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ask.h"
#include "base/vector.h"
#include "body.h"
#include "dispatch/registry.h"
#include "exact.h"
#include "formats/reals.h"
#include "mesh/mesh.h"

enum {
    questions = 40
};

// ---------------------------------------------------------------------------------- asking

static bool is_in_float(const struct buoy_kernel *kernel) {
    static const char *const methods[] = {"blocks", "hierarchy", "batch", "auto"};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; ++i) {
        if (strcmp(kernel->method->name, methods[i]) == 0) {
            return true;
        }
    }
    return false;
}

// Errors below this share of the volume are of answers found in double: of bodies that are barely
// wet or all but submerged. The doubt about what they are compared with is larger than they are.
#define IN_DOUBLE 1e-10

// What is asked about one body, and the truth. `tightness` collects bound / error of answers in
// float.
struct trial {
    struct buoy_plane planes[questions];
    struct buoy_volume truth[questions];
    double tightness[4000];
    size_t count;
};

static void check_answer(const struct subject *subject, struct trial *trial, size_t k,
                         const struct buoy_volume *got, const struct buoy_volume_error *error) {
    const struct buoy_volume *truth = &trial->truth[k];
    const double off = fabs(got->volume - truth->volume);
    if (!(off <= error->volume) || isinf(error->volume)) {
        fail_answer(subject, "a volume within the bound given", trial->planes[k], *got);
    }
    if (truth->volume > 0.0 && !(buoy_distance(got->centre, truth->centre) <= error->centre)) {
        fail_answer(subject, "a centre within the bound given", trial->planes[k], *got);
    }
    if (off > IN_DOUBLE * truth->volume && is_in_float(subject->kernel) &&
        trial->count < sizeof trial->tightness / sizeof *trial->tightness) {
        trial->tightness[trial->count++] = error->volume / off;
    }
}

static void check_kernel(const struct subject *subject, struct trial *trial) {
    struct buoy_volume plain[questions], got[questions];
    struct buoy_volume_error errors[questions];
    ask_with_errors(subject, trial->planes, NULL, questions, plain, NULL);
    ask_with_errors(subject, trial->planes, NULL, questions, got, errors);
    for (size_t k = 0; k < questions; ++k) {
        expect_same_bits(subject, "with error bounds", trial->planes[k], &got[k], &plain[k]);
        check_answer(subject, trial, k, &got[k], &errors[k]);
    }
}

// ---------------------------------------------------------------------------------- bodies

// Anywhere; flush with a vertex along an axis; barely wet; all but flush with a vertex.
static struct buoy_plane any_plane(struct rng *rng, const struct body *body,
                                   const struct buoy_mesh *mesh, size_t k) {
    struct buoy_plane plane = rng_plane(rng, mesh);
    const float *v = &body->positions[3 * rng_below(rng, body->vertex_count)];
    if (k % 4 == 1) {
        const int axis = (int)rng_below(rng, 3);
        for (int i = 0; i < 3; ++i) {
            plane.normal[i] = i == axis ? (k % 8 < 4 ? 1.0f : -0.7f) : 0.0f;
        }
        plane.d = plane.normal[axis] * v[axis];
    } else if (k % 4 == 2) {
        double low, high;
        body_extent(body, plane, &low, &high);
        plane.d = (float)(low + (high - low) * pow(10.0, rng_between(rng, -7.0, -1.0)));
    } else if (k % 4 == 3) {
        plane.d = plane.normal[0] * v[0] + plane.normal[1] * v[1] + plane.normal[2] * v[2];
    }
    return plane;
}

static void check_body(const struct body *body, const char *name, struct rng *rng) {
    struct trial trial = {.count = 0};
    struct subject subject = {.mesh = body_packed(body, 0, 20), .body = name};
    struct buoy_exact *exact = buoy_exact_create(subject.mesh);
    struct buoy_mesh_info info;
    buoy_mesh_get_info(subject.mesh, &info, NULL);
    assert_non_null(exact);
    for (size_t k = 0; k < questions; ++k) {
        trial.planes[k] = any_plane(rng, body, subject.mesh, k);
        buoy_exact_volume(exact, &trial.planes[k], &trial.truth[k]);
    }
    for (size_t i = 0; (subject.kernel = next_kernel(&i));) {
        check_kernel(&subject, &trial);
    }
    if (trial.count > 0) {
        reals_sort(trial.tightness, trial.count);
        const double median = trial.tightness[trial.count / 2];
        print_message("%s: bounds of answers in float exceed the errors by %.2g in the median\n",
                      name, median - 1.0);
        // Thin bodies have heights in double, so that answers may be as good as what they are
        // compared with.
        const double kappa = info.conditioning;
        assert_true(median <= (kappa <= 60.0 ? 1.05 : kappa <= 1000.0 ? 20.0 : (double)INFINITY));
    }
    buoy_exact_destroy(exact);
    buoy_mesh_destroy(subject.mesh);
}

// A body stretched along z, scaled, and moved by a number of its sizes.
static const struct setting {
    const char *specification;
    double stretch, scale, away;
} settings[] = {
    {"builtin:box", 1.0, 1.0, 0.0},          {"builtin:box", 1e-4, 1.0, 3.0},
    {"builtin:box", 1.0, 1e-12, 1e5},        {"builtin:barrel:100", 1e-3, 1.0, 30.0},
    {"builtin:barrel:508", 1.0, 1e15, 0.0},  {"builtin:star:320", 1.0, 1.0, 0.0},
    {"builtin:wigley:1300", 1.0, 1.0, 1e3},  {"builtin:sphere:1280", 1.0, 1.0, 0.0},
    {"builtin:catamaran:1000", 1e2, 1., 7.}, {"builtin:torus:600", 1.0, 1.0, 1.0},
};

static struct body place(const struct setting *setting, struct rng *rng) {
    struct body body = body_builtin(setting->specification);
    const double s = setting->scale;
    const double m[9] = {s, 0.0, 0.0, 0.0, s, 0.0, 0.0, 0.0, s * setting->stretch};
    double move[3];
    for (int i = 0; i < 3; ++i) {
        move[i] = s * setting->away * rng_between(rng, -1.0, 1.0);
    }
    body_transform(&body, m, move);
    return body;
}

static void test_builtins(void **state) {
    (void)state;
    struct rng rng = rng_make("certified");
    for (size_t s = 0; s < sizeof settings / sizeof *settings; ++s) {
        struct body body = place(&settings[s], &rng);
        check_body(&body, settings[s].specification, &rng);
        body_free(&body);
    }
}

// Bipyramids, sheared at random until some are needles.
static void test_random_bodies(void **state) {
    (void)state;
    struct rng rng = rng_make("certified bipyramids");
    for (size_t n = 0; n < 12; ++n) {
        struct body body = body_bipyramid(&rng, 3 + rng_below(&rng, 30));
        double m[9], t[3];
        for (int i = 0; i < 9; ++i) {
            m[i] = rng_between(&rng, -1.0, 1.0) * pow(10.0, rng_between(&rng, -3.0, 0.0));
        }
        const double determinant = m[0] * (m[4] * m[8] - m[5] * m[7]) -
                                   m[1] * (m[3] * m[8] - m[5] * m[6]) +
                                   m[2] * (m[3] * m[7] - m[4] * m[6]);
        for (int i = 0; i < 3; ++i) {
            m[i] *= determinant < 0.0 ? -1.0 : 1.0; // not inside out
            t[i] = rng_between(&rng, -2.0, 2.0);
        }
        body_transform(&body, m, t);
        check_body(&body, "a sheared bipyramid", &rng);
        body_free(&body);
    }
}

// --------------------------------------------------------------------------------- edges

// Certainly dry: no error. Wholly submerged: next to none.
static void test_dry_and_wet(void **state) {
    (void)state;
    struct body body = body_builtin("builtin:barrel:100");
    struct subject subject = {.mesh = body_mesh(&body, 0), .body = "a barrel"};
    struct buoy_mesh_info info;
    buoy_mesh_get_info(subject.mesh, &info, NULL);
    const struct buoy_plane planes[2] = {{{0.0f, 0.0f, 1.0f}, -100.0f}, {{0.0f, 0.0f, 1.0f}, 1e6f}};
    subject.kernel = buoy_kernel_find("volume/auto/best");
    struct buoy_volume got[2];
    struct buoy_volume_error errors[2];
    ask_with_errors(&subject, planes, NULL, 2, got, errors);
    assert_true(got[0].volume == 0.0 && errors[0].volume == 0.0 && errors[0].centre == 0.0);
    assert_true(errors[1].volume > 0.0 && errors[1].volume < 1e-10 * info.volume);
    assert_true(errors[1].centre > 0.0 && errors[1].centre < 1e-9 * info.diagonal);
    buoy_mesh_destroy(subject.mesh);
    body_free(&body);
}

// Where an open edge is wet there is no answer, and no bound; elsewhere there are both.
static void test_open(void **state) {
    (void)state;
    struct rng rng = rng_make("certified open cone");
    struct body body = body_open_cone(&rng, 7);
    struct subject subject = {.mesh = body_mesh(&body, BUOY_MESH_ACCEPT_OPEN), .body = "a cone"};
    double low, high;
    struct buoy_plane planes[2] = {{{0.0f, 0.0f, 1.0f}, 0.0f}, {{0.0f, 0.0f, 1.0f}, 0.0f}};
    body_extent(&body, planes[0], &low, &high);
    planes[0].d = (float)(0.99 * low);
    planes[1].d = (float)(high + 1.0);
    for (size_t i = 0; (subject.kernel = next_kernel(&i));) {
        struct buoy_volume got[2];
        struct buoy_volume_error errors[2];
        ask_with_errors(&subject, planes, NULL, 2, got, errors);
        assert_true(isnan(got[1].volume) && isnan(errors[1].volume) && isnan(errors[1].centre));
        assert_true(errors[0].volume >= 0.0 && errors[0].centre >= 0.0);
    }
    buoy_mesh_destroy(subject.mesh);
    body_free(&body);
}

// A cube far out, cut at offsets in double. More questions than are answered in one portion.
static void test_offsets(void **state) {
    (void)state;
    enum {
        many = 75
    };
    struct rng rng = rng_make("certified offsets");
    double low, offsets[many];
    struct buoy_plane planes[many];
    struct body body = body_cube_far_out(&low);
    struct subject subject = {.mesh = body_mesh(&body, 0), .body = "a cube far out"};
    for (size_t k = 0; k < many; ++k) {
        planes[k] = (struct buoy_plane){{0.0f, 0.0f, 1.0f}, 0.0f};
        offsets[k] = low + 2.0 * pow(2.0, rng_between(&rng, -24.0, 0.0));
    }
    for (size_t i = 0; (subject.kernel = next_kernel(&i));) {
        struct buoy_volume got[many];
        struct buoy_volume_error errors[many];
        ask_with_errors(&subject, planes, offsets, many, got, errors);
        for (size_t k = 0; k < many; ++k) {
            const double truth = 4.0 * (offsets[k] - low);
            assert_true(fabs(got[k].volume - truth) <= errors[k].volume);
            assert_true(!is_in_float(subject.kernel) || errors[k].volume <= 1e-6 * 8.0);
        }
    }
    buoy_mesh_destroy(subject.mesh);
    body_free(&body);
}

// Offsets so large that they overflow in the body's own units: dry for certain, or all of it.
static void test_far_offsets(void **state) {
    (void)state;
    struct body body = body_builtin("builtin:box");
    body_scale(&body, 1e-12);
    struct subject subject = {.mesh = body_mesh(&body, 0), .body = "a tiny box"};
    struct buoy_mesh_info info;
    buoy_mesh_get_info(subject.mesh, &info, NULL);
    const struct buoy_plane planes[2] = {{{0.0f, 0.0f, 1.0f}, 0.0f}, {{0.0f, 0.0f, 1.0f}, 0.0f}};
    const double offsets[2] = {-1e300, 1e300};
    for (size_t i = 0; (subject.kernel = next_kernel(&i));) {
        struct buoy_volume got[2];
        struct buoy_volume_error errors[2];
        ask_with_errors(&subject, planes, offsets, 2, got, errors);
        assert_true(got[0].volume == 0.0 && errors[0].volume == 0.0 && errors[0].centre == 0.0);
        assert_true(fabs(got[1].volume - info.volume) <= errors[1].volume);
        assert_true(errors[1].volume <= 1e-6 * info.volume);
    }
    buoy_mesh_destroy(subject.mesh);
    body_free(&body);
}

// However deep a body lies, its bounds are those of one just submerged: of its whole volume.
static void test_deep(void **state) {
    (void)state;
    struct body body = body_box(1.0f, 1.0f, 1.0f);
    struct subject subject = {.mesh = body_mesh(&body, 0), .body = "a deep box"};
    struct buoy_mesh_info info;
    buoy_mesh_get_info(subject.mesh, &info, NULL);
    for (size_t i = 0; (subject.kernel = next_kernel(&i));) {
        for (int k = 0; k < 10; ++k) {
            const struct buoy_plane plane = {{0.0f, 0.0f, 1.0f}, (float)(2.0 * pow(10.0, 3.0 * k))};
            struct buoy_volume got;
            struct buoy_volume_error error;
            ask_with_errors(&subject, &plane, NULL, 1, &got, &error);
            assert_true(fabs(got.volume - info.volume) <= error.volume);
            if (!subject.kernel->method->unproven) {
                assert_true(error.volume <= 1e-6 * info.volume);
            }
        }
    }
    buoy_mesh_destroy(subject.mesh);
    body_free(&body);
}

// However thin a body is (thinner than this one, it is refused as flat), an answer in double is
// known to many digits.
static void test_thin(void **state) {
    (void)state;
    struct rng rng = rng_make("certified foil");
    struct body body = body_box(1.0f, 1.0f, 1e-6f);
    struct subject subject = {.mesh = body_mesh(&body, 0), .body = "a foil"};
    struct buoy_mesh_info info;
    buoy_mesh_get_info(subject.mesh, &info, NULL);
    subject.kernel = buoy_kernel_find("volume/hierarchy64/scalar");
    for (size_t k = 0; k < questions; ++k) {
        const struct buoy_plane plane = rng_plane(&rng, subject.mesh);
        struct buoy_volume got;
        struct buoy_volume_error error;
        ask_with_errors(&subject, &plane, NULL, 1, &got, &error);
        assert_true(error.volume <= 1e-7 * info.volume);
    }
    buoy_mesh_destroy(subject.mesh);
    body_free(&body);
}

// The bounds of a cube's answers in double are, term by term, what
// kernels/bounds/bounds_certificate.c derives. Errors are hundreds of times smaller, so that a term
// too few would not be missed there.
static void test_derivation(void **state) {
    (void)state;
    struct body body = body_box(1.0f, 1.0f, 1.0f);
    struct subject subject = {.mesh = body_mesh(&body, 0), .body = "a cube"};
    const double s = subject.mesh->scale, *shift = subject.mesh->tree.shift, e = 0x1p-53;
    const double triangles = 12.0, area = 24.0 / (s * s), edges = 12.0 * (4.0 + sqrt(8.0)) / s;
    const double longest2 = 12.0 * 8.0 / (s * s), reach = sqrt(3.0) / s, far = 2.5 * reach;
    const float levels[] = {0.25f, -0.75f, 0.5f};
    subject.kernel = buoy_kernel_find("volume/hierarchy64/scalar");
    for (size_t i = 0; i < sizeof levels / sizeof *levels; ++i) {
        const struct buoy_plane plane = {{0.0f, 0.0f, 1.0f}, levels[i]};
        const double d = (double)levels[i];
        struct buoy_volume got;
        struct buoy_volume_error error;
        ask_with_errors(&subject, &plane, NULL, 1, &got, &error);
        const double height = 12.0 * e * (fabs(d) / s + 1.0 + 2.0 * fabs(shift[2]));
        const double sums =
            e * ((32.0 + triangles) * (far + buoy_length(shift)) * area + 8.0 * far * longest2);
        const double doubt = height * (2.0 * area + far * edges / 6.0) + sums;
        const double v = got.volume / (s * s * s);
        const double volume = doubt * (s * s * s) + 0x1p-51 * got.volume;
        const double centre =
            2.0 * far * doubt / (v - doubt) * s + 0x1p-51 * buoy_length(got.centre);
        assert_true(fabs(error.volume / volume - 1.0) < 2e-3);
        assert_true(fabs(error.centre / centre - 1.0) < 2e-3);
    }
    buoy_mesh_destroy(subject.mesh);
    body_free(&body);
}

// The bounds of the answers in double have the same bits on every instruction set.
static void test_same_bits(void **state) {
    (void)state;
    struct rng rng = rng_make("certified bits");
    struct body body = body_builtin("builtin:wigley:1300");
    struct subject subject = {.mesh = body_mesh(&body, 0), .body = "a hull"};
    struct buoy_plane planes[questions];
    struct buoy_volume got[questions];
    struct buoy_volume_error first[questions], other[questions];
    size_t checked = 0;
    for (size_t k = 0; k < questions; ++k) {
        planes[k] = any_plane(&rng, &body, subject.mesh, k);
    }
    subject.kernel = buoy_kernel_find("volume/hierarchy/scalar");
    ask_with_errors(&subject, planes, NULL, questions, got, first);
    for (size_t i = 0; (subject.kernel = next_kernel(&i));) {
        struct buoy_kernel_info info;
        buoy_kernel_get_info(subject.kernel, &info, NULL);
        if (strcmp(info.method, "hierarchy") == 0 && info.deterministic) {
            assert_int_equal(buoy_set_isa(info.isa, NULL), BUOY_OK);
            ask_with_errors(&subject, planes, NULL, questions, got, other);
            assert_memory_equal(first, other, sizeof first);
            assert_int_equal(buoy_set_isa(NULL, NULL), BUOY_OK);
            ++checked;
        }
    }
    const char *best;
    assert_int_equal(buoy_get_isa(&best, NULL), BUOY_OK);
    assert_true(checked >= (strcmp(best, "scalar") == 0 ? 1 : 2)); // a build may have no other
    buoy_mesh_destroy(subject.mesh);
    body_free(&body);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_builtins),    cmocka_unit_test(test_random_bodies),
        cmocka_unit_test(test_dry_and_wet), cmocka_unit_test(test_open),
        cmocka_unit_test(test_offsets),     cmocka_unit_test(test_same_bits),
        cmocka_unit_test(test_far_offsets), cmocka_unit_test(test_deep),
        cmocka_unit_test(test_thin),        cmocka_unit_test(test_derivation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
