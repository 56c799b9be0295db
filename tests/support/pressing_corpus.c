// A fixed set of queries. As in corpus.c: + − × ÷ √ in double, one statement for each random
// number.
#include "pressing_corpus.h"

#include "owned.h"
#include "test.h"

enum {
    side = 24 // samples of a patch
};

static struct buoy_waves *make_waves(struct rng *rng, double length) {
    struct buoy_wave waves[3];
    for (int i = 0; i < 3; ++i) {
        const double amplitude = rng_between(rng, 0.0, 0.1),
                     wavelength = rng_between(rng, 0.5, 4.0);
        const double direction = rng_between(rng, -3.0, 3.0);
        waves[i] = (struct buoy_wave){
            .amplitude = (float)(amplitude * length),
            .wavelength = (float)(wavelength * length),
            .direction = (float)direction,
        };
    }
    struct buoy_waves *made = waves_of(waves, 3, BUOY_GRAVITY);
    return made;
}

static struct pressing make_question(struct rng *rng, const struct corpus_mesh *mesh,
                                     double diagonal) {
    double at[3], n[3];
    for (int i = 0; i < 3; ++i) {
        at[i] = rng_between(rng, -0.4, 0.4) * diagonal;
    }
    for (int i = 0; i < 3; ++i) {
        n[i] = rng_between(rng, 0.1, 1.0);
    }
    struct pressing pressing = {
        .body = mesh->name,
        .mesh = mesh->mesh,
        .pose = random_pose(rng, mesh->mesh, at),
        .water = buoy_calm_sea(BUOY_Z_UP),
    };
    pressing.water.plane = (struct buoy_plane){{(float)n[0], (float)n[1], (float)n[2]}, 0.0f};
    pressing.water.time = 2.5;
    return pressing;
}

// A motion for every second question, in a current that depends on the place for every fourth.
static void swirl(void *context, const double *points, size_t count, double *velocities) {
    (void)context;
    for (size_t i = 0; i < count; ++i) {
        velocities[3 * i] = -0.25 * points[3 * i + 1];
        velocities[3 * i + 1] = 0.25 * points[3 * i];
        velocities[3 * i + 2] = 0.0;
    }
}

static struct buoy_surface_motion make_motion(struct rng *rng, double diagonal,
                                              const uint8_t *hidden) {
    struct buoy_surface_motion motion = {.drag = 0.75, .lift = 0.5, .skin = 0.01, .hidden = hidden};
    for (int i = 0; i < 3; ++i) {
        motion.velocity[i] = rng_between(rng, -5.0, 5.0);
    }
    for (int i = 0; i < 3; ++i) {
        motion.angular_velocity[i] = rng_between(rng, -2.0, 2.0) / diagonal;
    }
    return motion;
}

void ask_pressing_corpus(const struct buoy_kernel *kernel, const struct corpus *corpus,
                         struct buoy_pressure *answers) {
    for (size_t m = 0; m < corpus->count; ++m) {
        struct rng rng = {1}; // not rng_make(): no seed may change it
        struct buoy_mesh_info info;
        buoy_mesh_get_info(corpus->meshes[m].mesh, &info, NULL);
        struct buoy_waves *waves = make_waves(&rng, info.diagonal);
        // Smaller than the body, so that its border counts, too.
        const double length = info.diagonal;
        const float spacing = (float)(length / side);
        const struct buoy_patch_grid grid = {
            {-0.5 * length, -0.5 * length}, {spacing, spacing}, side, side};
        float heights[side * side];
        for (int i = 0; i < side * side; ++i) {
            heights[i] = (float)(rng_between(&rng, -0.05, 0.05) * length);
        }
        struct buoy_patch *patch = patch_of(&grid);
        assert_int_equal(buoy_patch_set(patch, heights, NULL), BUOY_OK);
        uint8_t *hidden = malloc(info.triangle_count);
        assert_non_null(hidden);
        for (size_t t = 0; t < info.triangle_count; ++t) {
            hidden[t] = t % 5 == 0;
        }
        const int asked = info.triangle_count > 1000 ? corpus_pressings / 2 : corpus_pressings;
        for (int k = 0; k < asked; ++k) {
            struct pressing pressing = make_question(&rng, &corpus->meshes[m], info.diagonal);
            pressing.water.kind = (enum buoy_water_kind)(k % 3);
            pressing.water.patch = patch;
            pressing.water.waves = waves;
            const struct buoy_surface_motion motion =
                make_motion(&rng, info.diagonal, k % 8 == 1 ? hidden : NULL);
            pressing.motion = k % 2 ? &motion : NULL;
            pressing.water.current_at = k % 4 == 1 ? swirl : NULL;
            (answers + m * corpus_pressings)[k] = ask_pressure(kernel, &pressing);
        }
        free(hidden);
    }
}
