// `buoybench mesh`: the qualities and faults of a mesh, and the remedies for its faults.
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cli.h"
#include "commands.h"
#include "json_output.h"
#include "mending.h"
#include "meshes/meshes.h"

// A mesh as kernels read it.
struct made {
    size_t bytes, triangles; // 0 if it could not be made
    double milliseconds;     // of the processor
};

// The kernels' verdict on a mesh.
struct verdict {
    struct buoy_diagnosis diagnosis;
    bool usable;
    char problem[sizeof((struct buoy_error *)0)->message]; // the first fault, or ""
    const char *remedy;                                    // the remedy, or ""
    struct made made;                                      // unmended; zero unless usable
};

// Whether the mesh can be made with these flags added to its own, and the memory and time for that.
static bool can_be_made(struct buoy_mesh_input input, unsigned flags, struct made *made,
                        struct buoy_error *error) {
    struct buoy_mesh *mesh;
    struct buoy_mesh_info info = {.bytes = 0};
    input.flags |= flags;
    const clock_t start = clock();
    const bool can = buoy_mesh_create(&input, &mesh, error) == BUOY_OK;
    made->milliseconds = 1e3 * (double)(clock() - start) / CLOCKS_PER_SEC;
    if (can) {
        buoy_mesh_get_info(mesh, &info, NULL);
    }
    made->bytes = info.bytes;
    made->triangles = info.triangle_count;
    buoy_mesh_destroy(mesh);
    return can;
}

// Remedies are tried, not guessed. If there is no memory to try a remedy, it is not known to help.
static int judge(const char *name, struct buoy_mesh_input input, struct verdict *verdict) {
    struct buoy_error error;
    struct made mended;
    if (buoy_mesh_diagnose(&input, &verdict->diagnosis, &error) != BUOY_OK) {
        return cli_bad("%s: %s", name, error.message);
    }
    static const struct {
        unsigned flags;
        const char *remedy;
    } tries[] = {
        {0, ""},
        {BUOY_MESH_REPAIR, "--repair mends it"},
        {BUOY_MESH_ACCEPT_OPEN,
         "eval --open-ok accepts it; the answer is nan where a faulty edge is wet"},
    };
    verdict->remedy = "neither --repair nor --open-ok would help";
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; ++i) {
        const bool can =
            can_be_made(input, tries[i].flags, i == 0 ? &verdict->made : &mended, &error);
        if (error.status == BUOY_ERROR_MEMORY) {
            return cli_out_of_memory();
        }
        if (i == 0) {
            verdict->usable = can;
            snprintf(verdict->problem, sizeof verdict->problem, "%s", error.message);
        }
        if (can) {
            verdict->remedy = tries[i].remedy;
            break;
        }
    }
    return 0;
}

// --------------------------------------------------------------------------------- text

// Prints a label and a text, wrapped to 80 columns after the label.
static void print_wrapped(const char *label, const char *text) {
    const size_t indent = 16, width = 80 - indent;
    printf("  %-12s  ", label);
    while (strlen(text) > width) {
        size_t length = width;
        while (length > 0 && text[length] != ' ') {
            --length;
        }
        length = length > 0 ? length : width; // a word of its own width
        printf("%.*s\n%*s", (int)length, text, (int)indent, "");
        text += length + strspn(text + length, " ");
    }
    puts(text);
}

static void print_headline(const char *name, const struct verdict *verdict) {
    const struct buoy_diagnosis *d = &verdict->diagnosis;
    if (verdict->usable) {
        printf("%s: closed, outward: ready\n", name);
    } else if (d->closed) {
        printf("%s: closed, but %s\n", name,
               !d->outward                ? "inward"
               : d->inward_parts > 0      ? "inward in part"
               : d->inverted_volume > 0.0 ? "inside out in part"
                                          : "flat");
    } else {
        printf("%s: not closed: %zu open edges, %zu wound inconsistently\n", name, d->open_edges,
               d->inconsistent_edges);
    }
    if (!verdict->usable) {
        print_wrapped("problem", verdict->problem);
        print_wrapped("remedy", verdict->remedy);
    }
}

static void print_vector(const char *label, const double v[3]) {
    printf("  %-12s  %.9g, %.9g, %.9g\n", label, v[0], v[1], v[2]);
}

