// From a caller's plane to the baked frame, and from a kernel's sums back to the caller's: volumes
// and waterplanes; water that is flush with faces.
#ifndef BUOY_PLANE_H
#define BUOY_PLANE_H

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/vector.h"
#include "buoyancy_hydrostatics.h"
#include "mesh/mesh.h"

// Water that is flush with a face.
//
// Positions in doubles are rounded relative to the mesh's centre, the water is not: a deck whose
// decimals lie exactly in the water would be wet or dry by luck. So a mesh in doubles knows its
// levels: along each axis the coordinates, as they were rounded, of the faces square to it, and of
// its two ends. Water that is level with one of them, but for the rounding of both, is put there
// exactly. Meshes in floats need none of this: nothing was rounded.

// The offset of a plane square to an axis, in the baked frame, moved to the level that it is flush
// with, if any. How far that may be: the level's own rounding and that of the offset, but no
// farther than any vertex was moved; and `more`, what else the offset is off by.
double buoy_settle_along(const struct buoy_mesh *mesh, const double n[3], int axis, double offset,
                         double more);

// The axis that a normal runs along, or -1.
static inline int buoy_axis_along(const double n[3]) {
    return n[0] == 0.0 ? (n[1] == 0.0   ? 2
                          : n[2] == 0.0 ? 1
                                        : -1)
                       : (n[1] == 0.0 && n[2] == 0.0 ? 0 : -1);
}

static inline double buoy_settle_within(const struct buoy_mesh *mesh, const double n[3],
                                        double offset, double more) {
    if (!mesh->in_doubles) {
        return offset;
    }
    const int axis = buoy_axis_along(n);
    return axis < 0 ? offset : buoy_settle_along(mesh, n, axis, offset, more);
}

// The offset of any plane, settled.
static inline double buoy_settle(const struct buoy_mesh *mesh, const double n[3], double offset) {
    return buoy_settle_within(mesh, n, offset, 0.0);
}

// Where the mesh's bounding box lies.
enum buoy_side {
    BUOY_SIDE_CUT, // some of it may be submerged
    BUOY_SIDE_DRY,
    BUOY_SIDE_WET, // all of it is submerged, and the mesh closed, so that its whole volume is known
};

// The plane in the baked frame. The normal is the caller's times a power of two that brings its
// largest component into [1, 2): not normalised, because that would round it, and a rounded normal
// is another plane. Volumes need heights only as ratios.
struct buoy_baked_plane {
    float nx, ny, nz, d;
    double n[3], offset; // the same before d was rounded
    double reach;        // |offset| beyond which the plane misses the bounding box
    enum buoy_side side;
};

// The power of two 2^-e that brings x, finite and > 0, into [1, 2).
static inline double buoy_power_of_two_below(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits = (UINT64_C(2046) << 52) - (bits & (UINT64_C(0x7ff) << 52));
    memcpy(&x, &bits, sizeof x);
    return x;
}

// Whether a plane's numbers are of a size at which nothing overflows or vanishes: of nearly all.
static inline bool buoy_plane_is_plain(const struct buoy_plane *plane) {
    const double x = plane->normal[0], y = plane->normal[1], z = plane->normal[2];
    const double n2 = x * x + y * y + z * z;
    return n2 > 0x1p-120 && n2 < 0x1p120 && fabs((double)plane->d) < 0x1p120; // false for NaN
}

// Whether a plane can be used: finite, with a normal.
static inline bool buoy_plane_is_valid(const struct buoy_plane *plane) {
    if (__builtin_expect(buoy_plane_is_plain(plane), 1)) {
        return true;
    }
    const float *n = plane->normal, d = plane->d;
    const bool zero = n[0] == 0.0f && n[1] == 0.0f && n[2] == 0.0f;
    return !zero && isfinite(n[0]) && isfinite(n[1]) && isfinite(n[2]) && isfinite(d);
}

// Whether an end of an open edge is submerged when the plane's offset is d. A point counts as dry
// if moving each of its coordinates and the plane by one unit in the last place would make it so:
// importers disagree by that much about decimal text.
static inline bool buoy_wets_open_edge(const struct buoy_mesh *mesh, const struct buoy_plane *plane,
                                       double d) {
    const double ulp = 0x1p-23;
    d -= plane->normal[0] * mesh->origin[0] + plane->normal[1] * mesh->origin[1] +
         plane->normal[2] * mesh->origin[2];
    for (uint32_t i = 0; i < mesh->open_vertex_count; ++i) {
        const float *p = mesh->open_points + 3 * (size_t)i;
        const double x = (double)plane->normal[0] * (double)p[0];
        const double y = (double)plane->normal[1] * (double)p[1];
        const double z = (double)plane->normal[2] * (double)p[2];
        if (x + y + z - d < -ulp * (fabs(x) + fabs(y) + fabs(z) + fabs(d))) {
            return true;
        }
    }
    return false;
}

