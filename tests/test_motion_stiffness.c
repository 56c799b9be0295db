// How stiff the water is for bodies: closed forms, and where explicit steps begin to explode.
#include "body.h"
#include "drifting.h"
#include "owned.h"
#include "test.h"

static const struct buoy_drag no_drag = {0.0, 0.0, 0.0};

static double stiffness_number(const struct buoy_model *model, double height) {
    const struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    struct motion_body body = drifting_body(model, height, 0.0, 0.0, 0.0);
    struct motion_query query = drifting_query(&body, 1, &water, 0.01, 0);
    struct buoy_error error;
    double number = 0.0;
    FAIL_IF(motion_stiffness_numbers(&query, &number, &error) != BUOY_OK, "%s", error.message);
    return number;
}

// Boxes: heave ω² = ρ g A/m, roll ω² = ρ g J/I; whichever is more. Meshes like primitives. Dry
// bodies: 0.
TEST(stiffness) {
    static const float sizes[][3] = {
        {0.5f, 0.5f, 0.5f}, {4.0f, 0.25f, 0.125f}, {1.0f, 2.0f, 0.25f}};
    const double weight = 1025.0 * buoy_calm_sea(BUOY_Z_UP).gravity;
    for (int k = 0; k < 3; ++k) {
        const double a = sizes[k][0], b = sizes[k][1], c = sizes[k][2], density = 300.0;
        struct buoy_model *box =
            drifting_shape(BUOY_SHAPE_BOX, sizes[k][0], sizes[k][1], sizes[k][2], density, no_drag);
        const double mass = density * 8.0 * a * b * c, heave = weight * 4.0 * a * b / mass;
        const double longest = a > b ? a : b, across = a * b * longest * longest * 4.0 / 3.0;
        const double swing = weight * across / (mass / 3.0 * (longest * longest + c * c));
        const double expected = 0.01 * sqrt(heave > swing ? heave : swing);
        assert_true(fabs(stiffness_number(box, 0.0) / expected - 1.0) <= 1e-6);
        assert_true(stiffness_number(box, 10.0) == 0.0);
    }
    struct buoy_mesh *mesh = mesh_of(body_builtin("builtin:sphere:20480"), 0);
    struct buoy_mesh_info info;
    assert_int_equal(buoy_mesh_get_info(mesh, &info, NULL), BUOY_OK);
    struct buoy_model *meshed = drifting_mesh(mesh, 300.0, no_drag);
    const float radius = (float)(0.5 * info.diagonal / sqrt(3.0));
    struct buoy_model *round =
        drifting_shape(BUOY_SHAPE_SPHERE, radius, 0.0f, 0.0f, 300.0, no_drag);
    for (int i = -3; i <= 3; ++i) {
        const double height = 0.25 * i * (double)radius;
        const double a = stiffness_number(meshed, height), b = stiffness_number(round, height);
        assert_true(fabs(a / b - 1.0) <= 2e-3);
    }
}

// Verlet's method is stable just below 2, and explodes just above.
TEST(threshold) {
    const struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    struct buoy_model *model = drifting_shape(BUOY_SHAPE_BOX, 4.0f, 4.0f, 0.5f, 512.5, no_drag);
    const double number = stiffness_number(model, 0.0);
    for (int above = 0; above < 2; ++above) {
        struct motion_body body = drifting_body(model, 1e-6, 0.0, 0.0, 0.0);
        struct motion_query query =
            drifting_query(&body, 1, &water, 0.01 / number * (above ? 2.02 : 1.98), 0);
        double highest = 0.0;
        for (int i = 0; i < 400; ++i) {
            drifting_advance(&query, 1);
            highest = fmax(highest, fabs(body.position[2]));
        }
        assert_true(above ? highest > 0.01 : highest < 1e-4);
    }
}

