// A ball on choppy waves that a GPU has computed: a texture of displacements, one of velocities.
#include <math.h>
#include <stdio.h>

#include <buoyancy_step.h>

enum {
    SIDE = 64 // texels, 1 m apart
};

// What the engine has read back. Textures of 16 bits a number have BUOY_TEXEL_HALF.
struct texel {
    float right, forward, up, foam;
};
static struct texel displacement[SIDE][SIDE], velocity[SIDE][SIDE];

// Gerstner's wave, 16 m long, which runs to the right: water moves in circles, with the wave in its
// sharp crests.
static void render(void) {
    const double k = 2.0 * 3.14159265358979 / 16.0, a = 0.8, omega = sqrt(BUOY_GRAVITY * k);
    for (int row = 0; row < SIDE; ++row) {
        for (int column = 0; column < SIDE; ++column) {
            const float c = (float)(a * cos(k * column)), s = (float)(a * sin(k * column));
            displacement[row][column] = (struct texel){.right = c, .up = s};
            velocity[row][column] =
                (struct texel){.right = (float)omega * s, .up = -(float)omega * c};
        }
    }
}

// One number of each texel.
static struct buoy_texels channel(const float *first) {
    return (struct buoy_texels){first, sizeof(struct texel), sizeof displacement[0],
                                BUOY_TEXEL_FLOAT};
}

int main(void) {
    const struct buoy_patch_grid grid = {{-32.0, -32.0}, {1.0f, 1.0f}, SIDE, SIDE};
    const struct texel *d = displacement[0], *v = velocity[0];
    const struct buoy_texels moved[3] = {channel(&d->right), channel(&d->forward), channel(&d->up)};
    struct buoy_flow_grid flow = {
        .velocity = {channel(&v->right), channel(&v->forward), channel(&v->up)},
        .frame = BUOY_Y_UP_LEFT, // Unity's
    };
    struct buoy_part ball = buoy_part_default();
    struct buoy_model_input input = {0};
    struct buoy_model *model = NULL;
    struct buoy_patch *patch = NULL;
    struct buoy_error error;
    render();
    ball.shape = (struct buoy_shape){BUOY_SHAPE_SPHERE, {0.5f, 0.0f, 0.0f}};
    input.parts = &ball, input.part_count = 1;
    input.mass.mass = 200.0, input.flags = BUOY_BODY_DOES_NOT_TURN;
    input.drag.linear = 1.0;
    int failed = buoy_model_create(&input, &model, &error) ||
                 buoy_patch_create(&grid, &patch, &error) ||
                 buoy_patch_displace(patch, moved, &error);
    // y is up: the ball lies at the height of still water, under a crest.
    const float place[3] = {-11.0f, 0.0f, 3.0f}, upright[4] = {0.0f, 0.0f, 0.0f, 1.0f};
    const struct buoy_model *models[1] = {model};
    struct buoy_body_forces forces = {.volume = 0.0};
    struct buoy_water sea = buoy_calm_sea(BUOY_Z_UP);
    struct buoy_step_query query = {0};
    sea.kind = BUOY_WATER_PATCH, sea.patch = flow.patch = patch;
    sea.current_at = buoy_flow_grid_velocity, sea.current_context = &flow;
    query.models = models, query.count = 1, query.water = &sea, query.frame = flow.frame;
    query.states.position = buoy_floats(place, sizeof place);
    query.states.rotation = buoy_floats(upright, sizeof upright);
    failed = failed || buoy_water_forces_compute(&query, &forces, &error);
    if (failed) {
        fprintf(stderr, "%s\n", error.message);
    } else {
        printf("lifted by %.0f N, pushed by (%.0f, %.0f, %.0f) N\n", forces.buoyancy.force[1],
               forces.drag.force[0], forces.drag.force[1], forces.drag.force[2]);
    }
    buoy_patch_destroy(patch);
    buoy_model_destroy(model);
    return failed || !(forces.buoyancy.force[1] > 1000.0 && forces.drag.force[0] > 0.0);
}
