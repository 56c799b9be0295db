// The choices of a tuning profile, and its file format: JSON, restricted so that a short reader can
// be strict about it. Members come in one order, strings are printable ASCII without backslashes,
// and numbers are digits. `buoybench tune` writes
//
//   {
//     "buoyancy_profile": 1,
//     "library": "0.1.0",
//     "compiler": "gcc 12.2.0",
//     "cpu": "…",
//     "features": "scalar sse2 …",
//     "hot_compact": {
//       "triangles": [0, 90],
//       "planes": [0, 5, 9],
//       "kernels": [
//         ["volume/blocks/avx2", "volume/batch/avx2", "volume/batch/avx512"],
//         ["volume/blocks/avx2", "volume/blocks/avx2", "volume/batch/avx512"]
//       ]
//     },
//     "hot_not_compact": { … },
//     "cold_compact": { … },
//     "cold_not_compact": { … }
//   }
#include "base/arithmetic.h"

#include "dispatch/profile.h"

#include <stdarg.h>
#include <string.h>

#include "base/status.h"
#include "dispatch/cpu.h"
#include "dispatch/identity.h"
#include "dispatch/methods.h"

static const char *const prefixes[BUOY_PROFILE_METHODS] = {
    [BUOY_PROFILE_BLOCKS] = "volume/blocks/",
    [BUOY_PROFILE_HIERARCHY] = "volume/hierarchy/",
    [BUOY_PROFILE_BATCH] = "volume/batch/",
    [BUOY_PROFILE_INDEXED] = "volume/indexed/",
};

const struct buoy_kernel *buoy_profile_variants_of(uint16_t choice) {
    static const struct buoy_kernel *const variants[BUOY_PROFILE_METHODS] = {
        [BUOY_PROFILE_BLOCKS] = buoy_variants_volume_blocks,
        [BUOY_PROFILE_HIERARCHY] = buoy_variants_volume_hierarchy,
        [BUOY_PROFILE_BATCH] = buoy_variants_volume_batch,
        [BUOY_PROFILE_INDEXED] = buoy_variants_volume_indexed,
    };
    return variants[buoy_profile_method_of(choice)];
}

const struct buoy_kernel *buoy_profile_kernel_of(uint16_t choice) {
    const size_t isa = choice / BUOY_PROFILE_METHODS;
    return isa > 0 ? &buoy_profile_variants_of(choice)[isa - 1] : NULL;
}

bool buoy_profile_find_choice(const char *id, uint16_t *choice) {
    for (size_t m = 0; m < BUOY_PROFILE_METHODS; ++m) {
        const size_t length = strlen(prefixes[m]);
        if (strncmp(id, prefixes[m], length) != 0) {
            continue;
        }
        const struct buoy_isa *isa = buoy_isa_find(id + length);
        const size_t place = isa ? (size_t)(isa - buoy_isas) + 1 : 0;
        *choice = (uint16_t)(m + BUOY_PROFILE_METHODS * place);
        return isa ? !buoy_profile_kernel_of(*choice)->not_built : strcmp(id + length, "best") == 0;
    }
    return false;
}

// ---------------------------------------------------------------------------------- reading

struct reader {
    struct buoy_text_file *file;
    const char *name;
    struct buoy_error *error;
    size_t bytes; // read so far
    unsigned line;
    int c; // the next character; −1 at the end
};

static void advance(struct reader *r) {
    r->line += r->c == '\n';
    r->c = r->bytes <= BUOY_PROFILE_MOST_BYTES ? buoy_text_file_next(r->file) : -1;
    r->bytes += r->c >= 0;
}

static void skip_space(struct reader *r) {
    while (r->c == ' ' || r->c == '\n' || r->c == '\t' || r->c == '\r') {
        advance(r);
    }
}

