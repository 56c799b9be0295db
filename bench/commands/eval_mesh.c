// Shared by the families of `eval` that answer queries about a mesh.
#include "eval_mesh.h"

#include "eval.h"
#include "plugins.h"

// The family's name for its queries.
static const char *queries_name(const struct option *options) {
    while (options->val != 'q') {
        ++options;
    }
    return options->name;
}

static int take_option(int option, const char *family, const struct option *options,
                       struct eval_mesh_arguments *arguments) {
    switch (option) {
    case 'm':
        return eval_take_once(family, "mesh", &arguments->mesh);
    case 'q':
        return eval_take_once(family, queries_name(options), &arguments->queries);
    case 'k':
        arguments->kernel = optarg;
        return 0;
    case 'o':
        arguments->flags |= BUOY_MESH_ACCEPT_OPEN;
        return 0;
    case 'r':
        arguments->flags |= BUOY_MESH_REPAIR;
        return 0;
    case 'v':
        return cli_parse_count("--voxels", optarg, 1, BUOY_MAX_VOXELS, &arguments->voxels);
    case PLUGINS_OPTION_VALUE:
        return plugins_load(optarg);
    default:
        return CLI_BAD;
    }
}

int eval_mesh_parse(int argc, char **argv, const struct option *options,
                    struct eval_mesh_arguments *arguments) {
    const char *family = argv[1];
    optind = 2; // after the family
    for (int option; (option = cli_next_option(argc, argv, options)) != -1;) {
        if (take_option(option, family, options, arguments) != 0) {
            return CLI_BAD;
        }
    }
    if (cli_no_operands(argc, argv) != 0) {
        return CLI_BAD;
    }
    if (!arguments->mesh || !arguments->queries) {
        return cli_bad("eval %s: --%s is missing", family,
                       arguments->mesh ? queries_name(options) : "mesh");
    }
    return 0;
}

static int answer_table(const struct eval_mesh_arguments *arguments,
                        const struct buoy_kernel *kernel, const struct csv_table *table,
                        eval_mesh_answer *answer) {
    struct buoy_mesh *mesh;
    if (eval_check_normals(arguments->queries, table, 0) != 0 ||
        cli_open_mesh(arguments->mesh, arguments->flags, &mesh) != 0) {
        return CLI_BAD;
    }
    const int status = answer(arguments, kernel, mesh, table);
    buoy_mesh_destroy(mesh);
    return status;
}

int eval_mesh_run(const struct eval_mesh_arguments *arguments, const char *family,
                  const char *header, eval_mesh_answer *answer) {
    const struct buoy_kernel *kernel = NULL;
    struct csv_table table;
    if ((family && eval_select_kernel(family, arguments->kernel, &kernel) != 0) ||
        csv_read(arguments->queries, header, &table) != 0) {
        return CLI_BAD;
    }
    const int status = answer_table(arguments, kernel, &table, answer);
    csv_free(&table);
    return status;
}

void eval_planes(const float *rows, size_t count, struct buoy_plane *planes) {
    for (size_t i = 0; i < count; ++i) {
        const float *row = rows + 4 * i;
        planes[i] = (struct buoy_plane){
            .normal[0] = row[0], .normal[1] = row[1], .normal[2] = row[2], .d = row[3]};
    }
}
