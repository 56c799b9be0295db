// Families whose lanes are questions: auto/best chooses the instruction set by the number of
// questions. Whatever the number and the cap, answers have the bits of scalar code, and no kernel
// beyond the cap is chosen.
#include "buoyancy_kernels.h"
#include "dispatch/dispatch.h"
#include "dispatch/methods.h"
#include "machine.h"
#include "outline.h"
#include "owned.h"
#include "shapes.h"
#include "test.h"

enum {
    most = 64
};

// Calls `check` under every cap that this machine can run.
static void under_every_cap(void (*check)(void)) {
    for (size_t i = 0; i < buoy_isa_count; ++i) {
        if (machine_can_run(&buoy_isas[i])) {
            assert_int_equal(buoy_set_isa(buoy_isas[i].name, NULL), BUOY_OK);
            check();
        }
    }
    assert_int_equal(buoy_set_isa(NULL, NULL), BUOY_OK);
    check();
}

// ---------------------------------------------------------------------------------- choices

static struct buoy_choice boxes_by_count = {.variants = buoy_variants_box_corners,
                                            .most = {2, 4, 8}};
static struct buoy_choice never = {.variants = buoy_variants_volume_blocks};
static struct buoy_choice early = {.variants = buoy_variants_polygon_batch, .most = {1, 2, 4}};

static bool has_width(const struct buoy_kernel *variants, unsigned width) {
    return buoy_variant_best_at(variants, buoy_place_in_use(), width) != NULL;
}

static unsigned widest_of(const struct buoy_kernel *variants) {
    return has_width(variants, 16)  ? 16
           : has_width(variants, 8) ? 8
           : has_width(variants, 4) ? 4
                                    : 1;
}

// The width that answers some questions, as dispatch.h says.
static unsigned width_for(const struct buoy_choice *choice, size_t few) {
    return few <= choice->most[0]                                     ? 1
           : few <= choice->most[1] && has_width(choice->variants, 4) ? 4
           : few <= choice->most[2] && has_width(choice->variants, 8) ? 8
                                                                      : widest_of(choice->variants);
}

static void check_choice(struct buoy_choice *choice) {
    for (size_t count = 1; count <= most; ++count) {
        const struct buoy_kernel *kernel = buoy_choice_for(choice, count);
        const unsigned width = count < 16 ? width_for(choice, count) : widest_of(choice->variants);
        assert_true(kernel->deterministic && buoy_kernel_runs(kernel));
        assert_in_range(kernel - choice->variants, 0, BUOY_ISAS - 1);
        assert_int_equal(kernel->width, width);
    }
}

static void check_choices(void) {
    const struct buoy_kernel *scalar = &buoy_variants_box_corners[0];
    check_choice(&boxes_by_count);
    check_choice(&never);
    check_choice(&early);
    assert_ptr_equal(buoy_choice_for(&boxes_by_count, 1), scalar);
    assert_ptr_equal(buoy_choice_for(&boxes_by_count, 2), scalar);
}

TEST(choices) {
    under_every_cap(check_choices);
}

// ---------------------------------------------------------------------------------- answers

static struct shape_question questions[most];
static struct outline_question outlines[most];
static double x[most], y[most];
static struct buoy_waves *sea;

// The answers of a family's kernel to the first questions, and `most` × the size of one.
struct answers {
    struct buoy_volume boxes[most];
    struct buoy_area areas[most];
    float height[most], slope_x[most], slope_y[most];
};

