// Refuses every mesh file, in builds that cannot read any.
#include "internal.h"

enum buoy_status import_file(const char *path, struct mesh_data *data, struct buoy_error *error) {
    (void)data;
    return mesh_fail(error, BUOY_ERROR_ARGUMENT,
                     "%.100s: this program was built without jansson and reads no mesh files",
                     path);
}

const char *import_name(const char *path) {
    return path;
}
