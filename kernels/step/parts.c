// Parts of bodies: checked, and what is known of each and of all.
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

// ----------------------------------------------------------------------- the model's frame

void buoy_model_find_frame(const struct buoy_part *parts, const struct buoy_part_info *infos,
                           size_t count, struct buoy_model_frame *frame) {
    double low[3], high[3];
    for (size_t p = 0; p < count; ++p) {
        double centre[3];
        buoy_rotate(&infos[p].rotation, infos[p].centre, centre);
        for (int i = 0; i < 3; ++i) {
            const double *row = infos[p].rotation.row[i], *h = infos[p].half_extent;
            const double at = centre[i] + parts[p].place.position[i];
            const double half = fabs(row[0]) * h[0] + fabs(row[1]) * h[1] + fabs(row[2]) * h[2];
            low[i] = p == 0 ? at - half : fmin(low[i], at - half);
            high[i] = p == 0 ? at + half : fmax(high[i], at + half);
            frame->middle[i] = at;
        }
    }
    memcpy(frame->half_extent, infos[0].half_extent, sizeof frame->half_extent);
    frame->axes = infos[0].rotation;
    if (count > 1) {
        const struct buoy_pose none = buoy_pose_identity();
        buoy_pose_rotation(&none, &frame->axes);
        for (int i = 0; i < 3; ++i) {
            frame->middle[i] = 0.5 * (low[i] + high[i]);
            frame->half_extent[i] = 0.5 * (high[i] - low[i]);
        }
    }
}

struct buoy_rotation buoy_transpose(const struct buoy_rotation *rotation) {
    struct buoy_rotation transposed;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            transposed.row[i][j] = rotation->row[j][i];
        }
    }
    return transposed;
}

// Second moments per volume of a part about its centroid, by rows, and where that is, in the
// shape's frame.
static void find_part_spread(const struct buoy_part *part, const struct buoy_part_info *info,
                             double centroid[3], double second[9]) {
    const bool is_mesh = part->shape.kind == BUOY_SHAPE_MESH;
    const struct buoy_spread spread =
        is_mesh ? buoy_mesh_spread(part->mesh) : (struct buoy_spread){.length = 0.0};
    for (int i = 0, k = 0; i < 3; ++i) {
        centroid[i] = is_mesh ? info->centre[i] + spread.centroid[i] : info->centroid[i];
        for (int j = i; j < 3; ++j, ++k) {
            second[3 * i + j] = second[3 * j + i] =
                is_mesh ? spread.second[k] : info->spread[3 * i + j] / info->volume;
        }
    }
}

// First and second moments of parts about a point of the body, per volume.
struct moments {
    double first[3], second[9];
};

static void add_part(const struct buoy_part *part, const struct buoy_part_info *info, double share,
                     const double about[3], struct moments *sum) {
    double centroid[3], arm[3], own[9], turned[9];
    find_part_spread(part, info, centroid, own);
    buoy_rotate(&info->rotation, centroid, arm);
    buoy_turn_tensor(&info->rotation, own, turned);
    for (int i = 0; i < 3; ++i) {
        arm[i] += part->place.position[i] - about[i];
        sum->first[i] += share * arm[i];
    }
    for (int i = 0; i < 9; ++i) {
        sum->second[i] += share * (turned[i] + arm[i / 3] * arm[i % 3]);
    }
}

static void add_parts(const struct buoy_model_input *input, const struct buoy_part_info *infos,
                      const double about[3], struct moments *sum) {
    double volume = 0.0;
    memset(sum, 0, sizeof *sum);
    for (size_t p = 0; p < input->part_count; ++p) {
        volume += infos[p].volume;
    }
    for (size_t p = 0; p < input->part_count; ++p) {
        add_part(&input->parts[p], &infos[p], infos[p].volume / volume, about, sum);
    }
}

void buoy_model_find_spread(const struct buoy_model_input *input,
                            const struct buoy_part_info *infos,
                            const struct buoy_model_frame *frame, struct buoy_spread *spread) {
    const struct buoy_rotation to_axes = buoy_transpose(&frame->axes);
    double about[3], centroid[3], turned[9], second[3][3];
    struct moments sum;
    add_parts(input, infos, frame->middle, &sum);
    buoy_rotate(&to_axes, sum.first, centroid);
    for (int i = 0; i < 3; ++i) {
        about[i] = frame->middle[i] + sum.first[i];
    }
    add_parts(input, infos, about, &sum); // again, about the centroid
    buoy_turn_tensor(&to_axes, sum.second, turned);
    memcpy(second, turned, sizeof second);
    buoy_spread_make(centroid, second, frame->half_extent, true, spread);
}
