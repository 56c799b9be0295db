// `buoybench eval shapes`: primitive shapes, each below its own plane.
#include <string.h>

#include "buoyancy_shapes.h"
#include "cli.h"
#include "csv.h"
#include "dispatch/registry.h"
#include "eval.h"
#include "eval_options.h"
#include "solids/kinds.h"

#define COLUMNS "shape,a,b,c,nx,ny,nz,d"
enum {
    COLUMN_COUNT = 8,
    ANSWER_COUNT = 6
};

// The words of the first column, in the order of the kinds.
static size_t list_words(const char *words[BUOY_SHAPE_MESH]) {
    size_t count = 0;
    for (; count < BUOY_SHAPE_MESH; ++count) {
        words[count] = buoy_kind_name((enum buoy_shape_kind)count);
    }
    return count;
}

static struct buoy_shape shape_of_row(const float *row) {
    return (struct buoy_shape){.kind = (enum buoy_shape_kind)(int)row[0],
                               .size = {row[1], row[2], row[3]}};
}

static int check_row(const char *path, size_t row, const struct buoy_shape *shape,
                     const struct buoy_kernel *kernel, unsigned kinds) {
    static const char *const names[] = {"a", "b", "c"};
    const char *word = buoy_kind_name(shape->kind), *file = csv_name(path);
    const size_t line = csv_line_of_row(row);
    const int count = buoy_kind_sizes(shape->kind);
    if (!buoy_kinds_have(kinds, shape)) {
        struct buoy_kernel_info info;
        buoy_kernel_get_info(kernel, &info, NULL);
        return cli_bad("%s: line %zu, column 1 (shape): %s does not answer a %s", file, line,
                       info.id, word);
    }
    for (int i = 0; i < 3; ++i) {
        if (i < count && !(shape->size[i] > 0.0f)) {
            return cli_bad("%s: line %zu, column %d (%s): a size of a%s %s must be > 0", file, line,
                           i + 2, names[i], word[0] == 'e' ? "n" : "", word);
        }
        if (i >= count && shape->size[i] != 0.0f) {
            return cli_bad("%s: line %zu, column %d (%s): a %s has %d size%s; the others must be 0",
                           file, line, i + 2, names[i], word, count, count == 1 ? "" : "s");
        }
    }
    return 0;
}

static int check_rows(const char *path, const struct csv_table *table,
                      const struct buoy_kernel *kernel) {
    const unsigned kinds = kernel->method->shapes.kinds;
    for (size_t i = 0; i < table->rows; ++i) {
        const struct buoy_shape shape = shape_of_row(table->values + table->columns * i);
        if (check_row(path, i, &shape, kernel, kinds) != 0) {
            return CLI_BAD;
        }
    }
    return eval_check_normals(path, table, 4);
}

static int answer_shapes(const void *context, const float *rows, size_t count, double *answers) {
    const struct buoy_kernel *kernel = context;
    struct buoy_shape shapes[EVAL_PORTION];
    struct buoy_plane planes[EVAL_PORTION];
    struct buoy_volume results[EVAL_PORTION];
    struct buoy_shape_surface surfaces[EVAL_PORTION];
    for (size_t i = 0; i < count; ++i) {
        const float *row = rows + COLUMN_COUNT * i;
        shapes[i] = shape_of_row(row);
        planes[i] = (struct buoy_plane){
            .normal[0] = row[4], .normal[1] = row[5], .normal[2] = row[6], .d = row[7]};
    }
    const struct buoy_shapes_query query = {
        .shapes = shapes, .planes = planes, .count = count, .surfaces = surfaces};
    if (eval_check_status(kernel, buoy_shapes_with(kernel, &query, results, NULL)) != 0) {
        return CLI_BAD;
    }
    for (size_t i = 0; i < count; ++i) {
        double *answer = answers + ANSWER_COUNT * i;
        memcpy(answer, &results[i], sizeof results[i]);
        answer[4] = surfaces[i].wetted_area;
        answer[5] = surfaces[i].waterplane_area;
    }
    return 0;
}

static int eval_table(const char *path, const struct buoy_kernel *kernel,
                      const struct csv_table *table) {
    if (check_rows(path, table, kernel) != 0) {
        return CLI_BAD;
    }
    return eval_print(
        table, &(struct eval_answers){.header = "volume,cx,cy,cz,wetted_area,waterplane_area",
                                      .columns = ANSWER_COUNT,
                                      .question = kernel,
                                      .answer = answer_shapes});
}

