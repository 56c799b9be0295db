// The input that kernels of the family `forces` refuse, naming the first wrong body, at any place
// among others; and input at the limit, which they answer.
#include <float.h>

#include "crowd.h"
#include "dispatch/registry.h"
#include "test.h"

enum {
    bodies = 19,
    fields = 32
};

static struct crowd crowd;
static struct buoy_forces results[crowd_most];

// One of the numbers that a body's forces follow from.
static double *field_of(size_t body, size_t field) {
    return field < 5    ? &crowd.submerged[body].volume + field
           : field < 17 ? &crowd.bodies[body].mass + (field - 5)
           : field < 26 ? &crowd.motions[body].centre_of_mass[0] + (field - 17)
                        : &crowd.waters[body].up[0] + (field - 26);
}

static void expect(const struct buoy_kernel *kernel, enum buoy_status status, const char *message) {
    const struct buoy_forces_query query = crowd_query(&crowd);
    struct buoy_error error;
    const enum buoy_status got = buoy_forces_with(kernel, &query, results, &error);
    if (got != status) {
        fail_msg("%s: %s", kernel->id, error.message);
    }
    assert_int_equal(error.status, status);
    assert_non_null(strstr(error.message, message));
}

// With a field of one body, and once more of the last, set to a value.
static void expect_with(const struct buoy_kernel *kernel, size_t body, size_t field, double value,
                        enum buoy_status status) {
    char message[30];
    double *one = field_of(body, field), *other = field_of(bodies - 1, field);
    const double one_was = *one, other_was = *other;
    snprintf(message, sizeof message, "body %zu:", body);
    *one = *other = value;
    expect(kernel, status, status == BUOY_OK ? "" : message);
    *other = other_was;
    *one = value;
    expect(kernel, status, status == BUOY_OK ? "" : message);
    *one = one_was;
}

TEST(numbers) {
    static const double wrong[] = {NAN, INFINITY, -INFINITY, 1.001e30, -1e300};
    struct rng rng = rng_make("forces: numbers");
    const struct buoy_kernel *kernel;
    crowd_make(&rng, bodies, &crowd);
    for (size_t i = 0; (kernel = next_kernel("forces", &i));) {
        for (size_t field = 0; field < fields; ++field) {
            for (size_t w = 0; w < sizeof wrong / sizeof *wrong; ++w) {
                const size_t body = rng_below(&rng, bodies);
                expect_with(kernel, body, field, wrong[w], BUOY_ERROR_ELEMENT);
            }
        }
    }
}

TEST(signs) {
    static const struct {
        size_t field;
        double value;
        enum buoy_status status;
    } cases[] = {
        {0, -DBL_TRUE_MIN, BUOY_ERROR_ELEMENT},
        {0, -1.0, BUOY_ERROR_ELEMENT},
        {4, -DBL_TRUE_MIN, BUOY_ERROR_ELEMENT},
        {5, 0.0, BUOY_ERROR_ELEMENT},
        {5, -1.0, BUOY_ERROR_ELEMENT},
        {6, 0.0, BUOY_ERROR_ELEMENT},
        {6, -1e-300, BUOY_ERROR_ELEMENT},
        {26, 3.0, BUOY_ERROR_ELEMENT},
        {0, 0.0, BUOY_OK},
        {0, -0.0, BUOY_OK},
        {4, 1e30, BUOY_OK},
        {7, 1e12, BUOY_OK},
        {7, 1.001e12, BUOY_ERROR_ELEMENT},
        {31, -1.001e12, BUOY_ERROR_ELEMENT},
        {17, -1e12, BUOY_OK},
        {7, 0.0, BUOY_OK},
        {31, 1e12, BUOY_OK},
    };
    struct rng rng = rng_make("forces: signs");
    const struct buoy_kernel *kernel;
    crowd_make(&rng, bodies, &crowd);
    for (size_t i = 0; (kernel = next_kernel("forces", &i));) {
        for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
            for (size_t body = 0; body < bodies; ++body) {
                expect_with(kernel, body, cases[k].field, cases[k].value, cases[k].status);
            }
        }
    }
}