static void print_report(const struct mesh_data *data, const struct verdict *verdict) {
    const struct buoy_diagnosis *d = &verdict->diagnosis;
    print_headline(data->name, verdict);
    printf("\n"
           "  triangles     %zu, %zu of them without area\n"
           "  vertices      %zu, at %zu distinct positions\n"
           "  edges         %zu: %zu open, %zu inconsistent, %zu of more than two triangles\n"
           "  parts         %zu, %zu of them inward\n"
           "  self-overlap  %s\n",
           d->triangle_count, d->degenerate_triangles, d->vertex_count, d->distinct_vertices,
           d->edges, d->open_edges, d->inconsistent_edges, d->non_manifold_edges, d->parts,
           d->inward_parts,
           d->overlap_hint ? "some space is enclosed twice or inside out, and counts so"
                           : "none seen");
    if (d->inverted_volume > 0.0) {
        printf("  inside out    part of the surface encloses negative volume, about %.3g\n",
               d->inverted_volume);
    }
    if (data->ignored_elements > 0) {
        printf("  left out      %zu points or lines\n", data->ignored_elements);
    }
    puts(d->closed
             ? ""
             : "\n  The mesh is not closed, so its volume, centroid and inertia mean little:");
    print_vector("smallest", d->minimum);
    print_vector("largest", d->maximum);
    printf("  volume        %.9g\n"
           "  area          %.9g\n",
           d->volume, d->area);
    print_vector("centroid", d->centroid);
    print_vector("inertia", d->inertia[0]);
    print_vector("", d->inertia[1]);
    print_vector("", d->inertia[2]);
    printf("  conditioning  %.4g\n", d->conditioning);
    const struct made *made = &verdict->made;
    if (made->bytes > 0) {
        printf("  for kernels   %.*f ms to make, %zu bytes, %.0f per triangle\n",
               made->milliseconds < 10.0 ? 2 : 0, made->milliseconds, made->bytes,
               (double)made->bytes / (double)made->triangles);
    }
}

static void print_repair(const struct mending *mending, const char *path,
                         const struct verdict *verdict) {
    printf("\n"
           "repaired: welded %zu vertices, dropped %zu triangles, flipped %zu triangles\n",
           mending->welded_vertices, mending->dropped_triangles, mending->flipped_triangles);
    print_headline(path, verdict);
}

// --------------------------------------------------------------------------------- JSON

static json_t *json_vector(const double v[3]) {
    return json_pack("[o, o, o]", json_number(v[0]), json_number(v[1]), json_number(v[2]));
}

static json_t *json_size(size_t value) {
    return json_integer((json_int_t)value);
}

static void json_add_counts(json_t *document, const struct buoy_diagnosis *d) {
    const struct {
        const char *name;
        size_t value;
    } counts[] = {
        {"vertices", d->vertex_count},
        {"distinct_vertices", d->distinct_vertices},
        {"triangles", d->triangle_count},
        {"degenerate_triangles", d->degenerate_triangles},
        {"edges", d->edges},
        {"open_edges", d->open_edges},
        {"inconsistent_edges", d->inconsistent_edges},
        {"non_manifold_edges", d->non_manifold_edges},
        {"parts", d->parts},
        {"inward_parts", d->inward_parts},
    };
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; ++i) {
        json_object_set_new(document, counts[i].name, json_size(counts[i].value));
    }
}

static void json_add_measures(json_t *document, const struct buoy_diagnosis *d) {
    json_object_set_new(document, "closed", json_boolean(d->closed));
    json_object_set_new(document, "outward", json_boolean(d->outward));
    json_object_set_new(document, "overlap_hint", json_boolean(d->overlap_hint));
    json_object_set_new(document, "inverted_volume", json_number(d->inverted_volume));
    json_object_set_new(document, "minimum", json_vector(d->minimum));
    json_object_set_new(document, "maximum", json_vector(d->maximum));
    json_object_set_new(document, "volume", json_number(d->volume));
    json_object_set_new(document, "area", json_number(d->area));
    json_object_set_new(document, "centroid", json_vector(d->centroid));
    json_object_set_new(document, "inertia",
                        json_pack("[o, o, o]", json_vector(d->inertia[0]),
                                  json_vector(d->inertia[1]), json_vector(d->inertia[2])));
    json_object_set_new(document, "conditioning", json_number(d->conditioning));
}

static json_t *json_verdict(const char *name, const struct verdict *verdict) {
    json_t *document = json_object();
    json_object_set_new(document, "mesh", json_text(name));
    json_object_set_new(document, "usable", json_boolean(verdict->usable));
    json_object_set_new(document, "problem", json_text(verdict->problem));
    json_object_set_new(document, "remedy", json_text(verdict->remedy));
    json_add_counts(document, &verdict->diagnosis);
    json_add_measures(document, &verdict->diagnosis);
    json_object_set_new(document, "bytes", json_size(verdict->made.bytes));
    json_object_set_new(document, "making_ms", json_number(verdict->made.milliseconds));
    return document;
}

static json_t *json_repair(const struct mending *mending, const char *path,
                           const struct verdict *verdict) {
    json_t *document = json_verdict(path, verdict);
    json_object_set_new(document, "welded_vertices", json_size(mending->welded_vertices));
    json_object_set_new(document, "dropped_triangles", json_size(mending->dropped_triangles));
    json_object_set_new(document, "flipped_triangles", json_size(mending->flipped_triangles));
    return document;
}

