// volume/spheres/scalar: an approximation. M. Fagerlund's "buoyancy particles" (for the Open
// Dynamics Engine, 2003): spheres inside the body, each of which displaces what its submerged cap
// holds, at the cap's centroid. They are packed when the mesh is made, if the caller asks for them
// (buoy_mesh_input.spheres, kernels/making/packing.c), and together count for the whole body's
// volume.
//
// A mesh without spheres is answered by volume/pontoons. The error falls slowly with the number of
// spheres, because what lies between them and the surface is missing where it is; no bound on it
// is known.
#include "base/arithmetic.h"

#include "dispatch/methods.h"
#include "each_plane.h"
#include "sphere_caps.h"

static void answer(const struct buoy_mesh *mesh, const struct buoy_baked_plane *plane,
                   struct buoy_volume *result) {
    struct buoy_sphere_sums sums = buoy_sphere_sums(plane);
    for (uint32_t i = 0; i < mesh->sphere_count; ++i) {
        const struct buoy_sphere *sphere = &mesh->spheres[i];
        const double k = buoy_sphere_depth(&sums, sphere->at, sphere->radius);
        if (k > 0.0) {
            buoy_add_cap(&sums, sphere->at, sphere->share * buoy_cap_share(k),
                         buoy_cap_drop(k, sphere->radius));
        }
    }
    buoy_answer_spheres(mesh, plane, &sums, result);
}

void buoy_volume_spheres_scalar(const struct buoy_volume_query *query,
                                struct buoy_volume *restrict results) {
    if (query->mesh->sphere_count == 0) {
        buoy_volume_pontoons_scalar(query, results);
        return;
    }
    each_plane(query, answer, results);
}
