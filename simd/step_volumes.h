// Second pass of a step: what is submerged of each body, by kinds of parts, and how much of its
// surface is wet. For templates, on whatever lanes_<isa>.h came before.
//
// A portion whose bodies are single parts of one kind is answered in place. Otherwise parts of one
// kind are collected, body by body, answered together, and added to their bodies; kind follows upon
// kind, so that the order in which a body's parts are added depends on the body alone.
#ifndef BUOY_STEP_VOLUMES_H
#define BUOY_STEP_VOLUMES_H

#include "base/vector.h"
#include "batch.h"
#include "box_wet.h"
#include "mesh/plane.h"
#include "step_plain_forms.h"
#include "walk.h"

// -------------------------------------------------------------------------------- primitive shapes

// Shapes of a turn in their own frames, and the water that they meet.
struct step_shapes {
    step3 n;
    doubles depth, size[3];
};

// What is wet of them.
struct step_found {
    doubles share, area;
    step3 centre;
};

// The wet area of the two faces of boxes across axis x. On a face the plane lies at δ from its
// centre, as lengths along the normal, and with a ≤ b its half extents |n|h, the share below is
//   ½ + ½ δ/b                 if |δ| ≤ b − a,
//   t²/8ab, t = a + b − |δ|   of the smaller side else; t ≤ 2a, so that t/a is a share of an edge.
static inline doubles step_wet_faces(const doubles m[3], const doubles h[3], doubles d, int x) {
    const doubles zero = doubles_splat(0.0), half = doubles_splat(0.5), one = doubles_splat(1.0);
    const doubles least = doubles_splat(DBL_MIN);
    const int y = (x + 1) % 3, z = (x + 2) % 3;
    const doubles a = doubles_min(m[y], m[z]), b = doubles_max(m[y], m[z]);
    const doubles safe_a = doubles_max(a, least), safe_b = doubles_max(b, least);
    doubles share = zero;
    for (int side = 0; side < 2; ++side) {
        const doubles delta = side ? doubles_sub(d, m[x]) : doubles_add(d, m[x]);
        const doubles size = doubles_max(delta, doubles_sub(zero, delta));
        // How far the smaller side's share is from a half: linear up to b − a, then quadratic.
        const doubles t = doubles_max(doubles_sub(doubles_add(a, b), size), zero);
        const doubles edge = doubles_min(doubles_div(t, doubles_add(safe_a, safe_a)), one);
        const doubles corner =
            doubles_mul(doubles_mul(edge, edge), doubles_mul(half, doubles_div(a, safe_b)));
        const doubles over = doubles_max(doubles_sub(doubles_sub(b, a), size), zero);
        const doubles small =
            doubles_min(doubles_add(corner, doubles_mul(half, doubles_div(over, safe_b))), half);
        // 1 if δ > 0, else 0.
        const doubles up =
            doubles_min(doubles_mul(doubles_max(delta, zero), doubles_splat(0x1p1000)), one);
        const doubles sign = doubles_sub(doubles_add(up, up), one);
        share = doubles_add(share, doubles_sub(up, doubles_mul(sign, small)));
    }
    return doubles_mul(share, doubles_mul(doubles_splat(4.0), doubles_mul(h[y], h[z])));
}

static STEP_INLINE doubles step_find_box(const struct step_shapes *box, bool drags,
                                         struct step_found *found) {
    const doubles zero = doubles_splat(0.0);
    const doubles n[3] = {box->n.x, box->n.y, box->n.z};
    const doubles *h = box->size;
    const struct plain_side side = plain_side_of(box->depth, box_reach(n, h));
    doubles share, r[3];
    box_wet(n, box->depth, h, &share, r);
    const step3 none = {zero, zero, zero};
    found->share = doubles_if_less(zero, side.cut, share, side.whole);
    found->centre = step3_if_less(zero, side.cut, (step3){r[0], r[1], r[2]}, none);
    found->area = zero;
    if (drags) {
        const doubles m[3] = {times(doubles_abs(n[0]), h[0]), times(doubles_abs(n[1]), h[1]),
                              times(doubles_abs(n[2]), h[2])};
        for (int x = 0; x < 3; ++x) {
            found->area = plus(found->area, step_wet_faces(m, h, box->depth, x));
        }
    }
    return times(doubles_splat(8.0), times(times(h[0], h[1]), h[2]));
}

