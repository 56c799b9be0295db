// Columns of questions that are rows of numbers.
#include "columns.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "buoyancy_polygon.h"
#include "mesh/kinds.h"
#include "mesh/mesh.h"
#include "poses.h"

static const double powers[] = {1.0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7};

double row_number(const struct row *row, size_t index) {
    return row->floats ? (double)row->floats[index] : row->reals[index];
}

size_t column_numbers(const struct column *column, const struct row *row, size_t at) {
    return column->kind->numbers > 0 ? column->kind->numbers
           : at < row->count         ? row->count - at
                                     : 0;
}

const char *column_name(const struct column *column, size_t index, char name[32]) {
    if (column->kind == &column_outline) {
        snprintf(name, 32, "%c%zu", index % 2 == 0 ? 'x' : 'y', index / 2);
        return name;
    }
    const char *at = column->names;
    for (; index > 0; --index) {
        at += strcspn(at, ",") + 1;
    }
    snprintf(name, 32, "%.*s", (int)strcspn(at, ","), at);
    return name;
}

const char *column_word(const struct column *column, const struct row *row, size_t at,
                        size_t index) {
    return column->kind == &column_shape && index == at
               ? buoy_kind_name((enum buoy_shape_kind)(int)row_number(row, at))
               : NULL;
}

static bool check_positive(const struct column *column, const struct row *row, size_t at,
                           size_t first, size_t last, char *text, size_t size) {
    for (size_t i = first; i <= last; ++i) {
        if (!(row_number(row, at + i) > 0.0)) {
            char name[32];
            snprintf(text, size, "column %zu (%s): %s", at + i + 1, column_name(column, i, name),
                     column->rule);
            return false;
        }
    }
    return true;
}

static void measure_about(const double centre[3], const double half[3], double total,
                          struct measures *measures) {
    *measures = (struct measures){.total = total};
    measures->diagonal = 2.0 * sqrt(half[0] * half[0] + half[1] * half[1] + half[2] * half[2]);
    for (int i = 0; i < 3; ++i) {
        measures->low[i] = centre[i] - half[i];
        measures->high[i] = centre[i] + half[i];
    }
}

static const double origin[3] = {0.0, 0.0, 0.0};

// ------------------------------------------------------------------------------------- boxes

static size_t sample_extents(const struct column *column, struct sampler *sampler,
                             double *numbers) {
    for (size_t i = 0; i < 3; ++i) {
        numbers[i] = sampler->hard ? (double)column->hard[sampler->index % 3][i]
                                   : random_between(&sampler->state, 0.1, 1.0);
    }
    return 3;
}

static bool check_extents(const struct column *column, const struct row *row, size_t at, char *text,
                          size_t size) {
    return check_positive(column, row, at, 0, 2, text, size);
}

static double reach_of_element(const void *element, const double n[3]) {
    return reach_of_shape(element, n);
}

static void pack_box(const struct row *row, size_t at, void *element) {
    struct buoy_shape *shape = element;
    shape->kind = BUOY_SHAPE_BOX;
    for (size_t i = 0; i < 3; ++i) {
        shape->size[i] = (float)row_number(row, at + i);
    }
}

static void measure_box(const void *element, struct measures *measures) {
    const struct buoy_shape *shape = element;
    const double half[3] = {shape->size[0], shape->size[1], shape->size[2]};
    measure_about(origin, half, 2.0 * half[0] * 2.0 * half[1] * 2.0 * half[2], measures);
}

const struct column_kind column_extents = {.numbers = 3,
                                           .bytes = sizeof(struct buoy_shape),
                                           .pack = pack_box,
                                           .sample = sample_extents,
                                           .check = check_extents,
                                           .reach = reach_of_element,
                                           .measure = measure_box};

// ------------------------------------------------------------------------------------ shapes

// The index-th of the kinds of a set, over and over.
static enum buoy_shape_kind kind_at(unsigned kinds, size_t index) {
    size_t count = 0;
    for (unsigned rest = kinds; rest != 0; rest &= rest - 1) {
        ++count;
    }
    unsigned rest = kinds;
    for (size_t i = count > 0 ? index % count : 0; i > 0; --i) {
        rest &= rest - 1;
    }
    unsigned kind = 0;
    while (kind < BUOY_SHAPE_MESH && !(rest >> kind & 1u)) {
        ++kind;
    }
    return (enum buoy_shape_kind)kind;
}

