// What waves do below their surface: the pressure, which dies away with depth, and the velocity.
//
// Airy's theory; in deep water cosh k(z + h)/cosh kh is e^{kz}. Depths of the pressure are counted
// from the surface at that place, z' = z − η, so that it is 0 there (J. D. Wheeler, "Method for
// calculating forces produced by irregular waves", Journal of Petroleum Technology 22 (1970)). The
// velocity takes depths as they are: with z' its mean at a fixed point, a ω e^{kz} <e^{−kη} sin θ>
// = −a² k ω e^{kz}/2, would be a current against the waves, half as fast as Stokes' drift at the
// surface and faster below .11 λ.
#include "base/arithmetic.h"

#include "water/orbital.h"

#include "water/turns.h"

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
