// buoy_set_allocator(): all memory comes from it and goes back to it. Whichever allocation fails,
// the library reports that it is out of memory, holds no memory, and hands over nothing.
#include "base/memory.h"
#include "body.h"
#include "buoyancy_pressure.h"
#include "buoyancy_water.h"
#include "counted_memory.h"
#include "everything.h"
#include "test.h"
#include "water/water.h"

// A value that must be overwritten, also by NULL.
static max_align_t nowhere;

// --------------------------------------------------------------------- calls that fail in turn

struct attempt {
    const char *name;
    // Makes something and destroys it. After an error, nothing may have been handed over.
    enum buoy_status (*run)(const struct attempt *attempt, struct buoy_error *error);
    const struct body *body;
    const struct buoy_mesh *mesh;
    unsigned flags;
    size_t count; // of waves, or of a patch's rows
};

// A single try, with the call of a number failing. Returns whether there was one. `sound` is what
// it ends with if none fails.
static bool try_one(const struct attempt *attempt, struct counted_memory *memory, size_t failing,
                    bool all, enum buoy_status sound) {
    const size_t blocks = memory->blocks, bytes = memory->bytes;
    struct buoy_error error = {.status = BUOY_OK};
    counted_memory_fail(memory, failing, all);
    const enum buoy_status status = attempt->run(attempt, &error);
    // A refusal may lack the advice for which there was no memory.
    const bool expected = memory->failed
                              ? status == BUOY_ERROR_MEMORY || (sound != BUOY_OK && status == sound)
                              : status == sound;
    FAIL_IF(!expected || error.status != status ||
                (status == BUOY_ERROR_MEMORY && !strstr(error.message, "out of memory")),
            "%s, flags %u, call %zu fails: status %d (%s)", attempt->name, attempt->flags, failing,
            status, error.message);
    FAIL_IF(memory->blocks != blocks || memory->bytes != bytes,
            "%s, flags %u, call %zu fails: %zu blocks of %zu bytes are left", attempt->name,
            attempt->flags, failing, memory->blocks - blocks, memory->bytes - bytes);
    FAIL_IF(memory->misuse, "%s, flags %u: %s", attempt->name, attempt->flags, memory->misuse);
    return memory->failed;
}

// Returns how many blocks are asked for if no call fails.
static size_t try_each(const struct attempt *attempt, struct counted_memory *memory) {
    struct buoy_error error;
    counted_memory_fail(memory, SIZE_MAX, false);
    const enum buoy_status sound = attempt->run(attempt, &error);
    for (int all = 0; all < 2; ++all) {
        for (size_t k = 0; try_one(attempt, memory, k, all, sound);) {
            ++k;
        }
    }
    return memory->asked;
}

static enum buoy_status create(const struct attempt *attempt, struct buoy_error *error) {
    const struct buoy_mesh_input input = body_input(attempt->body, attempt->flags);
    struct buoy_mesh *mesh = (void *)&nowhere;
    const enum buoy_status status = buoy_mesh_create(&input, &mesh, error);
    assert_true((mesh != NULL) == (status == BUOY_OK));
    buoy_mesh_destroy(mesh);
    return status;
}

static enum buoy_status diagnose(const struct attempt *attempt, struct buoy_error *error) {
    const struct buoy_mesh_input input = body_input(attempt->body, 0);
    struct buoy_diagnosis diagnosis;
    error->status = BUOY_OK; // not written otherwise
    return buoy_mesh_diagnose(&input, &diagnosis, error);
}

static enum buoy_status find_hidden(const struct attempt *attempt, struct buoy_error *error) {
    uint8_t hidden[16 * 12];
    return buoy_mesh_find_hidden(attempt->mesh, hidden, error);
}

static enum buoy_status create_waves(const struct attempt *attempt, struct buoy_error *error) {
    const struct buoy_wave waves[2] = {{.amplitude = 1, .wavelength = 20},
                                       {.amplitude = 0.5f, .wavelength = 9, .phase = 1}};
    struct buoy_waves *made = (void *)&nowhere;
    const enum buoy_status status =
        buoy_waves_create(waves, attempt->count, 9.81, 0.0, &made, error);
    assert_true((made != NULL) == (status == BUOY_OK));
    buoy_waves_destroy(made);
    return status;
}

