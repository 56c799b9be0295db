// An array's element fails alone: whatever is wrong with one, it gets NaN (or nothing is added to
// it), the error names it, and all others have the bits of their answers without it. Every kernel
// of every family that takes arrays, and every other function that does; 1, 2, 33 and 1,024
// elements, with the bad one in every place.
#include "base/memory.h"
#include "body.h"
#include "buoyancy_equilibrium.h"
#include "buoyancy_kernels.h"
#include "buoyancy_polygon.h"
#include "buoyancy_water.h"
#include "contract.h"
#include "drifting.h"
#include "motion.h"
#include "stepping.h"
#include "test.h"

enum {
    most = 1024,
    untouched = 0x5a,
};

// ------------------------------------------------------------------------------ what is asked

// A function's questions, repeated until there are as many as wanted, and the answers to them.
struct asked {
    const struct contract *contract;
    const struct buoy_kernel *kernel; // or NULL
    size_t count;
    unsigned char *in[CONTRACT_PARTS], *out[CONTRACT_PARTS];
    uint8_t failed[most];
    void *scratch;
    bool marks;   // whether the function marks what failed
    bool is_same; // whether the bits of an answer are its own, however many are asked for
};

static void repeat(struct asked *asked, size_t count) {
    const struct contract *contract = asked->contract;
    asked->count = count;
    for (size_t i = 0; i < CONTRACT_PARTS; ++i) {
        const size_t bytes = contract->in[i].bytes;
        for (size_t k = 0; bytes > 0 && k < count; ++k) {
            memcpy(asked->in[i] + k * bytes, contract->in[i].at + k % contract->count * bytes,
                   bytes);
        }
    }
}

static enum buoy_status ask(struct asked *asked, struct buoy_error *error) {
    struct contract contract = *asked->contract;
    struct contract_call call = {&contract, asked->kernel, asked->count, .scratch = asked->scratch,
                                 .error = error};
    for (size_t i = 0; i < CONTRACT_PARTS; ++i) {
        call.in[i] = contract.in[i].bytes > 0 ? asked->in[i] : NULL;
        call.out[i] = contract.out[i].bytes > 0 ? asked->out[i] : NULL;
        memset(asked->out[i], untouched, asked->count * contract.out[i].bytes);
    }
    memset(asked->failed, untouched, sizeof asked->failed);
    contract.failed = asked->failed;
    return contract.ask(&call);
}

static bool is_nan(const unsigned char *answer, size_t bytes) {
    bool all = true;
    for (size_t i = 0; i < bytes; i += sizeof(float)) {
        float single;
        double number;
        memcpy(&single, answer + i, sizeof single);
        memcpy(&number, answer + i / sizeof number * sizeof number,
               bytes % sizeof number == 0 ? sizeof number : 0);
        all = all && (bytes % sizeof number == 0 ? isnan(number) : isnan(single));
    }
    return all;
}

static bool is_untouched(const unsigned char *answer, size_t bytes) {
    size_t same = 0;
    while (same < bytes && answer[same] == untouched) {
        ++same;
    }
    return same == bytes;
}

// Asks with a bad element at a place.
static void expect_alone(struct asked *asked, size_t bad, const char *what) {
    const struct contract *contract = asked->contract;
    const char *id = asked->kernel ? asked->kernel->id : "no kernel";
    char index[24], failures[40];
    struct buoy_error error = {.status = BUOY_OK};
    const enum buoy_status status = ask(asked, &error);
    snprintf(index, sizeof index, " %zu", bad);
    snprintf(failures, sizeof failures, " (1 of %zu failed)", asked->count);
    FAIL_IF(status != BUOY_ERROR_ELEMENT || error.status != status ||
                !strstr(error.message, index) || !strstr(error.message, failures),
            "%s, %s, way %d, %s at %zu of %zu: '%s', '%s'", id, contract->about, contract->way,
            what, bad, asked->count, buoy_status_text(status), error.message);
    for (size_t k = 0; k < asked->count; ++k) {
        FAIL_IF(asked->marks ? asked->failed[k] != (k == bad) : asked->failed[k] != untouched,
                "%s, %s: %s at %zu of %zu: element %zu is marked %d", id, contract->about, what,
                bad, asked->count, k, asked->failed[k]);
        for (size_t i = 0; i < CONTRACT_PARTS; ++i) {
            const size_t bytes = contract->out[i].bytes;
            const unsigned char *got = asked->out[i] + k * bytes,
                                *expected = contract->out[i].at + k % contract->count * bytes;
            FAIL_IF(bytes > 0 && (k == bad         ? !is_nan(got, bytes)
                                  : asked->is_same ? memcmp(got, expected, bytes) != 0
                                                   : is_untouched(got, bytes)),
                    "%s, %s, way %d, %s at %zu of %zu: wrong answer %zu", id, contract->about,
                    contract->way, what, bad, asked->count, k);
        }
    }
}

