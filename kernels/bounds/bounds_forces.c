// Error bounds for answers of `pressure`, for each query. They hold for every mesh and every
// combination of roundings.
//
// The truth: vertices as given in an exact pose, exact water, the vertices' heights above it
// interpolated linearly over each triangle, and the pressure integrated exactly. Below, ε = 2⁻⁵³,
// and r is the roundoff of a method's heights, shares and coordinates: u = 2⁻²⁴ or ε.
//
// Heights. Each is off by at most `off` for everything that is computed in double, by the water's
// own error, and by r of the part that is rounded. The depth of a point of a triangle is a mean of
// its corners' heights or 0, so that it is off by at most the largest error δ of those heights, and
// only where the heights less δ are submerged: on a share f(s − δ) of the area A. The force is off
// by at most δ f(s − δ) A, the torque by that × the arm. The bound assumes no cancellation between
// triangles.
//
// Rounding a corner high above the water costs next to nothing. Where a mean Σλs of heights is
// negative, the positive terms are less than the negative ones, so that Σλ r |s| ≤ 2 r × the depth
// of the deepest corner. For a body wholly submerged, depths are counted from the level of a
// vertex: there r counts of the difference, which is at most the span of all heights.
//
// Weights (simd/weights.h). Every term is positive; t and u of an edge are off by 3 r, a
// product of two shares by 7 r, ∫ depth by 9 r of itself, and the weights γ by 15 r, their means of
// corners, with rounded coordinates, by 19 r; for a triangle wholly submerged by 2 r, 3 r and 7 r.
// The force is off by the first of ∫ depth dA. The torque is off by the last of that × the largest
// coordinate, which is relative to the blocks' origin (mesh.h): at most `shift` farther than from
// the mesh's centre, about which the force errs, too. `kerner64` needs fewer roundings.
//
// Sums and area vectors are in double everywhere. Adding n terms costs n ε of the terms'
// magnitudes; cross products of edges of length l, between corners that are off by ε of the body's
// reach, cost 8 ε (l + ε reach) × reach. l is measured between the corners as given.
//
// Areas. The f of a triangle is off by f(s − δ) − f(s + δ) and 10 r, with each corner's own δ.
#include "base/arithmetic.h"

#include <math.h>

#include "bodies/immersion.h"
#include "dispatch/methods.h"
#include "mesh/shares.h"
#include "water/water.h"

#define EPSILON BUOY_DOUBLE_ROUNDOFF

// simd/pressure_kerner.h, in the mesh's units: no height is beyond it.
#define MOST_HEIGHT 0x1p60

struct precision {
    double roundoff; // r
    bool splits;     // parts at a corner's level (appendix)
    bool lumps;      // takes the force on a part to act at its centre, and looks up the depth there
};

// A body in its water, as bounds see it.
struct outlook {
    const struct buoy_pressure_query *query;
    struct buoy_immersion immersion;
    struct precision precision;
    const double *heights; // of all vertices, metres
    double scale, reach;   // metres; how far a corner may be from the centre
    double away;           // the pose's position, the water's offset and level: all magnitudes
    double shift;          // metres
    double low, high, off; // of all vertices: the heights, and the largest error in double
    bool below, maybe;     // all vertices are submerged; or may be
    struct buoy_pressure_bounds sum;
    double force; // at least the magnitudes of the forces on all triangles, added up
};

static double sum_of(const double x[3]) {
    return fabs(x[0]) + fabs(x[1]) + fabs(x[2]);
}

// How far places along an axis may be off, in cells: products and sums of magnitudes, and the
// rotation, whose elements are off by 15 ε.
static double cells_off(const struct outlook *outlook, int axis, double far) {
    const struct buoy_patch *patch = outlook->immersion.water->patch;
    const double spacing = axis == 0 ? patch->dx : patch->dy;
    const double samples = axis == 0 ? patch->columns : patch->rows;
    const double cells = fabs((double)patch->cell[axis]) + samples;
    const double metres = far + fabs(outlook->immersion.position[axis]) + fabs(patch->base[axis]);
    return 64.0 * EPSILON * (metres / spacing + cells);
}

