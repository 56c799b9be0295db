// hydrostatics/indexed: small meshes by their vertices. V and c are those of volume/indexed, to the
// bit; wetted area and waterplane follow from a pass of their own (surface.h). A template, included
// by every_method.h once for each instruction set.
//
// Heights are found in double, from vertices that are not rounded, and rounded once: then nothing
// needs to be repeated for a body that is barely wet. Triangles are classified by which vertices
// are submerged; wet ones add their areas, cut ones are packed. A triangle is flush if its vertices
// are. Meshes that are not kept so are answered by `hierarchy`.
#include "hydrostatics_pass.h"
#include "vectors.h"
#include "volume_indexed.h"

// Vertices that a corner may be: as many as registers can hold, or more.
#define HYDROSTATICS_REACH (CORNERS_REACH < BUOY_INDEXED_VERTICES ? UINT32_MAX : CORNERS_REACH)

// Heights of vertices, and which of them are submerged or as good as level with the water.
struct hydrostatics_heights {
    _Alignas(64) float s[BUOY_INDEXED_VERTICES];
    uint64_t submerged, level;
};

static inline void hydrostatics_find_heights(const struct sums_pass *pass, float level,
                                             struct hydrostatics_heights *heights) {
    const struct buoy_mesh *mesh = pass->mesh;
    const struct buoy_baked_plane plane = buoy_shift_plane(&pass->centred, mesh->tree.shift);
    const uint32_t room = buoy_indexed_room(mesh);
    const float *exact = buoy_indexed_exact(mesh, room);
    heights->submerged = heights->level = 0;
    for (uint32_t i = 0; i < room; i += LANES_WIDTH) {
        const lanes s =
            weights_height_in_double(&plane, exact + i, exact + room + i, exact + 2 * room + i);
        const lanes_mask flush = lanes_less(lanes_abs(s), lanes_splat(level));
        lanes_store(&heights->s[i], s);
        heights->submerged |= (uint64_t)lanes_bits(weights_are_submerged(s)) << i;
        heights->level |= (uint64_t)lanes_bits(flush) << i;
    }
}

// Adds the wet triangles of LANES_WIDTH to sums of the 16 logical lanes, and lists the cut ones
// with their areas; returns how many are listed then.
static inline uint32_t hydrostatics_list(const struct buoy_indexed_block *block, int i,
                                         const struct hydrostatics_heights *heights,
                                         double wet_areas[BUOY_LANES], struct indexed_cut *list,
                                         uint32_t count, struct surface *surface) {
    const uint32_t *corners = &block->corners[i];
    const lanes a[3] = {lanes_load(&block->ax[i]), lanes_load(&block->ay[i]),
                        lanes_load(&block->az[i])};
    const lanes area = lanes_length(a);
    lanes_mask cut, some;
    const lanes_mask wet = corners_classify(corners, heights->submerged, &cut);
    const lanes_double of_wet = lanes_widen(lanes_keep(wet, area));
    lanes_double_store(&wet_areas[i], lanes_double_add(lanes_double_load(&wet_areas[i]), of_wet));
    if (heights->level) {
        const lanes_mask has_area = lanes_less(lanes_splat(0.0f), area);
        const lanes_mask level = corners_classify(corners, heights->level, &some);
        const lanes_mask not_dry = lanes_or(wet, cut);
        surface->flush |= lanes_bits(lanes_and(lanes_and(level, not_dry), has_area)) != 0;
    }
    return count + corners_pack(cut, area, corners, &list->h[count], &list->corners[count]);
}