// Finds on which side of the water the body is, by offset and reach.
static inline void buoy_find_side(const struct buoy_mesh *mesh, struct buoy_baked_plane *baked) {
    baked->side = BUOY_SIDE_CUT;
    if (baked->offset >= baked->reach) {
        baked->side = mesh->closed ? BUOY_SIDE_WET : BUOY_SIDE_CUT;
        // An open mesh is wet at twice the reach, too; at 10³⁰ the boxes that pad nodes would be
        // wet as well, and they have no blocks.
        const double deepest = 2.0 * baked->reach + 1.0;
        baked->offset = baked->offset < deepest ? baked->offset : deepest;
        baked->d = (float)baked->offset;
    } else if (baked->offset <= -baked->reach) {
        baked->side = BUOY_SIDE_DRY;
    }
}

// On which side of the water a closed body is, as buoy_bake_plane() finds it, if the plane misses
// its bounding box by more than water may be settled; else BUOY_SIDE_CUT. The plane is
// plain, so that scaling its normal by a power of two would change no comparison. Most bodies of a
// scene are dry or wet: nothing else of them is read.
static inline enum buoy_side buoy_side_at_a_glance(const struct buoy_mesh *mesh,
                                                   const struct buoy_plane *plane) {
    const double nx = plane->normal[0], ny = plane->normal[1], nz = plane->normal[2];
    const double ax = fabs(nx), ay = fabs(ny), az = fabs(nz);
    const double *half = mesh->half_extent, *centre = mesh->centre;
    const double at_centre = nx * centre[0] + ny * centre[1] + nz * centre[2];
    const double offset = ((double)plane->d - at_centre) * mesh->inverse_scale;
    double reach = ax * half[0] + ay * half[1] + az * half[2];
    if (__builtin_expect(mesh->in_doubles, 0)) {
        reach += 2.0 * mesh->moved * (ax + ay + az);
    }
    // Infinite or NaN if the centre is too far for these numbers.
    return !(fabs(offset) > reach && fabs(offset) <= DBL_MAX) ? BUOY_SIDE_CUT
           : offset > 0.0                                     ? BUOY_SIDE_WET
                                                              : BUOY_SIDE_DRY;
}

// 1 / |n|².
static inline double buoy_inverse_n2(const struct buoy_baked_plane *plane) {
    return 1.0 / buoy_dot(plane->n, plane->n);
}

// The offset in the baked frame of a plane below a mesh in doubles, settled. A function
// of its own, called before anything else is known: other meshes do not pay for it.
double buoy_settled_offset(const struct buoy_mesh *mesh, const struct buoy_plane *plane, double d);

// How far that moved the water, in metres.
double buoy_settled_by(const struct buoy_mesh *mesh, const struct buoy_plane *plane, double d);

// The power of two that scales a plane's normal. Of most normals of unit length it is 2: a branch
// that is predicted, so that nothing waits for the largest component.
static inline double buoy_plane_scale(const struct buoy_plane *plane) {
    const float ax = fabsf(plane->normal[0]), ay = fabsf(plane->normal[1]);
    const float az = fabsf(plane->normal[2]);
    const float larger = ax > ay ? ax : ay, largest = larger > az ? larger : az;
    const bool usual = largest >= 0.5f && largest < 1.0f;
    return __builtin_expect(usual, 1) ? 2.0 : buoy_power_of_two_below((double)largest);
}

