#include "contract.h"

#include "ask.h"
#include "base/memory.h"
#include "body.h"
#include "buoyancy_forces.h"
#include "buoyancy_hydrostatics.h"
#include "buoyancy_kernels.h"
#include "buoyancy_pressure.h"
#include "crowd.h"
#include "outline.h"
#include "pressing.h"
#include "shapes.h"
#include "stepping.h"
#include "test.h"

// One in so many planes is of a kind of its own, and so is every other of those.
static void make_planes(struct rng *rng, const struct body *body, const struct contract *contract) {
    struct buoy_plane *planes = (void *)contract->in[0].at;
    const struct buoy_mesh *mesh = contract->mesh;
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    for (size_t k = 0; k < contract->count; ++k) {
        struct buoy_plane *p = &planes[k];
        *p = rng_plane(rng, mesh);
        const double n[3] = {(double)p->normal[0], (double)p->normal[1], (double)p->normal[2]};
        if (k % 4 == 0) { // through a vertex
            const float *v = body->positions + 3 * rng_below(rng, body->vertex_count);
            p->d = p->normal[0] * v[0] + p->normal[1] * v[1] + p->normal[2] * v[2];
        } else if (k % 5 == 0) { // barely wet or barely dry
            const double left = pow(10.0, rng_between(rng, -8.0, -1.0));
            double reach = 0.0, middle = 0.0;
            for (int i = 0; i < 3; ++i) {
                reach += fabs(n[i]) * info.half_extent[i];
                middle += n[i] * info.centre[i];
            }
            p->d = (float)(middle + (k % 2 ? 1.0 : -1.0) * reach * (1.0 - left));
        } else if (k % 3 == 1 && !(contract->flags & CONTRACT_ORDINARY)) {
            // Level water but for a slight tilt, which any share of the body is below or none, by
            // a normal of any length.
            static const double shares[] = {-1e30, -1.0, 0.0,        1e-9, 1e-7, 1e-4,
                                            0.5,   1.5,  1.0 - 1e-7, 1.0,  1e30};
            static const float tilts[] = {0.0f, 1e-7f, 1e-33f, 1e-42f},
                               lengths[] = {1.0f, 1e-30f, 1e30f};
            const double share = shares[rng_below(rng, COUNT_OF(shares))];
            const float tilt = tilts[rng_below(rng, COUNT_OF(tilts))];
            const float length =
                fabs(share) < 2.0 ? lengths[rng_below(rng, COUNT_OF(lengths))] : 1.0f;
            const double d = info.centre[2] + (2.0 * share - 1.0) * info.half_extent[2];
            *p = (struct buoy_plane){{tilt, 2.0f * tilt, length}, length * (float)d};
        }
    }
}

// ------------------------------------------------------------------------------------- families

static enum buoy_status ask_volume(const struct contract_call *call) {
    const struct buoy_volume_query query = {.mesh = call->of->mesh,
                                            .planes = call->in[1] ? NULL : call->in[0],
                                            .planes64 = call->in[1],
                                            .count = call->count,
                                            .scratch = call->scratch,
                                            .scratch_bytes = call->of->scratch_bytes,
                                            .voxels = 8,
                                            .errors = call->out[1],
                                            .failed = call->of->failed,
                                            .kernel = call->kernel};
    return buoy_volume_compute(&query, call->out[0], call->error);
}

static enum buoy_status ask_hydrostatics(const struct contract_call *call) {
    const struct buoy_hydrostatics_query query = {.mesh = call->of->mesh,
                                                  .planes = call->in[1] ? NULL : call->in[0],
                                                  .planes64 = call->in[1],
                                                  .count = call->count,
                                                  .failed = call->of->failed,
                                                  .kernel = call->kernel};
    return buoy_hydrostatics_compute(&query, call->out[0], call->error);
}

