// Tests the judge of kernels: planted errors are reported with their true size.
#include "accuracy.h"
#include "body.h"
#include "buoyancy_hydrostatics.h"
#include "buoyancy_kernels.h"
#include "families.h"
#include "test.h"

// A box with sides 2, 2 and 1.
#define VOLUME 4.0
#define DIAGONAL 3.0
#define COUNT 200

// True answers and given ones, the same at first.
struct stage {
    struct buoy_mesh *mesh;
    struct queries queries;
    struct buoy_volume truth[COUNT], answers[COUNT];
};

// All half submerged, their centre somewhere.
static void stage_make(struct stage *stage) {
    struct body box = body_box(1.0f, 1.0f, 0.5f); // half extents
    stage->mesh = body_mesh(&box, 0);
    stage->queries = (struct queries){.family = &family_volume,
                                      .workload = &family_volume.workloads[0],
                                      .mesh = stage->mesh,
                                      .seed = 1,
                                      .count = COUNT};
    assert_int_equal(stage->queries.family->make(&stage->queries), 0);
    for (size_t i = 0; i < COUNT; ++i) {
        stage->truth[i] = (struct buoy_volume){.volume = VOLUME / 2, .centre[2] = -0.25};
        stage->answers[i] = stage->truth[i];
    }
}

static void stage_free(struct stage *stage) {
    queries_free(&stage->queries);
}

static struct accuracy measure_as(const struct stage *stage, const char *kernel) {
    const struct accuracy_case compared = {
        .queries = &stage->queries,
        .kernel = buoy_kernel_find(kernel),
        .truth = stage->truth,
        .answers = stage->answers,
    };
    struct accuracy accuracy;
    assert_int_equal(accuracy_measure(&compared, &accuracy), 0);
    return accuracy;
}

static struct accuracy measure(const struct stage *stage) {
    return measure_as(stage, "volume/blocks/scalar");
}

// Bounds given with answers hold, or the kernel fails; their tightness is a median by class.
TEST(certified) {
    struct stage stage;
    struct family_bounds certified[COUNT];
    stage_make(&stage);
    for (size_t i = 0; i < COUNT; ++i) {
        stage.answers[i].volume += 1e-12 * VOLUME;
        certified[i] = (struct family_bounds){.of_total = i % 3 ? 3e-12 : 9e-12, .centroid = 1e-9};
    }
    const struct accuracy_case compared = {.queries = &stage.queries,
                                           .kernel = buoy_kernel_find("volume/blocks/scalar"),
                                           .truth = stage.truth,
                                           .answers = stage.answers,
                                           .certified = certified};
    struct accuracy accuracy;
    assert_int_equal(accuracy_measure(&compared, &accuracy), 0);
    assert_true(accuracy.within_bounds && accuracy.beyond_certified == 0);
    assert_float_equal(accuracy.classes[ACCURACY_CLASSES - 1].certified, 3.0, 1e-3);
    assert_true(isnan(accuracy.classes[0].certified));
    certified[5].of_total = 0.99e-12;
    certified[9].centroid = (double)NAN;
    assert_int_equal(accuracy_measure(&compared, &accuracy), 0);
    assert_true(!accuracy.within_bounds && accuracy.beyond_certified == 2);
    stage.answers[11].centre[0] += 1e-6;
    assert_int_equal(accuracy_measure(&compared, &accuracy), 0);
    assert_int_equal(accuracy.beyond_certified, 3);
    stage_free(&stage);
}

// Approximations without a bound may be as wrong as they like, but an answer is a number.
TEST(no_bound) {
    struct stage stage;
    stage_make(&stage);
    stage.answers[7].volume += VOLUME / 4;
    struct accuracy accuracy = measure_as(&stage, "volume/boundingbox/scalar");
    assert_true(accuracy.within_bounds && isinf(accuracy.bounds.of_total));
    assert_float_equal(accuracy.of_total.maximum, 0.25, 1e-12);
    assert_true(accuracy.worst[ACCURACY_OF_TOTAL].used == 0.0);
    stage.answers[7].volume = (double)NAN;
    accuracy = measure_as(&stage, "volume/boundingbox/scalar");
    assert_false(accuracy.within_bounds);
    stage_free(&stage);
}

// Equal up to the rounding of a few operations on doubles.
static void expect_near(double got, double expected) {
    FAIL_IF(!(fabs(got - expected) <= 1e-9 * fabs(expected)), "%.17g, expected %.17g", got,
            expected);
}

TEST(no_errors) {
    struct stage stage;
    stage_make(&stage);
    const struct accuracy accuracy = measure(&stage);
    assert_true(accuracy.of_total.maximum == 0.0 && accuracy.of_submerged.maximum == 0.0);
    assert_true(accuracy.centroid.maximum == 0.0 && accuracy.within_bounds);
    stage_free(&stage);
}

// Errors 1, 2 … 200 in shuffled order: 200 is the largest, 198 the 99th percentile, 100 the median.
TEST(spread) {
    struct stage stage;
    stage_make(&stage);
    for (size_t i = 0; i < COUNT; ++i) {
        const double error = 1e-3 * (double)((7 * i) % COUNT + 1); // 7 and 200 are coprime
        stage.answers[i].volume += i % 2 == 0 ? error : -error;
        stage.answers[i].centre[1] += error;
    }
    const struct accuracy accuracy = measure(&stage);
    expect_near(accuracy.of_total.maximum, 0.2 / VOLUME);
    expect_near(accuracy.of_total.percentile99, 0.198 / VOLUME);
    expect_near(accuracy.of_total.median, 0.1 / VOLUME);
    expect_near(accuracy.of_submerged.maximum, 0.2 / (VOLUME / 2));
    expect_near(accuracy.centroid.maximum, 0.2 / DIAGONAL);
    expect_near(accuracy.centroid.median, 0.1 / DIAGONAL);
    stage_free(&stage);
}

