// Queries of the `hydrostatics` kernels: the same bits from all variants, alone and among others
// and in any floating-point mode; nothing touched beyond the arrays; refusals; open meshes.
#include "ask_hydrostatics.h"
#include "body.h"
#include "dispatch/registry.h"
#include "floating_mode.h"
#include "guard.h"
#include "machine.h"
#include "rng.h"
#include "test.h"

enum {
    most = 100
};
static struct buoy_plane planes[most];
static struct buoy_hydrostatics expected[most], got[most];

static const struct buoy_plane level = {{0.0f, 0.0f, 1.0f}, 0.0f};

// Planes anywhere, every fourth of them through a vertex.
static void fill_planes(struct rng *rng, const struct body *body, const struct buoy_mesh *mesh) {
    for (size_t k = 0; k < most; ++k) {
        struct buoy_plane *p = &planes[k];
        *p = rng_plane(rng, mesh);
        if (k % 4 == 0) {
            const float *v = body->positions + 3 * rng_below(rng, body->vertex_count);
            p->d = p->normal[0] * v[0] + p->normal[1] * v[1] + p->normal[2] * v[2];
        }
    }
}

static void expect_same(const struct subject *subject, const char *property) {
    for (size_t k = 0; k < most; ++k) {
        expect_same_hydrostatics(subject, property, planes[k], &got[k], &expected[k]);
    }
}

// ------------------------------------------------------------------------------------ bits

static void check_twins(struct rng *rng, struct body body, unsigned flags) {
    struct subject subject = {.mesh = body_mesh(&body, flags), .body = "a body"};
    fill_planes(rng, &body, subject.mesh);
    subject.kernel = buoy_kernel_find("hydrostatics/blocks/scalar");
    ask_hydrostatics_open(&subject, planes, most, expected);
    for (size_t i = 0; (subject.kernel = next_hydrostatics_kernel(&i));) {
        if (subject.kernel->deterministic && strcmp(subject.kernel->method->name, "clip64") != 0) {
            ask_hydrostatics_open(&subject, planes, most, got);
            expect_same(&subject, "the scalar twin's bits");
        }
    }
    buoy_mesh_destroy(subject.mesh);
    body_free(&body);
}

TEST(twins) {
    static const char *const builtins[] = {"builtin:box", "builtin:barrel:100", "builtin:catamaran",
                                           "builtin:wigley:1300", "builtin:star:1000"};
    struct rng rng = rng_make("hydrostatics twins");
    for (size_t b = 0; b < sizeof builtins / sizeof *builtins; ++b) {
        check_twins(&rng, body_builtin(builtins[b]), 0);
    }
    for (size_t sides = 3; sides <= 40; ++sides) {
        check_twins(&rng, body_bipyramid(&rng, sides), 0);
        // Odd numbers of triangles: only open meshes have them.
        check_twins(&rng, body_open_cone(&rng, sides), BUOY_MESH_ACCEPT_OPEN);
    }
}

// The library's own pick, whatever it may pick from.
TEST(caps) {
    struct rng rng = rng_make("hydrostatics under caps");
    struct body body = body_builtin("builtin:star:1000");
    struct subject subject = {.mesh = body_mesh(&body, 0), .body = "a star"};
    fill_planes(&rng, &body, subject.mesh);
    subject.kernel = buoy_kernel_find("hydrostatics/blocks/scalar");
    ask_hydrostatics_all(&subject, planes, most, expected);
    for (size_t i = 0; i < buoy_isa_count; ++i) {
        if (machine_can_run(&buoy_isas[i])) {
            assert_int_equal(buoy_set_isa(buoy_isas[i].name, NULL), BUOY_OK);
            assert_int_equal(buoy_hydrostatics_compute(subject.mesh, planes, most, got, NULL),
                             BUOY_OK);
            expect_same(&subject, "the library's pick");
        }
    }
    assert_int_equal(buoy_set_isa(NULL, NULL), BUOY_OK);
    buoy_mesh_destroy(subject.mesh);
    body_free(&body);
}

