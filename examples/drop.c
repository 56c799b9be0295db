// A cube of 1 m and 0.1 kg, half in the water: explicit steps of 1/60 s explode.
#include <math.h>
#include <stdio.h>

#include <buoyancy_motion.h>

int main(void) {
    const double density = 0.1;
    struct buoy_part cube = buoy_part_default();
    struct buoy_model_input input = buoy_model_input_default();
    struct buoy_model *model = NULL;
    struct buoy_error error;
    cube.shape = (struct buoy_shape){BUOY_SHAPE_BOX, {0.5f, 0.5f, 0.5f}};
    input.parts = &cube;
    input.part_count = 1;
    input.drag = (struct buoy_drag){1.0, 1.0, 0.0};
    if (buoy_mass_of_parts(&cube, &density, 1, &input.mass, &error) != BUOY_OK ||
        buoy_model_create(&input, &model, &error) != BUOY_OK) {
        puts(error.message);
        return 1;
    }
    const struct buoy_water sea = buoy_calm_sea();
    double height[2], number = 0.0;
    for (int implicit = 0; implicit < 2; ++implicit) {
        struct buoy_motion_body body = buoy_motion_body_default(); // its centre at the surface
        struct buoy_motion_query query = buoy_motion_query_default();
        body.model = model;
        query.bodies = &body;
        query.count = 1;
        query.water = &sea;
        query.dt = 1.0 / 60.0;
        query.scheme = implicit ? BUOY_MOTION_IMPLICIT : BUOY_MOTION_VERLET;
        if ((!implicit && buoy_motion_stiffness_numbers(&query, &number, &error) != BUOY_OK) ||
            buoy_motion_advance(&query, 600, &error) != BUOY_OK) {
            puts(error.message);
            return 1;
        }
        height[implicit] = body.position[2];
    }
    printf("stiffness number %.1f; after 10 s explicit steps have the cube %.0f m high, implicit "
           "%.4f\n",
           number, height[0], height[1]);
    buoy_model_destroy(model);
    return number > 5.0 && height[0] > 100.0 && fabs(height[1] - 0.4999) < 1e-4 ? 0 : 1;
}
