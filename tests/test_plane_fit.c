// The plane that bodies meet in waves and on patches, against `pressure`, which meets the water
// itself: hulls of every heading, and where the fit ends.
#include "base/memory.h"
#include "body.h"
#include "buoyancy_forces.h"
#include "buoyancy_kernels.h"
#include "buoyancy_pressure.h"
#include "buoyancy_step.h"
#include "floating.h"
#include "owned.h"
#include "test.h"

#define PI 3.14159265358979323846
#define WEIGHT (BUOY_SEA_WATER * BUOY_GRAVITY)

enum {
    length_of_hull = 10,
};
static const double beam = 1.0, draught = 1.0, deck = 0.3; // its deck above still water
static const double amplitude = 0.01;

static struct buoy_mesh *coarse, *fine;

static int make_hulls(void **state) {
    (void)state;
    struct body hull = body_wigley(length_of_hull, beam, draught, 24, 8);
    coarse = body_mesh(&hull, BUOY_MESH_WELD);
    hull = body_wigley(length_of_hull, beam, draught, 160, 24);
    fine = body_mesh(&hull, BUOY_MESH_WELD);
    return 0;
}

static struct buoy_waves *make_wave(double share, double heading, double phase) {
    const struct buoy_wave wave = {.amplitude = (float)amplitude,
                                   .wavelength = (float)(share * length_of_hull),
                                   .direction = (float)heading,
                                   .phase = (float)phase};
    struct buoy_waves *waves = waves_of(&wave, 1, BUOY_GRAVITY);
    return waves;
}

static void make_pose(double yaw, struct buoy_pose *pose) {
    *pose = buoy_pose_identity();
    pose->position[2] = deck;
    pose->rotation[2] = sin(0.5 * yaw);
    pose->rotation[3] = cos(0.5 * yaw);
}

// Force and torque about the pose, of the plane or of `pressure/kerner64`.
static void ask_plane(const struct buoy_mesh *mesh, double yaw, const struct buoy_water *water,
                      double answer[6]) {
    struct floating_body body = floating_at_rest(mesh);
    make_pose(yaw, &body.pose);
    const struct buoy_body_forces forces = floating_ask(&body, water, floating_no_drag);
    memcpy(answer, forces.buoyancy.force, sizeof forces.buoyancy.force);
    memcpy(answer + 3, forces.buoyancy.torque, sizeof forces.buoyancy.torque);
}

// What a wave adds to heave and to pitch, in phase and a quarter of a turn later: half of the
// difference that a crest and a trough make. In units of ρ g a × the waterplane, and of ρ g a k ×
// its second moment along the hull.
static void respond(bool plane, double share, double heading, double yaw, double response[4]) {
    const double width = beam * (1.0 - deck * deck / (draught * draught));
    const double area = 2.0 / 3.0 * length_of_hull * width;
    const double second = area * length_of_hull * length_of_hull / 20.0;
    const double k = 2.0 * PI / (share * length_of_hull);
    for (int quarter = 0; quarter < 2; ++quarter) {
        double crest[6], trough[6];
        for (int side = 0; side < 2; ++side) {
            struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
            struct buoy_waves *waves = make_wave(share, heading, 0.5 * PI * quarter + PI * side);
            water.kind = BUOY_WATER_WAVES;
            water.waves = waves;
            if (plane) {
                ask_plane(coarse, yaw, &water, side ? trough : crest);
            } else {
                double *answer = side ? trough : crest;
                struct buoy_pressure_query query = buoy_pressure_query_default();
                struct buoy_pressure found;
                query.mesh = fine;
                query.water = &water;
                make_pose(yaw, &query.pose);
                query.scratch_bytes = buoy_pressure_scratch_bytes(fine, NULL);
                query.scratch = buoy_aligned_alloc(query.scratch_bytes);
                const struct buoy_kernel *kernel = buoy_kernel_find("pressure/kerner64/scalar");
                query.kernel = kernel;
                assert_int_equal(buoy_pressure_compute(&query, NULL, &found, NULL), BUOY_OK);
                buoy_aligned_free(query.scratch);
                memcpy(answer, found.force, sizeof found.force);
                memcpy(answer + 3, found.torque, sizeof found.torque);
            }
        }
        double across = 0.0; // the torque about the hull's y
        across += -(crest[3] - trough[3]) * sin(yaw) + (crest[4] - trough[4]) * cos(yaw);
        response[quarter] = 0.5 * (crest[2] - trough[2]) / (WEIGHT * amplitude * area);
        response[2 + quarter] = 0.5 * across / (WEIGHT * amplitude * k * second);
    }
}