// A body after another.
static enum buoy_status ask_pressure_of(const struct contract_call *call) {
    const struct pressing *pressings = call->in[0];
    struct buoy_pressure *answers = call->out[0];
    enum buoy_status status = BUOY_OK;
    for (size_t i = 0; i < call->count && status == BUOY_OK; ++i) {
        struct buoy_pressure_query query =
            pressing_query(&pressings[i], call->scratch, call->of->scratch_bytes);
        query.kernel = call->kernel;
        status = buoy_pressure_compute(&query, NULL, &answers[i], call->error);
    }
    return status;
}

static enum buoy_status ask_box_of(const struct contract_call *call) {
    const struct buoy_shapes_query query = {.shapes = call->in[0],
                                            .planes = call->in[1],
                                            .count = call->count,
                                            .voxels = 8,
                                            .failed = call->of->failed,
                                            .kernel = call->kernel};
    return buoy_shapes_compute(&query, call->out[0], call->error);
}

static enum buoy_status ask_shapes_of(const struct contract_call *call) {
    const struct buoy_shapes_query query = {.shapes = call->in[0],
                                            .planes = call->in[1],
                                            .count = call->count,
                                            .surfaces = call->out[1],
                                            .failed = call->of->failed,
                                            .kernel = call->kernel};
    return buoy_shapes_compute(&query, call->out[0], call->error);
}

static enum buoy_status ask_polygon(const struct contract_call *call) {
    const struct buoy_polygon_query query = {.polygons = call->in[0],
                                             .lines = call->in[1],
                                             .count = call->count,
                                             .kernel = call->kernel,
                                             .failed = call->of->failed};
    return buoy_polygon_compute(&query, call->out[0], call->error);
}

static enum buoy_status ask_forces(const struct contract_call *call) {
    struct buoy_forces_query query = crowd_query(call->of->own);
    query.submerged = call->in[0];
    query.bodies = call->in[1];
    query.motions = call->in[2];
    query.waters = call->in[3];
    query.count = call->count;
    query.failed = call->of->failed;
    query.kernel = call->kernel;
    return buoy_forces_compute(&query, call->out[0], call->error);
}

static enum buoy_status ask_waves(const struct contract_call *call) {
    struct buoy_surface query = {.x = call->in[0],
                                 .y = call->in[1],
                                 .count = call->count,
                                 .height = call->out[0],
                                 .slope_x = call->out[1],
                                 .slope_y = call->out[2],
                                 .failed = call->of->failed};
    query.kernel = call->kernel;
    return buoy_waves_sample(call->of->own, 12.5, &query, call->error);
}

static struct buoy_step_query step_query_of(const struct contract_call *call,
                                            const struct buoy_step_options *options) {
    static const struct buoy_states nowhere;
    double *effects = call->out[1]; // six to a body
    struct buoy_step_query query = stepping_query(call->of->own);
    query.states = call->in[0] ? stepping_states(call->in[0]) : nowhere;
    query.models = call->in[1];
    query.count = call->count;
    query.options = options;
    if (effects) {
        query.effects.linear = buoy_to_doubles(effects, 6 * sizeof *effects);
        query.effects.angular = buoy_to_doubles(effects + 3, 6 * sizeof *effects);
    }
    return query;
}

static enum buoy_status ask_step(const struct contract_call *call) {
    const struct buoy_step_options options = {.kernel = call->kernel,
                                              .scratch = call->scratch,
                                              .scratch_bytes = call->of->scratch_bytes,
                                              .failed = call->of->failed};
    const struct buoy_step_query query = step_query_of(call, &options);
    return buoy_water_forces_compute(&query, call->out[0], call->error);
}

// ------------------------------------------------------------------------------------- questions

static struct body body;
static struct waters waters;
static struct crowd crowd;
static struct stepping stepping;

static void fill_planes(struct contract *c, const struct buoy_kernel *kernel, struct rng *rng) {
    const struct buoy_plane *planes = (void *)c->in[0].at;
    struct buoy_plane64 *wide = (void *)c->in[1].at;
    (void)kernel;
    make_planes(rng, &body, c);
    for (size_t i = 0; i < c->count && c->way == 1; ++i) {
        const float *n = planes[i].normal;
        wide[i] =
            (struct buoy_plane64){{(double)n[0], (double)n[1], (double)n[2]}, (double)planes[i].d};
    }
}