// ------------------------------------------------------------------------------ command

struct mesh_arguments {
    const char *mesh;
    const char *repaired; // file for the mended mesh, or NULL
    bool json;
};

static int parse_arguments(int argc, char **argv, struct mesh_arguments *arguments) {
    static const struct option options[] = {
        {"repair", required_argument, NULL, 'r'},
        {"format", required_argument, NULL, 'f'},
        {0},
    };
    for (int option; (option = cli_next_option(argc, argv, options)) != -1;) {
        if (option == '?' || (option == 'f' && cli_parse_format(optarg, &arguments->json) != 0)) {
            return CLI_BAD;
        }
        if (option == 'r') {
            arguments->repaired = optarg;
        }
    }
    if (optind == argc) {
        return cli_bad("mesh: name a mesh: a file or builtin:NAME");
    }
    arguments->mesh = argv[optind++];
    if (cli_no_operands(argc, argv) != 0) {
        return CLI_BAD;
    }
    return arguments->repaired ? mending_check_name(arguments->repaired) : 0;
}

static int report(const struct mesh_data *data, bool json) {
    struct verdict verdict;
    if (judge(data->name, cli_mesh_input(data, 0), &verdict) != 0) {
        return CLI_BAD;
    }
    if (json) {
        if (json_print(json_verdict(data->name, &verdict)) != CLI_GOOD) {
            return CLI_BAD;
        }
    } else {
        print_report(data, &verdict);
    }
    return verdict.usable ? CLI_GOOD : CLI_FAILED;
}

static int write_and_report(const struct mesh_data *data, const struct mending *mending,
                            const struct mesh_arguments *arguments) {
    const struct buoy_mesh_input mended = {
        .positions = mending->mended.positions,
        .vertex_count = mending->mended.vertex_count,
        .indices = mending->mended.indices,
        .triangle_count = mending->mended.triangle_count,
    };
    const char *path = arguments->repaired;
    struct verdict before, after;
    if (judge(data->name, cli_mesh_input(data, 0), &before) != 0 ||
        judge(path, mended, &after) != 0 || mending_write(mending, path) != 0) {
        return CLI_BAD;
    }
    if (arguments->json) {
        json_t *document = json_verdict(data->name, &before);
        json_object_set_new(document, "repaired", json_repair(mending, path, &after));
        if (json_print(document) != CLI_GOOD) {
            return CLI_BAD;
        }
    } else {
        print_report(data, &before);
        print_repair(mending, path, &after);
    }
    return after.usable ? CLI_GOOD : CLI_FAILED;
}

static int run_mesh(int argc, char **argv) {
    struct mesh_arguments arguments = {0};
    struct mesh_data data;
    struct buoy_error error;
    if (parse_arguments(argc, argv, &arguments) != 0) {
        return CLI_BAD;
    }
    if (mesh_data_load(arguments.mesh, &data, &error) != BUOY_OK) {
        return cli_bad("%s", error.message);
    }
    int status = CLI_BAD;
    struct mending mending;
    if (!arguments.repaired) {
        status = report(&data, arguments.json);
    } else if (mending_make(&data, &mending) == 0) {
        status = write_and_report(&data, &mending, &arguments);
        mending_free(&mending);
    }
    mesh_data_free(&data);
    return status;
}

const struct command command_mesh = {
    .name = "mesh",
    .summary = "diagnose a mesh, and repair what can be repaired safely",
    .help =
        "usage: buoybench mesh M [--repair OUT.obj] [--format text|json]\n"
        "\n"
        "Says whether the kernels can use a mesh (a file: OBJ, STL, PLY, OFF, glTF, GLB; or\n"
        "builtin:NAME[:TRIANGLES]), and if not, what is wrong and what would help. Vertices at\n"
        "equal positions count as one. Lengths, areas and volumes are in the mesh's own units;\n"
        "inertia is about the centroid, for unit density. Conditioning is area x diagonal of the\n"
        "bounding box / volume; above 60 the kernels' error bounds grow in proportion to it.\n"
        "\n"
        "  --repair OUT.obj  also write a repaired mesh: vertices at equal positions are welded,\n"
        "                    triangles that use a vertex twice are dropped, and inward winding is\n"
        "                    turned outward; holes are not filled\n"
        "  --format FORMAT   text (default) or json\n"
        "\n"
        "Exit code: 0 if the mesh can be used as it is (with --repair: as written), 1 if not, 2 "
        "if\n"
        "it cannot be read or written.\n"
        "\n"
        "examples:\n"
        "  buoybench mesh builtin:wigley\n"
        "  buoybench mesh scan.stl --repair scan_repaired.obj\n"
        "  buoybench mesh hull.obj --format json\n",
    .run = run_mesh,
};
