// Same method, same bits: every deterministic variant of the `shapes` family returns the bits of
// its method's first variant, volumes and surfaces. A shape has the same answer among any others,
// of its own and of other kinds, and at any place in the arrays, in any floating-point mode of the
// caller; and no variant reads or writes beyond its arrays.
#include <fenv.h>

#include "buoyancy_box.h"
#include "dispatch/registry.h"
#include "floating_mode.h"
#include "guard.h"
#include "rng.h"
#include "shapes.h"
#include "solids/kinds.h"
#include "test.h"

enum {
#ifdef TEST_EMULATED
    usual_questions = 300, // the digest asks many more
#else
    usual_questions = 1500,
#endif
    most_questions = 1500
};
static struct shape_question questions[most_questions];
static struct shape_answer expected[most_questions], got[most_questions];

static void make_questions(const char *name, unsigned kinds, size_t count) {
    struct rng rng = rng_make(name);
    for (size_t i = 0; i < count; ++i) {
        questions[i] = shape_question_make(&rng, kinds);
    }
}

static void compare(const struct buoy_kernel *kernel, const char *property, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        expect_same_shape(kernel, property, questions[i], got[i], expected[i]);
    }
}

TEST(variants) {
    const struct buoy_kernel *first = NULL, *kernel;
    size_t compared = 0;
    for (size_t i = 0; (kernel = next_shapes_kernel(&i));) {
        if (!kernel->deterministic) {
            continue;
        }
        make_questions("variants", shapes_kinds_of(kernel), usual_questions);
        if (!first || first->method != kernel->method) {
            first = kernel;
            ask_shapes(first, questions, usual_questions, expected);
            continue;
        }
        ask_shapes(kernel, questions, usual_questions, got);
        compare(kernel, "the bits of the method's first variant", usual_questions);
        ++compared;
    }
    if (compared == 0) {
        print_message("one variant of each method: nothing to compare\n");
    }
}

// Alone, among others, and as one of the last ones, which fill no whole vector.
TEST(company) {
    enum {
        count = 150
    };
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_shapes_kernel(&i));) {
        make_questions("company", shapes_kinds_of(kernel), count);
        for (size_t k = 0; k < count; ++k) {
            expected[k] = ask_shape(kernel, questions[k]);
        }
        for (size_t asked = 0; asked <= count; asked += asked < 20 ? 1 : 13) {
            memset(got, 0, sizeof got);
            ask_shapes(kernel, questions, asked, got);
            compare(kernel, "the same bits in any company", asked);
            ask_shapes(kernel, questions + count - asked, asked, got);
            for (size_t k = 0; k < asked; ++k) {
                const size_t at = count - asked + k;
                expect_same_shape(kernel, "the same bits at any place", questions[at], got[k],
                                  expected[at]);
            }
        }
    }
}

// Mixed kinds have the bits of each kind's own kernel, in any order: few and many of a kind, runs
// longer than the portions in which kinds are sorted, and whatever is left over.
TEST(mixed) {
    const struct buoy_kernel *automatic = buoy_kernel_find("shapes/auto/best");
    struct rng rng = rng_make("mixed");
    for (int round = 0; round < 30; ++round) {
        const size_t count = 1 + rng_below(&rng, round < 20 ? 100 : usual_questions);
        for (size_t i = 0; i < count;) {
            const unsigned kinds = shape_question_make(&rng, BUOY_KINDS).shape.kind;
            const size_t most = rng_below(&rng, 8) == 0 ? 600 : 2;
            for (size_t run = 1 + rng_below(&rng, most); run > 0 && i < count; --run, ++i) {
                questions[i] = shape_question_make(&rng, BUOY_KIND(kinds));
            }
        }
        ask_shapes(automatic, questions, count, got);
        for (size_t i = 0; i < count; ++i) {
            char id[64];
            snprintf(id, sizeof id, "shapes/%s/scalar", buoy_kind_name(questions[i].shape.kind));
            const struct buoy_kernel *own = buoy_kernel_find(id);
            expect_same_shape(automatic, "the bits of the kind's own kernel", questions[i], got[i],
                              ask_shape(own, questions[i]));
        }
    }
}

// Without surfaces, volumes are the same.
TEST(volumes_alone) {
    enum {
        count = 700
    };
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_shapes_kernel(&i));) {
        static struct buoy_shape shapes[count];
        static struct buoy_plane planes[count];
        static struct buoy_volume volumes[count];
        make_questions("volumes alone", shapes_kinds_of(kernel), count);
        ask_shapes(kernel, questions, count, expected);
        for (size_t k = 0; k < count; ++k) {
            shapes[k] = questions[k].shape;
            planes[k] = questions[k].plane;
        }
        const struct buoy_shapes_query query = {.shapes = shapes, .planes = planes, .count = count};
        assert_int_equal(buoy_shapes_with(kernel, &query, volumes, NULL), BUOY_OK);
        for (size_t k = 0; k < count; ++k) {
            expect_same_shape(kernel, "the same volume without surfaces", questions[k],
                              (struct shape_answer){volumes[k], expected[k].surface}, expected[k]);
        }
    }
}

// Boxes have the bits of box/corners.
TEST(boxes) {
    make_questions("boxes", BUOY_KIND(BUOY_SHAPE_BOX), usual_questions);
    ask_shapes(buoy_kernel_find("shapes/auto/best"), questions, usual_questions, got);
    for (size_t i = 0; i < usual_questions; ++i) {
        const float *h = questions[i].shape.size;
        const struct buoy_box box = {{h[0], h[1], h[2]}};
        struct buoy_volume volume;
        assert_int_equal(buoy_box_compute(&box, &questions[i].plane, 1, &volume, NULL), BUOY_OK);
        assert_memory_equal(&got[i].volume, &volume, sizeof volume);
    }
}