static STEP_INLINE doubles step_find_ball(const struct step_shapes *shape,
                                          struct step_found *found) {
    const doubles zero = doubles_splat(0.0), one = doubles_splat(1.0), radius = shape->size[0];
    const doubles square = times(radius, radius), t = times(shape->depth, per(radius));
    struct plain_ball ball;
    plain_wet_ball(t, radius, &ball);
    const doubles high = plus(one, doubles_max(doubles_min(t, one), minus(zero, one)));
    found->share = ball.share;
    found->centre = step3_scale(minus(zero, ball.arm), shape->n);
    found->area = times(doubles_splat(2.0 * AXIAL_PI), times(square, high));
    return times(doubles_splat(4.0 / 3.0 * AXIAL_PI), times(square, radius));
}

// Capsules and cylinders, along z.
static STEP_INLINE doubles step_find_axial(const struct step_shapes *shape, bool is_capsule,
                                           struct step_found *found) {
    const doubles zero = doubles_splat(0.0), radius = shape->size[0], c = shape->n.z;
    const doubles per_radius = per(radius), tall = times(shape->size[1], per_radius);
    const doubles t = times(shape->depth, per_radius), square = times(radius, radius);
    const doubles straight = plus(shape->size[1], shape->size[1]);
    const doubles mean = // length of a cylinder of that radius and volume
        is_capsule ? plus(straight, times(doubles_splat(4.0 / 3.0), radius)) : straight;
    const doubles volume = times(doubles_splat(AXIAL_PI), times(square, mean));
    const doubles around = // area over 2 π times the radius
        is_capsule ? plus(straight, plus(radius, radius)) : plus(straight, radius);
    const doubles all = times(doubles_splat(2.0 * AXIAL_PI), times(radius, around));
    const struct plain_side side =
        plain_side_of(t, is_capsule ? axial_reach_capsule(c, tall) : axial_reach_cylinder(c, tall));
    struct axial_wet wet;
    if (is_capsule) {
        axial_wet_capsule(t, c, tall, radius, doubles_div(times(square, radius), volume), &wet);
    } else {
        axial_wet_cylinder(t, c, tall, radius, &wet);
    }
    const step3 across = step3_scale(wet.up, shape->n), none = {zero, zero, zero};
    const step3 centre = {across.x, across.y, plus(across.z, wet.along)};
    found->share = doubles_if_less(zero, side.cut, wet.share, side.whole);
    found->centre = step3_if_less(zero, side.cut, centre, none);
    found->area = doubles_if_less(zero, side.cut, wet.area, times(all, side.whole));
    return volume;
}

// Shapes of one of the kinds that have forms of their own here, in place.
static STEP_INLINE void step_find_shapes(enum buoy_shape_kind kind, bool drags, size_t count,
                                         struct step_rows *rows) {
    const doubles zero = doubles_splat(0.0);
    for (size_t i = 0; i < count; i += DOUBLES_WIDTH) {
        doubles n[3];
        struct step_shapes shapes;
        struct step_found found;
        step_load3(rows->normal[0], i, n);
        step_load3(rows->size[0], i, shapes.size);
        shapes.n = (step3){n[0], n[1], n[2]};
        shapes.depth = doubles_load(&rows->depth[i]);
        const doubles whole = kind == BUOY_SHAPE_BOX ? step_find_box(&shapes, drags, &found)
                              : kind == BUOY_SHAPE_SPHERE
                                  ? step_find_ball(&shapes, &found)
                                  : step_find_axial(&shapes, kind == BUOY_SHAPE_CAPSULE, &found);
        doubles_store(&rows->volume[i], times(whole, found.share));
        doubles_store(&rows->centre[0][i], found.centre.x);
        doubles_store(&rows->centre[1][i], found.centre.y);
        doubles_store(&rows->centre[2][i], found.centre.z);
        // A body that displaces nothing is not wet.
        doubles_store(&rows->area[i], zero);
        if (drags) {
            doubles_store(&rows->area[i], doubles_if_less(zero, found.share, found.area, zero));
        }
    }
}