static void fill_pressings(struct contract *c, const struct buoy_kernel *kernel, struct rng *rng) {
    static const struct buoy_region region = {{-0.5, -1.0, -2.0}, {1.0, 0.5, 2.0}};
    static const struct buoy_surface_motion motion = {
        .velocity = {1.0, -2.0, 0.5}, .drag = 0.75, .lift = 0.5, .skin = 0.01};
    static const double heights[] = {-1e3, -1.0, -1e-7, 0.0, 1e-7, 1.0, 1e3};
    struct pressing *pressings = (void *)c->in[0].at;
    (void)kernel;
    for (size_t i = 0; i < c->count; ++i) {
        pressings[i] = random_pressing(rng, c->mesh, &waters);
        pressings[i].water.region = i % 4 == 0 ? &region : NULL;
        pressings[i].motion = i % 2 ? &motion : NULL;
        if (i % 5 == 1 && !(c->flags & CONTRACT_ORDINARY)) {
            pressings[i].pose.position[2] = heights[rng_below(rng, COUNT_OF(heights))];
        }
    }
}

// Under water as high as floats go.
static void drown_some(struct contract *c) {
    struct buoy_plane *planes = (void *)c->in[1].at;
    for (size_t i = 0; i < c->count && !(c->flags & CONTRACT_ORDINARY); i += 50) {
        planes[i].d = 1e30f;
    }
}

static void fill_boxes(struct contract *c, const struct buoy_kernel *kernel, struct rng *rng) {
    (void)kernel;
    for (size_t i = 0; i < c->count; ++i) {
        const struct shape_question question = box_question_make(rng);
        ((struct buoy_shape *)(void *)c->in[0].at)[i] = question.shape;
        ((struct buoy_plane *)(void *)c->in[1].at)[i] = question.plane;
    }
    drown_some(c);
}

static void fill_shapes(struct contract *c, const struct buoy_kernel *kernel, struct rng *rng) {
    for (size_t i = 0; i < c->count; ++i) {
        const struct shape_question question = shape_question_make(rng, shapes_kinds_of(kernel));
        ((struct buoy_shape *)(void *)c->in[0].at)[i] = question.shape;
        ((struct buoy_plane *)(void *)c->in[1].at)[i] = question.plane;
    }
    drown_some(c);
}

// Usual polygons, large and small ones, many vertices, two vertices, any line; vertices of -0.
static void fill_polygons(struct contract *c, const struct buoy_kernel *kernel, struct rng *rng) {
    static const double zeros[] = {-0.0, -0.0, 1, -0.0, 1, 1, -0.0, 1};
    struct outline *outlines = calloc(c->count, sizeof *outlines);
    assert_non_null(outlines);
    (void)kernel;
    for (size_t i = 0; i < c->count; ++i) {
        struct outline any = outline_random(rng);
        const bool extreme = !(c->flags & (CONTRACT_ORDINARY | CONTRACT_MODERATE)) && i % 11 == 0;
        const double scale = extreme ? pow(10.0, rng_between(rng, -20.0, 20.0)) : 1.0;
        any = i % 13 == 0 ? outline_convex(rng, 9 + (uint32_t)rng_below(rng, 9)) : any;
        any = i % 19 == 0 ? outline_of("square", zeros, 4) : any;
        any.count = i % 17 == 0 ? 2 : any.count;
        outlines[i] = i % 19 == 0 ? any
                                  : outline_placed(&any, rng_between(rng, 0.0, 6.3), scale,
                                                   scale * rng_between(rng, -3.0, 3.0), 0.0);
        ((struct buoy_polygon *)(void *)c->in[0].at)[i] = outline_polygon(&outlines[i]);
        struct buoy_line *line = (struct buoy_line *)(void *)c->in[1].at + i;
        *line = outline_random_line(rng, &outlines[i]);
        if (i % 5 == 0 &&
            !(c->flags & CONTRACT_ORDINARY)) { // through a vertex, nearly level; or clear of it
            static const float slight[] = {0.0f, 1e-7f, 1e-33f, 1e-42f, 1e30f, -1e30f};
            const float slope = slight[rng_below(rng, COUNT_OF(slight))];
            *line = fabsf(slope) < 1.0f
                        ? (struct buoy_line){{slope, 1.0f}, outlines[i].vertices[1]}
                        : (struct buoy_line){{line->normal[0], line->normal[1]}, slope};
        }
    }
    c->own = outlines;
}

