// pressure/kerner64: Kerner's triangles, with the pressure integrated over each, in double and from
// the vertices as given; the reference of its family. And buoy_pressure_in_detail(): pressure,
// drag, lift and friction triangle by triangle, with triangles cut into pieces until the water is
// linear enough. It is the same walk; with triangles that stay whole it has kerner64's answers but
// for roundings.
#include "base/arithmetic.h"
#include "base/hot.h"

#include "pressure_walk.h"
#include "water/water.h"

// Of still water over the submerged part of a triangle: ∫ depth dA / A × 3 and the weights γ of the
// corners in ∫ depth x dA / A × 12. simd/weights.h has the formulas.
static inline __attribute__((always_inline)) void
integral_weigh(const struct walk_triangle *triangle, double *q, double gamma[3]) {
    const double *d = triangle->depth;
    *q = d[0] + d[1] + d[2];
    for (int k = 0; k < 3; ++k) {
        gamma[k] = *q + d[k];
    }
    if (triangle->f < 1.0) {
        const int a = walk_odd_corner(d), b = (a + 1) % 3, c = (a + 2) % 3;
        const double tb = d[a] / (d[a] - d[b]), tc = d[a] / (d[a] - d[c]);
        const double ub = d[b] / (d[b] - d[a]), uc = d[c] / (d[c] - d[a]);
        if (d[a] > 0.0) { // case A: only a is submerged
            *q = tb * tc * d[a];
            gamma[a] = *q * (2.0 + ub + uc);
            gamma[b] = *q * tb;
            gamma[c] = *q * tc;
        } else {
            const double sum = ub * (d[b] + d[c]), rest = tb * uc * d[c];
            *q = sum + rest;
            gamma[a] = ub * sum + (ub + uc) * rest;
            gamma[b] = (1.0 + tb) * sum + ub * d[b] + tb * rest;
            gamma[c] = sum + ub * d[c] + (2.0 + tc) * rest;
        }
    }
}

// Adds a triangle's pressure from those; `moment` receives ∫ depth x dA / A.
static inline __attribute__((always_inline)) void integral_add(const struct walk_triangle *triangle,
                                                               double q, const double gamma[3],
                                                               double moment[3],
                                                               struct buoy_pressure_sums *sums) {
    walk_weigh(gamma, triangle->v, 12.0, moment);
    for (int i = 0; i < 3; ++i) {
        sums->force[i] += q / 3.0 * triangle->area[i];
    }
    buoy_add_cross(moment, triangle->area, sums->torque);
}

static __attribute__((noinline)) void add_wet(const struct walk_triangle *triangle,
                                              struct buoy_pressure_sums *sums) {
    double q, gamma[3], moment[3];
    integral_weigh(triangle, &q, gamma);
    integral_add(triangle, q, gamma, moment, sums);
}

static void add_integral(const struct buoy_immersion *immersion,
                         const struct walk_triangle *triangle, struct buoy_pressure_sums *sums) {
    (void)immersion;
    if (triangle->f != 0.0) {
        add_wet(triangle, sums);
    }
}

bool buoy_pressure_kerner64_scalar(const struct buoy_pressure_query *query,
                                   struct buoy_waterline *waterline,
                                   struct buoy_pressure *restrict result) {
    return walk(query, waterline, add_integral, true, result);
}

// ------------------------------------------------------------------------------------------ pieces

// Triangles cut into pieces until the water is as good as linear, or quadratic, over each.
//
// A piece ends once its bound (kernels/water/water.h) is met. It is dry if its corners are so high
// above the water that no point between them is below it. Otherwise its depths are those between
// its corners, as for any triangle, or, in waves, those of the quadratic through its corners and
// the middles of its edges, whose integrals are exact: for a piece that lies below the water with
// its whole area the error then shrinks with the third power of its size. The water's surface cuts
// the others where linear depths put the cut, and the quadratic is that of each part: errors of the
// linear depth remain near the cut alone, where there is next to no depth.

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

// What to do with a piece; the bound that it ends with, and the edge to cut if it does not.
static inline enum piece_kind piece_examine(const struct pieces *pieces, const struct piece *piece,
                                            double *bound, int *edge) {
    const struct buoy_immersion *immersion = pieces->immersion;
    struct buoy_bend_corners corners;
    for (int k = 0; k < 3; ++k) {
        double p[3];
        for (int i = 0; i < 3; ++i) {
            p[i] = immersion->mesh->middle[i] + piece->v[k][i];
        }
        buoy_rotate(&immersion->rotation, p, corners.x[k]);
        corners.x[k][0] += immersion->position[0];
        corners.x[k][1] += immersion->position[1];
        corners.x[k][2] += immersion->position[2] - immersion->water->level;
    }
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
                // Cuts it in two at the middle of an edge.
                struct piece *other = &waiting[count++];
                double middle[3];
                const double *a = piece->v[edge], *b = piece->v[(edge + 1) % 3];
                for (int i = 0; i < 3; ++i) {
                    middle[i] = 0.5 * (a[i] + b[i]);
                }
                const double depth = piece_depth_at(pieces->immersion, middle);
                const int end = (edge + 1) % 3;
                *other = *piece;
                memcpy(piece->v[end], middle, sizeof middle);
                memcpy(other->v[edge], middle, sizeof middle);
                piece->depth[end] = other->depth[edge] = depth;
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
    memcpy(parts[1].v[c], parts[0].v[a], sizeof parts[1].v[c]);
    parts[1].depth[c] = parts[0].depth[a];
    piece_cut_edge(immersion, whole, b, a, &parts[1], a);
    walk_find_area(&parts[0]);
    walk_find_area(&parts[1]);
    return 2;
}