static __attribute__((noinline)) void step_find_boxes(bool drags, size_t count,
                                                      struct step_rows *rows) {
    step_find_shapes(BUOY_SHAPE_BOX, drags, count, rows);
}
static __attribute__((noinline)) void step_find_balls(size_t count, struct step_rows *rows) {
    step_find_shapes(BUOY_SHAPE_SPHERE, true, count, rows);
}
static __attribute__((noinline)) void step_find_capsules(size_t count, struct step_rows *rows) {
    step_find_shapes(BUOY_SHAPE_CAPSULE, true, count, rows);
}
static __attribute__((noinline)) void step_find_cylinders(size_t count, struct step_rows *rows) {
    step_find_shapes(BUOY_SHAPE_CYLINDER, true, count, rows);
}

// ------------------------------------------------------------------------------- parts

// Parts of one kind that wait for an answer.
struct step_tasks {
    size_t count;
    unsigned whole;              // a bit for each that is answered, as wholly wet
    uint16_t body[STEP_PORTION]; // in the portion
    const struct buoy_model_part *part[STEP_PORTION];
    struct step_rows rows;
};

// The water that a part meets, in its own frame; a single part has the model's. Of several, those
// that the water is far from are whole: dry ones add nothing, and wet ones are answered at once.
static inline void step_add_task(const struct step_portion *portion, size_t body,
                                 const struct buoy_model_part *part, struct step_tasks *tasks) {
    const struct step_rows *from = &portion->rows;
    const double n[3] = {from->normal[0][body], from->normal[1][body], from->normal[2][body]};
    const bool single = step_model(portion, body)->count == 1;
    const double depth = from->depth[body] - (single ? 0.0 : buoy_dot(n, part->place));
    if (!single && depth < -part->reach) {
        return;
    }
    const size_t at = tasks->count++;
    tasks->body[at] = (uint16_t)body;
    tasks->part[at] = part;
    if (!single && depth > part->reach) {
        tasks->whole |= 1u << at;
        tasks->rows.volume[at] = part->volume;
        tasks->rows.area[at] = part->area;
        for (int k = 0; k < 3; ++k) {
            tasks->rows.centre[k][at] = part->centre[k];
        }
        return;
    }
    tasks->rows.depth[at] = depth;
    for (int k = 0; k < 3; ++k) {
        const double(*r)[3] = part->rotation;
        tasks->rows.normal[k][at] =
            single ? n[k] : r[0][k] * n[0] + r[1][k] * n[1] + r[2][k] * n[2];
        tasks->rows.size[k][at] = (double)part->size[k];
    }
}

// A mesh's plane: its normal is rounded to floats about the centre of the mesh's box, wherever that
// lies in the mesh's frame. Written in place: a copy of all of it would wait for its parts.
static inline void step_mesh_plane(const struct buoy_mesh *mesh, const struct step_rows *rows,
                                   size_t i, struct buoy_plane64 *plane) {
    const double most = (double)FLT_MAX;
    for (int k = 0; k < 3; ++k) {
        plane->normal[k] = buoy_rounded_to_float(rows->normal[k][i]);
    }
    plane->d = buoy_clamp(rows->depth[i] + buoy_dot(plane->normal, mesh->centre), -most, most);
}

static inline bool step_wets_open_edge(const struct buoy_mesh *mesh,
                                       const struct buoy_plane64 *plane) {
    double d;
    const struct buoy_plane given = buoy_plane_of(NULL, plane, 0, &d);
    return buoy_wets_open_edge(mesh, &given, d);
}

// Takes over the answer of a mesh; NaN if an open edge is wet.
static inline void step_answer_mesh(const struct buoy_mesh *mesh, const struct buoy_plane64 *plane,
                                    double volume, const double centre[3], size_t i,
                                    struct step_rows *rows) {
    const bool open = !mesh->closed && step_wets_open_edge(mesh, plane);
    rows->volume[i] = open ? (double)NAN : volume;
    for (int k = 0; k < 3; ++k) {
        rows->centre[k][i] = centre[k] - mesh->centre[k];
    }
}

