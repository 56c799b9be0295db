// What exact references share: GMP integers from doubles, and quotients of them back to double,
// rounded once; bodies and planes, and the height of a vertex in double, where that tells on which
// side of the plane it lies.
#ifndef BUOY_INTEGERS_H
#define BUOY_INTEGERS_H

#include <gmp.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "mesh/mesh.h"

static inline void integers_init(mpz_t *z, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        mpz_init(z[i]);
    }
}

static inline void integers_clear(mpz_t *z, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        mpz_clear(z[i]);
    }
}

// The exponent of the lowest bit of x, or `least` if that is lower or x is 0.
static inline long lowest_exponent(double x, long least) {
    if (x == 0.0) {
        return least;
    }
    int exponent;
    int64_t mantissa = (int64_t)ldexp(frexp(x, &exponent), 53);
    exponent -= 53;
    for (; mantissa % 2 == 0; mantissa /= 2) {
        ++exponent;
    }
    return exponent < least ? exponent : least;
}

// z = x 2^-exponent, an integer.
static inline void integer_set(mpz_t z, double x, long exponent) {
    int top;
    const double mantissa = ldexp(frexp(x, &top), 53);
    const long shift = (long)top - 53 - exponent;
    if (shift > 0) {
        mpz_set_d(z, mantissa);
        mpz_mul_2exp(z, z, (mp_bitcnt_t)shift);
    } else {
        mpz_set_d(z, ldexp(mantissa, (int)shift));
    }
}

// numerator / denominator 2^exponent, rounded to nearest, ties to even; the denominator is > 0.
//
// The quotient is rounded to 200 bits first. Numbers known to almost 300 bits lose nothing by it,
// and a short binary fraction that was summed from quotients a hair too small becomes itself again:
// ties are recognised.
static inline double round_quotient(const mpz_t numerator, const mpz_t denominator, long exponent) {
    if (mpz_sgn(numerator) == 0) {
        return 0.0;
    }
    mpz_t q, r;
    mpz_inits(q, r, NULL);
    const long shift =
        200 - (long)mpz_sizeinbase(numerator, 2) + (long)mpz_sizeinbase(denominator, 2);
    mpz_abs(q, numerator);
    mpz_set(r, denominator);
    mpz_mul_2exp(shift > 0 ? q : r, shift > 0 ? q : r, (mp_bitcnt_t)labs(shift));
    // q = ⌊q/r + ½⌋, of about 200 bits
    mpz_mul_2exp(q, q, 1);
    mpz_add(q, q, r);
    mpz_mul_2exp(r, r, 1);
    mpz_tdiv_q(q, q, r);
    // The digit at `drop` is to be the last: adds a half if it is odd, else a hair less.
    const mp_bitcnt_t drop = mpz_sizeinbase(q, 2) - 53;
    mpz_set_ui(r, 1);
    mpz_mul_2exp(r, r, drop - 1);
    mpz_sub_ui(r, r, !mpz_tstbit(q, drop));
    mpz_add(q, q, r);
    mpz_tdiv_q_2exp(q, q, drop);
    const double value = ldexp(mpz_get_d(q), (int)(exponent - shift + (long)drop));
    mpz_clears(q, r, NULL);
    return mpz_sgn(numerator) < 0 ? -value : value;
}

// ------------------------------------------------------------------------------------------ bodies

// A mesh's vertices: rounded, in its own frame, or where they were given as doubles.
struct exact_body {
    const struct buoy_mesh *mesh;
    const double *given; // NULL for the rounded ones
    double origin[3];    // of the frame
};

static inline struct exact_body exact_body_of(const struct buoy_mesh *mesh, bool given) {
    struct exact_body body = {.mesh = mesh, .given = given ? mesh->triangles->given : NULL};
    for (int i = 0; i < 3; ++i) {
        body.origin[i] = body.given ? 0.0 : mesh->origin[i];
    }
    return body;
}

static inline void exact_place(const struct exact_body *body, uint32_t vertex, double x[3]) {
    const struct buoy_mesh *mesh = body->mesh;
    x[0] = body->given ? body->given[3 * (size_t)vertex] : mesh->triangles->px[vertex];
    x[1] = body->given ? body->given[3 * (size_t)vertex + 1] : mesh->triangles->py[vertex];
    x[2] = body->given ? body->given[3 * (size_t)vertex + 2] : mesh->triangles->pz[vertex];
}

static inline struct buoy_plane64 exact_plane_of(const struct buoy_plane *plane) {
    return (struct buoy_plane64){{plane->normal[0], plane->normal[1], plane->normal[2]}, plane->d};
}

// Sets the height, in the units of vertices and plane as given. Products and sums of the seven
// terms err by less than 8 × 2^-53 of their magnitudes; false where that may hide the sign.
static inline bool exact_height_tells(const struct exact_body *body,
                                      const struct buoy_plane64 *plane, uint32_t vertex,
                                      double *height) {
    double x[3], terms = fabs(plane->d);
    *height = 0.0;
    exact_place(body, vertex, x);
    for (int i = 0; i < 3; ++i) {
        *height += plane->normal[i] * x[i];
        terms += fabs(plane->normal[i]) * (fabs(x[i]) + fabs(body->origin[i]));
    }
    for (int i = 0; i < 3; ++i) {
        *height += plane->normal[i] * body->origin[i];
    }
    *height -= plane->d;
    return fabs(*height) > 0x1p-49 * terms;
}

#endif
