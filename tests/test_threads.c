// Any number of threads may ask about one mesh, while another changes the instruction set in use:
// all get the same bits.
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <pthread.h>

#include "body.h"
#include "cpu.h"
#include "registry.h"
#include "rng.h"

enum {
    thread_count = 4,
    plane_count = 200,
    rounds = 100
};

struct work {
    const struct buoy_mesh *mesh;
    const struct buoy_plane *planes;
    const struct buoy_volume *expected;
    size_t differing; // answers with other bits, or refused
};

static void *run(void *argument) {
    struct work *work = argument;
    struct buoy_volume results[plane_count];
    for (int round = 0; round < rounds; ++round) {
        if (buoy_volume(work->mesh, work->planes, plane_count, results) != BUOY_OK) {
            work->differing += plane_count;
            continue;
        }
        for (size_t i = 0; i < plane_count; ++i) {
            work->differing += memcmp(&results[i], &work->expected[i], sizeof *results) != 0;
        }
    }
    return NULL;
}

static void test_threads(void **state) {
    (void)state;
    struct rng rng = rng_make("threads");
    struct body body = body_builtin("builtin:star:1000");
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    struct buoy_plane planes[plane_count];
    struct buoy_volume expected[plane_count];
    for (size_t i = 0; i < plane_count; ++i) {
        planes[i] = rng_plane(&rng, mesh);
    }
    pthread_t threads[thread_count];
    struct work works[thread_count];
    for (int i = 0; i < thread_count; ++i) {
        works[i] = (struct work){.mesh = mesh, .planes = planes, .expected = expected};
    }
    // Asked behind dispatch's back, so that the threads race for what it finds out at first use.
    const struct buoy_volume_query query = {.mesh = mesh, .planes = planes, .count = plane_count};
    buoy_kernel_find("volume/blocks/scalar")->volume(&query, expected);
    for (int i = 0; i < thread_count; ++i) {
        assert_int_equal(pthread_create(&threads[i], NULL, run, &works[i]), 0);
    }
    for (int round = 0; round < 100; ++round) {
        for (size_t i = 0; i < buoy_isa_count; ++i) {
            buoy_set_isa(buoy_isas[i].name, NULL); // an error where this machine has it not
        }
    }
    assert_int_equal(buoy_set_isa(NULL, NULL), BUOY_OK);
    for (int i = 0; i < thread_count; ++i) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_int_equal(works[i].differing, 0);
    }
    buoy_mesh_destroy(mesh);
    body_free(&body);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_threads)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