// ------------------------------------------------------------------------------- what is wrong

// Ways to spoil an element.
struct fault {
    const char *what, *family; // of a family alone, or NULL
    size_t part, at;           // bytes from the element's begin
    const void *wrong;
    size_t bytes;
};

static void spoil(struct asked *asked, size_t place, const struct fault *fault) {
    memcpy(asked->in[fault->part] + place * asked->contract->in[fault->part].bytes + fault->at,
           fault->wrong, fault->bytes);
}

static void restore(struct asked *asked, size_t place, const struct fault *fault) {
    const size_t bytes = asked->contract->in[fault->part].bytes;
    memcpy(asked->in[fault->part] + place * bytes,
           asked->contract->in[fault->part].at + place % asked->contract->count * bytes, bytes);
}

static void try_at(struct asked *asked, size_t place, const struct fault *fault) {
    spoil(asked, place, fault);
    expect_alone(asked, place, fault->what);
    restore(asked, place, fault);
}

// One, two, 33 and 1,024 elements; the bad one first, last, in the middle, and at each place of 33.
static void try_everywhere(struct asked *asked, const struct fault *fault) {
    static const size_t counts[] = {1, 2, 33, most};
    for (size_t c = 0; c < COUNT_OF(counts); ++c) {
        const size_t count = counts[c];
        if (count == most && asked->contract->count < 33) {
            continue; // of a kernel that takes long
        }
        repeat(asked, count);
        for (size_t place = 0; place < count; place += count == most ? (most - 1) / 3 : 1) {
            try_at(asked, place, fault);
        }
        if (count == 33) {
            // Two bad elements: the first is named.
            const size_t place = 11;
            char index[24];
            struct buoy_error error;
            spoil(asked, place, fault);
            spoil(asked, asked->count - 1, fault);
            assert_int_equal(ask(asked, &error), BUOY_ERROR_ELEMENT);
            snprintf(index, sizeof index, " %zu", place);
            FAIL_IF(!strstr(error.message, index) || !strstr(error.message, " (2 of "),
                    "%s, %s at %zu and the end: '%s'", asked->contract->about, fault->what, place,
                    error.message);
            restore(asked, place, fault);
            restore(asked, asked->count - 1, fault);
        }
    }
}

// Each fault at one place or another of 33 or fewer.
static void try_once(struct asked *asked, const struct fault *fault, size_t *place) {
    repeat(asked, 33);
    *place = (*place + 7) % 33;
    try_at(asked, *place, fault);
}

// Whether a number may be in place of another. Kinds of numbers are those of struct contract; also
// X, doubles beyond whose limit nothing may be, as D is without a mesh, and F, which have none.
static bool may_be(const struct contract *contract, const char *layout, size_t field,
                   double number) {
    const char kind = layout[field];
    const bool is_length = kind == '1' && layout[0] != '0';
    const bool is_normal = kind == 'n' && (field == 0 || layout[field - 1] != 'n');
    if (!isfinite(number)) { // what a shape does not use
        return kind == '0' || (kind == '1' && !is_length);
    }
    if (fabs(number) < 1.0) { // a length must be above 0, and so a normal
        return !is_length && !(is_normal && number == 0.0);
    }
    return kind != 'X' && (kind != 'D' || contract->mesh);
}

// ------------------------------------------------------------------------------------ families

static const double nan64 = (double)NAN;
static const float nan32 = NAN;
static const void *const nothing = NULL;
static const uint32_t one = 1, no_kind = 77, mesh_kind = BUOY_SHAPE_MESH;
static const double too_far = 2e30, far_away = 1e7, infinite = (double)INFINITY;
static const uint32_t no_water = 2;
static const double zero_turn[4] = {0.0, 0.0, 0.0, 0.0}, short_turn[4] = {0.0, 0.0, 0.98, 0.0};