// A hull in waves from half its length, in any direction, and in waves of a quarter of it.
TEST(wigley) {
    for (int heading = 0; heading <= 90; heading += 30) {
        for (int i = 0; i < 5; ++i) {
            const double share = 0.25 * (1 << i);
            double got[4], expected[4];
            respond(true, share, heading * PI / 180.0, 0.0, got);
            respond(false, share, heading * PI / 180.0, 0.0, expected);
            const double most = share < 0.5 ? 0.025 : 0.01;
            for (int k = 0; k < 4; ++k) {
                expect_within(k < 2 ? "heave" : "pitch", got[k], expected[k], most);
            }
        }
    }
}

// Head waves: the waterplane's share 1 − ξ² along the hull makes 3 (sin x − x cos x)/x³ of x = π
// L/λ: −.076, .304 and .774.
TEST(closed_form) {
    for (int i = 0; i < 3; ++i) {
        double got[4];
        const double share = 0.5 * (1 << i);
        const double x = PI / share, expected = 3.0 * (sin(x) - x * cos(x)) / (x * x * x);
        respond(true, share, 0.0, 0.0, got);
        expect_within("heave in head waves", got[1], expected, 0.005);
    }
}

// Nothing depends on where north is.
TEST(yaw) {
    double here[4], there[4];
    for (int n = 0; n < 3 * 8; ++n) {
        const int turns = n / 3;
        const double share = 0.5 * (1 << n % 3), turn = 0.1 + 0.7 * turns;
        respond(true, share, 0.4, 0.0, here);
        respond(true, share, 0.4 + turn, turn, there);
        for (int i = 0; i < 4; ++i) {
            expect_within("turned", there[i], here[i], 2e-4); // a wave of 1e-2 m in float
        }
    }
}

// -------------------------------------------------------------------------------- patches

static void slope(void *context, const double *x, const double *y, size_t points, float *height) {
    (void)context;
    for (size_t i = 0; i < points; ++i) {
        height[i] = (float)(0.1 * x[i] - 0.05 * y[i]);
    }
}

// A patch of waves is met as the waves themselves.
TEST(patch) {
    const struct buoy_patch_grid grid = {{-16.0, -16.0}, {0.125f, 0.125f}, 257, 257};
    struct buoy_patch *patch = patch_of(&grid);
    for (int s = 0; s < 3; ++s) {
        for (int h = 0; h < 15; ++h) {
            const double share = 1 << s, heading = 0.4 * h;
            struct buoy_waves *waves = make_wave(share, heading, 0.7);
            struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
            double in_waves[6], on_patch[6];
            water.kind = BUOY_WATER_WAVES;
            water.waves = waves;
            ask_plane(coarse, 0.3, &water, in_waves);
            assert_int_equal(buoy_patch_fill_waves(patch, waves, 0.0, NULL), BUOY_OK);
            water.kind = BUOY_WATER_PATCH;
            water.patch = patch;
            ask_plane(coarse, 0.3, &water, on_patch);
            const double unit = WEIGHT * amplitude * length_of_hull * beam;
            for (int i = 0; i < 6; ++i) {
                expect_within("patch", on_patch[i] / unit, in_waves[i] / unit, 0.02);
            }
        }
    }
}

// A plate on edge has hardly any width, but on a slope it meets the slope, whatever the patch's
// rounding.
TEST(plate_on_edge) {
    const struct buoy_patch_grid grid = {{-4.0, -4.0}, {0.125f, 0.125f}, 65, 65};
    struct buoy_mesh *mesh = mesh_of(body_box(1.0f, 1e-5f, 1.0f), 0);
    struct buoy_patch *patch = patch_of(&grid);
    assert_int_equal(buoy_patch_fill(patch, slope, NULL, NULL), BUOY_OK);
    struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    water.kind = BUOY_WATER_PATCH;
    water.patch = patch;
    for (int i = 0; i < 12; ++i) {
        double answer[6];
        ask_plane(mesh, 0.25 * i, &water, answer);
        expect_within("slope along x", -answer[0] / answer[2], 0.1, 1e-5);
        expect_within("slope along y", -answer[1] / answer[2], -0.05, 1e-5);
    }
}

