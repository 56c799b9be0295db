// What of a mesh lies below a plane, in double throughout: volume, its centre, wetted area, and the
// waterplane's moments.
#ifndef BUOY_SECTION_H
#define BUOY_SECTION_H

#include <math.h>

#include "buoyancy_equilibrium.h"
#include "buoyancy_hydrostatics.h"
#include "mesh/mesh.h"

// A water plane in the baked frame: n·x = offset. n has unit length.
struct buoy_water_plane {
    double n[3], offset;
};

// The submerged part and the waterplane, baked frame.
struct buoy_section {
    double volume, centre[3]; // the centre is the mesh's, 0, where the volume is 0
    double wetted_area;
    double area, centroid[3]; // of the waterplane; the centroid is 0 without one
    double moments[3][3];     // ∫ (x − w)(x − w)ᵀ dA
};

void buoy_section_below(const struct buoy_mesh *mesh, const struct buoy_water_plane *water,
                        struct buoy_section *section);

// Whether an end of an open edge is submerged; never on closed meshes.
bool buoy_section_floods(const struct buoy_mesh *mesh, const struct buoy_water_plane *water);

// Converts a plane's offset and a section to the caller's frame.
double buoy_given_offset(const struct buoy_mesh *mesh, const struct buoy_water_plane *water);
void buoy_given_section(const struct buoy_mesh *mesh, const struct buoy_section *section,
                        struct buoy_hydrostatics *result);

// A volume, cubic metres, and a bound on its error.
struct buoy_displaced {
    double volume, error;
};

// The volume below a plane; for an open mesh whose open edges are dry, the volume that the mesh and
// the water enclose.
struct buoy_displaced buoy_displaced_below(const struct buoy_mesh *mesh,
                                           const struct buoy_plane64 *plane);

// Eigenvalues of ((a, b), (b, c)), the smaller first, and the larger one's unit eigenvector.
struct buoy_principal {
    double smaller, larger, x, y;
};

static inline struct buoy_principal buoy_principal_axes(double a, double b, double c) {
    const double mean = 0.5 * (a + c), half = 0.5 * (a - c), radius = sqrt(half * half + b * b);
    struct buoy_principal found = {mean - radius, mean + radius, 1.0, 0.0};
    if (radius > 0.0) { // by the row of the matrix that does not cancel
        const double x = half >= 0.0 ? radius + half : b, y = half >= 0.0 ? b : radius - half;
        const double length = sqrt(x * x + y * y);
        if (length > 0.0) {
            found.x = x / length;
            found.y = y / length;
        }
    }
    return found;
}

// --------------------------------------------------------------------------------------- floating

// A body that floats in a given attitude: the draft at which it displaces its mass, and what
// follows from the section there. Baked frame, in double.

struct buoy_floater {
    const struct buoy_mesh *mesh;
    double volume; // to be displaced
    double g[3];   // the centre of mass
    // How large slopes and curvatures of the energy are beside the body: 1, or, where little of a
    // closed mesh is dry, the dry part over the wet one; at least 10⁻⁶.
    double range;
};

struct buoy_flotation {
    struct buoy_water_plane water;
    struct buoy_section at;
    double lever[3]; // from the centre of buoyancy to the centre of mass
    double energy;   // the lever's height, n·(g − c)
};

// Checks a caller's body and converts it.
enum buoy_status buoy_make_floater(const struct buoy_floating *body, struct buoy_floater *floater,
                                   struct buoy_error *error);

// Floats a body with n, of unit length, up. `near`, which may be NULL, is the flotation for an
// attitude nearby, to start from; it may be *flotation. BUOY_OK; or BUOY_ERROR_OPEN if the body
// cannot displace its mass with its open edges dry, and then *flotation is untouched.
enum buoy_status buoy_float(const struct buoy_floater *floater, const double n[3],
                            const struct buoy_flotation *near, struct buoy_flotation *flotation);

// aᵀ J b / V − (a·b) BG for directions a and b across n: the second derivative of the energy as n
// turns, and for unit vectors a = b the metacentric height for turning n towards a.
double buoy_metacentric_form(const struct buoy_flotation *flotation, const double a[3],
                             const double b[3]);

#endif
