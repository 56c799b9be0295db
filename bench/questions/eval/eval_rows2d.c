// Rows of polygons, lines and discs in the plane.
#include "eval_rows2d.h"

#include <stdio.h>

#include "cli.h"

enum {
    LINE_COLUMNS = 3,
    DISC_COLUMNS = 3
};

static size_t row_begin(const struct csv_ragged *table, size_t row) {
    return row == 0 ? 0 : table->ends[row - 1];
}

static size_t row_size(const struct csv_ragged *table, size_t row) {
    return table->ends[row] - row_begin(table, row);
}

static void name_vertex(const void *context, size_t column, char *text, size_t size) {
    (void)context;
    snprintf(text, size, "%c%zu", column % 2 == 0 ? 'x' : 'y', column / 2);
}

static void name_column(const void *context, size_t column, char *text, size_t size) {
    static const char *const line[LINE_COLUMNS] = {"nx", "ny", "d"};
    if (column < LINE_COLUMNS) {
        snprintf(text, size, "%s", line[column]);
    } else {
        name_vertex(context, column - LINE_COLUMNS, text, size);
    }
}

static int missing_field(const char *path, size_t row, size_t columns, csv_column_name *name) {
    char text[32];
    name(NULL, columns, text, sizeof text);
    return cli_bad("%s: line %zu, column %zu (%s): missing field", csv_name(path),
                   csv_line_of_ragged_row(row), columns + 1, text);
}

static int check_polygon(const char *path, const struct csv_ragged *table, size_t row) {
    const float *values = table->values + row_begin(table, row);
    const size_t columns = row_size(table, row);
    if (columns < LINE_COLUMNS + 4 || (columns - LINE_COLUMNS) % 2 != 0) {
        return missing_field(path, row, columns, name_column);
    }
    if (values[0] == 0.0f && values[1] == 0.0f) {
        return cli_bad("%s: line %zu, columns 1-2 (nx,ny): the normal is zero", csv_name(path),
                       csv_line_of_ragged_row(row));
    }
    return 0;
}

static int check_outline(const char *path, const struct csv_ragged *table, size_t row) {
    const size_t columns = row_size(table, row);
    if (columns == DISC_COLUMNS) {
        const float radius = table->values[row_begin(table, row) + 2];
        return radius > 0.0f ? 0
                             : cli_bad("%s: line %zu, column 3: the radius of a disc must be > 0",
                                       csv_name(path), csv_line_of_ragged_row(row));
    }
    return columns < 4 || columns % 2 != 0 ? missing_field(path, row, columns, name_vertex) : 0;
}

static int read_rows(const char *path, const struct csv_ragged_format *format,
                     int (*check)(const char *, const struct csv_ragged *, size_t),
                     struct csv_ragged *table) {
    if (csv_read_ragged(path, format, table) != 0) {
        return CLI_BAD;
    }
    for (size_t row = 0; row < table->rows; ++row) {
        if (check(path, table, row) != 0) {
            csv_free_ragged(table);
            return CLI_BAD;
        }
    }
    return 0;
}

int eval_read_polygons(const char *path, struct csv_ragged *table) {
    static const struct csv_ragged_format format = {"nx,ny,d,x0,y0,x1,y1,...", name_column, NULL};
    return read_rows(path, &format, check_polygon, table);
}

int eval_read_outlines(const char *path, struct csv_ragged *table) {
    static const struct csv_ragged_format format = {"x,y,radius or x0,y0,x1,y1,...", name_vertex,
                                                    NULL};
    return read_rows(path, &format, check_outline, table);
}

struct buoy_polygon eval_polygon_of_row(const struct csv_ragged *table, size_t row,
                                        struct buoy_line *line) {
    const float *values = table->values + row_begin(table, row);
    *line = (struct buoy_line){.normal = {values[0], values[1]}, .d = values[2]};
    return (struct buoy_polygon){.vertices = values + LINE_COLUMNS,
                                 .count = (uint32_t)((row_size(table, row) - LINE_COLUMNS) / 2)};
}

struct eval_outline eval_outline_of_row(const struct csv_ragged *table, size_t row) {
    const float *values = table->values + row_begin(table, row);
    const size_t columns = row_size(table, row);
    if (columns == DISC_COLUMNS) {
        return (struct eval_outline){.is_circle = true,
                                     .circle = {{values[0], values[1]}, values[2]}};
    }
    return (struct eval_outline){.polygon = {values, (uint32_t)(columns / 2)}};
}
