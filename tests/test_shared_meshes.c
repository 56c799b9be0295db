// Every kernel on real meshes from elsewhere, as files, against exact answers computed elsewhere.
// Skipped where the folder, or the part that reads mesh files, is not there.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ask.h"
#include "meshes/meshes.h"
#include "registry.h"
#include "shared.h"

// Importers that do not round decimal text correctly are off by one unit in the last place here and
// there: by up to this share of the body's volume (the folder's README).
static const double importer_slack = 3e-8;

static enum buoy_status make_mesh(const struct shared_mesh *shared, unsigned flags,
                                  struct buoy_mesh **mesh) {
    struct mesh_data data;
    struct buoy_error error;
    if (mesh_data_load(shared->path, &data, &error) != BUOY_OK) {
        fail_msg("%s: %s", shared->name, error.message);
    }
    const struct buoy_mesh_input input = {
        .positions = data.positions,
        .vertex_count = data.vertex_count,
        .indices = data.indices,
        .triangle_count = data.triangle_count,
        .flags = flags | BUOY_MESH_WELD,
    };
    const enum buoy_status status = buoy_mesh_create(&input, mesh, &error);
    mesh_data_free(&data);
    return status;
}

static struct subject subject_of(struct buoy_mesh *mesh, const struct shared_mesh *shared) {
    return (struct subject){.mesh = mesh, .body = shared->name};
}

static double distance(struct buoy_volume a, struct buoy_volume b) {
    const double x = a.cx - b.cx, y = a.cy - b.cy, z = a.cz - b.cz;
    return sqrt(x * x + y * y + z * z);
}

// The bar of `blocks` on ordinary and barely wet bodies, where it is tighter than its bounds.
static void check_blocks(const struct subject *subject, struct buoy_plane plane,
                         struct buoy_volume got, struct buoy_volume expected) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(subject->mesh, &info);
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

static void check_closed(const struct shared_mesh *shared, struct buoy_mesh *mesh) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info);
    struct buoy_volume *results = malloc(shared->count * sizeof *results);
    struct subject subject = subject_of(mesh, shared);
    const double slack = importer_slack * info.volume;
    for (size_t i = 0; (subject.kernel = next_kernel(&i)) != NULL;) {
        const bool is_blocks = strcmp(subject.kernel->method->name, "blocks") == 0;
        ask_all(&subject, shared->planes, shared->count, results);
        for (size_t k = 0; k < shared->count; ++k) {
            struct buoy_volume expected = shared->expected[k];
            if (expected.volume == 0.0) {
                expected =
                    (struct buoy_volume){0.0, info.centre[0], info.centre[1], info.centre[2]};
            }
            expect(&subject, "the exact answer", shared->planes[k], results[k], expected, slack,
                   misplaced(mesh, slack, expected.volume));
            if (is_blocks) {
                check_blocks(&subject, shared->planes[k], results[k], expected);
            }
        }
    }
    free(results);
}

// Of an open mesh the folder asks only what has an answer: the water wets no open edge. Bounds grow
// with κ, so that they never fall below a share of area × diagonal, however little volume the mesh
// encloses when its holes are closed by a fan.
static void check_open(const struct shared_mesh *shared, struct buoy_mesh *mesh) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info);
    struct buoy_volume *results = malloc(shared->count * sizeof *results);
    struct subject subject = subject_of(mesh, shared);
    const struct buoy_plane above = {0.0f, 0.0f, 1.0f, (float)(info.centre[2] + info.diagonal)};
    for (size_t i = 0; (subject.kernel = next_kernel(&i)) != NULL;) {
        const struct buoy_method *method = subject.kernel->method;
        const double volume_most =
            (method->volume.volume_bound(mesh, 0) + importer_slack) * fabs(info.volume);
        ask_open(&subject, shared->planes, shared->count, results);
        for (size_t k = 0; k < shared->count; ++k) {
            const struct buoy_volume expected = shared->expected[k];
            const double v = fabs(expected.volume);
            const double centroid_most = method->volume.centroid_bound(mesh, 0) * info.diagonal +
                                         misplaced(mesh, volume_most, v);
            if (!(fabs(results[k].volume - expected.volume) <= volume_most) ||
                (v >= 1e-3 * fabs(info.volume) &&
                 !(distance(results[k], expected) <= centroid_most))) {
                print_error("expected volume %.17g at (%.17g %.17g %.17g)\n", expected.volume,
                            expected.cx, expected.cy, expected.cz);
                fail_answer(&subject, "the exact answer on an open mesh", shared->planes[k],
                            results[k]);
            }
        }
        ask_open(&subject, &above, 1, results);
        if (!isnan(results[0].volume) || !isnan(results[0].cx)) {
            fail_answer(&subject, "no answer where an open edge is wet", above, results[0]);
        }
    }
    free(results);
}

static void test_meshes(void **state) {
    (void)state;
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

int main(void) {
#ifndef BUOY_HAVE_ASSIMP
    printf("skipped: built without assimp\n");
    return 77;
#endif
    if (!shared_folder()) {
        printf("skipped: no folder of shared meshes\n");
        return 77;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_meshes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
