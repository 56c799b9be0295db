// A section of a mesh by a water plane, in double.
//
// Volume and centre are those of the apex form (scalar/README.md): with p on the water, A a
// triangle's area vector, h = A·(v1 − p), and f, β its submerged share and the weights of its
// corners (mesh/shares.h),
//   V = ⅓ Σ f h,   V (c − p) = 1/12 Σ h Σ β (v − p).
// Dry leaves are left out; wet ones enter by their moments (mesh/mesh.h), which were summed in
// double. So the time grows with the waterline.
//
// The waterplane's moments are sums over the waterline, by Green's theorem: each triangle that is
// cut has one segment of it. A segment's ends are computed from the wet end of an edge towards the
// dry one, so that both triangles at the edge find the same bits and the line closes. Corners on
// the water count as dry.
#include "base/arithmetic.h"

#include "queries/section.h"

#include <math.h>
#include <string.h>

#include "base/status.h"
#include "base/vector.h"
#include "mesh/leaves.h"
#include "mesh/plane.h"
#include "mesh/shares.h"

struct cutting {
    const struct buoy_mesh *mesh;
    const struct buoy_water_plane *water;
    double p[3], e[3], f[3]; // a point of the water, and axes along it
    double h, hx[3];         // Σ f h, Σ h Σ β (v − p)
    double wetted_area;
    double twice_area, x[2], xx[3]; // the waterplane's sums about p: 2, 6 and 24 or 12 times them
};

// Where the edge between two corners crosses the water; `wet` is the one below.
static void crossing(const double wet[3], const double dry[3], double s_wet, double s_dry,
                     double x[3]) {
    const double t = s_wet / (s_wet - s_dry);
    for (int i = 0; i < 3; ++i) {
        x[i] = wet[i] + t * (dry[i] - wet[i]);
    }
}

static void add_triangle(struct cutting *cut, uint32_t slot) {
    double v[3][3], s[3], a[3], beta[3];
    buoy_slot_corners(cut->mesh, slot, cut->mesh->tree.shift, v);
    for (int k = 0; k < 3; ++k) {
        s[k] = buoy_dot(cut->water->n, v[k]) - cut->water->offset;
        for (int i = 0; i < 3; ++i) {
            v[k][i] -= cut->p[i];
        }
    }
    const double share = buoy_clip_triangle(s, beta);
    if (!(share > 0.0)) {
        return;
    }
    buoy_area_vector(v, a);
    const double h = buoy_dot(a, v[0]);
    cut->h += share * h;
    cut->wetted_area += share * buoy_length(a);
    for (int i = 0; i < 3; ++i) {
        cut->hx[i] += h * (beta[0] * v[0][i] + beta[1] * v[1][i] + beta[2] * v[2][i]);
    }
    if (s[0] < 0.0 && s[1] < 0.0 && s[2] < 0.0) {
        return;
    }
    // The waterline's segment, relative to p. It runs counter-clockwise around the
    // waterplane: along a triangle seen from outside, from where its outline surfaces last to where
    // it dives, reversed.
    double dives[3] = {0}, surfaces[3] = {0};
    for (int k = 0; k < 3; ++k) {
        const int next = (k + 1) % 3;
        if (s[k] < 0.0 && !(s[next] < 0.0)) {
            crossing(v[k], v[next], s[k], s[next], surfaces);
        } else if (!(s[k] < 0.0) && s[next] < 0.0) {
            crossing(v[next], v[k], s[next], s[k], dives);
        }
    }
    const double ax = buoy_dot(dives, cut->e), ay = buoy_dot(dives, cut->f);
    const double bx = buoy_dot(surfaces, cut->e), by = buoy_dot(surfaces, cut->f);
    const double turn = ax * by - ay * bx;
    cut->twice_area += turn;
    cut->x[0] += turn * (ax + bx);
    cut->x[1] += turn * (ay + by);
    cut->xx[0] += turn * (ax * ax + ax * bx + bx * bx);
    cut->xx[1] += turn * (2.0 * (ax * ay + bx * by) + ax * by + bx * ay);
    cut->xx[2] += turn * (ay * ay + ay * by + by * by);
}