// ----------------------------------------------------------------------------------------- details

// The sums of a triangle: ∫ depth dA, ∫ depth x dA, both with dA ≥ 0, beside what kernels add up.
struct detail_sums {
    struct buoy_pressure_sums all;
    double depth, moment[3];
};

struct detailing {
    const struct buoy_immersion *immersion;
    struct walk_motion *moving;
    struct pieces pieces;
    struct pool pool; // of a body across a pool's walls
    int wall;         // whose cut is walked over, or −1 for the body's surface
    bool drags;       // the triangle that is looked at
    struct detail_sums sums;
};

static void add_weighed(struct detailing *detailing, const struct walk_triangle *part, double q,
                        const double gamma[3]) {
    double moment[3];
    struct detail_sums *sums = &detailing->sums;
    const double size = buoy_length(part->area);
    integral_add(part, q, gamma, moment, &sums->all);
    sums->depth += q / 3.0 * size;
    for (int i = 0; i < 3; ++i) {
        sums->moment[i] += size * moment[i];
    }
}

// Adds the wetted area and the drag of a part of the body's surface.
static void add_surface(struct detailing *detailing, const struct walk_triangle *part) {
    if (detailing->wall >= 0) {
        return;
    }
    detailing->sums.all.area += part->f * buoy_length(part->area);
    if (detailing->drags) {
        walk_add_drag(detailing->immersion, detailing->moving, part, &detailing->sums.all);
    }
}

// Adds a piece, or the part of one inside the pool.
static void add_linear(void *context, struct walk_triangle *part) {
    double q, gamma[3];
    walk_find_share(part);
    if (part->f > 0.0) {
        integral_weigh(part, &q, gamma);
        add_weighed(context, part, q, gamma);
        add_surface(context, part);
    }
}

// Adds a piece with quadratic depths.
static void add_quadratic(void *context, struct walk_triangle *part) {
    struct detailing *detailing = context;
    struct walk_triangle parts[2];
    const int count = piece_find_parts(detailing->immersion, part, parts);
    for (int i = 0; i < count; ++i) {
        double q, gamma[3];
        if (piece_weigh(detailing->immersion, &parts[i], &q, gamma)) {
            add_weighed(detailing, &parts[i], q, gamma);
        }
    }
    walk_find_share(part);
    add_surface(detailing, part);
}

static void take_piece(void *context, const struct piece *piece, enum piece_kind kind) {
    struct detailing *detailing = context;
    pool_part *add = kind == PIECE_QUADRATIC ? add_quadratic : add_linear;
    struct walk_triangle part = {.f = 1.0, .beta = {1.0, 1.0, 1.0}};
    memcpy(part.v, piece->v, sizeof part.v);
    memcpy(part.depth, piece->depth, sizeof part.depth);
    walk_find_area(&part);
    if (detailing->immersion->pooled) {
        pool_split(&detailing->pool, detailing->wall, &part, add, detailing);
    } else {
        add(detailing, &part);
    }
}

static void split(struct detailing *detailing, const struct walk_triangle *triangle) {
    struct piece whole;
    memcpy(whole.v, triangle->v, sizeof whole.v);
    memcpy(whole.depth, triangle->depth, sizeof whole.depth);
    pieces_split(&detailing->pieces, &whole, take_piece, detailing);
}

// A triangle's shares of the cuts along the pool's walls. Cut into pieces, their ends' depths are
// those of the water there; whole, those of the triangle.
static void split_cuts(struct detailing *detailing, const struct walk_triangle *triangle) {
    for (int w = 0; w < detailing->pool.count; ++w) {
        struct walk_triangle fan;
        if (!pool_find_fan(&detailing->pool.walls[w], triangle, &fan)) {
            continue;
        }
        for (int k = 1; k < 3 && detailing->pieces.tolerance > 0.0; ++k) {
            fan.depth[k] = piece_depth_at(detailing->immersion, fan.v[k]);
        }
        detailing->wall = w;
        split(detailing, &fan);
    }
    detailing->wall = -1;
}

