// volume/blocks and hydrostatics/blocks: lanes = triangles. Templates, included by every_method.h
// once for each instruction set.
//
// The mesh comes in blocks of 16 triangles with bounding boxes. A dry block needs no more than the
// test of its box, a wet one adds its moments (mesh.h) in double, and only a cut one looks at its
// triangles. `hydrostatics` returns V and c of `volume` to the bit, with wetted area and waterplane
// added up in the same pass (surface.h).
#ifndef BUOY_BLOCKS_OF_LANES_H
#define BUOY_BLOCKS_OF_LANES_H

#include "bits.h"
#include "dispatch/methods.h"
#include "mesh/plane.h"
#include "sums.h"
#include "surface.h"
#include "walk.h"

// Adds what a block contributes, also to `surface` unless that is NULL; compilers know which.
// `areas` are the block's, needed only with `surface`. Heights in double cost a third of the speed;
// compact bodies use float.
static inline __attribute__((always_inline)) void
blocks_cut(const struct buoy_block *block, const struct sums_pass *pass, bool mixed,
           struct sums_in_lanes *sums, const struct buoy_areas *areas, struct surface *surface) {
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
                const float(*const axes[3])[BUOY_LANES] = {block->x, block->y, block->z};
                lanes u[3], v[3];
                for (int k = 0; k < 3; ++k) {
                    u[k] = lanes_load(&axes[surface->axes.u][k][i]);
                    v[k] = lanes_load(&axes[surface->axes.v][k][i]);
                }
                surface_add_segments(u, v, i, &cut, surface);
            }
        }
    }
}

// blocks_sum(); mixed: whether heights or terms may be in double. Compilers know which.
static inline __attribute__((always_inline)) void blocks_sum_in(const struct sums_pass *pass,
                                                                bool mixed, struct sums *sums,
                                                                struct surface *surface) {
    const struct buoy_blocks *of = pass->mesh->blocks;
    struct sums_in_lanes lane_sums;
    sums_begin(&lane_sums, mixed);
    lanes_wide moments = lanes_wide_zero();
    int unflushed = 0;
    memset(sums, 0, sizeof *sums);
    for (uint32_t n = 0; n < of->node_count; ++n) {
        unsigned wet = 0, cut = 1; // a single block's box is the mesh's, which the plane crosses
        if (of->block_count != 1) {
            boxes_classify(&of->nodes[n], &pass->plane, &wet, &cut);
        }
        const uint32_t first = n * BUOY_LANES;
        if (surface) {
            surface_add_wet(&of->block_areas[first], wet, surface);
        }
        for (; wet; wet &= wet - 1) {
            moments = lanes_wide_add(moments, of->moments[first + buoy_lowest_bit(wet)].m);
        }
        for (; cut; cut &= cut - 1) {
            const uint32_t b = first + buoy_lowest_bit(cut);
            blocks_cut(&of->blocks[b], pass, mixed, &lane_sums, &of->areas[b], surface);
            if (++unflushed == SUMS_FLUSH) {
                sums_flush(&lane_sums, mixed, 1.0, sums);
                sums_begin(&lane_sums, mixed);
                if (surface) {
                    surface_flush(surface);
                }
                unflushed = 0;
            }
        }
    }
    sums_flush(&lane_sums, mixed, 1.0, sums);
    if (surface) {
        surface_flush(surface);
    }
    lanes_wide_store(sums->wet, moments);
}

// Adds up the whole mesh, also into `surface` unless that is NULL; compilers know which.
static inline __attribute__((always_inline)) void
blocks_sum(const struct sums_pass *pass, struct sums *sums, struct surface *surface) {
    if (pass->precise || pass->mesh->scattered) {
        blocks_sum_in(pass, true, sums, surface);
    } else {
        blocks_sum_in(pass, false, sums, surface);
    }
}

#ifdef BUOY_ONLY_VOLUME
static __attribute__((noinline)) void volume_blocks_sum(const struct sums_pass *pass,
                                                        struct sums *sums) {
    blocks_sum(pass, sums, NULL);
}

void BUOY_VARIANT(buoy_volume_blocks)(const struct buoy_volume_query *request,
                                      struct buoy_volume *restrict results) {
    sums_answer_query(request, buoy_blocks_shift(request->mesh), volume_blocks_sum, results);
}
#endif

#ifdef BUOY_ONLY_HYDROSTATICS
static void hydrostatics_blocks_sum(const struct sums_pass *pass, struct sums *sums) {
    surface_begin(pass->surface, pass);
    blocks_sum(pass, sums, pass->surface);
}

void BUOY_VARIANT(buoy_hydrostatics_blocks)(const struct buoy_hydrostatics_query *request,
                                            struct buoy_hydrostatics *restrict results) {
    const struct buoy_mesh *mesh = request->mesh;
    for (size_t i = 0; i < request->count; ++i) {
        struct sums_pass pass = {
            .mesh = mesh, .shift = buoy_blocks_shift(mesh), .precise = !mesh->compact};
        hydrostatics_answer(&pass, request, i, hydrostatics_blocks_sum, &results[i]);
    }
}
#endif

#endif