// The error of the water's level at a vertex whose coordinates' magnitudes add up to `far`.
//
// A patch rises by no more than its range R in a cell along either axis. In float, the place in the
// cell costs ½ u of either rise, differences of samples 2 u R, products with shares and their sum
// 4 u R: with what those roundings do to each other, 8 u R. Waves are found in float by all
// methods.
static double water_off(const struct outlook *outlook, double far) {
    const struct buoy_immersion *immersion = &outlook->immersion;
    const struct buoy_water *water = immersion->water;
    double off = 0.0;
    if (water->kind == BUOY_WATER_PATCH) {
        const double range = immersion->high - immersion->low;
        const double cells = cells_off(outlook, 0, far) + cells_off(outlook, 1, far);
        off = range * (fmin(cells, 1.0) + 8.0 * outlook->precision.roundoff);
    } else if (water->kind == BUOY_WATER_WAVES) {
        const double metres = far + outlook->away, share = buoy_bound_water_waves();
        for (size_t i = 0; i < water->waves->count; ++i) {
            const struct buoy_prepared_wave *wave = &water->waves->waves[i];
            const double turns = (fabs(wave->turns_x) + fabs(wave->turns_y)) * metres +
                                 fabs(wave->turns_t * water->time) + fabs(wave->phase);
            // 2π < 8; a wave is never off by more than from crest to trough.
            off += wave->amplitude * fmin(2.0, 512.0 * EPSILON * turns + share);
        }
    }
    return off;
}

static void place_vertex(const struct outlook *outlook, uint32_t vertex, double p[3]) {
    const struct buoy_mesh *mesh = outlook->immersion.mesh;
    p[0] = mesh->triangles->px[vertex];
    p[1] = mesh->triangles->py[vertex];
    p[2] = mesh->triangles->pz[vertex];
}

// A height's error from everything that is computed in double: the direction up, turned into the
// mesh's frame, by 32 ε of its length, products and sums by 6 ε, the level by 4 ε of its terms, the
// last steps by 4 ε; and the water's. A bounding box on one side of the water decides for
// everything in it, off by 8 ε of the terms of its corners' coordinates. What is as good as flush
// with a plane is put there.
static double height_off(const struct outlook *outlook, const double p[3], double s) {
    const double most = MOST_HEIGHT * outlook->scale,
                 flush = buoy_immersion_flush(&outlook->immersion);
    const double box = sum_of(outlook->immersion.mesh->centre) + 2.0 * outlook->reach;
    return EPSILON * (64.0 * (sum_of(p) + outlook->away + fabs(s)) + 8.0 * box) +
           water_off(outlook, sum_of(p)) + 2.0 * BUOY_STATED_LEAST_DEPTH * outlook->scale +
           fmax(fabs(s) - most, 0.0) + (fabs(s) <= 2.0 * flush ? 2.0 * flush : 0.0);
}

struct facet {
    double s[3], delta[3], rounded[3]; // heights, their errors, and their rounded parts
    double depth;                      // of the deepest corner at most
    double area, longest;              // of its edges
    double size;                       // area, and what its area vector may be off by
    double reach;                      // how far a corner is from the centre
};