// A body of two halves, or of two parts that lie apart, is as stiff as the same in one piece.
TEST(parts) {
    struct buoy_part parts[2] = {buoy_part_default(), buoy_part_default()};
    struct buoy_model_input input = {0};
    struct buoy_model *whole = drifting_shape(BUOY_SHAPE_BOX, 2.0f, 0.5f, 0.25f, 300.0, no_drag);
    static const double densities[2] = {300.0, 300.0};
    for (int k = 0; k < 2; ++k) { // each turned about z, so that its length is along y
        parts[k].shape = (struct buoy_shape){BUOY_SHAPE_BOX, {0.5f, 1.0f, 0.25f}};
        parts[k].place.position[0] = k ? 1.0 : -1.0;
        parts[k].place.rotation[2] = parts[k].place.rotation[3] = sqrt(0.5);
    }
    input.parts = parts;
    input.part_count = 2;
    assert_int_equal(buoy_mass_of_parts(parts, densities, 2, &input.mass, NULL), BUOY_OK);
    struct buoy_model *two = model_of(&input);
    for (int i = -2; i <= 2; ++i) {
        const double a = stiffness_number(whole, 0.1 * i), b = stiffness_number(two, 0.1 * i);
        assert_true(fabs(a / b - 1.0) <= 1e-6);
    }
    // That box from one whose length is along z, with so little inertia that it is stiffest in
    // pitch: ω² = ρ g J/I.
    parts[0].shape = (struct buoy_shape){BUOY_SHAPE_BOX, {0.25f, 0.5f, 2.0f}};
    parts[0].place = buoy_pose_identity();
    parts[0].place.rotation[1] = parts[0].place.rotation[3] = sqrt(0.5);
    input.part_count = 1;
    assert_int_equal(buoy_mass_of_parts(parts, densities, 1, &input.mass, NULL), BUOY_OK);
    input.mass.inertia[4] *= 0.25;
    input.mass.inertia[8] *= 0.25;
    two = model_of(&input);
    const double pitch =
        sqrt(1025.0 * buoy_calm_sea(BUOY_Z_UP).gravity * 16.0 / 3.0 / input.mass.inertia[4]);
    assert_true(fabs(stiffness_number(two, 0.1) / (0.01 * pitch) - 1.0) <= 1e-6);
    input.part_count = 2;
    // A catamaran of posts: ω² = ρ g Σ (A y² + πr⁴/4)/I about x, which is more than in heave.
    for (int k = 0; k < 2; ++k) {
        parts[k] = buoy_part_default();
        parts[k].shape = (struct buoy_shape){BUOY_SHAPE_CYLINDER, {0.5f, 1.0f, 0.0f}};
        parts[k].place.position[1] = k ? 3.0 : -3.0;
    }
    assert_int_equal(buoy_mass_of_parts(parts, densities, 2, &input.mass, NULL), BUOY_OK);
    input.mass.inertia[0] = input.mass.inertia[8] = 1000.0;
    two = model_of(&input);
    const double area = 3.14159265358979323846 * 0.25;
    const double across = 2.0 * (area * 9.0 + area * 0.0625);
    const double expected =
        0.01 * sqrt(1025.0 * buoy_calm_sea(BUOY_Z_UP).gravity * across / 1000.0);
    assert_true(fabs(stiffness_number(two, 0.3) / expected - 1.0) <= 1e-6);
}

// The velocities of a body at rest after one implicit step. The test fails if it cannot be moved.
static struct motion_body after_a_step(const struct buoy_model *model, double height, double heel,
                                       double trim, double dt) {
    const struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    struct motion_body body = drifting_body(model, height, heel, trim, 0.0);
    struct motion_query query = drifting_query(&body, 1, &water, dt, MOTION_IMPLICIT);
    drifting_advance(&query, 1);
    return body;
}

