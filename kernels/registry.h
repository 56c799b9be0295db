// The one table of kernels that list, run, eval, verify, tests and dispatch all read.
#ifndef BUOY_REGISTRY_H
#define BUOY_REGISTRY_H

#include "buoyancy.h"
#include "cpu.h"

// Answers query->count volume queries. The caller has checked everything: planes are finite,
// normals non-zero, scratch large enough and aligned. Allocates nothing, prints nothing.
typedef void buoy_volume_function(const struct buoy_volume_query *query,
                                  struct buoy_volume *restrict results);

struct buoy_kernel {
    const char *id, *family, *method, *isa;
    unsigned needs; // CPU features, enum buoy_cpu_feature
    bool deterministic;
    const char *not_built; // why volume is NULL, else NULL

    buoy_volume_function *volume;

    // Scratch bytes for queries on a mesh; NULL means none.
    size_t (*scratch_bytes)(const struct buoy_mesh *mesh);
    // Documented bound on |ΔV| / V_total on a mesh.
    double (*volume_bound)(const struct buoy_mesh *mesh, unsigned voxels);
    // Documented bound on |Δc| / diagonal where at least 0.1 % of the volume is submerged.
    double (*centroid_bound)(const struct buoy_mesh *mesh, unsigned voxels);
    // Triangles examined one by one for a plane; NULL means all of them.
    size_t (*examined)(const struct buoy_mesh *mesh, const struct buoy_plane *plane);
};

#endif
