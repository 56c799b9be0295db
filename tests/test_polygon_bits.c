// Same polygon, same line, same bits: in every deterministic variant of a method, at every place in
// the arrays, among any others, and in any flush-to-zero mode of the caller. Compared with memcmp.
#include "dispatch/registry.h"
#include "floating_mode.h"
#include "outline.h"
#include "test.h"

enum {
    crowd = 500
};

static struct outline outlines[crowd];
static struct buoy_polygon polygons[crowd];
static struct buoy_line lines[crowd];
static struct buoy_area expected[crowd], got[crowd];

// A crowd of everything: usual ones, large and small ones, many vertices, two vertices, any line.
static void make_crowd(const char *name) {
    struct rng rng = rng_make(name);
    for (int i = 0; i < crowd; ++i) {
        struct outline any = outline_random(&rng);
        const double scale = i % 11 == 0 ? pow(10.0, rng_between(&rng, -20.0, 20.0)) : 1.0;
        any = i % 13 == 0 ? outline_convex(&rng, 9 + (uint32_t)rng_below(&rng, 9)) : any;
        any.count = i % 17 == 0 ? 2 : any.count;
        outlines[i] = outline_placed(&any, rng_between(&rng, 0.0, 6.3), scale,
                                     scale * rng_between(&rng, -3.0, 3.0), 0.0);
        lines[i] = outline_random_line(&rng, &outlines[i]);
        polygons[i] = outline_polygon(&outlines[i]);
    }
}

static void ask(const struct buoy_kernel *kernel, size_t first, size_t count,
                struct buoy_area *results) {
    const struct buoy_polygon_query query = {polygons + first, lines + first, count};
    struct buoy_error error;
    if (buoy_polygon_with(kernel, &query, results, &error) != BUOY_OK) {
        fail_msg("%s: %s", kernel->id, error.message);
    }
}

static void expect_same(const struct buoy_kernel *kernel, const char *property, size_t i,
                        const struct buoy_area *answer) {
    if (memcmp(answer, &expected[i], sizeof *answer) != 0) {
        print_error("expected %a at (%a %a), got %a at (%a %a)\n", expected[i].area,
                    expected[i].centre[0], expected[i].centre[1], answer->area, answer->centre[0],
                    answer->centre[1]);
        fail_outline(kernel, property, &outlines[i], lines[i], *answer);
    }
}

TEST(variants) {
    make_crowd("polygon_variants");
    const struct buoy_kernel *kernel, *first = NULL;
    int compared = 0;
    for (size_t i = 0; (kernel = next_polygon_kernel(&i));) {
        if (!kernel->deterministic || strcmp(kernel->method->name, "clip") == 0) {
            continue;
        }
        ask(kernel, 0, crowd, first ? got : expected);
        for (size_t k = 0; first && k < crowd; ++k) {
            expect_same(kernel, "the bits of the method's first variant", k, &got[k]);
        }
        first = first ? first : kernel;
        ++compared;
    }
    assert_true(compared >= 2); // auto is one of them
}

// Alone, and in any part of the crowd.
TEST(company) {
    struct rng rng = rng_make("polygon_company");
    make_crowd("polygon_company_crowd");
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_polygon_kernel(&i));) {
        ask(kernel, 0, crowd, expected);
        for (size_t k = 0; k < crowd; ++k) {
            ask(kernel, k, 1, got);
            expect_same(kernel, "the bits it has alone", k, got);
        }
        for (int k = 0; k < 200; ++k) {
            const size_t begin = rng_below(&rng, crowd), count = 1 + rng_below(&rng, 70);
            const size_t last = begin + count < crowd ? begin + count : crowd;
            ask(kernel, begin, last - begin, got);
            for (size_t j = begin; j < last; ++j) {
                expect_same(kernel, "the bits it has in any company", j, &got[j - begin]);
            }
        }
    }
}

// Vertices of −0 keep their sign through all of it.
TEST(signs_of_zero) {
    make_crowd("polygon_zeros");
    for (int i = 0; i < crowd; ++i) {
        static const double square[] = {-0.0, -0.0, 1, -0.0, 1, 1, -0.0, 1};
        static const double triangle[] = {0, -0.0, -1, 1, -0.0, 1};
        outlines[i] = i % 3 ? outline_of("square", square, 4) : outline_of("triangle", triangle, 3);
        outlines[i] = i % 4 ? outlines[i] : outline_star(4, 0.5);
        lines[i] = outline_line(&outlines[i], 0.5 * (i % 5), 0.01 * (i % 101));
        polygons[i] = outline_polygon(&outlines[i]);
    }
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_polygon_kernel(&i));) {
        ask(kernel, 0, crowd, expected);
        for (size_t k = 0; k < crowd; ++k) {
            ask(kernel, k, 1, got);
            expect_same(kernel, "the bits it has alone", k, got);
        }
    }
}

TEST(flush_to_zero) {
#ifdef FLOATING_MODE_FLUSH
    for (int i = 0; i < crowd; ++i) { // the normal range
        outlines[i] = outline_star(3 + i % 2, 0.4);
        lines[i] = outline_line(&outlines[i], 0.1 * i, 0.002 * i);
        polygons[i] = outline_polygon(&outlines[i]);
    }
    const struct buoy_kernel *kernel;
    const uint64_t ordinary = floating_mode();
    for (size_t i = 0; (kernel = next_polygon_kernel(&i));) {
        ask(kernel, 0, crowd, expected);
        floating_mode_set(ordinary | FLOATING_MODE_FLUSH);
        ask(kernel, 0, crowd, got);
        const uint64_t left = floating_mode();
        floating_mode_set(ordinary);
        assert_true(left == (ordinary | FLOATING_MODE_FLUSH));
        for (size_t k = 0; k < crowd; ++k) {
            expect_same(kernel, "the bits without flush-to-zero", k, &got[k]);
        }
    }
#else
    skip();
#endif
}
