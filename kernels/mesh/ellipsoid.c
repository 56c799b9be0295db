// Areas of ellipsoids.
//
// Stretching the unit sphere by A = diag(a, b, c) stretches the area about u by |B u|, B = diag(bc,
// ca, ab), so the area is ∫ F du, F = |B u|, over a part of the sphere.
//
// The whole: 4π R_G(B₁², B₂², B₃²), Carlson's symmetric integral of the second kind, by his
// duplication (B. C. Carlson, Numerical Algorithms 10, 1995; R_G from R_F and R_D: DLMF 19.21.10).
//
// A cap: along a meridian φ about an axis N of the ellipsoid, with z = u·N and E = (B₁ cos φ)² +
// (B₂ sin φ)², F² = E + (B₃² − E) z², which has the integral
//   ∫₀ᶻ F dz = ½ z (F(z) + E R_C(F², E)),
// where Carlson's R_C stands for an arcus or an area function, whichever the sign of B₃² − E wants.
// So by Green's theorem the area is one integral around the cap's edge,
//   ∮ G dφ,  G = ∫_z¹ F dz,
// which the trapezoidal rule finds, as the integrand is periodic and smooth. N is the axis that the
// cap's middle is nearest to: then the pole at −N, where dφ has no bound, is far from the edge, and
// at the pole N itself G vanishes as 1 − z does. The rule's error falls by e^(−δ) with each node,
// if δ is the least distance along the edge within which F changes: about the inverse aspect ratio.
#include "base/arithmetic.h"

#include "mesh/ellipsoid.h"

#include <math.h>
#include <stdbool.h>

#define PI 3.14159265358979323846

// Sides that are shorter than this share of the longest are taken to be that long, so that squares
// are normal numbers.
#define LEAST 1e-100

// B, divided by its largest.
static double find_stretch(const double size[3], double b[3]) {
    double largest = 0.0;
    for (int i = 0; i < 3; ++i) {
        b[i] = size[(i + 1) % 3] * size[(i + 2) % 3];
        largest = b[i] > largest ? b[i] : largest;
    }
    for (int i = 0; i < 3; ++i) {
        b[i] = b[i] / largest;
        b[i] = b[i] > LEAST ? b[i] : LEAST;
    }
    return largest;
}

// ---------------------------------------------------------------------------------- the whole

// Carlson's R_F and R_D of the same arguments, all > 0.
static void find_f_and_d(double x, double y, double z, double *f, double *d) {
    double sum = 0.0, part = 1.0;
    for (bool far = true; far;) {
        const double mean = (x + y + z) / 3.0;
        far = fabs(x - mean) > 1e-3 * mean || fabs(y - mean) > 1e-3 * mean ||
              fabs(z - mean) > 1e-3 * mean;
        const double lambda = sqrt(x * y) + sqrt(y * z) + sqrt(z * x);
        sum += part / (sqrt(z) * (z + lambda));
        part *= 0.25;
        x = 0.25 * (x + lambda);
        y = 0.25 * (y + lambda);
        z = 0.25 * (z + lambda);
    }
    const double a = (x + y + z) / 3.0, fx = 1.0 - x / a, fy = 1.0 - y / a, fz = -fx - fy;
    const double f2 = fx * fy - fz * fz, f3 = fx * fy * fz;
    *f = (1.0 - f2 / 10.0 + f3 / 14.0 + f2 * f2 / 24.0 - 3.0 * f2 * f3 / 44.0) / sqrt(a);
    const double e = (x + y + 3.0 * z) / 5.0, dx = 1.0 - x / e, dy = 1.0 - y / e;
    const double dz = -(dx + dy) / 3.0;
    const double d2 = dx * dy - 6.0 * dz * dz, d3 = (3.0 * dx * dy - 8.0 * dz * dz) * dz;
    const double d4 = 3.0 * (dx * dy - dz * dz) * dz * dz, d5 = dx * dy * dz * dz * dz;
    const double series = 1.0 - 3.0 * d2 / 14.0 + d3 / 6.0 + 9.0 * d2 * d2 / 88.0 -
                          3.0 * d4 / 22.0 - 9.0 * d2 * d3 / 52.0 + 3.0 * d5 / 26.0;
    *d = 3.0 * sum + part * series / (e * sqrt(e));
}

static void exchange_if(bool wrong, double *a, double *b) {
    const double old = *a;
    *a = wrong ? *b : old;
    *b = wrong ? old : *b;
}

