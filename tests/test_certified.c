// Error bounds given with answers: no answer of any kernel, approximations among them, is farther
// from the exact one than its bounds say; on answers in float they are tight; answers keep their
// bits; bounds have the same bits on every instruction set.
#include "ask.h"
#include "base/vector.h"
#include "body.h"
#include "buoyancy_hydrostatics.h"
#include "buoyancy_kernels.h"
#include "dispatch/registry.h"
#include "exact.h"
#include "exact_of.h"
#include "mesh/mesh.h"
#include "reals.h"
#include "test.h"

enum {
    questions = 40
};

// ---------------------------------------------------------------------------------- asking

static bool is_in_float(const struct buoy_kernel *kernel) {
    static const char *const methods[] = {"indexed", "blocks", "hierarchy", "batch", "auto"};
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

// ---------------------------------------------------------------------------------- bodies

static void check_body(const struct body *body, const char *name, struct rng *rng) {
    struct trial trial = {.count = 0};
    struct subject subject = {.mesh = body_packed(body, 0, 20), .body = name};
    struct buoy_exact *exact = exact_of(subject.mesh);
    const struct buoy_mesh_info info = mesh_info(subject.mesh);
    for (size_t k = 0; k < questions; ++k) {
        // Anywhere; flush with a vertex along an axis; barely wet; all but flush with a vertex.
        struct buoy_plane plane = rng_plane(rng, subject.mesh);
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
        trial.planes[k] = plane;
        buoy_exact_volume(exact, &trial.planes[k], &trial.truth[k]);
    }
    for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
        struct buoy_volume plain[questions], got[questions];
        struct buoy_volume_error errors[questions];
        ask_with_errors(&subject, trial.planes, NULL, questions, plain, NULL);
        ask_with_errors(&subject, trial.planes, NULL, questions, got, errors);
        for (size_t k = 0; k < questions; ++k) {
            expect_same_bits(&subject, "with error bounds", trial.planes[k], &got[k], &plain[k]);
            check_answer(&subject, &trial, k, &got[k], &errors[k]);
        }
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

TEST(builtins) {
    struct rng rng = rng_make("certified");
    for (size_t s = 0; s < sizeof settings / sizeof *settings; ++s) {
        struct body body = place(&settings[s], &rng);
        check_body(&body, settings[s].specification, &rng);
    }
}

// Bipyramids, sheared at random until some are needles.
TEST(random_bodies) {
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
    }
}

// --------------------------------------------------------------------------------- edges

// Certainly dry: no error. Wholly submerged: next to none.
TEST(dry_and_wet) {
    struct body body = body_builtin("builtin:barrel:100");
    struct subject subject = {.mesh = body_mesh(&body, 0), .body = "a barrel"};
    const struct buoy_mesh_info info = mesh_info(subject.mesh);
    const struct buoy_plane planes[2] = {{{0.0f, 0.0f, 1.0f}, -100.0f}, {{0.0f, 0.0f, 1.0f}, 1e6f}};
    subject.kernel = buoy_kernel_find("volume/auto/best");
    struct buoy_volume got[2];
    struct buoy_volume_error errors[2];
    ask_with_errors(&subject, planes, NULL, 2, got, errors);
    assert_true(got[0].volume == 0.0 && errors[0].volume == 0.0 && errors[0].centre == 0.0);
    assert_true(errors[1].volume > 0.0 && errors[1].volume < 1e-10 * info.volume);
    assert_true(errors[1].centre > 0.0 && errors[1].centre < 1e-9 * info.diagonal);
}

// Where an open edge is wet there is no answer, and no bound; elsewhere there are both.
TEST(open) {
    struct rng rng = rng_make("certified open cone");
    struct body body = body_open_cone(&rng, 7);
    struct subject subject = {.mesh = body_mesh(&body, BUOY_MESH_ACCEPT_OPEN), .body = "a cone"};
    double low, high;
    struct buoy_plane planes[2] = {{{0.0f, 0.0f, 1.0f}, 0.0f}, {{0.0f, 0.0f, 1.0f}, 0.0f}};
    body_extent(&body, planes[0], &low, &high);
    planes[0].d = (float)(0.99 * low);
    planes[1].d = (float)(high + 1.0);
    for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
        struct buoy_volume got[2];
        struct buoy_volume_error errors[2];
        ask_with_errors(&subject, planes, NULL, 2, got, errors);
        assert_true(isnan(got[1].volume) && isnan(errors[1].volume) && isnan(errors[1].centre));
        assert_true(errors[0].volume >= 0.0 && errors[0].centre >= 0.0);
    }
}