void buoy_section_below(const struct buoy_mesh *mesh, const struct buoy_water_plane *water,
                        struct buoy_section *section) {
    struct cutting cut = {.mesh = mesh, .water = water};
    const struct buoy_baked_plane plane = {.n = {water->n[0], water->n[1], water->n[2]},
                                           .offset = water->offset};
    const struct buoy_span span = buoy_span_of(&plane);
    const struct buoy_tree *tree = &mesh->tree;
    double shifted[3]; // the apex, a point of the water near the waterplane, in the leaves' frame
    buoy_apex_near(mesh, &plane, cut.p);
    const double off = water->offset - buoy_dot(water->n, cut.p);
    for (int i = 0; i < 3; ++i) {
        cut.p[i] += off * water->n[i];
        shifted[i] = cut.p[i] + tree->shift[i];
    }
    buoy_span_plane(water->n, cut.e, cut.f);
    for (uint32_t leaf = 0; leaf < buoy_leaf_count(mesh); ++leaf) {
        const enum buoy_leaf_side side = buoy_leaf_side(mesh, leaf, &span);
        for (uint32_t i = 0; side == BUOY_LEAF_CUT && i < BUOY_LANES; ++i) {
            add_triangle(&cut, leaf * BUOY_LANES + i);
        }
        if (side != BUOY_LEAF_WET) {
            continue;
        }
        const double *m = tree->moments[leaf].m, h = m[0] - buoy_dot(shifted, &m[1]);
        cut.h += h;
        cut.wetted_area += buoy_item_areas(tree)[leaf];
        for (int i = 0; i < 3; ++i) {
            cut.hx[i] += m[4 + i] - buoy_dot(&m[7 + 3 * i], shifted) - 3.0 * shifted[i] * h;
        }
    }
    memset(section, 0, sizeof *section);
    section->volume = cut.h / 3.0;
    section->wetted_area = cut.wetted_area;
    for (int i = 0; i < 3; ++i) {
        section->centre[i] = cut.h != 0.0 ? cut.p[i] + 0.25 * cut.hx[i] / cut.h : 0.0;
    }
    // The waterplane from the sums of the waterline; none if the line encloses nothing.
    const double area = section->area = 0.5 * cut.twice_area;
    if (area == 0.0) {
        return;
    }
    const double x = cut.x[0] / (6.0 * area), y = cut.x[1] / (6.0 * area);
    const double xx = cut.xx[0] / 12.0 - area * x * x, xy = cut.xx[1] / 24.0 - area * x * y;
    const double yy = cut.xx[2] / 12.0 - area * y * y;
    const double *e = cut.e, *f = cut.f;
    for (int i = 0; i < 3; ++i) {
        section->centroid[i] = cut.p[i] + x * e[i] + y * f[i];
        for (int j = 0; j < 3; ++j) {
            section->moments[i][j] =
                xx * e[i] * e[j] + xy * (e[i] * f[j] + f[i] * e[j]) + yy * f[i] * f[j];
        }
    }
}

bool buoy_section_floods(const struct buoy_mesh *mesh, const struct buoy_water_plane *water) {
    for (uint32_t i = 0; i < mesh->open_vertex_count; ++i) {
        double v[3];
        buoy_open_point(mesh, i, v);
        if (buoy_dot(water->n, v) - water->offset < -0x1p-22) {
            return true;
        }
    }
    return false;
}

double buoy_given_offset(const struct buoy_mesh *mesh, const struct buoy_water_plane *water) {
    return water->offset * mesh->scale + buoy_dot(water->n, mesh->centre);
}

void buoy_given_section(const struct buoy_mesh *mesh, const struct buoy_section *section,
                        struct buoy_hydrostatics *result) {
    const double s = mesh->scale, s2 = s * s, s4 = s2 * s2;
    *result = (struct buoy_hydrostatics){
        .volume = section->volume * (s * s2),
        .wetted_area = section->wetted_area * s2,
        .waterplane_area = section->area * s2,
        .xx = section->moments[0][0] * s4,
        .xy = section->moments[0][1] * s4,
        .xz = section->moments[0][2] * s4,
        .yy = section->moments[1][1] * s4,
        .yz = section->moments[1][2] * s4,
        .zz = section->moments[2][2] * s4,
    };
    for (int i = 0; i < 3; ++i) {
        result->centre[i] = section->centre[i] * s + mesh->centre[i];
        result->waterplane_centroid[i] = section->centroid[i] * s + mesh->centre[i];
    }
}

// ------------------------------------------------------------------------------- displaced volumes

