// Triangles cut into pieces until the water is as good as linear, or quadratic, over each.
//
// A piece ends once its bound (kernels/water/water.h) is met. It is dry if its corners are so high
// above the water that no point between them is below it. Otherwise its depths are those between
// its corners, as for any triangle, or, in waves, those of the quadratic through its corners and
// the middles of its edges, whose integrals are exact: for a piece that lies below the water with
// its whole area the error then shrinks with the third power of its size. The water's surface cuts
// the others where linear depths put the cut, and the quadratic is that of each part: errors of the
// linear depth remain near the cut alone, where there is next to no depth.
#ifndef SCALAR_PRESSURE_PIECES_H
#define SCALAR_PRESSURE_PIECES_H

#include "bodies/immersion.h"
#include "pressure_integral.h"
#include "water/water.h"

enum {
    PIECES_DEEP = 96, // cuts of cuts: a piece of a piece … that is kept for later
};

enum piece_kind {
    PIECE_DRY,
    PIECE_LINEAR,
    PIECE_QUADRATIC, // as a whole, or the part below the water
    PIECE_TOO_LARGE,
};

struct piece {
    double v[3][3], depth[3]; // as for struct walk_triangle
};

// A body's triangles on their way into pieces.
struct pieces {
    const struct buoy_immersion *immersion;
    struct buoy_bend bend;
    double tolerance; // 0: triangles stay whole
    bool quadratic;   // whether pieces may be
    size_t count;     // of pieces so far, dry ones included
    size_t cuts;      // that made them
    double worst;     // the largest bound of any of them
    bool failed;      // more than BUOY_MOST_CUTS would be needed
};

// Takes over a piece that is not dry.
typedef void piece_taker(void *context, const struct piece *piece, enum piece_kind kind);

static inline double piece_depth_at(const struct buoy_immersion *immersion, const double v[3]) {
    const double *centre = immersion->mesh->middle;
    const double p[3] = {centre[0] + v[0], centre[1] + v[1], centre[2] + v[2]};
    return -buoy_height_above(immersion, p);
}

static inline void piece_find_middle(const struct piece *piece, int edge, double v[3]) {
    const double *a = piece->v[edge], *b = piece->v[(edge + 1) % 3];
    for (int i = 0; i < 3; ++i) {
        v[i] = 0.5 * (a[i] + b[i]);
    }
}

static inline void piece_find_corners(const struct buoy_immersion *immersion,
                                      const struct piece *piece,
                                      struct buoy_bend_corners *corners) {
    for (int k = 0; k < 3; ++k) {
        double p[3];
        for (int i = 0; i < 3; ++i) {
            p[i] = immersion->mesh->middle[i] + piece->v[k][i];
        }
        buoy_rotate(&immersion->rotation, p, corners->x[k]);
        corners->x[k][0] += immersion->position[0];
        corners->x[k][1] += immersion->position[1];
        corners->x[k][2] += immersion->position[2] - immersion->water->level;
    }
}

// What to do with a piece; the bound that it ends with, and the edge to cut if it does not.
static inline enum piece_kind piece_examine(const struct pieces *pieces, const struct piece *piece,
                                            double *bound, int *edge) {
    struct buoy_bend_corners corners;
    piece_find_corners(pieces->immersion, piece, &corners);
    const struct buoy_bend_bounds bounds = buoy_bend_over(&pieces->bend, &corners);
    const double *d = piece->depth, low = fmin(d[0], fmin(d[1], d[2]));
    const bool dry = fmax(d[0], fmax(d[1], d[2])) <= -bounds.level;
    const bool below =
        low > bounds.level || (low > 0.0 && buoy_bend_is_below(&pieces->bend, &corners, low));
    const double linear = below ? bounds.smooth : bounds.level, tolerance = pieces->tolerance;
    *edge = bounds.edge;
    *bound = dry ? 0.0 : linear;
    if (dry || tolerance == 0.0) {
        return dry ? PIECE_DRY : PIECE_LINEAR;
    }
    if (pieces->quadratic && (below ? bounds.second : linear) <= tolerance) {
        *bound = below ? bounds.second : linear;
        return PIECE_QUADRATIC;
    }
    return linear <= tolerance ? PIECE_LINEAR : PIECE_TOO_LARGE;
}

// Cuts a piece in two at the middle of an edge.
static inline void piece_cut(const struct buoy_immersion *immersion, int edge, struct piece *piece,
                             struct piece *other) {
    double middle[3];
    piece_find_middle(piece, edge, middle);
    const double depth = piece_depth_at(immersion, middle);
    const int end = (edge + 1) % 3;
    *other = *piece;
    memcpy(piece->v[end], middle, sizeof middle);
    memcpy(other->v[edge], middle, sizeof middle);
    piece->depth[end] = other->depth[edge] = depth;
}