static enum buoy_status create_patch(const struct attempt *attempt, struct buoy_error *error) {
    const struct buoy_patch_grid grid = {
        .spacing = {1, 1}, .columns = 3, .rows = (uint32_t)attempt->count};
    struct buoy_patch *made = (void *)&nowhere;
    const enum buoy_status status = buoy_patch_create(&grid, &made, error);
    assert_true((made != NULL) == (status == BUOY_OK));
    if (made) {
        assert_true(buoy_patch_height(made, 1.5, 0.5) == 0.0);
    }
    buoy_patch_destroy(made);
    return status;
}

// Boxes in each other, each wound as it is given.
static struct body nested(int count, bool inward) {
    struct body body = body_box((float)count, (float)count, (float)count);
    for (int i = count - 1; i > 0; --i) {
        body = body_joined(body, body_box((float)i, (float)i, (float)i));
    }
    return inward ? body_inside_out(body) : body;
}

// Bodies that go all the ways through the making of a mesh, with every set of flags.
TEST(meshes) {
    struct body box = body_box(1, 2, 3);
    struct body bodies[] = {
        body_box(1, 2, 3),
        body_inside_out(body_box(1, 2, 3)),
        body_joined(body_box(4, 4, 4), body_joined(body_inside_out(body_box(2, 2, 2)),
                                                   body_inside_out(body_box(1, 1, 1)))),
        nested(16, true),
        body_box(1, 2, 3), // to be opened
        body_box(1, 2, 3), // to be made inconsistent
        body_box(1, 1, 0),
        body_refine(&box),
        body_builtin("builtin:sphere:500"),
    };
    --bodies[4].triangle_count;
    body_flip(&bodies[5], 3);
    struct counted_memory memory;
    counted_memory_begin(&memory);
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; ++i) {
        struct body before = body_copy(&bodies[i]);
        for (unsigned flags = 0; flags < 16; ++flags) {
            const struct attempt making = {
                .name = "making", .run = create, .body = &bodies[i], .flags = flags};
            assert_true(try_each(&making, &memory) >= 2);
        }
        const struct attempt diagnosing = {
            .name = "diagnosis", .run = diagnose, .body = &bodies[i]};
        assert_true(try_each(&diagnosing, &memory) > 5);
        assert_memory_equal(bodies[i].positions, before.positions, 12 * before.vertex_count);
        assert_memory_equal(bodies[i].indices, before.indices, 12 * before.triangle_count);
    }
    counted_memory_end(&memory);
}

TEST(hidden_triangles) {
    struct counted_memory memory;
    counted_memory_begin(&memory);
    struct buoy_mesh *mesh = mesh_of(nested(16, false), 0);
    const struct attempt hiding = {.name = "hidden triangles", .run = find_hidden, .mesh = mesh};
    assert_true(try_each(&hiding, &memory) > 5);
    test_end(mesh);
    counted_memory_end(&memory);
}

TEST(water) {
    struct counted_memory memory;
    counted_memory_begin(&memory);
    for (size_t count = 0; count <= 2; ++count) {
        const struct attempt waves = {.name = "waves", .run = create_waves, .count = count};
        assert_true(try_each(&waves, &memory) >= 1);
        const struct attempt patch = {.name = "patch", .run = create_patch, .count = count + 2};
        assert_true(try_each(&patch, &memory) >= 3);
    }
    counted_memory_end(&memory);
}

// ------------------------------------------------------------------------- what is asked for

// A mesh is of any alignment that was asked for and no other, and its bytes are there.
TEST(alignments) {
    struct counted_memory memory;
    counted_memory_begin(&memory);
    struct buoy_mesh *mesh = mesh_of(body_builtin("builtin:sphere:500"), BUOY_MESH_REPAIR);
    const struct buoy_mesh_info info = mesh_info(mesh);
    assert_int_equal(memory.alignments, 64 | _Alignof(max_align_t));
    assert_int_equal(memory.blocks, 1);
    assert_in_range(memory.bytes, info.bytes, info.bytes + 1024);
    assert_true(memory.most_bytes > memory.bytes);
    test_end(mesh);
    counted_memory_end(&memory);
}

