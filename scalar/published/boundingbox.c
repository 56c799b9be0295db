// volume/boundingbox/scalar: an approximation. The bounding box stands for the body: as large a
// share of the body counts as submerged as of its box, and the centre of buoyancy is that of the
// submerged part of the box.
//
// Physics engines do this for shapes for which they have nothing better: Jolt Physics for capsules,
// cylinders and all other convex shapes without a method of their own (ConvexShape,
// GetSubmergedVolume), whose force is in proportion to the submerged share, too. The box is
// answered in closed form (box/corners). The answer is exact for boxes whose edges lie along the
// axes. For other bodies no bound on its error is known.
#include "base/arithmetic.h"

#include "dispatch/methods.h"
#include "each_plane.h"

// The least half extent of a box that stands for an open mesh in an axis plane.
#define LEAST_HALF 0x1p-100f

static void answer(const struct buoy_mesh *mesh, const struct buoy_baked_plane *plane,
                   struct buoy_volume *result) {
    struct buoy_shape box = {.kind = BUOY_SHAPE_BOX};
    for (int i = 0; i < 3; ++i) {
        const float half = (float)mesh->half_extent[i];
        box.size[i] = half > LEAST_HALF ? half : LEAST_HALF;
    }
    const struct buoy_plane water = {{plane->nx, plane->ny, plane->nz}, plane->d};
    const struct buoy_shapes_query query = {.shapes = &box, .planes = &water, .count = 1};
    struct buoy_volume wet;
    buoy_box_corners_scalar(&query, &wet); // refuses nothing: the box and the plane are finite
    const double whole = 8.0 * (double)box.size[0] * (double)box.size[1] * (double)box.size[2];
    const double v = mesh->volume * (wet.volume / whole);
    const double vc[3] = {v * wet.centre[0], v * wet.centre[1], v * wet.centre[2]};
    buoy_answer_sums(mesh, plane, v, vc, result);
}

void buoy_volume_boundingbox_scalar(const struct buoy_volume_query *query,
                                    struct buoy_volume *restrict results) {
    each_plane(query, answer, results);
}