#define WHOLE "volume,area,hx,hy,hz,cx,cy,cz,sx,sy,sz"

// The whole shape's properties.
static enum buoy_status answer_whole(const void *context, size_t index, double *row,
                                     struct buoy_error *error) {
    const struct csv_table *table = context;
    const struct buoy_shape shape = shape_of_row(table->values + table->columns * index);
    struct buoy_shape_info info;
    const enum buoy_status status = buoy_shape_get_info(&shape, &info, error);
    if (status == BUOY_OK) {
        row[0] = info.volume;
        row[1] = info.area;
        memcpy(row + 2, info.half_extent, sizeof info.half_extent);
        memcpy(row + 5, info.centroid, sizeof info.centroid);
        memcpy(row + 8, info.spread, sizeof info.spread);
    }
    return status;
}

static int eval_whole(const char *path, const struct buoy_kernel *kernel,
                      const struct csv_table *table) {
    return check_rows(path, table, kernel) != 0
               ? CLI_BAD
               : eval_each_row(
                     path, table,
                     &(struct eval_questions){
                         .header = WHOLE, .columns = 11, .context = table, .answer = answer_whole});
}

static int run(int argc, char **argv) {
    unsigned whole = 0;
    const char *input = NULL, *id = "shapes/auto/best";
    const struct buoy_kernel *kernel;
    const char *words[BUOY_SHAPE_MESH];
    const size_t count = list_words(words);
    struct csv_table table;
    struct eval_option options[] = {
        EVAL_FILE_OPTION("input", &input),
        EVAL_KERNEL_OPTION(&id),
        {.name = "whole", .kind = EVAL_FLAG, .value = &whole, .flag = 1},
        {0},
    };
    if (eval_parse(argc, argv, options) != 0 || eval_select_kernel("shapes", id, &kernel) != 0 ||
        csv_read_with_words(input, COLUMNS, words, count, &table) != 0) {
        return CLI_BAD;
    }
    const int status =
        whole ? eval_whole(input, kernel, &table) : eval_table(input, kernel, &table);
    csv_free(&table);
    return status;
}

const struct eval_family eval_shapes = {
    .name = "shapes",
    .help =
        "usage: buoybench eval shapes --input S.csv [--kernel ID] [--whole]\n"
        "\n"
        "Prints the submerged volume, the centre of buoyancy, the wetted area and the area of the\n"
        "waterplane of each shape in S.csv, each below its own plane, one CSV row each, with\n"
        "enough digits to get the same bits back.\n"
        "\n"
        "S.csv has the header " COLUMNS ". shape is a word; a, b and c are its\n"
        "sizes, those it has not are 0; its centre is the origin and its axis z:\n"
        "  box        half extents a, b, c\n"
        "  sphere     radius a\n"
        "  ellipsoid  semi-axes a, b, c\n"
        "  capsule    radius a, half length b of the straight part\n"
        "  cylinder   radius a, half length b\n"
        "  cone       radius a of its base at z = -b; its tip is at z = +b\n"
        "The water is where nx x + ny y + nz z < d; the normal points up, out of the water, and\n"
        "may have any length > 0. Numbers are rounded to 32-bit floats as read. The output has\n"
        "the header volume,cx,cy,cz,wetted_area,waterplane_area, in the shape's frame; if the\n"
        "shape is dry, all are 0.\n"
        "\n"
        "  --input S      the CSV file; - reads standard input\n"
        "  --kernel ID    the kernel, or a glob that matches just one (default shapes/auto/best)\n"
        "  --whole        print properties of the whole shapes in place of what is submerged:\n"
        "                 " WHOLE ": volume, area, half extents,\n"
        "                 centroid c, integrals of (x - cx)^2, (y - cy)^2 and (z - cz)^2\n"
        "\n"
        "examples:\n"
        "  printf '" COLUMNS "\\nsphere,1,0,0,0,0,1,0\\nbox,1,2,3,1,1,1,0.5\\n' |\n"
        "      buoybench eval shapes --input -\n"
        "  buoybench eval shapes --input shapes.csv --kernel shapes/reference/scalar\n",
    .run = run,
};