// A volume below a plane in double, with a bound on its error.
//
// With s the height n·x − d, the field s n/|n|² has divergence 1 and is 0 on the water, so that by
// Gauss V is its flux through the submerged part of the surface:
//   V = Σ (A·n) ∫ s dA / (A |n|²) = −Σ (A·n) q / 3|n|²,
// where q is three times a triangle's mean depth, counting points that are not submerged as 0.
// Errors of heights have less effect on this sum than on a sum of tetrahedra: depth is a mean of
// the corners' heights or 0, so that if those are off by δ, V is off by no more than δ × the
// submerged surface, whatever triangles lie flush with the water.
//
// Dry leaves are left out. Wet leaves have Σ (A·n)(s₁ + s₂ + s₃) = nᵀ (Σ X Aᵀ) n − 3 d n·ΣA in
// their moments (mesh.h).
//
// Error, in the baked frame, ε = 2⁻⁵³. Heights: products, sums, and the offset, which is found with
// its cancelled digits: 8 ε h, h the largest magnitude among the terms of s. Each term is off by 16
// of its roundings, and its area vector by 4 ε × the product of its two shortest edges, from which
// it is computed. Sums over a leaf add 24 roundings of its terms; the sum of all leaves, which
// carries its lost digits along, 2. Moments are computed from any two edges, and corners are
// up to 3 from their origin: for a box of size l, the moments of 16
// triangles are off by 64 ε l² + 128 ε l. Leaves of needles, whose area is less than l² / 4, are
// therefore not taken for wet. Only the heights' errors do not vanish with the depth. The sum of
// all these is no more than 8 ε / |n| × (h Σ over leaves of their area + 8 h Σ over wet ones of 4
// of their area and 2 l + 4 Σ over others of depth × edges).

struct displacing {
    const struct buoy_mesh *mesh;
    struct buoy_baked_plane plane;
    double sum, lost;
    double doubt; // the bound on the error, but for its factor
};

// Adds without losing digits (Neumaier).
static void add(struct displacing *body, double term) {
    const double next = body->sum + term;
    body->lost +=
        fabs(body->sum) >= fabs(term) ? (body->sum - next) + term : (term - next) + body->sum;
    body->sum = next;
}

// −(A·n) q of the triangle in a slot. Edges are differences of corners as given, each rounded once.
static double triangle_flux(struct displacing *body, uint32_t slot) {
    static const double none[3] = {0.0, 0.0, 0.0};
    const double *n = body->plane.n;
    double p[3][3], s[3], edges[3][3], length[3], twice[3];
    buoy_slot_corners(body->mesh, slot, body->mesh->tree.shift, p);
    for (int k = 0; k < 3; ++k) {
        s[k] = buoy_dot(n, p[k]) - body->plane.offset;
    }
    const double depth = buoy_mean_depth(s, none);
    if (depth == 0.0) {
        return 0.0;
    }
    buoy_slot_corners(body->mesh, slot, none, p);
    for (int k = 0; k < 3; ++k) {
        for (int i = 0; i < 3; ++i) {
            edges[k][i] = p[(k + 1) % 3][i] - p[k][i];
        }
        length[k] = buoy_length(edges[k]);
    }
    const int longest = length[0] >= length[1] && length[0] >= length[2] ? 0
                        : length[1] >= length[2]                         ? 1
                                                                         : 2;
    const int a = (longest + 1) % 3, b = (longest + 2) % 3;
    buoy_cross_product(edges[a], edges[b], twice);
    body->doubt += 4.0 * depth * length[a] * length[b];
    return -1.5 * buoy_dot(twice, n) * depth;
}

