// A body that floats in a given attitude: the draft at which it displaces its mass, and what
// follows from the section there. Baked frame, in double.
#ifndef BUOY_FLOTATION_H
#define BUOY_FLOTATION_H

#include "buoyancy_equilibrium.h"
#include "queries/section.h"

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
