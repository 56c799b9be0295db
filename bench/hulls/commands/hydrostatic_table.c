// The hydrostatic table. Source: A. Biran and R. López Pulido, Ship Hydrostatics and Stability,
// chapters 1, 2 and 4.
#include "hydrostatic_table.h"

#include <math.h>
#include <string.h>

#include "base/vector.h"

const char hydrostatic_units[] =
    "m,t,m,m,m,m,m,m,m,m,m²,m²,t/cm,t m/cm,m,m,-,-,-,-"; // in the header's order

#define HEADER(origin)                                                                             \
    "draft,displacement,kb,lcb_from_" origin ",tcb,bm_transverse,bm_longitudinal,km_transverse,"   \
    "km_longitudinal,lcf_from_" origin ",waterplane_area,wetted_area,tpc,mtc,lwl,bwl,cb,cp,cm,cw"

const char *hydrostatic_header(bool from_aft) {
    return from_aft ? HEADER("aft") : HEADER("amidships");
}

void hydrostatic_normal(const struct hydrostatic_table *table, double n[3]) {
    for (int i = 0; i < 3; ++i) {
        n[i] = table->frame.k[i] * cos(table->trim) - table->frame.e[i] * sin(table->trim);
    }
}

// What the hydrostatics do not say: how far the waterline reaches, and the section amidships.
struct outline {
    double low[2], high[2]; // of the waterline across and along
    double section;         // signed area below the water
};

// A point of an edge, where a height or a distance along it is 0.
static void cut(const double a[3], const double b[3], double at_a, double at_b, double p[3]) {
    const double t = at_a / (at_a - at_b);
    for (int i = 0; i < 3; ++i) {
        p[i] = a[i] + t * (b[i] - a[i]);
    }
}

// The area between the water and a piece of the section's outline, of which heights and places
// across are given: ∫ depth dy.
static double area_above(double h0, double y0, double h1, double y1) {
    if (h0 >= 0.0 && h1 >= 0.0) {
        return 0.0;
    }
    if ((h0 < 0.0) != (h1 < 0.0)) {
        const double y = y0 + (y1 - y0) * (h0 / (h0 - h1));
        *(h0 < 0.0 ? &y1 : &y0) = y;
        *(h0 < 0.0 ? &h1 : &h0) = 0.0;
    }
    return -0.5 * (h0 + h1) * (y1 - y0);
}

static void add_triangle(const struct hydrostatic_table *table, const double n[3], double d,
                         double station, const double *corners[3], struct outline *outline) {
    const struct hull_frame *frame = &table->frame;
    double h[3], u[3], p[3], at[2][2] = {{0.0}}; // where the section enters and leaves: y and h
    bool enters = false;
    for (int i = 0; i < 3; ++i) {
        h[i] = buoy_dot(n, corners[i]) - d;
        u[i] = buoy_dot(frame->e, corners[i]) - station;
    }
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3;
        if ((h[i] < 0.0) != (h[j] < 0.0)) {
            cut(corners[i], corners[j], h[i], h[j], p);
            for (int k = 0; k < 2; ++k) {
                const double place = buoy_dot(k == 0 ? frame->s : frame->e, p);
                outline->low[k] = fmin(outline->low[k], place);
                outline->high[k] = fmax(outline->high[k], place);
            }
        }
        if ((u[i] < 0.0) != (u[j] < 0.0)) {
            double *end = at[u[i] < 0.0 ? 0 : 1];
            cut(corners[i], corners[j], u[i], u[j], p);
            end[0] = buoy_dot(frame->s, p);
            end[1] = buoy_dot(n, p) - d;
            enters = true;
        }
    }
    if (enters) {
        outline->section += area_above(at[0][1], at[0][0], at[1][1], at[1][0]);
    }
}

static double quotient(double a, double b) {
    return b > 0.0 ? a / b : (double)NAN;
}

// uᵀ M u for the waterplane's second moments.
static double moment_along(const struct buoy_hydrostatics *at, const double u[3]) {
    return at->xx * u[0] * u[0] + at->yy * u[1] * u[1] + at->zz * u[2] * u[2] +
           2.0 * (at->xy * u[0] * u[1] + at->xz * u[0] * u[2] + at->yz * u[1] * u[2]);
}

void hydrostatic_row(const struct hydrostatic_table *table, double draft,
                     const struct buoy_form *form, double row[HYDROSTATIC_COLUMNS]) {
    const struct hull_frame *frame = &table->frame;
    const struct buoy_hydrostatics *at = &form->at;
    const double *perpendiculars = table->perpendiculars;
    const double amidships = 0.5 * (perpendiculars[0] + perpendiculars[1]);
    const double zero = table->from_aft ? perpendiculars[0] : amidships;
    const double infinity = (double)INFINITY, upright = cos(table->trim);
    struct outline outline = {{infinity, infinity}, {-infinity, -infinity}, 0.0};
    double n[3], along[3]; // the waterplane's lengthwise direction
    hydrostatic_normal(table, n);
    for (int i = 0; i < 3; ++i) {
        along[i] = frame->e[i] * upright + frame->k[i] * sin(table->trim);
    }
    for (size_t i = 0; i < table->surface.triangle_count; ++i) {
        const double *corners[3];
        for (int k = 0; k < 3; ++k) {
            corners[k] = table->surface.positions + 3 * table->surface.indices[3 * i + (size_t)k];
        }
        add_triangle(table, n, form->d, amidships, corners, &outline);
    }
    const double volume = at->volume, area = at->waterplane_area;
    const double transverse = moment_along(at, frame->s), longitudinal = moment_along(at, along);
    const double bm[2] = {quotient(transverse, volume), quotient(longitudinal, volume)};
    const double kb = buoy_dot(at->centre, frame->k) - frame->low[2];
    const double beam = outline.high[0] - outline.low[0], length = outline.high[1] - outline.low[1];
    const double section = fabs(outline.section) / upright; // depths along k
    const double numbers[HYDROSTATIC_COLUMNS] = {
        draft,
        table->density * volume / 1e3,
        kb,
        buoy_dot(at->centre, frame->e) - zero,
        buoy_dot(at->centre, frame->s) - 0.5 * (frame->low[0] + frame->high[0]),
        bm[0],
        bm[1],
        kb + bm[0] * upright,
        kb + bm[1] * upright,
        buoy_dot(at->waterplane_centroid, frame->e) - zero,
        area,
        at->wetted_area,
        table->density * area / 1e5,
        table->density * longitudinal / (1e5 * (perpendiculars[1] - perpendiculars[0])),
        isnan(volume) ? volume : fmax(length, 0.0),
        isnan(volume) ? volume : fmax(beam, 0.0),
        quotient(volume, length * beam * draft),
        quotient(volume, length * section),
        quotient(section, beam * draft),
        quotient(area, length * beam),
    };
    memcpy(row, numbers, sizeof numbers);
    // A dry or drowned body has no centre or no waterline, and an open edge under water no volume.
    for (int i = 0; i < HYDROSTATIC_COLUMNS && !(volume > 0.0); ++i) {
        row[i] = i == 0 || (i == 1 && volume == 0.0) ? row[i] : (double)NAN;
    }
    for (int i = 16; i < HYDROSTATIC_COLUMNS && !(area > 0.0); ++i) {
        row[i] = (double)NAN;
    }
    row[9] = area > 0.0 ? row[9] : (double)NAN;
}