// ------------------------------------------------------------------------- angular drag

// The torque of angular drag on a plank wholly under water, spinning about x, y, z, and L² from it.
static double find_length(const struct buoy_mesh *mesh, const double rotation[4], double given) {
    const struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    struct floating_body body = floating_at_rest(mesh);
    body.mass = 3.0;
    body.inertia[0] = 0.0;
    body.length = given;
    body.pose.position[2] = -100.0;
    memcpy(body.pose.rotation, rotation, sizeof body.pose.rotation);
    body.angular_velocity[1] = 2.0;
    const struct buoy_drag drag = {.angular = 0.5};
    const struct buoy_body_forces forces = floating_ask(&body, &water, drag);
    return sqrt(-forces.drag.torque[1] / (0.5 * 3.0 * 2.0));
}

static double model_length(const struct buoy_part *parts, size_t count, double given) {
    struct buoy_model_input input = {0};
    struct buoy_model_info info;
    input.parts = parts;
    input.part_count = count;
    input.mass.mass = 1.0;
    input.length = given;
    input.flags = BUOY_BODY_DOES_NOT_TURN;
    struct buoy_model *model = model_of(&input);
    buoy_model_get_info(model, &info, NULL);
    return info.length;
}

// A plank's L is the mean of its extents, however its mesh's frame is turned: not that of
// the bounding box.
TEST(length_of_plank) {
    static const double upright[4] = {0.0, 0.0, 0.0, 1.0};
    const double none[3] = {0.0, 0.0, 0.0}, length = (4.0 + 0.5 + 0.25) / 3.0;
    for (int turn = 0; turn < 5; ++turn) {
        struct body plank = body_box(2.0f, 0.25f, 0.125f);
        const double c = cos(0.3 * turn), s = sin(0.3 * turn);
        const double m[9] = {c, -s * c, s * s, s, c * c, -s * c, 0.0, s, c}; // about x, then z
        body_transform(&plank, m, none);
        struct buoy_mesh *mesh = body_mesh(&plank, 0);
        struct buoy_part part = buoy_part_default();
        part.shape.kind = BUOY_SHAPE_MESH;
        part.mesh = mesh;
        expect_within("L of a mesh", find_length(mesh, upright, 0.0), length, 1e-6);
        expect_within("L of a model", model_length(&part, 1, 0.0), length, 1e-6);
        expect_within("L as given", find_length(mesh, upright, 1.25), 1.25, 1e-12);
        expect_within("L of a model as given", model_length(&part, 1, 1.25), 1.25, 0.0);
    }
}

// Two halves of a box, one of them turned over, are the box; a sphere's L is √(12/5) of its radius.
TEST(length_of_parts) {
    struct buoy_part parts[2] = {buoy_part_default(), buoy_part_default()};
    for (int i = 0; i < 2; ++i) {
        parts[i].shape.size[0] = 0.5f;
        parts[i].shape.size[1] = i == 0 ? 0.25f : 1.0f;
        parts[i].shape.size[2] = i == 0 ? 1.0f : 0.25f;
        parts[i].place.position[0] = 100.0 + (i == 0 ? 0.5 : -0.5);
    }
    parts[1].place.rotation[0] = parts[1].place.rotation[3] = sqrt(0.5);
    expect_within("L of halves", model_length(parts, 2, 0.0), (2.0 + 0.5 + 2.0) / 3.0, 1e-12);
    parts[0].shape.kind = BUOY_SHAPE_SPHERE;
    parts[0].shape.size[1] = parts[0].shape.size[2] = 0.0f;
    expect_within("L of a sphere", model_length(parts, 1, 0.0), 0.5 * sqrt(12.0 / 5.0), 1e-12);
}

// A mesh that is open counts as its bounding box.
TEST(length_of_open_mesh) {
    struct body box = body_box(1.0f, 0.5f, 0.25f);
    box.triangle_count = 11;
    struct buoy_mesh *mesh = body_mesh(&box, BUOY_MESH_ACCEPT_OPEN);
    struct buoy_part part = buoy_part_default();
    part.shape.kind = BUOY_SHAPE_MESH;
    part.mesh = mesh;
    expect_within("L of an open box", model_length(&part, 1, 0.0), 3.5 / 3.0, 1e-6);
}

TEST_FIXTURE(make_hulls, NULL)