// Volumes by the caller's function, or by the kernels of this instruction set, as `auto` chooses.
static inline void step_ask_mesh(const struct step_shared *shared, const struct buoy_mesh *mesh,
                                 const struct buoy_plane64 *planes, size_t count,
                                 struct buoy_volume *found) {
    const struct buoy_step_options *options = buoy_step_options_of(shared->batch->pass->query);
    const struct buoy_volume_query query = {
        .mesh = mesh,
        .planes64 = planes,
        .count = count,
        .scratch = options->scratch,
        .scratch_bytes = options->scratch_bytes,
    };
    if (shared->volumes) {
        shared->volumes(&query, found);
    } else if (mesh->is_indexed) {
        BUOY_VARIANT(buoy_volume_indexed)(&query, found);
    } else {
        BUOY_VARIANT(buoy_volume_hierarchy)(&query, found);
    }
}

// A row's mesh, with its wetted area.
static inline void step_solve_mesh(const struct step_shared *shared, const struct buoy_mesh *mesh,
                                   size_t i, struct step_rows *rows) {
    struct buoy_plane64 plane;
    step_mesh_plane(mesh, rows, i, &plane);
    const struct buoy_hydrostatics_query query = {
        .mesh = mesh, .planes64 = &plane, .count = 1, .without_waterplane = true};
    struct buoy_hydrostatics found;
    if (shared->volumes) {
        buoy_hydrostatics_auto_best(&query, &found);
    } else {
        BUOY_VARIANT(buoy_hydrostatics_indexed)(&query, &found);
    }
    step_answer_mesh(mesh, &plane, found.volume, found.centre, i, rows);
    rows->area[i] = found.wetted_area;
}

// A row's mesh that needs no wetted area.
static __attribute__((noinline)) void step_solve_alone(const struct step_shared *shared,
                                                       const struct buoy_mesh *mesh, size_t i,
                                                       struct step_rows *rows) {
    struct buoy_plane64 plane;
    step_mesh_plane(mesh, rows, i, &plane);
    struct buoy_volume found;
    step_ask_mesh(shared, mesh, &plane, 1, &found);
    step_answer_mesh(mesh, &plane, found.volume, found.centre, i, rows);
    rows->area[i] = 0.0;
}

// Answers a row's mesh that the water does not cut, as the kernels do. False if it may be cut: then
// what they read first is prefetched. Never inlined, so that its stack is not below the kernels'.
static __attribute__((noinline)) bool step_solve_uncut(const struct buoy_mesh *mesh, size_t i,
                                                       struct step_rows *rows) {
    double d;
    struct buoy_plane64 plane;
    step_mesh_plane(mesh, rows, i, &plane);
    const struct buoy_plane given = buoy_plane_of(NULL, &plane, 0, &d);
    const struct buoy_baked_plane baked = buoy_bake_plane_at(mesh, &given, d);
    struct buoy_hydrostatics found;
    if (baked.side == BUOY_SIDE_DRY) {
        buoy_answer_all_dry(mesh, &found);
    } else if (baked.side == BUOY_SIDE_WET && baked.offset > baked.reach) {
        buoy_answer_all_wet(mesh, &found);
    } else {
        if (mesh->is_indexed) {
            const float *end = buoy_indexed_exact(mesh, buoy_indexed_room(mesh));
            walk_ask_for_item(mesh->indexed,
                              (size_t)((const char *)end - (const char *)mesh->indexed));
        } else if (mesh->tree.leaf_count > 1) {
            const struct buoy_span span = buoy_span_of(&baked);
            walk_ask_for_bounds(mesh->tree.nodes, &span);
        }
        return false;
    }
    step_answer_mesh(mesh, &plane, found.volume, found.centre, i, rows);
    rows->area[i] = found.wetted_area;
    return true;
}

