// What BUOY_ISA may say, and what comes of it. The library reads it once, so each value needs a
// process that has not yet looked: a child of this one, which never does.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sys/wait.h>
#include <unistd.h>

#include "body.h"
#include "buoyancy_box.h"
#include "machine.h"

struct environment_case {
    const char *value;
    enum buoy_status status;
    const char *name; // what buoy_get_isa() reports if all is well
};

static int try_environment(const struct environment_case *c) {
    const struct buoy_plane plane = {0.0f, 0.0f, 1.0f, 0.0f};
    struct body body = body_box(1.0f, 1.0f, 1.0f);
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    struct buoy_volume result = {.volume = -1.0};
    struct buoy_error error;
    const char *name = NULL;
    const struct buoy_box box = {1.0f, 1.0f, 1.0f};
    setenv("BUOY_ISA", c->value, 1);
    if (buoy_box(&box, &plane, 1, &result) != c->status ||
        buoy_volume(mesh, &plane, 1, &result) != c->status ||
        buoy_get_isa(&name, &error) != c->status) {
        return 1;
    }
    if (c->status == BUOY_OK) {
        return result.volume != 4.0 || !name || strcmp(name, c->name) != 0;
    }
    const struct buoy_volume_query query = {.mesh = mesh, .planes = &plane, .count = 1};
    const struct buoy_kernel *kernel = buoy_kernel_find("volume/auto/best");
    return result.volume != -1.0 || !strstr(error.message, "BUOY_ISA") ||
           !strstr(error.message, c->value) ||
           buoy_volume_with(kernel, &query, &result) != BUOY_ERROR_NOT_RUNNABLE ||
           result.volume != -1.0;
}

static void check_environment(const char *value, enum buoy_status status, const char *name) {
    const struct environment_case c = {value, status, name};
    fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        _exit(try_environment(&c));
    }
    int result;
    assert_true(waitpid(child, &result, 0) == child);
    if (!WIFEXITED(result) || WEXITSTATUS(result) != 0) {
        fail_msg("BUOY_ISA=%s did not mean '%s'", value, buoy_status_text(status));
    }
}

static void test_environment(void **state) {
    (void)state;
    check_environment("", BUOY_OK, machine_best());
    check_environment("sse", BUOY_ERROR_UNKNOWN_NAME, "");
    check_environment("AVX2", BUOY_ERROR_UNKNOWN_NAME, "");
    check_environment("avx2 ", BUOY_ERROR_UNKNOWN_NAME, "");
    for (size_t i = 0; i < buoy_isa_count; ++i) {
        const struct buoy_isa *isa = &buoy_isas[i];
        check_environment(isa->name, machine_can_run(isa) ? BUOY_OK : BUOY_ERROR_NOT_RUNNABLE,
                          isa->name);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_environment)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
