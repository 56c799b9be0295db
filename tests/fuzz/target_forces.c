// The family `forces`: every deterministic kernel returns exactly the bits of the formulas body by
// body, and fused kernels agree within the documented errors of both.
#include "targets.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bytes.h"
#include "crowd.h"
#include "kernels.h"

enum {
    MOST_BODIES = 20,
};

// The most that is taken (buoyancy_forces.h), and a smaller one for what is multiplied often.
static const double most = 1e12;

static void make_vector(struct fuzz_bytes *bytes, double largest, double v[3]) {
    const bool is_zero = fuzz_one_in(bytes, 6);
    for (int i = 0; i < 3; ++i) {
        v[i] = is_zero ? 0.0 : fuzz_double(bytes, largest);
    }
}

static double make_positive(struct fuzz_bytes *bytes) {
    const double x = fabs(fuzz_double(bytes, most));
    return x > 0.0 ? x : 1.0;
}

// R diag(d) Rᵀ with R of a few exact thirds, or 0: symmetric and positive semidefinite, nearly.
static void make_inertia(struct fuzz_bytes *bytes, double inverse[9]) {
    static const double r[3][3] = {{1, 2, 2}, {2, 1, -2}, {2, -2, 1}};
    memset(inverse, 0, 9 * sizeof *inverse);
    const size_t kind = fuzz_below(bytes, 4);
    for (int k = 0; k < 3 && kind > 0; ++k) {
        const double d = fabs(fuzz_double(bytes, 1e9));
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) {
                const double share = kind == 1 ? (i == k && j == k ? 9.0 : 0.0) : r[i][k] * r[j][k];
                inverse[3 * i + j] += d * share / 9.0;
            }
        }
    }
}

static void make_body(struct fuzz_bytes *bytes, struct crowd *crowd, size_t i) {
    static const double normals[][3] = {
        {0.0, 0.0, 1.0}, {0.6, 0.0, 0.8}, {-0.28, 0.96, 0.0}, {0.48, -0.64, 0.6}};
    struct buoy_submerged *wet = &crowd->submerged[i];
    struct buoy_drag_body *body = &crowd->bodies[i];
    struct buoy_drag_motion *motion = &crowd->motions[i];
    body->mass = make_positive(bytes);
    body->volume = make_positive(bytes);
    body->length = make_positive(bytes);
    make_inertia(bytes, body->inverse_inertia);
    wet->volume = fuzz_one_in(bytes, 4) ? fabs(fuzz_double(bytes, most))
                                        : body->volume * (double)fuzz_below(bytes, 9) / 8.0;
    wet->wetted_area = wet->volume > 0.0 ? fabs(fuzz_double(bytes, most)) : 0.0;
    make_vector(bytes, most, motion->centre_of_mass);
    make_vector(bytes, most, wet->centre);
    make_vector(bytes, most, motion->velocity);
    make_vector(bytes, most, motion->angular_velocity);
    make_vector(bytes, most, crowd->waters[i].velocity);
    memcpy(crowd->waters[i].up, normals[fuzz_below(bytes, 4)], sizeof crowd->waters[i].up);
}

static void make_crowd(struct fuzz_bytes *bytes, struct crowd *crowd) {
    crowd->count = 1 + fuzz_below(bytes, MOST_BODIES);
    crowd->drag.linear = fabs(fuzz_double(bytes, 1e6));
    crowd->drag.angular = fabs(fuzz_double(bytes, 1e6));
    crowd->drag.quadratic = fuzz_one_in(bytes, 2) ? fabs(fuzz_double(bytes, 1e6)) : 0.0;
    crowd->dt = fuzz_one_in(bytes, 3) ? 0.0 : fabs(fuzz_double(bytes, 1e6));
    for (size_t i = 0; i < crowd->count; ++i) {
        make_body(bytes, crowd, i);
    }
}

// -------------------------------------------------------------------------------------- errors

// The quantities that the documented errors are shares of.
struct scale {
    double weight, arm, drag, turning, conditioning;
};

static double length_of(const double v[3]) {
    return hypot(hypot(v[0], v[1]), v[2]);
}

// Buoyancy_forces.h: ρ g V; |r|; κ² f; κ² (f |r| + b (|ω| + dt tr I⁻¹ f |r|)).
static struct scale find_scale(const struct crowd *crowd, size_t i) {
    const struct buoy_drag_body *body = &crowd->bodies[i];
    const struct buoy_drag_motion *motion = &crowd->motions[i];
    const struct buoy_submerged *wet = &crowd->submerged[i];
    const double trace =
        body->inverse_inertia[0] + body->inverse_inertia[4] + body->inverse_inertia[8];
    double r[3];
    for (int k = 0; k < 3; ++k) {
        r[k] = wet->centre[k] - motion->centre_of_mass[k];
    }
    const double arm = length_of(r), spin = length_of(motion->angular_velocity);
    const double speed =
        length_of(motion->velocity) + spin * arm + length_of(crowd->waters[i].velocity);
    const double mass = body->mass * (wet->volume / body->volume); // the product may vanish
    const double k = crowd->drag.linear * mass +
                     BUOY_SEA_WATER * crowd->drag.quadratic * wet->wetted_area / 8.0 * speed;
    const double b = crowd->drag.angular * mass * body->length * body->length;
    const double f = k * speed;
    const double kappa = 1.0 + crowd->dt * (k * (3.0 / body->mass + arm * arm * trace) + b * trace);
    return (struct scale){BUOY_SEA_WATER * BUOY_GRAVITY * wet->volume, arm, f * kappa * kappa,
                          kappa * kappa * (f * arm + b * (spin + crowd->dt * trace * f * arm)),
                          kappa};
}