// Bodies of one mesh, which need no wetted areas, all in one query; whole turns of rows are filled.
static void step_solve_alike(const struct step_portion *portion, const struct buoy_mesh *mesh,
                             size_t count, struct step_rows *rows) {
    struct buoy_plane64 planes[STEP_PORTION];
    struct buoy_volume found[STEP_PORTION];
    // Planes of a mesh for whole turns of rows, as step_mesh_plane() finds them.
#if LANES_WIDTH == 1
    for (size_t i = 0; i < count; ++i) {
        step_mesh_plane(mesh, rows, i, &planes[i]);
    }
#else
    const lanes_double most = lanes_double_splat((double)FLT_MAX);
    const lanes_double least = lanes_double_splat(-(double)FLT_MAX);
    for (size_t i = 0; i < count; i += LANES_WIDTH) {
        lanes_double n[3];
        for (int k = 0; k < 3; ++k) {
            n[k] = lanes_widen(lanes_narrow(lanes_double_load(&rows->normal[k][i])));
        }
        const lanes_double d =
            lanes_double_add(lanes_double_load(&rows->depth[i]), batch_dot(n, mesh->centre));
        lanes_double_store4((double *)&planes[i], n[0], n[1], n[2],
                            lanes_double_max(lanes_double_min(d, most), least));
    }
#endif
    step_ask_mesh(portion->shared, mesh, planes, count, found);
    for (size_t i = count; i % DOUBLES_WIDTH != 0; ++i) {
        found[i] = found[i - 1];
    }
    for (size_t i = 0; i < count; i += DOUBLES_WIDTH) {
        doubles volume, c[3];
        doubles_load4(&found[i].volume, 4, &volume, &c[0], &c[1], &c[2]);
        doubles_store(&rows->volume[i], volume);
        doubles_store(&rows->area[i], doubles_splat(0.0));
        for (int k = 0; k < 3; ++k) {
            doubles_store(&rows->centre[k][i], doubles_sub(c[k], doubles_splat(mesh->centre[k])));
        }
    }
    for (size_t i = 0; !mesh->closed && i < count; ++i) {
        const bool open = step_wets_open_edge(mesh, &planes[i]);
        rows->volume[i] = open ? (double)NAN : rows->volume[i];
    }
}

// Solves some of the tasks.
static inline void step_solve_some(const struct step_portion *portion, const uint16_t *which,
                                   size_t count, struct step_tasks *tasks) {
    struct step_rows rows;
    for (size_t i = 0; i < count || i % LANES_WIDTH != 0; ++i) {
        const size_t from = which[i < count ? i : count - 1];
        rows.depth[i] = tasks->rows.depth[from];
        for (int k = 0; k < 3; ++k) {
            rows.normal[k][i] = tasks->rows.normal[k][from];
        }
    }
    step_solve_alike(portion, tasks->part[which[0]]->mesh, count, &rows);
    for (size_t i = 0; i < count; ++i) {
        const size_t to = which[i];
        tasks->rows.volume[to] = rows.volume[i];
        tasks->rows.area[to] = 0.0;
        for (int k = 0; k < 3; ++k) {
            tasks->rows.centre[k][to] = rows.centre[k][i];
        }
    }
}

// Sixty-four sorts of meshes, by where they lie.
static inline uint64_t step_sort_of(const struct buoy_mesh *mesh) {
    return UINT64_C(1) << ((uint64_t)(uintptr_t)mesh * UINT64_C(0x9e3779b97f4a7c15) >> 58);
}

// How many meshes are prefetched ahead, and what of each: what tells whether it is cut.
#define STEP_MESHES_AHEAD 6
#define STEP_HEAD 256

// Meshes: those that the water does not cut at once; those that others share, and that need no
// wetted areas, together.
static void step_solve_meshes(const struct step_portion *portion, struct step_tasks *tasks) {
    _Static_assert(STEP_PORTION <= 32, "a bit for each");
    unsigned left = 0;            // what may be cut
    uint64_t once = 0, again = 0; // sorts among that
    for (size_t i = 0; i < tasks->count; ++i) {
        const struct buoy_mesh *mesh = tasks->part[i]->mesh;
        const size_t ahead = i + STEP_MESHES_AHEAD;
        if (ahead < tasks->count && (tasks->whole >> ahead & 1) == 0) {
            walk_ask_for_item(tasks->part[ahead]->mesh, STEP_HEAD);
        }
        if ((tasks->whole >> i & 1) == 0 && !step_solve_uncut(mesh, i, &tasks->rows)) {
            left |= 1u << i;
            again |= once & step_sort_of(mesh);
            once |= step_sort_of(mesh);
        }
    }
    for (; left; left &= left - 1) {
        const size_t i = buoy_lowest_bit(left);
        const struct buoy_mesh *mesh = tasks->part[i]->mesh;
        uint16_t which[STEP_PORTION];
        size_t count = 0;
        if (buoy_model_has(step_model(portion, tasks->body[i]), BUOY_MODEL_DRAGS)) {
            step_solve_mesh(portion->shared, mesh, i, &tasks->rows);
            continue;
        }
        for (unsigned others = again & step_sort_of(mesh) ? left : 0; others;
             others &= others - 1) {
            const size_t j = buoy_lowest_bit(others);
            if (tasks->part[j]->mesh == mesh &&
                !buoy_model_has(step_model(portion, tasks->body[j]), BUOY_MODEL_DRAGS)) {
                which[count++] = (uint16_t)j;
            }
        }
        if (count < 2) {
            step_solve_alone(portion->shared, mesh, i, &tasks->rows);
            continue;
        }
        for (size_t k = 1; k < count; ++k) {
            left &= ~(1u << which[k]);
        }
        step_solve_some(portion, which, count, tasks);
    }
}