// Records what is wrong at the present place; returns false.
static bool refuse(struct reader *r, const char *format, ...) BUOY_PRINTF(2, 3);
static bool refuse(struct reader *r, const char *format, ...) {
    char what[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    buoy_fail(r->error, BUOY_ERROR_PROFILE, "%.60s: line %u: %s", r->name, r->line, what);
    return false;
}

// Refuses what is there in place of what should be.
static bool refuse_wanted(struct reader *r, const char *wanted) {
    if (r->file->error != 0) {
        return refuse(r, "cannot be read (error %d)", r->file->error);
    }
    if (r->bytes > BUOY_PROFILE_MOST_BYTES) {
        return refuse(r, "more than %d bytes are no profile", BUOY_PROFILE_MOST_BYTES);
    }
    if (r->c < 0) {
        return refuse(r, "%s expected, but the file ends", wanted);
    }
    return r->c > ' ' && r->c <= '~' ? refuse(r, "%s expected, found '%c'", wanted, r->c)
                                     : refuse(r, "%s expected, found byte %d", wanted, r->c);
}

static bool take(struct reader *r, char c) {
    skip_space(r);
    if (r->c != c) {
        const char wanted[] = {'\'', c, '\'', '\0'};
        return refuse_wanted(r, wanted);
    }
    advance(r);
    return true;
}

// Takes the character if it is next.
static bool has(struct reader *r, char c) {
    skip_space(r);
    const bool is_next = r->c == c;
    if (is_next) {
        advance(r);
    }
    return is_next;
}

static bool take_text(struct reader *r, char *text, size_t size) {
    if (!take(r, '"')) {
        return false;
    }
    size_t length = 0;
    while (r->c >= ' ' && r->c <= '~' && r->c != '"' && r->c != '\\') {
        if (length + 1 == size) {
            return refuse(r, "a text of more than %zu characters", size - 1);
        }
        text[length++] = (char)r->c;
        advance(r);
    }
    text[length] = '\0';
    if (r->c != '"') {
        return refuse_wanted(r, "plain text");
    }
    advance(r);
    return true;
}

static bool take_number(struct reader *r, int32_t *number) {
    skip_space(r);
    if (r->c < '0' || r->c > '9') {
        return refuse_wanted(r, "a number of digits");
    }
    const bool leading_zero = r->c == '0';
    int64_t value = 0;
    int digits = 0;
    for (; r->c >= '0' && r->c <= '9'; advance(r), ++digits) {
        value = 10 * value + (r->c - '0');
        if (value > INT32_MAX || (leading_zero && digits > 0)) {
            return refuse(r, "numbers go from 0 to %d and have no leading zeros", INT32_MAX);
        }
    }
    *number = (int32_t)value;
    return true;
}

// A member's name and the colon behind it.
static bool take_key(struct reader *r, const char *key) {
    char text[32];
    if (!take_text(r, text, sizeof text)) {
        return false;
    }
    return strcmp(text, key) == 0 ? take(r, ':')
                                  : refuse(r, "\"%s\" expected, found \"%s\"", key, text);
}

// A member that must say what holds here, and the comma behind it.
static bool take_identity(struct reader *r, const char *key, const char *here) {
    char text[160];
    if (!take_key(r, key) || !take_text(r, text, sizeof text)) {
        return false;
    }
    if (strcmp(text, here) != 0) {
        return refuse(r, "measured with another %s ('%.40s', here '%.40s'): run 'buoybench tune'",
                      key, text, here);
    }
    return take(r, ',');
}

// An array of ascending numbers, the first of them 0.
static bool take_limits(struct reader *r, const char *key, int32_t most, int32_t *count,
                        int32_t *limits) {
    if (!take_key(r, key) || !take(r, '[')) {
        return false;
    }
    *count = 0;
    do {
        int32_t limit = 0;
        if (!take_number(r, &limit)) {
            return false;
        }
        if (*count == most) {
            return refuse(r, "more than %d %s", most, key);
        }
        if (*count == 0 ? limit != 0 : limit <= limits[*count - 1]) {
            return refuse(r, "%s must begin with 0 and ascend", key);
        }
        limits[(*count)++] = limit;
    } while (has(r, ','));
    limits[*count] = BUOY_PROFILE_END;
    return take(r, ']') && take(r, ',');
}

static bool take_choice(struct reader *r, const struct buoy_profile_table *table, int32_t row,
                        uint16_t *choice) {
    char id[64];
    if (!take_text(r, id, sizeof id)) {
        return false;
    }
    if (!buoy_profile_find_choice(id, choice)) {
        return refuse(r, "'%s' is no kernel of volume's blocks, hierarchy or batch here", id);
    }
    // The row ends before the next one begins.
    const int32_t most = row + 1 < table->rows ? table->triangles[row + 1] - 1 : INT32_MAX;
    if (buoy_profile_method_of(*choice) == BUOY_PROFILE_BATCH &&
        most > BUOY_PROFILE_BATCH_TRIANGLES) {
        return refuse(r, "batch is for meshes of at most %d triangles",
                      BUOY_PROFILE_BATCH_TRIANGLES);
    }
    return true;
}

static bool take_row(struct reader *r, struct buoy_profile_table *table, int32_t row) {
    if (!take(r, '[')) {
        return false;
    }
    for (int32_t column = 0; column < table->columns; ++column) {
        if ((column > 0 && !take(r, ',')) ||
            !take_choice(r, table, row, &table->choices[row][column])) {
            return false;
        }
    }
    return take(r, ']');
}

static bool take_table(struct reader *r, const char *key, struct buoy_profile_table *table) {
    if (!take_key(r, key) || !take(r, '{') ||
        !take_limits(r, "triangles", BUOY_PROFILE_ROWS, &table->rows, table->triangles) ||
        !take_limits(r, "planes", BUOY_PROFILE_COLUMNS, &table->columns, table->planes) ||
        !take_key(r, "kernels") || !take(r, '[')) {
        return false;
    }
    for (int32_t row = 0; row < table->rows; ++row) {
        if ((row > 0 && !take(r, ',')) || !take_row(r, table, row)) {
            return false;
        }
    }
    return take(r, ']') && take(r, '}');
}

static bool take_format(struct reader *r) {
    int32_t format = 0;
    if (!take_key(r, "buoyancy_profile") || !take_number(r, &format)) {
        return false;
    }
    return format == BUOY_PROFILE_FORMAT
               ? take(r, ',')
               : refuse(r, "a profile of format %d; this library reads format %d", format,
                        BUOY_PROFILE_FORMAT);
}

static bool take_profile(struct reader *r, struct buoy_profile *profile) {
    struct buoy_identity here;
    buoy_identify(&here);
    if (!take(r, '{') || !take_format(r) || !take_identity(r, "library", here.library) ||
        !take_identity(r, "compiler", here.compiler) || !take_identity(r, "cpu", here.cpu) ||
        !take_identity(r, "features", here.features) ||
        !take_table(r, "hot_compact", &profile->tables[0][1]) || !take(r, ',') ||
        !take_table(r, "hot_not_compact", &profile->tables[0][0]) || !take(r, ',') ||
        !take_table(r, "cold_compact", &profile->tables[1][1]) || !take(r, ',') ||
        !take_table(r, "cold_not_compact", &profile->tables[1][0]) || !take(r, '}')) {
        return false;
    }
    skip_space(r);
    return r->c < 0 && r->file->error == 0 && r->bytes <= BUOY_PROFILE_MOST_BYTES
               ? true
               : refuse_wanted(r, "the end");
}

enum buoy_status buoy_profile_parse(struct buoy_text_file *file, const char *name,
                                    struct buoy_profile *profile, struct buoy_error *error) {
    struct reader reader = {.file = file, .name = name, .error = error, .line = 1, .c = ' '};
    return take_profile(&reader, profile) ? buoy_succeed(error) : BUOY_ERROR_PROFILE;
}
