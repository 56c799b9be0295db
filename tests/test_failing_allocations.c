// Memory that runs out, at each allocation in turn: the library, or a reader of mesh files, reports
// that it is out of memory, leaves nothing allocated, and hands over nothing.
#include "allocations.h"
#include "body.h"
#include "buoyancy_hydrostatics.h"
#include "buoyancy_pressure.h"
#include "buoyancy_water.h"
#include "child.h"
#include "meshes/meshes.h"
#include "test.h"

// The result of an attempt.
struct ending {
    enum buoy_status status;
    struct buoy_error error;
    bool handed_over; // what was to be made is there
};

// `sound`: what the attempt ends with if no allocation fails.
static void expect_ending(const char *name, const struct ending *ending, enum buoy_status sound,
                          bool failed) {
    const enum buoy_status expected = failed ? BUOY_ERROR_MEMORY : sound;
    // A refusal may lack the advice for which there was no memory.
    FAIL_IF(ending->status != expected && !(failed && sound != BUOY_OK && ending->status == sound),
            "%s: status %d (%s), expected %d", name, ending->status, ending->error.message,
            expected);
    FAIL_IF(ending->status == BUOY_ERROR_MEMORY && !strstr(ending->error.message, "out of memory"),
            "%s: the error is \"%s\"", name, ending->error.message);
    FAIL_IF(ending->error.status != ending->status ||
                ending->handed_over != (ending->status == BUOY_OK),
            "%s: status %d, the error's %d, something handed over: %d", name, ending->status,
            ending->error.status, ending->handed_over);
}

// The initial value of a pointer that must be overwritten, also by NULL.
static max_align_t nowhere;

// ------------------------------------------------------------------------------- meshes

struct making {
    const char *name;
    const struct body *body;
    unsigned flags;
    enum buoy_status sound;
    struct ending ending;
};

static void create(void *context) {
    struct making *making = context;
    const struct buoy_mesh_input input = body_input(making->body, making->flags);
    struct buoy_mesh *mesh = (void *)&nowhere;
    making->ending.status = buoy_mesh_create(&input, &mesh, &making->ending.error);
    making->ending.handed_over = mesh;
    if (making->ending.status == BUOY_OK) {
        buoy_mesh_destroy(mesh);
    }
}

static void judge_making(void *context, bool failed) {
    const struct making *making = context;
    expect_ending(making->name, &making->ending, making->sound, failed);
}

