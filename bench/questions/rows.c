// Families whose questions are rows of numbers.
#include "rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "errors.h"

// ----------------------------------------------------------------------------------- columns

static size_t number_bytes(const struct rows *rows) {
    return rows->reals ? sizeof(double) : sizeof(float);
}

static size_t element_bytes(const struct rows *rows, const struct column *column) {
    return column->kind->bytes > 0 ? column->kind->bytes
                                   : column->kind->numbers * number_bytes(rows);
}

size_t rows_part_bytes(const struct rows *rows, size_t part) {
    size_t bytes = 0;
    for (size_t i = 0; i < rows->column_count; ++i) {
        bytes += rows->columns[i].part == part ? element_bytes(rows, &rows->columns[i]) : 0;
    }
    return bytes;
}

// Bodies that are made up and measured come first in their part.
const struct column *rows_body(const struct rows *rows) {
    for (size_t i = 0; i < rows->column_count; ++i) {
        if (rows->columns[i].kind->measure) {
            return &rows->columns[i];
        }
    }
    return NULL;
}

bool rows_are_ragged(const struct rows *rows) {
    return rows->columns[rows->column_count - 1].kind->numbers == 0;
}

void rows_column_name(const struct rows *rows, size_t index, char name[32]) {
    const struct column *column = rows->columns;
    while (column->kind->numbers > 0 && index >= column->kind->numbers) {
        index -= column->kind->numbers;
        ++column;
    }
    column_name(column, index, name);
}

// Vertices end a row: of two numbers each, and at least two of them.
static bool has_vertices(const struct rows *rows, size_t count) {
    size_t fixed = 0;
    for (size_t i = 0; i < rows->column_count; ++i) {
        fixed += rows->columns[i].kind->numbers;
    }
    return count >= fixed + 4 && (count - fixed) % 2 == 0;
}

bool rows_check(const struct rows *rows, const struct row *row, char *text, size_t size) {
    size_t at = 0;
    if (rows_are_ragged(rows) && !has_vertices(rows, row->count)) {
        char name[32];
        rows_column_name(rows, row->count, name);
        snprintf(text, size, "column %zu (%s): missing field", row->count + 1, name);
        return false;
    }
    for (size_t i = 0; i < rows->column_count; ++i) {
        const struct column *column = &rows->columns[i];
        if (column->kind->check && !column->kind->check(column, row, at, text, size)) {
            return false;
        }
        at += column_numbers(column, row, at);
    }
    return true;
}

void rows_pack(const struct rows *rows, const struct row *row, void *const part[ROWS_PARTS],
               size_t index) {
    size_t at = 0, offset[ROWS_PARTS] = {0};
    for (size_t i = 0; i < rows->column_count; ++i) {
        const struct column *column = &rows->columns[i];
        const size_t bytes = element_bytes(rows, column);
        char *element = (char *)part[column->part] + index * rows_part_bytes(rows, column->part) +
                        offset[column->part];
        if (column->kind->pack) {
            column->kind->pack(row, at, element);
        } else if (row->floats) {
            memcpy(element, row->floats + at, bytes);
        } else if (row->reals) {
            memcpy(element, row->reals + at, bytes);
        }
        offset[column->part] += bytes;
        at += column_numbers(column, row, at);
    }
}

// ---------------------------------------------------------------------------------- sampling

// The parts of a row of numbers, by itself.
struct packed {
    float floats[ROW_MOST];
    double room[ROWS_PARTS][ROW_MOST];
    void *part[ROWS_PARTS];
};

void rows_immerse(const struct rows *rows, double *numbers, size_t count) {
    const struct column *body = rows_body(rows);
    struct packed packed;
    struct row row = {.count = count};
    for (size_t i = 0; i < count; ++i) {
        packed.floats[i] = (float)numbers[i];
    }
    for (size_t i = 0; i < ROWS_PARTS; ++i) {
        packed.part[i] = packed.room[i];
    }
    row.floats = rows->reals ? NULL : packed.floats;
    row.reals = rows->reals ? numbers : NULL;
    rows_pack(rows, &row, packed.part, 0);

    double n[3] = {0.0, 0.0, 0.0};
    size_t at = 0;
    for (size_t i = 0; i < rows->column_count; ++i) {
        const struct column_kind *kind = rows->columns[i].kind;
        for (size_t k = 0; k < kind->dimension; ++k) {
            n[k] = row_number(&row, at + k);
        }
        if (kind->place) {
            kind->place(body->kind, packed.part[body->part], n, numbers + at);
        }
        at += column_numbers(&rows->columns[i], &row, at);
    }
}

