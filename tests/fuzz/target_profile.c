// Tuning profiles: any bytes are refused with one line and change nothing, or there is a kernel for
// every query, and auto/tuned gives its answer. Bytes that begin with `~` come behind what a
// profile for this machine begins with.
#include "targets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buoyancy.h"
#include "buoyancy_kernels.h"
#include "dispatch/cpu.h"
#include "dispatch/profile.h"

static const float corners[24] = {-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1,
                                  -1, -1, 1,  1, -1, 1,  1, 1, 1,  -1, 1, 1};
static const uint32_t triangles[36] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                       1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};

static void check_table(const struct buoy_profile_table *table) {
    FUZZ_FAIL_IF(table->rows < 1 || table->rows > BUOY_PROFILE_ROWS || table->columns < 1 ||
                     table->columns > BUOY_PROFILE_COLUMNS,
                 "%d rows, %d columns", table->rows, table->columns);
    for (int32_t row = 0; row < table->rows; ++row) {
        const uint32_t from = (uint32_t)table->triangles[row];
        for (int32_t column = 0; column < table->columns; ++column) {
            const uint16_t choice = buoy_profile_choice(table, from, (size_t)table->planes[column]);
            const struct buoy_kernel *kernel = buoy_profile_kernel_of(choice);
            const bool batch = buoy_profile_method_of(choice) == BUOY_PROFILE_BATCH;
            FUZZ_FAIL_IF(choice != table->choices[row][column] ||
                             buoy_profile_method_of(choice) >= BUOY_PROFILE_METHODS ||
                             (kernel && (kernel->not_built ||
                                         batch != !strncmp(kernel->id, "volume/batch/", 13))),
                         "choice %u at %d, %d", choice, row, column);
            FUZZ_FAIL_IF(batch && (row + 1 == table->rows ||
                                   table->triangles[row + 1] > BUOY_PROFILE_BATCH_TRIANGLES + 1),
                         "batch without its scratch memory: row %d", row);
        }
    }
}

static void ask(void) {
    _Alignas(64) static char scratch[1 << 16];
    static struct buoy_plane planes[40];
    struct buoy_volume results[40];
    const struct buoy_mesh_input input = {.positions = corners,
                                          .vertex_count = 8,
                                          .indices = triangles,
                                          .triangle_count = 12,
                                          .flags = BUOY_MESH_KEEP_ALL};
    struct buoy_mesh *mesh;
    struct buoy_error error;
    FUZZ_FAIL_IF(buoy_mesh_create(&input, &mesh, &error) != BUOY_OK, "%s", error.message);
    for (size_t count = 1; count <= 40; ++count) {
        planes[count - 1] = (struct buoy_plane){{0.0f, 0.0f, 1.0f}, 0.05f * (float)count - 1.0f};
        const struct buoy_volume_query query = {.mesh = mesh,
                                                .planes = planes,
                                                .count = count,
                                                .scratch = scratch,
                                                .scratch_bytes = sizeof scratch,
                                                .kernel = buoy_kernel_find("volume/auto/tuned")};
        FUZZ_FAIL_IF(buoy_volume_compute(&query, results, &error) != BUOY_OK, "%s", error.message);
        for (size_t i = 0; i < count; ++i) {
            const double off = results[i].volume - 0.2 * (double)(i + 1);
            fuzz_expect("volume/auto/tuned", "a box below a profile's planes", off < 0 ? -off : off,
                        8e-6);
        }
    }
    buoy_mesh_destroy(mesh);
}

static char *make_text(const uint8_t *bytes, size_t size, size_t *length) {
    struct buoy_identity here;
    buoy_identify(&here);
    char *text = malloc(size + 1024);
    if (!text) {
        abort();
    }
    *length = 0;
    if (size > 0 && bytes[0] == '~') {
        *length = (size_t)snprintf(text, 1024,
                                   "{\n\"buoyancy_profile\": %d, \"library\": \"%s\", "
                                   "\"compiler\": \"%s\", \"cpu\": \"%s\", \"features\": \"%s\",\n",
                                   BUOY_PROFILE_FORMAT, here.library, here.compiler, here.cpu,
                                   here.features);
        ++bytes;
        --size;
    }
    if (size > 0) {
        memcpy(text + *length, bytes, size);
    }
    *length += size;
    return text;
}

static void run(const uint8_t *bytes, size_t size) {
    struct buoy_error error;
    size_t length;
    char *text = make_text(bytes, size, &length);
    const struct buoy_profile *before = buoy_profile_in_use();
    const enum buoy_status status = buoy_profile_load_text(text, length, &error);
    free(text);
    if (status == BUOY_OK) {
        for (int i = 0; i < 4; ++i) {
            check_table(&buoy_profile_in_use()->tables[i / 2][i % 2]);
        }
        ask();
    } else if (status != BUOY_ERROR_PROFILE || error.message[0] == '\0' ||
               strpbrk(error.message, "\r\n") || buoy_profile_in_use() != before) {
        fuzz_fail("status %d: %s", status, error.message);
    }
    buoy_profile_unload();
    fuzz_count(1, 1);
}

const struct fuzz_target fuzz_profile = {
    "profile", "tuning profiles as the library reads them", 4096, false, false, run};