static void fill_crowd(struct contract *c, const struct buoy_kernel *kernel, struct rng *rng) {
    (void)kernel;
    crowd_make(rng, c->count, &crowd);
    memcpy(c->in[0].at, crowd.submerged, c->count * sizeof *crowd.submerged);
    memcpy(c->in[1].at, crowd.bodies, c->count * sizeof *crowd.bodies);
    memcpy(c->in[2].at, crowd.motions, c->count * sizeof *crowd.motions);
    memcpy(c->in[3].at, crowd.waters, c->count * sizeof *crowd.waters);
    c->own = &crowd;
}

static void fill_points(struct contract *c, const struct buoy_kernel *kernel, struct rng *rng) {
    (void)kernel;
    for (size_t i = 0; i < c->count; ++i) {
        const double far = i % 5 ? 1e4 : 1e12;
        ((double *)(void *)c->in[0].at)[i] = rng_between(rng, -far, far);
        ((double *)(void *)c->in[1].at)[i] = rng_between(rng, -far, far);
    }
    c->own = waters.waves;
}

// Still water, and without effects; waves; a patch.
static void fill_states(struct contract *c, const struct buoy_kernel *kernel, struct rng *rng) {
    (void)kernel;
    stepping_random(rng, c->count, &stepping);
    if (c->way == 2) {
        stepping_into_waves(&stepping, 12.5);
    } else if (c->way == 3) {
        stepping_onto_patch(&stepping);
    }
    memcpy(c->in[0].at, stepping.states, c->count * sizeof *stepping.states);
    memcpy(c->in[1].at, stepping.models, c->count * sizeof *stepping.models);
    c->own = &stepping;
}

#define PART(type)                                                                                 \
    { .bytes = sizeof(type), .alignment = _Alignof(type) }

