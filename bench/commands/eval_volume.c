// `buoybench eval volume`: a mesh below many planes.
#include <string.h>

#include "cli.h"
#include "csv.h"
#include "eval.h"
#include "query.h"

struct arguments {
    const char *mesh, *planes, *kernel;
    unsigned flags; // of enum buoy_mesh_flags
    uint64_t voxels;
};

static int parse_arguments(int argc, char **argv, struct arguments *arguments) {
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

struct question {
    const struct buoy_kernel *kernel;
    struct buoy_mesh *mesh;
    unsigned voxels;
};

static int answer_planes(const void *context, const float *rows, size_t count, double *answers) {
    const struct question *question = context;
    struct buoy_plane planes[EVAL_PORTION];
    struct buoy_volume results[EVAL_PORTION];
    for (size_t i = 0; i < count; i++) {
        const float *row = rows + 4 * i;
        planes[i] = (struct buoy_plane){.nx = row[0], .ny = row[1], .nz = row[2], .d = row[3]};
    }
    if (query_volume(question->kernel, question->mesh, question->voxels, planes, count, results) !=
        0) {
        return CLI_BAD;
    }
    memcpy(answers, results, count * sizeof *results);
    return 0;
}

static int eval_planes(const struct arguments *arguments, const struct buoy_kernel *kernel,
                       const struct csv_table *table) {
    struct question question = {.kernel = kernel, .voxels = (unsigned)arguments->voxels};
    if (eval_check_normals(arguments->planes, table, 0) != 0 ||
        cli_open_mesh(arguments->mesh, arguments->flags, &question.mesh) != 0) {
        return CLI_BAD;
    }
    const int status = eval_print(table, &(struct eval_answers){.header = "volume,cx,cy,cz",
                                                                .columns = 4,
                                                                .question = &question,
                                                                .answer = answer_planes});
    buoy_mesh_destroy(question.mesh);
    return status;
}

static int run(int argc, char **argv) {
    struct arguments arguments = {.kernel = "volume/auto/best", .voxels = 64};
    const struct buoy_kernel *kernel;
    struct csv_table table;
    if (parse_arguments(argc, argv, &arguments) != 0 ||
        eval_select_kernel("volume", arguments.kernel, &kernel) != 0 ||
        csv_read(arguments.planes, "nx,ny,nz,d", &table) != 0) {
        return CLI_BAD;
    }
    const int status = eval_planes(&arguments, kernel, &table);
    csv_free(&table);
    return status;
}

const struct eval_family eval_volume = {
    .name = "volume",
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
    .run = run,
};