// One fault of each array, for all places.
static const struct fault faults[] = {
    {"a plane", "volume", 0, 0, &nan32, sizeof nan32},
    {"a plane", "hydrostatics", 0, 4, &nan32, sizeof nan32},
    {"a box", "box", 0, 4, &nan32, sizeof nan32},
    {"a plane", "box", 1, 12, &nan32, sizeof nan32},
    {"a size", "shapes", 0, 4, &nan32, sizeof nan32},
    {"no kind", "shapes", 0, 0, &no_kind, sizeof no_kind},
    {"a mesh", "shapes", 0, 0, &mesh_kind, sizeof mesh_kind},
    {"a plane", "shapes", 1, 0, &nan32, sizeof nan32},
    {"no vertices", "polygon", 0, 0, &nothing, sizeof nothing},
    {"one vertex", "polygon", 0, offsetof(struct buoy_polygon, count), &one, sizeof one},
    {"a line", "polygon", 1, 8, &nan32, sizeof nan32},
    {"a volume", "forces", 0, 0, &nan64, sizeof nan64},
    {"a mass", "forces", 1, 0, &nan64, sizeof nan64},
    {"a velocity", "forces", 2, 24, &nan64, sizeof nan64},
    {"a normal", "forces", 3, 8, &nan64, sizeof nan64},
    {"a position", "step", 0, 0, &nan64, sizeof nan64},
    {"a velocity", "step", 0, 64, &nan64, sizeof nan64},
    {"a quaternion of length .98", "step", 0, 24, short_turn, sizeof short_turn},
    {"a quaternion of 0", "step", 0, 24, zero_turn, sizeof zero_turn},
    {"no model", "step", 1, 0, &nothing, sizeof nothing},
    {"a place", "water", 0, 0, &nan64, sizeof nan64},
    {"a circle", "circles", 0, 8, &nan32, sizeof nan32},
    {"a plane in double", "planes", 0, 8, &nan64, sizeof nan64},
    {"a draft", "drafts", 0, 0, &nan64, sizeof nan64},
    {"an angle", "heels", 0, 0, &nan64, sizeof nan64},
    {"a position", "waters", 0, 8, &nan64, sizeof nan64},
    {"no such water", "waters", 2, 0, &no_water, sizeof no_water},
    {"no model", "motion", 0, offsetof(struct motion_body, model), &nothing, sizeof nothing},
    {"a position", "motion", 0, offsetof(struct motion_body, position), &nan64, sizeof nan64},
    {"a quaternion of length .98", "motion", 0, offsetof(struct motion_body, rotation), short_turn,
     sizeof short_turn},
    {"a quaternion of 0", "motion", 0, offsetof(struct motion_body, rotation), zero_turn,
     sizeof zero_turn},
    {"a velocity", "motion", 0, offsetof(struct motion_body, velocity), &too_far, sizeof too_far},
    {"a spin", "motion", 0, offsetof(struct motion_body, angular_velocity), &infinite,
     sizeof infinite},
    {"no current", "loaded", 0, offsetof(struct motion_body, position), &far_away, sizeof far_away},
    {"a load", "loaded", 1, offsetof(struct buoy_force, torque), &nan64, sizeof nan64},
    {"no surface", "loaded", 0, offsetof(struct motion_body, surface), &nothing, sizeof nothing},
};

