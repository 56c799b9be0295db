#include "everything.h"

#include "base/aligned.h"
#include "body.h"
#include "boxes.h"
#include "buoyancy_forces.h"
#include "buoyancy_hydrodynamics.h"
#include "buoyancy_hydrostatics.h"
#include "buoyancy_pressure.h"
#include "crowd.h"
#include "dispatch/registry.h"
#include "floating.h"
#include "outline.h"
#include "pressing.h"
#include "shapes.h"
#include "test.h"

static const struct everything_hooks *hooks;

// After a call: it was well, and these are its answers, structs of doubles alone.
static void finish(const char *about, size_t question, enum buoy_status status, const void *answers,
                   size_t bytes) {
    hooks->after(about, question);
    if (status != BUOY_OK) {
        fail_msg("%s, question %zu: %s", about, question, buoy_status_text(status));
    }
    hooks->answered(answers, bytes / sizeof(double));
}

// ------------------------------------------------------------------------------ mesh families

enum {
    plane_count = 41
};

struct body_of_test {
    const char *name;
    struct buoy_mesh *mesh;
    double low[3], high[3];
    struct buoy_plane planes[plane_count];
};

static const char *const body_names[] = {"builtin:box", "builtin:barrel:100",
                                         "builtin:catamaran:300", "builtin:wigley:1300",
                                         "builtin:star:5000"};
enum {
    body_count = sizeof body_names / sizeof *body_names
};
static struct body_of_test bodies[body_count];

// Level water of which `share` of the body's height is below, tilted slightly or not.
static struct buoy_plane level(const struct body_of_test *body, double share, float tilt) {
    const double z = body->low[2] + share * (body->high[2] - body->low[2]);
    return (struct buoy_plane){{tilt, 2.0f * tilt, 1.0f}, (float)z};
}

static void make_planes(struct body_of_test *body, struct rng *rng) {
    static const double shares[] = {-1e30, -1.0,       0.0, 1e-9, 1e-7, 1e-4,
                                    0.5,   1.0 - 1e-7, 1.0, 1.5,  1e30};
    static const float tilts[] = {0.0f, 1e-7f, 1e-33f, 1e-42f};
    size_t count = 0;
    for (size_t t = 0; t < 3; ++t) {
        for (size_t s = 0; s < sizeof shares / sizeof *shares; ++s) {
            body->planes[count++] = level(body, shares[s], tilts[t]);
        }
    }
    body->planes[count++] = level(body, 0.0, tilts[3]);
    body->planes[count++] = level(body, 1.0, tilts[3]);
    body->planes[count++] = (struct buoy_plane){{0.0f, 0.0f, 1e-30f}, 1e-31f};
    body->planes[count++] = (struct buoy_plane){{0.0f, 1e30f, 1e30f}, 1e29f};
    while (count < plane_count) {
        body->planes[count++] = rng_plane(rng, body->mesh);
    }
}

int everything_make(void **state) {
    struct rng rng = rng_make("everything");
    (void)state;
    for (size_t b = 0; b < body_count; ++b) {
        struct body body = body_builtin(body_names[b]);
        struct buoy_mesh_info info;
        bodies[b].name = body_names[b];
        bodies[b].mesh = body_mesh(&body, 0);
        buoy_mesh_get_info(bodies[b].mesh, &info, NULL);
        for (int i = 0; i < 3; ++i) {
            const struct buoy_plane up = {{i == 0, i == 1, i == 2}, 0.0f};
            body_extent(&body, up, &bodies[b].low[i], &bodies[b].high[i]);
        }
        body_free(&body);
        make_planes(&bodies[b], &rng);
    }
    return 0;
}

int everything_free(void **state) {
    (void)state;
    for (size_t b = 0; b < body_count; ++b) {
        buoy_mesh_destroy(bodies[b].mesh);
    }
    return 0;
}

