// `buoybench eval`: a kernel's answers to the queries in a file, as CSV.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "commands.h"
#include "csv.h"
#include "query.h"

struct eval_arguments {
    const char *mesh, *planes, *kernel;
    unsigned flags; // of enum buoy_mesh_flags
    uint64_t voxels;
};

static int parse_arguments(int argc, char **argv, struct eval_arguments *arguments) {
    static const struct option options[] = {
        {"mesh", required_argument, NULL, 'm'},
        {"planes", required_argument, NULL, 'p'},
        {"kernel", required_argument, NULL, 'k'},
        {"open-ok", no_argument, NULL, 'o'},
        {"repair", no_argument, NULL, 'r'},
        {"voxels", required_argument, NULL, 'v'},
        {0},
    };
    optind = 2; // behind the family
    for (int option; (option = cli_next_option(argc, argv, options)) != -1;) {
        switch (option) {
        case 'm':
            if (arguments->mesh != NULL) {
                return cli_bad("eval volume: one --mesh, not %s and %s", arguments->mesh, optarg);
            }
            arguments->mesh = optarg;
            break;
        case 'p':
            arguments->planes = optarg;
            break;
        case 'k':
            arguments->kernel = optarg;
            break;
        case 'o':
            arguments->flags |= BUOY_MESH_ACCEPT_OPEN;
            break;
        case 'r':
            arguments->flags |= BUOY_MESH_REPAIR;
            break;
        case 'v':
            if (cli_parse_count("--voxels", optarg, 1, BUOY_MAX_VOXELS, &arguments->voxels) != 0) {
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
    if (arguments->mesh == NULL || arguments->planes == NULL) {
        return cli_bad("eval volume: %s is missing", arguments->mesh ? "--planes" : "--mesh");
    }
    return 0;
}

// The one kernel that an id or glob stands for.
static int select_kernel(const char *glob, const struct buoy_kernel **kernel) {
    struct cli_strings globs = {.items = &glob, .count = 1};
    struct cli_kernels kernels;
    if (cli_select_kernels("volume", &globs, &kernels) != 0) {
        return CLI_BAD;
    }
    int status = 0;
    if (kernels.count != 1) {
        struct buoy_kernel_info first, second;
        buoy_kernel_get_info(kernels.items[0], &first);
        buoy_kernel_get_info(kernels.items[1], &second);
        status = cli_bad("--kernel '%s': eval takes one kernel, this selects %zu: %s, %s%s", glob,
                         kernels.count, first.id, second.id, kernels.count > 2 ? ", ..." : "");
    }
    *kernel = kernels.items[0];
    cli_kernels_free(&kernels);
    return status;
}

static int read_planes(const char *path, struct csv_table *table) {
    if (csv_read(path, "nx,ny,nz,d", table) != 0) {
        return CLI_BAD;
    }
    for (size_t i = 0; i < table->rows; i++) {
        const float *row = table->values + 4 * i;
        if (row[0] == 0.0f && row[1] == 0.0f && row[2] == 0.0f) {
            csv_free(table);
            return cli_bad("%s: line %zu, columns 1-3 (nx,ny,nz): the normal is zero",
                           csv_name(path), csv_line_of_row(i));
        }
    }
    return 0;
}

static void print_number(double value, char end) {
    if (isnan(value)) {
        printf("nan%c", end); // printf would add the NaN's sign
    } else {
        printf("%.17g%c", value, end);
    }
}

static void print_volumes(const struct buoy_volume *results, size_t count) {
    for (size_t i = 0; i < count; i++) {
        print_number(results[i].volume, ',');
        print_number(results[i].cx, ',');
        print_number(results[i].cy, ',');
        print_number(results[i].cz, '\n');
    }
}

// Answers and prints in portions, so that memory does not grow with the file.
static int answer_planes(const struct buoy_kernel *kernel, const struct buoy_mesh *mesh,
                         unsigned voxels, const struct csv_table *table) {
    struct buoy_plane planes[1024];
    struct buoy_volume results[1024];
    const size_t portion = sizeof planes / sizeof planes[0];
    size_t done = 0;
    do {
        const size_t left = table->rows - done;
        const size_t count = left < portion ? left : portion;
        for (size_t i = 0; i < count; i++) {
            const float *row = table->values + 4 * (done + i);
            planes[i] = (struct buoy_plane){.nx = row[0], .ny = row[1], .nz = row[2], .d = row[3]};
        }
        if (count > 0 && query_volume(kernel, mesh, voxels, planes, count, results) != 0) {
            return CLI_BAD;
        }
        if (done == 0) {
            puts("volume,cx,cy,cz"); // only now: nothing may be printed if the query fails
        }
        print_volumes(results, count);
        done += count;
    } while (done < table->rows && !ferror(stdout));
    return CLI_GOOD;
}

static int eval_volume(const struct eval_arguments *arguments) {
    const struct buoy_kernel *kernel;
    struct csv_table table;
    struct buoy_mesh *mesh;
    if (select_kernel(arguments->kernel, &kernel) != 0 ||
        read_planes(arguments->planes, &table) != 0) {
        return CLI_BAD;
    }
    int status = cli_open_mesh(arguments->mesh, arguments->flags, &mesh);
    if (status == 0) {
        status = answer_planes(kernel, mesh, (unsigned)arguments->voxels, &table);
    }
    buoy_mesh_destroy(mesh);
    csv_free(&table);
    return status;
}

static int run_eval(int argc, char **argv) {
    if (argc < 2 || argv[1][0] == '-') {
        return cli_bad("eval: name a family first; there is: volume");
    }
    if (strcmp(argv[1], "volume") != 0) {
        return cli_bad("eval: unknown family '%s'; there is: volume", argv[1]);
    }
    struct eval_arguments arguments = {.kernel = "volume/auto/best", .voxels = 64};
    if (parse_arguments(argc, argv, &arguments) != 0) {
        return CLI_BAD;
    }
    return eval_volume(&arguments);
}

const struct command command_eval = {
    .name = "eval",
    .summary = "a kernel's answers to queries in a CSV file",
    .help =
        "usage: buoybench eval volume --mesh M --planes P.csv [--kernel ID] [--open-ok]\n"
        "                             [--repair] [--voxels N]\n"
        "\n"
        "What a kernel says: submerged volume and centre of buoyancy for each water plane in\n"
        "P.csv, one CSV row each, with enough digits to get the same bits back.\n"
        "\n"
        "P.csv has the header nx,ny,nz,d. The water is where nx x + ny y + nz z < d; the normal\n"
        "points up, out of the water, and may have any length > 0. Numbers are rounded to 32-bit\n"
        "floats as read. The output has the header volume,cx,cy,cz, in the mesh's units and "
        "frame;\n"
        "of a dry mesh the volume is 0 and c the centre of its bounding box.\n"
        "\n"
        "  --mesh M       a file (OBJ, STL, PLY, OFF, glTF, GLB) or builtin:NAME[:TRIANGLES]\n"
        "  --planes P     the CSV file; - reads standard input\n"
        "  --kernel ID    kernel to ask, or a glob that fits just one (default volume/auto/best)\n"
        "  --open-ok      accept a mesh that is not closed; the answer is nan where an edge that\n"
        "                 is open or wound inconsistently is under water\n"
        "  --repair       weld vertices, drop degenerate triangles, turn inward ones outward\n"
        "  --voxels N     cells per axis for volume/voxel/scalar, 1 to 4096 (default 64)\n"
        "\n"
        "examples:\n"
        "  printf 'nx,ny,nz,d\\n0,0,1,0\\n0,1,1,0.2\\n' |\n"
        "      buoybench eval volume --mesh builtin:sphere:1280 --planes -\n"
        "  buoybench eval volume --mesh hull.stl --planes planes.csv --repair\n"
        "  buoybench eval volume --mesh hull.stl --planes planes.csv --kernel 'volume/catto64/*'\n",
    .run = run_eval,
};
