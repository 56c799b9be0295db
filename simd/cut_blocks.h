// What blocks of 16 triangles at the waterline contribute to V and V c. For templates, on whatever
// lanes_<isa>.h came before.
#ifndef BUOY_CUT_BLOCKS_H
#define BUOY_CUT_BLOCKS_H

#include "sums.h"
#include "surface.h"

static inline void cut_blocks_add_segments(const struct buoy_block *block, int i,
                                           const struct weights_cut *cut, struct surface *surface) {
    const float(*const axes[3])[BUOY_LANES] = {block->x, block->y, block->z};
    const float(*along_u)[BUOY_LANES] = axes[surface->axes.u];
    const float(*along_v)[BUOY_LANES] = axes[surface->axes.v];
    lanes u[3], v[3];
    for (int k = 0; k < 3; ++k) {
        u[k] = lanes_load(&along_u[k][i]);
        v[k] = lanes_load(&along_v[k][i]);
    }
    surface_add_segments(u, v, i, cut, surface);
}

// Adds what a block contributes, also to `surface` unless that is NULL; compilers know which.
// `areas` are the block's, needed only with `surface`. Heights in double cost a third of the speed;
// compact bodies use float.
static inline __attribute__((always_inline)) void
cut_blocks_add(const struct buoy_block *block, const struct sums_pass *pass, bool mixed,
               struct sums_in_lanes *sums, const struct buoy_areas *areas,
               struct surface *surface) {
    const struct buoy_baked_plane *plane = &pass->plane;
    const bool precise = mixed && pass->precise;
    for (int i = 0; i < BUOY_LANES; i += LANES_WIDTH) {
        lanes x[3], y[3], z[3], s[3];
        lanes_mask m[3];
        for (int k = 0; k < 3; ++k) {
            x[k] = lanes_load(&block->x[k][i]);
            y[k] = lanes_load(&block->y[k][i]);
            z[k] = lanes_load(&block->z[k][i]);
            s[k] = precise ? weights_height_in_double(plane, &block->x[k][i], &block->y[k][i],
                                                      &block->z[k][i])
                           : weights_height(plane, x[k], y[k], z[k]);
            m[k] = weights_are_submerged(s[k]);
        }
        if (!lanes_bits(lanes_or(m[0], lanes_or(m[1], m[2])))) {
            continue;
        }
        const struct weights_cut cut = weights_cut_of(s, m);
        lanes f, beta[3];
        weights_of_cut(&cut, &f, beta);
        const lanes_double wide =
            lanes_above(&block->av[i], &block->ax[i], &block->ay[i], &block->az[i], pass->p);
        const lanes h = lanes_narrow(wide);
        if (mixed && pass->mesh->scattered) {
            sums_add_wide(&sums->wide[i], f, wide);
        } else {
            weights_accumulate(&sums->volume[i], f, h);
        }
        weights_accumulate(&sums->x[i], weights_sum(beta, x), h);
        weights_accumulate(&sums->y[i], weights_sum(beta, y), h);
        weights_accumulate(&sums->z[i], weights_sum(beta, z), h);
        if (surface) {
            const lanes area = lanes_load(&areas->area[i]);
            weights_accumulate(&surface->lane[SURFACE_AREA][i], f, area);
            surface_note_flush(s, m, area, surface);
            if (surface->has_waterplane && lanes_bits(cut.cut)) {
                cut_blocks_add_segments(block, i, &cut, surface);
            }
        }
    }
}

#endif
