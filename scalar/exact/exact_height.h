// Bodies and planes for both exact references, and the height of a vertex in double, where that
// tells on which side of the plane it lies.
#ifndef BUOY_EXACT_HEIGHT_H
#define BUOY_EXACT_HEIGHT_H

#include <math.h>
#include <stdbool.h>

#include "mesh/mesh.h"

// A mesh's vertices: rounded, in its own frame, or where they were given as doubles.
struct exact_body {
    const struct buoy_mesh *mesh;
    const double *given; // NULL for the rounded ones
    double origin[3];    // of the frame
};

static inline struct exact_body exact_body_of(const struct buoy_mesh *mesh, bool given) {
    struct exact_body body = {.mesh = mesh, .given = given ? mesh->triangles->given : NULL};
    for (int i = 0; i < 3; ++i) {
        body.origin[i] = body.given ? 0.0 : mesh->origin[i];
    }
    return body;
}

static inline void exact_place(const struct exact_body *body, uint32_t vertex, double x[3]) {
    const struct buoy_mesh *mesh = body->mesh;
    x[0] = body->given ? body->given[3 * (size_t)vertex] : mesh->triangles->px[vertex];
    x[1] = body->given ? body->given[3 * (size_t)vertex + 1] : mesh->triangles->py[vertex];
    x[2] = body->given ? body->given[3 * (size_t)vertex + 2] : mesh->triangles->pz[vertex];
}

static inline struct buoy_plane64 exact_plane_of(const struct buoy_plane *plane) {
    return (struct buoy_plane64){{plane->normal[0], plane->normal[1], plane->normal[2]}, plane->d};
}

// Sets the height, in the units of vertices and plane as given. Products and sums of the seven
// terms err by less than 8 × 2^-53 of their magnitudes; false where that may hide the sign.
static inline bool exact_height_tells(const struct exact_body *body,
                                      const struct buoy_plane64 *plane, uint32_t vertex,
                                      double *height) {
    double x[3], terms = fabs(plane->d);
    *height = 0.0;
    exact_place(body, vertex, x);
    for (int i = 0; i < 3; ++i) {
        *height += plane->normal[i] * x[i];
        terms += fabs(plane->normal[i]) * (fabs(x[i]) + fabs(body->origin[i]));
    }
    for (int i = 0; i < 3; ++i) {
        *height += plane->normal[i] * body->origin[i];
    }
    *height -= plane->d;
    return fabs(*height) > 0x1p-49 * terms;
}

#endif
