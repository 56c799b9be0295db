// The family `water`: points of a wavy sea, in place of a mesh. Errors of heights are shares of the
// sum of all amplitudes and take the place of the errors of volumes; errors of slopes are shares of
// the sum of all amplitudes × wave numbers and take the place of the errors of centroids.
#include "buoyancy_water.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli.h"
#include "dispatch/methods.h"
#include "families.h"
#include "poses.h"

enum {
    WAVES = 16,
    CALL = 64, // points per call, unless a workload asks for another number
    MOST_CALL = 1024
};

#define PI 3.14159265358979323846

struct content {
    struct buoy_wave waves[WAVES];
    struct buoy_waves *prepared;
    double time;
    double *x, *y; // of each query
};

struct answer {
    double height, slope_x, slope_y;
};

// ------------------------------------------------------------------------------- making

static int make(struct queries *queries) {
    struct content *content = calloc(1, sizeof *content);
    if (!content) {
        return cli_out_of_memory();
    }
    queries->content = content;
    const size_t asked = queries->workload->per_call > 0 ? queries->workload->per_call : CALL;
    const size_t call = asked < MOST_CALL ? asked : MOST_CALL;
    queries->per_call = call;
    queries->count = (queries->count + queries->workload->hard + call - 1) / call * call;
    content->x = calloc(queries->count, sizeof *content->x);
    content->y = calloc(queries->count, sizeof *content->y);
    if (!content->x || !content->y) {
        return cli_out_of_memory();
    }
    uint64_t state = queries->seed;
    // Wavelengths of 1 to 100 m, directions within a right angle, and each amplitude a 40th of the
    // wavelength.
    for (int i = 0; i < WAVES; ++i) {
        const double wavelength = exp2(random_between(&state, 0.0, 6.6));
        content->waves[i] = (struct buoy_wave){
            .amplitude = (float)(wavelength / 40.0),
            .wavelength = (float)wavelength,
            .direction = (float)random_between(&state, 0.0, PI / 2.0),
            .phase = (float)random_between(&state, 0.0, 2.0 * PI),
        };
    }
    // Points within a square kilometre; hard points within a million metres.
    const size_t random = queries->count - queries->workload->hard;
    for (size_t i = 0; i < queries->count; ++i) {
        const double far = i < random ? 500.0 : 1e6;
        content->x[i] = random_between(&state, -far, far);
        content->y[i] = random_between(&state, -far, far);
    }
    content->time = random_between(&state, 0.0, 1000.0);
    struct buoy_error error;
    return buoy_waves_create(content->waves, WAVES, BUOY_GRAVITY, 0.0, &content->prepared,
                             &error) == BUOY_OK
               ? 0
               : cli_bad("waves: %s", error.message);
}

static void free_content(struct queries *queries) {
    struct content *content = queries->content;
    if (content) {
        buoy_waves_destroy(content->prepared);
        free(content->x);
        free(content->y);
        free(content);
    }
}

// ------------------------------------------------------------------------------- asking

static void ask(const struct queries *queries, const struct buoy_kernel *kernel,
                const struct scratch *scratch, size_t begin, size_t end, void *answers) {
    const struct content *content = queries->content;
    struct answer *answer = answers;
    float height[MOST_CALL], slope_x[MOST_CALL], slope_y[MOST_CALL];
    const size_t call = queries->per_call;
    (void)scratch;
    for (size_t i = begin; i < end; i += call) {
        struct buoy_surface query = {.x = &content->x[i],
                                     .y = &content->y[i],
                                     .count = call,
                                     .height = height,
                                     .slope_x = slope_x,
                                     .slope_y = slope_y};
        kernel->water(content->prepared, content->time, &query);
        for (size_t k = 0; k < call; ++k) {
            answer[i + k] =
                (struct answer){(double)height[k], (double)slope_x[k], (double)slope_y[k]};
        }
    }
}

// ------------------------------------------------------------------------------ judging

