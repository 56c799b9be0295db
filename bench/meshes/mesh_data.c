// Memory and construction of a mesh_data, and errors.
#include "internal.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum buoy_status mesh_fail(struct buoy_error *error, enum buoy_status status, const char *format,
                           ...) {
    if (error) {
        error->status = status;
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(error->message, sizeof error->message, format, arguments);
        va_end(arguments);
        for (char *c = error->message; *c; ++c) {
            if ((unsigned char)*c < ' ' || *c == 127) {
                *c = '?';
            }
        }
    }
    return status;
}

bool mesh_reserve(struct mesh_data *data, size_t vertices, size_t triangles) {
    memset(data, 0, sizeof *data);
    data->closed_form_volume = (double)NAN;
    data->positions = malloc(vertices * 3 * sizeof *data->positions);
    data->indices = malloc(triangles * 3 * sizeof *data->indices);
    if (!data->positions || !data->indices) {
        mesh_data_free(data);
        return false;
    }
    return true;
}

uint32_t mesh_add_vertex(struct mesh_data *data, double x, double y, double z) {
    double *p = data->positions + 3 * data->vertex_count;
    p[0] = mesh_rounded(x + 0.0); // + 0.0: no negative zeros
    p[1] = mesh_rounded(y + 0.0);
    p[2] = mesh_rounded(z + 0.0);
    return (uint32_t)data->vertex_count++;
}

void mesh_add_triangle(struct mesh_data *data, uint32_t a, uint32_t b, uint32_t c) {
    uint32_t *i = data->indices + 3 * data->triangle_count++;
    i[0] = a;
    i[1] = b;
    i[2] = c;
}

void mesh_add_quad(struct mesh_data *data, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    mesh_add_triangle(data, a, b, c);
    mesh_add_triangle(data, a, c, d);
}

void mesh_data_scale(struct mesh_data *data, double factor) {
    if (factor > 0.0) {
        mesh_data_stretch(data, (const double[3]){factor, factor, factor});
    }
}

void mesh_data_stretch(struct mesh_data *data, const double factors[3]) {
    for (size_t i = 0; i < 3 * data->vertex_count; ++i) {
        data->positions[i] *= factors[i % 3];
    }
    data->closed_form_volume *= factors[0] * factors[1] * factors[2];
}

void mesh_data_free(struct mesh_data *data) {
    free(data->positions);
    free(data->indices);
    free(data->name);
    memset(data, 0, sizeof *data);
}