size_t rows_sample(const struct rows *rows, uint64_t seed, size_t index, size_t random,
                   double numbers[ROW_MOST]) {
    const bool hard = index >= random;
    const size_t place = hard ? index - random : index;
    struct sampler sampler = {.state = seed + place,
                              .index = place,
                              .turn = index,
                              .hard = hard,
                              .pose = poses_at(seed, place),
                              .kinds = rows->kinds};
    size_t count = 0;
    for (size_t i = 0; i < rows->column_count; ++i) {
        const struct column *column = &rows->columns[i];
        count += rows->sample ? column->kind->numbers
                              : column->kind->sample(column, &sampler, numbers + count);
    }
    if (rows->sample) {
        rows->sample(&sampler, numbers);
    }
    return count;
}

// ----------------------------------------------------------------------------------- content

int rows_allocate(struct queries *queries) {
    const struct rows *rows = queries->family->rows;
    struct rows_content *content = calloc(1, sizeof *content);
    if (!content) {
        return cli_out_of_memory();
    }
    queries->content = content;
    content->most = ROW_MOST;
    content->numbers = calloc(queries->count, content->most * number_bytes(rows));
    content->sizes = calloc(queries->count, sizeof *content->sizes);
    bool all = content->numbers && content->sizes;
    for (size_t i = 0; i < ROWS_PARTS; ++i) {
        const size_t bytes = rows_part_bytes(rows, i);
        content->part[i] = bytes > 0 ? calloc(queries->count, bytes) : NULL;
        all = all && (bytes == 0 || content->part[i]);
    }
    return all ? 0 : cli_out_of_memory();
}

struct row rows_at(const struct queries *queries, size_t index) {
    const struct rows_content *content = queries->content;
    struct row row = {.count = content->sizes[index]};
    if (queries->family->rows->reals) {
        row.reals = (const double *)content->numbers + index * content->most;
    } else {
        row.floats = (const float *)content->numbers + index * content->most;
    }
    return row;
}

void rows_put(const struct queries *queries, size_t index, const double *numbers, size_t count) {
    struct rows_content *content = queries->content;
    content->sizes[index] = count;
    for (size_t i = 0; i < count; ++i) {
        if (queries->family->rows->reals) {
            ((double *)content->numbers)[index * content->most + i] = numbers[i];
        } else {
            ((float *)content->numbers)[index * content->most + i] = (float)numbers[i];
        }
    }
    const struct row row = rows_at(queries, index);
    rows_pack(queries->family->rows, &row, content->part, index);
}

struct rows_slice rows_slice(const struct queries *queries, size_t index, size_t count) {
    const struct rows_content *content = queries->content;
    struct rows_slice slice = {.count = count, .voxels = queries->voxels};
    for (size_t i = 0; i < ROWS_PARTS; ++i) {
        slice.part[i] = content->part[i] ? (const char *)content->part[i] +
                                               index * rows_part_bytes(queries->family->rows, i)
                                         : NULL;
    }
    return slice;
}

int rows_make(struct queries *queries) {
    const struct rows *rows = queries->family->rows;
    const struct workload *workload = queries->workload;
    const size_t call = workload->per_call > 0 ? workload->per_call : 1;
    queries->count = (queries->count + call - 1) / call * call + workload->hard;
    queries->per_call = workload->per_call > 0 ? call : queries->count;
    if (rows_allocate(queries) != 0) {
        return CLI_BAD;
    }
    const size_t random = queries->count - workload->hard;
    for (size_t i = 0; i < queries->count; ++i) {
        double numbers[ROW_MOST];
        const size_t count = rows_sample(rows, queries->seed, i, random, numbers);
        rows_immerse(rows, numbers, count);
        rows_put(queries, i, numbers, count);
    }
    return rows->make_own ? rows->make_own(queries) : 0;
}

void rows_free(struct queries *queries) {
    struct rows_content *content = queries->content;
    if (content) {
        if (content->own) {
            queries->family->rows->free_own(content->own);
        }
        for (size_t i = 0; i < ROWS_PARTS; ++i) {
            free(content->part[i]);
        }
        free(content->numbers);
        free(content->sizes);
        free(content);
    }
}

// ----------------------------------------------------------------------------------- answers