static double distance(const double a[3], const double b[3]) {
    const double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return length_of(d);
}

// Both are within the bound of the truth, so they are within twice the bound of each other.
static void judge(const char *kernel, const struct scale *scale, const struct buoy_forces *got,
                  const struct buoy_forces *expected) {
    const double force = 2.0 * 64.0 * 0x1p-53, torque = 2.0 * 128.0 * 0x1p-53;
    const double least = 0x1p-1000; // of what doubles cannot hold
    fuzz_expect(kernel, "buoyancy", distance(got->buoyancy.force, expected->buoyancy.force),
                force * scale->weight + least);
    fuzz_expect(kernel, "torque", distance(got->buoyancy.torque, expected->buoyancy.torque),
                torque * scale->weight * scale->arm + least);
    if (!(force * scale->conditioning * scale->conditioning < 1.0)) {
        return; // not a digit is promised of a motion that the step stops so thoroughly
    }
    fuzz_expect(kernel, "drag", distance(got->drag.force, expected->drag.force),
                force * scale->drag + least);
    fuzz_expect(kernel, "drag's torque", distance(got->drag.torque, expected->drag.torque),
                torque * scale->turning + least);
}

static bool is_finite(const struct buoy_forces *forces) {
    const struct buoy_force *const parts[2] = {&forces->buoyancy, &forces->drag};
    bool finite = true;
    for (int p = 0; p < 2; ++p) {
        for (int i = 0; i < 3; ++i) {
            finite = finite && isfinite(parts[p]->force[i]) && isfinite(parts[p]->torque[i]);
        }
    }
    return finite;
}

static struct crowd crowd;
static size_t at; // the body at hand

static void print_numbers(const char *name, const double *numbers, int count) {
    fprintf(stderr, "%s", name);
    for (int i = 0; i < count; ++i) {
        fprintf(stderr, " %.17g", numbers[i]);
    }
    fputc('\n', stderr);
}

static void describe(void) {
    const struct buoy_drag_body *body = &crowd.bodies[at];
    fprintf(stderr, "drag %.17g, %.17g, %.17g, step %.17g\n", crowd.drag.linear, crowd.drag.angular,
            crowd.drag.quadratic, crowd.dt);
    fprintf(stderr, "mass %.17g, volume %.17g, length %.17g, submerged %.17g, wetted %.17g\n",
            body->mass, body->volume, body->length, crowd.submerged[at].volume,
            crowd.submerged[at].wetted_area);
    print_numbers("inverse inertia", body->inverse_inertia, 9);
    print_numbers("centre of mass", crowd.motions[at].centre_of_mass, 3);
    print_numbers("centre of buoyancy", crowd.submerged[at].centre, 3);
    print_numbers("velocity", crowd.motions[at].velocity, 3);
    print_numbers("angular velocity", crowd.motions[at].angular_velocity, 3);
    print_numbers("the water's velocity", crowd.waters[at].velocity, 3);
    print_numbers("the water's normal", crowd.waters[at].up, 3);
}

static void check_answers(const struct fuzz_kernel *asked, const struct buoy_forces *got,
                          const struct buoy_forces *expected) {
    for (size_t i = 0; i < crowd.count; ++i) {
        at = i;
        if (!is_finite(&got[i])) {
            fuzz_fail("%s: forces of body %zu are not finite", asked->kernel->id, i);
        }
        if (asked->kernel->deterministic) {
            if (memcmp(&got[i], &expected[i], sizeof *got) != 0) {
                fuzz_fail("%s: not the formulas' bits for body %zu", asked->kernel->id, i);
            }
        } else if (is_finite(&expected[i])) {
            const struct scale scale = find_scale(&crowd, i);
            judge(asked->kernel->id, &scale, &got[i], &expected[i]);
        }
    }
}

static void run(const uint8_t *bytes, size_t size) {
    struct buoy_forces got[MOST_BODIES], expected[MOST_BODIES];
    struct fuzz_bytes in = {bytes, bytes + size};
    const struct fuzz_kernels *kernels = fuzz_kernels_of("forces");
    make_crowd(&in, &crowd);
    at = 0;
    fuzz_describe = describe;
    const struct buoy_forces_query query = crowd_query(&crowd);
    crowd_expect(&crowd, expected);
    bool fits = true; // formulas alone check nothing: of forces beyond doubles they make infinities
    for (size_t i = 0; i < crowd.count; ++i) {
        fits = fits && is_finite(&expected[i]);
    }
    for (size_t k = 0; k < kernels->count; ++k) {
        const struct fuzz_kernel *asked = &kernels->items[k];
        fuzz_watch();
        const enum buoy_status status = buoy_forces_with(asked->kernel, &query, got, NULL);
        if (status == BUOY_OK) {
            fuzz_expect_no_flags(asked->kernel->id);
            check_answers(asked, got, expected);
        } else if (status != BUOY_ERROR_NON_FINITE || (fits && asked->kernel->deterministic)) {
            fuzz_fail("%s: %s", asked->kernel->id, buoy_status_text(status));
        }
        if (status == BUOY_OK && !fits && asked->kernel->deterministic) {
            fuzz_fail("%s: OK, but forces are beyond doubles", asked->kernel->id);
        }
    }
    fuzz_count(crowd.count, crowd.count * kernels->count);
}

const struct fuzz_target fuzz_forces = {
    "forces", "forces on bodies, to the bit what the formulas say", 1000, true, false, run};