static void try_all(struct asked *asked, const char *family) {
    const struct contract *contract = asked->contract;
    size_t place = 0;
    for (size_t i = 0; i < CONTRACT_PARTS; ++i) {
        const size_t in = contract->in[i].bytes, out = contract->out[i].bytes;
        asked->in[i] = test_alloc(most * in + 1);
        asked->out[i] = test_alloc(most * out + 1);
    }
    for (size_t f = 0; f < COUNT_OF(faults); ++f) {
        if (strcmp(faults[f].family, family) == 0) {
            try_everywhere(asked, &faults[f]);
        }
    }
    for (size_t i = 0; i < CONTRACT_PARTS && contract->layout; ++i) {
        if (contract->in[i].bytes > 0 && contract->layout[i]) {
            const char *layout = contract->layout[i];
            static const double wrong[] = {(double)NAN, (double)INFINITY, -(double)INFINITY,
                                           0.0,         -1e-30,           2e30};
            size_t at = 0;
            for (size_t field = 0; layout[field] != '\0'; ++field) {
                const bool is_double = strchr("DXF", layout[field]);
                for (size_t w = 0; w < COUNT_OF(wrong); ++w) {
                    const float single = (float)wrong[w], zeros[3] = {0.0f, -0.0f, 0.0f};
                    struct fault fault = {"a number", NULL, i, at, &single, sizeof single};
                    if (may_be(asked->contract, layout, field, wrong[w])) {
                        continue;
                    }
                    if (is_double) {
                        fault.wrong = &wrong[w];
                        fault.bytes = sizeof wrong[w];
                    } else if (layout[field] == 'n' && wrong[w] == 0.0) { // all of it
                        fault.wrong = zeros;
                        fault.bytes = strspn(layout + field, "n") * sizeof *zeros;
                    }
                    try_once(asked, &fault, &place);
                }
                at += is_double ? sizeof(double) : sizeof(float);
            }
        }
    }
    for (size_t i = 0; i < CONTRACT_PARTS; ++i) {
        test_end(asked->in[i]);
        test_end(asked->out[i]);
    }
}

static void check(struct contract *contract, const struct buoy_kernel *kernel) {
    static const char *const places[CONTRACT_PARTS] = {"X", "X"};
    const char *family = kernel->method->family;
    struct contract own = *contract;
    if (strcmp(family, "pressure") == 0 || (contract->mesh && contract->way == 1)) {
        return; // a body a call; planes in double, of which `planes64` tells
    }
    own.layout = strcmp(family, "water") == 0 ? places : own.layout;
    struct asked asked = {.contract = &own,
                          .kernel = kernel,
                          .scratch = buoy_aligned_alloc(contract->scratch_bytes + 64),
                          .marks = true,
                          .is_same = !strstr(kernel->id, "auto/tuned")};
    try_all(&asked, family);
    buoy_aligned_free(asked.scratch);
}

TEST(kernels) {
    contract_for_all("elements", 70, CONTRACT_ORDINARY, check);
}

// ------------------------------------------------------------------- functions without a kernel

static struct buoy_patch *patch;
static struct buoy_waves *waves;

static enum buoy_status ask_planes(const struct contract_call *call) {
    return buoy_volume_compute(&(struct buoy_volume_query){.mesh = call->of->mesh,
                                                           .planes = call->in[0],
                                                           .count = call->count},
                               call->out[0], call->error);
}

static enum buoy_status ask_planes64(const struct contract_call *call) {
    return buoy_volume_compute(&(struct buoy_volume_query){.mesh = call->of->mesh,
                                                           .planes64 = call->in[0],
                                                           .count = call->count},
                               call->out[0], call->error);
}

static enum buoy_status ask_surfaces(const struct contract_call *call) {
    return buoy_hydrostatics_compute(&(struct buoy_hydrostatics_query){.mesh = call->of->mesh,
                                                                       .planes = call->in[0],
                                                                       .count = call->count},
                                     call->out[0], call->error);
}

static enum buoy_status ask_surfaces64(const struct contract_call *call) {
    return buoy_hydrostatics_compute(&(struct buoy_hydrostatics_query){.mesh = call->of->mesh,
                                                                       .planes64 = call->in[0],
                                                                       .count = call->count},
                                     call->out[0], call->error);
}

static enum buoy_status ask_bounds64(const struct contract_call *call) {
    const struct buoy_volume_query query = {.mesh = call->of->mesh,
                                            .planes64 = call->in[0],
                                            .count = call->count,
                                            .errors = call->out[1],
                                            .failed = call->of->failed,
                                            .kernel = buoy_kernel_find("volume/auto/best")};
    return buoy_volume_compute(&query, call->out[0], call->error);
}

static enum buoy_status ask_shapes(const struct contract_call *call) {
    return buoy_shapes_compute(&(struct buoy_shapes_query){.shapes = call->in[0],
                                                           .planes = call->in[1],
                                                           .count = call->count},
                               call->out[0], call->error);
}

static enum buoy_status ask_circles(const struct contract_call *call) {
    return buoy_circle_compute(call->in[0], call->in[1], call->count, call->out[0], call->error);
}

