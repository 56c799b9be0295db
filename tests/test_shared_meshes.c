// Every kernel on real meshes from elsewhere, as files, against exact answers computed elsewhere.
// Skipped if the folder, or the part that reads mesh files, is missing.
#include "ask_hydrostatics.h"
#include "body.h"
#include "dispatch/registry.h"
#include "meshes/meshes.h"
#include "shared.h"
#include "test.h"

// Importers that do not round decimal text correctly are off by one unit in the last place here and
// there: by up to this share of the body's volume (the folder's README).
static const double importer_slack = 3e-8;

static enum buoy_status make_mesh(const struct shared_mesh *shared, unsigned flags,
                                  struct buoy_mesh **mesh) {
    struct mesh_data data;
    struct buoy_error error;
    FAIL_IF(mesh_data_load(shared->path, &data, &error) != BUOY_OK, "%s: %s", shared->name,
            error.message);
    const struct buoy_mesh_input input = {
        .positions64 = data.positions,
        .vertex_count = data.vertex_count,
        .indices = data.indices,
        .triangle_count = data.triangle_count,
        .flags = flags | BUOY_MESH_WELD | BUOY_MESH_KEEP_ALL,
    };
    const enum buoy_status status = buoy_mesh_create(&input, mesh, &error);
    mesh_data_free(&data);
    return status;
}

static struct subject subject_of(struct buoy_mesh *mesh, const struct shared_mesh *shared) {
    return (struct subject){.mesh = mesh, .body = shared->name};
}

static double distance(struct buoy_volume a, struct buoy_volume b) {
    const double x = a.centre[0] - b.centre[0], y = a.centre[1] - b.centre[1],
                 z = a.centre[2] - b.centre[2];
    return sqrt(x * x + y * y + z * z);
}

// The bar of `blocks` on ordinary and barely wet bodies, where it is tighter than its bounds.
static void check_blocks(const struct subject *subject, struct buoy_plane plane,
                         struct buoy_volume got, struct buoy_volume expected) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(subject->mesh, &info, NULL);
    const double slack = importer_slack * info.volume;
    if (expected.volume >= 1e-4 * info.volume &&
        fabs(got.volume - expected.volume) > 1e-3 * expected.volume + slack) {
        fail_answer(subject, "off by more than 1/1000 of the volume", plane, got);
    }
    if (expected.volume >= 1e-3 * info.volume &&
        distance(got, expected) >
            2e-6 * info.diagonal + misplaced(subject->mesh, slack, expected.volume)) {
        fail_answer(subject, "centroid off by more than 2e-6 of the diagonal", plane, got);
    }
}

// Importers that are off move w and the second moments by up to these (the folder's README).
static const struct surface_slack surface_slack = {
    .areas = 3e-8, .centroid = 3e-8, .moments = 0.0, .moments_relative = 5e-6};

// Whatever a kernel's documented bounds: areas to 10⁻⁵ of the surface; of the waterplane its area ×
// centroid to 10⁻⁶ of surface × diagonal, and second moments to 10⁻⁶ of surface × diagonal² or, up
// to 10⁻⁵ of it, to 10⁻³ of the largest.
static void expect_surface_bars(const struct subject *subject, struct buoy_plane plane,
                                const struct buoy_hydrostatics *got,
                                const struct buoy_hydrostatics *expected) {
    const struct buoy_mesh_info info = mesh_info(subject->mesh);
    const double area = info.area, size = info.diagonal;
    const double m[6] = {expected->xx - got->xx, expected->xy - got->xy, expected->xz - got->xz,
                         expected->yy - got->yy, expected->yz - got->yz, expected->zz - got->zz};
    const double largest = fmax(
        fabs(expected->xx), fmax(fabs(expected->yy), fabs(expected->zz))); // of any: xy² ≤ xx yy
    const double most =
        fmin(fmax(1e-6 * area * size * size, 1e-3 * largest), 1e-5 * area * size * size);
    bool good = fabs(got->wetted_area - expected->wetted_area) <= 1e-5 * area &&
                fabs(got->waterplane_area - expected->waterplane_area) <= 1e-5 * area;
    if (expected->waterplane_area != 0.0) { // else there is neither centroid nor moment
        for (int i = 0; i < 3; ++i) {
            const double off = fabs(got->waterplane_centroid[i] - expected->waterplane_centroid[i]);
            good = good && off * fabs(expected->waterplane_area) <= 1e-6 * area * size;
        }
        for (int i = 0; i < 6; ++i) {
            good = good && fabs(m[i]) <= most;
        }
    }
    if (!good) {
        fail_hydrostatics(subject, "areas and waterplane as exact as can be asked for", plane, got);
    }
}

static void check_closed_hydrostatics(const struct shared_mesh *shared, struct buoy_mesh *mesh) {
    struct buoy_hydrostatics *results = test_alloc(shared->count * sizeof *results);
    struct subject subject = subject_of(mesh, shared);
    for (size_t i = 0; (subject.kernel = next_kernel("hydrostatics", &i));) {
        ask_hydrostatics_all(&subject, shared->planes, shared->count, results);
        for (size_t k = 0; k < shared->count; ++k) {
            expect_surface(&subject, "the exact answer", shared->planes[k], &results[k],
                           &shared->expected[k], surface_slack);
            expect_surface_bars(&subject, shared->planes[k], &results[k], &shared->expected[k]);
        }
    }
}