struct buoy_displaced buoy_displaced_below(const struct buoy_mesh *mesh,
                                           const struct buoy_plane64 *plane) {
    const struct buoy_plane64 scaled = buoy_scale_plane64(plane); // nothing is rounded to float
    const struct buoy_tree *tree = &mesh->tree;
    const double *n = scaled.normal, *half = mesh->half_extent, *shift = tree->shift;
    struct displacing body = {.mesh = mesh, .plane = {.n = {n[0], n[1], n[2]}}};
    body.plane.offset = buoy_fine_sum(mesh, body.plane.n, scaled.d);
    body.plane.reach = fabs(n[0]) * half[0] + fabs(n[1]) * half[1] + fabs(n[2]) * half[2];
    // Water far above the body displaces as much as water just above it.
    body.plane.offset =
        buoy_clamp(body.plane.offset, -2.0 * body.plane.reach, 2.0 * body.plane.reach);
    const double shifted = body.plane.offset + buoy_dot(n, shift); // in the leaves' frame
    const double largest =
        body.plane.reach + 2.0 * fabs(body.plane.offset) +
        2.0 * (fabs(n[0] * shift[0]) + fabs(n[1] * shift[1]) + fabs(n[2] * shift[2]));
    const struct buoy_span span = buoy_span_of(&body.plane);
    for (uint32_t leaf = 0; leaf < buoy_leaf_count(mesh); ++leaf) {
        const enum buoy_leaf_side side = buoy_leaf_side(mesh, leaf, &span);
        const double size = side == BUOY_LEAF_WET ? buoy_leaf_size(tree, leaf) : 0.0;
        double sum = 0.0;
        if (side == BUOY_LEAF_WET && 4.0 * buoy_item_areas(tree)[leaf] > size * size) {
            const double *m = tree->moments[leaf].m;
            sum = -3.0 * shifted * buoy_dot(&m[1], n);
            for (int i = 0; i < 3; ++i) {
                sum += n[i] * buoy_dot(&m[7 + 3 * i], n);
            }
            add(&body, sum);
            body.doubt += largest * (33.0 * buoy_item_areas(tree)[leaf] + 16.0 * size);
        } else if (side != BUOY_LEAF_DRY) {
            for (uint32_t i = 0; i < BUOY_LANES; ++i) {
                sum += triangle_flux(&body, leaf * BUOY_LANES + i);
            }
            add(&body, sum);
            body.doubt += largest * buoy_leaf_area(mesh, leaf);
        }
    }
    const double s3 = mesh->scale * mesh->scale * mesh->scale;
    return (struct buoy_displaced){
        .volume = (body.sum + body.lost) * buoy_inverse_n2(&body.plane) / 3.0 * s3,
        .error = 8.0 * BUOY_DOUBLE_ROUNDOFF * body.doubt * sqrt(buoy_inverse_n2(&body.plane)) * s3,
    };
}

// --------------------------------------------------------------------------------------- floating

// The draft in a given attitude: Newton's method in brackets, dV/dd being the waterplane's area.
//
// As n turns by δn across itself and the volume stays, the water turns about the waterplane's
// centroid w: it rises by −δn·(x − w) at x. So the centre of buoyancy moves by −J δn / V along the
// water, J the waterplane's second moments about w, and the energy n·(g − c) has the gradient g − c
// across n and the second derivatives J / V − n·(g − c).

// The share of the whole volume by which the one to be displaced may exceed it.
#define FORGIVEN 1e-6

// Sections are right to some 1e-16 of the whole body: less than this share of it is not right to
// 1e-6 of itself.
#define LEAST_SHARE 1e-9

// Errors of the volume: the share of itself, and the share of the surface (times the half diagonal)
// that its sums lose to rounding.
#define VOLUME_TOLERANCE 1e-14
#define ROUNDING 4e-16

// Halvings of a bracket of doubles, and Newton's steps between them.
#define MOST_STEPS 200

enum buoy_status buoy_make_floater(const struct buoy_floating *body, struct buoy_floater *floater,
                                   struct buoy_error *error) {
    BUOY_REFUSE_IF(!body || !body->mesh, ARGUMENT, "%s", body ? "no mesh" : "no body");
    const struct buoy_mesh *mesh = body->mesh;
    const double *g = body->centre_of_mass, s = mesh->scale, whole = mesh->volume * (s * s * s);
    BUOY_REFUSE_IF(!isfinite(body->volume) || !buoy_within(g, 3, 1e300), NON_FINITE,
                   "the volume to be displaced or the centre of mass is not finite");
    BUOY_REFUSE_IF(
        !(body->volume > 0.0) || (mesh->closed && body->volume > whole * (1.0 + FORGIVEN)), RANGE,
        body->volume > 0.0 ? "the mesh cannot displace %g: its whole volume is %g"
                           : "the volume to be displaced, %g, is not above 0",
        body->volume, whole);
    BUOY_REFUSE_IF(mesh->closed && body->volume < LEAST_SHARE * whole, RANGE,
                   "the volume to be displaced, %g, is below %g of the mesh's, %g: too little "
                   "for double",
                   body->volume, LEAST_SHARE, whole);
    const double r = mesh->inverse_scale;
    floater->mesh = mesh;
    floater->volume = body->volume * r * r * r;
    if (mesh->closed && floater->volume > mesh->volume) {
        floater->volume = mesh->volume;
    }
    const double dry = (mesh->volume - floater->volume) / floater->volume;
    floater->range = mesh->closed ? buoy_clamp(dry, 1e-6, 1.0) : 1.0;
    for (int i = 0; i < 3; ++i) {
        floater->g[i] = (g[i] - mesh->centre[i]) * r;
    }
    return buoy_succeed(error);
}