static enum buoy_status ask_drafts(const struct contract_call *call) {
    const double up[3] = {0.0, 0.1, 1.0};
    return buoy_curves_of_form(call->of->mesh, up, call->in[0], call->count, call->out[0],
                               call->error);
}

static enum buoy_status ask_heels(const struct contract_call *call) {
    const struct buoy_floating body = {call->of->mesh, 0.3, {0.0, 0.0, 0.0}};
    const struct buoy_heeling heeling = buoy_heeling_default();
    return buoy_righting_arms(&body, &heeling, call->in[0], call->count, call->out[0], call->error);
}

static struct buoy_surface surface_of(const struct contract_call *call) {
    return (struct buoy_surface){.x = call->in[0],
                                 .y = call->in[1],
                                 .count = call->count,
                                 .height = call->out[0],
                                 .slope_x = call->out[1],
                                 .slope_y = call->out[2],
                                 .failed = call->of->failed};
}

static enum buoy_status ask_patch(const struct contract_call *call) {
    struct buoy_surface surface = surface_of(call);
    return buoy_patch_sample(patch, &surface, call->error);
}

static enum buoy_status ask_waves(const struct contract_call *call) {
    struct buoy_surface surface = surface_of(call);
    return buoy_waves_sample(waves, 1.5, &surface, call->error);
}

static enum buoy_status ask_level(const struct contract_call *call) {
    struct buoy_surface surface = surface_of(call);
    struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    water.plane.normal[0] = 0.25f;
    return buoy_water_sample(&water, &surface, call->error);
}

// ------------------------------------------------------------------------------ steps and motion

static struct stepping crowd;
static struct buoy_model *model;
static struct motion_surface surface;

// Effects that are added to halves. What is still that becomes NaN, as if it were an answer, and
// what is NaN 7.
static enum buoy_status add_effects(struct buoy_step_query *query, double (*effects)[6],
                                    struct buoy_error *error) {
    for (size_t i = 0; i < 6 * query->count; ++i) {
        effects[i / 6][i % 6] = 0.5;
    }
    query->effects.linear = buoy_to_doubles(effects[0], sizeof *effects);
    query->effects.angular = buoy_to_doubles(&effects[0][3], sizeof *effects);
    query->effects.add = true;
    const enum buoy_status status = buoy_water_forces_compute(query, NULL, error);
    for (size_t i = 0; i < query->count; ++i) {
        const double *e = effects[i];
        const bool is_as_before =
            e[0] == 0.5 && e[1] == 0.5 && e[2] == 0.5 && e[3] == 0.5 && e[4] == 0.5 && e[5] == 0.5;
        for (int k = 0; k < 6; ++k) {
            effects[i][k] = is_as_before ? (double)NAN : isnan(e[k]) ? 7.0 : e[k];
        }
    }
    return status;
}

static struct buoy_step_query step_of(const struct contract_call *call) {
    static struct buoy_step_options options;
    struct buoy_step_query query = stepping_query(&crowd);
    query.states = stepping_states(call->in[0]);
    query.models = call->in[1];
    query.count = call->count;
    options.failed = call->of->failed;
    query.options = &options;
    return query;
}

static enum buoy_status ask_added(const struct contract_call *call) {
    struct buoy_step_query query = step_of(call);
    return add_effects(&query, call->out[0], call->error);
}

// In two waters, the last body first, in another frame.
static enum buoy_status ask_waters(const struct contract_call *call) {
    static uint32_t bodies[most];
    struct buoy_step_query query = step_of(call);
    const struct buoy_water waters_of[2] = {buoy_calm_sea(BUOY_Y_UP), buoy_calm_sea(BUOY_Y_UP)};
    for (size_t i = 0; i < call->count; ++i) {
        bodies[i] = (uint32_t)(call->count - 1 - i);
    }
    query.bodies = bodies;
    query.water = waters_of;
    struct buoy_step_options options = *query.options;
    options.water_of = call->in[2];
    options.water_count = 2;
    query.options = &options;
    query.frame = BUOY_Y_UP;
    return add_effects(&query, call->out[0], call->error);
}