// Each error lands in the class of its immersion, the lower limit included.
TEST(classes) {
    struct stage stage;
    stage_make(&stage);
    const double immersions[ACCURACY_CLASSES] = {9e-7, 1e-6, 9e-5, 1e-4, 5e-3, 1e-2, 1.0};
    for (size_t i = 0; i < ACCURACY_CLASSES; ++i) {
        const double error = 1e-3 * (double)(i + 1);
        stage.truth[i].volume = immersions[i] * VOLUME;
        stage.answers[i].volume = stage.truth[i].volume * (1.0 + error);
    }
    const struct accuracy accuracy = measure(&stage);
    for (size_t i = 0; i < ACCURACY_CLASSES; ++i) {
        const size_t others = i + 1 == ACCURACY_CLASSES ? COUNT - ACCURACY_CLASSES : 0;
        assert_int_equal(accuracy.classes[i].queries, 1 + others);
        expect_near(accuracy.classes[i].of_submerged, 1e-3 * (double)(i + 1));
    }
    stage_free(&stage);
}

// A dry body has no relative error, but water found in it is an error all the same.
TEST(dry) {
    struct stage stage;
    stage_make(&stage);
    stage.truth[0] = (struct buoy_volume){0};
    stage.answers[0] = (struct buoy_volume){.volume = 0.1 * VOLUME};
    const struct accuracy accuracy = measure(&stage);
    expect_near(accuracy.of_total.maximum, 0.1);
    assert_true(accuracy.of_submerged.maximum == 0.0);
    assert_true(isnan(accuracy.classes[0].of_submerged));
    assert_false(accuracy.within_bounds);
    stage_free(&stage);
}

TEST(not_a_number) {
    for (size_t k = 0; k < 2; ++k) {
        struct stage stage;
        stage_make(&stage);
        double *fields[] = {&stage.answers[17].volume, &stage.answers[17].centre[0]};
        *fields[k] = (double)NAN;
        assert_false(measure(&stage).within_bounds);
        stage_free(&stage);
    }
}

// An error just inside a bound passes, one just outside does not; the centroid's bound speaks only
// of bodies at least 0.1 % submerged.
TEST(bounds) {
    struct stage stage;
    stage_make(&stage);
    const struct family_bounds bounds =
        stage.queries.family->bounds(&stage.queries, buoy_kernel_find("volume/blocks/scalar"), 5);
    const double volume_edge = bounds.of_total * VOLUME;
    const double centroid_edge = bounds.centroid * DIAGONAL;

    stage.answers[5].volume = stage.truth[5].volume + 0.999 * volume_edge;
    assert_true(measure(&stage).within_bounds);
    stage.answers[5].volume = stage.truth[5].volume - 1.001 * volume_edge;
    assert_false(measure(&stage).within_bounds);
    stage.answers[5].volume = stage.truth[5].volume;

    stage.answers[5].centre[2] += 0.999 * centroid_edge;
    assert_true(measure(&stage).within_bounds);
    stage.answers[5].centre[2] += 0.002 * centroid_edge;
    assert_false(measure(&stage).within_bounds);
    stage.truth[5].volume = stage.answers[5].volume = 0.999e-3 * VOLUME;
    assert_true(measure(&stage).within_bounds);
    stage_free(&stage);
}

// For hydrostatics an error in any field counts, as a share of the surface's, and one beyond the
// bound is found in any field.
TEST(surface) {
    struct stage stage;
    stage_make(&stage);
    queries_free(&stage.queries);
    struct queries queries = {.family = &family_hydrostatics,
                              .workload = &family_hydrostatics.workloads[0],
                              .mesh = stage.mesh,
                              .seed = 1,
                              .count = 1};
    assert_int_equal(queries.family->make(&queries), 0);
    struct buoy_hydrostatics truth = {.volume = VOLUME / 2, .waterplane_area = 4.0}, answer;
    const struct accuracy_case compared = {
        &queries, buoy_kernel_find("hydrostatics/blocks/scalar"), &truth, &answer, NULL, NULL, 0.0};
    const double area = 16.0; // of the surface
    const double units[] = {area, area, area * DIAGONAL / 4.0, area * DIAGONAL * DIAGONAL};
    double *const fields[] = {&answer.wetted_area, &answer.waterplane_area,
                              &answer.waterplane_centroid[1], &answer.yz};
    const double bound = queries.family->bounds(&queries, compared.kernel, 0).surface;
    assert_true(bound > 0.0 && bound < 1e-3);
    for (size_t k = 0; k < 4; ++k) {
        const double errors[] = {0.0, 0.999 * bound, 1.001 * bound, (double)NAN};
        for (size_t e = 0; e < 4; ++e) {
            struct accuracy accuracy;
            answer = truth;
            *fields[k] += errors[e] * units[k];
            assert_int_equal(accuracy_measure(&compared, &accuracy), 0);
            assert_true(accuracy.bounds.surface == bound);
            assert_int_equal(accuracy.within_bounds, e < 2);
            if (e < 3) {
                assert_true(fabs(accuracy.surface - errors[e]) <= 1e-15);
            }
        }
    }
    queries_free(&queries);
}
