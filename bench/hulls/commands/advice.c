// Which of --repair, --close, --hull and nothing suits a mesh that kernels refuse, and why.
#include "advice.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"

// Lids whose volume is within this share of that by winding numbers are as good as those.
#define AGREE 0.05

// The share of the volume that may be inside out before the hull is the better guess.
#define TOLERABLE 0.05

// Beyond this share of doubtful volume nothing decides: surfaces may be wound against each other.
#define DOUBTFUL 0.25

// What a mesh made with some flags would be. The status of making it; `info` stays as it is unless
// that is BUOY_OK.
static enum buoy_status try_making(const struct mesh_data *data, unsigned flags,
                                   struct buoy_mesh_info *info) {
    const struct buoy_mesh_input input = cli_mesh_input(data, flags);
    struct buoy_mesh *mesh;
    const enum buoy_status status = buoy_mesh_create(&input, &mesh, NULL);
    if (status == BUOY_OK) {
        buoy_mesh_get_info(mesh, info, NULL);
    }
    buoy_mesh_destroy(mesh);
    return status;
}

// The winding volume, of the mesh with lids where these can be made. `status` becomes
// BUOY_ERROR_MEMORY if memory ran out.
static double try_closing(const struct mesh_data *data, struct winding_volume *winding,
                          enum buoy_status *status) {
    const struct buoy_mesh_input input = cli_mesh_input(data, BUOY_MESH_CLOSE);
    struct buoy_mesh_info info = {.volume = (double)NAN};
    struct buoy_mesh *mesh;
    *status = buoy_mesh_create(&input, &mesh, NULL);
    if (*status == BUOY_OK) {
        buoy_mesh_get_info(mesh, &info, NULL);
        *status = cli_wind(mesh, winding) ? BUOY_OK : BUOY_ERROR_MEMORY;
    } else if (*status != BUOY_ERROR_MEMORY) {
        *status = winding_volume_find(data->positions, data->indices, data->triangle_count, winding)
                      ? BUOY_OK
                      : BUOY_ERROR_MEMORY;
    }
    buoy_mesh_destroy(mesh);
    return info.volume; // NaN if there is no such mesh
}

static double try_hull(const struct mesh_data *data, enum buoy_status *status) {
    struct buoy_mesh_info info = {.volume = (double)NAN};
    struct mesh_data hull;
    *status = mesh_data_hull(data, &hull, NULL);
    if (*status == BUOY_OK) {
        *status = try_making(&hull, BUOY_MESH_REPAIR, &info);
        mesh_data_free(&hull);
    }
    return info.volume;
}

void advice_decide(struct advice *a) {
    const double winding = a->winding.volume, error = 3.0 * a->winding.error;
    const double closed = a->closed_volume, hull = a->hull_volume;
    const double lids_off = fabs(closed - winding) / winding;
    const double hull_off = fabs(hull - winding) / winding;
    if (a->repairable) {
        a->option = "--repair";
        snprintf(a->why, sizeof a->why,
                 "turning, welding and dropping triangles is enough; nothing is added");
        return;
    }
    if (a->inside_out > 0.0 && a->inside_out <= TOLERABLE) {
        a->option = "--inside-out-ok";
        snprintf(a->why, sizeof a->why,
                 "%.2g %% of the volume is inside out and would count negatively; answers have no "
                 "error bounds",
                 100.0 * a->inside_out);
        return;
    }
    if (isnan(closed) && isnan(hull)) {
        a->option = "none";
        snprintf(a->why, sizeof a->why, "neither lids nor a hull enclose anything");
    } else if (isnan(closed)) {
        a->option = "--hull";
        snprintf(a->why, sizeof a->why,
                 "lids enclose nothing, or are inside out; the hull is the space that the "
                 "triangles span");
    } else if (winding <= error && !isnan(hull)) {
        a->option = "--hull";
        snprintf(a->why, sizeof a->why,
                 "winding numbers find next to nothing inside; the hull is the space that the "
                 "triangles span");
    } else if (winding <= error) {
        a->option = "--close";
        snprintf(a->why, sizeof a->why,
                 "winding numbers find next to nothing inside, and there is no hull; look at what "
                 "the lids enclose");
    } else if (fabs(closed - winding) <= AGREE * winding + error) {
        a->option = "--close";
        snprintf(a->why, sizeof a->why, "lids are %.2g %% off winding numbers, which need none",
                 100.0 * lids_off);
    } else if (hull_off < lids_off) {
        a->option = "--hull";
        snprintf(a->why, sizeof a->why,
                 "the hull is %.2g %% off winding numbers, lids are %.2g %% off", 100.0 * hull_off,
                 100.0 * lids_off);
    } else {
        a->option = "--close";
        snprintf(a->why, sizeof a->why, "lids are the nearest, but %.2g %% off winding numbers",
                 100.0 * lids_off);
    }
    if (a->winding.doubtful > DOUBTFUL * winding && winding > error) {
        const size_t used = strlen(a->why);
        snprintf(a->why + used, sizeof a->why - used,
                 "; but look at the mesh first: it may enclose anything from %.3g to %.3g",
                 a->winding.least, a->winding.least + a->winding.doubtful);
    }
}

int advice_make(const struct mesh_data *data, struct advice *advice) {
    struct buoy_mesh_info info = {.volume = 1.0};
    enum buoy_status closing = BUOY_OK, hulling = BUOY_OK;
    const enum buoy_status repairing = try_making(data, BUOY_MESH_REPAIR, &info);
    *advice = (struct advice){.option = "none", .repairable = repairing == BUOY_OK};
    if (!advice->repairable) {
        try_making(data, BUOY_MESH_ACCEPT_INSIDE_OUT, &info);
        advice->inside_out = info.inverted_volume / info.volume;
        advice->closed_volume = try_closing(data, &advice->winding, &closing);
        advice->hull_volume = try_hull(data, &hulling);
    }
    if (repairing == BUOY_ERROR_MEMORY || closing == BUOY_ERROR_MEMORY ||
        hulling == BUOY_ERROR_MEMORY) {
        return cli_out_of_memory();
    }
    advice_decide(advice);
    return 0;
}
