// buoy_sort() puts the same items in order, for any number, size and order of items.
#include "base/memory.h"
#include "rng.h"
#include "test.h"

#define MOST 600

struct item {
    int key;
    char text[13]; // says the key, too: an item moves as a whole
};

static size_t comparisons;

static int compare(const void *left, const void *right) {
    const int a = ((const struct item *)left)->key, b = ((const struct item *)right)->key;
    ++comparisons;
    return (a > b) - (a < b);
}

static struct item item_of(int key) {
    struct item item = {.key = key};
    for (size_t i = 0; i < sizeof item.text; ++i) {
        item.text[i] = (char)(key + (int)i);
    }
    return item;
}

// Items before and after are not touched.
static void check(const int *keys, size_t count) {
    static struct item items[MOST + 2], expected[MOST + 2];
    items[0] = items[count + 1] = item_of(-1);
    for (size_t i = 0; i < count; ++i) {
        items[i + 1] = item_of(keys[i]);
    }
    memcpy(expected, items, (count + 2) * sizeof *items);
    qsort(expected + 1, count, sizeof *expected, compare);
    comparisons = 0;
    buoy_sort(items + 1, count, sizeof *items, compare);
    assert_memory_equal(items, expected, (count + 2) * sizeof *items);
    size_t levels = 1;
    while (count >> levels) {
        ++levels;
    }
    assert_true(comparisons <= 3 * count * levels);
}

TEST(orders) {
    struct rng rng = rng_make("sort");
    int keys[MOST];
    for (size_t count = 0; count <= MOST; count += count < 40 ? 1 : 80) {
        for (int distinct = 1; distinct <= 4 * MOST; distinct *= 4) {
            for (size_t i = 0; i < count; ++i) {
                keys[i] = (int)rng_between(&rng, 0.0, distinct);
            }
            check(keys, count);
        }
        for (size_t i = 0; i < count; ++i) {
            keys[i] = (int)i;
        }
        check(keys, count);
        for (size_t i = 0; i < count; ++i) {
            keys[i] = (int)(count - i);
        }
        check(keys, count);
    }
}
