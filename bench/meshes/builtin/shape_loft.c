// Skins between cross-sections, for hulls.
#include "shapes.h"

static void add_unless_collapsed(struct mesh_data *data, uint32_t a, uint32_t b, uint32_t c) {
    if (a != b && b != c && c != a) {
        mesh_add_triangle(data, a, b, c);
    }
}

void shape_loft(struct mesh_data *data, const uint32_t *here, const uint32_t *there,
                const bool *rising, size_t size) {
    for (size_t p = 0; p + 1 < size; ++p) {
        const uint32_t a = here[p], b = there[p], c = there[p + 1], d = here[p + 1];
        if (rising[p]) {
            add_unless_collapsed(data, a, b, c);
            add_unless_collapsed(data, a, c, d);
        } else {
            add_unless_collapsed(data, a, b, d);
            add_unless_collapsed(data, b, c, d);
        }
    }
}
