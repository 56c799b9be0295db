// Surfaces that cross themselves, so that a lobe of one part is wound inward: the diagnosis finds
// the volume that it encloses, and a mesh is refused if that volume is large.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "body.h"
#include "body_change.h"

// A prism along x over a bow tie: the corners of a triangle upright in y and z and of one upside
// down above it, in such an order that both sides cross at the origin. The lower bow encloses 2,
// the upper one 2 half², backwards. 12 triangles in one part.
static struct body bow_tie(float half) {
    const float h = half, profile[8] = {-1, -1, 1, -1, -h, h, h, h};
    static const uint32_t indices[36] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                         1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};
    struct body body = {malloc(24 * sizeof(float)), 8, malloc(sizeof indices), 12};
    assert_true(body.positions && body.indices);
    for (int v = 0; v < 8; ++v) {
        body.positions[3 * v] = v < 4 ? -1.0f : 1.0f;
        memcpy(body.positions + 3 * v + 1, profile + 2 * (v % 4), 2 * sizeof *profile);
    }
    memcpy(body.indices, indices, sizeof indices);
    return body;
}

static struct buoy_diagnosis diagnose(const struct body *body) {
    const struct buoy_mesh_input input = body_input(body, 0);
    struct buoy_diagnosis diagnosis;
    assert_int_equal(buoy_mesh_diagnose(&input, &diagnosis, NULL), BUOY_OK);
    return diagnosis;
}

// Each line stands for its cell of the box's shadow; the lobe's height varies by as much as a
// cell's width over a cell, so that the sum is within half of that times the shadow's area of the
// lobe's volume, and each cell at the shadow's rim may be in or out.
static double coarseness(const struct buoy_diagnosis *d) {
    const double x = d->maximum[0] - d->minimum[0], y = d->maximum[1] - d->minimum[1];
    const double z = d->maximum[2] - d->minimum[2], cell = fmax(x, y) / 256.0;
    return cell * x * y + 4.0 * cell * fmax(x, y) * z;
}

static enum buoy_status create(const struct body *body, unsigned flags, struct buoy_error *error) {
    const struct buoy_mesh_input input = body_input(body, flags);
    struct buoy_mesh *mesh;
    const enum buoy_status status = buoy_mesh_create(&input, &mesh, error);
    assert_true(!mesh == (status != BUOY_OK));
    buoy_mesh_destroy(mesh);
    return status;
}

// Whatever the lobe's size, position and attitude. It is refused as long as it is no thinner than
// the lines are apart, and no repair helps; a lobe of a millionth is let pass.
static void bow_ties(void **state) {
    (void)state;
    static const float halves[] = {0.75f, 0.5f, 0.25f, 0x1p-10f};
    for (size_t i = 0; i < sizeof halves / sizeof *halves; ++i) {
        for (int turns = 0; turns < 5; ++turns) {
            struct body body = bow_tie(halves[i]);
            const double lobe = 2.0 * (double)halves[i] * (double)halves[i];
            body_turn(&body, turns);
            body_move(&body, (const double[3]){turns, -2.0 * turns, 1.0});
            const struct buoy_diagnosis d = diagnose(&body);
            assert_true(d.closed && d.outward);
            assert_int_equal(d.parts, 1);
            assert_int_equal(d.inward_parts, 0);
            if (!(fabs(d.inverted_volume - lobe) <= coarseness(&d))) {
                fail_msg("lobe %zu turned %d times: %g, expected %g within %g", i, turns,
                         d.inverted_volume, lobe, coarseness(&d));
            }
            const enum buoy_status expected = lobe > 1e-3 ? BUOY_ERROR_INWARD : BUOY_OK;
            struct buoy_error error;
            assert_int_equal(create(&body, 0, &error), expected);
            assert_true(expected == BUOY_OK || strstr(error.message, "negative volume"));
            assert_int_equal(create(&body, BUOY_MESH_REPAIR, NULL), expected);
            assert_int_equal(create(&body, BUOY_MESH_ACCEPT_OPEN, NULL), expected);
            body_free(&body);
        }
    }
}

