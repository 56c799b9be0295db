// Parts of bodies: checked, and what is known of each and of all.
#include "base/arithmetic.h"

#include "step/model.h"

#include <float.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "bodies/forces.h"
#include "mesh/kinds.h"
#include "mesh/leaves.h"
#include "mesh/mesh.h"

struct buoy_part buoy_part_default(void) {
    return (struct buoy_part){.place = buoy_pose_identity()};
}

enum buoy_status buoy_check_parts(const struct buoy_part *parts, size_t count,
                                  struct buoy_error *error) {
    BUOY_REFUSE_IF(count == 0 || !parts, ARGUMENT, "no parts");
    BUOY_REFUSE_IF(count > BUOY_MAX_PARTS, ARGUMENT, "%zu parts: at most %u are allowed", count,
                   BUOY_MAX_PARTS);
    return BUOY_OK;
}

static enum buoy_status describe_mesh(const struct buoy_mesh *mesh, size_t index,
                                      struct buoy_part_info *info, struct buoy_error *error) {
    BUOY_REFUSE_IF(!mesh, ARGUMENT, "part %zu: no mesh", index);
    BUOY_REFUSE_IF(!(mesh->volume > 0.0), ZERO_VOLUME, "part %zu: its mesh encloses nothing",
                   index);
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

static enum buoy_status describe_shape(const struct buoy_shape *shape, size_t index,
                                       struct buoy_part_info *info, struct buoy_error *error) {
    struct buoy_shape_info shape_info;
    double sizes[3] = {0.0, 0.0, 0.0};
    BUOY_REFUSE_IF(!buoy_kinds_have(BUOY_KINDS, shape), ARGUMENT,
                   "part %zu: %d is not a kind of shape", index, (int)shape->kind);
    for (int i = 0; i < buoy_kind_sizes(shape->kind); ++i) {
        sizes[i] = (double)shape->size[i];
        info->size[i] = shape->size[i];
    }
    const struct buoy_quantity given = {"size", sizes, 3, BUOY_FORCES_MOST};
    BUOY_TRY(buoy_check_limits(&given, 1, "part", index, error));
    const int wrong = buoy_shape_wrong_size(shape);
    BUOY_REFUSE_IF(wrong >= 0, ARGUMENT, "part %zu: size %d of its %s is %g: must be above 0",
                   index, wrong, buoy_kind_name(shape->kind), (double)shape->size[wrong]);
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
    BUOY_TRY(buoy_check_limits(given, 2, "part", index, error));
    BUOY_REFUSE_IF(!buoy_pose_rotation(&part->place, &info->rotation), ARGUMENT,
                   "part %zu: its rotation is not a unit quaternion", index);
    if (part->shape.kind == BUOY_SHAPE_MESH) {
        return describe_mesh(part->mesh, index, info, error);
    }
    BUOY_REFUSE_IF(part->mesh, ARGUMENT,
                   "part %zu: it has a mesh, but its kind is not BUOY_SHAPE_MESH", index);
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

// First and second moments of parts about a point of the body, per volume.
struct moments {
    double first[3], second[9];
};

static void add_parts(const struct buoy_model_input *input, const struct buoy_part_info *infos,
                      const double about[3], struct moments *sum) {
    double volume = 0.0;
    memset(sum, 0, sizeof *sum);
    for (size_t p = 0; p < input->part_count; ++p) {
        volume += infos[p].volume;
    }
    for (size_t p = 0; p < input->part_count; ++p) {
        const struct buoy_part *part = &input->parts[p];
        const struct buoy_part_info *info = &infos[p];
        const bool is_mesh = part->shape.kind == BUOY_SHAPE_MESH;
        const struct buoy_spread spread =
            is_mesh ? buoy_mesh_spread(part->mesh) : (struct buoy_spread){.length = 0.0};
        const double share = info->volume / volume;
        // Its centroid, and second moments per volume about that, in the shape's frame.
        double centroid[3], arm[3], own[9], turned[9];
        for (int i = 0, k = 0; i < 3; ++i) {
            centroid[i] = is_mesh ? info->centre[i] + spread.centroid[i] : info->centroid[i];
            for (int j = i; j < 3; ++j, ++k) {
                own[3 * i + j] = own[3 * j + i] =
                    is_mesh ? spread.second[k] : info->spread[3 * i + j] / info->volume;
            }
        }
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

// ------------------------------------------------------------------------------------------- mass

// Mass properties of bodies made of parts.

// Sums over parts: the mass, and its first and second moments about an origin near it, so that a
// body far from its frame's origin loses no digits.
struct sums {
    double origin[3], mass, first[3], second[3][3];
};

// All parts about an origin.
static enum buoy_status add_up(const struct buoy_part *parts, const double *densities, size_t count,
                               const double origin[3], struct sums *sums,
                               struct buoy_error *error) {
    memset(sums, 0, sizeof *sums);
    memcpy(sums->origin, origin, sizeof sums->origin);
    for (size_t p = 0; p < count; ++p) {
        const double density = densities[p];
        const struct buoy_quantity given = {"density", &density, 1, BUOY_FORCES_MOST};
        struct buoy_part_info info;
        BUOY_TRY(buoy_part_get_info(&parts[p], p, &info, error));
        BUOY_TRY(buoy_check_limits(&given, 1, "part", p, error));
        BUOY_REFUSE_IF(density < 0.0, ARGUMENT, "part %zu: density %g: must be 0 or more", p,
                       density);
        // The part's centroid, and the second moments of its volume about that, along the body's
        // axes.
        const double mass = density * info.volume;
        double arm[3], spread[9];
        buoy_rotate(&info.rotation, info.centroid, arm);
        buoy_turn_tensor(&info.rotation, info.spread, spread);
        sums->mass += mass;
        for (int i = 0; i < 3; ++i) {
            arm[i] = arm[i] + parts[p].place.position[i] - origin[i];
            sums->first[i] += mass * arm[i];
        }
        for (int i = 0; i < 9; ++i) {
            sums->second[i / 3][i % 3] += spread[i] * density + mass * arm[i / 3] * arm[i % 3];
        }
    }
    return BUOY_OK;
}

enum buoy_status buoy_mass_of_parts(const struct buoy_part *parts, const double *densities,
                                    size_t count, struct buoy_mass *mass,
                                    struct buoy_error *error) {
    BUOY_REFUSE_IF(!densities || !mass, ARGUMENT, "no %s",
                   densities ? "room for the mass" : "densities");
    BUOY_TRY(buoy_check_parts(parts, count, error));
    // Twice: about a place in the body, for its centre of mass, and then about that.
    const double *first_place = parts[0].place.position;
    struct sums sums;
    BUOY_TRY(add_up(parts, densities, count, first_place, &sums, error));
    struct buoy_mass found;
    double *centre = found.centre_of_mass;
    for (int i = 0; i < 3; ++i) {
        centre[i] = first_place[i] + (sums.mass > 0.0 ? sums.first[i] / sums.mass : 0.0);
    }
    add_up(parts, densities, count, centre, &sums, error);
    found.mass = sums.mass;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            const int k = (i + 1) % 3, l = (i + 2) % 3;
            found.inertia[3 * i + j] = i == j ? sums.second[k][k] + sums.second[l][l]
                                              : -0.5 * (sums.second[i][j] + sums.second[j][i]);
        }
    }
    const struct buoy_quantity quantities[] = {{"the mass", &found.mass, 1, BUOY_MASSES_MOST},
                                               {"the inertia", found.inertia, 9, BUOY_MASSES_MOST}};
    BUOY_TRY(buoy_check_limits(quantities, 2, NULL, 0, error));
    for (int i = 0; i < 9; i += 4) {
        BUOY_REFUSE_IF(found.mass > 0.0 && !(found.inertia[i] >= DBL_MIN), NON_FINITE,
                       "the inertia is below what doubles have");
    }
    BUOY_REFUSE_IF(!(found.mass > 0.0), ARGUMENT, "the parts have no mass");
    *mass = found;
    return buoy_succeed(error);
}

// ---------------------------------------------------------------------------- one mesh of several

// Closed meshes of a body as one mesh: the water is looked for in one tree, not in each. The solids
// may overlap, which counts twice in one mesh as it does in several.

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
    BUOY_REFUSE_IF(slots > UINT32_MAX / 3, TOO_LARGE, "the body's meshes are too large for one");
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
        const struct buoy_mesh_input input = {
            .positions64 = gathered.positions,
            .vertex_count = 3 * gathered.count,
            .indices = indices,
            .triangle_count = gathered.count,
            .flags = BUOY_MESH_WELD,
            .weld_tolerance = -1.0, // only equal positions become one vertex
        };
        for (size_t i = 0; i < input.vertex_count; ++i) {
            indices[i] = (uint32_t)i;
        }
        struct buoy_error cause;
        status = buoy_mesh_create(&input, merged, &cause);
        if (status != BUOY_OK) {
            buoy_fail(error, status, "the body's meshes as one: %s", cause.message);
        }
    }
    buoy_release(gathered.positions);
    buoy_release(indices);
    BUOY_TRY(status);
    size_t kept = 0;
    for (size_t i = 0; i < *count; ++i) { // those that were not merged move up
        if (!is_merged(&parts[i], &infos[i])) {
            parts[kept] = parts[i];
            infos[kept++] = infos[i];
        }
    }
    parts[kept] = buoy_part_default();
    parts[kept].shape.kind = BUOY_SHAPE_MESH;
    parts[kept].mesh = *merged;
    *count = kept + 1;
    return buoy_part_get_info(&parts[kept], kept, &infos[kept], error);
}