// Memory that held anything before makes the mesh that the C library's makes.
TEST(same_mesh) {
    const struct buoy_plane planes[3] = {{{0, 0, 1}, 0.1f}, {{1, 2, 3}, 0}, {{-1, 0.5f, 0}, 0.2f}};
    struct buoy_volume volumes[2][3];
    struct buoy_mesh_info infos[2];
    memset(infos, 0, sizeof infos);
    for (int i = 0; i < 2; ++i) {
        struct counted_memory memory;
        if (i == 1) {
            counted_memory_begin(&memory);
        }
        struct buoy_mesh *mesh = mesh_of(body_builtin("builtin:star:1000"), BUOY_MESH_REPAIR);
        assert_int_equal(
            buoy_volume_compute(
                &(struct buoy_volume_query){.mesh = mesh, .planes = planes, .count = 3}, volumes[i],
                NULL),
            BUOY_OK);
        buoy_mesh_get_info(mesh, &infos[i], NULL);
        test_end(mesh);
        if (i == 1) {
            counted_memory_end(&memory);
        }
    }
    assert_memory_equal(volumes[0], volumes[1], sizeof *volumes);
    assert_memory_equal(&infos[0].centre, &infos[1].centre, sizeof infos[0].centre);
    assert_true(infos[0].volume == infos[1].volume && infos[0].bytes == infos[1].bytes);
}

static struct counted_memory watched;
static size_t asked_before;

static void before(const char *call) {
    (void)call;
    asked_before = watched.asked;
}

static void after(const char *about, size_t question) {
    FAIL_IF(watched.asked != asked_before, "question %zu about %s allocates", question, about);
}

static void answered(const double *numbers, size_t count) {
    (void)numbers;
    (void)count;
}

TEST(queries_allocate_nothing) {
    counted_memory_begin(&watched);
    everything_make(state);
    const struct everything_hooks hooks = {before, after, answered};
    everything_ask(&hooks);
    everything_free(state);
    assert_true(watched.asked > 0);
    counted_memory_end(&watched);
}

// ------------------------------------------------------------------------ setting an allocator

static void *allocate_nothing(void *context, size_t bytes, size_t alignment) {
    (void)bytes;
    (void)alignment;
    ++*(size_t *)context;
    return NULL;
}

static void release_nothing(void *context, void *memory, size_t bytes, size_t alignment) {
    (void)context;
    (void)memory;
    (void)bytes;
    (void)alignment;
    fail_msg("there is nothing to release");
}

static void expect_refusal(const struct buoy_allocator *allocator, const char *word) {
    struct buoy_error error = {.status = BUOY_OK};
    assert_int_equal(buoy_set_allocator(allocator, &error), BUOY_ERROR_ARGUMENT);
    assert_int_equal(error.status, BUOY_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, word));
    assert_int_equal(buoy_set_allocator(allocator, NULL), BUOY_ERROR_ARGUMENT);
}

// An allocator that is refused changes nothing; an error may be left out.
TEST(refused) {
    size_t calls = 0;
    expect_refusal(&(struct buoy_allocator){NULL, release_nothing, &calls}, "allocate");
    expect_refusal(&(struct buoy_allocator){allocate_nothing, NULL, &calls}, "release");
    test_end(mesh_of(body_box(1, 1, 1), 0));
    assert_int_equal(calls, 0);
}

// The allocator stays while the library holds memory of whatever kind, and no longer.
TEST(held) {
    size_t calls = 0;
    const struct buoy_allocator other = {allocate_nothing, release_nothing, &calls};
    const struct buoy_wave wave = {.amplitude = 1, .wavelength = 20};
    const struct buoy_patch_grid grid = {.spacing = {1, 1}, .columns = 2, .rows = 2};
    struct body box = body_box(1, 1, 1);
    struct counted_memory memory;
    counted_memory_begin(&memory);
    struct buoy_mesh *mesh = body_mesh(&box, 0);
    expect_refusal(&other, "held");
    expect_refusal(NULL, "held"); // the default one, too
    struct buoy_waves *waves;
    assert_int_equal(buoy_waves_create(&wave, 1, 9.81, 0.0, &waves, NULL), BUOY_OK);
    test_end(mesh);
    expect_refusal(&other, "held");
    struct buoy_patch *patch;
    assert_int_equal(buoy_patch_create(&grid, &patch, NULL), BUOY_OK);
    buoy_waves_destroy(waves);
    expect_refusal(&other, "held");
    buoy_patch_destroy(patch);
    assert_int_equal(memory.blocks, 0);
    assert_int_equal(calls, 0);

    struct buoy_error error = {.status = BUOY_ERROR_ARGUMENT};
    assert_int_equal(buoy_set_allocator(&other, &error), BUOY_OK);
    assert_int_equal(error.status, BUOY_OK);
    const struct buoy_mesh_input input = body_input(&box, 0);
    assert_int_equal(buoy_mesh_create(&input, &mesh, NULL), BUOY_ERROR_MEMORY);
    assert_true(calls > 0);
    counted_memory_end(&memory);
}