TEST(flush_to_zero) {
#ifdef FLOATING_MODE_FLUSH
    struct rng rng = rng_make("hydrostatics flushed to zero");
    struct body body = body_builtin("builtin:star:1000");
    struct subject subject = {.mesh = body_mesh(&body, 0), .body = "a star"};
    const uint64_t ordinary = floating_mode();
    fill_planes(&rng, &body, subject.mesh);
    for (size_t i = 0; (subject.kernel = next_hydrostatics_kernel(&i));) {
        ask_hydrostatics_all(&subject, planes, most, expected);
        floating_mode_set(ordinary | FLOATING_MODE_FLUSH);
        ask_hydrostatics_open(&subject, planes, most, got);
        const uint64_t left = floating_mode();
        floating_mode_set(ordinary);
        assert_true(left == (ordinary | FLOATING_MODE_FLUSH));
        expect_same(&subject, "the same bits with flush-to-zero");
    }
    buoy_mesh_destroy(subject.mesh);
    body_free(&body);
#else
    skip();
#endif
}

// ----------------------------------------------------------------------------------- arrays

// In guarded memory, in companies of all sizes; and with offsets apart from the planes, which then
// may have any d.
static void check_guarded(const struct subject *subject, size_t count, enum guard_side side) {
    double offsets[most];
    struct buoy_plane apart[most];
    for (size_t k = 0; k < count; ++k) {
        apart[k] = planes[k];
        offsets[k] = (double)planes[k].d;
        apart[k].d = NAN;
    }
    struct guarded questions =
        guard_make(count * sizeof *planes, _Alignof(struct buoy_plane), side);
    struct guarded numbers = guard_make(count * sizeof *offsets, _Alignof(double), side);
    struct guarded answers = guard_make(count * sizeof *got, _Alignof(double), side);
    memcpy(numbers.bytes, offsets, numbers.size);
    for (int with = 0; with < 2; ++with) {
        memcpy(questions.bytes, with ? apart : planes, questions.size);
        const struct buoy_hydrostatics_query query = {
            .mesh = subject->mesh,
            .planes = (const struct buoy_plane *)(const void *)questions.bytes,
            .offsets = with ? (const double *)(const void *)numbers.bytes : NULL,
            .count = count,
        };
        struct buoy_hydrostatics *results = (struct buoy_hydrostatics *)(void *)answers.bytes;
        assert_int_equal(buoy_hydrostatics_with(subject->kernel, &query, results, NULL), BUOY_OK);
        assert_true(guard_is_intact(&questions) && guard_is_intact(&numbers) &&
                    guard_is_intact(&answers));
        assert_memory_equal(questions.bytes, with ? apart : planes, questions.size);
        for (size_t k = 0; k < count; ++k) {
            expect_same_hydrostatics(subject, "in company as alone", planes[k], &results[k],
                                     &expected[k]);
        }
    }
    guard_free(&questions);
    guard_free(&numbers);
    guard_free(&answers);
}

TEST(buffers) {
    static const size_t counts[] = {0, 1, 2, 3, 5, 16, 33};
    struct rng rng = rng_make("hydrostatics buffers");
    struct body body = body_builtin("builtin:catamaran");
    struct subject subject = {.mesh = body_mesh(&body, 0), .body = "a catamaran"};
    fill_planes(&rng, &body, subject.mesh);
    for (size_t i = 0; (subject.kernel = next_hydrostatics_kernel(&i));) {
        for (size_t k = 0; k < most; ++k) {
            expected[k] = ask_hydrostatics(&subject, planes[k]);
        }
        for (size_t c = 0; c < sizeof counts / sizeof *counts; ++c) {
            check_guarded(&subject, counts[c], GUARD_BEFORE);
            check_guarded(&subject, counts[c], GUARD_AFTER);
        }
    }
    buoy_mesh_destroy(subject.mesh);
    body_free(&body);
}

// ----------------------------------------------------------------------------------- limits

static void expect_refused(const struct buoy_kernel *kernel, struct buoy_hydrostatics_query query,
                           enum buoy_status status) {
    struct buoy_hydrostatics results[2], untouched[2];
    memset(results, 0x5A, sizeof results);
    memset(untouched, 0x5A, sizeof untouched);
    assert_int_equal(buoy_hydrostatics_with(kernel, &query, results, NULL), status);
    assert_memory_equal(results, untouched, sizeof results);
    if (!query.offsets && kernel) {
        assert_int_equal(
            buoy_hydrostatics_compute(query.mesh, query.planes, query.count, results, NULL),
            status);
        assert_memory_equal(results, untouched, sizeof results);
    }
}