static const struct contract_family {
    const char *name;
    size_t most, ways;
    bool has_mesh;
    contract_asker *ask;
    void (*fill)(struct contract *, const struct buoy_kernel *, struct rng *);
    size_t optional_in, optional_out; // the part of the second way, or not of it; 0: none
    struct contract_part in[CONTRACT_PARTS], out[CONTRACT_PARTS];
    // The numbers of a question: floats that are lengths (1), above 0 unless one of no such kind
    // (0) comes first, or belong to a normal (n) or are offsets (d); doubles (D). With which power
    // of the length an answer's scale, doubles. NULL: of other kinds; not scaled.
    const char *layout_in[CONTRACT_PARTS], *scale_out[CONTRACT_PARTS];
} families[] = {
    {"volume", 60, 2, true, ask_volume, fill_planes, .optional_in = 1, .optional_out = 1,
     .in = {PART(struct buoy_plane), PART(struct buoy_plane64)},
     .out = {PART(struct buoy_volume), PART(struct buoy_volume_error)}, .layout_in = {"nnnd"},
     .scale_out = {"3111"}},
    {"hydrostatics", 60, 2, true, ask_hydrostatics, fill_planes, .optional_in = 1,
     .in = {PART(struct buoy_plane), PART(struct buoy_plane64)},
     .out = {PART(struct buoy_hydrostatics)}, .layout_in = {"nnnd"},
     .scale_out = {"311122111444444"}},
    {"pressure", 20, 1, true, ask_pressure_of, fill_pressings, .in = {PART(struct pressing)},
     .out = {PART(struct buoy_pressure)}},
    {"box", 2000, 1, false, ask_box_of, fill_boxes,
     .in = {PART(struct buoy_shape), PART(struct buoy_plane)}, .out = {PART(struct buoy_volume)},
     .layout_in = {"k111", "nnnd"}, .scale_out = {"3111"}},
    {"shapes", 1000, 2, false, ask_shapes_of, fill_shapes, .optional_out = 1,
     .in = {PART(struct buoy_shape), PART(struct buoy_plane)},
     .out = {PART(struct buoy_volume), PART(struct buoy_shape_surface)},
     .layout_in = {"0111", "nnnd"}, .scale_out = {"3111", "22111444444"}},
    {"polygon", 500, 1, false, ask_polygon, fill_polygons,
     .in = {PART(struct buoy_polygon), PART(struct buoy_line)}, .out = {PART(struct buoy_area)},
     .layout_in = {NULL, "nnd"}},
    {"forces", crowd_most, 1, false, ask_forces, fill_crowd,
     .in = {PART(struct buoy_submerged), PART(struct buoy_drag_body), PART(struct buoy_drag_motion),
            PART(struct buoy_met_water)},
     .out = {PART(struct buoy_forces)},
     .layout_in = {"DDDDD", "DDDDDDDDDDDD", "DDDDDDDDD", "DDDDDD"}},
    {"step", stepping_most, 4, false, ask_step, fill_states, .optional_out = 1,
     .in = {PART(struct stepping_state), PART(const struct buoy_model *)},
     .out = {PART(struct buoy_body_forces), PART(double[6])}, .layout_in = {"DDDDDDDDDDDDD"}},
    {"water", 300, 1, false, ask_waves, fill_points, .in = {PART(double), PART(double)},
     .out = {PART(float), PART(float), PART(float)}},
};

// ------------------------------------------------------------------------------------- asking

static void nothing_before(const char *call) {
    (void)call;
}

static void nothing_after(const char *about, size_t question) {
    (void)about;
    (void)question;
}

void contract_ask(const struct contract *contract, const struct buoy_kernel *kernel, size_t first,
                  size_t count, struct contract_part got[CONTRACT_PARTS]) {
    contract_ask_between(contract, kernel, first, count, got, nothing_before, nothing_after);
}

void contract_ask_between(const struct contract *contract, const struct buoy_kernel *kernel,
                          size_t first, size_t count, struct contract_part got[CONTRACT_PARTS],
                          void (*before)(const char *call),
                          void (*after)(const char *about, size_t question)) {
    struct buoy_error error;
    struct contract_call call = {.of = contract,
                                 .kernel = kernel,
                                 .count = count,
                                 .scratch = buoy_aligned_alloc(contract->scratch_bytes),
                                 .error = &error};
    for (size_t i = 0; i < CONTRACT_PARTS; ++i) {
        got[i] = contract->out[i];
        got[i].at = NULL;
        if (contract->in[i].bytes > 0) {
            call.in[i] = contract->in[i].at + first * contract->in[i].bytes;
        }
        if (got[i].bytes > 0) {
            got[i].at = call.out[i] = malloc((count + 1) * got[i].bytes);
            assert_non_null(got[i].at);
            memset(got[i].at, 0xff, (count + 1) * got[i].bytes);
        }
    }
    before(kernel->id);
    const enum buoy_status status = contract->ask(&call);
    after(contract->about, first);
    FAIL_IF(status != BUOY_OK, "%s, %s: %s", kernel->id, contract->about, error.message);
    buoy_aligned_free(call.scratch);
}

void contract_free(struct contract_part got[CONTRACT_PARTS]) {
    for (size_t i = 0; i < CONTRACT_PARTS; ++i) {
        free(got[i].at);
    }
}