// A cube far out, cut at offsets in double. More questions than are answered in one portion.
TEST(offsets) {
    enum {
        many = 75
    };
    struct rng rng = rng_make("certified offsets");
    double low;
    struct buoy_plane64 planes[many];
    struct body body = body_cube_far_out(&low);
    struct subject subject = {.mesh = body_mesh(&body, 0), .body = "a cube far out"};
    for (size_t k = 0; k < many; ++k) {
        planes[k] = (struct buoy_plane64){{0.0, 0.0, 1.0},
                                          low + 2.0 * pow(2.0, rng_between(&rng, -24.0, 0.0))};
    }
    for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
        struct buoy_volume got[many];
        struct buoy_volume_error errors[many];
        ask_with_errors(&subject, NULL, planes, many, got, errors);
        for (size_t k = 0; k < many; ++k) {
            const double truth = 4.0 * (planes[k].d - low);
            assert_true(fabs(got[k].volume - truth) <= errors[k].volume);
            assert_true(!is_in_float(subject.kernel) || errors[k].volume <= 1e-6 * 8.0);
        }
    }
}

// Offsets so large that they overflow in the body's own units: dry for certain, or all of it.
TEST(far_offsets) {
    struct body body = body_builtin("builtin:box");
    body_scale(&body, 1e-12);
    struct subject subject = {.mesh = body_mesh(&body, 0), .body = "a tiny box"};
    const struct buoy_mesh_info info = mesh_info(subject.mesh);
    const struct buoy_plane64 planes[2] = {{{0.0, 0.0, 1.0}, -1e300}, {{0.0, 0.0, 1.0}, 1e300}};
    for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
        struct buoy_volume got[2];
        struct buoy_volume_error errors[2];
        ask_with_errors(&subject, NULL, planes, 2, got, errors);
        assert_true(got[0].volume == 0.0 && errors[0].volume == 0.0 && errors[0].centre == 0.0);
        assert_true(fabs(got[1].volume - info.volume) <= errors[1].volume);
        assert_true(errors[1].volume <= 1e-6 * info.volume);
    }
}

// However deep a body lies, its bounds are those of one just submerged: of its whole volume.
TEST(deep) {
    struct body body = body_box(1.0f, 1.0f, 1.0f);
    struct subject subject = {.mesh = body_mesh(&body, 0), .body = "a deep box"};
    const struct buoy_mesh_info info = mesh_info(subject.mesh);
    for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
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
}

// However thin a body is (thinner than this one, it is refused as flat), an answer in double is
// known to many digits.
TEST(thin) {
    struct rng rng = rng_make("certified foil");
    struct body body = body_box(1.0f, 1.0f, 1e-6f);
    struct subject subject = {.mesh = body_mesh(&body, 0), .body = "a foil"};
    const struct buoy_mesh_info info = mesh_info(subject.mesh);
    subject.kernel = buoy_kernel_find("volume/hierarchy64/scalar");
    for (size_t k = 0; k < questions; ++k) {
        const struct buoy_plane plane = rng_plane(&rng, subject.mesh);
        struct buoy_volume got;
        struct buoy_volume_error error;
        ask_with_errors(&subject, &plane, NULL, 1, &got, &error);
        assert_true(error.volume <= 1e-7 * info.volume);
    }
}

// The bounds of a cube's answers in double are, term by term, what
// kernels/bounds/bounds_certificate.c derives. Errors are hundreds of times smaller, so that a term
// too few would not be missed there.
TEST(derivation) {
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
}