static void fetch(const struct outlook *outlook, uint32_t t, struct facet *facet) {
    const struct buoy_mesh *mesh = outlook->immersion.mesh;
    const uint32_t corner[3] = {mesh->triangles->i0[t], mesh->triangles->i1[t],
                                mesh->triangles->i2[t]};
    const double span = outlook->high - outlook->low;
    double v[3][3], edges[3][3], twice[3];
    facet->depth = facet->reach = facet->longest = 0.0;
    for (int k = 0; k < 3; ++k) {
        const double s = outlook->heights[corner[k]];
        place_vertex(outlook, corner[k], v[k]);
        const double off = height_off(outlook, v[k], s);
        facet->s[k] = s;
        // What is rounded: all of it or, if the body is or may be submerged, the span of all
        // heights.
        facet->rounded[k] = outlook->below ? span : outlook->maybe ? fmax(span, fabs(s)) : fabs(s);
        facet->delta[k] = off + outlook->precision.roundoff * facet->rounded[k];
        facet->depth = fmax(facet->depth, off - s);
        facet->reach = fmax(facet->reach, buoy_distance(v[k], mesh->middle));
    }
    // From the corners as given: a small triangle far from the centre loses all digits relative to
    // the centre.
    for (int k = 0; k < 3; ++k) {
        for (int i = 0; i < 3; ++i) {
            edges[k][i] = v[(k + 1) % 3][i] - v[k][i];
        }
        facet->longest = fmax(facet->longest, buoy_length(edges[k]));
    }
    buoy_cross_product(edges[0], edges[1], twice);
    const double reach = outlook->reach;
    facet->area = 0.5 * buoy_length(twice);
    facet->size = facet->area + 8.0 * EPSILON * (facet->longest + EPSILON * reach) * reach;
}

static double mean(const double x[3]) {
    return (x[0] + x[1] + x[2]) / 3.0;
}

// Adds the errors of heights and weights of a triangle whose submerged part is what its heights
// say, and of the sums.
static void add_facet(struct outlook *outlook, const struct facet *facet) {
    const double *s = facet->s, *delta = facet->delta;
    const double r = outlook->precision.roundoff, shift = outlook->shift, size = facet->size;
    const bool wet = outlook->below ||
                     (!outlook->maybe && s[0] < -delta[0] && s[1] < -delta[1] && s[2] < -delta[2]);
    double depth; // the mean that is summed
    if (wet) {
        depth = mean(facet->rounded);
        outlook->sum.force += size * (mean(delta) + 2.0 * r * depth);
        outlook->sum.torque +=
            size * (mean(delta) * facet->reach + r * depth * (7.0 * facet->reach + 9.0 * shift));
        outlook->sum.area += 10.0 * r * size;
    } else {
        const double share = buoy_submerged_share(s, delta, -1.0);
        const double span = outlook->maybe ? outlook->high - outlook->low : 0.0;
        double most = fmax(delta[0], fmax(delta[1], delta[2]));
        if (!outlook->maybe) {
            most = fmin(most, outlook->off + 2.01 * r * facet->depth);
        }
        depth = fmax(span, buoy_mean_depth(s, delta));
        outlook->sum.force += size * (share * most + 9.0 * r * depth);
        outlook->sum.torque +=
            size * (share * most * facet->reach + r * depth * (19.0 * facet->reach + 28.0 * shift));
        outlook->sum.area += size * (10.0 * r * share + buoy_share_change(s, delta));
    }
    const double n = outlook->immersion.mesh->triangle_count;
    const double sums = depth * ((n + 64.0) * EPSILON * size + (size - facet->area));
    outlook->sum.force += sums;
    outlook->sum.torque += sums * (facet->reach + shift);
    outlook->sum.area += (n + 64.0) * EPSILON * size + (size - facet->area);
    outlook->force += depth * size;
}

