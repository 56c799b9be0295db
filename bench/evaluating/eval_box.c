// `buoybench eval box`: boxes, each below its own plane.
#include <string.h>

#include "buoyancy_box.h"
#include "cli.h"
#include "csv.h"
#include "eval.h"
#include "eval_options.h"

#define COLUMNS "hx,hy,hz,nx,ny,nz,d"

struct arguments {
    const char *input, *kernel;
    uint64_t voxels;
};

static int check_extents(const char *path, const struct csv_table *table) {
    static const char *const names[] = {"hx", "hy", "hz"};
    for (size_t i = 0; i < table->rows; ++i) {
        for (size_t k = 0; k < 3; ++k) {
            if (!(table->values[table->columns * i + k] > 0.0f)) {
                return cli_bad("%s: line %zu, column %zu (%s): a half extent must be > 0",
                               csv_name(path), csv_line_of_row(i), k + 1, names[k]);
            }
        }
    }
    return 0;
}

struct question {
    const struct buoy_kernel *kernel;
    unsigned voxels;
};

static int answer_boxes(const void *context, const float *rows, size_t count, double *answers) {
    const struct question *question = context;
    struct buoy_box boxes[EVAL_PORTION];
    struct buoy_plane planes[EVAL_PORTION];
    struct buoy_volume results[EVAL_PORTION];
    for (size_t i = 0; i < count; ++i) {
        const float *row = rows + 7 * i;
        boxes[i] = (struct buoy_box){
            .half_extent[0] = row[0], .half_extent[1] = row[1], .half_extent[2] = row[2]};
        planes[i] = (struct buoy_plane){
            .normal[0] = row[3], .normal[1] = row[4], .normal[2] = row[5], .d = row[6]};
    }
    const struct buoy_box_query query = {
        .boxes = boxes, .planes = planes, .count = count, .voxels = question->voxels};
    if (eval_check_status(question->kernel,
                          buoy_box_with(question->kernel, &query, results, NULL)) != 0) {
        return CLI_BAD;
    }
    memcpy(answers, results, count * sizeof *results);
    return 0;
}

static int eval_boxes(const struct arguments *arguments, const struct buoy_kernel *kernel,
                      const struct csv_table *table) {
    const struct question question = {.kernel = kernel, .voxels = (unsigned)arguments->voxels};
    if (check_extents(arguments->input, table) != 0 ||
        eval_check_normals(arguments->input, table, 3) != 0) {
        return CLI_BAD;
    }
    return eval_print(table, &(struct eval_answers){.header = "volume,cx,cy,cz",
                                                    .columns = 4,
                                                    .question = &question,
                                                    .answer = answer_boxes});
}

static int run(int argc, char **argv) {
    struct arguments arguments = {.kernel = "box/auto/best", .voxels = 64};
    const struct buoy_kernel *kernel;
    struct csv_table table;
    struct eval_option options[] = {
        EVAL_FILE_OPTION("input", &arguments.input),
        EVAL_KERNEL_OPTION(&arguments.kernel),
        EVAL_PLUGIN_OPTION,
        EVAL_VOXELS_OPTION(&arguments.voxels),
        {0},
    };
    if (eval_parse(argc, argv, options) != 0 ||
        eval_select_kernel("box", arguments.kernel, &kernel) != 0 ||
        csv_read(arguments.input, COLUMNS, &table) != 0) {
        return CLI_BAD;
    }
    const int status = eval_boxes(&arguments, kernel, &table);
    csv_free(&table);
    return status;
}

const struct eval_family eval_box = {
    .name = "box",
    .help =
        "usage: buoybench eval box --input B.csv [--kernel ID] [--voxels N] [--plugin X]...\n"
        "\n"
        "Prints the submerged volume and the centre of buoyancy of each box in B.csv, each below\n"
        "its own plane, one CSV row each, with enough digits to get the same bits back.\n"
        "\n"
        "B.csv has the header " COLUMNS ": half extents > 0, and a plane in the box's\n"
        "own frame, whose origin is the box's centre and whose axes are its edges. The water is\n"
        "where nx x + ny y + nz z < d; the normal points up, out of the water, and may have any\n"
        "length > 0. Numbers are rounded to 32-bit floats as read. The output has the header\n"
        "volume,cx,cy,cz, in the box's frame; if the box is dry, all are 0.\n"
        "\n"
        "  --input B      the CSV file; - reads standard input\n"
        "  --kernel ID    the kernel, or a glob that matches just one (default box/auto/best)\n"
        "  --plugin X     a file X.so with further kernels (buoyancy_plugin.h); may be repeated\n"
        "  --voxels N     cells per axis for box/voxel/scalar, 1 to 4096 (default 64)\n"
        "\n"
        "examples:\n"
        "  printf '" COLUMNS "\\n1,2,0.5,0,0,1,0\\n1,1,1,1,1,1,-2\\n' |\n"
        "      buoybench eval box --input -\n"
        "  buoybench eval box --input boxes.csv --kernel box/columns/scalar\n",
    .run = run,
};