// One by one, so that vectors have lanes to spare, and then all at once.
static void ask_volumes(const struct buoy_kernel *kernel, const struct body_of_test *body) {
    struct buoy_volume results[plane_count];
    const size_t bytes = buoy_volume_scratch_bytes(kernel, body->mesh, NULL);
    void *scratch = buoy_aligned_alloc(bytes);
    for (size_t i = 0; i <= plane_count; ++i) {
        const bool all = i == plane_count;
        const struct buoy_volume_query query = {.mesh = body->mesh,
                                                .planes = &body->planes[all ? 0 : i],
                                                .count = all ? plane_count : 1,
                                                .scratch = scratch,
                                                .scratch_bytes = bytes,
                                                .voxels = 8};
        hooks->before(kernel->id);
        const enum buoy_status status = buoy_volume_with(kernel, &query, results, NULL);
        finish(body->name, i, status, results, query.count * sizeof *results);
    }
    buoy_aligned_free(scratch);
}

static void ask_hydrostatics_of(const struct buoy_kernel *kernel, const struct body_of_test *body) {
    for (size_t i = 0; i < plane_count; ++i) {
        struct buoy_hydrostatics result;
        const struct buoy_hydrostatics_query query = {
            .mesh = body->mesh, .planes = &body->planes[i], .count = 1};
        hooks->before(kernel->id);
        const enum buoy_status status = buoy_hydrostatics_with(kernel, &query, &result, NULL);
        finish(body->name, i, status, &result, sizeof result);
    }
}

// In water of every kind, moving and at rest, from high above it to deep below.
static void ask_pressures(const struct buoy_kernel *kernel, const struct body_of_test *body,
                          const struct waters *waters) {
    static const double heights[] = {-100.0, -0.5, -1e-7, 0.0, 1e-7, 0.5, 100.0};
    const struct buoy_surface_motion motion = {
        .velocity = {1.0, -2.0, 0.5}, .drag = 0.75, .lift = 0.5, .skin = 0.01};
    const size_t bytes = buoy_pressure_scratch_bytes(body->mesh, NULL);
    void *scratch = buoy_aligned_alloc(bytes);
    for (size_t i = 0; i < 6 * sizeof heights / sizeof *heights; ++i) {
        struct buoy_water water = buoy_calm_sea();
        water.kind = (enum buoy_water_kind)(i % 3);
        water.patch = waters->patch;
        water.waves = waters->waves;
        struct buoy_pose pose = buoy_pose_identity();
        pose.position[2] = heights[i / 6] * (body->high[2] - body->low[2]);
        const struct buoy_pressure_query query = {.mesh = body->mesh,
                                                  .pose = pose,
                                                  .water = &water,
                                                  .motion = i / 3 % 2 ? &motion : NULL,
                                                  .scratch = scratch,
                                                  .scratch_bytes = bytes};
        struct buoy_pressure result;
        hooks->before(kernel->id);
        const enum buoy_status status = buoy_pressure_with(kernel, &query, NULL, &result, NULL);
        finish(body->name, i, status, &result, sizeof result);
    }
    buoy_aligned_free(scratch);
}

// ----------------------------------------------------------------------------- other families

static void ask_about_boxes(const struct buoy_kernel *kernel) {
    enum {
        count = 500
    };
    struct rng rng = rng_make("everything of boxes");
    struct buoy_box boxes[count];
    struct buoy_plane planes[count];
    struct buoy_volume results[count];
    for (size_t i = 0; i < count; ++i) {
        const struct box_question question = box_question_make(&rng);
        boxes[i] = question.box;
        planes[i] = question.plane;
        planes[i].d = i % 50 == 0 ? 1e30f : planes[i].d;
    }
    for (size_t i = 0; i < count; ++i) {
        const struct buoy_box_query query = {
            .boxes = &boxes[i], .planes = &planes[i], .count = 1 + i % 37, .voxels = 8};
        if (i + query.count <= count) {
            hooks->before(kernel->id);
            const enum buoy_status status = buoy_box_with(kernel, &query, results, NULL);
            finish("boxes", i, status, results, query.count * sizeof *results);
        }
    }
}