// The errors that the two published ways to a force add.
//
// appendix: a part is split into halves, whose corners are found between others, hence off by a few
// ε of the reach: 128 ε × reach × its longest edge in area, for all halves together. Depths are
// measured from the water even if a body is wholly submerged.
//
// centre: each part loses the torque Σ (dₖ − d̄)(vₖ − c) × n A/12, where c is its centre and d̄ the
// mean of its depths dₖ. These are within ⅔ of their span of d̄, and no corner is farther from c
// than ⅔ of the longest edge l: A l/9 × the span. The water at c may differ from the corners' mean
// by its whole rise and fall.
static void add_published(struct outlook *outlook, const struct facet *facet) {
    const struct buoy_immersion *immersion = &outlook->immersion;
    const double n = immersion->mesh->triangle_count;
    const double share = buoy_submerged_share(facet->s, facet->delta, -1.0);
    const double split = 128.0 * EPSILON * facet->depth * outlook->reach * facet->longest;
    const double sums = (n + 64.0) * EPSILON * facet->depth * facet->size;
    double force = share * (split + sums), torque = force * outlook->reach;
    if (outlook->precision.lumps) {
        const double high = fmax(facet->s[0], fmax(facet->s[1], facet->s[2]));
        const double span = facet->depth + fmin(high, 0.0) + outlook->off;
        const double apart = immersion->high - immersion->low;
        force += share * apart * facet->size;
        torque += share * facet->size * (apart * outlook->reach + span * facet->longest / 9.0);
    }
    outlook->sum.force += force;
    outlook->sum.torque += torque;
}

// ---------------------------------------------------------------------------------------- pool

// Pools are answered in double. Walls are off by `near`, 64 ε of all magnitudes that a distance is
// found from, and so are the places where edges meet them, which a triangle, its neighbour and the
// cut along the wall have alike: the surface stays closed, and what is between it and the true one
// has at most the area of triangles × that, where depths change by as much. Of each triangle,
// parts' areas and depths are off by 64 ε. A triangle of a cut has a side of the longest edge and
// reaches from the body to its apex above the water: it is off by as much as any triangle of its
// size. The area of a triangle hangs on the wall's place in proportion to near / the span of its
// distances from there.
//
// Where two walls are as near to each other as that, either's cut may be in the pool or not.
static void add_cut_along_wall(struct outlook *outlook, const struct facet *facet, bool thin) {
    const double depth = fmax(outlook->off - outlook->low, 0.0);
    const double apart = outlook->immersion.high - outlook->immersion.low;
    const double reach = 4.0 * outlook->reach + depth + 2.0 * apart; // of the apex
    const double size = facet->longest * reach;
    const double n = outlook->immersion.mesh->triangle_count;
    double force = size * (outlook->off + ((n + 256.0) * EPSILON + (thin ? 1.0 : 0.0)) * depth);
    double torque = force * reach;
    if (outlook->precision.splits) {
        force += 1024.0 * EPSILON * depth * reach * reach;
        torque = force * reach;
    }
    if (outlook->precision.lumps) {
        force += size * apart;
        torque += size * reach * (apart + depth);
    }
    outlook->sum.force += force;
    outlook->sum.torque += torque;
    outlook->force += size * depth;
}

// Adds the errors of where walls cut a triangle, and of its shares of the cuts along walls, also of
// one that another wall cuts off; false if the triangle itself lies outside.
static bool add_walls(struct outlook *outlook, uint32_t t, const struct facet *facet) {
    const struct buoy_immersion *immersion = &outlook->immersion;
    const struct buoy_mesh *mesh = immersion->mesh;
    const struct buoy_region *region = immersion->water->region;
    const uint32_t corner[3] = {mesh->triangles->i0[t], mesh->triangles->i1[t],
                                mesh->triangles->i2[t]};
    const double near =
        64.0 * EPSILON * (sum_of(mesh->centre) + 2.0 * outlook->reach + outlook->away);
    double place[3][3], unsure = 0.0;
    bool outside = false, thin = false;
    for (int i = 0; i < 3; ++i) {
        thin = thin || region->high[i] - region->low[i] <= 4.0 * near;
    }
    for (int k = 0; k < 3; ++k) {
        double p[3];
        place_vertex(outlook, corner[k], p);
        buoy_rotate(&immersion->rotation, p, place[k]);
    }
    for (int wall = 0; wall < 6; ++wall) {
        const int axis = wall % 3;
        double low = (double)INFINITY, high = -low;
        for (int k = 0; k < 3; ++k) {
            const double at = place[k][axis] + immersion->position[axis];
            const double inside = wall < 3 ? at - region->low[axis] : region->high[axis] - at;
            low = fmin(low, inside);
            high = fmax(high, inside);
        }
        outside = outside || high < -near;
        if (low <= near && high >= -near) {
            unsure += fmin(1.0, 4.0 * near / (high - low));
            add_cut_along_wall(outlook, facet, thin);
        }
    }
    if (outside) {
        return false;
    }
    const double force = facet->size * (near + 64.0 * EPSILON * facet->depth);
    outlook->sum.force += force;
    outlook->sum.torque += force * 2.0 * outlook->reach;
    outlook->sum.area += facet->size * (fmin(unsure, 1.0) + 64.0 * EPSILON);
    return true;
}

