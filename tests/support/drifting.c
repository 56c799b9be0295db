#include "drifting.h"

#include "owned.h"
#include "stepping.h"
#include "test.h"

static struct buoy_model *make(const struct buoy_part *part, double density,
                               struct buoy_drag drag) {
    struct buoy_model_input input = {0};
    input.parts = part;
    input.part_count = 1;
    input.drag = drag;
    assert_int_equal(buoy_mass_of_parts(part, &density, 1, &input.mass, NULL), BUOY_OK);
    return model_of(&input);
}

struct buoy_model *drifting_shape(enum buoy_shape_kind kind, float a, float b, float c,
                                  double density, struct buoy_drag drag) {
    struct buoy_part part = buoy_part_default();
    part.shape = (struct buoy_shape){kind, {a, b, c}};
    return make(&part, density, drag);
}

struct buoy_model *drifting_mesh(const struct buoy_mesh *mesh, double density,
                                 struct buoy_drag drag) {
    struct buoy_part part = buoy_part_default();
    part.shape.kind = BUOY_SHAPE_MESH;
    part.mesh = mesh;
    return make(&part, density, drag);
}

struct motion_body drifting_body(const struct buoy_model *model, double height, double x, double y,
                                 double z) {
    struct motion_body body = motion_body_default();
    const double length = sqrt(1.0 + x * x + y * y + z * z);
    const double rotation[4] = {x / length, y / length, z / length, 1.0 / length};
    body.model = model;
    body.position[2] = height;
    memcpy(body.rotation, rotation, sizeof rotation);
    return body;
}

struct motion_query drifting_query(struct motion_body *bodies, size_t count,
                                   const struct buoy_water *water, double dt,
                                   enum motion_scheme scheme) {
    struct motion_query query = motion_query_default();
    query.bodies = bodies;
    query.count = count;
    query.water = water;
    query.dt = dt;
    query.scheme = scheme;
    return query;
}

void drifting_advance(struct motion_query *query, size_t steps) {
    struct buoy_error error;
    FAIL_IF(motion_advance(query, steps, &error) != BUOY_OK, "%s", error.message);
    query->time += (double)steps * query->dt;
}

double drifting_energy(const struct motion_query *query) {
    double energy = 0.0;
    struct buoy_error error;
    assert_int_equal(query->count, 1);
    FAIL_IF(motion_energy(query, &energy, &error) != BUOY_OK, "%s", error.message);
    return energy;
}

double drifting_kinetic(const struct motion_body *body, const double current[3],
                        double momentum[3]) {
    struct buoy_model_info info;
    double rows[3][3], spin[3], energy = 0.0, about[3];
    assert_int_equal(buoy_model_get_info(body->model, &info, NULL), BUOY_OK);
    stepping_rotation(body->rotation, rows);
    for (int i = 0; i < 3; ++i) {
        spin[i] = rows[0][i] * body->angular_velocity[0] + rows[1][i] * body->angular_velocity[1] +
                  rows[2][i] * body->angular_velocity[2];
    }
    for (int i = 0; i < 3; ++i) {
        const double v = body->velocity[i] - current[i], *row = &info.mass.inertia[3 * i];
        about[i] = row[0] * spin[0] + row[1] * spin[1] + row[2] * spin[2];
        energy += 0.5 * (info.mass.mass * v * v + about[i] * spin[i]);
    }
    for (int i = 0; i < 3; ++i) {
        momentum[i] = rows[i][0] * about[0] + rows[i][1] * about[1] + rows[i][2] * about[2];
    }
    return energy;
}

void drifting_centre(const struct motion_body *body, double centre[3]) {
    struct buoy_model_info info;
    double rows[3][3];
    assert_int_equal(buoy_model_get_info(body->model, &info, NULL), BUOY_OK);
    stepping_rotation(body->rotation, rows);
    for (int i = 0; i < 3; ++i) {
        const double *c = info.mass.centre_of_mass;
        centre[i] = body->position[i] + rows[i][0] * c[0] + rows[i][1] * c[1] + rows[i][2] * c[2];
    }
}
