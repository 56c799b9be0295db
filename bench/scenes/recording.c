// What a simulation records, and its output as a table.
#include "recording.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"
#include "cli.h"
#include "turning.h"

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

// A list of rows with so many columns beside the body's number, which is there unless there is one
// body; header and units begin with it.
static struct listing list_of(const struct recording *recording, const char *header,
                              const char *units, size_t columns) {
    const bool numbered = recording->bodies != 1;
    return (struct listing){.header = header + (numbered ? 0 : strlen("body,")),
                            .units = units + !numbered,
                            .columns = columns + numbered,
                            .whole = numbered};
}

int recording_list(const struct recording *recording, struct listing *rows) {
    *rows = list_of(
        recording, "body,time,x,y,z,qx,qy,qz,qw,vx,vy,vz,wx,wy,wz,volume,fx,fy,fz,tx,ty,tz,energy",
        ",s,m,m,m,,,,,m/s,m/s,m/s,rad/s,rad/s,rad/s,m³,N,N,N,N m,N m,N m,J", RECORDING_COLUMNS);
    for (size_t k = 0; k < recording->moments * recording->bodies; ++k) {
        double row[1 + RECORDING_COLUMNS] = {(double)(k % recording->bodies)};
        spread(recording, k, row + 1);
        if (listing_add(rows, NULL, row + 1 - rows->whole) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
}

// How far a body's third axis is from up.
static double tilt_of(const struct recording_row *row) {
    const double across = row->rotation[0] * row->rotation[0] + row->rotation[1] * row->rotation[1];
    return DEGREES * 2.0 * asin(fmin(sqrt(across), 1.0));
}

int recording_summarise(const struct recording *recording, struct listing *rows) {
    enum {
        SUMMARY = 11
    };
    *rows = list_of(recording,
                    "body,seconds,height_first,height_least,height_most,height,tilt_most_degrees,"
                    "tilt_degrees,speed,volume,energy_first,energy",
                    ",s,m,m,m,m,degrees,degrees,m/s,m³,J,J", SUMMARY);
    for (size_t body = 0; body < recording->bodies; ++body) {
        const struct recording_row *first = recording_at(recording, 0, body);
        const struct recording_row *last = recording_at(recording, recording->moments - 1, body);
        double least = first->centre[2], most = least, tilt = 0.0;
        for (size_t moment = 0; moment < recording->moments; ++moment) {
            const struct recording_row *at = recording_at(recording, moment, body);
            least = fmin(least, at->centre[2]);
            most = fmax(most, at->centre[2]);
            tilt = fmax(tilt, tilt_of(at));
        }
        const double *v = last->velocity;
        const double row[1 + SUMMARY] = {(double)body, last->time,    first->centre[2],
                                         least,        most,          last->centre[2],
                                         tilt,         tilt_of(last), buoy_length(v),
                                         last->volume, first->energy, last->energy};
        if (listing_add(rows, NULL, row + 1 - rows->whole) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
}