// -------------------------------------------------------------------------------------- a query

static void begin(const struct buoy_pressure_query *query, const struct precision *precision,
                  struct outlook *outlook) {
    const struct buoy_mesh *mesh = query->mesh;
    *outlook = (struct outlook){.query = query, .precision = *precision, .scale = mesh->scale};
    buoy_immerse(query, &outlook->immersion);
    const struct buoy_immersion *immersion = &outlook->immersion;
    if (immersion->pooled) {
        outlook->precision.roundoff = EPSILON; // answered in double
    }
    outlook->reach = buoy_length(mesh->half_extent) * mesh->scale;
    outlook->shift = buoy_length(buoy_blocks_shift(mesh)) * mesh->scale;
    const double offset =
        query->water->kind == BUOY_WATER_PLANE ? fabs(buoy_level_of(query->water).d) : 0.0;
    outlook->away = sum_of(immersion->position) + offset / immersion->length +
                    fmax(fabs(immersion->low), fabs(immersion->high));
    if (query->mesh->in_doubles) { // whose origin was turned and moved
        outlook->away += sum_of(query->pose.position) + sum_of(query->mesh->origin);
    }
    outlook->low = (double)INFINITY;
    outlook->high = -(double)INFINITY;
    double *heights = query->scratch;
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        double p[3];
        place_vertex(outlook, i, p);
        heights[i] = buoy_height_at(immersion, p);
        outlook->low = fmin(outlook->low, heights[i]);
        outlook->high = fmax(outlook->high, heights[i]);
        outlook->off = fmax(outlook->off, height_off(outlook, p, heights[i]));
    }
    const double slack = outlook->off + outlook->precision.roundoff * fabs(outlook->high);
    const bool closed = mesh->closed && !immersion->pooled;
    outlook->below = closed && outlook->high < -slack;
    outlook->maybe = closed && outlook->high <= slack;
    outlook->heights = heights;
}

static void find_bounds(const struct buoy_pressure_query *query, const struct precision *precision,
                        struct buoy_pressure_bounds *bounds) {
    struct outlook outlook;
    begin(query, precision, &outlook);
    const struct buoy_mesh *mesh = query->mesh;
    const struct buoy_water *water = query->water;
    // Archimedes' law answers for a closed body wholly below a plane, from volume and centroid,
    // which were summed in double when the mesh was made; otherwise the errors are those of any
    // sum.
    if (outlook.below && water->kind == BUOY_WATER_PLANE && !precision->splits) {
        outlook.precision.roundoff = EPSILON;
        outlook.low = outlook.high - 2.0 * outlook.reach; // volumes: arms from the centre
    }
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        struct facet facet;
        fetch(&outlook, t, &facet);
        if (outlook.immersion.pooled && !add_walls(&outlook, t, &facet)) {
            continue;
        }
        add_facet(&outlook, &facet);
        if (precision->splits) {
            add_published(&outlook, &facet);
        }
    }
    // The answer's last steps, in double: the force is turned into the world's frame, which costs
    // 15 ε for the rotation and 3 ε for products and sums, and its torque moved from the blocks'
    // origin to the pose's position, which costs 64 ε × that arm.
    const double weight = water->density * water->gravity;
    const double arm = sum_of(mesh->centre) + outlook.reach + outlook.shift;
    bounds->force = weight * (outlook.sum.force + 64.0 * EPSILON * outlook.force);
    bounds->torque = weight * (outlook.sum.torque + 128.0 * EPSILON * outlook.force * arm);
    bounds->area = outlook.sum.area;
}

