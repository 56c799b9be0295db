// Kernels touch nothing beyond a polygon's vertices and the arrays of a query: each array ends at a
// forbidden page, and begins at one.
#include "guard.h"
#include "outline.h"
#include "test.h"

enum {
    most = 40
};

// A guarded copy of an array.
static struct guarded copy(const void *bytes, size_t size, size_t alignment, enum guard_side side) {
    const struct guarded guarded = guard_make(size, alignment, side);
    memcpy(guarded.bytes, bytes, size);
    return guarded;
}

static void check(const struct buoy_kernel *kernel, struct rng *rng, size_t count,
                  enum guard_side side) {
    struct guarded vertices[most];
    struct buoy_polygon polygons[most];
    struct buoy_line lines[most];
    struct buoy_area expected[most];
    for (size_t i = 0; i < count; ++i) {
        struct outline outline = outline_convex(rng, 3 + (uint32_t)rng_below(rng, 8));
        outline.count = i % 7 ? outline.count : 2;
        vertices[i] = copy(outline.vertices, 2 * outline.count * sizeof(float), 4, side);
        polygons[i] = (struct buoy_polygon){(const void *)vertices[i].bytes, outline.count};
        lines[i] = outline_random_line(rng, &outline);
        expected[i] = ask_outline(kernel, &outline, lines[i]);
    }
    struct guarded in =
        copy(polygons, count * sizeof *polygons, _Alignof(struct buoy_polygon), side);
    struct guarded water = copy(lines, count * sizeof *lines, _Alignof(struct buoy_line), side);
    struct guarded out = guard_make(count * sizeof *expected, _Alignof(struct buoy_area), side);
    const struct buoy_polygon_query query = {(const void *)in.bytes, (const void *)water.bytes,
                                             count};
    assert_int_equal(buoy_polygon_with(kernel, &query, (void *)out.bytes, NULL), BUOY_OK);
    assert_memory_equal(out.bytes, expected, count * sizeof *expected);
    assert_true(guard_is_intact(&in) && guard_is_intact(&water) && guard_is_intact(&out));
    for (size_t i = 0; i < count; ++i) {
        assert_true(guard_is_intact(&vertices[i]));
        guard_free(&vertices[i]);
    }
    guard_free(&in);
    guard_free(&water);
    guard_free(&out);
}

TEST(guarded) {
    struct rng rng = rng_make("polygon_guard");
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_polygon_kernel(&i));) {
        for (size_t count = 1; count <= most; ++count) {
            check(kernel, &rng, count, count % 2 ? GUARD_BEFORE : GUARD_AFTER);
        }
    }
}
