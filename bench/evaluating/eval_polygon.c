// `buoybench eval polygon`: submerged areas of polygons in the plane.
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "eval.h"
#include "eval_options.h"
#include "eval_rows2d.h"

static void print_areas(const struct buoy_area *results, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        eval_print_row(
            (const double[]){results[i].area, results[i].centre[0], results[i].centre[1]}, 3);
    }
}

// Answers and prints in portions, so that memory use does not grow with the number of rows.
static int answer_polygons(const struct buoy_kernel *kernel, const struct csv_ragged *table) {
    struct buoy_polygon polygons[1024];
    struct buoy_line lines[1024];
    struct buoy_area results[1024];
    const size_t portion = sizeof polygons / sizeof polygons[0];
    for (size_t done = 0; done < table->rows && !ferror(stdout); done += portion) {
        const size_t left = table->rows - done;
        const size_t count = left < portion ? left : portion;
        for (size_t i = 0; i < count; ++i) {
            polygons[i] = eval_polygon_of_row(table, done + i, &lines[i]);
        }
        const struct buoy_polygon_query query = {polygons, lines, count};
        struct buoy_error error;
        if (buoy_polygon_with(kernel, &query, results, &error) != BUOY_OK) {
            return cli_bad("%s", error.message);
        }
        if (done == 0) {
            puts("area,cx,cy"); // only now: nothing may be printed if the query fails
        }
        print_areas(results, count);
    }
    return CLI_GOOD;
}

#define WHOLE "min_x,min_y,max_x,max_y,diagonal,perimeter,area,conditioning,convex"

// The whole polygon's properties.
static enum buoy_status answer_whole(const void *context, size_t index, double *row,
                                     struct buoy_error *error) {
    struct buoy_line line;
    const struct buoy_polygon polygon = eval_polygon_of_row(context, index, &line);
    struct buoy_polygon_info info;
    const enum buoy_status status = buoy_polygon_get_info(&polygon, &info, error);
    if (status == BUOY_OK) {
        const double numbers[9] = {info.minimum[0], info.minimum[1],   info.maximum[0],
                                   info.maximum[1], info.diagonal,     info.perimeter,
                                   info.area,       info.conditioning, info.convex};
        memcpy(row, numbers, sizeof numbers);
    }
    return status;
}

static int eval_whole(const char *path, const struct csv_ragged *table) {
    return eval_each_ragged_row(
        path, table,
        &(struct eval_questions){
            .header = WHOLE, .columns = 9, .context = table, .answer = answer_whole});
}

static int run(int argc, char **argv) {
    unsigned whole = 0;
    const char *input = NULL, *id = "polygon/auto/best";
    const struct buoy_kernel *kernel;
    struct csv_ragged table;
    struct eval_option options[] = {
        EVAL_FILE_OPTION("input", &input),
        EVAL_KERNEL_OPTION(&id),
        EVAL_PLUGIN_OPTION,
        {.name = "whole", .kind = EVAL_FLAG, .value = &whole, .flag = 1},
        {0},
    };
    if (eval_parse(argc, argv, options) != 0 || eval_select_kernel("polygon", id, &kernel) != 0 ||
        eval_read_polygons(input, &table) != 0) {
        return CLI_BAD;
    }
    const int status = whole ? eval_whole(input, &table) : answer_polygons(kernel, &table);
    csv_free_ragged(&table);
    return status;
}

const struct eval_family eval_polygon = {
    .name = "polygon",
    .help =
        "usage: buoybench eval polygon --input P.csv [--kernel ID] [--plugin X]... [--whole]\n"
        "\n"
        "Prints the submerged area and its centroid for each polygon in P.csv, each below its own\n"
        "line, one CSV row each, with enough digits to get the same bits back.\n"
        "\n"
        "P.csv has no header. A row is nx,ny,d,x0,y0,x1,y1,... with two vertices or more,\n"
        "clockwise or counter-clockwise, convex or not. The water is where nx x + ny y < d; the\n"
        "normal points up, out of the water, and may have any length > 0. Numbers are rounded to\n"
        "32-bit floats as read. The output has the header area,cx,cy. If the polygon is dry, the\n"
        "area is 0 and c is the centre of its bounding box.\n"
        "\n"
        "  --input P      the CSV file; - reads standard input\n"
        "  --kernel ID    the kernel, or a glob that matches just one (default polygon/auto/best)\n"
        "  --plugin X     a file X.so with further kernels (buoyancy_plugin.h); may be repeated\n"
        "  --whole        print properties of the whole polygons in place of what is submerged:\n"
        "                 bounding box, diagonal, perimeter, area (negative if it runs\n"
        "                 clockwise), conditioning, and whether it is convex, 1 or 0\n"
        "\n"
        "examples:\n"
        "  printf '0,1,0.5,0,0,1,0,1,1,0,1\\n1,2,3,0,0,2,1,1,3\\n' |\n"
        "      buoybench eval polygon --input -\n"
        "  buoybench eval polygon --input polygons.csv --kernel polygon/clip/scalar\n",
    .run = run,
};