static int find_truth(const struct queries *queries, void *truth) {
    const struct content *content = queries->content;
    struct answer *answers = truth;
    for (size_t i = 0; i < queries->count; ++i) {
        double sum[3] = {0.0, 0.0, 0.0};
        for (int w = 0; w < WAVES; ++w) {
            const struct buoy_wave *wave = &content->waves[w];
            const double k = 2.0 * PI / (double)wave->wavelength;
            const double dx = cos((double)wave->direction), dy = sin((double)wave->direction);
            const double phase = k * (content->x[i] * dx + content->y[i] * dy) -
                                 sqrt(BUOY_GRAVITY * k) * content->time + (double)wave->phase;
            sum[0] += (double)wave->amplitude * sin(phase);
            sum[1] += (double)wave->amplitude * k * dx * cos(phase);
            sum[2] += (double)wave->amplitude * k * dy * cos(phase);
        }
        answers[i] = (struct answer){sum[0], sum[1], sum[2]};
    }
    return 0;
}

static double share(double difference, double of) {
    return isfinite(difference) ? difference / of : (double)INFINITY;
}

static struct family_errors find_errors(const struct queries *queries, size_t index,
                                        const void *truth, const void *answer) {
    const struct content *content = queries->content;
    const struct answer *expected = truth, *got = answer;
    double high = 0.0, steep = 0.0;
    (void)index;
    for (int w = 0; w < WAVES; ++w) {
        const double amplitude = (double)content->waves[w].amplitude;
        high += amplitude;
        steep += amplitude * 2.0 * PI / (double)content->waves[w].wavelength;
    }
    const double height = fabs(got->height - expected->height);
    const double x = fabs(got->slope_x - expected->slope_x);
    const double y = fabs(got->slope_y - expected->slope_y);
    return (struct family_errors){
        .immersion = 1.0,
        .of_total = share(height, high),
        .of_submerged = share(height, high),
        .centroid = fmax(share(x, steep), share(y, steep)),
    };
}

static struct family_bounds find_bounds(const struct queries *queries,
                                        const struct buoy_kernel *kernel, size_t index) {
    (void)queries;
    (void)kernel;
    (void)index;
    const double bound = buoy_bound_water_waves();
    return (struct family_bounds){.of_total = bound, .centroid = bound};
}

// ----------------------------------------------------------------------------- in words

static void summarise(const struct queries *queries, char *text, size_t size) {
    snprintf(text, size, "random, %d waves, heights and slopes, %zu a call", WAVES,
             queries->per_call);
}

static void describe(const struct queries *queries, size_t index, char *text, size_t size) {
    const struct content *content = queries->content;
    snprintf(text, size, "point %zu (%.17g,%.17g)", index, content->x[index], content->y[index]);
}

static const struct workload workloads[] = {
    {.name = WORKLOAD_HOT,
     .how = "16 waves, 64 a call",
     .most_default = SIZE_MAX,
     .per_call = CALL},
};

static const char *const fields[] = {"height", "slope_x", "slope_y"};

// a: amplitudes, k: wave numbers.
static const struct family_headings headings = {"|Δη|/Σa", "|Δη|/Σa", "|Δslope|/Σak", NULL};

const struct family family_water = {
    .name = "water",
    .place = "points",
    .automatic = "buoy_waves_sample",
    .headings = &headings,
    .one = "point",
    .many = "points",
    .workload_count = sizeof workloads / sizeof workloads[0],
    .workloads = workloads,
    .answer_bytes = sizeof(struct answer),
    .fields = fields,
    .make = make,
    .free = free_content,
    .scratch_bytes = families_no_scratch,
    .ask = ask,
    .truth = "libm in double",
    .find_truth = find_truth,
    .errors = find_errors,
    .bounds = find_bounds,
    .triangles = families_no_triangles,
    .examined = families_none_examined,
    .summarise = summarise,
    .describe = describe,
};