void contract_expect_same(const struct contract *contract, const struct buoy_kernel *kernel,
                          const char *property, size_t first, size_t count,
                          const struct contract_part got[CONTRACT_PARTS]) {
    for (size_t i = 0; i < CONTRACT_PARTS; ++i) {
        const size_t bytes = contract->out[i].bytes;
        for (size_t k = 0; k < count && bytes > 0 && got[i].bytes > 0; ++k) {
            const unsigned char *expected = contract->out[i].at + (first + k) * bytes;
            if (memcmp(got[i].at + k * bytes, expected, bytes) != 0) {
                double is = 0.0, ought = 0.0;
                memcpy(&is, got[i].at + k * bytes, bytes < sizeof is ? bytes : sizeof is);
                memcpy(&ought, expected, bytes < sizeof is ? bytes : sizeof is);
                fail_msg("%s, %s, way %d, question %zu, part %zu (%.17g, expected %.17g): %s",
                         kernel->id, contract->about, contract->way, first + k, i, is, ought,
                         property);
            }
        }
    }
}

// ------------------------------------------------------------------------------------- all of them

static size_t scratch_bytes_of(const struct contract *contract, const struct buoy_kernel *kernel) {
    if (contract->ask == ask_step) {
        const struct buoy_step_options options = {.kernel = kernel};
        const struct contract_call call = {.of = contract,
                                           .count = contract->count,
                                           .in = {contract->in[0].at, contract->in[1].at}};
        const struct buoy_step_query query = step_query_of(&call, &options);
        return buoy_step_scratch_bytes(&query, NULL);
    }
    return contract->ask == ask_volume ? buoy_volume_scratch_bytes(kernel, contract->mesh, NULL)
           : contract->ask == ask_pressure_of ? buoy_pressure_scratch_bytes(contract->mesh, NULL)
                                              : 0;
}

static void run_way(const struct contract_family *family, struct contract *contract,
                    const char *name, contract_check *check) {
    for (size_t k = 0; k < buoy_kernel_count(); ++k) {
        const struct buoy_kernel *kernel = buoy_kernel_at(k);
        if (strcmp(kernel->method->family, family->name) != 0 || !buoy_kernel_runs(kernel)) {
            continue;
        }
        struct rng rng = rng_make(name);
        struct contract own = *contract;
        own.count = own.mesh ? questions_about(own.mesh, kernel, own.count)
                             : box_questions_for(kernel, own.count);
        for (size_t i = 0; i < CONTRACT_PARTS; ++i) {
            own.in[i].at = calloc(own.count + 1, own.in[i].bytes + 1);
            assert_non_null(own.in[i].at);
        }
        family->fill(&own, kernel, &rng);
        own.scratch_bytes = scratch_bytes_of(&own, kernel);
        struct contract_part answers[CONTRACT_PARTS];
        contract_ask(&own, kernel, 0, own.count, answers);
        memcpy(own.out, answers, sizeof answers);
        check(&own, kernel);
        contract_free(own.in);
        contract_free(own.out);
        if (family->ask == ask_polygon) {
            free((void *)own.own);
        }
    }
}

static void run_ways(const struct contract_family *family, const struct contract *contract,
                     const char *name, unsigned flags, contract_check *check) {
    for (size_t way = 0; way < family->ways; ++way) {
        struct contract own = *contract;
        own.family = family;
        own.way = (int)way;
        own.flags = flags;
        own.layout = family->layout_in;
        memcpy(own.in, family->in, sizeof own.in);
        memcpy(own.out, family->out, sizeof own.out);
        if (family->optional_in > 0 && way == 0) {
            own.in[family->optional_in].bytes = 0;
        }
        if (family->optional_out > 0 && way == 1) {
            own.out[family->optional_out].bytes = 0;
        }
        run_way(family, &own, name, check);
    }
}

struct contract contract_first_way(const struct contract *contract) {
    const struct contract_family *family = contract->family;
    struct contract first = *contract;
    first.way = 0;
    if (family->optional_in > 0) {
        first.in[family->optional_in].bytes = 0;
    }
    if (family->optional_out > 0) {
        first.out[family->optional_out] = family->out[family->optional_out];
    }
    return first;
}

