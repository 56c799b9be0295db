// `buoybench mesh`: the qualities and faults of a mesh, and the remedies for its faults.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "advice.h"
#include "cli.h"
#include "clock.h"
#include "commands.h"
#include "hull_frame.h"
#include "hull_list.h"
#include "mesh_report.h"
#include "options.h"
#include "output.h"

// Finds the space within a usable mesh that counts as water, though the hull may be meant to keep
// it out; 0 if filling finds none, or is refused. Returns 0, or CLI_BAD after complaining.
static int find_hollow(const struct buoy_mesh_input *input, double volume, double *hollow) {
    struct buoy_mesh_input filled = *input;
    struct buoy_mesh *mesh;
    struct buoy_mesh_info info;
    struct buoy_closing closing;
    *hollow = 0.0;
    if (input->flags & (BUOY_MESH_FILL | BUOY_MESH_ACCEPT_INSIDE_OUT)) {
        return 0;
    }
    filled.flags |= BUOY_MESH_FILL;
    const enum buoy_status status = buoy_mesh_create(&filled, &mesh, NULL);
    if (status != BUOY_OK) {
        return status == BUOY_ERROR_MEMORY ? cli_out_of_memory() : 0;
    }
    buoy_mesh_get_info(mesh, &info, NULL);
    buoy_mesh_get_closing(mesh, &closing, NULL);
    buoy_mesh_destroy(mesh);
    *hollow = closing.dropped_triangles > 0 ? fmax(0.0, info.volume - volume) : 0.0;
    return 0;
}

// Whether kernels can use the mesh as it is, and if not, what would help. `refusal` says why lids
// or a hull could not be made, or is NULL.
static int judge(const char *name, const struct mesh_data *data, unsigned flags,
                 const struct buoy_error *refusal, struct mesh_verdict *verdict) {
    struct buoy_mesh_input input = cli_mesh_input(data, flags & BUOY_MESH_ACCEPT_INSIDE_OUT);
    struct buoy_mesh *mesh;
    struct buoy_mesh_info info;
    struct buoy_error error;
    *verdict = (struct mesh_verdict){.usable = false};
    if (buoy_mesh_diagnose(&input, &verdict->diagnosis, &error) != BUOY_OK) {
        return cli_bad("%s: %s", name, error.message);
    }
    input.flags &= ~(unsigned)BUOY_MESH_KEEP_ALL;
    const double start = clock_cpu();
    const enum buoy_status status =
        refusal ? refusal->status : buoy_mesh_create(&input, &mesh, &error);
    verdict->status = status;
    verdict->made.milliseconds = 1e3 * (clock_cpu() - start);
    if (status == BUOY_OK) {
        buoy_mesh_get_info(mesh, &info, NULL);
        buoy_mesh_destroy(mesh);
        verdict->usable = true;
        verdict->inside_out = info.inverted_volume - info.inverted_doubt > 1e-3 * info.volume;
        cli_unbounded(&info, verdict->unbounded);
        verdict->made.bytes = info.bytes;
        verdict->made.rounding = info.rounding / info.diagonal;
        verdict->made.triangles = info.triangle_count;
        if (find_hollow(&input, info.volume, &verdict->hollow) != 0) {
            return CLI_BAD;
        }
        input.flags |= BUOY_MESH_KEEP_ALL;
        if (buoy_mesh_create(&input, &mesh, NULL) != BUOY_OK) {
            return cli_out_of_memory();
        }
        buoy_mesh_get_info(mesh, &info, NULL);
        buoy_mesh_destroy(mesh);
        verdict->made.all_bytes = info.bytes;
        return 0;
    }
    error = refusal ? *refusal : error;
    cli_name_options(&error);
    snprintf(verdict->problem, sizeof verdict->problem, "%s", error.message);
    return status == BUOY_ERROR_MEMORY ? cli_out_of_memory() : advice_make(data, &verdict->advice);
}

// ------------------------------------------------------------------------------ command

struct mesh_arguments {
    struct hulls hulls;
    const char *mesh;     // the one in work
    const char *repaired; // file for the mended mesh, or NULL
    struct cli_making making;
    unsigned json;
    // What is printed of several meshes, once all are known.
    struct output lines;
    json_t *documents;
};

static int parse_arguments(int argc, char **argv, struct mesh_arguments *arguments) {
    struct hulls *hulls = &arguments->hulls;
    struct cli_option options[] = {CLI_TEXT_OPTION("repair", &arguments->repaired),
                                   HULLS_OPTIONS(hulls),
                                   CLI_FORMAT_OPTION(&arguments->json),
                                   CLI_CHANGING_OPTIONS(&arguments->making),
                                   CLI_SCALE_OPTION(&arguments->making),
                                   {0}};
    if (cli_parse_some("mesh", argc, argv, options) != 0) {
        return CLI_BAD;
    }
    for (; optind < argc; ++optind) {
        if (cli_strings_add(&hulls->names, argv[optind]) != 0) {
            return CLI_BAD;
        }
    }
    if (hulls->names.count == 0 && !hulls->list) {
        return cli_bad("mesh: name a mesh: a file or builtin:NAME");
    }
    if (hulls_read(hulls, "mesh") != 0 ||
        hulls_refuse_several(hulls, "mesh: --repair", arguments->repaired) != 0) {
        return CLI_BAD;
    }
    return arguments->repaired ? mending_check_name(arguments->repaired) : 0;
}

