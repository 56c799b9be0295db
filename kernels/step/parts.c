// Parts of bodies: checked, and what is known of each.
#include "base/arithmetic.h"

#include "step/parts.h"

#include <string.h>

#include "base/status.h"
#include "bodies/forces.h"
#include "mesh/mesh.h"
#include "solids/kinds.h"

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

// The face of a box with corners low and high, 0 to 5, that a triangle lies in and is wound outward
// on; −1 if there is none.
static int find_face(const struct buoy_mesh *mesh, uint32_t triangle, const float low[3],
                     const float high[3]) {
    const float *const x[3] = {mesh->px, mesh->py, mesh->pz};
    const uint32_t a = mesh->i0[triangle], b = mesh->i1[triangle], c = mesh->i2[triangle];
    for (int k = 0; k < 3; ++k) {
        const float *u = x[(k + 1) % 3], *v = x[(k + 2) % 3];
        if (x[k][a] != x[k][b] || x[k][b] != x[k][c]) {
            continue;
        }
        const double area = ((double)u[b] - (double)u[a]) * ((double)v[c] - (double)v[a]) -
                            ((double)v[b] - (double)v[a]) * ((double)u[c] - (double)u[a]);
        if (x[k][a] == high[k] && area > 0.0) {
            return 2 * k + 1;
        }
        if (x[k][a] == low[k] && area < 0.0) {
            return 2 * k;
        }
    }
    return -1;
}

// Lowest and highest coordinate along an axis. False if a vertex lies between them, or all at one.
static bool find_ends(const float *x, uint32_t count, float *low, float *high) {
    *low = *high = x[0];
    for (uint32_t i = 1; i < count; ++i) {
        *low = x[i] < *low ? x[i] : *low;
        *high = x[i] > *high ? x[i] : *high;
    }
    for (uint32_t i = 0; i < count; ++i) {
        if (x[i] != *low && x[i] != *high) {
            return false;
        }
    }
    return *low < *high;
}

// Two triangles on each of the six faces, wound outward, that close: then the two on a face share a
// diagonal, for no other triangle has it, and cover the face.
bool buoy_mesh_is_box(const struct buoy_mesh *mesh) {
    if (!mesh->closed || mesh->triangle_count != 12 || mesh->vertex_count != 8) {
        return false;
    }
    float low[3], high[3];
    if (!find_ends(mesh->px, 8, &low[0], &high[0]) || !find_ends(mesh->py, 8, &low[1], &high[1]) ||
        !find_ends(mesh->pz, 8, &low[2], &high[2])) {
        return false;
    }
    int on_face[6] = {0};
    for (uint32_t i = 0; i < 12; ++i) {
        const int face = find_face(mesh, i, low, high);
        if (face < 0) {
            return false;
        }
        ++on_face[face];
    }
    for (int i = 0; i < 6; ++i) {
        if (on_face[i] != 2) {
            return false;
        }
    }
    return true;
}

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
    const bool is_box = buoy_mesh_is_box(mesh);
    info->volume = mesh->volume * (scale * scale * scale);
    info->answered = is_box ? BUOY_SHAPE_BOX : BUOY_SHAPE_MESH;
    for (int i = 0; i < 3; ++i) {
        info->centre[i] = mesh->centre[i];
        info->half_extent[i] = mesh->half_extent[i] * scale;
        info->size[i] = is_box ? (float)info->half_extent[i] : 0.0f;
        info->centroid[i] = mesh->centroid[i] * scale + mesh->centre[i];
        for (int j = 0; j < 3; ++j) {
            info->spread[3 * i + j] = mesh->volume_spread[i][j] * (scale * scale) * info->volume;
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
    if (!buoy_within(sizes, 3, BUOY_FORCES_MOST)) {
        return buoy_fail(error, BUOY_ERROR_NON_FINITE,
                         "part %zu: a size of its %s is not finite or beyond %g", index,
                         buoy_kind_name(shape->kind), BUOY_FORCES_MOST);
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
    info->answered = shape->kind;
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
    if (!buoy_within(part->place.position, 3, BUOY_FORCES_MOST) ||
        !buoy_within(part->place.rotation, 4, BUOY_FORCES_MOST)) {
        return buoy_fail(error, BUOY_ERROR_NON_FINITE,
                         "part %zu: a number of its place is not finite or beyond %g", index,
                         BUOY_FORCES_MOST);
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
