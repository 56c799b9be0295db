// Same method, same bits: every deterministic variant of the `box` family returns the bits of its
// method's first variant. A box has the same answer among any others and at any place in the
// arrays, in any floating-point mode of the caller; and no variant reads or writes beyond its
// arrays.
#include <fenv.h>

#include "boxes.h"
#include "dispatch/registry.h"
#include "floating_mode.h"
#include "guard.h"
#include "rng.h"
#include "test.h"

enum {
    most_questions = 5000
};
static struct box_question questions[most_questions];
static struct buoy_volume expected[most_questions], got[most_questions];

static void make_questions(const char *name, size_t count) {
    struct rng rng = rng_make(name);
    for (size_t i = 0; i < count; ++i) {
        questions[i] = box_question_make(&rng);
    }
}

static void compare(const struct buoy_kernel *kernel, const char *property, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        expect_same_box(kernel, property, questions[i], got[i], expected[i]);
    }
}

TEST(variants) {
    const struct buoy_kernel *first = NULL, *kernel;
    size_t compared = 0;
    make_questions("variants", most_questions);
    for (size_t i = 0; (kernel = next_box_kernel(&i));) {
        const size_t count = box_questions_for(kernel, most_questions);
        if (!kernel->deterministic) {
            continue;
        }
        if (!first || first->method != kernel->method) {
            first = kernel;
            ask_boxes(first, questions, count, expected);
            continue;
        }
        ask_boxes(kernel, questions, count, got);
        compare(kernel, "the bits of the method's first variant", count);
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
    make_questions("company", count);
    for (size_t i = 0; (kernel = next_box_kernel(&i));) {
        for (size_t k = 0; k < count; ++k) {
            expected[k] = ask_box(kernel, questions[k]);
        }
        const size_t step = box_questions_for(kernel, 1000) < 1000 ? 40 : 1;
        for (size_t asked = 0; asked <= count; asked += step) {
            memset(got, 0, sizeof got);
            ask_boxes(kernel, questions, asked, got);
            compare(kernel, "the same bits in any company", asked);
            ask_boxes(kernel, questions + count - asked, asked, got);
            for (size_t k = 0; k < asked; ++k) {
                const size_t at = count - asked + k;
                expect_same_box(kernel, "the same bits at any place", questions[at], got[k],
                                expected[at]);
            }
        }
    }
}

static void check_guarded(const struct buoy_kernel *kernel, size_t count, enum guard_side side) {
    struct guarded boxes = guard_make(count * sizeof(struct buoy_box), 4, side);
    struct guarded planes = guard_make(count * sizeof(struct buoy_plane), 4, side);
    struct guarded results = guard_make(count * sizeof(struct buoy_volume), 8, side);
    const struct buoy_box_query query = {
        .boxes = (const struct buoy_box *)(const void *)boxes.bytes,
        .planes = (const struct buoy_plane *)(const void *)planes.bytes,
        .count = count,
    };
    for (size_t i = 0; i < count; ++i) {
        memcpy(boxes.bytes + i * sizeof questions[i].box, &questions[i].box,
               sizeof questions[i].box);
        memcpy(planes.bytes + i * sizeof questions[i].plane, &questions[i].plane,
               sizeof questions[i].plane);
    }
    assert_int_equal(
        buoy_box_with(kernel, &query, (struct buoy_volume *)(void *)results.bytes, NULL), BUOY_OK);
    memcpy(got, results.bytes, results.size);
    if (!guard_is_intact(&boxes) || !guard_is_intact(&planes) || !guard_is_intact(&results)) {
        fail_msg("%s wrote beyond its arrays of %zu", kernel->id, count);
    }
    for (size_t i = 0; i < count; ++i) {
        assert_memory_equal(boxes.bytes + i * sizeof questions[i].box, &questions[i].box,
                            sizeof questions[i].box);
        assert_memory_equal(planes.bytes + i * sizeof questions[i].plane, &questions[i].plane,
                            sizeof questions[i].plane);
    }
    compare(kernel, "in guarded memory as elsewhere", count);
    guard_free(&boxes);
    guard_free(&planes);
    guard_free(&results);
}

TEST(buffers) {
    static const size_t counts[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 63, 64, 65, 130};
    const struct buoy_kernel *kernel;
    make_questions("buffers", 130);
    for (size_t i = 0; (kernel = next_box_kernel(&i));) {
        ask_boxes(kernel, questions, 130, expected);
        for (size_t c = 0; c < sizeof counts / sizeof *counts; ++c) {
            check_guarded(kernel, counts[c], GUARD_BEFORE);
            check_guarded(kernel, counts[c], GUARD_AFTER);
        }
    }
}

// Asks in ordinary mode and in another one, which must still be there afterwards and, if
// `same_bits`, must change no bit.
static void check_mode(uint64_t mode, bool same_bits) {
    const uint64_t ordinary = floating_mode();
    const struct buoy_kernel *kernel;
    make_questions("floating-point modes", 2000);
    for (size_t i = 0; (kernel = next_box_kernel(&i));) {
        const size_t count = box_questions_for(kernel, 2000);
        struct buoy_box *boxes = calloc(count, sizeof *boxes);
        struct buoy_plane *planes = calloc(count, sizeof *planes);
        for (size_t k = 0; k < count; ++k) {
            boxes[k] = questions[k].box;
            planes[k] = questions[k].plane;
        }
        const struct buoy_box_query query = {.boxes = boxes, .planes = planes, .count = count};
        ask_boxes(kernel, questions, count, expected);
        floating_mode_set(mode);
        const enum buoy_status status = buoy_box_with(kernel, &query, got, NULL);
        const uint64_t left = floating_mode();
        floating_mode_set(ordinary);
        assert_int_equal(status, BUOY_OK);
        if (left != mode) {
            fail_msg("%s left mode %#llx as %#llx", kernel->id, (unsigned long long)mode,
                     (unsigned long long)left);
        }
        if (same_bits) {
            compare(kernel, "the same bits with flush-to-zero", count);
        }
        free(boxes);
        free(planes);
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
