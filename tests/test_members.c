// Each member of each input has its effect if it alone is set beside what a question needs: a row
// for every one. A member that is lost in silence, as .frame once was without a size, fails here,
// and so does one without a row (test_members_listed.sh).
#include <string.h>

#include "base/memory.h"
#include "body.h"
#include "buoyancy.h"
#include "buoyancy_equilibrium.h"
#include "buoyancy_forces.h"
#include "buoyancy_hydrodynamics.h"
#include "buoyancy_hydrostatics.h"
#include "buoyancy_kernels.h"
#include "buoyancy_polygon.h"
#include "buoyancy_pressure.h"
#include "digest.h"
#include "owned.h"
#include "test.h"

// ------------------------------------------------------------------------------------------ rows

struct member {
    const char *name;
    size_t offset, bytes;
    const void *value; // another than the question has
};

// Within CHECK(plane, …): ROW(d, 0.5f), ROW(normal, {0, 1, 0}).
#define ROW(member, ...)                                                                           \
    ROW_OF(#member, offsetof(asked_, member), ((asked_ *)0)->member, __VA_ARGS__)
#define ROW_OF(name, offset, of, ...)                                                              \
    {                                                                                              \
        name, offset, sizeof(of), &(const VALUE_LIKE(of)) {                                        \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }
#define VALUE_LIKE(of)                                                                             \
    struct {                                                                                       \
        __typeof__(of) value;                                                                      \
    }

// Whether names are printed in place of questions being asked.
static bool listing;

// What was answered: its bits.
static uint64_t told;

static void tell(const double *numbers, size_t count) {
    told = digest_doubles(told, numbers, count);
}

#define TELL_ALL(numbers) tell((const double *)&(numbers), sizeof(numbers) / (sizeof(double)))

static bool tell_status(enum buoy_status status) {
    tell(&(double){(double)status}, 1);
    return status == BUOY_OK;
}

typedef void asker(const void *question);

static uint64_t answer(asker *ask, const void *question) {
    told = DIGEST_EMPTY;
    ask(question);
    return told;
}

// An asker of what is a part of another question: ASK_WITH(ask_line, query, line = *(…)value, ask).
#define ASK_WITH(name, whole, change, ask)                                                         \
    static void name(const void *value) {                                                          \
        __typeof__(whole) query = whole;                                                           \
        query.change;                                                                              \
        ask(&query);                                                                               \
    }

// `spoilt`, of the question's size, is what it is copied to.
static void check(const char *type, asker *ask, const void *question, void *spoilt, size_t bytes,
                  const struct member *members, size_t count) {
    const uint64_t before = listing ? 0 : answer(ask, question);
    for (size_t i = 0; i < count; ++i) {
        if (listing) {
            printf("buoy_%s.%s\n", type, members[i].name);
            continue;
        }
        memcpy(spoilt, question, bytes);
        memcpy((char *)spoilt + members[i].offset, members[i].value, members[i].bytes);
        FAIL_IF(answer(ask, spoilt) == before, "buoy_%s.%s has no effect", type, members[i].name);
    }
}

#define CHECK(type, ask, question, ...)                                                            \
    do {                                                                                           \
        typedef struct buoy_##type asked_;                                                         \
        const struct member members_[] = {__VA_ARGS__};                                            \
        asked_ spoilt_;                                                                            \
        check(#type, ask, question, &spoilt_, sizeof spoilt_, members_, COUNT_OF(members_));       \
    } while (0)

// Members that are shown elsewhere, or only receive.
#define ELSEWHERE(name, why)                                                                       \
    do {                                                                                           \
        if (listing) {                                                                             \
            puts(name);                                                                            \
        }                                                                                          \
    } while (0)

// ---------------------------------------------------------------------------------------- meshes

// A cube from 0 to 1 along x and y, and to 2 along z; room for what a wrong stride reads.
static const float corners[48] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0,
                                  0, 0, 2, 1, 0, 2, 1, 1, 2, 0, 1, 2};
static const uint32_t triangles[36] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                       1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};
static const struct buoy_plane level = {{0, 0, 1}, 0.5f};
static const struct buoy_plane64 level64 = {{0, 0, 1}, 0.5};

static void ask_mesh(const void *question) {
    struct buoy_mesh *mesh;
    if (tell_status(buoy_mesh_create(question, &mesh, NULL))) {
        struct buoy_volume_query query = {.mesh = mesh, .planes = &level, .count = 1};
        struct buoy_mesh_info info;
        struct buoy_volume wet;
        assert_int_equal(buoy_mesh_get_info(mesh, &info, NULL), BUOY_OK);
        assert_int_equal(buoy_volume_compute(&query, &wet, NULL), BUOY_OK);
        const double whole[2] = {info.volume, (double)info.bytes};
        tell(whole, 2);
        TELL_ALL(wet);
        query.kernel = buoy_kernel_find("volume/spheres/scalar");
        assert_int_equal(buoy_volume_compute(&query, &wet, NULL), BUOY_OK);
        TELL_ALL(wet);
    }
    buoy_mesh_destroy(mesh);
}

TEST(meshes) {
    float tall[24], cracked[27], with_normals[8][6] = {{0}};
    double wide[24], far[24];
    uint16_t narrow[36];
    uint32_t inward[36], of_cracked[36];
    for (size_t i = 0; i < 24; ++i) {
        tall[i] = 2.0f * corners[i];
        wide[i] = (double)corners[i];
        far[i] = wide[i] + (i % 3 == 0 ? 1e9 : 0.0);
        with_normals[i / 3][i % 3] = corners[i];
    }
    for (size_t i = 0; i < 36; ++i) {
        narrow[i] = (uint16_t)triangles[i];
        inward[i] = triangles[35 - i];
    }
    // A crack as wide as a hundredth.
    memcpy(cracked, corners, 24 * sizeof *cracked);
    memcpy(of_cracked, triangles, sizeof triangles);
    memcpy(cracked + 24, (const float[3]){1.0f, 1.0f, 2.01f}, 3 * sizeof(float));
    of_cracked[10] = 8; // 4, 6, 7
    const struct buoy_mesh_input plain = {
        .positions = corners, .vertex_count = 8, .indices = triangles, .triangle_count = 12};
    const struct buoy_mesh_input crack = {.positions = cracked,
                                          .vertex_count = 9,
                                          .indices = of_cracked,
                                          .triangle_count = 12,
                                          .flags = BUOY_MESH_WELD};
    CHECK(mesh_input, ask_mesh, &plain, ROW(positions, tall), ROW(vertex_count, 7),
          ROW(indices, inward), ROW(triangle_count, 11), ROW(flags, BUOY_MESH_KEEP_ALL),
          ROW(spheres, 8), ROW(positions64, far), ROW(stride, 24), ROW(indices16, narrow),
          ROW(frame, BUOY_Y_UP), ROW(scale, {2.0, 1.0, 1.0}));
    CHECK(mesh_input, ask_mesh, &crack, ROW(weld_tolerance, 0.01));
    if (listing) {
        return;
    }
    // The same body, however it is given.
    const uint64_t expected = answer(ask_mesh, &plain);
    struct buoy_mesh_input other = plain;
    other.positions = with_normals[0];
    other.stride = sizeof *with_normals;
    assert_true(answer(ask_mesh, &other) == expected);
    other = plain;
    other.indices = NULL;
    other.indices16 = narrow;
    assert_true(answer(ask_mesh, &other) == expected);
    // Factors are of the caller's axes, and multiply as doubles.
    static const double factors[] = {0.1, 3.0, 0.7};
    for (size_t i = 0; i < 24; ++i) {
        far[i] = wide[i] * factors[i % 3];
    }
    struct buoy_mesh_input scaled = plain;
    scaled.positions = NULL;
    scaled.positions64 = far;
    scaled.frame = BUOY_Y_UP_LEFT;
    scaled.flags = BUOY_MESH_FIX_WINDING;
    const uint64_t by_hand = answer(ask_mesh, &scaled);
    memcpy(scaled.scale, factors, sizeof factors);
    scaled.positions64 = wide;
    assert_true(answer(ask_mesh, &scaled) == by_hand);
    scaled.positions64 = NULL;
    scaled.positions = corners;
    assert_true(answer(ask_mesh, &scaled) == by_hand);
    static const double refused[][3] = {
        {1, 0, 1}, {-1, 1, 1}, {1, 1, (double)INFINITY}, {(double)NAN, 1, 1}};
    for (size_t i = 0; i < COUNT_OF(refused); ++i) {
        struct buoy_mesh *mesh;
        memcpy(scaled.scale, refused[i], sizeof refused[i]);
        assert_int_equal(buoy_mesh_create(&scaled, &mesh, NULL), BUOY_ERROR_ARGUMENT);
    }
    // What contradicts itself is refused.
    const struct buoy_mesh_input twice[] = {{.positions64 = wide,
                                             .vertex_count = 8,
                                             .indices = triangles,
                                             .triangle_count = 12,
                                             .positions = corners},
                                            {.positions64 = wide,
                                             .vertex_count = 8,
                                             .indices = triangles,
                                             .triangle_count = 12,
                                             .stride = 12},
                                            {.positions = corners,
                                             .vertex_count = 8,
                                             .indices = triangles,
                                             .triangle_count = 12,
                                             .indices16 = narrow}};
    for (size_t i = 0; i < COUNT_OF(twice); ++i) {
        struct buoy_mesh *mesh;
        assert_int_equal(buoy_mesh_create(&twice[i], &mesh, NULL), BUOY_ERROR_ARGUMENT);
    }
}

// --------------------------------------------------------------------------------------- volumes

static struct buoy_volume_error error_bound;
static uint8_t mark;

static void ask_volume(const void *question) {
    struct buoy_volume wet = {-1.0, {0, 0, 0}};
    mark = 7;
    error_bound.volume = -1.0;
    tell_status(buoy_volume_compute(question, &wet, NULL));
    TELL_ALL(wet);
    const double more[2] = {mark, error_bound.volume};
    tell(more, 2);
}

static void ask_hydrostatics(const void *question) {
    struct buoy_hydrostatics at = {.volume = -1.0};
    mark = 7;
    tell_status(buoy_hydrostatics_compute(question, &at, NULL));
    TELL_ALL(at);
    tell(&(double){mark}, 1);
}

static const struct buoy_mesh *cube;

static void ask_plane(const void *plane) {
    ask_volume(&(struct buoy_volume_query){.mesh = cube, .planes = plane, .count = 1});
}

static void ask_plane64(const void *plane) {
    ask_volume(&(struct buoy_volume_query){.mesh = cube, .planes64 = plane, .count = 1});
}

TEST(volumes) {
    const struct buoy_mesh *barrel = mesh_of(body_box(1, 1, 2), BUOY_MESH_KEEP_ALL);
    cube = mesh_of(body_box(1, 1, 1), BUOY_MESH_KEEP_ALL);
    const struct buoy_kernel *other = buoy_kernel_find("polygon/batch/scalar");
    const struct buoy_plane tilted = {{0, 1, 1}, 0.25f};
    const struct buoy_kernel *batch = buoy_kernel_find("volume/batch/scalar");
    const size_t bytes = buoy_volume_scratch_bytes(batch, cube, NULL);
    char *scratch = buoy_aligned_alloc(bytes);
    const struct buoy_volume_query plain = {.mesh = cube, .planes = &level, .count = 1};
    const struct buoy_volume_query batched = {.mesh = cube,
                                              .planes = &level,
                                              .count = 1,
                                              .kernel = batch,
                                              .scratch = scratch,
                                              .scratch_bytes = bytes};
    const struct buoy_volume_query cells = {.mesh = cube,
                                            .planes = &tilted,
                                            .count = 1,
                                            .kernel = buoy_kernel_find("volume/voxel/best")};
    CHECK(volume_query, ask_volume, &plain, ROW(mesh, barrel), ROW(planes, &tilted), ROW(count, 0),
          ROW(kernel, other), ROW(errors, &error_bound), ROW(planes64, &level64),
          ROW(failed, &mark));
    CHECK(volume_query, ask_volume, &batched, ROW(scratch, scratch + 8),
          ROW(scratch_bytes, bytes - 1));
    CHECK(volume_query, ask_volume, &cells, ROW(voxels, 3));
    ELSEWHERE("buoy_volume_query.cold", "test_profile.c");
    buoy_aligned_free(scratch);
    CHECK(plane, ask_plane, &level, ROW(normal, {0, 1, 1}), ROW(d, 0.25f));
    CHECK(plane64, ask_plane64, &level64, ROW(normal, {0, 1, 1}), ROW(d, 0.25));
    const struct buoy_hydrostatics_query at = {.mesh = cube, .planes = &level, .count = 1};
    CHECK(hydrostatics_query, ask_hydrostatics, &at, ROW(mesh, barrel), ROW(planes, &tilted),
          ROW(count, 0), ROW(kernel, other), ROW(planes64, &level64), ROW(without_waterplane, true),
          ROW(failed, &mark));
    if (!listing) { // both kinds of planes are right, and not both at once
        struct buoy_volume wet;
        struct buoy_volume_query wide = {.mesh = cube, .planes64 = &level64, .count = 1};
        assert_int_equal(buoy_volume_compute(&wide, &wet, NULL), BUOY_OK);
        assert_true(wet.volume == 6.0);
        wide.planes = &level;
        assert_int_equal(buoy_volume_compute(&wide, &wet, NULL), BUOY_ERROR_ARGUMENT);
    }
}

// ---------------------------------------------------------------------------------------- shapes

static struct buoy_shape_surface surface_of;

static void ask_shapes(const void *question) {
    struct buoy_volume wet = {-1.0, {0, 0, 0}};
    mark = 7;
    surface_of.wetted_area = -1.0;
    tell_status(buoy_shapes_compute(question, &wet, NULL));
    TELL_ALL(wet);
    const double more[2] = {mark, surface_of.wetted_area};
    tell(more, 2);
}

static void ask_shape(const void *shape) {
    ask_shapes(&(struct buoy_shapes_query){.shapes = shape, .planes = &level, .count = 1});
}

TEST(shapes) {
    const struct buoy_shape box = {BUOY_SHAPE_BOX, {1, 1, 1}},
                            ball = {BUOY_SHAPE_SPHERE, {1, 0, 0}};
    const struct buoy_plane tilted = {{0, 1, 1}, 0.25f};
    const struct buoy_shapes_query plain = {.shapes = &box, .planes = &level, .count = 1};
    const struct buoy_shapes_query cells = {.shapes = &box,
                                            .planes = &tilted,
                                            .count = 1,
                                            .kernel = buoy_kernel_find("box/voxel/best")};
    CHECK(shapes_query, ask_shapes, &plain, ROW(shapes, &ball), ROW(planes, &tilted), ROW(count, 0),
          ROW(surfaces, &surface_of), ROW(kernel, buoy_kernel_find("shapes/sphere/best")),
          ROW(failed, &mark));
    CHECK(shapes_query, ask_shapes, &cells, ROW(voxels, 3));
    CHECK(shape, ask_shape, &box, ROW(kind, BUOY_SHAPE_ELLIPSOID), ROW(size, {1, 1, 2}));
}

// ------------------------------------------------------------------------------- two dimensions

static const float square[8] = {0, 0, 1, 0, 1, 1, 0, 1}, kite[8] = {0, 0, 2, 0, 1, 1, 0, 1};

static void ask_polygons(const void *question) {
    struct buoy_area wet = {-1.0, {0, 0}};
    mark = 7;
    tell_status(buoy_polygon_compute(question, &wet, NULL));
    TELL_ALL(wet);
    tell(&(double){mark}, 1);
}

static const struct buoy_polygon crate = {square, 4};
static const struct buoy_line surface = {{0, 1}, 0.5f};

static void ask_polygon(const void *polygon) {
    ask_polygons(&(struct buoy_polygon_query){.polygons = polygon, .lines = &surface, .count = 1});
}

static void ask_line(const void *line) {
    ask_polygons(&(struct buoy_polygon_query){.polygons = &crate, .lines = line, .count = 1});
}

static void ask_circle(const void *circle) {
    struct buoy_area wet = {-1.0, {0, 0}};
    tell_status(buoy_polygon_in_circle(&crate, circle, &wet, NULL));
    TELL_ALL(wet);
}

static void ask_drag2d(const void *question) {
    struct buoy_force2d drag = {{-1, 0}, 0}, lift = {{-1, 0}, 0};
    tell_status(buoy_drag2d_compute(question, &drag, &lift, NULL));
    TELL_ALL(drag);
    TELL_ALL(lift);
}

static void ask_motion2d(const void *motion) {
    ask_drag2d(&(struct buoy_drag2d_query){.polygon = &crate,
                                           .line = &surface,
                                           .motion = motion,
                                           .density = 1000.0,
                                           .drag = 1.0,
                                           .lift = 1.0});
}

TEST(polygons) {
    const struct buoy_polygon other = {kite, 4};
    const struct buoy_line higher = {{0, 1}, 0.75f};
    const struct buoy_circle disc = {{0.5f, 0.25f}, 0.5f};
    const struct buoy_polygon_query plain = {.polygons = &crate, .lines = &surface, .count = 1};
    CHECK(polygon_query, ask_polygons, &plain, ROW(polygons, &other), ROW(lines, &higher),
          ROW(count, 0), ROW(kernel, buoy_kernel_find("volume/blocks/scalar")), ROW(failed, &mark));
    CHECK(polygon, ask_polygon, &crate, ROW(vertices, kite), ROW(count, 3));
    CHECK(line, ask_line, &surface, ROW(normal, {1, 1}), ROW(d, 0.75f));
    CHECK(circle, ask_circle, &disc, ROW(centre, {0.75f, 0.25f}), ROW(radius, 0.75f));
    const struct buoy_motion2d motion = {.point = {0.25, 0.25},
                                         .velocity = {1.0, 0.5},
                                         .angular_velocity = 0.5,
                                         .dt = 0.01,
                                         .inverse_mass = 0.01,
                                         .inverse_inertia = 0.01};
    CHECK(motion2d, ask_motion2d, &motion, ROW(point, {0.5, 0.25}), ROW(velocity, {2.0, 0.5}),
          ROW(angular_velocity, 1.0), ROW(dt, 0.02), ROW(inverse_mass, 0.02),
          ROW(inverse_inertia, 0.02));
    const struct buoy_motion2d faster = {.velocity = {2.0, 1.0}};
    const struct buoy_drag2d_query drag = {.polygon = &crate,
                                           .line = &surface,
                                           .motion = &motion,
                                           .density = 1000.0,
                                           .drag = 1.0,
                                           .lift = 1.0};
    CHECK(drag2d_query, ask_drag2d, &drag, ROW(polygon, &other), ROW(circle, &disc),
          ROW(line, &higher), ROW(pool, &other), ROW(basin, &disc), ROW(motion, &faster),
          ROW(density, 500.0), ROW(drag, 2.0), ROW(lift, 2.0));
}

// ----------------------------------------------------------------------------------------- water

static void ask_waves(const void *wave) {
    const double x = 0.75, y = 0.5;
    float height = -1.0f;
    struct buoy_surface at = {.x = &x, .y = &y, .count = 1, .height = &height};
    struct buoy_waves *waves;
    if (tell_status(buoy_waves_create(wave, 1, 9.81, 0.0, &waves, NULL))) {
        tell_status(buoy_waves_sample(waves, 1.5, &at, NULL));
        tell(&(double){(double)height}, 1);
    }
    buoy_waves_destroy(waves);
}

static void ask_sea(const void *sea) {
    struct buoy_wave waves[4];
    if (tell_status(buoy_sea_state(sea, 9.81, 0.0, 4, waves, NULL))) {
        told = digest_floats(told, &waves[0].amplitude, 4 * sizeof *waves / sizeof(float));
    }
}

static const struct buoy_waves *swell, *chop;
static const double here[2] = {0.75, 0.25}, there[2] = {0.5, 1.5};
static float height_at[2], slope_at[2][2];

static void ask_surface(const void *question) {
    struct buoy_surface at = *(const struct buoy_surface *)question;
    mark = 7;
    memset(height_at, 0, sizeof height_at);
    memset(slope_at, 0, sizeof slope_at);
    tell_status(buoy_waves_sample(swell, 1.5, &at, NULL));
    told = digest_floats(told, height_at, 2);
    told = digest_floats(told, slope_at[0], 4);
    tell(&(double){mark}, 1);
}

static void ask_orbital(const void *question) {
    struct buoy_orbital_motion motion = *(const struct buoy_orbital_motion *)question;
    const double x[3] = {0.75, 0.25, -0.5};
    double velocity[3];
    buoy_waves_orbital_velocity(&motion, x, 1, velocity);
    tell(velocity, 3);
}

static void fill(void *context, const double *x, const double *y, size_t count, float *heights) {
    (void)context;
    for (size_t i = 0; i < count; ++i) {
        heights[i] = (float)(x[i] + 0.5 * y[i]);
    }
}

static void ask_grid(const void *grid) {
    float height = -1.0f;
    struct buoy_surface at = {.x = &here[0], .y = &here[1], .count = 1, .height = &height};
    struct buoy_patch *patch;
    if (tell_status(buoy_patch_create(grid, &patch, NULL))) {
        struct buoy_patch_grid now;
        assert_int_equal(buoy_patch_fill(patch, fill, NULL, NULL), BUOY_OK);
        assert_int_equal(buoy_patch_sample(patch, &at, NULL), BUOY_OK);
        assert_int_equal(buoy_patch_get_grid(patch, &now, NULL), BUOY_OK);
        const double numbers[5] = {now.origin[0], (double)now.spacing[0], now.columns, now.rows,
                                   (double)height};
        tell(numbers, 5);
    }
    buoy_patch_destroy(patch);
}

static const struct buoy_patch_grid few = {{0, 0}, {1, 1}, 2, 2};

static void ask_texels(const void *texels) {
    const uint32_t first[2] = {0, 0}, count[2] = {2, 2};
    float height = -1.0f;
    struct buoy_surface at = {.x = &here[0], .y = &here[1], .count = 1, .height = &height};
    struct buoy_patch *patch;
    assert_int_equal(buoy_patch_create(&few, &patch, NULL), BUOY_OK);
    tell_status(buoy_patch_update(patch, first, count, texels, NULL));
    assert_int_equal(buoy_patch_sample(patch, &at, NULL), BUOY_OK);
    tell(&(double){(double)height}, 1);
    buoy_patch_destroy(patch);
}

static void ask_flow(const void *question) {
    struct buoy_flow_grid flow = *(const struct buoy_flow_grid *)question;
    const double x[3] = {0.75, 0.25, 0.5};
    double velocity[3];
    buoy_flow_grid_velocity(&flow, x, 1, velocity);
    tell(velocity, 3);
}

TEST(waters) {
    static const float texture[8] = {0, 1, 2, 3, 5, 8, 13, 21};
    const struct buoy_wave wave = {.amplitude = 0.5f, .wavelength = 8.0f};
    CHECK(wave, ask_waves, &wave, ROW(amplitude, 1.0f), ROW(wavelength, 9.0f), ROW(direction, 1.0f),
          ROW(phase, 1.0f), ROW(period, 3.0f));
    const struct buoy_sea sea = {
        .significant_height = 2.0, .peak_period = 8.0, .spreading = 5.0, .direction = 0.5};
    CHECK(sea, ask_sea, &sea, ROW(significant_height, 3.0), ROW(peak_period, 9.0),
          ROW(peakedness, 1.0), ROW(direction, 1.0), ROW(spreading, 9.0), ROW(seed, 2));
    swell = waves_of(&wave, 1, 9.81);
    chop = waves_of(&(struct buoy_wave){.amplitude = 0.1f, .wavelength = 1.0f}, 1, 9.81);
    const struct buoy_surface at = {.x = here, .y = here, .count = 1, .height = height_at};
    struct buoy_surface sloped = at;
    sloped.slope_x = slope_at[0];
    sloped.slope_y = slope_at[1];
    CHECK(surface, ask_surface, &at, ROW(x, there), ROW(count, 2), ROW(height, height_at + 1),
          ROW(slope_x, slope_at[0]), ROW(failed, &mark),
          ROW(kernel, buoy_kernel_find("volume/blocks/scalar")));
    const struct buoy_wave slanting = {.amplitude = 0.5f, .wavelength = 8.0f, .direction = 1.0f};
    swell = waves_of(&slanting, 1, 9.81);
    CHECK(surface, ask_surface, &at, ROW(y, there));
    CHECK(surface, ask_surface, &sloped, ROW(slope_y, slope_at[1] + 1));
    const struct buoy_orbital_motion motion = {.waves = swell};
    CHECK(orbital_motion, ask_orbital, &motion, ROW(waves, chop), ROW(time, 1.0),
          ROW(current, {1, 0, 0}), ROW(level, 1.0));
    CHECK(patch_grid, ask_grid, &few, ROW(origin, {1, 0}), ROW(spacing, {2, 1}), ROW(columns, 3),
          ROW(rows, 3));
    const struct buoy_texels texels = {texture, 4, 8, BUOY_TEXEL_FLOAT};
    CHECK(texels, ask_texels, &texels, ROW(first, texture + 1), ROW(stride, 8), ROW(pitch, 12),
          ROW(type, BUOY_TEXEL_HALF));
    struct buoy_patch *patch[2];
    const struct buoy_patch_grid shifted = {{-0.5, 0}, {1, 1}, 2, 2};
    assert_int_equal(buoy_patch_create(&few, &patch[0], NULL), BUOY_OK);
    assert_int_equal(buoy_patch_create(&shifted, &patch[1], NULL), BUOY_OK);
    const struct buoy_flow_grid flow = {.patch = patch[0], .velocity = {texels}};
    CHECK(flow_grid, ask_flow, &flow, ROW(patch, patch[1]),
          ROW(velocity, {{NULL, 0, 0, BUOY_TEXEL_FLOAT}, texels}), ROW(frame, BUOY_Y_UP));
    buoy_patch_destroy(patch[0]);
    buoy_patch_destroy(patch[1]);
}

// -------------------------------------------------------------------------------------- pressure

static double line_points[256];
static struct buoy_waterline outline;

static void ask_pressure(const void *question) {
    struct buoy_pressure found = {.wetted_area = -1.0};
    outline = (struct buoy_waterline){line_points, 16, 0};
    tell_status(buoy_pressure_compute(question, &outline, &found, NULL));
    TELL_ALL(found);
    tell(&(double){(double)outline.count}, 1);
}

static struct buoy_pressure_query pressed;

ASK_WITH(ask_pose, pressed, pose = *(const struct buoy_pose *)value, ask_pressure)
ASK_WITH(ask_water, pressed, water = value, ask_pressure)

static struct buoy_water pool;

static void ask_region(const void *region) {
    pool = buoy_calm_sea(BUOY_Z_UP);
    pool.region = region;
    ask_water(&pool);
}

ASK_WITH(ask_motion, pressed, motion = value, ask_pressure)
static void ask_waterline(const void *question) {
    struct buoy_waterline line = *(const struct buoy_waterline *)question;
    struct buoy_pressure found;
    memset(line_points, 0, sizeof line_points);
    tell_status(buoy_pressure_compute(&pressed, &line, &found, NULL));
    tell(&(double){(double)line.count}, 1);
    tell(line_points, COUNT_OF(line_points));
}

static struct buoy_triangle_force each[12];

static void ask_detail(const void *question) {
    struct buoy_pressure_detail detail = *(const struct buoy_pressure_detail *)question;
    struct buoy_pressure found;
    memset(each, 0, sizeof each);
    tell_status(buoy_pressure_in_detail(&pressed, &detail, &found, NULL));
    tell(found.force, 3);
    TELL_ALL(each);
}

static void flow_by(void *context, const double *points, size_t count, double *velocities) {
    (void)points;
    for (size_t i = 0; i < 3 * count; ++i) {
        velocities[i] = *(const double *)context;
    }
}

TEST(pressures) {
    static const uint8_t hidden[12] = {0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1};
    static double speed = 0.5, other_speed = 0.25;
    const struct buoy_mesh *barrel = mesh_of(body_box(1, 1, 2), BUOY_MESH_KEEP_ALL);
    const struct buoy_wave wave = {.amplitude = 0.25f, .wavelength = 8.0f};
    struct buoy_water calm = buoy_calm_sea(BUOY_Z_UP), dense = calm, waving = calm;
    cube = mesh_of(body_box(1, 1, 1), BUOY_MESH_KEEP_ALL);
    const size_t bytes = buoy_pressure_scratch_bytes(cube, NULL);
    char *scratch = buoy_aligned_alloc(bytes);
    const struct buoy_surface_motion motion = {
        .velocity = {1, 0.5, 0.25}, .angular_velocity = {0.5, 0, 0}, .drag = 1.0};
    dense.density = 2000.0;
    swell = waves_of(&wave, 1, 9.81);
    chop = waves_of(&(struct buoy_wave){.amplitude = 0.1f, .wavelength = 3.0f}, 1, 9.81);
    waving.kind = BUOY_WATER_WAVES;
    waving.waves = swell;
    pressed = (struct buoy_pressure_query){.mesh = cube,
                                           .pose = {{0, 0, 0.25}, {0, 0, 0, 1}},
                                           .water = &calm,
                                           .scratch = scratch,
                                           .scratch_bytes = bytes};
    CHECK(pressure_query, ask_pressure, &pressed, ROW(mesh, barrel),
          ROW(pose, {{0, 0, 0.5}, {0, 0, 0, 1}}), ROW(water, &dense), ROW(motion, &motion),
          ROW(scratch, scratch + 8), ROW(scratch_bytes, bytes - 1),
          ROW(kernel, buoy_kernel_find("volume/blocks/scalar")));
    CHECK(pose, ask_pose, &pressed.pose, ROW(position, {0, 0, 0.5}),
          ROW(rotation, {0.6, 0, 0, 0.8}));
    struct buoy_patch *patch;
    const struct buoy_patch_grid wide = {{-4, -4}, {8, 8}, 2, 2};
    assert_int_equal(buoy_patch_create(&wide, &patch, NULL), BUOY_OK);
    struct buoy_water patched = calm;
    patched.kind = BUOY_WATER_PATCH;
    CHECK(water, ask_water, &calm, ROW(kind, BUOY_WATER_WAVES), ROW(plane, {{0, 0, 1}, 0.25f}),
          ROW(density, 1000.0), ROW(gravity, 1.62),
          ROW(region, &(const struct buoy_region){{0}, {0}}), ROW(plane64, {{0, 0, 1}, 0.25}));
    CHECK(water, ask_water, &patched, ROW(patch, patch));
    CHECK(water, ask_water, &waving, ROW(waves, chop), ROW(time, 1.0),
          ROW(wave_pressure, BUOY_WAVES_DECAY), ROW(level, 0.25));
    pressed.motion = &motion;
    CHECK(water, ask_water, &calm, ROW(current, {1, 0, 0}));
    calm.current_context = &speed;
    CHECK(water, ask_water, &calm, ROW(current_at, flow_by));
    calm.current_at = flow_by;
    CHECK(water, ask_water, &calm, ROW(current_context, &other_speed));
    calm = buoy_calm_sea(BUOY_Z_UP);
    const struct buoy_region region = {{-9, -9, -9}, {9, 9, 9}};
    CHECK(region, ask_region, &region, ROW(low, {0, -9, -9}), ROW(high, {0, 9, 9}));
    CHECK(surface_motion, ask_motion, &motion, ROW(velocity, {2, 0.5, 0.25}),
          ROW(angular_velocity, {0, 0, 0.5}), ROW(drag, 2.0), ROW(lift, 1.0), ROW(skin, 0.01),
          ROW(hidden, hidden));
    const struct buoy_surface_motion within = {
        .velocity = {1, 0.5, 0.25},
        .angular_velocity = {0.5, 0, 0},
        .drag = 1.0,
        .dt = 0.01,
        .mass = 500.0,
        .inverse_inertia = {1e-3, 0, 0, 0, 1e-3, 0, 0, 0, 1e-3}};
    CHECK(surface_motion, ask_motion, &within, ROW(dt, 0.02), ROW(mass, 600.0),
          ROW(centre_of_mass, {0.5, 0, 0}),
          ROW(inverse_inertia, {2e-3, 0, 0, 0, 1e-3, 0, 0, 0, 1e-3}));
    const struct buoy_waterline line = {line_points, 16, 0};
    CHECK(waterline, ask_waterline, &line, ROW(points, line_points + 6), ROW(capacity, 2));
    ELSEWHERE("buoy_waterline.count", "receives");
    pressed.water = &waving;
    const struct buoy_pressure_detail detail = {.tolerance = 0.0};
    CHECK(pressure_detail, ask_detail, &detail, ROW(tolerance, 0.01), ROW(triangles, each));
    ELSEWHERE("buoy_pressure_detail.level_error", "receives");
    ELSEWHERE("buoy_pressure_detail.pieces", "receives");
    buoy_patch_destroy(patch);
    buoy_aligned_free(scratch);
}

// ---------------------------------------------------------------------------------------- bodies

static void ask_model(const void *input) {
    struct buoy_model *model;
    if (tell_status(buoy_model_create(input, &model, NULL))) {
        struct buoy_model_info info;
        assert_int_equal(buoy_model_get_info(model, &info, NULL), BUOY_OK);
        TELL_ALL(info.mass);
        TELL_ALL(info.drag);
        const double more[] = {info.volume, info.length, info.diagonal, (double)info.part_count,
                               (double)info.bytes};
        tell(more, COUNT_OF(more));
        tell(info.middle, 3);
    }
    buoy_model_destroy(model);
}

static const double half = 500.0;

static void ask_part(const void *part) {
    const struct buoy_model_input input = {.parts = part, .part_count = 1, .densities = &half};
    ask_model(&input);
}

static struct buoy_part brick;

static void ask_mass(const void *mass) {
    ask_model(&(struct buoy_model_input){
        .parts = &brick, .part_count = 1, .mass = *(const struct buoy_mass *)mass});
}

TEST(models) {
    const double heavy = 600.0;
    const struct buoy_mesh *barrel = mesh_of(body_box(1, 1, 2), BUOY_MESH_KEEP_ALL);
    brick = (struct buoy_part){.shape = {BUOY_SHAPE_BOX, {1, 2, 3}},
                               .place = {{0.5, 0, 0}, {0, 0, 0, 1}}};
    cube = mesh_of(body_wigley(4, 1, 1, 4, 2), BUOY_MESH_KEEP_ALL | BUOY_MESH_WELD); // no box

    const struct buoy_part of_mesh = {
        .shape.kind = BUOY_SHAPE_MESH, .mesh = cube, .place.rotation = {0, 0, 0, 1}};
    const struct buoy_part two[2] = {
        of_mesh,
        {.shape.kind = BUOY_SHAPE_MESH, .mesh = cube, .place = {{5, 0, 0}, {0, 0, 0.6, 0.8}}}};
    const double densities[2] = {500.0, 500.0};
    CHECK(part, ask_part, &brick, ROW(shape, {BUOY_SHAPE_BOX, {1, 1, 3}}),
          ROW(place, {{0, 1, 0}, {0, 0, 0, 1}}));
    CHECK(part, ask_part, &of_mesh, ROW(mesh, barrel));
    const struct buoy_mass mass = {7.0, {0, 0, 0}, {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    CHECK(mass, ask_mass, &mass, ROW(mass, 8.0), ROW(centre_of_mass, {0, 0, 1}),
          ROW(inertia, {2, 0, 0, 0, 1, 0, 0, 0, 1}));
    const struct buoy_model_input plain = {.parts = &brick, .part_count = 1, .mass = mass};
    const struct buoy_model_input pair = {.parts = two, .part_count = 2, .densities = densities};
    CHECK(model_input, ask_model, &plain, ROW(parts, two),
          ROW(mass, {8.0, {0}, {1, 0, 0, 0, 1, 0, 0, 0, 1}}), ROW(drag, {.linear = 2.0}),
          ROW(length, 9.0), ROW(flags, 1u << 31), ROW(densities, &heavy));
    CHECK(model_input, ask_model, &pair, ROW(part_count, 1), ROW(merge, true),
          ROW(frame, BUOY_Y_UP));
}

// A model refuses a mesh of another frame; of its own it takes it, also from an image.
TEST(frames) {
    for (int of_mesh = 0; of_mesh <= BUOY_Z_DOWN && !listing; ++of_mesh) {
        struct buoy_mesh *mesh[2];
        const struct buoy_mesh_input input = {.positions = corners,
                                              .vertex_count = 8,
                                              .indices = triangles,
                                              .triangle_count = 12,
                                              .frame = (enum buoy_frame)of_mesh};
        assert_int_equal(buoy_mesh_create(&input, &mesh[0], NULL), BUOY_OK);
        const size_t bytes = buoy_mesh_image_bytes(mesh[0], NULL);
        void *image = buoy_aligned_alloc(bytes);
        assert_int_equal(buoy_mesh_save(mesh[0], image, bytes, NULL), BUOY_OK);
        assert_int_equal(buoy_mesh_load(image, bytes, &mesh[1], NULL), BUOY_OK);
        for (int k = 0; k < 10; ++k) {
            const struct buoy_part part = {
                .shape.kind = BUOY_SHAPE_MESH, .mesh = mesh[k % 2], .place.rotation = {0, 0, 0, 1}};
            const struct buoy_model_input input_of = {.parts = &part,
                                                      .part_count = 1,
                                                      .densities = &half,
                                                      .frame = (enum buoy_frame)(k / 2)};
            struct buoy_model *model;
            assert_int_equal(buoy_model_create(&input_of, &model, NULL),
                             k / 2 == of_mesh ? BUOY_OK : BUOY_ERROR_ARGUMENT);
            buoy_model_destroy(model);
        }
        buoy_mesh_destroy(mesh[0]);
        buoy_mesh_destroy(mesh[1]);
        buoy_aligned_free(image);
    }
}

// ---------------------------------------------------------------------------------------- a step

// Two bodies and room for effects; and one more, which is read and written from the second one on.
static double positions[3][3], turns[3][4], velocities[3][3], spins[3][3], changed[3][4];
static struct buoy_step_query stepped;

static void ask_step(const void *question) {
    struct buoy_body_forces results[2];
    memset(results, 0, sizeof results);
    for (size_t i = 0; i < 12; ++i) {
        changed[i / 4][i % 4] = 0.5;
    }
    mark = 7;
    tell_status(buoy_water_forces_compute(question, results, NULL));
    TELL_ALL(results);
    TELL_ALL(changed);
    tell(&(double){mark}, 1);
}

ASK_WITH(ask_states, stepped, states = *(const struct buoy_states *)value, ask_step)
ASK_WITH(ask_array, stepped, states.velocity = *(const struct buoy_array *)value, ask_step)
ASK_WITH(ask_effects, stepped, effects = *(const struct buoy_effects *)value, ask_step)
ASK_WITH(ask_output, stepped, effects.linear = *(const struct buoy_output *)value, ask_step)
ASK_WITH(ask_options, stepped, options = value, ask_step)
static void ask_drag(const void *drag) {
    const struct buoy_model_input input = {.parts = &brick,
                                           .part_count = 1,
                                           .densities = &half,
                                           .drag = *(const struct buoy_drag *)drag};
    const struct buoy_model *models[2] = {model_of(&input), model_of(&input)};
    struct buoy_step_query query = stepped;
    query.models = models;
    ask_step(&query);
}

TEST(steps) {
    static const uint32_t second = 1, of_second[2] = {1, 1}, lost[2] = {9, 0};
    struct buoy_water seas[2] = {buoy_calm_sea(BUOY_Z_UP), buoy_calm_sea(BUOY_Z_UP)};
    const struct buoy_drag drag = {1.0, 1.0, 0.5};
    brick =
        (struct buoy_part){.shape = {BUOY_SHAPE_BOX, {1, 2, 3}}, .place.rotation = {0, 0, 0, 1}};
    const struct buoy_model_input input = {
        .parts = &brick, .part_count = 1, .densities = &half, .drag = drag};
    const double ball_density = 400.0;
    const struct buoy_part ball = {.shape = {BUOY_SHAPE_SPHERE, {1, 0, 0}},
                                   .place.rotation = {0, 0, 0, 1}};
    const struct buoy_model_input round = {
        .parts = &ball, .part_count = 1, .densities = &ball_density};
    const struct buoy_model *models[2] = {model_of(&input), model_of(&input)};
    const struct buoy_model *others[2] = {model_of(&round), model_of(&round)};
    for (int i = 0; i < 2; ++i) {
        positions[i][2] = 0.25 + i;
        turns[i][0] = 0.6;
        turns[i][3] = 0.8;
        velocities[i][0] = 1.0 + i;
        spins[i][1] = 0.5;
    }
    seas[1].plane.d = 0.5f;
    stepped = (struct buoy_step_query){
        .models = models,
        .states = {buoy_doubles(positions[0], 24), buoy_doubles(turns[0], 32),
                   buoy_doubles(velocities[0], 24), buoy_doubles(spins[0], 24)},
        .effects = {.linear = buoy_to_doubles(changed[0], 32)},
        .water = &seas[0],
        .dt = 0.01,
        .count = 1};
    const struct buoy_part lump = {
        .shape.kind = BUOY_SHAPE_MESH,
        .mesh = mesh_of(body_wigley(4, 1, 1, 4, 2), BUOY_MESH_KEEP_ALL | BUOY_MESH_WELD),
        .place.rotation = {0, 0, 0, 1}};
    const struct buoy_model_input solid = {.parts = &lump, .part_count = 1, .densities = &half};
    const struct buoy_model *of_mesh[1] = {model_of(&solid)};
    const struct buoy_kernel *tuned = buoy_kernel_find("step/auto/tuned");
    const struct buoy_step_options by_tuned = {.kernel = tuned};
    const struct buoy_step_query sized = {.models = of_mesh, .count = 1, .options = &by_tuned};
    const size_t bytes = buoy_step_scratch_bytes(&sized, NULL);
    char *scratch = buoy_aligned_alloc(bytes);
    const struct buoy_step_options options = {.water_of = of_second, .water_count = 2},
                                   given = {tuned, scratch, bytes, NULL, 0, NULL};
    CHECK(step_query, ask_step, &stepped, ROW(models, others),
          ROW(states, {buoy_doubles(positions[1], 24), buoy_doubles(turns[0], 32),
                       buoy_doubles(velocities[0], 24), buoy_doubles(spins[0], 24)}),
          ROW(effects, {.angular = buoy_to_doubles(changed[0], 32)}), ROW(water, &seas[1]),
          ROW(dt, 0.02), ROW(bodies, &second), ROW(count, 2), ROW(frame, BUOY_Y_UP),
          ROW(w_first, true), ROW(options, &options));
    CHECK(states, ask_states, &stepped.states, ROW(position, buoy_doubles(positions[1], 24)),
          ROW(rotation, buoy_doubles(velocities[0], 24)),
          ROW(velocity, buoy_doubles(velocities[1], 24)),
          ROW(spin, buoy_doubles(velocities[1], 24)));
    stepped.count = 2;
    CHECK(array, ask_array, &stepped.states.velocity, ROW(first, velocities[1]), ROW(stride, 0),
          ROW(type, BUOY_FLOAT));
    const struct buoy_effects effects = stepped.effects;
    CHECK(effects, ask_effects, &effects, ROW(linear, buoy_to_doubles(changed[1], 0)),
          ROW(angular, buoy_to_doubles(changed[1], 0)), ROW(kind, BUOY_VELOCITIES), ROW(add, true));
    CHECK(output, ask_output, &effects.linear, ROW(first, changed[1]), ROW(stride, 0),
          ROW(type, BUOY_FLOAT));
    stepped.water = seas;
    CHECK(step_options, ask_options, &options,
          ROW(kernel, buoy_kernel_find("volume/blocks/scalar")), ROW(water_of, lost),
          ROW(water_count, 1));
    stepped.count = 1;
    stepped.models = of_mesh;
    CHECK(step_options, ask_options, &given, ROW(scratch, scratch + 8),
          ROW(scratch_bytes, bytes - 1), ROW(failed, &mark));
    CHECK(drag, ask_drag, &drag, ROW(linear, 2.0), ROW(angular, 2.0), ROW(quadratic, 1.0));
    buoy_aligned_free(scratch);
}

// ------------------------------------------------------------------------------------- stability

static struct buoy_floating afloat;

static void ask_righting(const void *heeling) {
    struct buoy_righting_arm arm;
    tell_status(buoy_righting_arms(&afloat, heeling, (const double[1]){10.0}, 1, &arm, NULL));
    TELL_ALL(arm);
}

static void ask_floating(const void *body) {
    struct buoy_attitude found = {.energy = -1.0};
    tell_status(buoy_equilibrium(body, (const double[3]){0, 0.2, 1}, &found, NULL));
    tell(found.up, 3);
    tell(&found.energy, 1);
}

static void ask_equilibria(const void *options) {
    static struct buoy_attitude found[64];
    size_t count = 0;
    tell_status(buoy_equilibria(&afloat, options, found, COUNT_OF(found), &count, NULL));
    tell(&(double){(double)count}, 1);
    for (size_t i = 0; i < count; ++i) {
        tell(found[i].up, 3);
    }
}

TEST(stability) {
    const struct buoy_mesh *slab = mesh_of(body_box(1, 1.5, 0.5), BUOY_MESH_KEEP_ALL);
    afloat =
        (struct buoy_floating){mesh_of(body_box(1, 2, 0.5), BUOY_MESH_KEEP_ALL), 4.0, {0, 0, 0}};
    CHECK(floating, ask_floating, &afloat, ROW(mesh, slab), ROW(volume, 3.0),
          ROW(centre_of_mass, {0, 0, 0.25}));
    const struct buoy_heeling heeling = {{0, 0, 1}, {1, 0, 0}, false};
    afloat.centre_of_mass[0] = 0.03125;
    CHECK(heeling, ask_righting, &heeling, ROW(up, {0, 1, 0}), ROW(axis, {1, 1, 0}),
          ROW(fixed_trim, true));
    const struct buoy_equilibria_options options = {.all = false};
    CHECK(equilibria_options, ask_equilibria, &options, ROW(all, true), ROW(seed, 7));
}

// ---------------------------------------------------------------------------------------- forces

static struct buoy_submerged wet_part;
static struct buoy_drag_body driven;
static struct buoy_drag_motion moving;
static struct buoy_met_water met;
static struct buoy_forces_query pushed;

static void ask_forces(const void *question) {
    struct buoy_forces found;
    memset(&found, 0, sizeof found);
    mark = 7;
    tell_status(buoy_forces_compute(question, &found, NULL));
    TELL_ALL(found);
    tell(&(double){mark}, 1);
}

ASK_WITH(ask_submerged, pushed, submerged = value, ask_forces)
ASK_WITH(ask_drag_body, pushed, bodies = value, ask_forces)
ASK_WITH(ask_drag_motion, pushed, motions = value, ask_forces)
ASK_WITH(ask_met_water, pushed, waters = value, ask_forces)

static struct buoy_hydrodynamics hull;
static struct buoy_hydrodynamic_motion sailing;

static void ask_hull(const void *hydrodynamics) {
    struct buoy_hydrodynamic_forces found;
    memset(&found, 0, sizeof found);
    tell_status(buoy_hydrodynamics_compute(hydrodynamics, &sailing, &found, NULL));
    TELL_ALL(found);
}

static void ask_sailing(const void *motion) {
    struct buoy_hydrodynamic_forces found;
    memset(&found, 0, sizeof found);
    tell_status(buoy_hydrodynamics_compute(&hull, motion, &found, NULL));
    TELL_ALL(found);
}

TEST(forces) {
    wet_part = (struct buoy_submerged){2.0, {0.25, 0, 0}, 5.0};
    driven = (struct buoy_drag_body){500.0, 4.0, 2.0, {1e-3, 0, 0, 0, 1e-3, 0, 0, 0, 1e-3}};
    moving = (struct buoy_drag_motion){{0, 0, 0.125}, {1, 0, 0.5}, {0, 0.25, 0}};
    met = (struct buoy_met_water){{0, 0, 1}, {0.25, 0, 0}};
    pushed = (struct buoy_forces_query){.submerged = &wet_part,
                                        .bodies = &driven,
                                        .motions = &moving,
                                        .waters = &met,
                                        .count = 1,
                                        .density = 1025.0,
                                        .gravity = 9.81,
                                        .drag = {1.0, 1.0, 0.5},
                                        .dt = 0.01};
    const struct buoy_submerged less = {1.0, {0.25, 0, 0}, 5.0};
    const struct buoy_drag_body heavier = {600.0, 4.0, 2.0, {1e-3, 0, 0, 0, 1e-3, 0, 0, 0, 1e-3}};
    const struct buoy_drag_motion faster = {{0, 0, 0.125}, {2, 0, 0.5}, {0, 0.25, 0}};
    const struct buoy_met_water still = {{0, 0, 1}, {0, 0, 0}};
    CHECK(forces_query, ask_forces, &pushed, ROW(submerged, &less), ROW(bodies, &heavier),
          ROW(motions, &faster), ROW(waters, &still), ROW(count, 0), ROW(density, 1000.0),
          ROW(gravity, 1.62), ROW(drag, {2.0, 1.0, 0.5}), ROW(dt, 0.02),
          ROW(kernel, buoy_kernel_find("volume/blocks/scalar")), ROW(failed, &mark));
    CHECK(submerged, ask_submerged, &wet_part, ROW(volume, 1.0), ROW(centre, {0, 0.25, 0}),
          ROW(wetted_area, 6.0));
    CHECK(drag_body, ask_drag_body, &driven, ROW(mass, 600.0), ROW(volume, 5.0), ROW(length, 3.0),
          ROW(inverse_inertia, {2e-3, 0, 0, 0, 2e-3, 0, 0, 0, 1e-3}));
    CHECK(drag_motion, ask_drag_motion, &moving, ROW(centre_of_mass, {0, 0, 0}),
          ROW(velocity, {2, 0, 0.5}), ROW(angular_velocity, {0, 0.5, 0}));
    CHECK(met_water, ask_met_water, &met, ROW(up, {0.6, 0, 0.8}), ROW(velocity, {0.5, 0, 0}));
    for (int i = 0; i < 6; ++i) {
        hull.linear[i][i] = 1.0;
        hull.quadratic[i][i] = 0.5;
        hull.added_mass[i][i] = 2.0 + i;
        sailing.velocity[i] = 0.25 * (i + 1);
        sailing.mass[i][i] = 10.0;
    }
    sailing.share = 0.5;
    sailing.dt = 0.01;
    CHECK(hydrodynamics, ask_hull, &hull, ROW(linear, {{2.0}}), ROW(quadratic, {{2.0}}),
          ROW(added_mass, {{9.0}}));
    CHECK(hydrodynamic_motion, ask_sailing, &sailing, ROW(velocity, {1, 2, 3, 4, 5, 6}),
          ROW(share, 0.25), ROW(dt, 0.02),
          ROW(mass, {{20.0},
                     {0, 20.0},
                     {0, 0, 20.0},
                     {0, 0, 0, 20.0},
                     {0, 0, 0, 0, 20.0},
                     {0, 0, 0, 0, 0, 20.0}}));
    ELSEWHERE("buoy_allocator.allocate", "test_allocator.c");
    ELSEWHERE("buoy_allocator.release", "test_allocator.c");
    ELSEWHERE("buoy_allocator.context", "test_allocator.c");
}

// `tests members names` prints the members that have a row.
TEST_ARGUMENTS(count, words) {
    if (count != 1 || strcmp(words[0], "names") != 0) {
        return 2;
    }
    void *none = NULL;
    listing = true;
    test_meshes(&none);
    test_volumes(&none);
    test_shapes(&none);
    test_polygons(&none);
    test_waters(&none);
    test_pressures(&none);
    test_models(&none);
    test_steps(&none);
    test_stability(&none);
    test_forces(&none);
    return 0;
}