// Adds LANES_WIDTH triangles that are cut, in lanes from the i-th on.
static inline void hydrostatics_cut(const struct buoy_mesh *mesh,
                                    const struct hydrostatics_heights *heights,
                                    const uint32_t *corners, lanes area, int i,
                                    struct surface *surface) {
    const uint32_t room = buoy_indexed_room(mesh);
    const float *const axes[2] = {mesh->indexed + (uint32_t)surface->axes.u * room,
                                  mesh->indexed + (uint32_t)surface->axes.v * room};
    lanes s[3], at[2][3], f, beta[3];
    lanes_mask m[3];
    for (int k = 0; k < 3; ++k) {
        s[k] = corners_look_up(heights->s, HYDROSTATICS_REACH, corners, k);
        m[k] = weights_are_submerged(s[k]);
    }
    const struct weights_cut cut = weights_cut_of(s, m);
    weights_of_cut(&cut, &f, beta);
    weights_accumulate(&surface->lane[SURFACE_AREA][i], f, area);
    if (surface->has_waterplane) {
        for (int k = 0; k < 3; ++k) {
            at[0][k] = corners_look_up(axes[0], HYDROSTATICS_REACH, corners, k);
            at[1][k] = corners_look_up(axes[1], HYDROSTATICS_REACH, corners, k);
        }
        surface_add_segments(at[0], at[1], i, &cut, surface);
    }
}

static __attribute__((noinline)) void hydrostatics_indexed_sum(const struct sums_pass *pass) {
    const struct buoy_mesh *mesh = pass->mesh;
    const struct buoy_indexed_block *blocks = buoy_indexed_blocks(mesh, buoy_indexed_room(mesh));
    struct surface *surface = pass->surface;
    struct hydrostatics_heights heights;
    struct indexed_cut list;
    _Alignas(64) double wet_areas[BUOY_LANES] = {0.0};
    uint32_t count = 0;
    surface_begin(surface, pass);
    hydrostatics_find_heights(pass, surface->flush_height, &heights);
    for (uint32_t first = 0; first < mesh->triangle_count; first += LANES_WIDTH) {
        count = hydrostatics_list(&blocks[first / BUOY_LANES], (int)(first % BUOY_LANES), &heights,
                                  wet_areas, &list, count, surface);
    }
    corners_fill(&list.h[count], &list.corners[count]);
    for (uint32_t i = 0; i < count; i += LANES_WIDTH) {
        hydrostatics_cut(mesh, &heights, &list.corners[i], lanes_load(&list.h[i]),
                         (int)(i % BUOY_LANES), surface);
    }
    surface_flush(surface);
    surface->wet_area = sums_of_doubles(wet_areas, BUOY_LANES);
}

void BUOY_VARIANT(buoy_hydrostatics_indexed)(const struct buoy_hydrostatics_query *query,
                                             struct buoy_hydrostatics *restrict results) {
    static const double nowhere[3] = {0.0, 0.0, 0.0};
    const struct buoy_mesh *mesh = query->mesh;
    if (!mesh->is_indexed) {
        BUOY_VARIANT(buoy_hydrostatics_hierarchy)(query, results);
        return;
    }
    const double whole = mesh->volume * (mesh->scale * mesh->scale * mesh->scale);
    for (size_t i = 0; i < query->count; ++i) {
        struct surface surface;
        struct sums_pass pass = {.mesh = mesh, .shift = nowhere, .precise = true};
        struct buoy_volume wet;
        if (hydrostatics_is_uncut(&pass, query, i, &surface, &results[i])) {
            continue;
        }
        const struct buoy_baked_plane plane = pass.plane = pass.centred;
        indexed_answer_baked(mesh, &plane, &wet);
        buoy_section_centre(mesh, &plane, pass.p);
        if (wet.volume < SUMS_BARELY_WET_IN_FLOAT * whole) {
            buoy_deepest_foot(mesh, &plane, pass.p);
        }
        hydrostatics_indexed_sum(&pass);
        if (surface.flush) {
            hydrostatics_lower(&pass);
            hydrostatics_indexed_sum(&pass);
        }
        hydrostatics_finish(&pass, &plane, &wet, &results[i]);
    }
}

#undef HYDROSTATICS_REACH