double buoy_ellipsoid_area(const double size[3]) {
    double b[3], f, d;
    const double scale = find_stretch(size, b);
    exchange_if(b[0] > b[1], &b[0], &b[1]);
    exchange_if(b[1] > b[2], &b[1], &b[2]);
    exchange_if(b[0] > b[1], &b[0], &b[1]);
    // With the middle one as z all terms are positive.
    const double x = b[0] * b[0], y = b[2] * b[2], z = b[1] * b[1];
    find_f_and_d(x, y, z, &f, &d);
    const double g = z * f + (z - x) * (y - z) * d / 3.0 + b[0] * b[2] / b[1]; // 2 R_G
    return 2.0 * PI * g * scale;
}

// -------------------------------------------------------------------------------------- a cap

enum {
    MOST_NODES = 512
};

// sin(2π i/MOST_NODES) in the first quadrant.
static const double sines[MOST_NODES / 4 + 1] = {
    0.0,
    0.012271538285719925,
    0.024541228522912288,
    0.036807222941358832,
    0.049067674327418015,
    0.061320736302208578,
    0.073564563599667426,
    0.085797312344439894,
    0.098017140329560604,
    0.11022220729388306,
    0.1224106751992162,
    0.1345807085071262,
    0.14673047445536175,
    0.15885814333386145,
    0.17096188876030122,
    0.18303988795514095,
    0.19509032201612828,
    0.20711137619221856,
    0.2191012401568698,
    0.23105810828067111,
    0.2429801799032639,
    0.25486565960451457,
    0.26671275747489837,
    0.27851968938505312,
    0.29028467725446239,
    0.30200594931922808,
    0.31368174039889146,
    0.32531029216226293,
    0.33688985339222005,
    0.34841868024943456,
    0.35989503653498817,
    0.37131719395183754,
    0.38268343236508978,
    0.3939920400610481,
    0.40524131400498986,
    0.41642956009763721,
    0.42755509343028208,
    0.43861623853852766,
    0.4496113296546066,
    0.46053871095824001,
    0.47139673682599764,
    0.48218377207912277,
    0.49289819222978404,
    0.50353838372571758,
    0.51410274419322177,
    0.52458968267846895,
    0.53499761988709726,
    0.54532498842204646,
    0.55557023301960218,
    0.56573181078361323,
    0.57580819141784534,
    0.58579785745643886,
    0.59569930449243336,
    0.60551104140432555,
    0.61523159058062682,
    0.62485948814238634,
    0.63439328416364549,
    0.6438315428897915,
    0.65317284295377676,
    0.66241577759017178,
    0.67155895484701844,
    0.68060099779545302,
    0.68954054473706694,
    0.6983762494089728,
    0.70710678118654757,
    0.71573082528381871,
    0.72424708295146689,
    0.73265427167241282,
    0.74095112535495911,
    0.74913639452345937,
    0.75720884650648457,
    0.76516726562245896,
    0.77301045336273699,
    0.78073722857209449,
    0.78834642762660623,
    0.79583690460888357,
    0.80320753148064494,
    0.81045719825259477,
    0.81758481315158371,
    0.82458930278502529,
    0.83146961230254524,
    0.83822470555483808,
    0.84485356524970712,
    0.8513551931052652,
    0.85772861000027212,
    0.8639728561215867,
    0.87008699110871146,
    0.8760700941954066,
    0.88192126434835505,
    0.88763962040285393,
    0.89322430119551532,
    0.89867446569395382,
    0.90398929312344334,
    0.90916798309052238,
    0.91420975570353069,
    0.91911385169005777,
    0.92387953251128674,
    0.92850608047321559,
    0.93299279883473885,
    0.93733901191257496,
    0.94154406518302081,
    0.94560732538052128,
    0.94952818059303667,
    0.95330604035419386,
    0.95694033573220882,
    0.96043051941556579,
    0.96377606579543984,
    0.96697647104485207,
    0.97003125319454397,
    0.97293995220556018,
    0.97570213003852857,
    0.97831737071962765,
    0.98078528040323043,
    0.98310548743121629,
    0.98527764238894122,
    0.98730141815785843,
    0.98917650996478101,
    0.99090263542778001,
    0.99247953459870997,
    0.99390697000235606,
    0.99518472667219693,
    0.996312612182778,
    0.99729045667869021,
    0.99811811290014918,
    0.99879545620517241,
    0.99932238458834954,
    0.99969881869620425,
    0.9999247018391445,
    1.0,
};

// cos and sin of 2π i/MOST_NODES.
static double cosine(unsigned i) {
    const unsigned at = i % (MOST_NODES / 2), quarter = MOST_NODES / 4;
    const double size = at <= quarter ? sines[quarter - at] : -sines[at - quarter];
    return i % MOST_NODES < MOST_NODES / 2 ? size : -size;
}

static double sine(unsigned i) {
    return cosine(i + 3 * (MOST_NODES / 4));
}

