// What `tune` has chosen, for each point of the grid and then for each range of them.
#include "choices.h"
#include "buoyancy_kernels.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "dispatch/cpu.h"
#include "dispatch/profile.h"

// Beyond the last, `hierarchy` is ahead of everything else by far.
const size_t choices_sizes[CHOICES_SIZES] = {12,  24,  48,  80,   112,  160,  220,
                                             300, 400, 500, 1000, 2500, 5000, 20000};
const size_t choices_planes[CHOICES_PLANES] = {1, 2, 3, 4, 6, 8, 12, 16, 64, 1024};

_Static_assert(CHOICES_SIZES <= BUOY_PROFILE_ROWS && CHOICES_PLANES <= BUOY_PROFILE_COLUMNS,
               "a profile has room for every point");

const struct buoy_kernel *choices_built_in(bool cold, bool compact, size_t triangles,
                                           size_t planes) {
    static const char *const best[BUOY_PROFILE_METHODS] = {
        [BUOY_PROFILE_BLOCKS] = "volume/blocks/best",
        [BUOY_PROFILE_HIERARCHY] = "volume/hierarchy/best",
        [BUOY_PROFILE_BATCH] = "volume/batch/best",
        [BUOY_PROFILE_INDEXED] = "volume/indexed/best",
    };
    const struct buoy_profile_table *table = &buoy_profile_built_in()->tables[cold][compact];
    const uint16_t *row = buoy_profile_row(table, (uint32_t)triangles);
    return buoy_kernel_find(best[buoy_profile_method_of(buoy_profile_choice(table, row, planes))]);
}

// -------------------------------------------------------------------------------- ranges

static size_t middle(size_t a, size_t b) {
    return (size_t)ceil(sqrt((double)a * (double)b));
}

static bool takes_batch(const struct choices *choices, size_t row) {
    for (size_t column = 0; column < choices->columns; ++column) {
        if (choices->choices[row][column].kernel->method->many) {
            return true;
        }
    }
    return false;
}

static void find_limits(struct choices *choices) {
    for (size_t row = choices->rows; row-- > 0;) {
        const size_t most = BUOY_PROFILE_BATCH_TRIANGLES + 1;
        size_t *limit = &choices->triangles[row];
        *limit = row > 0 ? middle(limit[-1], *limit) : 0;
        *limit = row > 0 && *limit > most && takes_batch(choices, row - 1) ? most : *limit;
    }
    for (size_t column = choices->columns; column-- > 0;) {
        size_t *limit = &choices->planes[column];
        *limit = column > 0 ? middle(limit[-1], *limit) : 0;
    }
}

static void join(struct choice *into, const struct choice *other) {
    into->is_measured = into->is_measured && other->is_measured;
    into->lead = fmin(into->lead, other->lead); // a number, if one of them is
}

static bool is_same_row(const struct choices *choices, size_t a, size_t b) {
    for (size_t column = 0; column < choices->columns; ++column) {
        if (choices->choices[a][column].kernel != choices->choices[b][column].kernel) {
            return false;
        }
    }
    return true;
}

static bool is_same_column(const struct choices *choices, size_t a, size_t b) {
    for (size_t row = 0; row < choices->rows; ++row) {
        if (choices->choices[row][a].kernel != choices->choices[row][b].kernel) {
            return false;
        }
    }
    return true;
}

static void join_rows(struct choices *choices) {
    size_t last = 0;
    for (size_t row = 1; row < choices->rows; ++row) {
        if (is_same_row(choices, last, row)) {
            for (size_t column = 0; column < choices->columns; ++column) {
                join(&choices->choices[last][column], &choices->choices[row][column]);
            }
            continue;
        }
        ++last;
        choices->triangles[last] = choices->triangles[row];
        memmove(choices->choices[last], choices->choices[row], sizeof choices->choices[row]);
    }
    choices->rows = last + 1;
}

static void join_columns(struct choices *choices) {
    size_t last = 0;
    for (size_t column = 1; column < choices->columns; ++column) {
        const bool same = is_same_column(choices, last, column);
        last += !same;
        choices->planes[last] = same ? choices->planes[last] : choices->planes[column];
        for (size_t row = 0; row < choices->rows; ++row) {
            struct choice *cells = choices->choices[row];
            if (same) {
                join(&cells[last], &cells[column]);
            } else {
                cells[last] = cells[column];
            }
        }
    }
    choices->columns = last + 1;
}

void choices_make_ranges(struct choices *choices) {
    find_limits(choices);
    join_rows(choices);
    join_columns(choices);
}

// ------------------------------------------------------------------------------ the file

// A text that grows within its memory.
struct text {
    char *bytes;
    size_t length, size;
};

static void add(struct text *text, const char *format, ...) BUOY_PRINTF(2, 3);
static void add(struct text *text, const char *format, ...) {
    va_list values;
    va_start(values, format);
    text->length +=
        (size_t)vsnprintf(text->bytes + text->length, text->size - text->length, format, values);
    va_end(values);
}

static void add_limits(struct text *text, const char *name, const size_t *limits, size_t count) {
    add(text, "    \"%s\": [", name);
    for (size_t i = 0; i < count; ++i) {
        add(text, "%s%zu", i > 0 ? ", " : "", limits[i]);
    }
    add(text, "],\n");
}

static void add_choices(struct text *text, const char *name, const struct choices *choices) {
    add(text, ",\n  \"%s\": {\n", name);
    add_limits(text, "triangles", choices->triangles, choices->rows);
    add_limits(text, "planes", choices->planes, choices->columns);
    add(text, "    \"kernels\": [");
    for (size_t row = 0; row < choices->rows; ++row) {
        for (size_t column = 0; column < choices->columns; ++column) {
            add(text, "%s\"%s\"",
                column > 0 ? ", "
                : row > 0  ? ",\n      ["
                           : "\n      [",
                choices->choices[row][column].kernel->id);
        }
        add(text, "]");
    }
    add(text, "\n    ]\n  }");
}

char *choices_write(const struct choices_all *all) {
    struct text text = {.bytes = malloc(BUOY_PROFILE_MOST_BYTES), .size = BUOY_PROFILE_MOST_BYTES};
    if (!text.bytes) {
        return NULL;
    }
    struct buoy_identity here;
    buoy_identify(&here);
    add(&text, "{\n  \"buoyancy_profile\": %d,\n", BUOY_PROFILE_FORMAT);
    add(&text, "  \"library\": \"%s\",\n  \"compiler\": \"%s\",\n", here.library, here.compiler);
    add(&text, "  \"cpu\": \"%s\",\n  \"features\": \"%s\"", here.cpu, here.features);
    add_choices(&text, "hot_compact", &all->of[false][true]);
    add_choices(&text, "hot_not_compact", &all->of[false][false]);
    add_choices(&text, "cold_compact", &all->of[true][true]);
    add_choices(&text, "cold_not_compact", &all->of[true][false]);
    add(&text, "\n}\n");
    return text.bytes;
}