static void ask_about_shapes(const struct buoy_kernel *kernel) {
    enum {
        count = 500
    };
    struct rng rng = rng_make("everything of shapes");
    static struct buoy_shape shapes[count];
    static struct buoy_plane planes[count];
    static struct buoy_shape_surface surfaces[count];
    struct buoy_volume results[count];
    for (size_t i = 0; i < count; ++i) {
        const struct shape_question question = shape_question_make(&rng, shapes_kinds_of(kernel));
        shapes[i] = question.shape;
        planes[i] = question.plane;
        planes[i].d = i % 50 == 0 ? 1e30f : planes[i].d;
    }
    for (size_t i = 0; i < count; ++i) {
        const struct buoy_shapes_query query = {.shapes = &shapes[i],
                                                .planes = &planes[i],
                                                .count = 1 + i % 37,
                                                .surfaces = i % 2 ? surfaces : NULL};
        if (i + query.count <= count) {
            hooks->before(kernel->id);
            const enum buoy_status status = buoy_shapes_with(kernel, &query, results, NULL);
            finish("shapes", i, status, results, query.count * sizeof *results);
            if (query.surfaces) {
                hooks->answered((const double *)surfaces,
                                query.count * (sizeof *surfaces / sizeof(double)));
            }
        }
    }
}

static void ask_about_polygons(const struct buoy_kernel *kernel) {
    enum {
        count = 500
    };
    static struct outline_question questions[count];
    static struct buoy_polygon polygons[count];
    static struct buoy_line lines[count];
    struct buoy_area results[count];
    struct rng rng = rng_make("everything of polygons");
    for (size_t i = 0; i < count; ++i) {
        static const float slight[] = {0.0f, 1e-7f, 1e-33f, 1e-42f, 1e30f, -1e30f};
        questions[i] = outline_question_make(&rng);
        polygons[i] = outline_polygon(&questions[i].outline);
        lines[i] = questions[i].line;
        if (i % 5 == 0) { // through a vertex, nearly level
            lines[i] = (struct buoy_line){{slight[i / 5 % 4], 1.0f}, polygons[i].vertices[1]};
        } else if (i % 5 == 1) { // clear of it
            lines[i].d = slight[i / 5 % 6];
        }
    }
    for (size_t i = 0; i < count; ++i) {
        const struct buoy_polygon_query query = {&polygons[i], &lines[i], 1 + i % 37};
        if (i + query.count <= count) {
            hooks->before(kernel->id);
            const enum buoy_status status = buoy_polygon_with(kernel, &query, results, NULL);
            finish("polygons", i, status, results, query.count * sizeof *results);
        }
    }
}

static void ask_about_waves(const struct buoy_kernel *kernel, const struct waters *waters) {
    static const double far[] = {0.0, 1.0, 1e6, 1e12};
    for (size_t i = 0; i < 64; ++i) {
        double x[37], y[37], numbers[3 * 37];
        float height[37], slope_x[37], slope_y[37];
        for (size_t k = 0; k < 37; ++k) {
            x[k] = far[i / 16] * (double)k;
            y[k] = -far[i / 16] * (double)(k % 5);
        }
        struct buoy_surface query = {x, y, 1 + i % 37, height, slope_x, slope_y};
        hooks->before(kernel->id);
        const enum buoy_status status =
            buoy_waves_sample_with(kernel, waters->waves, (double)i, &query, NULL);
        for (size_t k = 0; k < query.count; ++k) {
            numbers[3 * k] = (double)height[k];
            numbers[3 * k + 1] = (double)slope_x[k];
            numbers[3 * k + 2] = (double)slope_y[k];
        }
        finish("points", i, status, numbers, 3 * query.count * sizeof *numbers);
    }
}

static void ask_about_forces(const struct buoy_kernel *kernel) {
    static struct crowd crowd;
    static struct buoy_forces results[crowd_most];
    struct rng rng = rng_make("everything of forces");
    for (size_t i = 0; i < 40; ++i) {
        crowd_make(&rng, 1 + i, &crowd);
        const struct buoy_forces_query query = crowd_query(&crowd);
        hooks->before(kernel->id);
        const enum buoy_status status = buoy_forces_with(kernel, &query, results, NULL);
        finish("crowds", i, status, results, query.count * sizeof *results);
    }
}

