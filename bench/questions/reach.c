// How far bodies reach along a direction.
#include "reach.h"

#include <math.h>

#include "mesh/mesh.h"

double reach_of_shape(const struct buoy_shape *shape, const double n[3]) {
    const double a = (double)shape->size[0], b = (double)shape->size[1];
    const double c = (double)shape->size[2];
    const double across = sqrt(n[0] * n[0] + n[1] * n[1]);
    const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    switch (shape->kind) {
    case BUOY_SHAPE_BOX:
        return fabs(n[0]) * a + fabs(n[1]) * b + fabs(n[2]) * c;
    case BUOY_SHAPE_SPHERE:
        return a * length;
    case BUOY_SHAPE_ELLIPSOID:
        return sqrt(n[0] * n[0] * a * a + n[1] * n[1] * b * b + n[2] * n[2] * c * c);
    case BUOY_SHAPE_CAPSULE:
        return a * length + fabs(n[2]) * b;
    case BUOY_SHAPE_CYLINDER:
        return a * across + fabs(n[2]) * b;
    case BUOY_SHAPE_CONE: // its tip, or the rim of its base
        return fmax(n[2] * b, a * across - n[2] * b);
    default:
        return -HUGE_VAL; // a mesh has no size of its own
    }
}

double reach_of_mesh(const struct buoy_mesh *mesh, const double n[3]) {
    double most = -HUGE_VAL;
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        const double along = n[0] * (double)mesh->triangles->px[i] +
                             n[1] * (double)mesh->triangles->py[i] +
                             n[2] * (double)mesh->triangles->pz[i];
        most = fmax(most, along);
    }
    return most + (n[0] * mesh->origin[0] + n[1] * mesh->origin[1] + n[2] * mesh->origin[2]);
}
