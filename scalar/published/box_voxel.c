// box/voxel/scalar: the independent reference. Counts the submerged cells of an m × m × m grid, by
// their centres, column by column. Counts and sums of indices are integers.
#include "base/arithmetic.h"

#include "box_upright.h"
#include "dispatch/methods.h"
#include "mesh/columns.h"
#include "queries/box.h"

#define DEFAULT_CELLS 64u

// The distance of the i-th of m cells from the middle, in m-ths of a half extent.
static int64_t off_middle(uint32_t i, uint32_t m) {
    return 2 * (int64_t)i + 1 - (int64_t)m;
}

static void answer(const struct buoy_shape *box, const struct buoy_plane *plane, uint32_t m,
                   struct buoy_volume *result) {
    const struct buoy_upright u = buoy_stand_up(box, plane);
    const double hx = u.h[u.across], hy = u.h[u.along], hz = u.h[u.up];
    const double per_cell = m / (2.0 * hz);
    int64_t cells = 0, x = 0, y = 0, z = 0;
    for (uint32_t i = 0; i < m; ++i) {
        for (uint32_t j = 0; j < m; ++j) {
            const int64_t off_x = off_middle(i, m), off_y = off_middle(j, m);
            const double level = buoy_level(&u, hx * (double)off_x / m, hy * (double)off_y / m);
            const int64_t wet = buoy_first_index(level * per_cell - 0.5, m);
            cells += wet;
            x += wet * off_x;
            y += wet * off_y;
            z += wet * wet; // 1 + 3 + 5 + …: the cells' heights above the end below
        }
    }
    if (cells == 0) {
        *result = (struct buoy_volume){0.0, {0.0, 0.0, 0.0}};
        return;
    }
    const double count = (double)cells, weight = count * m;
    const double v = hx * hy * hz * (8.0 * count / ((double)m * m * m));
    buoy_answer_upright(&u, v, hx * ((double)x / weight), hy * ((double)y / weight),
                        hz * ((double)z / weight), result);
}

bool buoy_box_voxel_scalar(const struct buoy_shapes_query *query,
                           struct buoy_volume *restrict results) {
    if (buoy_box_check_all(query) != BUOY_OK) {
        return false;
    }
    for (size_t i = 0; i < query->count; ++i) {
        answer(&query->shapes[i], &query->planes[i], query->voxels ? query->voxels : DEFAULT_CELLS,
               &results[i]);
    }
    return true;
}