// The water's velocity is asked for by many places at once, none of which may be that of a body
// that has failed. There is none far away.
static void flow_past(void *context, const double *points, size_t count, double *velocities) {
    (void)context;
    for (size_t i = 0; i < 3 * count; ++i) {
        assert_true(isfinite(points[i]));
        velocities[i] = fabs(points[i]) < 1e6 ? 0.25 * points[i] : (double)NAN;
    }
}

static enum buoy_status ask_current(const struct contract_call *call) {
    struct buoy_step_query query = step_of(call);
    struct buoy_water flowing = buoy_calm_sea(BUOY_Z_UP);
    flowing.current_at = flow_past;
    query.water = &flowing;
    return buoy_water_forces_compute(&query, call->out[0], call->error);
}

static struct motion_query motion_of(const struct contract_call *call) {
    static struct motion_body bodies[most];
    static struct buoy_water flowing;
    struct motion_query query = motion_query_default();
    memcpy(bodies, call->in[0], call->count * sizeof *bodies);
    flowing = buoy_calm_sea(BUOY_Z_UP);
    flowing.current_at = call->of->in[1].bytes > 0 ? flow_past : NULL;
    query.bodies = bodies;
    query.count = call->count;
    query.water = &flowing;
    query.loads = call->of->in[1].bytes > 0 ? call->in[1] : NULL;
    query.failed = call->of->failed;
    return query;
}

// Three steps. A body that is where it was has not been moved, which counts as NaN.
static enum buoy_status advance(struct motion_query *query, const struct contract_call *call) {
    struct motion_body *moved = call->out[0];
    const enum buoy_status status = motion_advance(query, 3, call->error);
    memcpy(moved, query->bodies, query->count * sizeof *moved);
    for (size_t i = 0; i < query->count; ++i) {
        if (memcmp(&moved[i], (const struct motion_body *)call->in[0] + i, sizeof *moved) == 0) {
            memset(&moved[i], 0xff, sizeof *moved);
        }
    }
    return status;
}

static enum buoy_status ask_verlet(const struct contract_call *call) {
    struct motion_query query = motion_of(call);
    return advance(&query, call);
}

static enum buoy_status ask_implicit(const struct contract_call *call) {
    struct motion_query query = motion_of(call);
    query.scheme = MOTION_IMPLICIT;
    return advance(&query, call);
}

static _Alignas(64) unsigned char pressed[4096];

static enum buoy_status ask_pressed(const struct contract_call *call) {
    struct motion_query query = motion_of(call);
    query.forces = MOTION_PRESSURE;
    query.scratch = pressed;
    query.scratch_bytes = sizeof pressed;
    return advance(&query, call);
}

static enum buoy_status ask_forces_now(const struct contract_call *call) {
    const struct motion_query query = motion_of(call);
    return motion_forces_now(&query, call->out[0], call->error);
}

static enum buoy_status ask_energy(const struct contract_call *call) {
    const struct motion_query query = motion_of(call);
    return motion_energy(&query, call->out[0], call->error);
}

static enum buoy_status ask_stiffness(const struct contract_call *call) {
    const struct motion_query query = motion_of(call);
    return motion_stiffness_numbers(&query, call->out[0], call->error);
}

// A watch that has not begun counts as NaN.
static enum buoy_status ask_watch(const struct contract_call *call) {
    const struct motion_query query = motion_of(call);
    struct motion_watched *watches = call->out[0];
    memset(watches, 0, call->count * sizeof *watches);
    const enum buoy_status status = motion_watch(&query, watches, call->error);
    for (size_t i = 0; i < call->count; ++i) {
        memset(&watches[i], watches[i].begun ? 0 : 0xff, watches[i].begun ? 0 : sizeof *watches);
    }
    return status;
}

// ------------------------------------------------------------------------------------- the list

#define PART(type)                                                                                 \
    { .bytes = sizeof(type), .alignment = _Alignof(type) }