struct guarded_query {
    struct guarded shapes, planes, results, surfaces;
};

static void free_guarded(struct guarded_query *guarded) {
    guard_free(&guarded->shapes);
    guard_free(&guarded->planes);
    guard_free(&guarded->results);
    guard_free(&guarded->surfaces);
}

static void check_guarded(const struct buoy_kernel *kernel, size_t count, enum guard_side side) {
    struct guarded_query guarded = {
        guard_make(count * sizeof(struct buoy_shape), 4, side),
        guard_make(count * sizeof(struct buoy_plane), 4, side),
        guard_make(count * sizeof(struct buoy_volume), 8, side),
        guard_make(count * sizeof(struct buoy_shape_surface), 8, side),
    };
    const struct buoy_shapes_query query = {
        .shapes = (const struct buoy_shape *)(const void *)guarded.shapes.bytes,
        .planes = (const struct buoy_plane *)(const void *)guarded.planes.bytes,
        .count = count,
        .surfaces = (struct buoy_shape_surface *)(void *)guarded.surfaces.bytes,
    };
    const size_t shape = sizeof(struct buoy_shape), plane = sizeof(struct buoy_plane);
    const size_t surface = sizeof(struct buoy_shape_surface), volume = sizeof(struct buoy_volume);
    for (size_t i = 0; i < count; ++i) {
        memcpy(guarded.shapes.bytes + i * shape, &questions[i].shape, shape);
        memcpy(guarded.planes.bytes + i * plane, &questions[i].plane, plane);
    }
    struct buoy_volume *results = (struct buoy_volume *)(void *)guarded.results.bytes;
    assert_int_equal(buoy_shapes_with(kernel, &query, results, NULL), BUOY_OK);
    for (size_t i = 0; i < count; ++i) {
        memcpy(&got[i].volume, guarded.results.bytes + i * volume, volume);
        memcpy(&got[i].surface, guarded.surfaces.bytes + i * surface, surface);
        assert_memory_equal(guarded.shapes.bytes + i * shape, &questions[i].shape, shape);
        assert_memory_equal(guarded.planes.bytes + i * plane, &questions[i].plane, plane);
    }
    if (!guard_is_intact(&guarded.shapes) || !guard_is_intact(&guarded.planes) ||
        !guard_is_intact(&guarded.results) || !guard_is_intact(&guarded.surfaces)) {
        fail_msg("%s wrote beyond its arrays of %zu", kernel->id, count);
    }
    compare(kernel, "in guarded memory as elsewhere", count);
    free_guarded(&guarded);
}

TEST(buffers) {
    static const size_t counts[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 63, 64, 65, 130};
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_shapes_kernel(&i));) {
        make_questions("buffers", shapes_kinds_of(kernel), 130);
        ask_shapes(kernel, questions, 130, expected);
        for (size_t c = 0; c < sizeof counts / sizeof *counts; ++c) {
            check_guarded(kernel, counts[c], GUARD_BEFORE);
            check_guarded(kernel, counts[c], GUARD_AFTER);
        }
    }
}

// Asks in ordinary mode and in another one, which must still be there afterwards and, if
// `same_bits`, must change no bit.
static void check_mode(uint64_t mode, bool same_bits) {
    enum {
        count = 1000
    };
    const uint64_t ordinary = floating_mode();
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_shapes_kernel(&i));) {
        static struct buoy_shape shapes[count];
        static struct buoy_plane planes[count];
        static struct buoy_volume volumes[count];
        static struct buoy_shape_surface surfaces[count];
        make_questions("floating-point modes", shapes_kinds_of(kernel), count);
        for (size_t k = 0; k < count; ++k) {
            shapes[k] = questions[k].shape;
            planes[k] = questions[k].plane;
        }
        const struct buoy_shapes_query query = {
            .shapes = shapes, .planes = planes, .count = count, .surfaces = surfaces};
        ask_shapes(kernel, questions, count, expected);
        floating_mode_set(mode);
        const enum buoy_status status = buoy_shapes_with(kernel, &query, volumes, NULL);
        const uint64_t left = floating_mode();
        floating_mode_set(ordinary);
        assert_int_equal(status, BUOY_OK);
        if (left != mode) {
            fail_msg("%s left mode %#llx as %#llx", kernel->id, (unsigned long long)mode,
                     (unsigned long long)left);
        }
        for (size_t k = 0; k < count; ++k) {
            got[k] = (struct shape_answer){volumes[k], surfaces[k]};
        }
        if (same_bits) {
            compare(kernel, "the same bits with flush-to-zero", count);
        }
    }
}

TEST(flush_to_zero) {
#ifdef FLOATING_MODE_FLUSH
    check_mode(floating_mode() | FLOATING_MODE_FLUSH, true);
#else
    skip();
#endif
}

// Kernels promise nothing in other rounding modes but to leave them alone.
TEST(rounding_modes) {
    static const int modes[] = {FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; ++i) {
        assert_int_equal(fesetround(modes[i]), 0);
        const uint64_t mode = floating_mode();
        assert_int_equal(fesetround(FE_TONEAREST), 0);
        check_mode(mode, false);
    }
}
