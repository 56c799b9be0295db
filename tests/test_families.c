// The queries of `run` and `verify`, for every family and workload: kernels that are right pass, an
// answer does not depend on how the queries are divided into calls, and the same seed makes the
// same queries.
#include "accuracy.h"
#include "body.h"
#include "buoyancy_kernels.h"
#include "copies.h"
#include "families.h"
#include "test.h"

static struct buoy_mesh *open_mesh(void) {
    struct buoy_mesh *mesh = mesh_of(body_box(1.0f, 2.0f, 0.5f), 0);
    return mesh;
}

static struct queries make_queries(const struct family *family, const struct workload *workload,
                                   const struct buoy_mesh *mesh, uint64_t seed) {
    struct queries queries = {
        .family = family,
        .workload = workload,
        .mesh = mesh,
        .seed = seed,
        .count = 100,
        .voxels = 16,
    };
    assert_int_equal(family->make(&queries), 0);
    assert_true(queries.count >= 100 && queries.count % queries.per_call == 0);
    return queries;
}

// Answers to all queries, put from `begin` on to the end and then from the start to there.
static void *ask(const struct queries *queries, const struct buoy_kernel *kernel, size_t begin) {
    struct scratch scratch;
    void *answers = calloc(queries->count, queries->family->answer_bytes);
    assert_non_null(answers);
    assert_int_equal(queries_make_scratch(queries, kernel, &scratch), 0);
    queries->family->ask(queries, kernel, &scratch, begin, queries->count, answers);
    queries->family->ask(queries, kernel, &scratch, 0, begin, answers);
    scratch_free(&scratch);
    return answers;
}

static void check_kernel(const struct queries *queries, const struct buoy_kernel *kernel,
                         const void *truth) {
    struct buoy_kernel_info info;
    buoy_kernel_get_info(kernel, &info, NULL);
    void *answers = ask(queries, kernel, 0);
    const size_t calls = queries->count / queries->per_call;
    void *again = ask(queries, kernel, calls / 3 * queries->per_call);
    const struct accuracy_case compared = {
        .queries = queries, .kernel = kernel, .truth = truth, .answers = answers};
    struct accuracy accuracy;
    assert_int_equal(accuracy_measure(&compared, &accuracy), 0);
    FAIL_IF(!accuracy.within_bounds, "%s, workload %s: beyond its bounds", info.id,
            queries->workload->name);
    assert_memory_equal(answers, again, queries->count * queries->family->answer_bytes);
    free(answers);
    free(again);
}

static void check_workload(const struct family *family, const struct workload *workload) {
    struct buoy_mesh *mesh = open_mesh();
    struct queries queries = make_queries(family, workload, mesh, 5);
    void *truth = test_alloc(queries.count * family->answer_bytes);
    assert_int_equal(family->find_truth(&queries, truth), 0);
    // Checks of large meshes ask fewer queries than were made: these get their truth, and nothing
    // is written behind it.
    struct queries few = queries;
    few.count = queries.per_call;
    const size_t bytes = few.count * few.family->answer_bytes, all = bytes + 4096;
    unsigned char *found = test_alloc(all), *wanted = test_alloc(all);
    memset(found, 0x5a, all);
    memset(wanted, 0x5a, all);
    memcpy(wanted, truth, bytes);
    memset(found, 0, bytes);
    assert_int_equal(few.family->find_truth(&few, found), 0);
    assert_memory_equal(found, wanted, all);
    size_t checked = 0;
    for (size_t i = 0; i < buoy_kernel_count(); ++i) {
        const struct buoy_kernel *kernel = buoy_kernel_at(i);
        struct buoy_kernel_info info;
        buoy_kernel_get_info(kernel, &info, NULL);
        if (info.runnable && family_takes(family, workload, kernel)) {
            check_kernel(&queries, kernel, truth);
            ++checked;
        }
    }
    assert_true(checked > 0);
    queries_free(&queries);
}

TEST(every_workload) {
    const struct family *family;
    for (size_t i = 0; (family = family_at(i)); ++i) {
        for (size_t k = 0; k < family->workload_count; ++k) {
            assert_true(k == 0 || strcmp(family->workloads[k].name, WORKLOAD_HOT) != 0);
            if (!family->workloads[k].threaded) { // the same queries, and none on one processor
                check_workload(family, &family->workloads[k]);
            }
        }
        check_workload(family, &workload_trial);
    }
}

// Equal bits for one seed, others for another: seen by a query's description.
TEST(seeds) {
    const struct family *family;
    struct buoy_mesh *mesh = open_mesh();
    for (size_t i = 0; (family = family_at(i)); ++i) {
        char texts[3][200];
        for (size_t k = 0; k < 3; ++k) {
            struct queries queries =
                make_queries(family, &family->workloads[0], mesh, k < 2 ? 7 : 8);
            family->describe(&queries, 50, texts[k], sizeof texts[k]);
            queries_free(&queries);
        }
        assert_string_equal(texts[0], texts[1]);
        assert_string_not_equal(texts[0], texts[2]);
    }
}

// Copies are meshes of as many triangles, stretched by a quarter at most, no two alike.
TEST(copies) {
    struct buoy_mesh *mesh = open_mesh();
    struct copies copies;
    assert_int_equal(copies_count(mesh), COPIES_MOST);
    assert_int_equal(copies_make(mesh, 3, 50, &copies), 0);
    assert_int_equal(copies.count, 50);
    double volumes[50], least = HUGE_VAL, most = 0.0;
    for (size_t i = 0; i < copies.count; ++i) {
        const struct buoy_mesh_info info = mesh_info(copies.meshes[i]);
        volumes[i] = info.volume;
        least = fmin(least, info.volume);
        most = fmax(most, info.volume);
        assert_true(info.closed && info.triangle_count == 12);
        assert_true(info.volume > 8.0 * 0.42 && info.volume < 8.0 * 1.96); // 0.75³, 1.25³
        for (size_t k = 0; k < i; ++k) {
            assert_true(volumes[i] != volumes[k]);
        }
    }
    assert_true(most > 1.5 * least);
    copies_free(&copies);
}