// Ellipsoids and cones, by their kernels of this instruction set. Their planes are rounded about
// their middles.
static void step_ask_shapes(enum buoy_shape_kind kind, bool drags, size_t count,
                            struct step_rows *rows) {
    struct buoy_shape shapes[STEP_PORTION];
    struct buoy_plane planes[STEP_PORTION];
    struct buoy_volume found[STEP_PORTION];
    struct buoy_shape_surface surfaces[STEP_PORTION];
    for (size_t i = 0; i < count; ++i) {
        shapes[i].kind = kind;
        for (int k = 0; k < 3; ++k) {
            shapes[i].size[k] = (float)rows->size[k][i];
            planes[i].normal[k] = (float)rows->normal[k][i];
        }
        planes[i].d = (float)buoy_clamp(rows->depth[i], -(double)FLT_MAX, (double)FLT_MAX);
    }
    const struct buoy_shapes_query query = {
        .shapes = shapes, .planes = planes, .count = count, .surfaces = drags ? surfaces : NULL};
    if (kind == BUOY_SHAPE_CONE) {
        BUOY_VARIANT(buoy_shapes_cone)(&query, found);
    } else {
        BUOY_VARIANT(buoy_shapes_ellipsoid)(&query, found);
    }
    for (size_t i = 0; i < count; ++i) {
        rows->volume[i] = found[i].volume;
        rows->area[i] = drags ? surfaces[i].wetted_area : 0.0;
        for (int k = 0; k < 3; ++k) {
            rows->centre[k][i] = found[i].centre[k];
        }
    }
}

// Primitive shapes of one kind, in whole turns of rows.
static void step_solve_shapes(enum buoy_shape_kind kind, bool drags, size_t count,
                              struct step_rows *rows) {
    switch (kind) {
    case BUOY_SHAPE_BOX:
        step_find_boxes(drags, count, rows);
        break;
    case BUOY_SHAPE_SPHERE:
        step_find_balls(count, rows);
        break;
    case BUOY_SHAPE_CAPSULE:
        step_find_capsules(count, rows);
        break;
    case BUOY_SHAPE_CYLINDER:
        step_find_cylinders(count, rows);
        break;
    default:
        step_ask_shapes(kind, drags, count, rows);
        break;
    }
}

// Answers the tasks collected, and forgets them.
static void step_solve_tasks(struct step_portion *portion, enum buoy_shape_kind kind,
                             struct step_tasks *tasks) {
    if (tasks->count == 0) {
        return;
    }
    if (kind == BUOY_SHAPE_MESH) {
        step_solve_meshes(portion, tasks);
    } else {
        // Repeats the last task up to a whole turn.
        struct step_rows *rows = &tasks->rows;
        for (size_t i = tasks->count; i % LANES_WIDTH != 0; ++i) {
            for (int k = 0; k < 3; ++k) {
                rows->normal[k][i] = rows->normal[k][i - 1];
                rows->size[k][i] = rows->size[k][i - 1];
            }
            rows->depth[i] = rows->depth[i - 1];
        }
        step_solve_shapes(kind, portion->drags, tasks->count, &tasks->rows);
    }
    // Adds what was found of parts to their bodies: V and V c, or the answer itself of single
    // parts.
    const struct step_rows *from = &tasks->rows;
    struct step_rows *to = &portion->rows;
    for (size_t i = 0; i < tasks->count; ++i) {
        const size_t body = tasks->body[i];
        const struct buoy_model_part *part = tasks->part[i];
        const double volume = from->volume[i];
        const double c[3] = {from->centre[0][i], from->centre[1][i], from->centre[2][i]};
        if (step_model(portion, body)->count == 1) {
            to->volume[body] = volume;
            to->area[body] = from->area[i];
            for (int k = 0; k < 3; ++k) {
                to->centre[k][body] = c[k];
            }
            continue;
        }
        to->volume[body] += volume;
        to->area[body] += from->area[i];
        for (int k = 0; k < 3; ++k) {
            to->centre[k][body] += volume * (part->place[k] + buoy_dot(part->rotation[k], c));
        }
    }
    tasks->count = 0;
    tasks->whole = 0;
}