static const struct function {
    const char *name, *family; // of the faults that it is tried with
    contract_asker *ask;
    bool marks;
    struct contract_part in[CONTRACT_PARTS], out[CONTRACT_PARTS];
    const char *layout[CONTRACT_PARTS];
} functions[] = {
    {"buoy_volume_compute", "volume", ask_planes, .in = {PART(struct buoy_plane)},
     .out = {PART(struct buoy_volume)}, .layout = {"nnnd"}},
    {"buoy_volume_compute, in double", "planes", ask_planes64, .in = {PART(struct buoy_plane64)},
     .out = {PART(struct buoy_volume)}, .layout = {"FFFF"}},
    {"buoy_volume_compute, in double, with bounds", "planes", ask_bounds64, .marks = true,
     .in = {PART(struct buoy_plane64)},
     .out = {PART(struct buoy_volume), PART(struct buoy_volume_error)}, .layout = {"FFFF"}},
    {"buoy_hydrostatics_compute", "hydrostatics", ask_surfaces, .in = {PART(struct buoy_plane)},
     .out = {PART(struct buoy_hydrostatics)}, .layout = {"nnnd"}},
    {"buoy_hydrostatics_compute, in double", "planes", ask_surfaces64,
     .in = {PART(struct buoy_plane64)}, .out = {PART(struct buoy_hydrostatics)},
     .layout = {"FFFF"}},
    {"buoy_shapes_compute", "shapes", ask_shapes,
     .in = {PART(struct buoy_shape), PART(struct buoy_plane)}, .out = {PART(struct buoy_volume)},
     .layout = {NULL, "nnnd"}},
    {"buoy_circle_compute", "circles", ask_circles,
     .in = {PART(struct buoy_circle), PART(struct buoy_line)}, .out = {PART(struct buoy_area)},
     .layout = {"dd1", "nnd"}},
    {"buoy_curves_of_form", "drafts", ask_drafts, .in = {PART(double)},
     .out = {PART(struct buoy_form)}, .layout = {"F"}},
    {"buoy_righting_arms", "heels", ask_heels, .in = {PART(double)},
     .out = {PART(struct buoy_righting_arm)}, .layout = {"X"}},
    {"buoy_patch_sample", "water", ask_patch, .marks = true, .in = {PART(double), PART(double)},
     .out = {PART(float), PART(float), PART(float)}, .layout = {"X", "X"}},
    {"buoy_waves_sample", "water", ask_waves, .marks = true, .in = {PART(double), PART(double)},
     .out = {PART(float), PART(float), PART(float)}, .layout = {"X", "X"}},
    {"buoy_water_sample", "water", ask_level, .marks = true, .in = {PART(double), PART(double)},
     .out = {PART(float), PART(float), PART(float)}, .layout = {"X", "X"}},
    {"effects that are added", "step", ask_added, .marks = true,
     .in = {PART(struct stepping_state), PART(const struct buoy_model *), PART(uint32_t)},
     .out = {PART(double[6])}, .layout = {"DDDDDDDDDDDDD"}},
    {"two waters", "waters", ask_waters, .marks = true,
     .in = {PART(struct stepping_state), PART(const struct buoy_model *), PART(uint32_t)},
     .out = {PART(double[6])}, .layout = {"DDDDDDDDDDDDD"}},
    {"a current", "step", ask_current, .marks = true,
     .in = {PART(struct stepping_state), PART(const struct buoy_model *)},
     .out = {PART(struct buoy_body_forces)}, .layout = {"DDDDDDDDDDDDD"}},
    {"Verlet", "motion", ask_verlet, .marks = true, .in = {PART(struct motion_body)},
     .out = {PART(struct motion_body)}},
    {"implicit", "motion", ask_implicit, .marks = true, .in = {PART(struct motion_body)},
     .out = {PART(struct motion_body)}},
    {"pressure", "motion", ask_pressed, .marks = true, .in = {PART(struct motion_body)},
     .out = {PART(struct motion_body)}},
    {"pressure and loads", "loaded", ask_pressed, .marks = true,
     .in = {PART(struct motion_body), PART(struct buoy_force)}, .out = {PART(struct motion_body)},
     .layout = {NULL, "DDDDDD"}},
    {"motion_forces_now", "motion", ask_forces_now, .marks = true, .in = {PART(struct motion_body)},
     .out = {PART(struct buoy_body_forces)}},
    {"motion_energy", "motion", ask_energy, .marks = true, .in = {PART(struct motion_body)},
     .out = {PART(double)}},
    {"motion_stiffness_numbers", "motion", ask_stiffness, .marks = true,
     .in = {PART(struct motion_body)}, .out = {PART(double)}},
    {"motion_watch", "motion", ask_watch, .marks = true, .in = {PART(struct motion_body)},
     .out = {PART(struct motion_watched)}},
};