static size_t sample_shape(const struct column *column, struct sampler *sampler, double *numbers) {
    const enum buoy_shape_kind kind = kind_at(sampler->kinds, sampler->turn);
    numbers[0] = (double)kind;
    numbers[1] = numbers[2] = numbers[3] = 0.0;
    for (int i = 0; i < buoy_kind_sizes(kind); ++i) {
        numbers[1 + i] = sampler->hard ? (double)column->hard[sampler->index % 3][i]
                                       : random_between(&sampler->state, 0.1, 1.0);
    }
    return 4;
}

static void pack_shape(const struct row *row, size_t at, void *element) {
    const struct buoy_shape shape = {(enum buoy_shape_kind)(int)row_number(row, at),
                                     {(float)row_number(row, at + 1),
                                      (float)row_number(row, at + 2),
                                      (float)row_number(row, at + 3)}};
    memcpy(element, &shape, sizeof shape);
}

static void mend_shape(double *numbers) {
    for (int i = buoy_kind_sizes((enum buoy_shape_kind)(int)numbers[0]); i < 3; ++i) {
        numbers[1 + i] = 0.0;
    }
}

static bool check_shape(const struct column *column, const struct row *row, size_t at, char *text,
                        size_t size) {
    struct buoy_shape shape;
    pack_shape(row, at, &shape);
    const char *word = buoy_kind_name(shape.kind);
    const int count = buoy_kind_sizes(buoy_kind_of(&shape));
    for (int i = 0; i < 3; ++i) {
        char name[32];
        column_name(column, (size_t)i + 1, name);
        if (i < count && !(shape.size[i] > 0.0f)) {
            snprintf(text, size, "column %zu (%s): a size of a%s %s must be > 0",
                     at + (size_t)i + 2, name, word[0] == 'e' ? "n" : "", word);
            return false;
        }
        if (i >= count && shape.size[i] != 0.0f) {
            snprintf(text, size, "column %zu (%s): a %s has %d size%s; the others must be 0",
                     at + (size_t)i + 2, name, word, count, count == 1 ? "" : "s");
            return false;
        }
    }
    return true;
}

static void measure_shape(const void *element, struct measures *measures) {
    struct buoy_shape_info info;
    buoy_shape_describe(element, &info);
    measure_about(origin, info.half_extent, info.volume, measures);
}

const struct column_kind column_shape = {.numbers = 4,
                                         .bytes = sizeof(struct buoy_shape),
                                         .sample = sample_shape,
                                         .check = check_shape,
                                         .pack = pack_shape,
                                         .mend = mend_shape,
                                         .reach = reach_of_element,
                                         .measure = measure_shape};

// ---------------------------------------------------------------------------------- polygons

// A point of the unit circle at nearly a given share of the way around it. Computed without a sine,
// so that it is the same on every machine.
static void circle_point(double share, double point[2]) {
    const int quarter = (int)(4.0 * share) % 4;
    const double t = 4.0 * share - floor(4.0 * share), scale = 1.0 / (1.0 + t * t);
    const double x = (1.0 - t * t) * scale, y = 2.0 * t * scale;
    point[0] = quarter == 0 ? x : quarter == 1 ? -y : quarter == 2 ? -x : y;
    point[1] = quarter == 0 ? y : quarter == 1 ? x : quarter == 2 ? -y : -x;
}

// Stars, squares and planks of 1:1000, rotated.
static size_t sample_hard_outline(struct sampler *sampler, double *numbers) {
    static const double shapes[3][COLUMN_MOST_VERTICES][2] = {
        {{1, 0}, {0.3, 0.3}, {0, 1}, {-0.3, 0.3}, {-1, 0}, {-0.3, -0.3}, {0, -1}, {0.3, -0.3}},
        {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}},
        {{-1, -1e-3}, {1, -1e-3}, {1, 1e-3}, {-1, 1e-3}},
    };
    const size_t kind = sampler->index % 3, count = kind == 0 ? 8 : 4;
    double turn[2];
    circle_point(random_between(&sampler->state, 0.0, 1.0), turn);
    for (size_t i = 0; i < count; ++i) {
        const double *v = shapes[kind][i];
        numbers[2 * i] = turn[0] * v[0] - turn[1] * v[1];
        numbers[2 * i + 1] = turn[1] * v[0] + turn[0] * v[1];
    }
    return 2 * count;
}

// A convex polygon of 3 to 8 vertices on an ellipse near the origin.
static size_t sample_outline(const struct column *column, struct sampler *sampler,
                             double *numbers) {
    uint64_t *state = &sampler->state;
    (void)column;
    if (sampler->hard) {
        return sample_hard_outline(sampler, numbers);
    }
    const double first = random_between(state, 0.0, 1.0), width = random_between(state, 0.3, 1.0);
    const double x = random_between(state, -2.0, 2.0), y = random_between(state, -2.0, 2.0);
    const size_t count = 3 + (size_t)(random_bits(state) % (COLUMN_MOST_VERTICES - 2));
    for (size_t i = 0; i < count; ++i) {
        double point[2];
        circle_point(((double)i + first) / (double)count, point);
        numbers[2 * i] = x + width * point[0];
        numbers[2 * i + 1] = y + point[1];
    }
    return 2 * count;
}

