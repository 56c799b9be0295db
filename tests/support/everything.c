#include "everything.h"

#include "body.h"
#include "buoyancy_forces.h"
#include "buoyancy_hydrodynamics.h"
#include "buoyancy_hydrostatics.h"
#include "buoyancy_pressure.h"
#include "contract.h"
#include "floating.h"
#include "outline.h"
#include "pressing.h"
#include "test.h"

static const struct everything_hooks *hooks;

// After a call: it was well, and these are its answers, structs of doubles alone.
static void finish(const char *about, size_t question, enum buoy_status status, const void *answers,
                   size_t bytes) {
    hooks->after(about, question);
    FAIL_IF(status != BUOY_OK, "%s, question %zu: %s", about, question, buoy_status_text(status));
    hooks->answered(answers, bytes / sizeof(double));
}

// ------------------------------------------------------------------------------------- kernels

// One by one and in runs, so that vectors have lanes to spare.
static void ask_kernel(struct contract *contract, const struct buoy_kernel *kernel) {
    const bool has_bounds = strcmp(kernel->method->family, "volume") == 0; // that may be infinite
    for (size_t i = 0; i < contract->count; ++i) {
        const size_t left = contract->count - i, run = i % 2 ? 1 : 1 + i % 37;
        struct contract_part got[CONTRACT_PARTS];
        contract_ask_between(contract, kernel, i, run < left ? run : left, got, hooks->before,
                             hooks->after);
        for (size_t p = 0; p < (has_bounds ? 1 : CONTRACT_PARTS); ++p) {
            // The numbers of an answer's part, as doubles.
            const struct contract_part *part = &got[p];
            const size_t count = run < left ? run : left;
            const bool floats = part->alignment == sizeof(float);
            const size_t numbers = count * part->bytes / (floats ? sizeof(float) : sizeof(double));
            double *doubles = calloc(numbers + 1, sizeof *doubles);
            assert_non_null(doubles);
            for (size_t k = 0; k < numbers; ++k) {
                doubles[k] = floats ? (double)((float *)(void *)part->at)[k]
                                    : ((double *)(void *)part->at)[k];
            }
            hooks->answered(doubles, numbers);
            free(doubles);
        }
        contract_free(got);
    }
}

// ------------------------------------------------------------------------ what is no kernel

static const char *const body_names[] = {"builtin:box", "builtin:barrel:100",
                                         "builtin:catamaran:300", "builtin:wigley:1300",
                                         "builtin:star:5000"};
enum {
    body_count = COUNT_OF(body_names)
};
static struct buoy_mesh *meshes[body_count];

int everything_make(void **state) {
    (void)state;
    for (size_t b = 0; b < body_count; ++b) {
        meshes[b] = mesh_of(body_builtin(body_names[b]), 0);
    }
    return 0;
}

int everything_free(void **state) {
    (void)state;
    for (size_t b = 0; b < body_count; ++b) {
        test_end(meshes[b]);
    }
    return 0;
}

