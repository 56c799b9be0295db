// Crowds: jobs of many meshes in any order get the same answers as alone, and an answer of `batch`
// depends neither on its neighbours nor on its place.
#include "ask.h"
#include "body.h"
#include "dispatch/registry.h"
#include "guard.h"
#include "mesh/mesh.h"
#include "profiles.h"
#include "queries/jobs.h"
#include "rng.h"
#include "test.h"

enum {
    mesh_count = 5,
    most_jobs = 600
};
static const char *const names[mesh_count] = {"builtin:box", "builtin:barrel:64", "builtin:star:96",
                                              "builtin:sphere:320", "builtin:torus:600"};
static struct buoy_mesh *meshes[mesh_count];
static struct buoy_job jobs[most_jobs];
static struct buoy_volume got[most_jobs];

static int make_meshes(void **state) {
    (void)state;
    for (int i = 0; i < mesh_count; ++i) {
        struct body body = body_builtin(names[i]);
        meshes[i] = body_mesh(&body, 0);
        body_free(&body);
    }
    return 0;
}

static int free_meshes(void **state) {
    (void)state;
    for (int i = 0; i < mesh_count; ++i) {
        buoy_mesh_destroy(meshes[i]);
    }
    return 0;
}

// Jobs in random order, of offsets that no float is; one in eight misses its mesh.
static void fill_jobs(struct rng *rng, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        jobs[i].mesh = meshes[rng_below(rng, mesh_count)];
        const struct buoy_plane plane = rng_plane(rng, jobs[i].mesh);
        memcpy(jobs[i].normal, plane.normal, sizeof jobs[i].normal);
        jobs[i].d = (double)plane.d * rng_between(rng, 1.0 - 1e-7, 1.0 + 1e-7);
        if (i % 8 == 0) {
            jobs[i].d *= i % 16 == 0 ? 100.0 : -100.0;
        }
    }
}

static struct buoy_plane plane_of(const struct buoy_job *job) {
    return (struct buoy_plane){{job->normal[0], job->normal[1], job->normal[2]}, (float)job->d};
}

static struct buoy_volume ask_alone(const struct buoy_kernel *kernel, const struct buoy_job *job) {
    const struct buoy_plane plane = plane_of(job);
    const size_t bytes = buoy_volume_scratch_bytes(kernel, job->mesh, NULL);
    struct guarded scratch = guard_make(bytes, 64, GUARD_AFTER);
    const struct buoy_volume_query query = {.mesh = job->mesh,
                                            .planes = &plane,
                                            .offsets = &job->d,
                                            .count = 1,
                                            .scratch = scratch.bytes,
                                            .scratch_bytes = bytes};
    struct buoy_volume answer;
    assert_int_equal(buoy_volume_with(kernel, &query, &answer, NULL), BUOY_OK);
    guard_free(&scratch);
    return answer;
}

static void ask_crowd(const struct buoy_kernel *kernel, size_t count) {
    const size_t bytes = buoy_volume_jobs_scratch_bytes(kernel, jobs, count, NULL);
    struct guarded scratch = guard_make(bytes, 64, GUARD_AFTER);
    memset(got, 0xa5, sizeof got);
    assert_int_equal(buoy_volume_jobs(kernel, jobs, count, scratch.bytes, bytes, got, NULL),
                     BUOY_OK);
    assert_true(guard_is_intact(&scratch));
    guard_free(&scratch);
}

static void expect_alone(const struct buoy_kernel *kernel, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        const struct subject subject = {kernel, (struct buoy_mesh *)jobs[i].mesh, "one of a crowd"};
        const struct buoy_volume expected = ask_alone(kernel, &jobs[i]);
        expect_same_bits(&subject, "in a crowd as alone", plane_of(&jobs[i]), &got[i], &expected);
    }
}

// Every deterministic kernel, `auto/best` and `batch` among them.
TEST(in_a_crowd_as_alone) {
    static const size_t counts[] = {1, 2, 15, 16, 17, 100, most_jobs};
    struct rng rng = rng_make("crowds");
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel(&i));) {
        if (!kernel->deterministic) {
            continue;
        }
        for (size_t c = 0; c < sizeof counts / sizeof *counts; ++c) {
            const size_t count = questions_for(kernel, counts[c]);
            fill_jobs(&rng, count);
            ask_crowd(kernel, count);
            expect_alone(kernel, count);
        }
    }
}

// `auto/tuned` may choose, but each answer is one that a deterministic kernel gives.
TEST(tuned) {
    const struct buoy_kernel *tuned = buoy_kernel_find("volume/auto/tuned");
    const struct buoy_kernel *best = buoy_kernel_find("volume/auto/best");
    const struct buoy_kernel *batch = buoy_kernel_find("volume/batch/scalar");
    struct rng rng = rng_make("tuned");
    size_t batched = 0;
    fill_jobs(&rng, most_jobs);
    ask_crowd(tuned, most_jobs);
    for (size_t i = 0; i < most_jobs; ++i) {
        const struct buoy_volume one = ask_alone(best, &jobs[i]), two = ask_alone(batch, &jobs[i]);
        const bool is_batch = memcmp(&got[i], &two, sizeof two) == 0;
        assert_true(is_batch || memcmp(&got[i], &one, sizeof one) == 0);
        batched += is_batch && memcmp(&one, &two, sizeof one) != 0;
    }
    assert_true(batched > 0);
    const struct buoy_volume alone = ask_alone(tuned, &jobs[1]), one = ask_alone(best, &jobs[1]);
    assert_memory_equal(&alone, &one, sizeof one);
}

