#include "owned.h"

#include "test.h"

static void end_waves(void *what) {
    buoy_waves_destroy(what);
}

struct buoy_waves *waves_of(const struct buoy_wave *waves, size_t count, double gravity) {
    return waves_in(waves, count, gravity, 0.0);
}

struct buoy_waves *waves_in(const struct buoy_wave *waves, size_t count, double gravity,
                            double depth) {
    struct buoy_waves *made;
    struct buoy_error error;
    FAIL_IF(buoy_waves_create(waves, count, gravity, depth, &made, &error) != BUOY_OK, "%s",
            error.message);
    return test_keep(made, end_waves);
}

static void end_patch(void *what) {
    buoy_patch_destroy(what);
}

struct buoy_patch *patch_of(const struct buoy_patch_grid *grid) {
    struct buoy_patch *made;
    struct buoy_error error;
    FAIL_IF(buoy_patch_create(grid, &made, &error) != BUOY_OK, "%s", error.message);
    return test_keep(made, end_patch);
}

static void end_model(void *what) {
    buoy_model_destroy(what);
}

struct buoy_model *model_of(const struct buoy_model_input *input) {
    struct buoy_model *made;
    struct buoy_error error;
    FAIL_IF(buoy_model_create(input, &made, &error) != BUOY_OK, "%s", error.message);
    return test_keep(made, end_model);
}
