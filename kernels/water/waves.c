// Waves: prepared for kernels from a caller's sinusoids; and what they do below their surface.
#include "base/arithmetic.h"

#include "water/waves.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "dispatch/methods.h"
#include "dispatch/registry.h"
#include "water/sample.h"
#include "water/turns.h"

// An angle in turns, less whole ones: in [−½, ½], within 2⁻⁵³ up to 10⁶ rad and far beyond. 1/2π
// comes in two parts. The first has 28 bits, so that its product with a float is exact, and so is
// the product less its whole turns.
static double turns_of(float angle) {
    const double per_turn = 0x1.45f306ep-3, rest = -0x1.b1bbead603d8bp-34;
    const double turns = (double)angle * per_turn;
    return (turns - floor(turns + 0.5)) + (double)angle * rest;
}

// ω, in turns per second: ω² = g k tanh k h.
static double find_frequency(double k, double gravity, double depth) {
    const double deep = gravity * k;
    return sqrt(depth > 0.0 ? deep * buoy_tangent(k * depth) : deep) / (2.0 * BUOY_PI);
}

static struct buoy_prepared_wave prepare(const struct buoy_wave *wave, double gravity,
                                         double depth) {
    double direction[2];
    buoy_turn_to_direction(turns_of(wave->direction), direction);
    const double per_metre = 1.0 / (double)wave->wavelength, k = 2.0 * BUOY_PI * per_metre;
    const double steep = (double)wave->amplitude * k;
    return (struct buoy_prepared_wave){
        .turns_x = per_metre * direction[0],
        .turns_y = per_metre * direction[1],
        .turns_t =
            wave->period > 0.0f ? 1.0 / (double)wave->period : find_frequency(k, gravity, depth),
        .phase = turns_of(wave->phase),
        .amplitude = wave->amplitude,
        .steep_x = (float)(steep * direction[0]),
        .steep_y = (float)(steep * direction[1]),
    };
}

static void put_into_lanes(const struct buoy_prepared_wave *wave, struct buoy_wave_lanes *lanes,
                           size_t lane) {
    lanes->turns_x[lane] = wave->turns_x;
    lanes->turns_y[lane] = wave->turns_y;
    lanes->turns_t[lane] = wave->turns_t;
    lanes->phase[lane] = wave->phase;
    lanes->amplitude[lane] = wave->amplitude;
    lanes->steep_x[lane] = wave->steep_x;
    lanes->steep_y[lane] = wave->steep_y;
}

static enum buoy_status check_wave(const struct buoy_wave *wave, size_t index,
                                   struct buoy_error *error) {
    BUOY_REFUSE_IF(!isfinite(wave->amplitude) || !isfinite(wave->wavelength) ||
                       !isfinite(wave->direction) || !isfinite(wave->phase) ||
                       !isfinite(wave->period),
                   NON_FINITE, "wave %zu is not finite", index);
    BUOY_REFUSE_IF(wave->amplitude < 0.0f || wave->wavelength <= 0.0f || wave->period < 0.0f,
                   ARGUMENT, "wave %zu: its %s %g must be %s", index,
                   wave->amplitude < 0.0f     ? "amplitude"
                   : wave->wavelength <= 0.0f ? "wavelength"
                                              : "period",
                   (double)(wave->amplitude < 0.0f     ? wave->amplitude
                            : wave->wavelength <= 0.0f ? wave->wavelength
                                                       : wave->period),
                   wave->wavelength <= 0.0f && wave->amplitude >= 0.0f ? "above 0" : "0 or more");
    BUOY_REFUSE_IF((double)wave->amplitude > BUOY_FARTHEST ||
                       2.0 * BUOY_PI * (double)wave->amplitude >
                           BUOY_FARTHEST * (double)wave->wavelength,
                   ARGUMENT, "wave %zu is higher or steeper than 1e18", index);
    return BUOY_OK;
}

enum buoy_status buoy_waves_create(const struct buoy_wave *waves, size_t count, double gravity,
                                   double depth, struct buoy_waves **result,
                                   struct buoy_error *error) {
    BUOY_REFUSE_IF(!result, ARGUMENT, "no room for the result");
    *result = NULL;
    BUOY_REFUSE_IF(count > BUOY_MAX_WAVES, ARGUMENT, "%zu waves: at most %u are allowed", count,
                   BUOY_MAX_WAVES);
    BUOY_REFUSE_IF(count > 0 && !waves, ARGUMENT, "no waves");
    if (!isfinite(gravity) || gravity <= 0.0) {
        return buoy_fail(error, isfinite(gravity) ? BUOY_ERROR_ARGUMENT : BUOY_ERROR_NON_FINITE,
                         "gravity must be above 0 and finite");
    }
    BUOY_REFUSE_IF(!isfinite(depth), NON_FINITE, "the depth must be finite; 0 for deep water");
    BUOY_REFUSE_IF(depth < 0.0, ARGUMENT, "the depth %g must be 0 or more", depth);
    for (size_t i = 0; i < count; ++i) {
        BUOY_TRY(check_wave(&waves[i], i, error));
    }
    const size_t blocks = (count + BUOY_LANES - 1) / BUOY_LANES;
    const size_t bytes = sizeof(struct buoy_waves) + count * sizeof(struct buoy_prepared_wave);
    const size_t first = (bytes + 63) / 64 * 64; // of the lanes
    struct buoy_waves *made = buoy_allocate_aligned(first + blocks * sizeof *made->lanes);
    if (!made) {
        return buoy_fail_memory(error);
    }
    memset(made, 0, first + blocks * sizeof *made->lanes);
    made->count = count;
    made->depth = depth;
    made->lanes = (void *)((char *)made + first);
    for (size_t i = 0; i < count; ++i) {
        made->waves[i] = prepare(&waves[i], gravity, depth);
        put_into_lanes(&made->waves[i], &made->lanes[i / BUOY_LANES], i % BUOY_LANES);
    }
    *result = made;
    return buoy_succeed(error);
}

