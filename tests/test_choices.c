// What `tune` makes of its choices: ranges with limits in the middle between points, and a profile
// that the library reads as it was meant.
#include "buoyancy_kernels.h"
#include "dispatch/profile.h"
#include "test.h"
#include "tune.h"

static const char *const ids[BUOY_PROFILE_METHODS] = {
    "volume/blocks/scalar", "volume/hierarchy/scalar", "volume/batch/scalar",
    "volume/indexed/scalar"};

// Choices of methods on all points, drawn as letters: b(locks), h(ierarchy), c(rowd).
static struct choices draw(const char *const rows[CHOICES_SIZES]) {
    struct choices choices = {.rows = CHOICES_SIZES, .columns = CHOICES_PLANES};
    for (size_t row = 0; row < CHOICES_SIZES; ++row) {
        choices.triangles[row] = choices_sizes[row];
        assert_int_equal(strlen(rows[row]), CHOICES_PLANES);
        for (size_t column = 0; column < CHOICES_PLANES; ++column) {
            const char c = rows[row][column];
            choices.choices[row][column] =
                (struct choice){.kernel = buoy_kernel_find(ids[c == 'b'   ? 0
                                                               : c == 'h' ? 1
                                                                          : 2]),
                                .is_measured = true,
                                .lead = row == 6 ? (double)NAN : 0.01 * (double)(row + column)};
        }
    }
    memcpy(choices.planes, choices_planes, sizeof choices_planes);
    return choices;
}

static const char *const drawn[CHOICES_SIZES] = {
    "bbbbcccccc", "bbbbcccccc", "bbbbbbcccc", "bbbbbbcccc", "bbbbbbcccc",
    "hhbbbbbccc", "hhbbbbbccc", "hhbbbbbbbb", "hhbbbbbbbb", "hhbbbbbccc",
    "hhhhhhhbbb", "hhhhhhhhhh", "hhhhhhhhhh", "hhhhhhhhhh"};

static size_t nearest(const size_t *points, size_t count, size_t x) {
    size_t best = 0;
    for (size_t i = 1; i < count; ++i) {
        // As ratios go, so that nothing is divided; halfway goes up.
        best = (double)x * (double)x >= (double)points[i] * (double)points[i - 1] ? i : best;
    }
    return best;
}

static const char *kernel_for(const struct buoy_profile_table *table, size_t triangles,
                              size_t planes) {
    const uint16_t *row = buoy_profile_row(table, (uint32_t)triangles);
    return buoy_profile_kernel_of(buoy_profile_choice(table, row, planes))->id;
}

// Any query is answered as its nearest point, except that batch ends at 512 triangles.
TEST(nearest) {
    const struct choices points = draw(drawn);
    struct choices ranges = points;
    choices_make_ranges(&ranges);
    const struct choices_all all = {{{ranges, ranges}, {ranges, ranges}}};
    char *text = choices_write(&all);
    struct buoy_text_file file;
    struct buoy_profile profile;
    struct buoy_error error;
    assert_non_null(text);
    buoy_text_file_from_memory(&file, text, strlen(text));
    FAIL_IF(buoy_profile_parse(&file, "text", &profile, &error) != BUOY_OK, "%s\n%s", error.message,
            text);
    for (size_t triangles = 1; triangles < 30000; triangles += 1 + triangles / 100) {
        for (size_t planes = 1; planes < 1100; planes += 1 + planes / 20) {
            const size_t row = nearest(points.triangles, CHOICES_SIZES, triangles);
            const size_t column = nearest(points.planes, CHOICES_PLANES, planes);
            const char *expected = points.choices[row][column].kernel->id;
            if (triangles > BUOY_PROFILE_BATCH_TRIANGLES && triangles < 1000) {
                expected = points.choices[10][column].kernel->id; // the next row's
            }
            for (int i = 0; i < 4; ++i) {
                assert_string_equal(kernel_for(&profile.tables[i / 2][i % 2], triangles, planes),
                                    expected);
            }
        }
    }
    free(text);
}

// Equal rows and columns are one, with the least lead.
TEST(joined) {
    struct choices ranges = draw(drawn);
    ranges.choices[1][1].is_measured = false;
    choices_make_ranges(&ranges);
    static const size_t triangles[] = {0, 34, 134, 257, 448, 513, 1582};
    static const size_t planes[] = {0, 3, 5, 10, 14};
    assert_int_equal(ranges.rows, sizeof triangles / sizeof *triangles);
    assert_int_equal(ranges.columns, sizeof planes / sizeof *planes);
    assert_memory_equal(ranges.triangles, triangles, sizeof triangles);
    assert_memory_equal(ranges.planes, planes, sizeof planes);
    assert_false(ranges.choices[0][0].is_measured);
    assert_true(ranges.choices[1][0].is_measured);
    assert_true(ranges.choices[1][2].lead == 0.01 * 6.0);
    assert_true(isnan(ranges.choices[2][0].lead) == false); // a number, if one of them is
}

// The largest table there can be fits into a file.
TEST(largest) {
    const char *rows[CHOICES_SIZES];
    for (size_t row = 0; row < CHOICES_SIZES; ++row) {
        rows[row] = row % 2 ? "hbhbhbhbhb" : "bhbhbhbhbh";
    }
    struct choices ranges = draw(rows);
    choices_make_ranges(&ranges);
    assert_int_equal(ranges.rows, CHOICES_SIZES);
    assert_int_equal(ranges.columns, CHOICES_PLANES);
    const struct choices_all all = {{{ranges, ranges}, {ranges, ranges}}};
    char *text = choices_write(&all);
    assert_int_equal(buoy_profile_load_text(text, strlen(text), NULL), BUOY_OK);
    assert_true(strlen(text) < BUOY_PROFILE_MOST_BYTES / 2);
    buoy_profile_unload();
    free(text);
}

// The built-in rule, on both sides of its limits.
TEST(built_in) {
    static const struct {
        bool cold, compact;
        size_t triangles, planes;
        const char *method;
    } cases[] = {
        {false, true, 12, 1, "indexed"},  {false, false, 41, 1, "indexed"},
        {true, true, 40, 5, "indexed"},   {false, false, 40, 6, "batch"},
        {true, true, 41, 6, "indexed"},   {true, true, 64, 7, "indexed"},
        {true, true, 64, 8, "batch"},     {true, true, 65, 15, "indexed"},
        {true, true, 65, 16, "batch"},    {true, true, 16, 4, "indexed"},
        {true, false, 65, 15, "indexed"}, {true, true, 16, 5, "batch"},
        {false, true, 128, 16, "batch"},  {false, true, 129, 16, "indexed"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const struct buoy_kernel *kernel =
            choices_built_in(cases[i].cold, cases[i].compact, cases[i].triangles, cases[i].planes);
        assert_string_equal(kernel->method->name, cases[i].method);
    }
}