// The plane in the baked frame, with an offset d in place of its own.
static inline struct buoy_baked_plane buoy_bake_plane_at(const struct buoy_mesh *mesh,
                                                         const struct buoy_plane *plane, double d) {
    const bool in_doubles = mesh->in_doubles;
    const double settled =
        __builtin_expect(in_doubles, 0) ? buoy_settled_offset(mesh, plane, d) : 0.0;
    const double k = buoy_plane_scale(plane);

    struct buoy_baked_plane baked;
    const double nx = plane->normal[0] * k, ny = plane->normal[1] * k, nz = plane->normal[2] * k;
    baked.n[0] = nx;
    baked.n[1] = ny;
    baked.n[2] = nz;
    const double at_centre = nx * mesh->centre[0] + ny * mesh->centre[1] + nz * mesh->centre[2];
    baked.offset = in_doubles ? settled : (d * k - at_centre) * mesh->inverse_scale;
    baked.nx = (float)nx;
    baked.ny = (float)ny;
    baked.nz = (float)nz;
    baked.d = (float)baked.offset;

    const double *half = mesh->half_extent;
    baked.reach = fabs(nx) * half[0] + fabs(ny) * half[1] + fabs(nz) * half[2];
    buoy_find_side(mesh, &baked);
    return baked;
}

static inline struct buoy_baked_plane buoy_bake_plane(const struct buoy_mesh *mesh,
                                                      const struct buoy_plane *plane) {
    return buoy_bake_plane_at(mesh, plane, (double)plane->d);
}

// Plane i as kernels get it: in float, or in double with a normal that entries have rounded to
// floats. Its offset is d; that of what is returned does not count.
static inline struct buoy_plane buoy_plane_of(const struct buoy_plane *planes,
                                              const struct buoy_plane64 *planes64, size_t i,
                                              double *d) {
    struct buoy_plane plane;
    if (__builtin_expect(planes64 != NULL, 0)) {
        const double *n = planes64[i].normal;
        *d = planes64[i].d;
        plane = (struct buoy_plane){{(float)n[0], (float)n[1], (float)n[2]}, 0.0f};
    } else {
        plane = planes[i];
        *d = (double)plane.d;
    }
    return plane;
}

// A plane in a frame whose origin lies at −shift: coordinates there are larger by shift.
static inline struct buoy_baked_plane buoy_shift_plane(const struct buoy_baked_plane *plane,
                                                       const double shift[3]) {
    struct buoy_baked_plane shifted = *plane;
    const double *n = plane->n;
    shifted.offset += buoy_dot(n, shift);
    shifted.d = (float)shifted.offset;
    return shifted;
}

// A point on the plane near the middle of the body's waterplane: exactly there for an ellipsoid,
// and carried along by any stretching of the body. With M the spread of the surface about its
// centre g, p = g + M n (d − n·g) / (n·M n). Unlike the foot of the centre it stays within thin
// bodies.
static inline void buoy_section_centre(const struct buoy_mesh *mesh,
                                       const struct buoy_baked_plane *plane, double p[3]) {
    const double *n = plane->n, *g = mesh->surface_centre;
    double towards[3];
    for (int i = 0; i < 3; ++i) {
        towards[i] = buoy_dot(mesh->surface_spread[i], n);
    }
    const double along = buoy_dot(towards, n);
    const double away = plane->offset - buoy_dot(g, n);
    const double step = away / along;
    for (int i = 0; i < 3; ++i) {
        p[i] = g[i] + step * towards[i];
    }
}

// A point of the plane that no corner is farther from than the diagonal: buoy_section_centre(),
// unless the plane only grazes a needle and that point lies far outside it; then the foot of the
// centre.
static inline void buoy_apex_near(const struct buoy_mesh *mesh,
                                  const struct buoy_baked_plane *plane, double p[3]) {
    buoy_section_centre(mesh, plane, p);
    if (!(buoy_length(p) <= buoy_length(mesh->half_extent))) {
        const double inverse_n2 = buoy_inverse_n2(plane);
        for (int i = 0; i < 3; ++i) {
            p[i] = plane->n[i] * (plane->offset * inverse_n2);
        }
    }
}

// The answer of a dry mesh.
static inline void buoy_answer_dry(const struct buoy_mesh *mesh, struct buoy_volume *result) {
    result->volume = 0.0;
    result->centre[0] = mesh->centre[0];
    result->centre[1] = mesh->centre[1];
    result->centre[2] = mesh->centre[2];
}

// The answer of volume v and centroid c, both in the baked frame.
static inline void buoy_answer(const struct buoy_mesh *mesh, double v, const double c[3],
                               struct buoy_volume *result) {
    const double scale = mesh->scale;
    result->volume = v * (scale * scale * scale);
    result->centre[0] = c[0] * scale + mesh->centre[0];
    result->centre[1] = c[1] * scale + mesh->centre[1];
    result->centre[2] = c[2] * scale + mesh->centre[2];
}