void buoy_bound_pressure_kerner64(const struct buoy_pressure_query *query,
                                  struct buoy_pressure_bounds *bounds) {
    find_bounds(query, &(struct precision){.roundoff = EPSILON}, bounds);
}

void buoy_bound_pressure_kerner(const struct buoy_pressure_query *query,
                                struct buoy_pressure_bounds *bounds) {
    const bool doubles = buoy_pressure_needs_doubles(query->mesh);
    find_bounds(query, &(struct precision){.roundoff = doubles ? EPSILON : BUOY_FLOAT_ROUNDOFF},
                bounds);
}

void buoy_bound_pressure_appendix(const struct buoy_pressure_query *query,
                                  struct buoy_pressure_bounds *bounds) {
    find_bounds(query, &(struct precision){.roundoff = EPSILON, .splits = true}, bounds);
}

void buoy_bound_pressure_centre(const struct buoy_pressure_query *query,
                                struct buoy_pressure_bounds *bounds) {
    find_bounds(query, &(struct precision){.roundoff = EPSILON, .splits = true, .lumps = true},
                bounds);
}

// ------------------------------------------------------------------------------------------ steps

// Error bounds of the family `step`, beyond those of the kernels that answer a body's parts; of
// `forces`, and of `waves`.
//
// Best-fit planes in waves (simd/step_waves.h), with u = 2⁻²⁴. Sines and cosines of phases that are
// found in double are within e = 3.7 u (below), and so are those of x, whose phase is that
// of a float's root: 1.5 u of x, by which F changes by 3 j₂(x) ≤ .92 and H by 15 j₃(x)/x ≤ .76 of
// themselves at most, as spherical Bessel functions have it: 1.4 u and 1.2 u. Where x ≥ 2,
//   F = 3 ((sin x)/x − cos x) / x²              is off by 3 (e/2 + e)/4 + 2 u    = 6.2 u,
//   H = 15 (3 (sin x) − 3x cos x − x² sin x)/x⁵ is off by 15 (1 + 6)/32 e + 7 u  = 19.2 u at most,
// at x = 2, with the rounding of F, which is multiplied by 15/4; below, by polynomials that are 1
// and small terms, within .22 u of their functions, both by 2 u. So a wave's height A sin φ F is
// off by e + 1.4 u + 6.2 u + 2 u = 13.3 u of A, and its slope A k cos φ H by e + 1.2 u + 19.2 u + 3
// u = 27.1 u of A k. Sums in float over eight waves add 8 u: 35.1 u = 2.1·10⁻⁶, within 3 × the
// bound of heights, 10⁻⁶, which has room for the place and the time in double, too.
// (tests/test_step_water.c: 0.27·10⁻⁶.)
// The plane's offset is found from the middle's own height, so that no distance from the origin
// multiplies an error; the height at the middle has the slope's error times its distance from the
// centroid on top.
//
// Forces, once V, c and S are known. With ε = 2⁻⁵³, a rotation's entries are off by 8 ε at most,
// and turning a vector into the model's frame or back is off by 16 ε of its length. Buoyancy is
// turned by none, its torque by two of these: n into the frame, r × n back; 64 ε and 128 ε
// (below) leave room for them. Drag: u and ω are turned into the frame, F and the torque
// back, which costs 32 ε of f and of the torque's measure; M and its solution are those of
// below, with r as it is in the frame, where no position in the world rounds it. The
// torque N⁻¹ (r × F − b ω) takes one solution with N of a right side that is off by 64 ε κ² of the
// measure. Together, twice the bounds of the family `forces`. (tests/test_step_forces.c compares
// with the formulas themselves, which err by as much.)

