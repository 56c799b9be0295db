// The family `step`, in still and flowing water: forces against the formulas of buoyancy_forces.h,
// from what is found to be submerged; that against the families that answer its parts.
#include "bodies/forces.h"
#include "buoyancy_hydrostatics.h"
#include "buoyancy_kernels.h"
#include "dispatch/methods.h"
#include "stepping.h"
#include "test.h"

static struct stepping crowd;
static struct buoy_body_forces results[stepping_most];

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static double length(const double a[3]) {
    return sqrt(dot(a, a));
}

// A body as the formulas want it.
struct formula {
    struct buoy_submerged wet;
    struct buoy_drag_body body;
    struct buoy_drag_motion motion;
    double up[3];
};

static void invert(const double a[9], double inverse[9]) {
    const double c[9] = {
        a[4] * a[8] - a[5] * a[7], a[2] * a[7] - a[1] * a[8], a[1] * a[5] - a[2] * a[4],
        a[5] * a[6] - a[3] * a[8], a[0] * a[8] - a[2] * a[6], a[2] * a[3] - a[0] * a[5],
        a[3] * a[7] - a[4] * a[6], a[1] * a[6] - a[0] * a[7], a[0] * a[4] - a[1] * a[3]};
    const double determinant = a[0] * c[0] + a[1] * c[3] + a[2] * c[6];
    for (int i = 0; i < 9; ++i) {
        inverse[i] = determinant > 0.0 ? c[i] / determinant : 0.0;
    }
}

static struct formula formula_of(const struct stepping *bodies, size_t i,
                                 const struct buoy_body_forces *found) {
    const struct stepping_model *made = &stepping_made[bodies->made[i]];
    const struct stepping_state *state = &bodies->states[i];
    const struct buoy_mass *mass = &made->input.mass;
    struct buoy_model_info info;
    struct formula formula;
    double r[3][3], inverse[9];
    buoy_model_get_info(made->model, &info, NULL);
    stepping_rotation(state->rotation, r);
    invert(mass->inertia, inverse);
    formula.wet.volume = found->volume;
    formula.wet.wetted_area = found->wetted_area;
    formula.body = (struct buoy_drag_body){mass->mass, info.volume, info.length, {0.0}};
    for (int a = 0; a < 3; ++a) {
        formula.wet.centre[a] = found->centre[a];
        formula.motion.centre_of_mass[a] = state->position[a] + dot(r[a], mass->centre_of_mass);
        formula.motion.velocity[a] = state->velocity[a];
        formula.motion.angular_velocity[a] = state->angular_velocity[a];
        for (int b = 0; b < 9; ++b) {
            for (int c = 0; c < 3; ++c) { // R I⁻¹ Rᵀ
                formula.body.inverse_inertia[3 * a + c] += r[a][b / 3] * inverse[b] * r[c][b % 3];
            }
        }
    }
    const float *n = bodies->water.plane.normal;
    const double normal[3] = {(double)n[0], (double)n[1], (double)n[2]};
    for (int a = 0; a < 3; ++a) {
        formula.up[a] = normal[a] / length(normal);
    }
    return formula;
}

static void expect_near(const char *what, size_t i, const double got[3], const double expected[3],
                        double bound) {
    const double off[3] = {got[0] - expected[0], got[1] - expected[1], got[2] - expected[2]};
    FAIL_IF(!(length(off) <= bound),
            "body %zu, %s: %s %.17g %.17g %.17g, expected %.17g %.17g %.17g: off by %g, bound "
            "%g",
            i, stepping_made[crowd.made[i]].name, what, got[0], got[1], got[2], expected[0],
            expected[1], expected[2], length(off), bound);
}