static void scale_floats(float *numbers, size_t count, const char *kinds, int size, int length) {
    const size_t per_row = strlen(kinds);
    for (size_t i = 0; i < count * per_row; ++i) {
        const char kind = kinds[i % per_row];
        const int power = kind == '1' ? size : kind == 'n' ? length : size + length;
        numbers[i] = kind == '0' || kind == 'k' ? numbers[i] : ldexpf(numbers[i], power);
    }
}

bool contract_scale(const struct contract *contract, int size, int length,
                    struct contract *scaled) {
    const struct contract_family *family = contract->family;
    if (!family->scale_out[0] || contract->way == 1) {
        return false;
    }
    *scaled = *contract;
    if (contract->mesh) {
        struct body large = body_copy(&body);
        body_scale(&large, ldexp(1.0, size));
        scaled->mesh = body_mesh(&large, BUOY_MESH_ACCEPT_OPEN);
    }
    for (size_t i = 0; i < CONTRACT_PARTS; ++i) {
        struct contract_part *in = &scaled->in[i], *out = &scaled->out[i];
        in->at =
            memcpy(malloc(contract->count * in->bytes + 1), in->at, contract->count * in->bytes);
        if (family->layout_in[i] && in->bytes > 0) {
            scale_floats((void *)in->at, contract->count, family->layout_in[i], size, length);
        }
        const size_t numbers = family->scale_out[i] ? strlen(family->scale_out[i]) : 0;
        out->at = malloc(contract->count * out->bytes + 1);
        out->bytes = numbers * sizeof(double);
        for (size_t k = 0; k < contract->count * numbers; ++k) {
            const double number = ((const double *)(const void *)contract->out[i].at)[k];
            const int power = size * (family->scale_out[i][k % numbers] - '0');
            ((double *)(void *)out->at)[k] = ldexp(number, power);
        }
    }
    return true;
}

void contract_free_scaled(struct contract *scaled) {
    if (scaled->mesh) {
        test_end((struct buoy_mesh *)scaled->mesh);
    }
    contract_free(scaled->in);
    contract_free(scaled->out);
}

// The i-th body, closed or open; false if there is none.
static bool make_body(struct rng *rng, size_t i, unsigned flags, const char **name) {
    static const char *const names[] = {"builtin:barrel:100",  "builtin:star:1000",
                                        "builtin:box",         "builtin:catamaran",
                                        "builtin:wigley:1300", "builtin:torus:600"};
    const bool tails = flags & CONTRACT_TAILS;
    if (i < (tails ? COUNT_OF(names) : 2)) {
        body = body_builtin(*name = names[i]);
        return true;
    }
    const size_t sides = tails ? 3 + (i - COUNT_OF(names)) / 2 : 11;
    if (sides > 40 || (!tails && i > 2)) {
        return false;
    }
    const bool closed = !tails || i % 2 == 0;
    *name = closed ? "a bipyramid" : "an open cone";
    body = closed ? body_bipyramid(rng, sides) : body_open_cone(rng, sides);
    if (!closed && sides < 6) {
        body.triangle_count = sides - 2; // one, two and three
    }
    return true;
}

void contract_for_all(const char *name, size_t most, unsigned flags, contract_check *check) {
    struct rng rng = rng_make(name);
    waters = waters_make(&rng);
    stepping_make(NULL);
    for (size_t f = 0; f < COUNT_OF(families); ++f) {
        const struct contract_family *family = &families[f];
        struct contract contract = {.ask = family->ask,
                                    .about = family->name,
                                    .count = family->most < most ? family->most : most};
        if (!family->has_mesh) {
            run_ways(family, &contract, name, flags, check);
        }
        for (size_t b = 0; family->has_mesh && make_body(&rng, b, flags, &contract.about); ++b) {
            struct buoy_mesh *mesh = body_mesh(&body, BUOY_MESH_ACCEPT_OPEN);
            contract.mesh = mesh;
            run_ways(family, &contract, name, flags, check);
            test_end(mesh);
        }
    }
    stepping_free();
    waters_free(&waters);
}
