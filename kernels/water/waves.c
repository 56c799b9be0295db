// Waves: prepared for kernels from a caller's sinusoids; what they do below their surface; and
// irregular seas.
#include "base/arithmetic.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "buoyancy_water.h"
#include "dispatch/methods.h"
#include "dispatch/registry.h"
#include "water/turns.h"
#include "water/water.h"

// An angle in turns, less whole ones: in [−½, ½], within 2⁻⁵³ up to 10⁶ rad and far beyond. 1/2π
// comes in two parts. The first has 28 bits, so that its product with a float is exact, and so is
// the product less its whole turns.
static double turns_of(float angle) {
    const double per_turn = 0x1.45f306ep-3, rest = -0x1.b1bbead603d8bp-34;
    const double turns = (double)angle * per_turn;
    return (turns - floor(turns + 0.5)) + (double)angle * rest;
}

static struct buoy_prepared_wave prepare(const struct buoy_wave *wave, double gravity,
                                         double depth) {
    double direction[2];
    buoy_turn_to_direction(turns_of(wave->direction), direction);
    const double per_metre = 1.0 / (double)wave->wavelength, k = 2.0 * BUOY_PI * per_metre;
    const double steep = (double)wave->amplitude * k, deep = gravity * k;
    const double omega =
        sqrt(depth > 0.0 ? deep * buoy_tangent(k * depth) : deep); // ω² = g k tanh k h
    return (struct buoy_prepared_wave){
        .turns_x = per_metre * direction[0],
        .turns_y = per_metre * direction[1],
        .turns_t = wave->period > 0.0f ? 1.0 / (double)wave->period : omega / (2.0 * BUOY_PI),
        .phase = turns_of(wave->phase),
        .amplitude = wave->amplitude,
        .steep_x = (float)(steep * direction[0]),
        .steep_y = (float)(steep * direction[1]),
    };
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
        const struct buoy_prepared_wave *wave = &made->waves[i];
        struct buoy_wave_lanes *lanes = &made->lanes[i / BUOY_LANES];
        const size_t lane = i % BUOY_LANES;
        lanes->turns_x[lane] = wave->turns_x;
        lanes->turns_y[lane] = wave->turns_y;
        lanes->turns_t[lane] = wave->turns_t;
        lanes->phase[lane] = wave->phase;
        lanes->amplitude[lane] = wave->amplitude;
        lanes->steep_x[lane] = wave->steep_x;
        lanes->steep_y[lane] = wave->steep_y;
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

double buoy_waves_pressure_level(const struct buoy_waves *waves, double time, const double x[3]) {
    double direction[2], level = 0.0, sum = 0.0;
    for (size_t i = 0; i < waves->count; ++i) {
        look_at(&waves->waves[i], time, x[0], x[1], direction);
        level += (double)waves->waves[i].amplitude * direction[1];
    }
    const double below = x[2] - level;
    if (!(below < 0.0)) {
        return level;
    }
    for (size_t i = 0; i < waves->count; ++i) {
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

// --------------------------------------------------------------------------------- irregular seas

// Irregular seas: sinusoids whose sum has a spectrum.
//
// JONSWAP's spectrum, with x = ω/ω_p: S ∝ x⁻⁵ e^{−5/4 x⁻⁴} γ^{e^{−(x − 1)²/2σ²}}, σ = 0.07 up to
// the peak and 0.09 beyond. It is cut into one band per wave. A wave has its band's energy, and the
// frequency whose square is the band's mean of ω²: so the sum has the spectrum's moments m₀ and
// m₂, hence Hs and Tz, with any number of waves, though the tail of m₂ is long. Each bound between
// two bands of equal energy is moved at random by up to half of a band's energy either way: so each
// seed has frequencies of its own, and no two distances between them agree, as those of a grid do,
// whose sea comes back after one over its spacing.
//
// Integrals are sums over panels, of which nothing is kept: the first pass finds the whole, the
// second cuts it. Within a panel the spectrum counts as even.

// The spectrum's ends: below, e^{−5/4 x⁻⁴} is 1e-21; above, γ counts no more, and the rest has
// closed forms.
#define LOWEST 0.4
#define HIGHEST 8.0
#define PANELS 4000

// Cells of the table of directions, which ends where cos²ˢ is below 1e-8.
#define CELLS 512
#define WIDEST 9.0

// S. Vigna's splitmix64: a number in [0, 1).
static double draw(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

// With log γ.
static double density(double x, double log_peak) {
    const double per_square = 1.0 / (x * x), width = x <= 1.0 ? 0.07 : 0.09;
    const double off = (x - 1.0) / width;
    const double peak = log_peak * buoy_exponential(-0.5 * off * off);
    // γ^… as 1 / e^{−…}: the exponential takes no x > 0.
    return per_square * per_square / x * buoy_exponential(-1.25 * per_square * per_square) /
           buoy_exponential(-peak);
}

static double left_end(int panel) {
    return LOWEST + (HIGHEST - LOWEST) / PANELS * panel;
}

// The energy of a panel, or of what is beyond all of them, with e^{−5/4 x⁻⁴} = 1 − 5/4 x⁻⁴ + ….
static double find_energy(int panel, double log_peak) {
    const double u = 1.0 / (HIGHEST * HIGHEST);
    return panel < PANELS ? (left_end(panel + 1) - left_end(panel)) *
                                density(0.5 * (left_end(panel) + left_end(panel + 1)), log_peak)
                          : u * u / 4.0 - 1.25 * u * u * u * u / 8.0;
}

// The mean of x² between two shares of a panel's energy, which is even in x. Beyond the panels it
// is that of the whole.
static double find_mean_square(int panel, double from, double to) {
    const double u = 1.0 / (HIGHEST * HIGHEST), low = left_end(panel);
    const double width = left_end(panel + 1) - low, a = low + width * from, b = low + width * to;
    return panel < PANELS ? (a * a + a * b + b * b) / 3.0
                          : (u / 2.0 - 1.25 * u * u * u / 6.0) / find_energy(PANELS, 0.0);
}

// The energy at which band i ends, as a share of the whole; the last one takes what is left.
static double find_end(size_t i, size_t count, uint64_t *chance) {
    return i + 1 < count ? ((double)(i + 1) + draw(chance) - 0.5) / (double)count : 2.0;
}

// Gives each wave its amplitude, for an energy of 1 in all, and its period in units of the peak's.
static void cut_spectrum(double peakedness, size_t count, uint64_t *chance,
                         struct buoy_wave *waves) {
    const double log_peak = buoy_logarithm(peakedness);
    double all = 0.0, before = 0.0, zeroth = 0.0, second = 0.0; // the last two: of the band
    for (int i = 0; i <= PANELS; ++i) {
        all += find_energy(i, log_peak);
    }
    size_t wave = 0;
    double end = all * find_end(0, count, chance);
    for (int i = 0; i <= PANELS; ++i) {
        const double energy = find_energy(i, log_peak);
        double from = 0.0;
        while (wave < count && from < 1.0) {
            const double to = fmin((end - before) / energy, 1.0), part = energy * (to - from);
            zeroth += part;
            second += part * find_mean_square(i, from, to);
            from = to;
            if (to < 1.0 || i == PANELS) {
                waves[wave].amplitude = (float)sqrt(2.0 * zeroth / all);
                waves[wave].period = (float)sqrt(zeroth / second);
                zeroth = second = 0.0;
                end = all * find_end(++wave, count, chance);
            }
        }
        before += energy;
    }
}

// Angles from the mean direction whose density is cos²ˢ of their half: such that the shares of all
// below them are multiples of the golden ratio, so that neighbours among the frequencies have
// unlike directions, and any dozen has them all.
static void spread(double spreading, size_t count, double start, double mean,
                   struct buoy_wave *waves) {
    double below[CELLS + 1] = {0.0}, share = start;
    const double width = fmin(BUOY_PI, WIDEST / sqrt(spreading)) / CELLS;
    for (int i = 0; i < CELLS; ++i) {
        double direction[2];
        buoy_turn_to_direction((i + 0.5) * width / (4.0 * BUOY_PI), direction);
        const double log = buoy_logarithm(direction[0]);
        below[i + 1] = below[i] + buoy_exponential(2.0 * spreading * log);
    }
    for (size_t i = 0; i < count; ++i) {
        const double side = share < 0.5 ? -1.0 : 1.0;
        const double sum = fabs(2.0 * share - 1.0) * below[CELLS];
        int low = 0, high = CELLS;
        while (high - low > 1) {
            const int middle = (low + high) / 2;
            *(below[middle] <= sum ? &low : &high) = middle;
        }
        const double part = (sum - below[low]) / (below[high] - below[low]);
        waves[i].direction = (float)(mean + side * width * (low + part));
        share += 0.6180339887498949;
        share -= floor(share);
    }
}

// ω² = g k tanh k h, for k: Newton's method on y tanh y = ω² h/g, y = k h, whose left side is
// convex up to y = 1.2 and nearly straight beyond.
static double find_wavelength(double period, double gravity, double depth) {
    const double omega = 2.0 * BUOY_PI / period, deep = omega * omega / gravity;
    const double level = deep * depth;
    if (!(level > 0.0 && level < 40.0)) { // tanh 40 is 1 to 1e-34
        return 2.0 * BUOY_PI / deep;
    }
    double y = fmax(level, sqrt(level));
    for (int i = 0; i < 8; ++i) {
        const double t = buoy_tangent(y);
        y -= (y * t - level) / (t + y * (1.0 - t * t));
    }
    return 2.0 * BUOY_PI * depth / y;
}

enum buoy_status buoy_sea_state(const struct buoy_sea *sea, double gravity, double depth,
                                size_t count, struct buoy_wave *waves, struct buoy_error *error) {
    BUOY_REFUSE_IF(!sea || (count > 0 && !waves), ARGUMENT, "no %s", sea ? "waves" : "sea");
    BUOY_REFUSE_IF(count > BUOY_MAX_WAVES, ARGUMENT, "%zu waves: at most %u are allowed", count,
                   BUOY_MAX_WAVES);
    const struct {
        const char *name;
        double value, low, high;
    } limits[] = {
        {"significant height", sea->significant_height, 0.0, 1e6},
        {"peak period", sea->peak_period, 1e-3, 1e6},
        {"peakedness", sea->peakedness, sea->peakedness == 0.0 ? 0.0 : 1.0, 20.0},
        {"direction", sea->direction, -1e6, 1e6},
        {"spreading", sea->spreading, 0.0, 1e6},
        {"gravity", gravity, DBL_MIN, 1e6},
        {"depth", depth, 0.0, DBL_MAX},
    };
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; ++i) {
        BUOY_REFUSE_IF(!isfinite(limits[i].value), NON_FINITE, "the sea's %s is not finite",
                       limits[i].name);
        BUOY_REFUSE_IF(limits[i].value < limits[i].low || limits[i].value > limits[i].high,
                       ARGUMENT, "the sea's %s %g must be from %g to %g", limits[i].name,
                       limits[i].value, limits[i].low, limits[i].high);
    }
    uint64_t chance = sea->seed;
    cut_spectrum(sea->peakedness == 0.0 ? 3.3 : sea->peakedness, count, &chance, waves);
    double energy = 0.0;
    for (size_t i = 0; i < count; ++i) {
        energy += 0.5 * (double)waves[i].amplitude * (double)waves[i].amplitude;
        waves[i].phase = (float)(2.0 * BUOY_PI * draw(&chance));
        waves[i].direction = (float)sea->direction;
    }
    for (size_t i = 0; i < count; ++i) {
        const double scale = 0.25 * sea->significant_height / sqrt(energy);
        const double period = (double)waves[i].period * sea->peak_period;
        waves[i].amplitude = (float)(scale * (double)waves[i].amplitude);
        waves[i].period = (float)period;
        waves[i].wavelength = (float)find_wavelength((double)waves[i].period, gravity, depth);
    }
    if (sea->spreading > 0.0) {
        spread(sea->spreading, count, draw(&chance), sea->direction, waves);
    }
    return buoy_succeed(error);
}