// A bipyramid of 100 sides and a height of 200, all but the tip submerged: hardly anything hangs on
// where the water cuts it. What is left of the bounds of answers in float is a number of roundings
// u of V, and of M: those of a term, and of the sums over all triangles of a vertex, leaves or
// blocks.
TEST(roundings) {
    enum {
        sides = 100
    };
    struct body body = body_alloc(sides + 2, 2 * sides);
    body.triangle_count = 0;
    for (uint32_t i = 0; i < sides; ++i) {
        const double angle = 6.283185307179586 * i / sides;
        body.positions[3 * i] = (float)cos(angle);
        body.positions[3 * i + 1] = (float)sin(angle);
        body.positions[3 * i + 2] = 0.0f;
        body_add_triangle(&body, i, (i + 1) % sides, sides);
        body_add_triangle(&body, (i + 1) % sides, i, sides + 1);
    }
    const float tips[6] = {0.0f, 0.0f, 100.0f, 0.0f, 0.0f, -100.0f};
    memcpy(body.positions + 3 * sides, tips, sizeof tips);
    const struct buoy_mesh *mesh = body_mesh(&body, BUOY_MESH_KEEP_ALL);
    const struct buoy_plane plane = {{0.0f, 0.0f, 1.0f}, 99.9f};
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("volume", &i));) {
        if (!is_in_float(kernel) || strcmp(kernel->method->name, "auto") == 0) {
            continue;
        }
        // batch adds terms up in double, and what its vertices have of M in float.
        const bool batch = strcmp(kernel->method->name, "batch") == 0;
        const struct buoy_volume_bounds bounds = kernel->method->volume.bounds(mesh, &plane, 0);
        const double volume = bounds.volume * 0x1p24, centroid = bounds.centroid * 0x1p24;
        const double expected = batch ? 8.0 : 10.0 + 13.0; // leaves, or blocks
        assert_int_equal(mesh->tree.leaf_count, 13);
        assert_true(volume >= expected && volume <= expected + 1.5);
        // M is made of corners at (1 + 1 + 100) / 3 from the middle, on average; c is M / 4 V.
        const double far = 102.0 / 3.0 / 4.0 * 3.0 / mesh_info(mesh).diagonal;
        const double roundings = 18.0 + (double)sides + 64.0;
        assert_true(!batch || (centroid >= roundings * far && centroid <= 1.4 * roundings * far));
    }
}

// Planes in double whose normals are no floats, below bodies whose vertices are: all that bounds of
// methods in double hold is what rounding the normals costs.
TEST(rounded_normals) {
    struct rng rng = rng_make("rounded normals");
    struct body body = body_box(1.0f, 2.0f, 3.0f);
    body_move(&body, (const double[3]){4096.0, -1024.0, 512.0});
    struct subject subject = {.mesh = body_mesh(&body, 0), .body = "a box"};
    const struct buoy_mesh_info info = mesh_info(subject.mesh);
    struct buoy_exact *exact = buoy_exact_create_as_given(subject.mesh);
    subject.kernel = buoy_kernel_find("volume/hierarchy64/scalar");
    for (size_t k = 0; k < questions; ++k) {
        const double up[3] = {rng_between(&rng, -1.0, 1.0), rng_between(&rng, -1.0, 1.0), 1.0 / 3};
        const struct buoy_plane64 plane = {
            {up[0], up[1], up[2]}, buoy_dot(up, info.centre) + rng_between(&rng, -0.3, 0.3)};
        struct buoy_volume got, truth;
        struct buoy_volume_error error;
        ask_with_errors(&subject, NULL, &plane, 1, &got, &error);
        buoy_exact_volume64(exact, &plane, &truth);
        assert_true(fabs(got.volume - truth.volume) <= error.volume);
        assert_true(error.volume <= 1e-6 * info.volume);
    }
    buoy_exact_destroy(exact);
}

// ------------------------------------------------------------------------------- decimals

// A body and a plane in decimals, far from the origin: whole numbers of micrometres, components of
// the normal in thousandths. As doubles they are the nearest to their decimals, and as whole
// numbers exact, which is what the truth is found from.
struct decimals {
    size_t count; // of coordinates
    double metres[3 * 64], micrometres[3 * 64];
    struct buoy_plane64 plane, whole; // N·X = 10⁶ D
};

static void make_decimals(struct rng *rng, const struct body *body, struct decimals *decimals) {
    const double size = pow(10.0, rng_between(rng, -1.0, 2.0));
    double at[3], through = 0.0;
    decimals->count = 3 * body->vertex_count;
    for (int k = 0; k < 3; ++k) {
        const double far = pow(10.0, rng_between(rng, 5.0, 7.0));
        at[k] = rng_below(rng, 2) ? far : -far;
    }
    for (size_t i = 0; i < decimals->count; ++i) {
        const double x = rint(1e6 * (at[i % 3] + size * (double)body->positions[i]));
        decimals->micrometres[i] = x;
        decimals->metres[i] = x / 1e6;
    }
    const size_t a = 3 * rng_below(rng, body->vertex_count);
    const size_t b = 3 * rng_below(rng, body->vertex_count);
    for (size_t k = 0; k < 3; ++k) {
        const double n =
            k == 2 ? 1.0 + (double)rng_below(rng, 999) : (double)rng_below(rng, 1999) - 999.0;
        decimals->whole.normal[k] = n;
        decimals->plane.normal[k] = n / 1e3;
        through += n / 1e3 * 0.5 * (decimals->metres[a + k] + decimals->metres[b + k]);
    }
    const double d = rint(1e3 * through);
    decimals->plane.d = d / 1e3;
    decimals->whole.d = d * 1e6;
}