static void check_function(struct rng *rng, const struct function *function,
                           const struct buoy_mesh *mesh) {
    struct contract contract = {.about = function->name,
                                .count = 40,
                                .mesh = mesh,
                                .ask = function->ask,
                                .layout = function->layout};
    struct asked asked = {.contract = &contract, .marks = function->marks, .is_same = true};
    struct contract_call call = {.of = &contract, .count = contract.count};
    for (size_t i = 0; i < CONTRACT_PARTS; ++i) {
        contract.in[i] = function->in[i];
        contract.out[i] = function->out[i];
        call.in[i] = contract.in[i].at = test_alloc(contract.count * contract.in[i].bytes + 1);
        call.out[i] = contract.out[i].at = test_alloc(contract.count * contract.out[i].bytes + 1);
    }
    if (contract.in[0].bytes == sizeof(struct stepping_state)) {
        stepping_random(rng, contract.count, &crowd);
        memcpy(contract.in[0].at, crowd.states, contract.count * sizeof *crowd.states);
        memcpy(contract.in[1].at, crowd.models, contract.count * sizeof *crowd.models);
        for (size_t k = 0; contract.in[2].bytes > 0 && k < contract.count; ++k) {
            ((uint32_t *)(void *)contract.in[2].at)[k] = k % 3 == 1;
        }
    } else if (contract.in[0].bytes == sizeof(struct motion_body)) {
        for (size_t k = 0; k < contract.count; ++k) {
            struct motion_body *body = (struct motion_body *)(void *)contract.in[0].at + k;
            *body = drifting_body(model, rng_between(rng, -0.4, 0.4), rng_between(rng, -1.0, 1.0),
                                  0.1, 0.2);
            body->surface = &surface;
            for (int i = 0; contract.in[1].bytes > 0 && i < 3; ++i) {
                struct buoy_force *load = (struct buoy_force *)(void *)contract.in[1].at + k;
                load->force[i] = rng_between(rng, -1.0, 1.0);
                load->torque[i] = rng_between(rng, -1.0, 1.0);
            }
        }
    } else {
        // Any numbers that make a question: floats or doubles between .1 and 2, kinds of shapes.
        for (size_t i = 0; i < CONTRACT_PARTS; ++i) {
            const struct contract_part *part = &contract.in[i];
            const bool is_double = part->alignment == _Alignof(double);
            const size_t size = is_double ? sizeof(double) : sizeof(float);
            for (size_t k = 0; part->bytes > 0 && k < contract.count * part->bytes / size; ++k) {
                const double number = rng_between(rng, 0.1, 2.0);
                const float single = (float)number;
                memcpy(part->at + k * size, is_double ? (const void *)&number : &single, size);
            }
        }
        for (size_t k = 0; function->ask == ask_shapes && k < contract.count; ++k) {
            const uint32_t kind = (uint32_t)rng_below(rng, BUOY_SHAPE_MESH);
            memcpy(contract.in[0].at + k * contract.in[0].bytes, &kind, sizeof kind);
        }
    }
    assert_int_equal(contract.ask(&call), BUOY_OK);
    try_all(&asked, function->family);
}

TEST(functions) {
    static const struct buoy_wave wave = {0.5f, 10.0f, 0.3f, 0.1f, 0.0f};
    const struct buoy_patch_grid grid = buoy_patch_grid_default();
    struct rng rng = rng_make("elements: functions");
    struct buoy_mesh *mesh = mesh_of(body_box(1.0f, 1.0f, 0.5f), BUOY_MESH_KEEP_FACETS);
    const struct buoy_drag drag = {1.0, 1.0, 1.0};
    surface = (struct motion_surface){0};
    surface.mesh = mesh;
    surface.drag = 0.5;
    model = drifting_shape(BUOY_SHAPE_BOX, 1.0f, 1.0f, 0.5f, 500.0, drag);
    stepping_make(NULL);
    assert_int_equal(buoy_patch_create(&grid, &patch, NULL), BUOY_OK);
    assert_int_equal(buoy_waves_create(&wave, 1, 9.81, 0.0, &waves, NULL), BUOY_OK);
    for (size_t f = 0; f < COUNT_OF(functions); ++f) {
        check_function(&rng, &functions[f], mesh);
    }
    stepping_free();
    buoy_patch_destroy(patch);
    buoy_waves_destroy(waves);
}
