// Queries of the `hydrostatics` kernels: the library's own pick, open meshes.
#include "ask_hydrostatics.h"
#include "body.h"
#include "dispatch/registry.h"
#include "machine.h"
#include "rng.h"
#include "test.h"

enum {
    most = 100
};
static struct buoy_plane planes[most];
static struct buoy_hydrostatics expected[most], got[most];

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

// The library's own pick, whatever it may pick from.
TEST(caps) {
    struct rng rng = rng_make("hydrostatics under caps");
    struct body body = body_builtin("builtin:star:1000");
    struct subject subject = {.mesh = body_mesh(&body, 0), .body = "a star"};
    fill_planes(&rng, &body, subject.mesh);
    subject.kernel = buoy_kernel_find("hydrostatics/hierarchy/scalar");
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
}

static const struct buoy_plane level = {{0.0f, 0.0f, 1.0f}, 0.0f};

// A cone open above z = 0 is answered for as long as its rim is dry.
TEST(open_mesh) {
    struct rng rng = rng_make("hydrostatics of an open cone");
    struct body body = body_open_cone(&rng, 9);
    struct subject subject = {.mesh = body_mesh(&body, BUOY_MESH_ACCEPT_OPEN), .body = "a cone"};
    const struct buoy_plane above = {{0.0f, 0.0f, 1.0f}, 10.0f};
    for (size_t i = 0; (subject.kernel = next_kernel("hydrostatics", &i));) {
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
}