static struct buoy_mesh *mesh_at(const struct body *body, const double *positions) {
    struct buoy_mesh_input input = body_input(body, 0);
    struct buoy_mesh *mesh;
    input.positions = NULL;
    input.positions64 = positions;
    return buoy_mesh_create(&input, &mesh, NULL) == BUOY_OK ? mesh : NULL;
}

// Errors against exact arithmetic on the decimals are within the bounds, of volumes and of centres;
// bounds are no larger than what rounding to float may cost.
TEST(decimals) {
    struct rng rng = rng_make("decimals far away");
    size_t asked = 0;
    for (int i = 0; i < in_a_hurry(400, 10000); ++i) {
        struct decimals decimals;
        struct body body = body_bipyramid(&rng, 3 + rng_below(&rng, 30));
        make_decimals(&rng, &body, &decimals);
        struct buoy_mesh *mesh = mesh_at(&body, decimals.metres);
        struct buoy_mesh *whole = mesh_at(&body, decimals.micrometres);
        struct buoy_volume got, truth;
        struct buoy_volume_error error;
        struct buoy_mesh_info info;
        if (mesh && whole) {
            struct buoy_exact *exact = buoy_exact_create_as_given(whole);
            const struct buoy_volume_query query = {.mesh = mesh,
                                                    .planes64 = &decimals.plane,
                                                    .count = 1,
                                                    .errors = &error,
                                                    .kernel = buoy_kernel_find("volume/auto/best")};
            buoy_mesh_get_info(mesh, &info, NULL);
            buoy_exact_volume64(exact, &decimals.whole, &truth);
            assert_int_equal(buoy_volume_compute(&query, &got, NULL), BUOY_OK);
            const double off = fabs(got.volume - 1e-18 * truth.volume);
            double apart = 0.0;
            for (int k = 0; k < 3; ++k) {
                apart = hypot(apart, got.centre[k] - 1e-6 * truth.centre[k]);
            }
            FAIL_IF(!(off <= error.volume) || (truth.volume > 0.0 && !(apart <= error.centre)),
                    "case %d: volume %.17g, off by %g, bound %g; centre off by %g, bound %g", i,
                    got.volume, off, error.volume, apart, error.centre);
            // Half a float's step along three axes of vertices and normal, of κ up to 100 or so;
            // and digits that doubles lack.
            const double digits =
                0x1p-50 * (fabs(info.centre[0]) + fabs(info.centre[1]) + fabs(info.centre[2]));
            assert_true(error.volume <= info.area * (3e-7 * info.diagonal + 4.0 * digits));
            buoy_exact_destroy(exact);
            ++asked;
        }
        buoy_mesh_destroy(mesh);
        buoy_mesh_destroy(whole);
    }
    assert_true(asked > 200);
}

// Planes in double that are floats answer as these floats, with the same bounds.
TEST(planes_that_are_floats) {
    struct rng rng = rng_make("planes that are floats");
    struct buoy_mesh *mesh = mesh_of(body_builtin("builtin:star:1000"), 0);
    const struct buoy_kernel *kernel = buoy_kernel_find("volume/auto/best");
    struct buoy_plane planes[questions];
    struct buoy_plane64 wide[questions];
    struct buoy_volume_error errors[2][questions];
    struct buoy_volume answers[2][questions];
    for (size_t k = 0; k < questions; ++k) {
        planes[k] = rng_plane(&rng, mesh);
        for (int i = 0; i < 3; ++i) {
            wide[k].normal[i] = (double)planes[k].normal[i];
        }
        wide[k].d = (double)planes[k].d;
    }
    const struct buoy_volume_query floats = {
        .mesh = mesh, .planes = planes, .count = questions, .errors = errors[0], .kernel = kernel};
    const struct buoy_volume_query doubles = {
        .mesh = mesh, .planes64 = wide, .count = questions, .errors = errors[1], .kernel = kernel};
    assert_int_equal(buoy_volume_compute(&floats, answers[0], NULL), BUOY_OK);
    assert_int_equal(buoy_volume_compute(&doubles, answers[1], NULL), BUOY_OK);
    assert_memory_equal(answers[0], answers[1], sizeof answers[0]);
    assert_memory_equal(errors[0], errors[1], sizeof errors[0]);
    assert_int_equal(
        buoy_volume_compute(
            &(struct buoy_volume_query){.mesh = mesh, .planes64 = wide, .count = questions},
            answers[0], NULL),
        BUOY_OK);
    assert_memory_equal(answers[0], answers[1], sizeof answers[0]);
    wide[3].d = (double)NAN;
    assert_int_equal(
        buoy_volume_compute(
            &(struct buoy_volume_query){.mesh = mesh, .planes64 = wide, .count = questions},
            answers[0], NULL),
        BUOY_ERROR_ELEMENT);
}

