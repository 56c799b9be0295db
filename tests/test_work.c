// The work of a kernel: the counting variants answer with the bits of the scalar twins, so that
// they do the same work, and what can be counted by hand is counted so.
#include "body.h"
#include "buoyancy_kernels.h"
#include "counted.h"
#include "families.h"
#include "meshes/meshes.h"
#include "test.h"
#include "work.h"

static struct buoy_mesh *open_mesh(const char *specification) {
    struct buoy_mesh *mesh = NULL;
    assert_int_equal(cli_open_mesh(specification, 0, &mesh), 0);
    return mesh;
}

// The answers of a kernel to queries, and those of the counting twin of its method.
struct pair {
    struct queries queries;
    struct scratch scratch;
    void *expected, *counted;
};

static void open_pair(struct pair *pair, const struct family *family,
                      const struct workload *workload, const struct buoy_mesh *mesh,
                      const struct buoy_kernel *kernel) {
    *pair = (struct pair){.queries = {.family = family,
                                      .workload = workload,
                                      .mesh = mesh,
                                      .seed = 5,
                                      .count = 40,
                                      .voxels = 8}};
    assert_int_equal(family->make(&pair->queries), 0);
    assert_int_equal(queries_make_scratch(&pair->queries, kernel, &pair->scratch), 0);
    pair->expected = calloc(pair->queries.count, family->answer_bytes);
    pair->counted = calloc(pair->queries.count, family->answer_bytes);
    assert_true(pair->expected && pair->counted);
}

static void close_pair(struct pair *pair) {
    scratch_free(&pair->scratch);
    queries_free(&pair->queries);
    free(pair->expected);
    free(pair->counted);
}

// Counts a kernel's work on a mesh, or on its family's substitute.
static struct work count_on(const struct buoy_mesh *mesh, const char *id, const char *workload) {
    const struct buoy_kernel *kernel = buoy_kernel_find(id);
    assert_non_null(kernel);
    const struct family *family = family_at(0);
    for (size_t i = 1; family && !family_owns(family, kernel); ++i) {
        family = family_at(i);
    }
    if (!family) {
        fail_msg("%s: no such family", id);
        return (struct work){0};
    }
    struct work work = {0};
    bool done = false;
    for (size_t i = 0; i < family->workload_count && !done; ++i) {
        const struct workload *here = &family->workloads[i];
        if (workload ? strcmp(here->name, workload) != 0 : !family_takes(family, here, kernel)) {
            continue;
        }
        struct pair pair;
        open_pair(&pair, family, here, family->place ? NULL : mesh, kernel);
        family->ask(&pair.queries, kernel, &pair.scratch, 0, pair.queries.count, pair.expected);
        assert_true(work_count(&pair.queries, kernel, &pair.scratch, pair.counted, &work));
        assert_memory_equal(pair.counted, pair.expected, pair.queries.count * family->answer_bytes);
        close_pair(&pair);
        done = true;
    }
    assert_true(done);
    return work;
}

// Bits and counts of every template, in every workload that it can run.
TEST(bits_of_the_twins) {
    static const char *const meshes[] = {"builtin:box", "builtin:star:320", "builtin:sphere:1280"};
    size_t templates = 0;
    for (size_t m = 0; m < sizeof meshes / sizeof meshes[0]; ++m) {
        struct buoy_mesh *mesh = open_mesh(meshes[m]);
#define COUNT(family_name, method_name)                                                            \
    {                                                                                              \
        const struct work work = count_on(mesh, #family_name "/" #method_name "/scalar", NULL);    \
        assert_true(work.flops > 0.0 && work.bytes > 0.0);                                         \
        assert_true(work.doubles >= 0.0 && work.doubles <= work.flops);                            \
        ++templates;                                                                               \
    }
        BUOY_FOR_EACH_TEMPLATE(COUNT)
        buoy_mesh_destroy(mesh);
    }
    assert_true(templates >= 27);
}

// Terms of a scattered body's volume are added up in double.
TEST(scattered) {
    static const char *const ids[] = {"volume/blocks/scalar", "volume/hierarchy/scalar",
                                      "hydrostatics/blocks/scalar"};
    struct buoy_mesh *mesh = mesh_of(body_two_cubes(20.0), 0);
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; ++i) {
        assert_true(count_on(mesh, ids[i], "hot").doubles > 0.0);
    }
}