// Hands over the pieces of a triangle.
static inline void pieces_split(struct pieces *pieces, const struct piece *whole, piece_taker *take,
                                void *context) {
    struct piece waiting[PIECES_DEEP];
    int count = 1;
    waiting[0] = *whole;
    while (count > 0 && !pieces->failed) {
        struct piece *piece = &waiting[count - 1];
        double bound;
        int edge;
        const enum piece_kind kind = piece_examine(pieces, piece, &bound, &edge);
        if (kind == PIECE_TOO_LARGE) {
            pieces->failed = count == PIECES_DEEP || ++pieces->cuts > BUOY_MOST_CUTS;
            if (!pieces->failed) {
                piece_cut(pieces->immersion, edge, piece, &waiting[count++]);
            }
            continue;
        }
        if (kind != PIECE_DRY) {
            take(context, piece, kind);
        }
        pieces->worst = fmax(pieces->worst, bound);
        ++pieces->count;
        --count;
    }
}

// ∫ depth dA / A × 3 and γ, as integral_weigh(), of a triangle with quadratic depths; false if
// there is no such depth. Where linear depths put a cut, some depths may be below 0: weights that
// are, too, become 0, and the others keep their ratio and their sum 4 q, so that the force acts
// within the triangle.
static inline bool piece_weigh(const struct buoy_immersion *immersion,
                               const struct walk_triangle *part, double *q, double gamma[3]) {
    double middle[3], sum = 0.0; // depths opposite each corner
    const double *d = part->depth;
    for (int k = 0; k < 3; ++k) {
        const double *a = part->v[(k + 1) % 3], *b = part->v[(k + 2) % 3];
        const double v[3] = {0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]), 0.5 * (a[2] + b[2])};
        middle[k] = piece_depth_at(immersion, v);
    }
    *q = middle[0] + middle[1] + middle[2];
    if (!(*q > 0.0)) {
        return false;
    }
    for (int k = 0; k < 3; ++k) {
        gamma[k] = 0.6 * d[k] - 0.2 * (d[0] + d[1] + d[2]) + 1.6 * *q - 0.8 * middle[k];
        gamma[k] = fmax(gamma[k], 0.0);
        sum += gamma[k];
    }
    for (int k = 0; k < 3; ++k) {
        gamma[k] *= 4.0 * *q / sum;
    }
    return true;
}

// Where the water cuts the edge from corner a to corner b, and the depth there, which is not quite
// 0.
static inline void piece_cut_edge(const struct buoy_immersion *immersion,
                                  const struct walk_triangle *whole, int a, int b,
                                  struct walk_triangle *part, int corner) {
    const double t = whole->depth[a] / (whole->depth[a] - whole->depth[b]);
    for (int i = 0; i < 3; ++i) {
        part->v[corner][i] = whole->v[a][i] + t * (whole->v[b][i] - whole->v[a][i]);
    }
    part->depth[corner] = piece_depth_at(immersion, part->v[corner]);
}

static inline void piece_copy_corner(const struct walk_triangle *from, int a,
                                     struct walk_triangle *to, int b) {
    memcpy(to->v[b], from->v[a], sizeof to->v[b]);
    to->depth[b] = from->depth[a];
}

// The parts of a triangle that are below the water by its linear depths: their number, up to 2.
static inline int piece_find_parts(const struct buoy_immersion *immersion,
                                   const struct walk_triangle *whole,
                                   struct walk_triangle parts[2]) {
    const int a = walk_odd_corner(whole->depth), b = (a + 1) % 3, c = (a + 2) % 3;
    parts[0] = *whole;
    if (a < 0) {
        return whole->depth[0] > 0.0 ? 1 : 0;
    }
    if (whole->depth[a] > 0.0) {
        piece_cut_edge(immersion, whole, a, b, &parts[0], b);
        piece_cut_edge(immersion, whole, a, c, &parts[0], c);
        walk_find_area(&parts[0]);
        return 1;
    }
    piece_cut_edge(immersion, whole, c, a, &parts[0], a);
    parts[1] = parts[0];
    piece_copy_corner(&parts[0], a, &parts[1], c);
    piece_cut_edge(immersion, whole, b, a, &parts[1], a);
    walk_find_area(&parts[0]);
    walk_find_area(&parts[1]);
    return 2;
}

#endif