// Sets the flotation's section to that of the draft, from the first guess in its water.
static void find_draft(const struct buoy_floater *floater, struct buoy_flotation *flotation,
                       double low, double high) {
    const double volume = floater->volume;
    const double tolerance = fmax(VOLUME_TOLERANCE * volume, ROUNDING * floater->mesh->area);
    double *offset = &flotation->water.offset, last = INFINITY;
    for (int step = 0; step < MOST_STEPS; ++step) {
        buoy_section_below(floater->mesh, &flotation->water, &flotation->at);
        const double error = flotation->at.volume - volume;
        *(error < 0.0 ? &low : &high) = *offset;
        if (fabs(error) <= tolerance) {
            return;
        }
        // Each step halves the error, or the next one halves the bracket. Also for NaN. What would
        // leave the bracket by far is not divided: there may be no waterplane.
        const double area = flotation->at.area;
        double next = fabs(error) < 2.0 * area * (high - low) ? *offset - error / area : low;
        if (!(next > low && next < high) || fabs(error) > 0.5 * last) {
            next = low + 0.5 * (high - low);
            if (!(next > low && next < high)) {
                return; // neighbouring doubles
            }
            last = INFINITY;
        } else {
            last = fabs(error);
        }
        *offset = next;
    }
}

enum buoy_status buoy_float(const struct buoy_floater *floater, const double n[3],
                            const struct buoy_flotation *near, struct buoy_flotation *flotation) {
    const struct buoy_mesh *mesh = floater->mesh;
    const double *half = mesh->half_extent, volume = floater->volume;
    const double reach = fabs(n[0]) * half[0] + fabs(n[1]) * half[1] + fabs(n[2]) * half[2];
    struct buoy_flotation found = {.water = {.n = {n[0], n[1], n[2]}}};
    double *offset = &found.water.offset;
    // The body is cut, and no open edge is wet, between low and high.
    double low = -reach, high = reach;
    for (uint32_t i = 0; i < mesh->open_vertex_count; ++i) {
        double v[3];
        buoy_open_point(mesh, i, v);
        const double height = buoy_dot(n, v);
        if (height < high) { // with fmin(), gcc 12 for AArch64 fails at -O3
            high = height;
        }
    }
    if (!mesh->closed) {
        *offset = high;
        buoy_section_below(mesh, &found.water, &found.at);
        if (!(found.at.volume >= volume)) {
            return BUOY_ERROR_OPEN;
        }
    }
    if (mesh->closed && volume >= mesh->volume * (1.0 - VOLUME_TOLERANCE)) {
        // Nothing is dry: the water is at the highest vertex, and there is no waterplane.
        *offset = high + 1.0;
        buoy_section_below(mesh, &found.water, &found.at);
        double lowest;
        buoy_corner_range(mesh, n, &lowest, offset);
    } else {
        const double wet = mesh->closed ? volume / mesh->volume : 0.5;
        const double guess = !near                  ? low + wet * (high - low)
                             : near->at.area != 0.0 ? buoy_dot(n, near->at.centroid)
                                                    : near->water.offset;
        *offset = buoy_clamp(guess, low, high);
        find_draft(floater, &found, low, high);
    }
    for (int i = 0; i < 3; ++i) {
        found.lever[i] = floater->g[i] - found.at.centre[i];
    }
    found.energy = buoy_dot(n, found.lever);
    *flotation = found;
    return BUOY_OK;
}

double buoy_metacentric_form(const struct buoy_flotation *flotation, const double a[3],
                             const double b[3]) {
    double jb[3];
    for (int i = 0; i < 3; ++i) {
        jb[i] = buoy_dot(flotation->at.moments[i], b);
    }
    return buoy_dot(a, jb) / flotation->at.volume - buoy_dot(a, b) * flotation->energy;
}
