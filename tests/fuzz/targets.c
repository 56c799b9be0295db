// All fuzz targets.
#include "targets.h"

static const struct fuzz_target *const targets[] = {
    &fuzz_obj,          &fuzz_stl,      &fuzz_ply,        &fuzz_off,      &fuzz_gltf,
    &fuzz_planes,       &fuzz_boxes,    &fuzz_primitives, &fuzz_polygons, &fuzz_drafts,
    &fuzz_json,         &fuzz_profile,  &fuzz_results,    &fuzz_mesh,     &fuzz_volume,
    &fuzz_box,          &fuzz_shapes,   &fuzz_polygon,    &fuzz_basin,    &fuzz_plane2d,
    &fuzz_hydrostatics, &fuzz_pressure, &fuzz_water,      &fuzz_scene,    &fuzz_image,
};

const struct fuzz_target *fuzz_target_at(size_t index) {
    return index < sizeof targets / sizeof *targets ? targets[index] : NULL;
}
