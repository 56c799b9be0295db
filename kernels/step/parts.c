// Parts of bodies: checked, and what is known of each.
#include "base/arithmetic.h"

#include "step/parts.h"

#include <string.h>

#include "base/status.h"
#include "bodies/forces.h"
#include "mesh/kinds.h"
#include "mesh/mesh.h"

struct buoy_part buoy_part_default(void) {
    return (struct buoy_part){.place = buoy_pose_identity()};
}

enum buoy_status buoy_check_parts(const struct buoy_part *parts, size_t count,
                                  struct buoy_error *error) {
    if (count == 0 || !parts) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "no parts");
    }
    if (count > BUOY_MAX_PARTS) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "%zu parts: at most %u are allowed", count,
                         BUOY_MAX_PARTS);
    }
    return BUOY_OK;
}

// ------------------------------------------------------------------------------ meshes

static enum buoy_status describe_mesh(const struct buoy_mesh *mesh, size_t index,
                                      struct buoy_part_info *info, struct buoy_error *error) {
    if (!mesh) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "part %zu: no mesh", index);
    }
    if (!(mesh->volume > 0.0)) {
        return buoy_fail(error, BUOY_ERROR_ZERO_VOLUME, "part %zu: its mesh encloses nothing",
                         index);
    }
    const double scale = mesh->scale;
    const bool is_box = mesh->is_box;
    info->volume = mesh->volume * (scale * scale * scale);
    info->answered = is_box ? BUOY_SHAPE_BOX : BUOY_SHAPE_MESH;
    for (int i = 0; i < 3; ++i) {
        info->centre[i] = mesh->centre[i];
        info->half_extent[i] = mesh->half_extent[i] * scale;
        info->size[i] = is_box ? (float)info->half_extent[i] : 0.0f;
        info->centroid[i] = mesh->centroid[i] * scale + mesh->centre[i];
        for (int j = 0; j < 3; ++j) {
            info->spread[3 * i + j] =
                mesh->volume_spread[buoy_symmetric(i, j)] * (scale * scale) * info->volume;
        }
    }
    return BUOY_OK;
}

// -------------------------------------------------------------------------- primitives

static enum buoy_status describe_shape(const struct buoy_shape *shape, size_t index,
                                       struct buoy_part_info *info, struct buoy_error *error) {
    struct buoy_shape_info shape_info;
    double sizes[3] = {0.0, 0.0, 0.0};
    if (!buoy_kinds_have(BUOY_KINDS, shape)) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "part %zu: %d is not a kind of shape", index,
                         (int)shape->kind);
    }
    for (int i = 0; i < buoy_kind_sizes(shape->kind); ++i) {
        sizes[i] = (double)shape->size[i];
        info->size[i] = shape->size[i];
    }
    const struct buoy_quantity given = {"size", sizes, 3, BUOY_FORCES_MOST};
    if (buoy_check_limits(&given, 1, "part", index, error) != BUOY_OK) {
        return BUOY_ERROR_NON_FINITE;
    }
    const int wrong = buoy_shape_wrong_size(shape);
    if (wrong >= 0) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT,
                         "part %zu: size %d of its %s is %g: must be "
                         "above 0",
                         index, wrong, buoy_kind_name(shape->kind), sizes[wrong]);
    }
    buoy_shape_describe(shape, &shape_info);
    info->volume = shape_info.volume;
    info->answered = buoy_kind_of(shape);
    memcpy(info->half_extent, shape_info.half_extent, sizeof info->half_extent);
    memcpy(info->centroid, shape_info.centroid, sizeof info->centroid);
    for (int i = 0; i < 3; ++i) {
        info->spread[4 * i] = shape_info.spread[i];
    }
    return BUOY_OK;
}

enum buoy_status buoy_part_get_info(const struct buoy_part *part, size_t index,
                                    struct buoy_part_info *info, struct buoy_error *error) {
    memset(info, 0, sizeof *info);
    const struct buoy_quantity given[] = {{"position", part->place.position, 3, BUOY_FORCES_MOST},
                                          {"rotation", part->place.rotation, 4, BUOY_FORCES_MOST}};
    if (buoy_check_limits(given, 2, "part", index, error) != BUOY_OK) {
        return BUOY_ERROR_NON_FINITE;
    }
    if (!buoy_pose_rotation(&part->place, &info->rotation)) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT,
                         "part %zu: its rotation is not a unit quaternion", index);
    }
    if (part->shape.kind == BUOY_SHAPE_MESH) {
        return describe_mesh(part->mesh, index, info, error);
    }
    if (part->mesh) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT,
                         "part %zu: it has a mesh, but its kind is not BUOY_SHAPE_MESH", index);
    }
    return describe_shape(&part->shape, index, info, error);
}