TEST(refused_questions) {
    static const struct buoy_plane bad[] = {
        {{NAN, 0, 1}, 0},      {{0, INFINITY, 1}, 0}, {{0, 0, 1}, NAN},
        {{0, 0, 1}, INFINITY}, {{0, -0.0f, 0}, 1},
    };
    struct body body = body_box(1.0f, 1.0f, 1.0f);
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_hydrostatics_kernel(&i));) {
        for (size_t b = 0; b < sizeof bad / sizeof *bad; ++b) {
            const struct buoy_plane two[2] = {level, bad[b]};
            expect_refused(
                kernel, (struct buoy_hydrostatics_query){.mesh = mesh, .planes = two, .count = 2},
                BUOY_ERROR_NON_FINITE);
        }
        const struct buoy_plane two[2] = {level, level};
        const double offsets[2] = {0.0, NAN};
        expect_refused(kernel,
                       (struct buoy_hydrostatics_query){
                           .mesh = mesh, .planes = two, .offsets = offsets, .count = 2},
                       BUOY_ERROR_NON_FINITE);
        expect_refused(kernel,
                       (struct buoy_hydrostatics_query){.mesh = NULL, .planes = two, .count = 2},
                       BUOY_ERROR_ARGUMENT);
        expect_refused(kernel,
                       (struct buoy_hydrostatics_query){.mesh = mesh, .planes = NULL, .count = 2},
                       BUOY_ERROR_ARGUMENT);
    }
    const struct buoy_hydrostatics_query query = {.mesh = mesh, .planes = &level, .count = 1};
    expect_refused(NULL, query, BUOY_ERROR_ARGUMENT);
    struct buoy_hydrostatics result;
    const struct buoy_kernel *volume = buoy_kernel_find("volume/blocks/scalar");
    assert_int_equal(buoy_hydrostatics_with(volume, &query, &result, NULL), BUOY_ERROR_ARGUMENT);
    buoy_mesh_destroy(mesh);
    body_free(&body);
}

// A cone open above z = 0 is answered for as long as its rim is dry.
TEST(open_mesh) {
    struct rng rng = rng_make("hydrostatics of an open cone");
    struct body body = body_open_cone(&rng, 9);
    struct subject subject = {.mesh = body_mesh(&body, BUOY_MESH_ACCEPT_OPEN), .body = "a cone"};
    const struct buoy_plane above = {{0.0f, 0.0f, 1.0f}, 10.0f};
    for (size_t i = 0; (subject.kernel = next_hydrostatics_kernel(&i));) {
        struct buoy_hydrostatics answer;
        struct surface_slack slack;
        const struct buoy_hydrostatics reference =
            reference_hydrostatics(subject.mesh, level, &slack);
        ask_hydrostatics_open(&subject, &level, 1, &answer);
        assert_true(answer.volume > 0.0 && answer.waterplane_area > 0.0);
        expect_surface(&subject, "an open cone below its rim", level, &answer, &reference, slack);
        // The offset counts, not the plane's own d.
        const double offsets[2] = {0.0, 10.0};
        const struct buoy_plane two[2] = {above, level};
        const struct buoy_hydrostatics_query query = {
            .mesh = subject.mesh, .planes = two, .offsets = offsets, .count = 2};
        struct buoy_hydrostatics answers[2];
        assert_int_equal(buoy_hydrostatics_with(subject.kernel, &query, answers, NULL), BUOY_OK);
        expect_same_hydrostatics(&subject, "the rim is dry", level, &answers[0], &answer);
        assert_true(isnan(answers[1].volume));
        ask_hydrostatics_open(&subject, &above, 1, &answer);
        const double numbers[] = {answer.volume,
                                  answer.centre[0],
                                  answer.centre[2],
                                  answer.wetted_area,
                                  answer.waterplane_area,
                                  answer.waterplane_centroid[1],
                                  answer.xx,
                                  answer.yz,
                                  answer.zz};
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; ++k) {
            assert_true(isnan(numbers[k]));
        }
    }
    buoy_mesh_destroy(subject.mesh);
    body_free(&body);
}
