// What a simulation records, and its output as a table.
#include "recording.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "json_output.h"
#include "listing.h"
#include "turning.h"

static const char *const names[RECORDING_COLUMNS] = {
    "time", "x",  "y",  "z",      "qx", "qy", "qz", "qw", "vx", "vy", "vz",
    "wx",   "wy", "wz", "volume", "fx", "fy", "fz", "tx", "ty", "tz", "energy"};

int recording_make(size_t bodies, size_t moments, struct recording *recording) {
    *recording = (struct recording){.bodies = bodies, .room = moments};
    recording->rows = malloc((bodies * moments + 1) * sizeof *recording->rows);
    return recording->rows ? 0 : cli_out_of_memory();
}

void recording_free(struct recording *recording) {
    free(recording->rows);
    *recording = (struct recording){0};
}

const struct recording_row *recording_at(const struct recording *recording, size_t moment,
                                         size_t body) {
    return &recording->rows[moment * recording->bodies + body];
}

// The numbers of a row in the order of their columns.
static void spread(const struct recording *recording, size_t index,
                   double numbers[RECORDING_COLUMNS]) {
    const struct recording_row *row = &recording->rows[index];
    double *at = numbers;
    const struct {
        const double *from;
        size_t count;
    } members[] = {{&row->time, 1},    {row->centre, 3}, {row->rotation, 4},
                   {row->velocity, 3}, {row->spin, 3},   {&row->volume, 1},
                   {row->force, 3},    {row->torque, 3}, {&row->energy, 1}};
    for (size_t i = 0; i < sizeof members / sizeof members[0]; ++i) {
        memcpy(at, members[i].from, members[i].count * sizeof *at);
        if (members[i].count > 1 && recording->upright) { // a vector, also that of a quaternion
            turning_turn(recording->upright, true, at);
        }
        at += members[i].count;
    }
}

void recording_put_csv(const struct recording *recording, FILE *to) {
    const bool numbered = recording->bodies != 1;
    fputs(numbered ? "body," : "", to);
    for (int i = 0; i < RECORDING_COLUMNS; ++i) {
        fprintf(to, "%s%s", names[i], i + 1 < RECORDING_COLUMNS ? "," : "\n");
    }
    for (size_t k = 0; k < recording->moments * recording->bodies; ++k) {
        double numbers[RECORDING_COLUMNS];
        spread(recording, k, numbers);
        if (numbered) {
            fprintf(to, "%zu,", k % recording->bodies);
        }
        for (int i = 0; i < RECORDING_COLUMNS; ++i) {
            listing_put_number(numbers[i], to);
            putc(i + 1 < RECORDING_COLUMNS ? ',' : '\n', to);
        }
    }
}

int recording_print_json(const struct recording *recording) {
    json_t *rows = json_array();
    for (size_t k = 0; k < recording->moments * recording->bodies; ++k) {
        double numbers[RECORDING_COLUMNS];
        json_t *row = json_object();
        spread(recording, k, numbers);
        if (recording->bodies != 1) {
            json_object_set_new(row, "body", json_integer((json_int_t)(k % recording->bodies)));
        }
        for (int i = 0; i < RECORDING_COLUMNS; ++i) {
            json_object_set_new(row, names[i], json_number(numbers[i]));
        }
        json_array_append_new(rows, row);
    }
    return json_print(rows);
}