TEST(formulas) {
    struct rng rng = rng_make("step: formulas");
    size_t wet = 0;
    for (int round = 0; round < 100; ++round) {
        stepping_random(&rng, stepping_most, &crowd);
        const struct buoy_step_query query = stepping_query(&crowd);
        stepping_ask(buoy_kernel_find("step/auto/best"), &query, results);
        for (size_t i = 0; i < crowd.count; ++i) {
            // Within the bounds of the step and of the formulas; and what rounding the places of
            // the centres in the world does to the arm, which the step does not need.
            const struct buoy_body_forces *got = &results[i];
            const struct buoy_drag *drag = &stepping_made[crowd.made[i]].input.drag;
            const struct formula f = formula_of(&crowd, i, got);
            const double *velocity = crowd.water.current, dt = crowd.dt;
            const double of_force = buoy_bound_step_force() + buoy_bound_forces_force();
            const double of_torque = buoy_bound_step_torque() + buoy_bound_forces_torque();
            struct buoy_force buoyancy, resisted;
            double r[3], u = length(f.motion.velocity) + length(velocity);
            buoy_buoyancy_force(&f.wet, f.motion.centre_of_mass, f.up, BUOY_SEA_WATER, BUOY_GRAVITY,
                                &buoyancy);
            buoy_drag_force(&f.wet, &f.body, &f.motion, velocity, BUOY_SEA_WATER, drag, dt,
                            &resisted);
            for (int k = 0; k < 3; ++k) {
                r[k] = f.wet.centre[k] - f.motion.centre_of_mass[k];
            }
            const double far = length(crowd.states[i].position) + 8.0, arm = length(r) + far;
            u += length(f.motion.angular_velocity) * arm;
            const double weight = BUOY_SEA_WATER * BUOY_GRAVITY * f.wet.volume;
            const double share = f.body.mass * f.wet.volume / f.body.volume;
            const double k = drag->linear * share +
                             0.125 * BUOY_SEA_WATER * drag->quadratic * f.wet.wetted_area * u;
            const double b = drag->angular * share * f.body.length * f.body.length;
            const double trace =
                f.body.inverse_inertia[0] + f.body.inverse_inertia[4] + f.body.inverse_inertia[8];
            const double kappa =
                1.0 + dt * (k * (3.0 / f.body.mass + arm * arm * trace) + b * trace);
            const double force = of_force * kappa * kappa * k * u;
            const double torque =
                of_torque * kappa * kappa *
                (k * u * arm + b * (length(f.motion.angular_velocity) + dt * trace * k * u * arm));
            expect_near("buoyancy", i, got->buoyancy.force, buoyancy.force, of_force * weight);
            expect_near("torque of buoyancy", i, got->buoyancy.torque, buoyancy.torque,
                        of_torque * weight * arm);
            expect_near("drag", i, got->drag.force, resisted.force, force);
            expect_near("torque of drag", i, got->drag.torque, resisted.torque, torque);
            wet += results[i].volume > 0.0;
        }
    }
    assert_true(wet > 10000);
}

// ------------------------------------------------------------------------ what is submerged

// The water below a part, in the part's frame, in double.
static void plane_below(const struct buoy_part *part, const struct stepping_state *state,
                        double n[3], double *d, double origin[3], double turn[3][3]) {
    double body[3][3], own[3][3], up[3], at[3];
    const struct buoy_plane *plane = &crowd.water.plane;
    stepping_rotation(state->rotation, body);
    stepping_rotation(part->place.rotation, own);
    for (int i = 0; i < 3; ++i) {
        up[i] = (double)plane->normal[i];
        origin[i] = state->position[i] + dot(body[i], part->place.position);
        for (int j = 0; j < 3; ++j) {
            turn[i][j] = body[i][0] * own[0][j] + body[i][1] * own[1][j] + body[i][2] * own[2][j];
        }
    }
    const double size = length(up);
    for (int i = 0; i < 3; ++i) {
        at[i] = up[i] / size;
    }
    for (int i = 0; i < 3; ++i) {
        n[i] = at[0] * turn[0][i] + at[1] * turn[1][i] + at[2] * turn[2][i];
    }
    *d = (double)plane->d / size - dot(at, origin);
}

// V, V c in the world and S of a part, and what their errors may be.
struct submerged {
    double volume, moment[3], area;
    double volume_error, moment_error, area_error;
};

