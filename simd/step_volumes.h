// Second pass of a step: what is submerged of each body, by kinds of parts. For templates, on
// whatever lanes_<isa>.h came before.
//
// A portion whose bodies are single parts of one kind is answered in place. Otherwise parts of one
// kind are collected, body by body, answered together, and added to their bodies; kind follows upon
// kind, so that the order in which a body's parts are added depends on the body alone.
#ifndef BUOY_STEP_VOLUMES_H
#define BUOY_STEP_VOLUMES_H

#include "base/vector.h"
#include "batch_planes.h"
#include "mesh/plane.h"
#include "step_shapes.h"
#include "walk.h"

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

// Repeats the last task up to a whole turn.
static inline void step_fill_tasks(struct step_tasks *tasks) {
    struct step_rows *rows = &tasks->rows;
    for (size_t i = tasks->count; i % LANES_WIDTH != 0; ++i) {
        for (int k = 0; k < 3; ++k) {
            rows->normal[k][i] = rows->normal[k][i - 1];
            rows->size[k][i] = rows->size[k][i - 1];
        }
        rows->depth[i] = rows->depth[i - 1];
    }
}

// A mesh's plane: its normal is rounded to floats about the centre of the mesh's box, wherever that
// lies in the mesh's frame.
static inline struct buoy_plane64 step_mesh_plane(const struct buoy_mesh *mesh,
                                                  const struct step_rows *rows, size_t i) {
    const double most = (double)FLT_MAX;
    struct buoy_plane64 plane;
    for (int k = 0; k < 3; ++k) {
        plane.normal[k] = buoy_rounded_to_float(rows->normal[k][i]);
    }
    plane.d = buoy_clamp(rows->depth[i] + buoy_dot(plane.normal, mesh->centre), -most, most);
    return plane;
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
    const struct buoy_plane64 plane = step_mesh_plane(mesh, rows, i);
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
    const struct buoy_plane64 plane = step_mesh_plane(mesh, rows, i);
    struct buoy_volume found;
    step_ask_mesh(shared, mesh, &plane, 1, &found);
    step_answer_mesh(mesh, &plane, found.volume, found.centre, i, rows);
    rows->area[i] = 0.0;
}

// What `indexed` reads of a mesh: its vertices and blocks.
static inline size_t step_indexed_bytes(const struct buoy_mesh *mesh) {
    const uint32_t room = buoy_indexed_room(mesh);
    return (size_t)((const char *)buoy_indexed_exact(mesh, room) - (const char *)mesh->indexed);
}

// Answers a row's mesh that the water does not cut, as the kernels do. False if it may be cut: then
// what they read first is prefetched. Never inlined, so that its stack is not below the kernels'.
static __attribute__((noinline)) bool step_solve_uncut(const struct buoy_mesh *mesh, size_t i,
                                                       struct step_rows *rows) {
    double d;
    const struct buoy_plane64 plane = step_mesh_plane(mesh, rows, i);
    const struct buoy_plane given = buoy_plane_of(NULL, &plane, 0, &d);
    const struct buoy_baked_plane baked = buoy_bake_plane_at(mesh, &given, d);
    struct buoy_hydrostatics found;
    if (baked.side == BUOY_SIDE_DRY) {
        buoy_answer_all_dry(mesh, &found);
    } else if (baked.side == BUOY_SIDE_WET && baked.offset > baked.reach) {
        buoy_answer_all_wet(mesh, &found);
    } else {
        if (mesh->is_indexed) {
            walk_ask_for_item(mesh->indexed, step_indexed_bytes(mesh));
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

// Planes of a mesh for whole turns of rows, as step_mesh_plane() finds them.
static inline void step_mesh_planes(const struct buoy_mesh *mesh, const struct step_rows *rows,
                                    size_t count, struct buoy_plane64 *planes) {
#if LANES_WIDTH == 1
    for (size_t i = 0; i < count; ++i) {
        planes[i] = step_mesh_plane(mesh, rows, i);
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
}

// Bodies of one mesh, which need no wetted areas, all in one query; whole turns of rows are filled.
static void step_solve_alike(const struct step_portion *portion, const struct buoy_mesh *mesh,
                             size_t count, struct step_rows *rows) {
    struct buoy_plane64 planes[STEP_PORTION];
    struct buoy_volume found[STEP_PORTION];
    step_mesh_planes(mesh, rows, count, planes);
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

#undef STEP_MESHES_AHEAD
#undef STEP_HEAD

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

// Adds what was found of parts to their bodies: V and V c, or the answer itself of single parts.
static inline void step_hand_over(struct step_portion *portion, const struct step_tasks *tasks) {
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
        step_fill_tasks(tasks);
        step_solve_shapes(kind, portion->drags, tasks->count, &tasks->rows);
    }
    step_hand_over(portion, tasks);
    tasks->count = 0;
    tasks->whole = 0;
}

// From V c to c, for bodies of several parts.
static inline void step_end_sums(struct step_portion *portion) {
    struct step_rows *rows = &portion->rows;
    for (size_t i = 0; i < portion->count; ++i) {
        const double volume = rows->volume[i];
        for (int k = 0; k < 3 && step_model(portion, i)->count > 1; ++k) {
            rows->centre[k][i] = volume != 0.0 ? rows->centre[k][i] / volume : 0.0;
        }
    }
}

// Repeats the last answer up to a whole turn.
static inline void step_fill_answers(struct step_rows *rows, size_t count) {
    for (size_t i = count; i % DOUBLES_WIDTH != 0; ++i) {
        rows->volume[i] = rows->volume[i - 1];
        rows->area[i] = rows->area[i - 1];
        for (int k = 0; k < 3; ++k) {
            rows->centre[k][i] = rows->centre[k][i - 1];
        }
    }
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
    step_end_sums(portion);
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
    step_fill_answers(&portion->rows, portion->count);
    for (size_t i = 0; i < portion->count && portion->drags; ++i) {
        const bool asked = buoy_model_has(step_model(portion, i), BUOY_MODEL_DRAGS);
        portion->rows.area[i] = asked ? portion->rows.area[i] : 0.0;
    }
}

#endif
