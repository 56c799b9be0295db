// buoy_pressure_detail(): pressure, drag, lift and friction triangle by triangle, in double, with
// triangles cut into pieces until the water is linear enough. The same walk as kerner64's; with
// triangles that stay whole it has kerner64's answers but for roundings.
#include "base/arithmetic.h"
#include "base/hot.h"

#include "pressure_pieces.h"

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

// Where pressure acts if there is none: the triangle's centre.
static void find_position(const struct detailing *detailing, const struct walk_triangle *triangle,
                          double at[3]) {
    const struct detail_sums *sums = &detailing->sums;
    for (int i = 0; i < 3; ++i) {
        const double middle = (triangle->v[0][i] + triangle->v[1][i] + triangle->v[2][i]) / 3.0;
        at[i] = sums->depth > 0.0 ? sums->moment[i] / sums->depth : middle;
        at[i] += detailing->immersion->mesh->middle[i];
    }
}

static void report(const struct detailing *detailing, const struct walk_triangle *triangle,
                   struct buoy_triangle_force *force) {
    const struct buoy_immersion *immersion = detailing->immersion;
    const struct detail_sums *sums = &detailing->sums;
    const double size = buoy_length(triangle->area);
    struct buoy_pressure answer;
    double at[3], n[3];
    buoy_pressure_answer(immersion, &sums->all, &answer);
    find_position(detailing, triangle, at);
    for (int i = 0; i < 3; ++i) {
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