// The answer of a wholly submerged mesh.
static inline void buoy_answer_wet(const struct buoy_mesh *mesh, struct buoy_volume *result) {
    buoy_answer(mesh, mesh->volume, mesh->centroid, result);
}

// NaN stays NaN. So ordered, it is two instructions: a maximum and a minimum.
static inline double buoy_clamp(double x, double low, double high) {
    const double raised = low > x ? low : x;
    return high < raised ? high : raised;
}

// Moves c, if rounding put it outside the bounding box or above the water, to the nearest submerged
// point of the box, which is no farther from the true place than c was. The nearest is c − t n with
// each coordinate kept in the box, for a t ≥ 0; each turn increases t as far as the water, or until
// the box stops another coordinate.
static inline void buoy_keep_in_wet_box(const struct buoy_mesh *mesh,
                                        const struct buoy_baked_plane *plane, double c[3]) {
    const double *n = plane->n, *half = mesh->half_extent;
    double height = -plane->offset;
    for (int i = 0; i < 3; ++i) {
        c[i] = buoy_clamp(c[i], -half[i], half[i]);
        height += n[i] * c[i];
    }
    for (int turn = 0; turn < 3 && height > 0.0; ++turn) {
        double free2 = 0.0;
        for (int i = 0; i < 3; ++i) {
            const bool free = n[i] > 0.0 ? c[i] > -half[i] : c[i] < half[i];
            free2 += free ? n[i] * n[i] : 0.0;
        }
        if (!(free2 > 0.0)) {
            return; // the deepest corner
        }
        const double t = height / free2;
        height = -plane->offset;
        for (int i = 0; i < 3; ++i) {
            c[i] = buoy_clamp(c[i] - t * n[i], -half[i], half[i]);
            height += n[i] * c[i];
        }
    }
}

// Whether sums found any volume or area: those of a closed mesh are positive.
static inline bool buoy_found_any(const struct buoy_mesh *mesh, double sum) {
    return mesh->closed ? sum > 0.0 : sum != 0.0;
}

// The answer from a volume and centroid found by sums, baked frame, kept possible in spite of
// rounding: a closed mesh has 0 ≤ V ≤ V_total, and its centre of buoyancy lies in the bounding box
// and not above the water. An open mesh's sums are reported as they are.
static inline void buoy_answer_found(const struct buoy_mesh *mesh,
                                     const struct buoy_baked_plane *plane, double v, double c[3],
                                     struct buoy_volume *result) {
    if (!buoy_found_any(mesh, v)) {
        buoy_answer_dry(mesh, result);
        return;
    }
    if (mesh->closed) {
        v = v < mesh->volume ? v : mesh->volume;
        buoy_keep_in_wet_box(mesh, plane, c);
    }
    buoy_answer(mesh, v, c, result);
}

// Like buoy_answer_found(), from V and V c.
static inline void buoy_answer_sums(const struct buoy_mesh *mesh,
                                    const struct buoy_baked_plane *plane, double v,
                                    const double vc[3], struct buoy_volume *result) {
    if (!buoy_found_any(mesh, v)) {
        buoy_answer_dry(mesh, result);
        return;
    }
    const double inverse_v = 1.0 / v;
    double c[3] = {vc[0] * inverse_v, vc[1] * inverse_v, vc[2] * inverse_v};
    buoy_answer_found(mesh, plane, v, c, result);
}

// Faces that are flush with water square to no axis.
//
// Such a plane is never level with a face to the last bit, whatever is flush in decimals. So a face
// counts as flush if each of its corners is as near to the water as rounding may have moved corner
// and water, and as far as a kernel's heights are off (kernels/bounds/bounds_hydrostatics.c). Water
// flush with a face that is partly wet is lowered, for areas and the waterplane alone, so far that
// the face is dry for certain.

// How near, as a share of the plane's reach. The normal's and the corner's rounding are two
// roundings of the reach, off-centre corners' three; and heights in float from an apex in the body
// ten more.
#define BUOY_FLUSH 0x4p-24
#define BUOY_FLUSH_IN_FLOAT 0x10p-24

// How near, in the baked frame; 0 if the plane is square to an axis.
static inline double buoy_flush_height(const struct buoy_baked_plane *plane, bool in_float) {
    return buoy_axis_along(plane->n) >= 0
               ? 0.0
               : plane->reach * (in_float ? BUOY_FLUSH_IN_FLOAT : BUOY_FLUSH);
}

