// Closed meshes of a body as one mesh: the water is looked for in one tree, not in each. The solids
// may overlap, which counts twice in one mesh as it does in several.
#include "base/arithmetic.h"

#include "step/parts.h"

#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "mesh/leaves.h"

static bool is_merged(const struct buoy_part *part, const struct buoy_part_info *info) {
    return info->answered == BUOY_SHAPE_MESH && part->mesh->closed;
}

// A mesh being gathered: triangles that share no vertex yet.
struct gathered {
    double *positions;
    size_t count; // of triangles
};

static void gather(const struct buoy_part *part, const struct buoy_part_info *info,
                   struct gathered *gathered) {
    const struct buoy_mesh *mesh = part->mesh;
    for (uint32_t slot = 0; slot < buoy_leaf_count(mesh) * BUOY_LANES; ++slot) {
        double v[3][3], *to = gathered->positions + 9 * gathered->count;
        buoy_slot_corners(mesh, slot, mesh->tree.shift, v);
        for (int k = 0; k < 3; ++k) {
            for (int x = 0; x < 3; ++x) {
                v[k][x] = v[k][x] * mesh->scale + mesh->centre[x];
            }
            buoy_rotate(&info->rotation, v[k], &to[3 * k]);
            for (int x = 0; x < 3; ++x) {
                to[3 * k + x] += part->place.position[x];
            }
        }
        // What holds no triangle, or one without area, has corners that are one.
        const size_t corner = sizeof v[0];
        gathered->count += memcmp(v[0], v[1], corner) != 0 && memcmp(v[1], v[2], corner) != 0 &&
                           memcmp(v[2], v[0], corner) != 0;
    }
}

static enum buoy_status make_mesh(const struct gathered *gathered, uint32_t *indices,
                                  struct buoy_mesh **mesh, struct buoy_error *error) {
    const struct buoy_mesh_input input = {
        .positions64 = gathered->positions,
        .vertex_count = 3 * gathered->count,
        .indices = indices,
        .triangle_count = gathered->count,
        .flags = BUOY_MESH_WELD,
        .weld_tolerance = -1.0, // only equal positions become one vertex
    };
    for (size_t i = 0; i < input.vertex_count; ++i) {
        indices[i] = (uint32_t)i;
    }
    struct buoy_error cause;
    const enum buoy_status status = buoy_mesh_create(&input, mesh, &cause);
    return status == BUOY_OK
               ? BUOY_OK
               : buoy_fail(error, status, "the body's meshes as one: %s", cause.message);
}

// Leaves out the parts that were merged. Returns the number of those left.
static size_t move_up(struct buoy_part *parts, struct buoy_part_info *infos, size_t count) {
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i) {
        if (!is_merged(&parts[i], &infos[i])) {
            parts[kept] = parts[i];
            infos[kept++] = infos[i];
        }
    }
    return kept;
}

enum buoy_status buoy_merge_meshes(struct buoy_part *parts, struct buoy_part_info *infos,
                                   size_t *count, struct buoy_mesh **merged,
                                   struct buoy_error *error) {
    size_t slots = 0, meshes = 0;
    *merged = NULL;
    for (size_t i = 0; i < *count; ++i) {
        if (is_merged(&parts[i], &infos[i])) {
            slots += (size_t)buoy_leaf_count(parts[i].mesh) * BUOY_LANES;
            ++meshes;
        }
    }
    if (meshes < 2) {
        return BUOY_OK;
    }
    if (slots > UINT32_MAX / 3) {
        return buoy_fail(error, BUOY_ERROR_TOO_LARGE, "the body's meshes are too large for one");
    }
    struct gathered gathered = {.positions = buoy_allocate(slots, 9 * sizeof(double))};
    uint32_t *indices = buoy_allocate(slots, 3 * sizeof *indices);
    enum buoy_status status = BUOY_OK;
    if (!gathered.positions || !indices) {
        status = buoy_fail_memory(error);
    } else {
        for (size_t i = 0; i < *count; ++i) {
            if (is_merged(&parts[i], &infos[i])) {
                gather(&parts[i], &infos[i], &gathered);
            }
        }
        status = make_mesh(&gathered, indices, merged, error);
    }
    buoy_release(gathered.positions);
    buoy_release(indices);
    if (status != BUOY_OK) {
        return status;
    }
    const size_t kept = move_up(parts, infos, *count);
    parts[kept] = buoy_part_default();
    parts[kept].shape.kind = BUOY_SHAPE_MESH;
    parts[kept].mesh = *merged;
    *count = kept + 1;
    return buoy_part_get_info(&parts[kept], kept, &infos[kept], error);
}