// One way through the making of a mesh that succeeds, one that is refused, and one of a size at
// which all of it is used. test_allocator has the other ways, with memory of its own; this is the C
// library's, also if it were asked past the allocator.
TEST(meshes) {
    struct body inward = body_inside_out(body_box(1, 2, 3)), open = body_box(1, 2, 3);
    struct body large = body_builtin("builtin:sphere:5120");
    --open.triangle_count;
    struct making cases[] = {
        {"inward, repaired", &inward, BUOY_MESH_FIX_WINDING, BUOY_OK, {0}},
        {"open", &open, 0, BUOY_ERROR_OPEN, {0}},
        {"open, closed", &open, BUOY_MESH_CLOSE, BUOY_OK, {0}},
        {"large", &large, BUOY_MESH_REPAIR, BUOY_OK, {0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        struct body before = body_copy(cases[i].body);
        const size_t count = allocations_try_each(
            &(struct allocations_attempt){cases[i].name, create, judge_making, &cases[i]});
        assert_true(count >= 2);
        // The arrays of a body, to be compared with: nobody may change them.
        const struct body *body = cases[i].body;
        assert_memory_equal(body->positions, before.positions, 12 * body->vertex_count);
        assert_memory_equal(body->indices, before.indices, 12 * body->triangle_count);
    }
}

// -------------------------------------------------------------------------------- water

static void create_waves(void *context) {
    struct ending *ending = context;
    const struct buoy_wave waves[2] = {{.amplitude = 1, .wavelength = 20},
                                       {.amplitude = 0.5f, .wavelength = 9, .phase = 1}};
    struct buoy_waves *made = (void *)&nowhere;
    ending->status = buoy_waves_create(waves, 2, 9.81, 0.0, &made, &ending->error);
    ending->handed_over = made;
    if (ending->status == BUOY_OK) {
        buoy_waves_destroy(made);
    }
}

static void create_patch(void *context) {
    struct ending *ending = context;
    const struct buoy_patch_grid grid = {
        .spacing[0] = 1, .spacing[1] = 1, .columns = 32, .rows = 32};
    struct buoy_patch *made = (void *)&nowhere;
    ending->status = buoy_patch_create(&grid, &made, &ending->error);
    ending->handed_over = made;
    if (ending->status == BUOY_OK) {
        buoy_patch_destroy(made);
    }
}

static void judge_water(void *context, bool failed) {
    expect_ending("water", context, BUOY_OK, failed);
}

TEST(water) {
    struct ending ending = {0};
    assert_true(allocations_try_each(&(struct allocations_attempt){"waves", create_waves,
                                                                   judge_water, &ending}) >= 1);
    assert_true(allocations_try_each(&(struct allocations_attempt){"patch", create_patch,
                                                                   judge_water, &ending}) >= 1);
}

// Queries allocate nothing, whatever is asked.
TEST(queries_allocate_nothing) {
    static const char *const builtins[] = {"builtin:box", "builtin:sphere:5120"};
    for (size_t i = 0; i < 2; ++i) {
        struct buoy_mesh *mesh = mesh_of(body_builtin(builtins[i]), 0);
        const struct buoy_plane planes[3] = {{{0, 0, 1}, 0}, {{1, 2, 3}, 0.1f}, {{0, 1, 0}, -9}};
        struct buoy_volume volumes[3];
        struct buoy_hydrostatics answers[3];
        struct buoy_draft_info floating;
        double d;
        const struct buoy_mesh_info info = mesh_info(mesh);
        allocations_begin(0, true);
        const enum buoy_status volume = buoy_volume_compute(
            &(struct buoy_volume_query){.mesh = mesh, .planes = planes, .count = 3}, volumes, NULL);
        const enum buoy_status hydrostatics = buoy_hydrostatics_compute(
            &(struct buoy_hydrostatics_query){.mesh = mesh, .planes = planes, .count = 3}, answers,
            NULL);
        const enum buoy_status draft =
            buoy_draft(mesh, (const double[3]){0, 0, 1}, 0.5 * info.volume, &d, &floating, NULL);
        const struct allocations had = allocations_end();
        assert_int_equal(volume, BUOY_OK);
        assert_int_equal(hydrostatics, BUOY_OK);
        assert_int_equal(draft, BUOY_OK);
        assert_int_equal(had.asked, 0);
    }
}

// -------------------------------------------------------------------------------- files

struct loading {
    const char *path;
    struct ending ending;
};

static void load(void *context) {
    struct loading *loading = context;
    struct mesh_data data = {0};
    loading->ending.error = (struct buoy_error){.status = BUOY_OK};
    loading->ending.status = mesh_data_load(loading->path, &data, &loading->ending.error);
    loading->ending.handed_over = loading->ending.status == BUOY_OK;
    if (loading->ending.handed_over) {
        mesh_data_free(&data);
    }
}

static void judge_loading(void *context, bool failed) {
    const struct loading *loading = context;
    expect_ending(loading->path, &loading->ending, BUOY_OK, failed);
}

static void try_loading(const char *path) {
    struct loading loading = {.path = path};
    assert_true(allocations_try_each(
                    &(struct allocations_attempt){path, load, judge_loading, &loading}) >= 2);
}

TEST(builtins) {
    static const char *const names[] = {"box",    "sphere", "torus",    "wigley",
                                        "barrel", "star",   "catamaran"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        char name[40];
        snprintf(name, sizeof name, "builtin:%s", names[i]);
        try_loading(name);
    }
}

// A tetrahedron in every format; of glTF one whose buffer is in the text and in nodes, and
// triangles that are moved by all that can move them, with a buffer beside the text.
TEST(files) {
    SKIP_IF(!importer_is_built(), "no reader of mesh files is built");
    try_loading(scratch_write_text("t.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
                                            "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"));
    try_loading(scratch_write_text("t.off", "OFF\n4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n"
                                            "3 0 2 1\n3 0 1 3\n3 1 2 3\n3 2 0 3\n"));
    try_loading(scratch_write_text("t.ply", "ply\nformat ascii 1.0\nelement vertex 4\n"
                                            "property float x\nproperty float y\n"
                                            "property float z\nelement face 4\n"
                                            "property list uchar int vertex_indices\nend_header\n"
                                            "0 0 0\n1 0 0\n0 1 0\n0 0 1\n"
                                            "3 0 2 1\n3 0 1 3\n3 1 2 3\n3 2 0 3\n"));
    try_loading(scratch_write_text("t.stl", "solid t\nfacet normal 0 0 -1\nouter loop\n"
                                            "vertex 0 0 0\nvertex 0 1 0\nvertex 1 0 0\n"
                                            "endloop\nendfacet\nendsolid t\n"));
    try_loading(scratch_write_text(
        "t.gltf",
        "{\"asset\": {\"version\": \"2.0\"}, \"scene\": 0, \"scenes\": [{\"nodes\": [0]}],\n"
        " \"nodes\": [{\"children\": [1], \"scale\": [2, 2, 2]},\n"
        "             {\"mesh\": 0, \"translation\": [1, 2, 3]}],\n"
        " \"meshes\": [{\"primitives\": [{\"attributes\": {\"POSITION\": 0}}]}],\n"
        " \"accessors\": [{\"bufferView\": 0, \"componentType\": 5126, \"count\": 3,\n"
        "                 \"type\": \"VEC3\", \"min\": [0, 0, 0], \"max\": [1, 1, 0]}],\n"
        " \"bufferViews\": [{\"buffer\": 0, \"byteLength\": 36}],\n"
        " \"buffers\": [{\"byteLength\": 36, \"uri\": \"data:application/octet-stream;base64,"
        "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"}]}\n"));
    const float numbers[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}; // points, or weights of joints
    scratch_write("t.bin", numbers, sizeof numbers);
    try_loading(scratch_write_text(
        "moved.gltf",
        "{\"asset\": {\"version\": \"2.0\"}, \"scene\": 0, \"scenes\": [{\"nodes\": [0, 1]}],\n"
        " \"nodes\": [{\"mesh\": 0, \"skin\": 0},\n"
        "             {\"mesh\": 0, \"extensions\": {\"EXT_mesh_gpu_instancing\":\n"
        "               {\"attributes\": {\"TRANSLATION\": 0}}}}],\n"
        " \"skins\": [{\"joints\": [1]}],\n"
        " \"meshes\": [{\"weights\": [1], \"primitives\": [{\"attributes\": {\"POSITION\": 0,\n"
        "   \"JOINTS_0\": 1, \"WEIGHTS_0\": 2}, \"targets\": [{\"POSITION\": 0}]}]}],\n"
        " \"accessors\": [{\"bufferView\": 0, \"componentType\": 5126, \"count\": 3,\n"
        "                 \"type\": \"VEC3\"},\n"
        "                {\"bufferView\": 1, \"componentType\": 5121, \"count\": 3,\n"
        "                 \"type\": \"VEC4\"},\n"
        "                {\"bufferView\": 0, \"componentType\": 5126, \"count\": 3,\n"
        "                 \"type\": \"VEC4\"}],\n"
        " \"bufferViews\": [{\"buffer\": 0, \"byteLength\": 48},\n"
        "                  {\"buffer\": 0, \"byteOffset\": 4, \"byteLength\": 12}],\n"
        " \"buffers\": [{\"byteLength\": 48, \"uri\": \"t.bin\"}]}\n"));
}