static void pack_outline(const struct row *row, size_t at, void *element) {
    const struct buoy_polygon polygon = {row->floats + at, (uint32_t)((row->count - at) / 2)};
    memcpy(element, &polygon, sizeof polygon);
}

static double reach_of_outline(const void *element, const double n[3]) {
    const struct buoy_polygon *polygon = element;
    double most = -HUGE_VAL;
    for (uint32_t i = 0; i < polygon->count; ++i) {
        const float *v = polygon->vertices + 2 * i;
        most = fmax(most, n[0] * (double)v[0] + n[1] * (double)v[1]);
    }
    return most;
}

static void measure_outline(const void *element, struct measures *measures) {
    struct buoy_polygon_info info = {.area = 0.0};
    buoy_polygon_get_info(element, &info, NULL);
    *measures = (struct measures){.total = fabs(info.area), .diagonal = info.diagonal};
    memcpy(measures->low, info.minimum, sizeof info.minimum);
    memcpy(measures->high, info.maximum, sizeof info.maximum);
}

const struct column_kind column_outline = {.bytes = sizeof(struct buoy_polygon),
                                           .sample = sample_outline,
                                           .pack = pack_outline,
                                           .reach = reach_of_outline,
                                           .measure = measure_outline};

// ------------------------------------------------------------------------------------- discs

// The direction that the disc lies in, as a share of a turn; the share of the body's extent along
// it that the disc covers, of hard ones 1e-1 to 1e-6; the radius as a multiple of the extent:
// about 1, of hard ones up to 1e5.
static size_t sample_disc(const struct column *column, struct sampler *sampler, double *numbers) {
    (void)column;
    numbers[0] = random_between(&sampler->state, 0.0, 1.0);
    numbers[1] = sampler->hard ? powers[1 + sampler->index / 3 % 6] : sampler->pose.share;
    numbers[2] = sampler->hard ? 1.0 / powers[sampler->index % 6]
                               : random_between(&sampler->state, 0.3, 2.0);
    return 3;
}

static void place_disc(const struct column_kind *body, const void *element, const double n[3],
                       double *numbers) {
    double towards[3] = {0.0, 0.0, 0.0}, back[3] = {0.0, 0.0, 0.0};
    struct measures measures;
    (void)n;
    circle_point(numbers[0], towards);
    body->measure(element, &measures);
    const double mx = 0.5 * (measures.low[0] + measures.high[0]);
    const double my = 0.5 * (measures.low[1] + measures.high[1]);
    back[0] = -towards[0];
    back[1] = -towards[1];
    const double low = -body->reach(element, back);
    const double extent = body->reach(element, towards) - low, r = numbers[2] * extent;
    const double at = low + numbers[1] * extent - r - (towards[0] * mx + towards[1] * my);
    numbers[0] = mx + at * towards[0];
    numbers[1] = my + at * towards[1];
    numbers[2] = r;
}

static bool check_disc(const struct column *column, const struct row *row, size_t at, char *text,
                       size_t size) {
    return check_positive(column, row, at, 2, 2, text, size);
}

const struct column_kind column_disc = {
    .numbers = 3, .sample = sample_disc, .check = check_disc, .place = place_disc};

// ----------------------------------------------------------------------------------- normals

// Uniform over the sphere; tilted off an axis by 1 to 1e-7, where formulas that divide by the tilt
// lose most.
static size_t sample_normal(const struct column *column, struct sampler *sampler, double *numbers) {
    const struct pose *pose = &sampler->pose;
    (void)column;
    if (!sampler->hard) {
        memcpy(numbers, (const double[]){pose->nx, pose->ny, pose->nz}, 3 * sizeof *numbers);
        return 3;
    }
    const double tilt = powers[sampler->index % 8];
    const double turn = random_between(&sampler->state, 0.1, 0.9);
    const double tilted[3] = {tilt * turn, -tilt * (1.0 - turn), 1.0};
    const size_t about = sampler->index / 3 % 3; // (a, b, 1), (1, a, b), (b, 1, a)
    for (size_t i = 0; i < 3; ++i) {
        numbers[i] = tilted[(i + 3 - about) % 3];
    }
    return 3;
}

