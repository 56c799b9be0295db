// The water of a scene as time passes.
#include "sea.h"

#include "cli.h"

int sea_make(const struct scene *scene, struct sea *sea) {
    *sea = (struct sea){.scene = scene, .water = scene->water.water};
    if (scene->patch.cells == 0) {
        return 0;
    }
    struct buoy_patch_grid grid = buoy_patch_grid_default();
    struct buoy_error error;
    grid.columns = grid.rows = scene->patch.cells + 1;
    for (int i = 0; i < 2; ++i) {
        grid.spacing[i] = scene->patch.spacing;
        grid.origin[i] = -0.5 * (double)scene->patch.cells * (double)scene->patch.spacing;
    }
    if (buoy_patch_create(&grid, &sea->patch, &error) != BUOY_OK) {
        return cli_bad("float: the patch: %s", error.message);
    }
    sea->water.kind = BUOY_WATER_PATCH;
    sea->water.patch = sea->patch;
    return 0;
}

void sea_free(struct sea *sea) {
    buoy_patch_destroy(sea->patch);
    *sea = (struct sea){.scene = NULL};
}

enum buoy_status sea_follow(struct sea *sea, const struct motion_body *bodies, size_t count,
                            double time, struct buoy_error *error) {
    const struct buoy_waves *waves = sea->scene->water.waves;
    double middle[2] = {0.0, 0.0};
    if (!sea->patch) {
        return BUOY_OK;
    }
    for (size_t i = 0; i < count; ++i) {
        middle[0] += bodies[i].position[0] / (double)count;
        middle[1] += bodies[i].position[1] / (double)count;
    }
    const enum buoy_status status =
        buoy_patch_follow_waves(sea->patch, middle[0], middle[1], waves, time, error);
    return status == BUOY_OK ? buoy_patch_fill_waves(sea->patch, waves, time, error) : status;
}
