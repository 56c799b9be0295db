// The Pareto front: against the definition, and points that a logarithmic plot cannot show.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "pareto.h"
#include "rng.h"

static void test_by_hand(void **state) {
    (void)state;
    const double x[] = {1e-2, 1e-7, 1e-7, 1e-4, 1.0, 1e-2, 1e-7};
    const double y[] = {50.0, 90.0, 80.0, 95.0, 40.0, 50.0, 80.0};
    size_t front[7];
    assert_int_equal(pareto_front(x, y, 7, front), 3);
    assert_int_equal(front[0], 2);
    assert_int_equal(front[1], 0);
    assert_int_equal(front[2], 4);
}

// Errors of 0 and what was not measured have no place on a logarithmic axis, and beat nobody.
static void test_no_point(void **state) {
    (void)state;
    const double x[] = {0.0, 0.5, (double)NAN, (double)INFINITY, 0.7, -1.0};
    const double y[] = {1.0, 9.0, 1.0, 1.0, 0.0, 1.0};
    size_t front[6];
    assert_int_equal(pareto_front(x, y, 6, front), 1);
    assert_int_equal(front[0], 1);
    assert_int_equal(pareto_front(x, y, 0, front), 0);
}

enum {
    MOST = 40
};

static bool beats(const double *x, const double *y, size_t i, size_t k) {
    return x[i] <= x[k] && y[i] <= y[k] && (x[i] < x[k] || y[i] < y[k]);
}

// Whoever is on it is beaten by nobody, whoever is not is beaten by, or equal to, one on it.
static void check_front(const double *x, const double *y, size_t count) {
    size_t front[MOST];
    const size_t found = pareto_front(x, y, count, front);
    bool on[MOST] = {false};
    for (size_t f = 0; f < found; ++f) {
        on[front[f]] = true;
        assert_true(f == 0 || (x[front[f - 1]] < x[front[f]] && y[front[f - 1]] > y[front[f]]));
    }
    for (size_t k = 0; k < count; ++k) {
        bool beaten = false, equalled = false;
        for (size_t i = 0; i < count; ++i) {
            beaten = beaten || beats(x, y, i, k);
            equalled = equalled || (i != k && on[i] && x[i] == x[k] && y[i] == y[k]);
        }
        assert_true(on[k] ? !beaten && !equalled : beaten || equalled);
    }
}

static void test_random(void **state) {
    (void)state;
    struct rng rng = rng_make("fronts");
    for (int round = 0; round < 500; ++round) {
        double x[MOST], y[MOST];
        const size_t count = rng_below(&rng, MOST + 1);
        for (size_t i = 0; i < count; ++i) { // few values, so that many are equal
            x[i] = 1.0 + (double)rng_below(&rng, 12);
            y[i] = 1.0 + (double)rng_below(&rng, 12);
        }
        check_front(x, y, count);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_no_point),
        cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