static void ask_pools(void) {
    const struct outline square = outline_rectangle(3.0, 3.0);
    const struct buoy_polygon pool = outline_polygon(&square);
    struct rng rng = rng_make("everything of pools");
    for (size_t i = 0; i < 200; ++i) {
        const struct outline_question question = outline_question_make(&rng);
        const struct buoy_polygon polygon = outline_polygon(&question.outline);
        const struct buoy_motion2d motion = {.velocity = {(double)(i % 3), -(double)(i % 2)},
                                             .angular_velocity = 0.5};
        struct buoy_drag2d_query query = {
            .motion = &motion, .density = 1.0, .drag = 0.25, .lift = 0.25};
        struct buoy_area wet;
        struct buoy_force2d force, drag, lift;
        hooks->before("buoy_polygon_in_polygon");
        enum buoy_status status = buoy_polygon_in_polygon(&polygon, &pool, &wet, NULL);
        finish("polygons", i, status, &wet, sizeof wet);
        hooks->before("buoy_polygon_drag");
        query.polygon = &polygon;
        query.line = &question.line;
        status = buoy_drag2d_compute(&query, &drag, &lift, NULL);
        finish("polygons", i, status, &drag, sizeof drag);
        hooks->before("buoy_polygon_drag_in_polygon");
        query.line = NULL;
        query.pool = &pool;
        status = buoy_drag2d_compute(&query, &drag, &lift, NULL);
        finish("polygons", i, status, &drag, sizeof drag);
        const struct buoy_circle disc = {{0.5f, -0.25f}, 0.25f * (float)(1 + i % 8)};
        hooks->before("buoy_circle_drag_in_polygon");
        query.polygon = NULL;
        query.circle = &disc;
        status = buoy_drag2d_compute(&query, &drag, &lift, NULL);
        finish("polygons", i, status, &drag, sizeof drag);
        hooks->before("buoy_buoyancy2d and the others");
        buoy_buoyancy2d(&wet, &question.line, 1.0, 9.81, (double[]){0.0, 0.0}, &force);
        buoy_simple_drag2d(&wet, &motion, 1.0, 1.0, 1.0, &force);
        buoy_limit_drag2d(&motion, 1.0, i % 4 ? 1.0 : 0.0, 0.1, &force);
        buoy_limit_drag2d(&motion, 1.0, 1.0, 0.1, &drag);
        finish("polygons", i, BUOY_OK, &force, sizeof force);
    }
}

static void ask_hydrodynamics(void) {
    struct rng rng = rng_make("everything of hydrodynamics");
    for (size_t i = 0; i < 100; ++i) {
        struct buoy_hydrodynamics body = {0};
        struct buoy_hydrodynamic_motion motion = buoy_hydrodynamic_motion_default();
        struct buoy_hydrodynamic_forces forces;
        motion.dt = (double)(i % 3) * 0.125;
        for (int k = 0; k < 6; ++k) {
            motion.velocity[k] = rng_between(&rng, -2.0, 2.0);
            motion.mass[k][k] = body.added_mass[k][k] = 1.0 + k;
            body.linear[k][k] = 2.0;
            body.quadratic[k][i % 6] = 3.0;
        }
        hooks->before("buoy_hydrodynamics_compute");
        const enum buoy_status status = buoy_hydrodynamics_compute(&body, &motion, &forces, NULL);
        finish("matrices", i, status, &forces, sizeof forces);
    }
}

static void ask_patches(const struct waters *waters) {
    struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    for (size_t i = 0; i < 40; ++i) {
        const double x[3] = {(double)i, -1e6, 0.0}, y[3] = {0.0, 1e6, (double)i};
        float height[3], slope_x[3], slope_y[3];
        struct buoy_surface query = {
            .x = x, .y = y, .count = 3, .height = height, .slope_x = slope_x, .slope_y = slope_y};
        water.kind = (enum buoy_water_kind)(i % 3);
        water.patch = waters->patch;
        water.waves = waters->waves;
        hooks->before("buoy_water_sample");
        enum buoy_status status = buoy_water_sample(&water, &query, NULL);
        const double numbers[3] = {(double)height[0], (double)height[1], (double)height[2]};
        finish("water", i, status, numbers, sizeof numbers);
        hooks->before("buoy_patch_follow_waves");
        status =
            buoy_patch_follow_waves(waters->patch, 0.25 * (double)i, 0.0, waters->waves, 1.0, NULL);
        finish("a patch", i, status, NULL, 0);
    }
}