static void add_shape(const struct buoy_part *part, const struct stepping_state *state,
                      struct submerged *sum) {
    double n[3], d, origin[3], turn[3][3];
    plane_below(part, state, n, &d, origin, turn);
    const struct buoy_plane plane = {{(float)n[0], (float)n[1], (float)n[2]}, (float)d};
    struct buoy_shape_surface surface;
    struct buoy_volume found;
    struct buoy_shape_info info;
    const struct buoy_shapes_query query = {.shapes = &part->shape,
                                            .planes = &plane,
                                            .count = 1,
                                            .surfaces = &surface,
                                            .kernel = buoy_kernel_find("shapes/reference/scalar")};
    assert_int_equal(buoy_shapes_compute(&query, &found, NULL), BUOY_OK);
    assert_int_equal(buoy_shape_get_info(&part->shape, &info, NULL), BUOY_OK);
    const double diagonal = 2.0 * length(info.half_extent);
    sum->volume += found.volume;
    sum->area += surface.wetted_area;
    for (int i = 0; i < 3; ++i) {
        sum->moment[i] += found.volume * (origin[i] + dot(turn[i], found.centre));
    }
    // 6.2e-7 is the largest bound; the plane of one of them is rounded to float.
    sum->volume_error += 6.2e-7 * info.volume + 1e-7 * info.area * diagonal;
    sum->moment_error +=
        (1e-6 * info.volume + 1e-7 * info.area * diagonal) * (diagonal + length(origin));
    sum->area_error += 1e-6 * info.area;
}

static void check_submerged(size_t i) {
    const struct stepping_model *made = &stepping_made[crowd.made[i]];
    struct submerged sum = {0};
    double moment[3];
    for (size_t p = 0; p < made->input.part_count; ++p) {
        const struct buoy_part *part = &made->parts[p];
        if (part->shape.kind != BUOY_SHAPE_MESH) {
            add_shape(part, &crowd.states[i], &sum);
        } else {
            const struct stepping_state *state = &crowd.states[i];
            double n[3], d, origin[3], turn[3][3];
            struct buoy_mesh_info info;
            struct buoy_hydrostatics found;
            struct buoy_volume_bounds bounds;
            plane_below(part, state, n, &d, origin, turn);
            buoy_mesh_get_info(part->mesh, &info, NULL);
            const struct buoy_plane plane = {{(float)n[0], (float)n[1], (float)n[2]}, (float)d};
            const struct buoy_hydrostatics_query query = {
                .mesh = part->mesh,
                .planes = &plane,
                .count = 1,
                .kernel = buoy_kernel_find("hydrostatics/clip64/scalar")};
            assert_int_equal(buoy_hydrostatics_compute(&query, &found, NULL), BUOY_OK);
            bounds = buoy_bound_tuned(part->mesh, &plane, 0);
            sum.volume += found.volume;
            for (int k = 0; k < 3; ++k) {
                sum.moment[k] += found.volume * (origin[k] + dot(turn[k], found.centre));
            }
            // The plane is rounded to float.
            const double rounded = 1e-6 * info.area * (info.diagonal + length(origin));
            sum.volume_error += bounds.volume * info.volume + rounded;
            sum.moment_error +=
                (bounds.volume * info.volume + rounded) * (info.diagonal + length(origin)) +
                bounds.centroid * info.diagonal * found.volume;
            sum.area += found.wetted_area;
            sum.area_error += 1e-4 * info.area; // see kernels/bounds/bounds_hydrostatics.c
        }
    }
    for (int k = 0; k < 3; ++k) {
        moment[k] = results[i].volume * results[i].centre[k];
    }
    FAIL_IF(!(fabs(results[i].volume - sum.volume) <= sum.volume_error),
            "body %zu, %s: V is %.17g, expected %.17g to within %g", i, made->name,
            results[i].volume, sum.volume, sum.volume_error);
    expect_near("V c", i, moment, sum.moment, sum.moment_error);
    sum.area = made->input.drag.quadratic > 0.0 ? sum.area : 0.0;
    FAIL_IF(!(fabs(results[i].wetted_area - sum.area) <= sum.area_error),
            "body %zu, %s: S is %.17g, expected %.17g to within %g", i, made->name,
            results[i].wetted_area, sum.area, sum.area_error);
}

TEST(submerged) {
    struct rng rng = rng_make("step: submerged");
    for (int round = 0; round < 50; ++round) {
        stepping_random(&rng, stepping_most, &crowd);
        const struct buoy_step_query query = stepping_query(&crowd);
        stepping_ask(buoy_kernel_find("step/auto/best"), &query, results);
        for (size_t i = 0; i < crowd.count; ++i) {
            check_submerged(i);
        }
    }
}

TEST_FIXTURE(stepping_make, NULL)