static inline void buoy_lower_plane(struct buoy_baked_plane *plane, double flush_height) {
    plane->offset -= 2.0 * flush_height;
    plane->d = (float)plane->offset;
}

// Planes in double become planes in float, with an offset in double, for kernels: so many at a
// time, in the mesh's frame as before.
#define BUOY_ROUNDED 32

struct buoy_rounded_planes {
    struct buoy_plane64 planes[BUOY_ROUNDED]; // with normals that are floats
    double moved[BUOY_ROUNDED]; // bounds on how far the water moved anywhere in the bounding box
};

static inline bool buoy_is_float(double x) {
    return fabs(x) <= (double)FLT_MAX && buoy_rounded_to_float(x) == x;
}

// The power of two that brings the largest component of a normal, finite and not 0, into [1, 2), in
// two factors, because it may itself be denormal or beyond DBL_MAX.
struct buoy_two_powers {
    double first, second;
};

static inline struct buoy_two_powers buoy_powers_below(const double n[3]) {
    const double largest = fmax(fabs(n[0]), fmax(fabs(n[1]), fabs(n[2])));
    const double first = largest >= 0x1p1000 ? 0x1p-100 : largest < 0x1p-900 ? 0x1p100 : 1.0;
    return (struct buoy_two_powers){first, buoy_power_of_two_below(largest * first)};
}

// The plane times that factor. An offset that would overflow is far beyond any body.
static inline struct buoy_plane64 buoy_scale_plane64(const struct buoy_plane64 *plane) {
    const struct buoy_two_powers k = buoy_powers_below(plane->normal);
    const double *n = plane->normal, d = plane->d * k.first * k.second;
    return (struct buoy_plane64){
        {n[0] * k.first * k.second, n[1] * k.first * k.second, n[2] * k.first * k.second},
        buoy_clamp(d, -DBL_MAX, DBL_MAX)};
}

// Rounds a plane about the mesh's centre. Normals that are floats stay; others are brought to a
// length of about 1 by a power of two, which is exact.
//
// With r the rounded normal and n the given one, heights change by (r − n)·(x − c). The offset is
// right to four roundings of its terms. d and n may themselves be decimals, rounded to double.
static inline void buoy_round_plane(const struct buoy_mesh *mesh, const struct buoy_plane64 *given,
                                    struct buoy_plane64 *plane, double *moved) {
    const double *n = given->normal, *c = mesh->centre;
    const bool floats = buoy_is_float(n[0]) && buoy_is_float(n[1]) && buoy_is_float(n[2]);
    const struct buoy_plane64 used = floats ? *given : buoy_scale_plane64(given);
    double offset = used.d, terms = fabs(used.d), turned = 0.0, square = 0.0;
    for (int i = 0; i < 3; ++i) {
        const double scaled = used.normal[i];
        const double rounded = floats ? scaled : buoy_rounded_to_float(scaled);
        plane->normal[i] = rounded;
        offset += (rounded - scaled) * c[i];
        terms += fabs(scaled * c[i]);
        turned += fabs(rounded - scaled) * mesh->half_extent[i] * mesh->scale;
        square += rounded * rounded;
    }
    const bool exact = floats && buoy_is_float(given->d);
    plane->d = buoy_clamp(offset, -DBL_MAX, DBL_MAX);
    *moved = exact ? 0.0 : (turned * (1.0 + 0x1p-20) + 0x1p-51 * terms) / sqrt(square);
}

static inline bool buoy_plane64_is_valid(const struct buoy_plane64 *plane) {
    const double *n = plane->normal;
    const bool zero = n[0] == 0.0 && n[1] == 0.0 && n[2] == 0.0;
    return !zero && isfinite(n[0]) && isfinite(n[1]) && isfinite(n[2]) && isfinite(plane->d);
}

static inline void buoy_round_planes(const struct buoy_mesh *mesh,
                                     const struct buoy_plane64 *planes, size_t count,
                                     struct buoy_rounded_planes *rounded) {
    for (size_t i = 0; i < count; ++i) {
        buoy_round_plane(mesh, &planes[i], &rounded->planes[i], &rounded->moved[i]);
    }
}