// Every kernel answers a body far away as one nearby: volumes, hydrostatics, drafts.
TEST(far_as_near) {
    struct rng rng = rng_make("far as near");
    const double to[3] = {500000.1, 4000000.1, -333.3};
    struct body body = body_builtin("builtin:star:600");
    double near[3 * 400], far[3 * 400];
    assert_true(body.vertex_count <= 400);
    for (size_t i = 0; i < 3 * body.vertex_count; ++i) {
        near[i] = 0.3 * (double)body.positions[i];
        far[i] = near[i] + to[i % 3];
    }
    struct buoy_mesh *meshes[2] = {mesh_at(&body, near), mesh_at(&body, far)};
    assert_true(meshes[0] && meshes[1]);
    for (int q = 0; q < 20; ++q) {
        struct buoy_plane64 planes[2];
        planes[1].d = planes[0].d = 0.1 * rng_between(&rng, -0.9, 0.9);
        for (int i = 0; i < 3; ++i) {
            planes[0].normal[i] = planes[1].normal[i] = rng_between(&rng, -1.0, 1.0);
            planes[1].d += planes[0].normal[i] * to[i];
        }
        for (size_t k = 0; k < buoy_kernel_count(); ++k) {
            const struct buoy_kernel *kernel = buoy_kernel_at(k);
            struct buoy_kernel_info info;
            struct buoy_hydrostatics got[2] = {{.wetted_area = 0.0}, {.wetted_area = 0.0}};
            buoy_kernel_get_info(kernel, &info, NULL);
            const bool volume = strcmp(info.family, "volume") == 0;
            if (!info.runnable || (!volume && strcmp(info.family, "hydrostatics") != 0) ||
                is_voxel(kernel) || strcmp(info.method, "points") == 0) {
                continue;
            }
            for (int m = 0; m < 2; ++m) {
                _Alignas(64) static char scratch[1 << 20];
                struct buoy_volume found;
                const struct buoy_volume_query query = {.mesh = meshes[m],
                                                        .planes64 = &planes[m],
                                                        .count = 1,
                                                        .scratch = scratch,
                                                        .scratch_bytes = sizeof scratch,
                                                        .kernel = kernel};
                const struct buoy_hydrostatics_query asked = {
                    .mesh = meshes[m], .planes64 = &planes[m], .count = 1, .kernel = kernel};
                assert_int_equal(volume ? buoy_volume_compute(&query, &found, NULL)
                                        : buoy_hydrostatics_compute(&asked, &got[m], NULL),
                                 BUOY_OK);
                if (volume) {
                    got[m].volume = found.volume;
                    memcpy(got[m].centre, found.centre, sizeof found.centre);
                }
            }
            const double whole = 1e-3; // of a body of .2 m, more or less
            bool same = fabs(got[0].volume - got[1].volume) < 1e-5 * whole &&
                        fabs(got[0].wetted_area - got[1].wetted_area) < 1e-4 &&
                        fabs(got[0].waterplane_area - got[1].waterplane_area) < 1e-5;
            for (int i = 0; i < 3; ++i) {
                same = same && (got[0].volume < 1e-5 ||
                                fabs(got[0].centre[i] + to[i] - got[1].centre[i]) < 1e-5);
            }
            FAIL_IF(!same, "%s: %g near, %g far", info.id, got[0].volume, got[1].volume);
        }
        double d[2];
        struct buoy_mesh_info info;
        buoy_mesh_get_info(meshes[0], &info, NULL);
        for (int m = 0; m < 2; ++m) {
            assert_int_equal(
                buoy_draft(meshes[m], planes[0].normal, 0.3 * info.volume, &d[m], NULL, NULL),
                BUOY_OK);
        }
        assert_true(fabs(d[0] + (planes[1].d - planes[0].d) - d[1]) < 1e-6);
    }
    buoy_mesh_destroy(meshes[0]);
    buoy_mesh_destroy(meshes[1]);
}