static size_t sample_normal2d(const struct column *column, struct sampler *sampler,
                              double *numbers) {
    (void)column;
    numbers[0] = (double)sampler->pose.nx;
    numbers[1] = (double)sampler->pose.ny;
    return 2;
}

static bool check_normal(const struct column *column, const struct row *row, size_t at, char *text,
                         size_t size) {
    for (size_t i = 0; i < column->kind->numbers; ++i) {
        if (row_number(row, at + i) != 0.0) {
            return true;
        }
    }
    snprintf(text, size, "columns %zu-%zu (%s): the normal is zero", at + 1,
             at + column->kind->numbers, column->names);
    return false;
}

const struct column_kind column_normal = {
    .numbers = 3, .dimension = 3, .sample = sample_normal, .check = check_normal};
const struct column_kind column_normal2d = {
    .numbers = 2, .dimension = 2, .sample = sample_normal2d, .check = check_normal};

// The share of the body's extent along the normal: of hard ones 1e-1 to 1e-6.
static size_t sample_share(const struct column *column, struct sampler *sampler, double *numbers) {
    numbers[0] = sampler->hard
                     ? column->hard_share * powers[1 + sampler->index / column->hard_times % 6]
                     : sampler->pose.share;
    return 1;
}

static void place_offset(const struct column_kind *body, const void *element, const double n[3],
                         double *numbers) {
    const double back[3] = {-n[0], -n[1], -n[2]}, low = -body->reach(element, back);
    numbers[0] = low + numbers[0] * (body->reach(element, n) - low);
}

const struct column_kind column_offset = {
    .numbers = 1, .sample = sample_share, .place = place_offset};

// ----------------------------------------------------------------------------------- numbers

const struct column_kind column_number = {.numbers = 1};
const struct column_kind column_vector = {.numbers = 3};
const struct column_kind column_rotation = {.numbers = 4};

static void mend_direction(double *n) {
    const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int i = 0; i < 3; ++i) {
        n[i] = length > 1e-6 && length < 1e6 ? n[i] / length : (double)(i == 2);
    }
}

const struct column_kind column_direction = {.numbers = 3, .mend = mend_direction};

// Symmetric, and diagonal unless its leading minors say that it has no negative eigenvalue.
static void mend_inertia(double *m) {
    m[3] = m[1];
    m[6] = m[2];
    m[7] = m[5];
    const double minor = m[0] * m[4] - m[1] * m[1];
    const double determinant = m[0] * (m[4] * m[8] - m[5] * m[5]) -
                               m[1] * (m[1] * m[8] - m[5] * m[2]) +
                               m[2] * (m[1] * m[5] - m[4] * m[2]);
    const bool good = m[0] > 0.0 && minor > 0.0 && determinant > 0.0;
    for (int i = 0; i < 9 && !good; ++i) {
        m[i] = i % 4 == 0 ? fabs(m[i]) : 0.0;
    }
}

const struct column_kind column_inertia = {.numbers = 9, .mend = mend_inertia};

// ------------------------------------------------------------------------------------------- reach

double reach_of_shape(const struct buoy_shape *shape, const double n[3]) {
    const double a = (double)shape->size[0], b = (double)shape->size[1];
    const double c = (double)shape->size[2];
    const double across = sqrt(n[0] * n[0] + n[1] * n[1]);
    const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    switch (shape->kind) {
    case BUOY_SHAPE_BOX:
        return fabs(n[0]) * a + fabs(n[1]) * b + fabs(n[2]) * c;
    case BUOY_SHAPE_SPHERE:
        return a * length;
    case BUOY_SHAPE_ELLIPSOID:
        return sqrt(n[0] * n[0] * a * a + n[1] * n[1] * b * b + n[2] * n[2] * c * c);
    case BUOY_SHAPE_CAPSULE:
        return a * length + fabs(n[2]) * b;
    case BUOY_SHAPE_CYLINDER:
        return a * across + fabs(n[2]) * b;
    case BUOY_SHAPE_CONE: // its tip, or the rim of its base
        return fmax(n[2] * b, a * across - n[2] * b);
    default:
        return -HUGE_VAL; // a mesh has no size of its own
    }
}

double reach_of_mesh(const struct buoy_mesh *mesh, const double n[3]) {
    double most = -HUGE_VAL;
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        const double along = n[0] * (double)mesh->triangles->px[i] +
                             n[1] * (double)mesh->triangles->py[i] +
                             n[2] * (double)mesh->triangles->pz[i];
        most = fmax(most, along);
    }
    return most + (n[0] * mesh->origin[0] + n[1] * mesh->origin[1] + n[2] * mesh->origin[2]);
}
