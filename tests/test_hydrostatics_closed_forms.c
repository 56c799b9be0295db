// Every kernel of `hydrostatics` against areas and waterplanes with closed forms, where more is
// promised than the reference (test_hydrostatics_reference.c) can tell, or it has no answer.
#include "ask_hydrostatics.h"
#include "body_change.h"
#include "test.h"

static const struct surface_slack no_slack = {0};
static const struct buoy_plane level = {{0.0f, 0.0f, 1.0f}, 0.0f};

static void expect_all(struct subject *subject, const char *property, struct buoy_plane plane,
                       const struct buoy_hydrostatics *expected, struct surface_slack slack) {
    for (size_t i = 0; (subject->kernel = next_kernel("hydrostatics", &i));) {
        const struct buoy_hydrostatics got = ask_hydrostatics(subject, plane);
        expect_surface(subject, property, plane, &got, expected, slack);
    }
}

// Where all heights are floats, nothing is in doubt next to a face on the water either: what is
// left are 12 roundings of the submerged share, and one for each further block of a run of 64.
static void expect_exact_areas(struct subject *subject, struct buoy_plane plane,
                               const struct buoy_hydrostatics *expected) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(subject->mesh, &info, NULL);
    const double most = (12.0 + fmin(63.0, (double)info.triangle_count / 16.0)) * 0x1p-24;
    for (size_t i = 0; (subject->kernel = next_kernel("hydrostatics", &i));) {
        const struct buoy_hydrostatics got = ask_hydrostatics(subject, plane);
        if (!(fabs(got.wetted_area - expected->wetted_area) <= most * info.area &&
              fabs(got.waterplane_area - expected->waterplane_area) <= most * info.area)) {
            fail_hydrostatics(subject, "exact heights", plane, &got);
        }
    }
}

// ---------------------------------------------------------------------------------- boxes

// From touching the water with its bottom to floating flush with its deck.
TEST(upright_box) {
    static const float half[3] = {1.5f, 0.75f, 2.0f};
    struct body box = body_box(half[0], half[1], half[2]);
    struct subject subject = {.mesh = body_mesh(&box, 0), .body = "a box"};
    for (int face = 0; face < 6; ++face) {
        const int up = face / 2, u = (up + 1) % 3, v = (up + 2) % 3;
        const double a = (double)half[u], b = (double)half[v], h = (double)half[up];
        float n[3] = {0.0f, 0.0f, 0.0f};
        n[up] = face % 2 ? 1.0f : -1.0f;
        for (int eighths = 0; eighths <= 8; ++eighths) {
            const double d = h * (eighths / 4.0 - 1.0);
            const struct buoy_plane plane = {{n[0], n[1], n[2]}, (float)d};
            struct buoy_hydrostatics expected = {0};
            double moments[3] = {0.0, 0.0, 0.0};
            if (eighths > 0) {
                expected.wetted_area = 4.0 * a * b + 4.0 * (a + b) * (d + h);
                expected.waterplane_area = 4.0 * a * b;
                expected.waterplane_centroid[up] = (double)n[up] * d;
                moments[u] = 4.0 * a * b * a * a / 3.0;
                moments[v] = 4.0 * a * b * b * b / 3.0;
            }
            expected.xx = moments[0];
            expected.yy = moments[1];
            expected.zz = moments[2];
            expect_all(&subject, "an upright box", plane, &expected, no_slack);
            expect_exact_areas(&subject, plane, &expected);
        }
    }
}

// Two boxes side by side: w lies between them, where there is no body.
TEST(catamaran) {
    static const double port[3] = {0.0, 3.0, 0.0}, starboard[3] = {0.0, -3.0, 0.0};
    struct body left = body_box(4.0f, 0.5f, 1.0f), right = body_copy(&left);
    body_move(&left, port);
    body_move(&right, starboard);
    struct subject subject = {.mesh = mesh_of(body_join(&left, &right), 0), .body = "a catamaran"};
    const struct buoy_hydrostatics expected = {
        .wetted_area = 2.0 * (8.0 + 18.0 * 1.0),
        .waterplane_area = 16.0,
        .xx = 16.0 * 64.0 / 12.0,
        .yy = 16.0 * (1.0 / 12.0 + 9.0),
    };
    expect_all(&subject, "two hulls", level, &expected, no_slack);
}

// Fins without thickness below a box: with them alone in the water V is 0, and both of their sides
// are wet; with the box awash they change nothing but the wetted area.
TEST(fins) {
    static float corners[] = {-1, 0, -2, 1, 0, -2, 1, 0, 0.5f, -1, 0, 0.5f};
    static uint32_t sides[] = {0, 1, 2, 0, 2, 3, 2, 1, 0, 3, 2, 0};
    const struct body fin = {corners, 4, sides, 4};
    struct body box = body_moved(body_box(1.0f, 1.0f, 1.0f), 0.0, 0.0, 1.5);
    struct subject subject = {.mesh = mesh_of(body_join(&box, &fin), 0),
                              .body = "a box with a fin"};
    const struct buoy_hydrostatics alone = {.wetted_area = 8.0,
                                            .waterplane_centroid = {NAN, NAN, NAN}};
    expect_all(&subject, "a fin alone", level, &alone, no_slack);
    for (size_t i = 0; (subject.kernel = next_kernel("hydrostatics", &i));) {
        assert_true(ask_hydrostatics(&subject, level).volume == 0.0);
    }
    const struct buoy_plane tilted = {{0.5f, 0.25f, 1.0f}, -0.5f}; // ±0.5 at the fin's sides
    const struct buoy_hydrostatics trapezium = {.wetted_area = 6.0,
                                                .waterplane_centroid = {NAN, NAN, NAN}};
    expect_all(&subject, "a fin alone, tilted", tilted, &trapezium, no_slack);
    const struct buoy_plane awash = {{0.0f, 0.0f, 1.0f}, 1.5f};
    const struct buoy_hydrostatics with_fin = {.wetted_area = 12.0 + 10.0,
                                               .waterplane_area = 4.0,
                                               .waterplane_centroid = {0.0, 0.0, 1.5},
                                               .xx = 4.0 / 3.0,
                                               .yy = 4.0 / 3.0};
    expect_all(&subject, "a box with a fin", awash, &with_fin, no_slack);
}