// BUOY_COLD_BYTES: meshes of that many bytes are cold, and for a plane of each the profile takes
// `hierarchy`; of a byte fewer are not, and it takes `blocks`.
TEST(cold) {
    enum {
        cold_meshes = 8
    };
    struct buoy_mesh *copies[cold_meshes];
    struct buoy_job crowd[cold_meshes];
    struct buoy_volume results[cold_meshes];
    const struct buoy_kernel *tuned = buoy_kernel_find("volume/auto/tuned");
    struct body body = body_builtin("builtin:barrel:100");
    char *profile = profile_make(NULL, NULL);
    assert_int_equal(buoy_profile_load_text(profile, strlen(profile), NULL), BUOY_OK);
    free(profile);
    for (int i = 0; i < cold_meshes; ++i) {
        copies[i] = body_mesh(&body, 0);
        crowd[i] = (struct buoy_job){copies[i], {0.1f, 0.2f, 1.0f}, 0.1};
    }
    const size_t bytes = buoy_volume_jobs_scratch_bytes(tuned, crowd, cold_meshes, NULL);
    struct guarded scratch = guard_make(bytes, 64, GUARD_AFTER);
    const struct buoy_volume blocks = ask_alone(buoy_kernel_find("volume/blocks/best"), crowd);
    const struct buoy_volume tree = ask_alone(buoy_kernel_find("volume/hierarchy/best"), crowd);
    assert_memory_not_equal(&blocks, &tree, sizeof tree);
    const size_t each = copies[0]->bytes;
    assert_true(each < BUOY_COLD_BYTES / cold_meshes);
    for (int off = -1; off <= 1; ++off) {
        // As if the last mesh held the rest.
        copies[cold_meshes - 1]->bytes =
            (size_t)((long)(BUOY_COLD_BYTES - (cold_meshes - 1) * each) + off);
        assert_int_equal(buoy_volume_jobs(tuned, crowd, cold_meshes, (void *)scratch.bytes, bytes,
                                          results, NULL),
                         BUOY_OK);
        for (int i = 0; i < cold_meshes; ++i) {
            assert_memory_equal(&results[i], off < 0 ? &blocks : &tree, sizeof tree);
        }
    }
    guard_free(&scratch);
    for (int i = 0; i < cold_meshes; ++i) {
        buoy_mesh_destroy(copies[i]);
    }
    body_free(&body);
    buoy_profile_unload();
}

static void expect_refused(enum buoy_status expected, const struct buoy_kernel *kernel,
                           const struct buoy_job *asked, size_t count, void *scratch,
                           size_t bytes) {
    struct buoy_volume before[4], results[4];
    memset(before, 0x5a, sizeof before);
    memcpy(results, before, sizeof results);
    assert_int_equal(buoy_volume_jobs(kernel, asked, count, scratch, bytes, results, NULL),
                     expected);
    assert_memory_equal(results, before, sizeof results);
}

TEST(refusals) {
    const struct buoy_kernel *kernel = buoy_kernel_find("volume/batch/scalar");
    struct rng rng = rng_make("refusals");
    fill_jobs(&rng, 4);
    const size_t bytes = buoy_volume_jobs_scratch_bytes(kernel, jobs, 4, NULL);
    struct guarded scratch = guard_make(bytes + 64, 64, GUARD_BEFORE);
    char *memory = (char *)scratch.bytes;
    expect_refused(BUOY_ERROR_ARGUMENT, NULL, jobs, 4, memory, bytes);
    expect_refused(BUOY_ERROR_ARGUMENT, kernel, NULL, 4, memory, bytes);
    expect_refused(BUOY_ERROR_SCRATCH, kernel, jobs, 4, memory, bytes - 1);
    expect_refused(BUOY_ERROR_SCRATCH, kernel, jobs, 4, memory + 1, bytes);
    expect_refused(BUOY_ERROR_SCRATCH, kernel, jobs, 4, NULL, bytes);
    assert_int_equal(buoy_volume_jobs(kernel, jobs, 4, memory, bytes, NULL, NULL),
                     BUOY_ERROR_ARGUMENT);
    jobs[3].d = (double)NAN;
    expect_refused(BUOY_ERROR_NON_FINITE, kernel, jobs, 4, memory, bytes);
    jobs[3].d = 0.0;
    jobs[3].normal[0] = jobs[3].normal[1] = jobs[3].normal[2] = 0.0f;
    expect_refused(BUOY_ERROR_NON_FINITE, kernel, jobs, 4, memory, bytes);
    jobs[3].mesh = NULL;
    expect_refused(BUOY_ERROR_ARGUMENT, kernel, jobs, 4, memory, bytes);
    assert_true(buoy_volume_jobs_scratch_bytes(kernel, jobs, 4, NULL) == SIZE_MAX);
    assert_int_equal(buoy_volume_jobs_scratch_bytes(kernel, jobs, 0, NULL), 0);
    expect_refused(BUOY_OK, kernel, jobs, 0, NULL, 0);
    guard_free(&scratch);
}

TEST_FIXTURE(make_meshes, free_meshes)