static void check_open_hydrostatics(const struct shared_mesh *shared, struct buoy_mesh *mesh) {
    const struct buoy_mesh_info info = mesh_info(mesh);
    struct buoy_hydrostatics *results = test_alloc(shared->count * sizeof *results);
    struct subject subject = subject_of(mesh, shared);
    const struct buoy_plane above = {{0.0f, 0.0f, 1.0f}, (float)(info.centre[2] + info.diagonal)};
    for (size_t i = 0; (subject.kernel = next_kernel("hydrostatics", &i));) {
        ask_hydrostatics_open(&subject, shared->planes, shared->count, results);
        for (size_t k = 0; k < shared->count; ++k) {
            expect_surface(&subject, "the exact answer on an open mesh", shared->planes[k],
                           &results[k], &shared->expected[k], surface_slack);
            expect_surface_bars(&subject, shared->planes[k], &results[k], &shared->expected[k]);
        }
        ask_hydrostatics_open(&subject, &above, 1, results);
        if (!isnan(results[0].wetted_area) || !isnan(results[0].waterplane_centroid[0]) ||
            !isnan(results[0].zz)) {
            fail_hydrostatics(&subject, "no answer where an open edge is wet", above, &results[0]);
        }
    }
}

static void check_closed(const struct shared_mesh *shared, struct buoy_mesh *mesh) {
    const struct buoy_mesh_info info = mesh_info(mesh);
    struct buoy_volume *results = test_alloc(shared->count * sizeof *results);
    struct subject subject = subject_of(mesh, shared);
    const double slack = importer_slack * info.volume;
    for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
        const bool is_blocks = strcmp(subject.kernel->method->name, "blocks") == 0;
        ask_all(&subject, shared->planes, shared->count, results);
        for (size_t k = 0; k < shared->count; ++k) {
            struct buoy_volume expected = volume_part(&shared->expected[k]);
            if (expected.volume == 0.0) {
                expected =
                    (struct buoy_volume){0.0, {info.centre[0], info.centre[1], info.centre[2]}};
            }
            expect(&subject, "the exact answer", shared->planes[k], results[k], expected, slack,
                   misplaced(mesh, slack, expected.volume));
            if (is_blocks) {
                check_blocks(&subject, shared->planes[k], results[k], expected);
            }
        }
    }
    check_closed_hydrostatics(shared, mesh);
}

static void check_open(const struct shared_mesh *shared, struct buoy_mesh *mesh) {
    // For open meshes the folder has only queries with an answer: the water wets no open edge.
    // Bounds grow with κ, so that they never fall below a share of area × diagonal, however
    // little volume the mesh encloses when its holes are closed by a fan.
    const struct buoy_mesh_info info = mesh_info(mesh);
    struct buoy_volume *results = test_alloc(shared->count * sizeof *results);
    struct subject subject = subject_of(mesh, shared);
    const struct buoy_plane above = {{0.0f, 0.0f, 1.0f}, (float)(info.centre[2] + info.diagonal)};
    for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
        const struct buoy_method *method = subject.kernel->method;
        ask_open(&subject, shared->planes, shared->count, results);
        for (size_t k = 0; k < shared->count; ++k) {
            const struct buoy_volume expected = volume_part(&shared->expected[k]);
            const double v = fabs(expected.volume);
            const struct buoy_volume_bounds bounds =
                method->volume.bounds(mesh, &shared->planes[k], 0);
            const double volume_most = (bounds.volume + importer_slack) * fabs(info.volume);
            const double centroid_most =
                bounds.centroid * info.diagonal + misplaced(mesh, volume_most, v);
            if (!(fabs(results[k].volume - expected.volume) <= volume_most) ||
                (v >= 1e-3 * fabs(info.volume) &&
                 !(distance(results[k], expected) <= centroid_most))) {
                print_error("expected volume %.17g at (%.17g %.17g %.17g)\n", expected.volume,
                            expected.centre[0], expected.centre[1], expected.centre[2]);
                fail_answer(&subject, "the exact answer on an open mesh", shared->planes[k],
                            results[k]);
            }
        }
        ask_open(&subject, &above, 1, results);
        if (!isnan(results[0].volume) || !isnan(results[0].centre[0])) {
            fail_answer(&subject, "no answer where an open edge is wet", above, results[0]);
        }
    }
    check_open_hydrostatics(shared, mesh);
}

TEST(meshes) {
    size_t count, closed = 0;
    struct shared_mesh *meshes = shared_meshes(&count);
    for (size_t i = 0; i < count; ++i) {
        struct buoy_mesh *mesh;
        const enum buoy_status status = make_mesh(&meshes[i], 0, &mesh);
        if (status == BUOY_OK) {
            ++closed;
            check_closed(&meshes[i], mesh);
        } else if (status == BUOY_ERROR_OPEN || status == BUOY_ERROR_WINDING) {
            assert_int_equal(make_mesh(&meshes[i], BUOY_MESH_ACCEPT_OPEN, &mesh), BUOY_OK);
            check_open(&meshes[i], mesh);
        } else {
            fail_msg("%s: %s", meshes[i].name, buoy_status_text(status));
        }
        printf("%s: %zu planes, %s\n", meshes[i].name, meshes[i].count,
               status == BUOY_OK ? "closed" : buoy_status_text(status));
        buoy_mesh_destroy(mesh);
        shared_mesh_free(&meshes[i]);
    }
    free(meshes);
    assert_true(closed > 0);
}

static bool has_shared_meshes(void) {
    return importer_is_built() && shared_folder();
}

TEST_NEEDS(has_shared_meshes)
