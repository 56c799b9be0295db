// The documented error bound of the family `basin`: of buoy_polygon_in_circle() (plane2d/circle.c).
//
// ε = 2⁻⁵³. An edge's line is found relative to the disc's centre: its distance, exact but for the
// quotient and the edge's length, 4 ε of itself; the middle of the chord, a product of differences,
// 4 ε of the vertices' distance from the centre. Vertices beyond the disc only say where an arc
// begins, by an angle that is right to 4 ε, so that distance counts up to r + D, D being the
// polygon's diagonal. So what is summed is the area inside another outline, every point of which is
// within 8 ε (2 r + D) of the true one. Such outlines differ by as much times their length: edges
// inside the disc have P in all, and n chords at most 2 r n; the arcs between them are no longer
// than 2 π r, and no longer than π/2 of the way that the polygon goes around them outside. L: the
// lesser of P and 2 r (n + π), twice.
//
// The sums have at most 3 n + 3 n terms, each of a triangle or a segment about a point within the
// box that both have in common. Each term is rounded by 8 ε of itself; their magnitudes add up to
// no more than L times the way from that point, S = D + 2 r at most.
#include "base/arithmetic.h"

#include <math.h>

#include "dispatch/methods.h"

double buoy_bound_basin(const struct buoy_polygon *polygon, const struct buoy_circle *basin) {
    struct buoy_polygon_info info = {.diagonal = 0.0};
    const double r = (double)basin->radius, n = (double)polygon->count;
    buoy_polygon_get_info(polygon, &info, NULL);
    const double length = 2.0 * fmin(info.perimeter, 2.0 * r * (n + 3.2));
    return 0x1p-53 * length * (8.0 + 8.0) * (2.0 * r + info.diagonal);
}