// The number of nodes for an ellipsoid, by its aspect ratio: 1e-8 of the surface is left up to
// 1:30, beyond which there are no more.
static unsigned count_nodes(const double b[3]) {
    double least = b[0] < b[1] ? b[0] : b[1];
    least = b[2] < least ? b[2] : least;
    return least > 1.0 / 2.0    ? 32
           : least > 1.0 / 4.0  ? 64
           : least > 1.0 / 8.0  ? 128
           : least > 1.0 / 20.0 ? 256
                                : MOST_NODES;
}

// Carlson's R_C(x, y), x and y > 0, to 1e-12 of itself while x/y and y/x are below 10⁶.
static double find_c(double x, double y) {
    for (int i = 0; i < 6; ++i) {
        const double lambda = 2.0 * sqrt(x * y) + y;
        x = 0.25 * (x + lambda);
        y = 0.25 * (y + lambda);
    }
    const double a = (x + 2.0 * y) / 3.0, s = (y - a) / a;
    const double high = 3.0 / 8.0 + s * (9.0 / 22.0 + s * (159.0 / 208.0 + s * (9.0 / 8.0)));
    return (1.0 + s * s * (3.0 / 10.0 + s * (1.0 / 7.0 + s * high))) / sqrt(a);
}

// The mean of F from z to 1 on the meridian of (x, y); b² are the squares of B, z's last.
static double mean_to_pole(const double u[3], const double b2[3]) {
    const double x2 = u[0] * u[0], y2 = u[1] * u[1], z = u[2], left = 1.0 - z;
    const double at_pole = sqrt(b2[2]);
    if (!(left > 1e-9)) {
        return at_pole; // (x, y) is hardly a direction
    }
    const double e = (x2 * b2[0] + y2 * b2[1]) / (x2 + y2);
    const double f2 = x2 * b2[0] + y2 * b2[1] + z * z * b2[2];
    const double arcs = find_c(b2[2], e) - z * find_c(f2, e);
    return 0.5 * (at_pole - z * sqrt(f2) + e * arcs) / left;
}

// Axes in the order of Green's theorem: z is the nearest to m. The cap may be mirrored: no
// component of m is negative.
struct edge {
    double m[3], b2[3], across[2]; // m's direction across z
    double radius, middle;         // of the edge: its radius, its middle's distance from the centre
};

static struct edge find_edge(const double b[3], const double m[3], double k) {
    struct edge edge = {.radius = sqrt(k * (2.0 - k)), .middle = 1.0 - k, .across = {1.0, 0.0}};
    int z = fabs(m[0]) > fabs(m[1]) ? 0 : 1;
    z = fabs(m[z]) > fabs(m[2]) ? z : 2;
    for (int i = 0; i < 3; ++i) {
        edge.m[i] = fabs(m[(z + 1 + i) % 3]);
        edge.b2[i] = b[(z + 1 + i) % 3] * b[(z + 1 + i) % 3];
    }
    const double sine_of_tilt = sqrt(edge.m[0] * edge.m[0] + edge.m[1] * edge.m[1]);
    if (sine_of_tilt > 0.0) {
        edge.across[0] = edge.m[0] / sine_of_tilt;
        edge.across[1] = edge.m[1] / sine_of_tilt;
    }
    return edge;
}

// What a node adds to the sum of the rule.
static double at_node(const struct edge *edge, double c, double s) {
    const double *m = edge->m, *e = edge->across, tilt = e[0] * m[0] + e[1] * m[1];
    // Unit vectors along the edge's axes: (−e m_z, tilt), and across both, (e_y, −e_x, 0).
    const double along[3] = {-e[0] * m[2] * c + e[1] * s, -e[1] * m[2] * c - e[0] * s, tilt * c};
    double u[3];
    for (int i = 0; i < 3; ++i) {
        u[i] = edge->middle * m[i] + edge->radius * along[i];
    }
    const double turn = edge->radius * m[2] - edge->middle * along[2]; // (1 − z²) dφ / radius
    return mean_to_pole(u, edge->b2) * turn / (1.0 + u[2]);
}

double buoy_ellipsoid_cap_area(const double size[3], const double m[3], double k) {
    double b[3], sum = 0.0;
    const double scale = find_stretch(size, b);
    const struct edge edge = find_edge(b, m, k);
    const unsigned count = count_nodes(b), step = MOST_NODES / count;
    for (unsigned i = 0; i < MOST_NODES; i += step) {
        sum += at_node(&edge, cosine(i), sine(i));
    }
    return sum > 0.0 ? edge.radius * sum * (2.0 * PI / count) * scale : 0.0;
}
