// Copying, checking, rounding and welding a triangle soup; refusals.
#include "base/arithmetic.h"

#include "soup/soup.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>

#include "base/axes.h"
#include "base/memory.h"
#include "base/vector.h"

#define WORDS(name, cause, words) words,
const char *const buoy_cures[BUOY_CAUSES] = {BUOY_CURES(WORDS)};

enum buoy_status(buoy_refuse_for)(struct buoy_error *error, enum buoy_status status,
                                  enum buoy_cause cause, const char *format, ...) {
    if (!error) {
        return status;
    }
    char what[sizeof error->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    const char *words = buoy_cures[cause];
    const size_t room = sizeof error->message - sizeof ": " - strlen(words);
    return buoy_fail(error, status, "%.*s: %s", (int)room, what, words);
}

// --------------------------------------------------------------------------------------- copying

static bool is_scaled(const struct buoy_mesh_input *input) {
    const double *scale = input->scale;
    return scale[0] != 0.0 || scale[1] != 0.0 || scale[2] != 0.0;
}

static enum buoy_status check_counts(const struct buoy_mesh_input *input,
                                     struct buoy_error *error) {
    BUOY_REFUSE_IF(!input, ARGUMENT, "the mesh input is a null pointer");
    BUOY_REFUSE_IF(!buoy_axes_of(input->frame), ARGUMENT, "the mesh input's frame is unknown");
    BUOY_REFUSE_IF(input->vertex_count == 0 || input->triangle_count == 0, ARGUMENT,
                   "%zu vertices and %zu triangles: a mesh needs at least one of each",
                   input->vertex_count, input->triangle_count);
    BUOY_REFUSE_IF(input->positions && input->positions64, ARGUMENT,
                   "the mesh has positions in float and in double: give one of them");
    BUOY_REFUSE_IF(input->indices && input->indices16, ARGUMENT,
                   "the mesh has indices of 16 and of 32 bits: give one of them");
    const bool positions = input->positions || input->positions64;
    BUOY_REFUSE_IF(!positions || !(input->indices || input->indices16), ARGUMENT,
                   "the mesh's %s are a null pointer", positions ? "indices" : "positions");
    const size_t least = 3 * (input->positions ? sizeof(float) : sizeof(double));
    BUOY_REFUSE_IF(input->stride > 0 && input->stride < least, ARGUMENT,
                   "a stride of %lu bytes from position to position: at least %zu, or 0",
                   (unsigned long)input->stride, least);
    for (int k = 0; is_scaled(input) && k < 3; ++k) {
        const double scale = input->scale[k];
        BUOY_REFUSE_IF(!(scale > 0.0 && isfinite(scale)), ARGUMENT,
                       "the mesh's scale along %c is %g: it must be finite and above 0", "xyz"[k],
                       scale);
    }
    if (input->vertex_count > BUOY_MAX_TRIANGLES || input->triangle_count > BUOY_MAX_TRIANGLES) {
        return buoy_refuse_for(error, BUOY_ERROR_TOO_LARGE, BUOY_CAUSE_LARGE,
                               "%zu vertices and %zu triangles: at most %lu of each are allowed",
                               input->vertex_count, input->triangle_count,
                               (unsigned long)BUOY_MAX_TRIANGLES);
    }
    return BUOY_OK;
}

// Where the caller's coordinates lie, at any address; and their scale.
struct source {
    const char *from;
    size_t size, stride;
    double scale[3];
};

static struct source source_of(const struct buoy_mesh_input *input) {
    const bool floats = input->positions != NULL, scaled = is_scaled(input);
    const size_t size = floats ? sizeof(float) : sizeof(double);
    const double *by = input->scale;
    return (struct source){
        .from = floats ? (const char *)input->positions : (const char *)input->positions64,
        .size = size,
        .stride = input->stride > 0 ? input->stride : 3 * size,
        .scale = {scaled ? by[0] : 1.0, scaled ? by[1] : 1.0, scaled ? by[2] : 1.0},
    };
}

static double coordinate(const struct source *source, size_t vertex, size_t axis) {
    const char *from = source->from + vertex * source->stride + axis * source->size;
    float single;
    double number;
    if (source->size == sizeof single) {
        memcpy(&single, from, sizeof single);
        number = (double)single;
    } else {
        memcpy(&number, from, sizeof number);
    }
    return number * source->scale[axis];
}

// Looks through coordinates and indices; finds whether all coordinates are floats.
static enum buoy_status check_contents(const struct buoy_mesh_input *input, bool *floats,
                                       struct buoy_error *error) {
    const bool given_so = input->positions && !is_scaled(input);
    const struct source source = source_of(input);
    bool all = true;
    for (size_t v = 0; v < input->vertex_count; ++v) {
        for (size_t k = 0; k < 3; ++k) {
            const double x = coordinate(&source, v, k);
            if (!isfinite(x)) {
                return buoy_refuse_for(error, BUOY_ERROR_NON_FINITE, BUOY_CAUSE_NUMBER,
                                       "vertex %zu: %c is %s", v, "xyz"[k],
                                       isnan(x) ? "not a number" : "infinite");
            }
            all =
                all && (given_so || (fabs(x) <= (double)FLT_MAX && buoy_rounded_to_float(x) == x));
        }
    }
    for (size_t i = 0; i < 3 * input->triangle_count; ++i) {
        if (buoy_index_of(input, i) >= input->vertex_count) {
            return buoy_refuse_for(
                error, BUOY_ERROR_INDEX, BUOY_CAUSE_INDEX,
                "triangle %zu: its corner %zu is vertex %lu, but the last vertex is %zu", i / 3,
                i % 3, (unsigned long)buoy_index_of(input, i), input->vertex_count - 1);
        }
    }
    *floats = all;
    return BUOY_OK;
}

// Copies what was checked into arrays made for it; doubles are rounded relative to the centre of
// the bounding box of what the triangles use.
static enum buoy_status copy_arrays(const struct buoy_mesh_input *input, struct buoy_soup *soup,
                                    struct buoy_error *error) {
    const struct source source = source_of(input);
    for (size_t i = 0; i < 3 * soup->triangle_count; ++i) {
        soup->indices[i] = buoy_index_of(input, i);
    }
    for (size_t k = 0; k < 3 && soup->given; ++k) {
        double low = (double)INFINITY, high = -(double)INFINITY;
        for (size_t i = 0; i < 3 * input->triangle_count; ++i) {
            const double x = coordinate(&source, soup->indices[i], k);
            low = x < low ? x : low;
            high = x > high ? x : high;
        }
        soup->origin[k] = 0.5 * low + 0.5 * high;
    }
    const double origin[3] = {soup->origin[0], soup->origin[1], soup->origin[2]};
    float *positions = soup->positions;
    double *doubles = soup->given;
    for (size_t v = 0; v < input->vertex_count; ++v) {
        for (size_t k = 0; k < 3; ++k) {
            const double given = coordinate(&source, v, k), x = given - origin[k];
            if (!(fabs(x) <= (double)FLT_MAX)) {
                return buoy_refuse_for(
                    error, BUOY_ERROR_NON_FINITE, BUOY_CAUSE_FAR,
                    "vertex %zu: %c = %.9g is beyond float's range, seen from the mesh's "
                    "centre",
                    v, "xyz"[k], given);
            }
            *positions++ = (float)x;
            if (doubles) {
                *doubles++ = given;
            }
        }
    }
    return BUOY_OK;
}

// From the caller's frame to the library's, where the corners of a left hand's triangles change
// places.
static void turn(const struct buoy_axes *axes, struct buoy_soup *soup) {
    for (size_t v = 0; v < soup->vertex_count; ++v) {
        float *p = soup->positions + 3 * v;
        double x[3] = {(double)p[0], (double)p[1], (double)p[2]};
        buoy_axes_from(axes, x);
        for (int k = 0; k < 3; ++k) {
            p[k] = (float)x[k];
        }
        if (soup->given) {
            buoy_axes_from(axes, soup->given + 3 * v);
        }
    }
    buoy_axes_from(axes, soup->origin);
    for (size_t t = 0; t < soup->triangle_count && axes->hand < 0.0; ++t) {
        buoy_turn_triangle(soup->indices + 3 * t);
    }
}

enum buoy_status buoy_soup_copy(const struct buoy_mesh_input *input, struct buoy_soup *soup,
                                struct buoy_error *error) {
    bool floats = false;
    memset(soup, 0, sizeof *soup);
    BUOY_TRY(check_counts(input, error));
    BUOY_TRY(check_contents(input, &floats, error));
    const size_t numbers = 3 * input->vertex_count;
    soup->vertex_count = input->vertex_count;
    soup->triangle_count = input->triangle_count;
    soup->positions = buoy_allocate(numbers, sizeof *soup->positions);
    soup->indices = buoy_allocate(3 * soup->triangle_count, sizeof *soup->indices);
    soup->given = floats ? NULL : buoy_allocate(numbers, sizeof *soup->given);
    const bool enough = soup->positions && soup->indices && (soup->given || floats);
    const enum buoy_status status =
        enough ? copy_arrays(input, soup, error) : buoy_fail_memory(error);
    if (status != BUOY_OK) {
        buoy_soup_free(soup);
        return status;
    }
    if (input->frame != BUOY_Z_UP) {
        turn(buoy_axes_of(input->frame), soup);
    }
    return buoy_succeed(error);
}

enum buoy_status buoy_soup_copy_again(const struct buoy_soup *soup, struct buoy_soup *copy) {
    const struct buoy_mesh_input input = {.positions = soup->given ? NULL : soup->positions,
                                          .positions64 = soup->given,
                                          .vertex_count = soup->vertex_count,
                                          .indices = soup->indices,
                                          .triangle_count = soup->triangle_count};
    return buoy_soup_copy(&input, copy, NULL);
}

void buoy_soup_free(struct buoy_soup *soup) {
    buoy_release(soup->positions);
    buoy_release(soup->indices);
    buoy_release(soup->given);
    memset(soup, 0, sizeof *soup);
}

void buoy_soup_box(const struct buoy_soup *soup, double low[3], double high[3]) {
    for (size_t k = 0; k < 3; ++k) {
        low[k] = high[k] = soup->positions[k];
        for (size_t i = 1; i < soup->vertex_count; ++i) {
            const double x = soup->positions[3 * i + k];
            low[k] = x < low[k] ? x : low[k];
            high[k] = x > high[k] ? x : high[k];
        }
    }
}

// ------------------------------------------------------------------------------- welding

// A vertex to be sorted by its position: the coordinates' bits, the same for −0 and +0.
struct place {
    uint32_t bits[3];
    uint32_t vertex;
};

#define DIGIT_BITS 11
#define DIGITS (1u << DIGIT_BITS)

// One stable pass of a radix sort, by one digit of one coordinate.
static void sort_by_digit(const struct place *from, size_t count, int axis, int shift,
                          struct place *to) {
    uint32_t start[DIGITS + 1] = {0};
    for (size_t i = 0; i < count; ++i) {
        ++start[(from[i].bits[axis] >> shift) % DIGITS + 1];
    }
    for (uint32_t i = 0; i < DIGITS; ++i) {
        start[i + 1] += start[i];
    }
    for (size_t i = 0; i < count; ++i) {
        to[start[(from[i].bits[axis] >> shift) % DIGITS]++] = from[i];
    }
}

void buoy_soup_keep_vertices(struct buoy_soup *soup, uint32_t *kept) {
    uint32_t count = 0;
    for (uint32_t v = 0; v < soup->vertex_count; ++v) {
        if (kept[v] == v) {
            memmove(soup->positions + 3 * (size_t)count, soup->positions + 3 * (size_t)v,
                    3 * sizeof *soup->positions);
            if (soup->given) {
                memmove(soup->given + 3 * (size_t)count, soup->given + 3 * (size_t)v,
                        3 * sizeof *soup->given);
            }
            kept[v] = count++;
        } else if (kept[v] != BUOY_UNUSED_VERTEX) {
            kept[v] = kept[kept[v]];
        }
    }
    soup->vertex_count = count;
    for (size_t i = 0; i < 3 * soup->triangle_count; ++i) {
        soup->indices[i] = kept[soup->indices[i]];
    }
}

// Sorts, because the time of that does not depend on the positions: a hash table's worst case is
// quadratic. Among equal positions, vertices keep their order.
enum buoy_status buoy_soup_weld(struct buoy_soup *soup) {
    struct place *places = buoy_allocate_zeroed(soup->vertex_count, sizeof *places);
    struct place *spare = buoy_allocate_zeroed(soup->vertex_count, sizeof *spare);
    uint32_t *kept = buoy_allocate_zeroed(soup->vertex_count, sizeof *kept);
    const bool enough = places && spare && kept;
    if (enough) {
        for (uint32_t v = 0; v < soup->vertex_count; ++v) {
            places[v].vertex = v;
            for (int k = 0; k < 3; ++k) {
                const float x = soup->positions[3 * (size_t)v + (size_t)k];
                if (x != 0.0f) {
                    memcpy(&places[v].bits[k], &x, sizeof x);
                }
            }
        }
        for (int axis = 0; axis < 3; ++axis) {
            for (int shift = 0; shift < 32; shift += DIGIT_BITS) {
                sort_by_digit(places, soup->vertex_count, axis, shift, spare);
                struct place *sorted = spare;
                spare = places;
                places = sorted;
            }
        }
        const struct place *first = places;
        for (const struct place *p = places; p < places + soup->vertex_count; ++p) {
            first = memcmp(first->bits, p->bits, sizeof p->bits) == 0 ? first : p;
            kept[p->vertex] = first->vertex;
        }
        buoy_soup_keep_vertices(soup, kept);
    }
    buoy_release(places);
    buoy_release(spare);
    buoy_release(kept);
    return enough ? BUOY_OK : BUOY_ERROR_MEMORY;
}

enum buoy_status buoy_soup_drop_unused(struct buoy_soup *soup, uint32_t *vertices, size_t count) {
    uint32_t *kept = buoy_allocate(soup->vertex_count, sizeof *kept);
    if (!kept) {
        return BUOY_ERROR_MEMORY;
    }
    for (size_t v = 0; v < soup->vertex_count; ++v) {
        kept[v] = BUOY_UNUSED_VERTEX;
    }
    for (size_t i = 0; i < 3 * soup->triangle_count; ++i) {
        kept[soup->indices[i]] = soup->indices[i];
    }
    buoy_soup_keep_vertices(soup, kept);
    for (size_t i = 0; i < count; ++i) {
        vertices[i] = kept[vertices[i]];
    }
    buoy_release(kept);
    return BUOY_OK;
}

size_t buoy_soup_drop_degenerate(struct buoy_soup *soup) {
    size_t kept = 0;
    for (size_t i = 0; i < soup->triangle_count; ++i) {
        if (!buoy_uses_vertex_twice(soup, i)) {
            memmove(soup->indices + 3 * kept++, soup->indices + 3 * i, 3 * sizeof *soup->indices);
        }
    }
    const size_t dropped = soup->triangle_count - kept;
    soup->triangle_count = kept;
    return dropped;
}

// --------------------------------------------------------------------------------------- triples

static int compare_triples(const void *left, const void *right) {
    const struct buoy_triple *a = left, *b = right;
    const uint32_t one[] = {a->vertex[0], a->vertex[1], a->vertex[2], a->odd, a->triangle};
    const uint32_t two[] = {b->vertex[0], b->vertex[1], b->vertex[2], b->odd, b->triangle};
    for (int k = 0; k < 5; ++k) {
        if (one[k] != two[k]) {
            return one[k] < two[k] ? -1 : 1;
        }
    }
    return 0;
}

struct buoy_triple *buoy_triples_sort(const struct buoy_soup *soup, bool either_way) {
    const size_t count = soup->triangle_count;
    struct buoy_triple *triples = buoy_allocate_zeroed(count, sizeof *triples);
    for (uint32_t t = 0; triples && t < count; ++t) {
        uint32_t *v = triples[t].vertex;
        memcpy(v, soup->indices + 3 * (size_t)t, 3 * sizeof *v);
        triples[t].triangle = t;
        for (int i = 0; i < 3; ++i) { // three exchanges sort three numbers
            const int k = i == 1 ? 1 : 0;
            if (v[k + 1] < v[k]) {
                const uint32_t swap = v[k];
                v[k] = v[k + 1];
                v[k + 1] = swap;
                triples[t].odd ^= !either_way;
            }
        }
    }
    if (triples) {
        buoy_sort(triples, count, sizeof *triples, compare_triples);
    }
    return triples;
}
