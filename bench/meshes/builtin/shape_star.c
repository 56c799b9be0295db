// A concave body: six arms along the axes, hollows between them.
#include "shapes.h"

// In the direction (x, y, z) the surface lies at RADIUS (1 + DEPTH p), p = x⁴ + y⁴ + z⁴ − 3/5: the
// lowest polynomial, of mean zero on the sphere, that has the symmetry of a cube. p runs from −4/15
// on the diagonals to 2/5 on the axes, the radius from 0.18 to 0.72.
#define RADIUS 0.4
#define DEPTH 2.0

bool shape_star(size_t triangles, struct mesh_data *data) {
    if (!shape_unit_sphere(triangles, data)) {
        return false;
    }
    for (size_t i = 0; i < data->vertex_count; ++i) {
        double *v = data->positions + 3 * i;
        const double x = v[0], y = v[1], z = v[2];
        const double p = x * x * (x * x) + y * y * (y * y) + z * z * (z * z) - 3.0 / 5.0;
        const double r = RADIUS * (1.0 + DEPTH * p);
        v[0] = mesh_rounded(r * x);
        v[1] = mesh_rounded(r * y);
        v[2] = mesh_rounded(r * z);
    }
    // V = ⅓ ∫ r³ over all directions, from the means of p² and p³ on the sphere, which follow from
    // those of monomials: mean of x^2a y^2b z^2c = (2a−1)!! (2b−1)!! (2c−1)!! / (2(a+b+c)+1)!!.
    const double mean_q2 = 41.0 / 105.0, mean_q3 = 1371.0 / 5005.0; // of q = x⁴ + y⁴ + z⁴
    const double mean_q = 3.0 / 5.0;
    const double mean_p2 = mean_q2 - mean_q * mean_q;
    const double mean_p3 = mean_q3 - 3.0 * mean_q * mean_q2 + 2.0 * mean_q * mean_q * mean_q;
    data->closed_form_volume =
        4.0 / 3.0 * SHAPE_PI * RADIUS * RADIUS * RADIUS *
        (1.0 + 3.0 * DEPTH * DEPTH * mean_p2 + DEPTH * DEPTH * DEPTH * mean_p3);
    return true;
}