static void ask(const char *const ids[3], size_t count, struct answers *answers) {
    struct buoy_shape boxes[most];
    struct buoy_plane planes[most];
    struct buoy_polygon polygons[most];
    struct buoy_line lines[most];
    for (size_t i = 0; i < most; ++i) {
        boxes[i] = questions[i].shape;
        planes[i] = questions[i].plane;
        polygons[i] = outline_polygon(&outlines[i].outline);
        lines[i] = outlines[i].line;
    }
    const struct buoy_shapes_query box_query = {
        .shapes = boxes, .planes = planes, .count = count, .kernel = buoy_kernel_find(ids[0])};
    const struct buoy_polygon_query polygon_query = {polygons, lines, count,
                                                     buoy_kernel_find(ids[1]), NULL};
    struct buoy_surface surface = {.x = x,
                                   .y = y,
                                   .count = count,
                                   .height = answers->height,
                                   .slope_x = answers->slope_x,
                                   .slope_y = answers->slope_y};
    memset(answers, 0, sizeof *answers);
    assert_int_equal(buoy_shapes_compute(&box_query, answers->boxes, NULL), BUOY_OK);
    assert_int_equal(buoy_polygon_compute(&polygon_query, answers->areas, NULL), BUOY_OK);
    surface.kernel = buoy_kernel_find(ids[2]);
    assert_int_equal(buoy_waves_sample(sea, 3.25, &surface, NULL), BUOY_OK);
}

static const char *const scalar_ids[] = {"box/corners/scalar", "polygon/batch/scalar",
                                         "water/waves/scalar"};

static void check_answers(void) {
    static const char *const automatic[] = {"box/auto/best", "polygon/auto/best",
                                            "water/auto/best"};
    static const char *const best[] = {"box/corners/best", "polygon/batch/best",
                                       "water/waves/best"};
    struct answers expected, got;
    for (size_t count = 0; count <= most; ++count) {
        ask(scalar_ids, count, &expected);
        ask(automatic, count, &got);
        assert_memory_equal(&got, &expected, sizeof got);
        ask(best, count, &got);
        assert_memory_equal(&got, &expected, sizeof got);
    }
}

TEST(answers) {
    struct rng rng = rng_make("counts");
    struct buoy_wave waves[5];
    for (size_t i = 0; i < most; ++i) {
        questions[i] = box_question_make(&rng);
        outlines[i] = outline_question_make(&rng);
        x[i] = rng_between(&rng, -1e3, 1e3);
        y[i] = rng_between(&rng, -1e3, 1e3);
    }
    for (size_t i = 0; i < sizeof waves / sizeof *waves; ++i) {
        waves[i] = buoy_wave_default();
        waves[i].amplitude = (float)rng_between(&rng, 0.1, 1.0);
        waves[i].wavelength = (float)rng_between(&rng, 1.0, 100.0);
        waves[i].direction = (float)rng_between(&rng, -3.0, 3.0);
    }
    sea = waves_of(waves, 5, 9.81);
    under_every_cap(check_answers);
}

// An invalid box at any place has no answer, and all others have theirs, whatever kernel they would
// go to.
static void check_invalid(void) {
    struct buoy_shape boxes[most];
    struct buoy_plane planes[most];
    struct buoy_volume results[most], good;
    for (size_t i = 0; i < most; ++i) {
        boxes[i] = (struct buoy_shape){BUOY_SHAPE_BOX, {1.0f, 2.0f, 3.0f}};
        planes[i] = (struct buoy_plane){{0.0f, 0.0f, 1.0f}, 0.25f};
    }
    assert_int_equal(buoy_shapes_compute(
                         &(struct buoy_shapes_query){.shapes = boxes, .planes = planes, .count = 1},
                         &good, NULL),
                     BUOY_OK);
    for (size_t count = 1; count <= 40; ++count) {
        for (size_t bad = 0; bad < count; ++bad) {
            boxes[bad].size[1] = 0.0f;
            assert_int_equal(
                buoy_shapes_compute(
                    &(struct buoy_shapes_query){.shapes = boxes, .planes = planes, .count = count},
                    results, NULL),
                BUOY_ERROR_ELEMENT);
            boxes[bad].size[1] = 2.0f;
            for (size_t i = 0; i < count; ++i) {
                assert_true(i == bad ? isnan(results[i].volume) && isnan(results[i].centre[2])
                                     : memcmp(&results[i], &good, sizeof good) == 0);
            }
        }
    }
}

TEST(invalid) {
    under_every_cap(check_invalid);
}