void buoy_waves_destroy(struct buoy_waves *waves) {
    buoy_release(waves);
}

// Waves at a time, and what answers.
struct asked {
    buoy_water_function *function;
    const struct buoy_waves *waves;
    double time;
};

static void answer_points(const void *water, struct buoy_surface *surface) {
    const struct asked *asked = water;
    asked->function(asked->waves, asked->time, surface);
}

enum buoy_status buoy_waves_sample(const struct buoy_waves *waves, double time,
                                   struct buoy_surface *surface, struct buoy_error *error) {
    BUOY_REFUSE_IF(!waves || !surface, ARGUMENT, "no %s", waves ? "points" : "waves");
    BUOY_REFUSE_IF(!isfinite(time), NON_FINITE, "the time %g is not finite", time);
    const struct buoy_kernel *kernel = surface->kernel;
    const enum buoy_status status = buoy_check_kernel(kernel, "water", error);
    const struct asked asked = {kernel ? kernel->water : buoy_water_auto_best, waves, time};
    return status == BUOY_OK ? buoy_sample_points(surface, answer_points, &asked, error) : status;
}

struct buoy_wave buoy_wave_default(void) {
    return (struct buoy_wave){.wavelength = 1.0f};
}

// ------------------------------------------------------------------------------- below the surface

// What waves do below their surface: the pressure, which dies away with depth, and the velocity.
//
// Airy's theory; in deep water cosh k(z + h)/cosh kh is e^{kz}. Depths of the pressure are counted
// from the surface at that place, z' = z − η, so that it is 0 there (J. D. Wheeler, "Method for
// calculating forces produced by irregular waves", Journal of Petroleum Technology 22 (1970)). The
// velocity takes depths as they are: with z' its mean at a fixed point, a ω e^{kz} <e^{−kη} sin θ>
// = −a² k ω e^{kz}/2, would be a current against the waves, half as fast as Stokes' drift at the
// surface and faster below .11 λ.

double buoy_waves_decay(const struct buoy_waves *waves, double k, double z) {
    const double depth = waves->depth;
    if (!(depth > 0.0)) {
        return buoy_exponential(k * z);
    }
    const double from = fmax(z, -depth);
    return (buoy_exponential(k * from) + buoy_exponential(-k * (from + 2.0 * depth))) /
           (1.0 + buoy_exponential(-2.0 * k * depth));
}

// A wave at a place: cos and sin of its phase, and its wave number.
static double look_at(const struct buoy_prepared_wave *wave, double time, double x, double y,
                      double direction[2]) {
    const double along = wave->turns_x * x + wave->turns_y * y;
    buoy_turn_to_direction(along + (wave->phase - wave->turns_t * time), direction);
    return 2.0 * BUOY_PI * sqrt(wave->turns_x * wave->turns_x + wave->turns_y * wave->turns_y);
}

static double level_of(const struct buoy_waves *waves, double time, double x, double y) {
    double level = 0.0;
    for (size_t i = 0; i < waves->count; ++i) {
        double direction[2];
        look_at(&waves->waves[i], time, x, y, direction);
        level += (double)waves->waves[i].amplitude * direction[1];
    }
    return level;
}

double buoy_waves_pressure_level(const struct buoy_waves *waves, double time, const double x[3]) {
    const double level = level_of(waves, time, x[0], x[1]), below = x[2] - level;
    if (!(below < 0.0)) {
        return level;
    }
    double sum = 0.0;
    for (size_t i = 0; i < waves->count; ++i) {
        double direction[2];
        const double k = look_at(&waves->waves[i], time, x[0], x[1], direction);
        sum += (double)waves->waves[i].amplitude * buoy_waves_decay(waves, k, below) * direction[1];
    }
    return sum;
}

// η = a sin θ runs with ω: u = a ω cosh k(z + h)/sinh kh sin θ along, w = −a ω sinh k(z + h)/sinh
// kh cos θ upward, z ≤ 0.
void buoy_waves_orbital_velocity(void *context, const double *points, size_t count,
                                 double *velocities) {
    const struct buoy_orbital_motion *motion = context;
    const struct buoy_waves *waves = motion->waves;
    for (size_t p = 0; !waves && p < 3 * count; ++p) {
        velocities[p] = (double)NAN;
    }
    for (size_t p = 0; waves && p < 3 * count; p += 3) {
        const double x = points[p], y = points[p + 1];
        const double below = fmin(points[p + 2] - motion->level, 0.0);
        double sum[3] = {motion->current[0], motion->current[1], motion->current[2]};
        for (size_t i = 0; i < waves->count; ++i) {
            const struct buoy_prepared_wave *wave = &waves->waves[i];
            double direction[2];
            const double k = look_at(wave, motion->time, x, y, direction);
            double speed = (double)wave->amplitude * (2.0 * BUOY_PI * wave->turns_t) *
                           buoy_waves_decay(waves, k, below);
            double upward = speed;
            if (waves->depth > 0.0) {
                speed /= buoy_tangent(k * waves->depth);
                upward = speed * buoy_tangent(k * fmax(below + waves->depth, 0.0));
            }
            sum[0] += speed * direction[1] * (2.0 * BUOY_PI * wave->turns_x / k);
            sum[1] += speed * direction[1] * (2.0 * BUOY_PI * wave->turns_y / k);
            sum[2] -= upward * direction[0];
        }
        velocities[p] = sum[0];
        velocities[p + 1] = sum[1];
        velocities[p + 2] = sum[2];
    }
}