static void ask_kernel(const struct buoy_kernel *kernel, const struct waters *waters) {
    const char *family = kernel->method->family;
    for (size_t b = 0; b < body_count; ++b) {
        if (strcmp(family, "volume") == 0) {
            ask_volumes(kernel, &bodies[b]);
        } else if (strcmp(family, "hydrostatics") == 0) {
            ask_hydrostatics_of(kernel, &bodies[b]);
        } else if (strcmp(family, "pressure") == 0) {
            ask_pressures(kernel, &bodies[b], waters);
        }
    }
    if (strcmp(family, "box") == 0) {
        ask_about_boxes(kernel);
    } else if (strcmp(family, "shapes") == 0) {
        ask_about_shapes(kernel);
    } else if (strcmp(family, "polygon") == 0) {
        ask_about_polygons(kernel);
    } else if (strcmp(family, "water") == 0) {
        ask_about_waves(kernel, waters);
    } else if (strcmp(family, "forces") == 0) {
        ask_about_forces(kernel);
    }
}

static void ask_kernels(const struct waters *waters) {
    for (size_t i = 0; i < buoy_kernel_count(); ++i) {
        if (buoy_kernel_runs(buoy_kernel_at(i))) {
            ask_kernel(buoy_kernel_at(i), waters);
        }
    }
}

// ------------------------------------------------------------------------ what is no kernel

static void ask_drafts(void) {
    static const double shares[] = {0.0, 1e-12, 1e-3, 0.5, 0.999, 1.0};
    static const float normals[][3] = {{0, 0, 1}, {1e-33f, 0, 1}, {0.3f, -0.2f, 1}};
    for (size_t b = 0; b < body_count; ++b) {
        struct buoy_mesh_info info;
        buoy_mesh_get_info(bodies[b].mesh, &info, NULL);
        for (size_t i = 0; i < 18; ++i) {
            struct buoy_draft_info found;
            double d, stiffness[6][6];
            const double centre[3] = {0.0, 0.0, 0.0};
            hooks->before("buoy_draft");
            enum buoy_status status = buoy_draft(bodies[b].mesh, normals[i % 3],
                                                 shares[i / 3] * info.volume, &d, &found, NULL);
            finish(bodies[b].name, i, status, &d, sizeof d);
            hooks->before("buoy_stiffness");
            status = buoy_stiffness(&found.at, normals[i % 3], 1e4, centre, stiffness, NULL);
            finish(bodies[b].name, i, status, stiffness, sizeof stiffness);
        }
    }
}

static void ask_circles(void) {
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
        struct buoy_area wet;
        struct buoy_force2d force, drag, lift;
        hooks->before("buoy_polygon_in_polygon");
        enum buoy_status status = buoy_polygon_in_polygon(&polygon, &pool, &wet, NULL);
        finish("polygons", i, status, &wet, sizeof wet);
        hooks->before("buoy_polygon_drag");
        status = buoy_polygon_drag(&polygon, &question.line, &motion, 1.0, 0.25, 0.25, &drag, &lift,
                                   NULL);
        finish("polygons", i, status, &drag, sizeof drag);
        hooks->before("buoy_polygon_drag_in_polygon");
        status = buoy_polygon_drag_in_polygon(&polygon, &pool, &motion, 1.0, 0.25, 0.25, &drag,
                                              &lift, NULL);
        finish("polygons", i, status, &drag, sizeof drag);
        const struct buoy_circle disc = {{0.5f, -0.25f}, 0.25f * (float)(1 + i % 8)};
        hooks->before("buoy_circle_drag_in_polygon");
        status =
            buoy_circle_drag_in_polygon(&disc, &pool, &motion, 1.0, 0.25, 0.25, &drag, &lift, NULL);
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
        struct buoy_hydrodynamics body = buoy_hydrodynamics_default();
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
    struct buoy_water water = buoy_calm_sea();
    for (size_t i = 0; i < 40; ++i) {
        const double x[3] = {(double)i, -1e6, 0.0}, y[3] = {0.0, 1e6, (double)i};
        float height[3], slope_x[3], slope_y[3];
        struct buoy_surface query = {x, y, 3, height, slope_x, slope_y};
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
        struct buoy_water water = buoy_calm_sea();
        struct floating_body body = floating_at_rest(bodies[i % body_count].mesh);
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
    ask_kernels(&waters);
    ask_drafts();
    ask_circles();
    ask_pools();
    ask_hydrodynamics();
    ask_patches(&waters);
    ask_bodies(&waters);
    waters_free(&waters);
}