// By any variant's name the count is that of its method; the baseline and others have none.
TEST(which_methods) {
    struct buoy_mesh *mesh = open_mesh("builtin:box");
    const double flops = count_on(mesh, "volume/blocks/scalar", "hot").flops;
    for (size_t i = 0; i < buoy_kernel_count(); ++i) {
        const struct buoy_kernel *kernel = buoy_kernel_at(i);
        struct buoy_kernel_info info;
        buoy_kernel_get_info(kernel, &info, NULL);
        if (strcmp(info.family, "volume") != 0 || !info.runnable) {
            continue;
        }
        struct pair pair;
        struct work work;
        open_pair(&pair, &family_volume, &family_volume.workloads[0], mesh, kernel);
        const bool counted = work_count(&pair.queries, kernel, &pair.scratch, pair.counted, &work);
        const bool is_template =
            strncmp(info.method, "indexed", 7) == 0 || strncmp(info.method, "blocks", 6) == 0 ||
            strncmp(info.method, "hierarchy", 9) == 0 || strcmp(info.method, "batch") == 0;
        assert_true(counted == is_template);
        assert_true((work.flops > 0.0) == is_template);
        if (strcmp(info.method, "blocks") == 0) {
            assert_true(work.flops == flops);
        }
        close_pair(&pair);
    }
    buoy_mesh_destroy(mesh);
}

// Counts by hand, for `blocks` on a box half under water. It is one block of 16 triangles: 12, and
// 4 that have no area and no corner under water. Heights of three corners take 3 × 6 operations for
// each of them. 10 triangles have a corner under water (all but the two on top): shares of edges
// take 8 operations, weights 15, h in double 6, and the four sums 2 + 3 × 7. Adding up 16 lanes
// takes 15 operations in double for each of the four sums.
TEST(by_hand) {
    struct buoy_mesh *mesh = open_mesh("builtin:box");
    const struct buoy_mesh_info info = mesh_info(mesh);
    const struct buoy_plane plane = {.normal = {0.0f, 0.0f, 1.0f}}; // through the centre
    const struct buoy_volume_query query = {.mesh = mesh, .planes = &plane, .count = 1};
    struct buoy_volume answer;
    work_counted = (struct work_counted){0};
    buoy_volume_blocks_counted(&query, &answer);
    assert_true(fabs(answer.volume - 0.5 * info.volume) < 1e-6 * info.volume);
    assert_int_equal(work_counted.floats, 16 * 18 + 10 * (8 + 15 + 23));
    assert_int_equal(work_counted.doubles, 10 * 6 + 4 * 15);
    // Three corners of each triangle; four numbers of double for h and four sums of the wet ones;
    // and the sums again at the end.
    assert_int_equal(work_counted.bytes, 16 * 36 + 10 * (32 + 16) + 4 * 64);
    buoy_mesh_destroy(mesh);
}

// A body that is dry or wholly under water costs its lanes nothing.
TEST(nothing_to_cut) {
    struct buoy_mesh *mesh = open_mesh("builtin:sphere:1280");
    for (int side = -1; side <= 1; side += 2) {
        const struct buoy_plane plane = {.normal = {0.0f, 0.0f, 1.0f}, .d = 1e3f * (float)side};
        const struct buoy_volume_query query = {.mesh = mesh, .planes = &plane, .count = 1};
        struct buoy_volume answer;
        work_counted = (struct work_counted){0};
        buoy_volume_blocks_counted(&query, &answer);
        assert_int_equal(work_counted.floats + work_counted.doubles + work_counted.bytes, 0);
    }
    buoy_mesh_destroy(mesh);
}

// How many queries a call has changes nothing for `blocks`, which answers one after another.
TEST(crowds) {
    struct buoy_mesh *mesh = open_mesh("builtin:barrel");
    const struct buoy_kernel *kernel = buoy_kernel_find("volume/blocks/scalar");
    double flops[2];
    for (size_t i = 0; i < 2; ++i) {
        struct pair pair;
        struct work work;
        const struct workload workload = {.name = "w", .per_call = i == 0 ? 1 : 40};
        open_pair(&pair, &family_volume, &workload, mesh, kernel);
        assert_true(work_count(&pair.queries, kernel, &pair.scratch, pair.counted, &work));
        flops[i] = work.flops;
        close_pair(&pair);
    }
    assert_true(flops[0] == flops[1]);
    buoy_mesh_destroy(mesh);
}