// Where the surface is said to be inside out, it is.
static void place_is_named(void **state) {
    (void)state;
    struct body body = bow_tie(0.75f);
    struct buoy_error error;
    assert_int_equal(create(&body, 0, &error), BUOY_ERROR_INWARD);
    const char *around = strstr(error.message, "around (");
    assert_non_null(around);
    char *end = error.message + (around - error.message) + 7;
    double at[3];
    for (int k = 0; k < 3; ++k) {
        at[k] = strtod(end + 1, &end);
    }
    assert_true(*end == ')');
    assert_true(at[2] > 0.0 && at[2] < 0.75 && fabs(at[0]) < 1.0 && fabs(at[1]) < at[2]);
    body_free(&body);
}

// Upside down the lobe is outward and the rest inward: the sum is negative, and turning all over
// does not help either.
static void inside_out(void **state) {
    (void)state;
    struct body body = bow_tie(0.75f);
    body_flip_all(&body);
    struct buoy_error error;
    assert_int_equal(create(&body, 0, &error), BUOY_ERROR_INWARD);
    assert_int_equal(create(&body, BUOY_MESH_FIX_WINDING, &error), BUOY_ERROR_INWARD);
    assert_non_null(strstr(error.message, "negative volume"));
    body_free(&body);
}

// Sound bodies enclose nothing backwards, nor do bodies that overlap, touch or have cavities; a
// cavity that pokes out of its body does.
static void sound_bodies(void **state) {
    (void)state;
    static const char *const builtins[] = {"builtin:box",   "builtin:barrel",    "builtin:star",
                                           "builtin:torus", "builtin:catamaran", "builtin:wigley"};
    struct rng rng = rng_make("lobes");
    for (int turns = 0; turns < 4; ++turns) {
        struct body bodies[] = {
            body_bipyramid(&rng, 40),
            body_joined(body_box(1, 4, 1), body_moved(body_box(4, 1, 1), 1, 0, 0)),
            body_joined(body_box(4, 4, 4), body_inside_out(body_box(1, 1, 1))),
            body_joined(body_box(1, 1, 1), body_moved(body_box(1, 1, 1), 2, 0, 0)),
            body_builtin(builtins[turns]),
            body_builtin(builtins[(turns + 2) % 6]),
        };
        for (size_t i = 0; i < sizeof bodies / sizeof *bodies; ++i) {
            body_turn(&bodies[i], turns);
            assert_true(diagnose(&bodies[i]).inverted_volume == 0.0);
            assert_int_equal(create(&bodies[i], 0, NULL), BUOY_OK);
            body_free(&bodies[i]);
        }
    }
    struct body poking =
        body_joined(body_box(4, 4, 4), body_inside_out(body_moved(body_box(1, 1, 2), 0, 0, 3)));
    assert_true(fabs(diagnose(&poking).inverted_volume - 4.0) <
                coarseness(&(struct buoy_diagnosis){.maximum = {8, 8, 9}}));
    struct buoy_error error;
    assert_int_equal(create(&poking, 0, &error), BUOY_ERROR_INWARD);
    body_free(&poking);
}

// A cavity in the taller of two boxes side by side, flush with its wall but for one unit in the
// last place. The wall is where lines of the coarsest grid are, each of which stands for a cell.
static void flush_cavity(void **state) {
    (void)state;
    struct body body =
        body_joined(body_joined(body_moved(body_box(8.5f, 16, 16), 8.5f, 16, 16),
                                body_moved(body_box(7.5f, 16, 5), 24.5f, 16, 5)),
                    body_inside_out(body_moved(body_box(6, 12, 9), 11 + 0x1p-19f, 16, 21)));
    assert_int_equal(create(&body, 0, NULL), BUOY_OK);
    body_free(&body);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bow_ties),     cmocka_unit_test(place_is_named),
        cmocka_unit_test(inside_out),   cmocka_unit_test(sound_bodies),
        cmocka_unit_test(flush_cavity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