// ------------------------------------------------------------------------------------- answers

static void report(const struct detailing *detailing, const struct walk_triangle *triangle,
                   struct buoy_triangle_force *force) {
    const struct buoy_immersion *immersion = detailing->immersion;
    const struct detail_sums *sums = &detailing->sums;
    const double size = buoy_length(triangle->area);
    struct buoy_pressure answer;
    double at[3], n[3];
    buoy_pressure_answer(immersion, &sums->all, &answer);
    for (int i = 0; i < 3; ++i) {
        // Where pressure acts if there is none: the triangle's centre.
        const double middle = (triangle->v[0][i] + triangle->v[1][i] + triangle->v[2][i]) / 3.0;
        at[i] = sums->depth > 0.0 ? sums->moment[i] / sums->depth : middle;
        at[i] += immersion->mesh->middle[i];
        n[i] = size > 0.0 ? triangle->area[i] / size : 0.0;
    }
    buoy_rotate(&immersion->rotation, at, force->position);
    buoy_rotate(&immersion->rotation, n, force->normal);
    for (int i = 0; i < 3; ++i) {
        force->position[i] += immersion->position[i];
        force->force[i] = answer.force[i];
        force->torque[i] = answer.torque[i];
        force->drag_force[i] = answer.drag_force[i];
        force->drag_torque[i] = answer.drag_torque[i];
    }
    force->area = fmin(sums->all.area, size);
    force->depth = sums->all.area > 0.0 ? sums->depth / sums->all.area : 0.0;
}

static void add_sums(const struct buoy_pressure_sums *of, struct buoy_pressure_sums *total) {
    for (int i = 0; i < 3; ++i) {
        total->force[i] += of->force[i];
        total->torque[i] += of->torque[i];
        total->drag_force[i] += of->drag_force[i];
        total->drag_torque[i] += of->drag_torque[i];
    }
    total->area += of->area;
}

static void forget(struct detailing *detailing) {
    const double *centre = detailing->immersion->mesh->middle;
    detailing->sums =
        (struct detail_sums){.all = {.origin = {centre[0], centre[1], centre[2]}, .unit = 1.0}};
}

static void walk_in_detail(struct detailing *detailing, const struct buoy_surface_motion *motion,
                           const double *heights, struct buoy_pressure_sums *total,
                           struct buoy_triangle_force *forces) {
    const struct buoy_mesh *mesh = detailing->immersion->mesh;
    forget(detailing);
    *total = detailing->sums.all;
    const bool dry = detailing->immersion->side == BUOY_SIDE_DRY; // or outside of the pool
    for (uint32_t t = 0; t < mesh->triangle_count && !detailing->pieces.failed; ++t) {
        struct walk_triangle triangle;
        uint32_t given[3];
        walk_fetch(mesh, t, heights, 0.0, given, &triangle);
        detailing->drags = motion && !(motion->hidden && motion->hidden[t]);
        if (!dry) {
            split(detailing, &triangle);
        }
        add_sums(&detailing->sums.all, total);
        if (forces) {
            report(detailing, &triangle, &forces[t]);
        }
        forget(detailing);
        split_cuts(detailing, &triangle);
        add_sums(&detailing->sums.all, total);
        forget(detailing);
    }
}

enum buoy_detail_end buoy_pressure_detailed_scalar(const struct buoy_pressure_query *query,
                                                   struct buoy_pressure_detail *detail,
                                                   struct buoy_pressure *restrict result) {
    struct buoy_immersion immersion;
    struct detailing detailing;
    struct buoy_pressure_sums total;
    double resistance[BUOY_RESISTANCE_SUMS];
    buoy_immerse(query, &immersion);
    struct walk_motion moving = walk_begin_motion(&immersion, query->motion, resistance);
    detailing = (struct detailing){.immersion = &immersion, .moving = &moving, .wall = -1};
    detailing.pieces = (struct pieces){
        .immersion = &immersion,
        .bend = buoy_bend_of(query->water),
        .tolerance = detail->tolerance,
        .quadratic = query->water->kind == BUOY_WATER_WAVES,
    };
    if (immersion.pooled) {
        pool_begin(&immersion, &detailing.pool);
    }
    walk_find_heights(&immersion, query->scratch);
    walk_in_detail(&detailing, query->motion, query->scratch, &total, detail->triangles);
    detail->pieces = detailing.pieces.count;
    detail->level_error = detailing.pieces.worst;
    if (moving.failed || detailing.pieces.failed) {
        return moving.failed ? BUOY_DETAIL_BAD_CURRENT : BUOY_DETAIL_TOO_FINE;
    }
    buoy_pressure_answer(&immersion, &total, result);
    if (moving.resistance) {
        buoy_pressure_resist(&immersion, moving.motion, &total, moving.resistance, result);
    }
    return BUOY_DETAIL_FOUND;
}
