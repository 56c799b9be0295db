// Waves: prepared for kernels from a caller's sinusoids.
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
