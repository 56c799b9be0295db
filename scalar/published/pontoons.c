// volume/pontoons/scalar: an approximation. A few spheres float in place of the body, as users of
// Unreal Engine's buoyancy component and of Crest's probes place them: here eight, in the corners
// of the bounding box, each touching three of its faces, with half of the box's smallest half
// extent for a radius. Each stands for an eighth of the body's volume, and its force acts at its
// centre.
//
// Nothing of the body but its box and its volume is known, and no bound on the error is.
#include "base/arithmetic.h"

#include "dispatch/methods.h"
#include "each_plane.h"
#include "sphere_caps.h"

// The least radius, for an open mesh in an axis plane.
#define LEAST_RADIUS 0x1p-100

static void answer(const struct buoy_mesh *mesh, const struct buoy_baked_plane *plane,
                   struct buoy_volume *result) {
    const double *half = mesh->half_extent;
    double smallest = half[0] < half[1] ? half[0] : half[1];
    smallest = smallest < half[2] ? smallest : half[2];
    const double radius = 0.5 * smallest > LEAST_RADIUS ? 0.5 * smallest : LEAST_RADIUS;
    struct buoy_sphere_sums sums = buoy_sphere_sums(plane);
    for (unsigned corner = 0; corner < 8; ++corner) {
        double at[3];
        for (unsigned i = 0; i < 3; ++i) {
            at[i] = corner >> i & 1u ? half[i] - radius : radius - half[i];
        }
        const double wet = buoy_cap_share(buoy_sphere_depth(&sums, at, radius));
        buoy_add_cap(&sums, at, 0.125 * wet, 0.0);
    }
    buoy_answer_spheres(mesh, plane, &sums, result);
}

void buoy_volume_pontoons_scalar(const struct buoy_volume_query *query,
                                 struct buoy_volume *restrict results) {
    each_plane(query, answer, results);
}