// Bodies of any parts.
static __attribute__((noinline)) void step_find_mixed(struct step_portion *portion) {
    struct step_tasks tasks;
    tasks.count = 0;
    tasks.whole = 0;
    uint32_t next[STEP_PORTION] = {0}; // part of each body
    for (size_t i = 0; i < portion->count; ++i) {
        portion->rows.volume[i] = portion->rows.area[i] = 0.0;
        portion->rows.centre[0][i] = portion->rows.centre[1][i] = portion->rows.centre[2][i] = 0.0;
    }
    for (int kind = 0; kind <= BUOY_SHAPE_MESH; ++kind) {
        for (size_t i = 0; i < portion->count; ++i) {
            const struct buoy_model *model = step_model(portion, i);
            for (; next[i] < model->count && (int)model->parts[next[i]].kind == kind; ++next[i]) {
                step_add_task(portion, i, &model->parts[next[i]], &tasks);
                if (tasks.count == STEP_PORTION) {
                    step_solve_tasks(portion, (enum buoy_shape_kind)kind, &tasks);
                }
            }
        }
        step_solve_tasks(portion, (enum buoy_shape_kind)kind, &tasks);
    }
    // From V c to c, for bodies of several parts.
    struct step_rows *rows = &portion->rows;
    for (size_t i = 0; i < portion->count; ++i) {
        const double volume = rows->volume[i];
        for (int k = 0; k < 3 && step_model(portion, i)->count > 1; ++k) {
            rows->centre[k][i] = volume != 0.0 ? rows->centre[k][i] / volume : 0.0;
        }
    }
}

// Bodies that are single parts of one kind. False if these are meshes, and not all the same or with
// wetted areas.
static inline bool step_find_uniform(struct step_portion *portion) {
    if (portion->kind != BUOY_SHAPE_MESH) {
        step_solve_shapes((enum buoy_shape_kind)portion->kind, portion->drags, portion->count,
                          &portion->rows);
        return true;
    }
    const struct buoy_mesh *mesh = step_model(portion, 0)->parts[0].mesh;
    bool alike = !portion->drags;
    for (size_t i = 0; alike && !portion->alike && i < portion->count; ++i) {
        alike = step_model(portion, i)->parts[0].mesh == mesh;
    }
    if (alike && portion->count == 1) {
        step_solve_alone(portion->shared, mesh, 0, &portion->rows);
    } else if (alike) {
        step_solve_alike(portion, mesh, portion->count, &portion->rows);
    }
    return alike;
}

// Wetted areas only where they are asked for, whatever else is in the portion.
static inline void step_find_volumes(struct step_portion *portion) {
    if (portion->kind < 0 || !step_find_uniform(portion)) {
        step_find_mixed(portion);
    }
    // Repeats the last answer up to a whole turn.
    for (size_t i = portion->count; i % DOUBLES_WIDTH != 0; ++i) {
        portion->rows.volume[i] = portion->rows.volume[i - 1];
        portion->rows.area[i] = portion->rows.area[i - 1];
        for (int k = 0; k < 3; ++k) {
            portion->rows.centre[k][i] = portion->rows.centre[k][i - 1];
        }
    }
    for (size_t i = 0; i < portion->count && portion->drags; ++i) {
        const bool asked = buoy_model_has(step_model(portion, i), BUOY_MODEL_DRAGS);
        portion->rows.area[i] = asked ? portion->rows.area[i] : 0.0;
    }
}

#endif