// An offset `sum` less n·centre, in the baked frame. Far from the origin these cancel, and the
// rounding of each would move the water. So the centre is taken in two parts, whose products with a
// float are exact, and what the sum loses is summed too (Neumaier).
static inline double buoy_fine_sum(const struct buoy_mesh *mesh, const double n[3], double sum) {
    double lost = 0.0;
    for (int i = 0; i < 6; ++i) {
        const double centre = mesh->centre[i / 2], high = (float)centre;
        const double term = -n[i / 2] * (i % 2 ? centre - high : high);
        const double next = sum + term;
        lost += fabs(sum) >= fabs(term) ? (sum - next) + term : (term - next) + sum;
        sum = next;
    }
    return buoy_settle(mesh, n, (sum + lost) * mesh->inverse_scale);
}

// An offset d in the baked frame.
static inline double buoy_fine_offset(const struct buoy_mesh *mesh, const struct buoy_plane *given,
                                      double d, const struct buoy_baked_plane *baked) {
    const double largest =
        fmax(fabs((double)given->normal[0]),
             fmax(fabs((double)given->normal[1]), fabs((double)given->normal[2])));
    return buoy_fine_sum(mesh, baked->n, d * buoy_power_of_two_below(largest));
}

// buoy_bake_plane_at() with that offset. Far out, where the sum overflows and any offset will do,
// it keeps its own.
static inline struct buoy_baked_plane
buoy_bake_plane_finely(const struct buoy_mesh *mesh, const struct buoy_plane *given, double d) {
    struct buoy_baked_plane baked = buoy_bake_plane_at(mesh, given, d);
    const double offset = buoy_fine_offset(mesh, given, d, &baked);
    if (isfinite(offset)) {
        baked.offset = offset;
        baked.d = (float)offset;
        buoy_find_side(mesh, &baked);
    }
    return baked;
}

// Answers of hydrostatics. An answer's volume and centre of buoyancy, and no waterplane.
static inline void buoy_answer_without_waterplane(const struct buoy_mesh *mesh,
                                                  const struct buoy_volume *wet,
                                                  struct buoy_hydrostatics *result) {
    *result = (struct buoy_hydrostatics){
        .volume = wet->volume,
        .centre = {wet->centre[0], wet->centre[1], wet->centre[2]},
        .waterplane_centroid = {mesh->centre[0], mesh->centre[1], mesh->centre[2]},
    };
}

static inline void buoy_answer_all_dry(const struct buoy_mesh *mesh,
                                       struct buoy_hydrostatics *result) {
    struct buoy_volume dry;
    buoy_answer_dry(mesh, &dry);
    buoy_answer_without_waterplane(mesh, &dry, result);
}

static inline void buoy_answer_all_wet(const struct buoy_mesh *mesh,
                                       struct buoy_hydrostatics *result) {
    struct buoy_volume wet;
    buoy_answer_wet(mesh, &wet);
    buoy_answer_without_waterplane(mesh, &wet, result);
    result->wetted_area = mesh->area * (mesh->scale * mesh->scale);
}

// A waterplane given by its shadow along the axis `up`, the nearest to the normal, on the axes u
// and v, which follow `up` in cyclic order; baked frame. The third coordinate follows from the
// plane; for differences, from n·x = 0. Sums are over the waterplane itself, which is larger than
// its shadow.
struct buoy_shadow {
    int u, v, up;
    double area;
    double pu, pv;     // a point near it
    double eu, ev;     // the centroid, less that
    double uu, uv, vv; // second moments about the point
};

static inline struct buoy_shadow buoy_shadow_axes(const struct buoy_baked_plane *plane) {
    const double x = fabs(plane->n[0]), y = fabs(plane->n[1]), z = fabs(plane->n[2]);
    const int up = z >= x && z >= y ? 2 : y >= x ? 1 : 0;
    return (struct buoy_shadow){.up = up, .u = (up + 1) % 3, .v = (up + 2) % 3};
}

// The answer that has a body's V and c, a wetted area in the baked frame, and such a waterplane, or
// NULL; no waterplane if its area is 0 but for rounding. A function of its own: for once a query,
// code for each instruction set is not worth its bytes.
void buoy_answer_surface(const struct buoy_mesh *mesh, const struct buoy_baked_plane *plane,
                         const struct buoy_volume *wet, double wetted_area,
                         const struct buoy_shadow *shadow, struct buoy_hydrostatics *result);

// The deepest vertex dropped onto the plane, baked frame, into p, if any vertex is submerged.
void buoy_deepest_foot(const struct buoy_mesh *mesh, const struct buoy_baked_plane *plane,
                       double p[3]);

#endif