// Forces on dry bodies are nothing, by whatever volume one divides: that it is not above 0 shows
// in its sign alone, however little it is.
TEST(dry) {
    struct rng rng = rng_make("forces: dry");
    const struct buoy_kernel *kernel;
    crowd_make(&rng, bodies, &crowd);
    for (size_t body = 0; body < bodies; ++body) {
        crowd.submerged[body] = (struct buoy_submerged){.volume = 0.0};
    }
    for (size_t i = 0; (kernel = next_kernel("forces", &i));) {
        for (size_t body = 0; body < bodies; ++body) {
            expect_with(kernel, body, 6, -DBL_TRUE_MIN, BUOY_ERROR_ELEMENT);
            expect_with(kernel, body, 6, DBL_TRUE_MIN, BUOY_OK);
        }
    }
}

// A normal may be as long as rounding makes it, not longer.
TEST(normals) {
    struct rng rng = rng_make("forces: normals");
    const struct buoy_kernel *kernel;
    crowd_make(&rng, bodies, &crowd);
    for (size_t i = 0; (kernel = next_kernel("forces", &i));) {
        for (size_t body = 0; body < bodies; ++body) {
            struct buoy_met_water *water = &crowd.waters[body];
            const struct buoy_met_water was = *water;
            for (int tenths = 0; tenths <= 20; ++tenths) {
                const double length = 1.0 + (tenths - 10) / 1000.0; // 0.99 to 1.01
                const double square = length * length;
                memcpy(water->up, (const double[3]){0.0, length, 0.0}, sizeof water->up);
                expect(kernel, fabs(square - 1.0) <= 0.02 ? BUOY_OK : BUOY_ERROR_ELEMENT, "");
            }
            *water = was;
        }
    }
}

// All numbers are good, but not what comes of them.
TEST(beyond_doubles) {
    struct rng rng = rng_make("forces: beyond doubles");
    const struct buoy_kernel *kernel;
    crowd_make(&rng, bodies, &crowd);
    crowd.drag = (struct buoy_drag){1.0, 1.0, 1.0};
    crowd.dt = 1.0;
    for (size_t body = 0; body < bodies; ++body) {
        crowd.submerged[body] = (struct buoy_submerged){1.0, {1.0, 2.0, 3.0}, 1.0};
        memcpy(crowd.motions[body].velocity, (const double[3]){3.0, 2.0, 1.0}, 3 * sizeof(double));
    }
    for (size_t i = 0; (kernel = next_kernel("forces", &i));) {
        expect_with(kernel, 7, 5, 1e-300, BUOY_ERROR_ELEMENT);
        expect(kernel, BUOY_OK, "");
    }
}

TEST(what_all_share) {
    struct rng rng = rng_make("forces: shared");
    struct buoy_error error;
    crowd_make(&rng, bodies, &crowd);
    const struct buoy_forces_query good = crowd_query(&crowd);
    struct buoy_forces_query bad[12];
    enum buoy_status status[12];
    for (size_t i = 0; i < 12; ++i) {
        bad[i] = good;
        status[i] = i < 9 ? BUOY_ERROR_ARGUMENT : BUOY_ERROR_NON_FINITE;
    }
    bad[0].submerged = NULL;
    bad[1].bodies = NULL;
    bad[2].motions = NULL;
    bad[3].waters = NULL;
    bad[4].density = 0.0;
    bad[5].gravity = -1.0;
    bad[6].drag.linear = -1.0;
    bad[7].drag.angular = -1.0;
    bad[8].dt = -1.0;
    bad[9].drag.quadratic = NAN;
    bad[10].density = INFINITY;
    bad[11].gravity = NAN;
    for (size_t i = 0; i < 12; ++i) {
        assert_int_equal(buoy_forces_compute(&bad[i], results, &error), status[i]);
        assert_true(error.status == status[i] && error.message[0] != '\0');
    }
    const struct buoy_forces_query none = {.density = 1.0};
    assert_int_equal(buoy_forces_compute(&none, NULL, NULL), BUOY_OK);
}