// NULL sets the C library's memory; each context gets what is asked while it is set.
TEST(contexts) {
    struct body box = body_box(1, 1, 1);
    struct counted_memory first, second;
    counted_memory_begin(&first);
    test_end(body_mesh(&box, 0));
    const size_t asked = first.asked;
    assert_true(asked > 0);
    counted_memory_begin(&second);
    test_end(body_mesh(&box, 0));
    assert_int_equal(first.asked, asked);
    assert_int_equal(second.asked, asked);
    counted_memory_end(&second);
    test_end(body_mesh(&box, 0));
    assert_int_equal(first.asked, asked);
    assert_int_equal(second.asked, asked);
    counted_memory_end(&first);
}

// ----------------------------------------------------------------------- the library's own side

// Sizes up to what a size_t can hold: those that cannot be are not asked for.
TEST(sizes) {
    size_t calls = 0;
    const struct buoy_allocator nothing = {allocate_nothing, release_nothing, &calls};
    assert_int_equal(buoy_set_allocator(&nothing, NULL), BUOY_OK);
    assert_null(buoy_allocate(SIZE_MAX / 2 + 1, 2));
    assert_null(buoy_allocate_zeroed(SIZE_MAX / 4 + 1, 4));
    assert_null(buoy_grow(NULL, SIZE_MAX / 12 + 1, 12));
    assert_null(buoy_allocate(SIZE_MAX, 1));
    assert_null(buoy_allocate_aligned(SIZE_MAX));
    assert_null(buoy_allocate_aligned(SIZE_MAX - 64 - 62)); // whole lines, with the first: one more
    assert_int_equal(calls, 0);
    assert_null(buoy_allocate_aligned(SIZE_MAX - 64 - 63));
    assert_int_equal(calls, 1);
    assert_null(buoy_allocate(SIZE_MAX / 2, 2)); // leaves less than a header takes
    assert_int_equal(calls, 1);
    assert_null(buoy_allocate(1, 1));
    assert_int_equal(calls, 2);
    assert_int_equal(buoy_set_allocator(NULL, NULL), BUOY_OK);
}

TEST(blocks) {
    struct counted_memory memory;
    counted_memory_begin(&memory);
    char *none = buoy_allocate(0, 8); // no bytes are no lack of memory
    assert_non_null(none);
    unsigned char *zeroed = buoy_allocate_zeroed(7, 3);
    for (int i = 0; i < 21; ++i) {
        assert_int_equal(zeroed[i], 0);
    }
    char *line = buoy_allocate_aligned(1);
    assert_int_equal((uintptr_t)line % 64, 0);
    line[0] = 1;
    uint16_t *grown = buoy_grow(NULL, 100, sizeof *grown);
    for (uint16_t i = 0; i < 100; ++i) {
        grown[i] = i;
    }
    const size_t blocks = memory.blocks;
    grown = buoy_grow(grown, 150, sizeof *grown);
    assert_int_equal(memory.blocks, blocks);
    counted_memory_fail(&memory, 0, true);
    assert_null(buoy_grow(grown, 200, sizeof *grown));
    for (uint16_t i = 0; i < 100; ++i) {
        assert_int_equal(grown[i], i);
    }
    buoy_release(NULL);
    buoy_release(none);
    buoy_release(zeroed);
    buoy_release(line);
    buoy_release(grown);
    counted_memory_end(&memory);
}