double buoy_bound_step_fit(void) {
    return 3.0 * buoy_bound_water_waves();
}

double buoy_bound_step_force(void) {
    return 2.0 * buoy_bound_forces_force();
}

double buoy_bound_step_torque(void) {
    return 2.0 * buoy_bound_forces_torque();
}

// ------------------------------------------------------------------------------------------ forces

// Error bounds of the family `forces`, as buoyancy_forces.h documents them: for buoyancy shares of
// ρ g V and of ρ g V |r|; for drag shares of f κ², and of the torques of f and b, × κ². They hold
// for all methods, which do the same operations (../../scalar/forces_catto.c).
//
// Rounding, with ε = 2⁻⁵³ and κ as in buoyancy_forces.h. Buoyancy takes five roundings, its torque
// eight. Drag: u is within 6 ε of |v| + |ω| |r| + |v_w|, and k within 10 ε of itself and as much as
// |u|. M = 1 + dt k K is symmetric with eigenvalues from 1 to κ. Its entries are off by 12 ε κ at
// most, M⁻¹ by 21 ε κ, because M⁻¹ is no larger than 1. The system is solved by cofactors, with λ₁
// ≥ λ₂ ≥ λ₃ ≥ 1: the cofactors are rounded by 2 ε λ₁² and divided by the determinant λ₁ λ₂ λ₃; the
// determinant is a sum of three products of λ₁ and λ₁ λ₂ at most, off by 9 ε λ₁² λ₂: each costs
// some 10 ε λ₁ of the answer. So F is within 64 ε κ of f, times κ to be safe. The torque takes r ×
// F, and the same again for ω', whose right side contains F by dt tr I⁻¹ |r|, and b: twice as much
// of the torque's measure in buoyancy_forces.h. (tests/climb: 0.21 of these.)

double buoy_bound_forces_force(void) {
    return 64.0 * EPSILON;
}

double buoy_bound_forces_torque(void) {
    return 2.0 * buoy_bound_forces_force();
}

// ------------------------------------------------------------------------------------------- waves

// Error bound of the method `waves` (../../simd/water_waves.h), as buoyancy_water.h documents it:
// for heights a share of the sum of all amplitudes, for slopes a share of the sum of amplitude ×
// wave number.
//
// Rounding, with u = 2⁻²⁴ and ε = 2⁻⁵³. In float: a test of every float in [2⁻¹³, ¼] finds the
// polynomial within 3.3 u of the sine, of itself; below, it is its first coefficient (½ u) and
// three roundings. r is rounded by u/4 at most, its fold and ¼ − a by u/8 where they are not exact,
// at a ≤ ⅛: as angles 1.6 u, which act on the sine by the cosine, so that a sine is within √(3.3² +
// 1.6²) u < 3.7 u. The amplitude, seven additions in float and one rounding of the sum make 12.7 u
// of the sum of amplitudes; slopes, whose steepness is rounded, too, 13.7 u: 8.2·10⁻⁷. In double,
// at |x|, |y| ≤ 10⁶ m and |t| ≤ 10⁶ s, for wavelengths and periods from 0.1 on: directions are
// within 4 ε of cos θ and sin θ (waves.c). Products of three roundings and the sums of three terms
// are some 10 ε of 2·10⁷ turns, products of time five ε of 10⁷: 2.8·10⁻⁸ turns, 1.8·10⁻⁷ rad.
// Together 10⁻⁶. If the processor does not round to the nearest, roundings are twice as large, and
// the polynomial is within 5.2 u: 2·10⁻⁶.

double buoy_bound_water_waves(void) {
    return 1e-6;
}