static int report(const struct mesh_data *data, struct mesh_arguments *arguments,
                  const struct buoy_error *refusal) {
    const struct cli_making *making = &arguments->making;
    const char *mesh = making->flags ? NULL : arguments->mesh;
    struct mesh_verdict verdict;
    if (judge(data->name, data, making->flags, refusal, &verdict) != 0) {
        return CLI_BAD;
    }
    json_t *document =
        arguments->json ? mesh_report_json(data->name, data, mesh, making, &verdict) : NULL;
    if (arguments->documents) {
        json_array_append_new(arguments->documents, document);
    } else if (arguments->json) {
        if (json_print(document) != CLI_GOOD) {
            return CLI_BAD;
        }
    } else if (arguments->lines.stream) {
        mesh_report_put_line(data->name, mesh, &verdict, arguments->lines.stream);
    } else {
        mesh_report_print(data, mesh, making, &verdict);
    }
    return verdict.usable ? CLI_GOOD : CLI_FAILED;
}

static int write_and_report(const struct mesh_data *data, const struct mending *mending,
                            const struct mesh_arguments *arguments) {
    const struct mesh_data mended = {
        .positions = mending->positions,
        .vertex_count = mending->mended.vertex_count,
        .indices = mending->mended.indices,
        .triangle_count = mending->mended.triangle_count,
    };
    const char *path = arguments->repaired;
    struct mesh_verdict before, after;
    const unsigned flags = arguments->making.flags;
    if (judge(data->name, data, flags, NULL, &before) != 0 ||
        judge(path, &mended, flags, NULL, &after) != 0 || mending_write(mending, path) != 0) {
        return CLI_BAD;
    }
    if (arguments->json) {
        json_t *document = mesh_report_json(data->name, data, NULL, NULL, &before);
        json_object_set_new(document, "repaired", mesh_report_json_repair(mending, path, &after));
        if (json_print(document) != CLI_GOOD) {
            return CLI_BAD;
        }
    } else {
        mesh_report_print(data, NULL, NULL, &before);
        mesh_report_print_repair(mending, path, &after);
    }
    return after.usable ? CLI_GOOD : CLI_FAILED;
}

// Replaces a mesh by itself with lids, or by its hull. Whether that may be inside out is judged
// later. Where there are none, `refusal` says why, and the mesh stays as it is.
static int change(struct mesh_data *data, unsigned flags, struct buoy_error *refusal) {
    struct buoy_mesh *mesh;
    if (cli_make_data(data->name, data, flags | CLI_MESH_TO_BE_JUDGED, &mesh, refusal) != BUOY_OK) {
        const bool judged =
            refusal->status != BUOY_ERROR_MEMORY && refusal->status != BUOY_ERROR_NOT_RUNNABLE;
        return judged ? 0 : cli_bad("%s: %s", data->name, refusal->message);
    }
    struct mesh_data changed;
    const int status = cli_copy_mesh(mesh, &changed);
    if (status == 0) {
        free(data->positions);
        free(data->indices);
        data->positions = changed.positions;
        data->indices = changed.indices;
        data->vertex_count = changed.vertex_count;
        data->triangle_count = changed.triangle_count;
    } else {
        mesh_data_free(&changed);
    }
    buoy_mesh_destroy(mesh);
    return status;
}

static int examine(struct mesh_arguments *arguments) {
    struct mesh_data data;
    struct buoy_error error;
    if (mesh_data_load(arguments->mesh, &data, &error) != BUOY_OK) {
        return cli_bad("%s", error.message);
    }
    mesh_data_scale(&data, arguments->making.scale);
    int status = CLI_BAD;
    struct mending mending;
    struct buoy_error refusal = {.status = BUOY_OK};
    const unsigned changes =
        arguments->making.flags & (BUOY_MESH_CLOSE | BUOY_MESH_FILL | CLI_MESH_HULL);
    if (changes != 0 && change(&data, changes, &refusal) != 0) {
        status = CLI_BAD;
    } else if (refusal.status != BUOY_OK) {
        status = report(&data, arguments, &refusal);
    } else if (!arguments->repaired) {
        status = report(&data, arguments, NULL);
    } else if (mending_make(&data, &mending) == 0) {
        status = write_and_report(&data, &mending, arguments);
        mending_free(&mending);
    }
    mesh_data_free(&data);
    return status;
}

