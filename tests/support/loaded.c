#include "loaded.h"

#include "test.h"

static void end_data(void *kept) {
    mesh_data_free(kept);
    free(kept);
}

struct mesh_data loaded(const char *path) {
    struct mesh_data *data = malloc(sizeof *data);
    struct buoy_error error;
    assert_non_null(data);
    FAIL_IF(mesh_data_load(path, data, &error) != BUOY_OK, "%s: %s", path, error.message);
    return *(struct mesh_data *)test_keep(data, end_data);
}
