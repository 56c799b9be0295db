#include "exact_of.h"

#include "exact.h"
#include "test.h"

static void end_exact(void *what) {
    buoy_exact_destroy(what);
}

struct buoy_exact *exact_of(const struct buoy_mesh *mesh) {
    struct buoy_exact *made = test_keep(buoy_exact_create(mesh), end_exact);
    assert_non_null(made);
    return made;
}