void rows_ask(const struct queries *queries, const struct buoy_kernel *kernel,
              const struct scratch *scratch, size_t begin, size_t end, void *answers) {
    const struct family *family = queries->family;
    (void)scratch;
    for (size_t i = begin; i < end; i += queries->per_call) {
        const struct rows_slice slice = rows_slice(queries, i, queries->per_call);
        family->rows->ask(kernel, &slice, false, (char *)answers + i * family->answer_bytes, NULL);
    }
}

int rows_find_truth(const struct queries *queries, void *truth) {
    const struct family *family = queries->family;
    for (size_t i = 0; i < queries->count; ++i) {
        struct buoy_error error = {.message = ""};
        const struct rows_slice one = rows_slice(queries, i, 1);
        if (family->rows->truth(&one, (char *)truth + i * family->answer_bytes, &error) !=
            BUOY_OK) {
            return error.message[0] != '\0'
                       ? cli_bad("the truth about a %s: %s", family->one, error.message)
                       : CLI_BAD;
        }
    }
    return 0;
}

struct measures rows_measure(const struct queries *queries, size_t index) {
    const struct rows *rows = queries->family->rows;
    const struct rows_slice one = rows_slice(queries, index, 1);
    struct measures measures = {.total = 1.0};
    if (rows_body(rows)) {
        rows_body(rows)->kind->measure(one.part[rows_body(rows)->part], &measures);
    }
    return measures;
}

// A volume or an area, then its centre.
static struct buoy_volume volume_of(const struct family *family, const void *answer) {
    struct buoy_volume volume = {0.0, {0.0, 0.0, 0.0}};
    memcpy(&volume, answer,
           family->answer_bytes < sizeof volume ? family->answer_bytes : sizeof volume);
    return volume;
}

struct family_errors rows_errors(const struct queries *queries, size_t index, const void *truth,
                                 const void *answer) {
    const struct rows *rows = queries->family->rows;
    if (rows->errors) {
        const struct rows_slice one = rows_slice(queries, index, 1);
        return rows->errors(&one, truth, answer);
    }
    const struct measures measures = rows_measure(queries, index);
    const struct buoy_volume expected = volume_of(queries->family, truth);
    const struct buoy_volume got = volume_of(queries->family, answer);
    return errors_of_volume(measures.total, measures.diagonal, &expected, &got);
}

struct family_bounds rows_bounds(const struct queries *queries, const struct buoy_kernel *kernel,
                                 size_t index) {
    const struct rows_slice one = rows_slice(queries, index, 1);
    const struct measures measures = rows_measure(queries, index);
    return queries->family->rows->bounds(kernel, &one, &measures);
}

// ---------------------------------------------------------------------------------- in words

void rows_summarise(const struct queries *queries, char *text, size_t size) {
    snprintf(text, size, "random, %s%zu a call", queries->family->rows->random, queries->per_call);
}

void rows_header(const struct rows *rows, char *text, size_t size) {
    size_t length = 0;
    for (size_t i = 0; i < rows->column_count && length < size; ++i) {
        length += (size_t)snprintf(text + length, size - length, "%s%s", i > 0 ? "," : "",
                                   rows->columns[i].names);
    }
}

void rows_print(const struct rows *rows, const struct row *row, char *text, size_t size) {
    size_t at = 0, length = 0;
    for (size_t i = 0; i < rows->column_count; ++i) {
        const struct column *column = &rows->columns[i];
        for (size_t end = at + column_numbers(column, row, at), first = at; at < end; ++at) {
            const char *word = column_word(column, row, first, at);
            if (length >= size) {
                return;
            }
            length +=
                (size_t)(word ? snprintf(text + length, size - length, "%s", word)
                              : snprintf(text + length, size - length, "%s%.*g", at > 0 ? "," : "",
                                         row->floats ? 9 : 17, row_number(row, at)));
        }
    }
}

// As a row of `eval`'s file, behind the names of its columns.
void rows_describe(const struct queries *queries, size_t index, char *text, size_t size) {
    const struct rows *rows = queries->family->rows;
    const struct row row = rows_at(queries, index);
    size_t length = (size_t)snprintf(text, size, "%s %zu (", queries->family->one, index);
    rows_header(rows, text + length, size - length);
    length += strlen(text + length);
    length += (size_t)snprintf(text + length, size - length, ") = ");
    if (length < size) {
        rows_print(rows, &row, text + length, size - length);
    }
}