// A submerged body at rest counts as ρ g V/T stiff, T being the depth of its lowest point, so that
// an implicit step gives it the velocity dt F/(m + dt² ρ g V/T). T = D + its support downwards, of
// a mesh that of its bounding box, of a cone that of a cylinder.
TEST(submerged) {
    const float a = 2.25f, b = 0.75f, c = 1.5f;
    const double gravity = buoy_calm_sea(BUOY_Z_UP).gravity, dt = 0.25, density = 256.0,
                 depth = 6.0;
    const float size[3] = {a, b, c};
    struct body round = body_builtin("builtin:sphere:320");
    for (size_t i = 0; i < 3 * round.vertex_count; ++i) {
        round.positions[i] *= size[i % 3];
    }
    struct buoy_mesh *mesh = body_mesh(&round, 0);
    const struct buoy_mesh_info info = mesh_info(mesh);
    for (int kind = BUOY_SHAPE_BOX; kind <= BUOY_SHAPE_MESH; ++kind) {
        struct buoy_model *model =
            kind == BUOY_SHAPE_MESH
                ? drifting_mesh(mesh, density, no_drag)
                : drifting_shape((enum buoy_shape_kind)kind, a, b, c, density, no_drag);
        for (int k = 0; k < 9; ++k) {
            const int column = k % 3, row = k / 3;
            const double x = 0.25 * column, y = -0.375 * row, most = 1.0 + x * x + y * y;
            const double n[3] = {-2.0 * y / most, 2.0 * x / most, 2.0 / most - 1.0}; // in the body
            const double level = hypot(n[0], n[1]), up = fabs(n[2]);
            const double ax = fabs(n[0]) * (double)a, by = fabs(n[1]) * (double)b;
            const double cz = up * (double)c, radius = (double)a, half = (double)b;
            const double support[] = {
                [BUOY_SHAPE_BOX] = ax + by + cz,
                [BUOY_SHAPE_SPHERE] = radius,
                [BUOY_SHAPE_CAPSULE] = radius + up * half,
                [BUOY_SHAPE_CYLINDER] = level * radius + up * half,
                [BUOY_SHAPE_CONE] = level * radius + up * half,
                [BUOY_SHAPE_ELLIPSOID] = sqrt(ax * ax + by * by + cz * cz),
                [BUOY_SHAPE_MESH] = fabs(n[0]) * info.half_extent[0] +
                                    fabs(n[1]) * info.half_extent[1] + up * info.half_extent[2],
            };
            const double stiff = 1025.0 / density * gravity / (depth + support[kind]); // per mass
            const double expected =
                dt * gravity * (1025.0 / density - 1.0) / (1.0 + dt * dt * stiff);
            const struct motion_body body = after_a_step(model, -depth, x, y, dt);
            FAIL_IF(!(fabs(body.velocity[2] / expected - 1.0) <= 1e-5),
                    "kind %d, turn %d: %.9g m/s, expected %.9g", kind, k, body.velocity[2],
                    expected);
        }
    }
}

// A submerged body as heavy as its water, whose centre of mass lies below its centre, is righted by
// m g h sin φ and h cos φ of it as stiff: a step far longer than its period turns it by tan φ.
TEST(righting) {
    struct buoy_part part = buoy_part_default();
    struct buoy_model_input input = {0};
    const double density = buoy_calm_sea(BUOY_Z_UP).density, dt = 1000.0;
    part.shape = (struct buoy_shape){BUOY_SHAPE_BOX, {0.5f, 0.25f, 0.5f}};
    input.parts = &part;
    input.part_count = 1;
    assert_int_equal(buoy_mass_of_parts(&part, &density, 1, &input.mass, NULL), BUOY_OK);
    input.mass.centre_of_mass[2] = -0.125;
    struct buoy_model *model = model_of(&input);
    for (int k = 1; k <= 4; ++k) {
        const double half = 0.05 * k, tangent = 2.0 * half / (1.0 - half * half);
        const struct motion_body body = after_a_step(model, -3.0, half, 0.0, dt);
        assert_true(fabs(body.angular_velocity[0] * dt / -tangent - 1.0) <= 1e-4);
    }
}
