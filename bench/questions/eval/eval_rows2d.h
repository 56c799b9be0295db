// Rows of polygons, lines and discs in the plane, for `eval polygon`, `forces2d` and `pool`.
#ifndef BENCH_EVAL_ROWS2D_H
#define BENCH_EVAL_ROWS2D_H

#include "buoyancy_polygon.h"
#include "csv.h"

// Reads rows nx,ny,d,x0,y0,x1,y1,…: a line whose normal is not zero, and two vertices or more. Each
// function that returns an int returns 0, or CLI_BAD after naming file, line, column and cause.
int eval_read_polygons(const char *path, struct csv_ragged *table);

// A row's polygon, whose vertices stay in the table, and its line.
struct buoy_polygon eval_polygon_of_row(const struct csv_ragged *table, size_t row,
                                        struct buoy_line *line);

// Reads rows x,y,radius, which are discs, and x0,y0,x1,y1,…, which are polygons.
int eval_read_outlines(const char *path, struct csv_ragged *table);

// Either of them.
struct eval_outline {
    bool is_circle;
    struct buoy_circle circle;
    struct buoy_polygon polygon;
};
struct eval_outline eval_outline_of_row(const struct csv_ragged *table, size_t row);

#endif