static void ask_bodies(const struct waters *waters) {
    static const double heights[] = {-1e3, 0.0, 1e3};
    for (size_t i = 0; i < 3 * 3 * body_count; ++i) {
        struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
        struct floating_body body = floating_at_rest(meshes[i % body_count]);
        struct buoy_body_forces result;
        water.kind = (enum buoy_water_kind)(i % 3);
        water.patch = waters->patch;
        water.waves = waters->waves;
        body.velocity[2] = -1.0;
        body.pose.position[2] = heights[i / (3 * body_count)];
        struct buoy_model *model;
        floating_model(&body, (struct buoy_drag){1.0, 1.0, 0.0}, &model, NULL);
        const struct buoy_model *const models[1] = {model};
        const struct buoy_step_query query = floating_query(&body, models, &water, 1.0 / 60.0);
        hooks->before("buoy_water_forces");
        const enum buoy_status status = buoy_water_forces_compute(&query, &result, NULL);
        finish("a body", i, status, &result, sizeof result);
        buoy_model_destroy(model);
    }
}

void everything_ask(const struct everything_hooks *around) {
    hooks = around;
    struct rng rng = rng_make("everything of water");
    struct waters waters = waters_make(&rng);
    contract_for_all("everything", 150, CONTRACT_MODERATE, ask_kernel);
    static const double shares[] = {0.0, 1e-12, 1e-3, 0.5, 0.999, 1.0};
    static const float normals[][3] = {{0, 0, 1}, {1e-33f, 0, 1}, {0.3f, -0.2f, 1}};
    for (size_t b = 0; b < body_count; ++b) {
        struct buoy_mesh_info info;
        buoy_mesh_get_info(meshes[b], &info, NULL);
        for (size_t i = 0; i < 18; ++i) {
            struct buoy_draft_info found;
            double d, stiffness[6][6];
            const double centre[3] = {0.0, 0.0, 0.0};
            hooks->before("buoy_draft");
            enum buoy_status status = buoy_draft(
                meshes[b],
                (const double[3]){normals[i % 3][0], normals[i % 3][1], normals[i % 3][2]},
                shares[i / 3] * info.volume, &d, &found, NULL);
            finish(body_names[b], i, status, &d, sizeof d);
            hooks->before("buoy_stiffness");
            status = buoy_stiffness(&found.at, normals[i % 3], 1e4, centre, stiffness, NULL);
            finish(body_names[b], i, status, stiffness, sizeof stiffness);
        }
    }
    static const struct buoy_circle disc = {{1.0f, 2.0f}, 0.5f};
    static const float levels[] = {-1e30f, 1.0f, 1.5f, 1.50000012f, 2.0f, 2.49999976f, 2.5f, 9.0f};
    static const float places[] = {1.0f, 1.25f, 1.5f, 1.75f, 1.99999988f, 2.0f, 2.5f};
    const struct outline square = outline_rectangle(3.0, 3.0);
    const struct buoy_polygon pool = outline_polygon(&square);
    struct buoy_area result;
    for (size_t i = 0; i < sizeof levels / sizeof *levels; ++i) {
        const struct buoy_line line = {{0.0f, 1.0f}, levels[i]};
        hooks->before("buoy_circle");
        const enum buoy_status status = buoy_circle_compute(&disc, &line, 1, &result, NULL);
        finish("a disc", i, status, &result, sizeof result);
    }
    for (size_t i = 0; i < sizeof places / sizeof *places; ++i) {
        const struct buoy_circle other = {{places[i], 2.0f}, i % 2 ? 0.25f : 0.5f};
        hooks->before("buoy_circle_in_circle");
        enum buoy_status status = buoy_circle_in_circle(&disc, &other, &result, NULL);
        finish("two discs", i, status, &result, sizeof result);
        hooks->before("buoy_circle_in_polygon");
        status = buoy_circle_in_polygon(&other, &pool, &result, NULL);
        finish("a disc in a pool", i, status, &result, sizeof result);
        hooks->before("buoy_polygon_in_circle");
        status = buoy_polygon_in_circle(&pool, &other, &result, NULL);
        finish("a polygon in a disc", i, status, &result, sizeof result);
    }
    ask_pools();
    ask_hydrodynamics();
    ask_patches(&waters);
    ask_bodies(&waters);
    waters_free(&waters);
}
