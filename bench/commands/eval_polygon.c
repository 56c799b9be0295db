// `buoybench eval polygon`: submerged areas of polygons in the plane.
#include <stdio.h>

#include "buoyancy_polygon.h"
#include "cli.h"
#include "csv.h"
#include "eval.h"
#include "plugins.h"

struct arguments {
    const char *input, *kernel;
};

static int parse_arguments(int argc, char **argv, struct arguments *arguments) {
    static const struct option options[] = {
        {"input", required_argument, NULL, 'i'},
        {"kernel", required_argument, NULL, 'k'},
        PLUGINS_OPTION,
        {0},
    };
    optind = 2; // after the family
    for (int option; (option = cli_next_option(argc, argv, options)) != -1;) {
        switch (option) {
        case 'i':
            if (eval_take_once("polygon", "input", &arguments->input) != 0) {
                return CLI_BAD;
            }
            break;
        case 'k':
            arguments->kernel = optarg;
            break;
        case PLUGINS_OPTION_VALUE:
            if (plugins_load(optarg) != 0) {
                return CLI_BAD;
            }
            break;
        default:
            return CLI_BAD;
        }
    }
    if (cli_no_operands(argc, argv) != 0) {
        return CLI_BAD;
    }
    return !arguments->input ? cli_bad("eval polygon: --input is missing") : 0;
}

// A row: the line, then the vertices.
enum {
    LINE_COLUMNS = 3,
    LEAST_COLUMNS = LINE_COLUMNS + 2 * 2,
};

static void name_column(size_t column, char *text, size_t size) {
    static const char *const line[LINE_COLUMNS] = {"nx", "ny", "d"};
    if (column < LINE_COLUMNS) {
        snprintf(text, size, "%s", line[column]);
    } else {
        const size_t i = column - LINE_COLUMNS;
        snprintf(text, size, "%c%zu", i % 2 == 0 ? 'x' : 'y', i / 2);
    }
}

static size_t row_begin(const struct csv_ragged *table, size_t row) {
    return row == 0 ? 0 : table->ends[row - 1];
}

static int check_row(const char *path, const struct csv_ragged *table, size_t row) {
    const size_t begin = row_begin(table, row), columns = table->ends[row] - begin;
    const size_t line = csv_line_of_ragged_row(row);
    if (columns < LEAST_COLUMNS || (columns - LINE_COLUMNS) % 2 != 0) {
        char name[32];
        name_column(columns, name, sizeof name);
        return cli_bad("%s: line %zu, column %zu (%s): missing field", csv_name(path), line,
                       columns + 1, name);
    }
    if (table->values[begin] == 0.0f && table->values[begin + 1] == 0.0f) {
        return cli_bad("%s: line %zu, columns 1-2 (nx,ny): the normal is zero", csv_name(path),
                       line);
    }
    return 0;
}

static int read_polygons(const char *path, struct csv_ragged *table) {
    static const struct csv_ragged_format format = {"nx,ny,d,x0,y0,x1,y1,...", name_column};
    if (csv_read_ragged(path, &format, table) != 0) {
        return CLI_BAD;
    }
    for (size_t row = 0; row < table->rows; ++row) {
        if (check_row(path, table, row) != 0) {
            csv_free_ragged(table);
            return CLI_BAD;
        }
    }
    return 0;
}

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
            const size_t begin = row_begin(table, done + i);
            const float *row = table->values + begin;
            lines[i] = (struct buoy_line){.normal[0] = row[0], .normal[1] = row[1], .d = row[2]};
            polygons[i] = (struct buoy_polygon){
                .vertices = row + LINE_COLUMNS,
                .count = (uint32_t)((table->ends[done + i] - begin - LINE_COLUMNS) / 2),
            };
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

static int run(int argc, char **argv) {
    struct arguments arguments = {.kernel = "polygon/auto/best"};
    const struct buoy_kernel *kernel;
    struct csv_ragged table;
    if (parse_arguments(argc, argv, &arguments) != 0 ||
        eval_select_kernel("polygon", arguments.kernel, &kernel) != 0 ||
        read_polygons(arguments.input, &table) != 0) {
        return CLI_BAD;
    }
    const int status = answer_polygons(kernel, &table);
    csv_free_ragged(&table);
    return status;
}

const struct eval_family eval_polygon = {
    .name = "polygon",
    .help =
        "usage: buoybench eval polygon --input P.csv [--kernel ID] [--plugin X]...\n"
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
        "\n"
        "examples:\n"
        "  printf '0,1,0.5,0,0,1,0,1,1,0,1\\n1,2,3,0,0,2,1,1,3\\n' |\n"
        "      buoybench eval polygon --input -\n"
        "  buoybench eval polygon --input polygons.csv --kernel polygon/clip/scalar\n",
    .run = run,
};