// Prints what is known of several meshes.
static int examine_all(struct mesh_arguments *arguments) {
    const struct hulls *hulls = &arguments->hulls;
    int worst = CLI_GOOD;
    if (arguments->json) {
        arguments->documents = json_array();
        if (!arguments->documents) {
            return cli_out_of_memory();
        }
    } else if (output_begin(&arguments->lines) != 0) {
        return CLI_BAD;
    }
    for (size_t i = 0; i < hulls->names.count && worst != CLI_BAD; ++i) {
        arguments->mesh = hulls->names.items[i];
        int status = examine(arguments);
        status = status == CLI_BAD && hulls->keep_going ? CLI_FAILED : status;
        worst = status > worst ? status : worst;
    }
    if (arguments->json) {
        json_t *documents = worst == CLI_BAD ? NULL : json_incref(arguments->documents);
        json_decref(arguments->documents);
        return documents && json_print(documents) != CLI_GOOD ? CLI_BAD : worst;
    }
    if (output_end(&arguments->lines) != 0) {
        return CLI_BAD;
    }
    fputs(worst == CLI_BAD ? "" : arguments->lines.text, stdout);
    free(arguments->lines.text);
    return worst;
}

static int run_mesh(int argc, char **argv) {
    struct mesh_arguments arguments = {0};
    int status = parse_arguments(argc, argv, &arguments);
    if (status == 0 && hulls_are_several(&arguments.hulls)) {
        status = examine_all(&arguments);
    } else if (status == 0) {
        arguments.mesh = arguments.hulls.names.items[0];
        status = examine(&arguments);
        status = status == CLI_BAD && arguments.hulls.keep_going ? CLI_FAILED : status;
    }
    hulls_free(&arguments.hulls);
    return status;
}

const struct command command_mesh = {
    .name = "mesh",
    .summary = "diagnose a mesh, and repair what can be repaired safely",
    .help =
        "usage: buoybench mesh M... [--meshes LIST] [--keep-going] [--repair OUT.obj]\n"
        "                      [--close | --fill | --hull] [--inside-out-ok] [--scale S]\n"
        "                      [--format text|json]\n"
        "\n"
        "Says whether the kernels can use a mesh (a file: OBJ, STL, PLY, OFF, glTF, GLB; or\n"
        "builtin:NAME[:TRIANGLES]), and if not, what is wrong and what would help. Vertices at\n"
        "equal positions count as one. Lengths, areas and volumes are in the mesh's own units;\n"
        "inertia is the tensor of moments about the centroid, for unit density: its first\n"
        "number is the integral of y^2 + z^2. Conditioning is area x diagonal of the\n"
        "bounding box / volume; above 60 the kernels' error bounds grow in proportion to it.\n"
        "\n"
        "A mesh that kernels cannot use gets one piece of advice, first: the command that writes\n"
        "a usable one. If a repair is not enough, three volumes decide: with lids on all loops of\n"
        "open edges (--close), of the convex hull (--hull), and of the points whose generalised\n"
        "winding number is above 1/2, which needs no lids. Points with numbers from 1/4 to 3/4\n"
        "are doubtful: they may be on either side. --close or --hull is advised, whichever\n"
        "volume is nearer to that by winding numbers.\n"
        "\n"
        "Of several meshes the first line of each is printed, or an array of objects, once all "
        "are\n"
        "read; one that cannot be read prints nothing.\n"
        "\n"
        "  --meshes LIST     a text file of meshes, a name in each line; - for standard input\n"
        "  --keep-going      leave out meshes that cannot be read, each with a line on stderr;\n"
        "                    exit code 1\n"
        "  --repair OUT.obj  also write a repaired mesh: vertices at equal positions are welded, "
        "and\n"
        "                    ends of open edges within 1e-7 of the diagonal, if that closes "
        "edges;\n"
        "                    triangles that use a vertex twice, or are written twice, are "
        "dropped,\n"
        "                    and inward winding is turned outward; holes are not filled\n"
        "  --close           examine (and write) the mesh with lids on its loops of open edges\n"
        "  --fill            examine (and write) the mesh without sealed cavities and pockets "
        "that\n"
        "                    are open at the top (+z), if they are a hundredth of the volume or "
        "more\n"
        "  --hull            examine (and write) its convex hull (needs qhull)\n"
        "  --inside-out-ok   accept a mesh that is inside out in part: that part counts "
        "negatively,\n"
        "                    and answers have no error bounds\n"
        "  --scale S         multiply all coordinates by S, such as .001 for millimetres\n"
        "  --format FORMAT   text (default) or json\n"
        "\n"
        "Exit code: 0 if the mesh can be used as it is (with --repair: as written), 1 if not, 2 "
        "if\n"
        "it cannot be read or written.\n"
        "\n"
        "examples:\n"
        "  buoybench mesh builtin:wigley\n"
        "  buoybench mesh scan.stl --repair scan_repaired.obj\n"
        "  buoybench mesh hull.obj --format json\n"
        "  buoybench mesh hull.stl scan.stl --format json\n",
    .run = run_mesh,
};
