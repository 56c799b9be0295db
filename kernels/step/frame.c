// A model's frame, and how the volume of its parts spreads in it.
#include "base/arithmetic.h"

#include "step/frame.h"

#include <string.h>

#include "mesh/mesh.h"

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
