// Poses from a Kronecker sequence: point i is (s + i α) mod 1 in each of three coordinates, with a
// start s drawn from the seed. For such a sequence any run of consecutive points is a shifted copy
// of its first ones, so a run may be cut anywhere and still stands for the whole.
//
// α = (golden ratio, √2, √3): independent over the rationals, so the points fill the cube, and
// quotients of their continued fractions no larger than 2, so each coordinate alone is nearly as
// even as a regular grid. The golden ratio, the most even, drives the offset, which decides most of
// a query's cost. (The R3 sequence has a quotient of 25 in its second coordinate, and short runs of
// it show it.) 64-bit integers hold the fractions exactly, whatever the machine.
#include "poses.h"

#include <float.h>
#include <math.h>

#include "mesh/mesh.h"

// The fractional parts of the golden ratio, √2 and √3, times 2^64.
static const uint64_t steps[3] = {
    UINT64_C(0x9e3779b97f4a7c15),
    UINT64_C(0x6a09e667f3bcc909),
    UINT64_C(0xbb67ae8584caa73b),
};

#define LOWEST_OFFSET 0.02
#define HIGHEST_OFFSET 0.98

// The point at a fraction of a turn around the unit circle, from any start: a Taylor series within
// one quarter, then whole quarter turns. libm's sine is not used, because its last bits differ
// between libraries. On |x| ≤ π/4 the first term left out is below 1e-17.
static void circle_point(uint64_t fraction, double *horizontal, double *vertical) {
    const double x = 1.5707963267948966 * (random_fraction(fraction << 2) - 0.5);
    double c = 1.0, s = 1.0;
    for (int n = 16; n >= 2; n -= 2) {
        c = 1.0 - x * x / (n * (n - 1)) * c;
        s = 1.0 - x * x / (n * (n + 1)) * s;
    }
    s *= x;
    switch (fraction >> 62) {
    case 0:
        *horizontal = c, *vertical = s;
        break;
    case 1:
        *horizontal = -s, *vertical = c;
        break;
    case 2:
        *horizontal = -c, *vertical = -s;
        break;
    default:
        *horizontal = s, *vertical = -c;
    }
}

// Archimedes: uniform height and uniform longitude are uniform on the sphere.
struct pose poses_at(uint64_t seed, size_t index) {
    uint64_t point[3];
    for (int k = 0; k < 3; ++k) {
        point[k] = random_bits(&seed) + index * steps[k];
    }
    const double z = 2.0 * random_fraction(point[1]) - 1.0;
    const double radius = sqrt(1.0 - z * z);
    double x, y;
    circle_point(point[2], &x, &y);
    return (struct pose){
        .nx = (float)(radius * x),
        .ny = (float)(radius * y),
        .nz = (float)z,
        .share = LOWEST_OFFSET + (HIGHEST_OFFSET - LOWEST_OFFSET) * random_fraction(point[0]),
    };
}

float poses_offset(double d) {
    const double most = (double)FLT_MAX;
    return (float)fmin(fmax(d, -most), most);
}

// The extent is the extent of the vertices along the normal as rounded, not the bounding box's,
// whose corners lie far outside most hulls.
void poses_make64(const struct buoy_mesh *mesh, uint64_t seed, size_t index,
                  struct buoy_plane64 *plane) {
    const struct pose pose = poses_at(seed, index);
    const double nx = pose.nx, ny = pose.ny, nz = pose.nz;
    const double *origin = mesh->origin;
    const double there = nx * origin[0] + ny * origin[1] + nz * origin[2];
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        const double at =
            nx * mesh->triangles->px[i] + ny * mesh->triangles->py[i] + nz * mesh->triangles->pz[i];
        low = at < low ? at : low;
        high = at > high ? at : high;
    }
    *plane = (struct buoy_plane64){{nx, ny, nz}, there + (low + pose.share * (high - low))};
}

void poses_make_one(const struct buoy_mesh *mesh, uint64_t seed, size_t index,
                    struct buoy_plane *plane) {
    struct buoy_plane64 wide;
    poses_make64(mesh, seed, index, &wide);
    *plane =
        (struct buoy_plane){{(float)wide.normal[0], (float)wide.normal[1], (float)wide.normal[2]},
                            poses_offset(wide.d)};
}

void poses_make(const struct buoy_mesh *mesh, uint64_t seed, size_t count,
                struct buoy_plane *planes) {
    for (size_t i = 0; i < count; ++i) {
        poses_make_one(mesh, seed, i, &planes[i]);
    }
}

// ---------------------------------------------------------------------------------- random numbers

// Splitmix64 (Steele, Lea, Flood 2014).
uint64_t random_bits(uint64_t *state) {
    uint64_t x = *state += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

double random_fraction(uint64_t bits) {
    return (double)(bits >> 11) * 0x1p-53;
}

double random_between(uint64_t *state, double low, double high) {
    return low + (high - low) * random_fraction(random_bits(state));
}
