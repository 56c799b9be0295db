// What `buoybench mesh` prints.
#include "mesh_report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli.h"
#include "files.h"
#include "numbers.h"
#include "output.h"
#include "soup/soup.h"

// Polygons that are not flat are named if they put more than this share of the volume in doubt.
#define NOT_FLAT 1e-6

static const struct cli_making as_it_is = {.flags = 0};

// --------------------------------------------------------------------------------- text

// Prints a label and a text, wrapped to 80 columns after the label.
static void print_labelled(const char *label, const char *text) {
    printf("  %-12s  ", label);
    print_wrapped_after(16, text, 80, 16);
}

static bool has_remedy(const struct advice *advice) {
    return strcmp(advice->option, "none") != 0;
}

// The command that would write a usable mesh, whole on a line, to be pasted.
static void print_command(const char *mesh, const struct cli_making *making,
                          const struct advice *advice, FILE *to) {
    const char *name = cli_mesh_name(mesh), *dot = strrchr(name, '.');
    char output[300];
    snprintf(output, sizeof output, "%.*s_%s.obj", (int)(dot ? (size_t)(dot - name) : strlen(name)),
             name, advice->option + 2);
    fprintf(to, "%s mesh ", cli_program());
    cli_print_word(mesh, to);
    cli_print_making(making, to);
    fprintf(to, " %s ", advice->option);
    fputs(strcmp(advice->option, "--repair") == 0 ? "" : "--repair ", to);
    cli_print_word(output, to);
}

static void print_advice(const char *mesh, const struct cli_making *making,
                         const struct advice *advice) {
    if (has_remedy(advice)) {
        printf("  advice        ");
        print_command(mesh, making, advice, stdout);
        putchar('\n');
    }
    print_labelled(has_remedy(advice) ? "" : "advice", advice->why);
}

void mesh_report_put_line(const char *file, const char *mesh, const struct mesh_verdict *verdict,
                          FILE *to) {
    const struct buoy_diagnosis *d = &verdict->diagnosis;
    char name[1000];
    snprintf(name, sizeof name, "%s", file);
    json_clean(name);
    fprintf(to, "%s: ", name);
    if (verdict->usable) {
        fprintf(to, "closed, %s: ready\n", verdict->inside_out ? "inside out in part" : "outward");
        return;
    }
    if (verdict->status == BUOY_ERROR_ZERO_VOLUME) {
        fputs("flat", to);
    } else if (d->closed) {
        fprintf(to, "closed, but %s",
                !d->outward           ? "inward"
                : d->inward_parts > 0 ? "inward in part"
                                      : "inside out in part");
    } else {
        fprintf(to, "not closed: %zu open edges, %zu wound inconsistently", d->open_edges,
                d->inconsistent_edges);
        if (d->unbalanced_edges > 0) {
            fprintf(to, ", %zu unbalanced", d->unbalanced_edges);
        }
        if (d->repeated_triangles > 0) {
            fprintf(to, "; %zu triangle%s written twice", d->repeated_triangles,
                    d->repeated_triangles == 1 ? " is" : "s are");
        }
    }
    const bool advised = mesh && has_remedy(&verdict->advice);
    fprintf(to, "%s%s\n", advised ? ": add " : "", advised ? verdict->advice.option : "");
}

static void print_headline(const char *file, const char *mesh, const struct cli_making *making,
                           const struct mesh_verdict *verdict) {
    mesh_report_put_line(file, mesh, verdict, stdout);
    if (mesh && !verdict->usable) {
        print_advice(mesh, making, &verdict->advice);
    }
    if (!verdict->usable) {
        print_labelled("problem", verdict->problem);
    }
}

// Rounding of vertices beyond this share of the diagonal is worth a line.
#define COARSE 1e-6

static void print_volume(const char *label, double volume) {
    char text[40] = "encloses nothing";
    if (!isnan(volume)) {
        snprintf(text, sizeof text, "volume %.6g", volume);
    }
    print_labelled(label, text);
}

// The volumes that decided between lids and the hull.
static void print_volumes(const struct advice *advice) {
    char enclosed[100];
    winding_volume_print(&advice->winding, enclosed);
    putchar('\n');
    print_volume("with --close", advice->closed_volume);
    print_volume("with --hull", advice->hull_volume);
    printf("  by windings   volume %s\n", enclosed);
}

static void print_vector(const char *label, const double v[3]) {
    printf("  %-12s  %.9g, %.9g, %.9g\n", label, v[0] + 0.0, v[1] + 0.0, v[2] + 0.0); // 0 for -0
}

static char longest_axis(const struct buoy_diagnosis *d) {
    int longest = 0;
    for (int i = 1; i < 3; ++i) {
        if (d->maximum[i] - d->minimum[i] > d->maximum[longest] - d->minimum[longest]) {
            longest = i;
        }
    }
    return "xyz"[longest];
}

// What rounds coarsely is far from the origin, or so small that floats have few bits for it.
static void print_rounding(const struct buoy_diagnosis *d, double rounding) {
    double most = 0.0, size = 0.0;
    for (int i = 0; i < 3; ++i) {
        most = fmax(most, fmax(fabs(d->minimum[i]), fabs(d->maximum[i])));
        size = fmax(size, d->maximum[i] - d->minimum[i]);
    }
    char text[200];
    snprintf(text, sizeof text, "numbers so %s are off by up to %.2g of the diagonal: %s",
             most > 4.0 * size ? "far from the origin" : "small", rounding,
             most > 4.0 * size ? "subtract an offset from all of them where they are exact"
                               : "write them in a smaller unit of length");
    print_labelled("rounding", text);
}

void mesh_report_print(const struct mesh_data *data, const char *mesh,
                       const struct cli_making *making, const struct mesh_verdict *verdict) {
    const struct buoy_diagnosis *d = &verdict->diagnosis;
    print_headline(data->name, mesh, making, verdict);
    printf("\n"
           "  triangles     %zu, %zu of them without area\n"
           "  vertices      %zu, at %zu distinct positions\n"
           "  edges         %zu: %zu open, %zu inconsistent, %zu of more than two triangles\n"
           "  parts         %zu, %zu of them inward\n"
           "  self-overlap  %s\n",
           d->triangle_count, d->degenerate_triangles, d->vertex_count, d->distinct_vertices,
           d->edges, d->open_edges, d->inconsistent_edges, d->non_manifold_edges, d->parts,
           d->inward_parts,
           d->overlap_hint ? "some space is or may be enclosed twice or inside out, and counts so"
                           : "none seen");
    if (d->inverted_volume > d->inverted_doubt) {
        printf("  inside out    part of the surface encloses negative volume, %.3g\n",
               d->inverted_volume);
    }
    if (verdict->unbounded[0] != '\0') {
        char text[sizeof verdict->unbounded + 40];
        snprintf(text, sizeof text, "answers have no error bounds: %s", verdict->unbounded);
        print_labelled("unbounded", text);
    }
    if (verdict->hollow > 0.0) {
        char text[200];
        snprintf(text, sizeof text,
                 "space of %.4g inside, sealed or open at the top, counts as water; with --fill it "
                 "is part of the body",
                 verdict->hollow);
        print_labelled("hollow", text);
    }
    if (data->ignored_elements > 0) {
        printf("  left out      %zu points or lines\n", data->ignored_elements);
    }
    if (data->bent_volume > NOT_FLAT * fabs(d->volume)) {
        char text[200];
        snprintf(text, sizeof text,
                 "%zu polygon%s: the volume may differ by %.3g, depending on the diagonals that "
                 "split %s",
                 data->bent_polygons, data->bent_polygons == 1 ? "" : "s", data->bent_volume,
                 data->bent_polygons == 1 ? "it" : "them");
        print_labelled("not flat", text);
    }
    puts(d->closed
             ? ""
             : "\n  The mesh is not closed, so its volume, centroid and inertia mean little:");
    print_vector("smallest", d->minimum);
    print_vector("largest", d->maximum);
    printf("  longest       along %c\n", longest_axis(d));
    printf("  volume        %.9g\n"
           "  area          %.9g\n",
           d->volume, d->area);
    print_vector("centroid", d->centroid);
    print_vector("inertia", d->inertia[0]);
    print_vector("", d->inertia[1]);
    print_vector("", d->inertia[2]);
    printf("  conditioning  %.4g\n", d->conditioning);
    const struct made *made = &verdict->made;
    if (made->rounding > COARSE) {
        print_rounding(d, made->rounding);
    }
    if (made->bytes > 0) {
        printf("  for kernels   %.*f ms to make, %zu bytes, %.0f per triangle; %.0f with "
               "all layouts\n",
               made->milliseconds < 10.0 ? 2 : 0, made->milliseconds, made->bytes,
               (double)made->bytes / (double)made->triangles,
               (double)made->all_bytes / (double)made->triangles);
    }
    if (!verdict->usable && !verdict->advice.repairable) {
        print_volumes(&verdict->advice);
    }
}

void mesh_report_print_repair(const struct mending *mending, const char *path,
                              const struct mesh_verdict *verdict) {
    const struct buoy_repairs *repairs = &mending->repairs;
    printf("\n"
           "repaired: welded %zu vertices, dropped %zu triangles, flipped %zu triangles\n",
           repairs->welded, mending->dropped_triangles, repairs->turned);
    if (repairs->merged > 0) {
        printf("  merged        %zu vert%s up to %.2g apart\n", repairs->merged,
               repairs->merged == 1 ? "ex that was" : "ices that were", repairs->distance);
    }
    print_headline(path, path, &as_it_is, verdict);
}

// --------------------------------------------------------------------------------- JSON

static json_t *json_vector(const double v[3]) {
    return json_pack("[o, o, o]", json_number(v[0]), json_number(v[1]), json_number(v[2]));
}

static json_t *json_size(size_t value) {
    return json_integer((json_int_t)value);
}

static void json_add_diagnosis(json_t *document, const struct buoy_diagnosis *d) {
    const struct {
        const char *name;
        json_t *value;
    } members[] = {
        {"vertices", json_size(d->vertex_count)},
        {"distinct_vertices", json_size(d->distinct_vertices)},
        {"triangles", json_size(d->triangle_count)},
        {"degenerate_triangles", json_size(d->degenerate_triangles)},
        {"edges", json_size(d->edges)},
        {"open_edges", json_size(d->open_edges)},
        {"inconsistent_edges", json_size(d->inconsistent_edges)},
        {"non_manifold_edges", json_size(d->non_manifold_edges)},
        {"unbalanced_edges", json_size(d->unbalanced_edges)},
        {"repeated_triangles", json_size(d->repeated_triangles)},
        {"parts", json_size(d->parts)},
        {"inward_parts", json_size(d->inward_parts)},
        {"closed", json_boolean(d->closed)},
        {"outward", json_boolean(d->outward)},
        {"overlap_hint", json_boolean(d->overlap_hint)},
        {"inverted_volume", json_number(d->inverted_volume)},
        {"inverted_doubt", json_number(d->inverted_doubt)},
        {"minimum", json_vector(d->minimum)},
        {"maximum", json_vector(d->maximum)},
        {"longest", json_pack("s#", (char[]){longest_axis(d)}, 1)},
        {"volume", json_number(d->volume)},
        {"area", json_number(d->area)},
        {"centroid", json_vector(d->centroid)},
        {"inertia", json_pack("[o, o, o]", json_vector(d->inertia[0]), json_vector(d->inertia[1]),
                              json_vector(d->inertia[2]))},
        {"conditioning", json_number(d->conditioning)},
    };
    for (size_t i = 0; i < sizeof members / sizeof members[0]; ++i) {
        json_object_set_new(document, members[i].name, members[i].value);
    }
}

// What would help, and why: "" if the mesh is usable.
static json_t *json_remedy(const struct advice *advice) {
    char text[sizeof advice->why + 12];
    snprintf(text, sizeof text, "%s: %s", advice->option, advice->why);
    return json_text(text);
}

// Where a repair is enough, volumes are not found: they are null.
static json_t *json_advice(const char *mesh, const struct cli_making *making,
                           const struct advice *advice) {
    const struct {
        const char *name;
        double value;
    } volumes[] = {
        {"closed_volume", advice->closed_volume},      {"hull_volume", advice->hull_volume},
        {"winding_volume", advice->winding.volume},    {"winding_error", advice->winding.error},
        {"doubtful_volume", advice->winding.doubtful},
    };
    // The command as a text; null if there is none.
    char *text = NULL;
    size_t size;
    FILE *memory = mesh && has_remedy(advice) ? files_open_memory(&text, &size) : NULL;
    if (memory) {
        print_command(mesh, making, advice, memory);
        files_close_memory(memory);
    }
    json_t *command = text ? json_text(text) : json_null();
    free(text);
    json_t *object = json_pack("{s:s, s:s, s:o}", "option", advice->option, "why", advice->why,
                               "command", command);
    for (size_t i = 0; i < sizeof volumes / sizeof volumes[0]; ++i) {
        json_object_set_new(object, volumes[i].name,
                            advice->repairable ? json_null() : json_number(volumes[i].value));
    }
    return object;
}

json_t *mesh_report_json(const char *name, const struct mesh_data *data, const char *mesh,
                         const struct cli_making *making, const struct mesh_verdict *verdict) {
    json_t *document = json_object();
    json_object_set_new(document, "mesh", json_text(name));
    json_object_set_new(document, "usable", json_boolean(verdict->usable));
    json_object_set_new(document, "problem", json_text(verdict->problem));
    json_object_set_new(document, "unbounded", json_text(verdict->unbounded));
    json_object_set_new(document, "remedy",
                        verdict->usable ? json_text("") : json_remedy(&verdict->advice));
    json_add_diagnosis(document, &verdict->diagnosis);
    json_object_set_new(document, "bent_polygons", json_size(data->bent_polygons));
    json_object_set_new(document, "bent_volume", json_number(data->bent_volume));
    json_object_set_new(document, "hollow_volume", json_number(verdict->hollow));
    json_object_set_new(document, "bytes", json_size(verdict->made.bytes));
    json_object_set_new(document, "all_bytes", json_size(verdict->made.all_bytes));
    json_object_set_new(document, "advice",
                        verdict->usable ? json_null()
                                        : json_advice(mesh, making, &verdict->advice));
    json_object_set_new(document, "rounding", json_number(verdict->made.rounding));
    json_object_set_new(document, "making_ms", json_number(verdict->made.milliseconds));
    return document;
}

json_t *mesh_report_json_repair(const struct mending *mending, const char *path,
                                const struct mesh_verdict *verdict) {
    const struct mesh_data flat = {0}; // triangles
    json_t *document = mesh_report_json(path, &flat, path, &as_it_is, verdict);
    const struct buoy_repairs *repairs = &mending->repairs;
    json_object_set_new(document, "welded_vertices", json_size(repairs->welded));
    json_object_set_new(document, "merged_vertices", json_size(repairs->merged));
    json_object_set_new(document, "merged_distance", json_number(repairs->distance));
    json_object_set_new(document, "dropped_triangles", json_size(mending->dropped_triangles));
    json_object_set_new(document, "flipped_triangles", json_size(repairs->turned));
    return document;
}

// ----------------------------------------------------------------------------------------- mending

int mending_make(const struct mesh_data *data, struct mending *mending) {
    const struct buoy_mesh_input input = cli_mesh_input(data, BUOY_MESH_REPAIR);
    struct buoy_error error;
    *mending = (struct mending){0};
    if (buoy_soup_copy(&input, &mending->mended, &error) != BUOY_OK) {
        return cli_bad("%s: %s", data->name, error.message);
    }
    struct buoy_soup *soup = &mending->mended;
    struct buoy_topology topology;
    const enum buoy_status status =
        buoy_soup_repair(soup, input.flags, input.weld_tolerance, &mending->repairs, &topology);
    buoy_topology_free(&topology);
    if (status != BUOY_OK) {
        mending_free(mending);
        return status == BUOY_ERROR_TOO_LARGE
                   ? cli_bad("%s: %s: %s", data->name, BUOY_TANGLED, buoy_cures[BUOY_CAUSE_TANGLED])
                   : cli_out_of_memory();
    }
    mending->dropped_triangles = buoy_soup_drop_degenerate(soup);
    if (soup->triangle_count == 0) {
        mending_free(mending);
        return cli_bad("%s: every triangle uses a vertex twice; the repair would leave none",
                       data->name);
    }
    mending->positions = malloc(3 * soup->vertex_count * sizeof *mending->positions);
    if (!mending->positions) {
        mending_free(mending);
        return cli_out_of_memory();
    }
    for (size_t i = 0; i < 3 * soup->vertex_count; ++i) {
        mending->positions[i] = buoy_soup_given(soup, i / 3, i % 3);
    }
    return 0;
}

void mending_free(struct mending *mending) {
    buoy_soup_free(&mending->mended);
    free(mending->positions);
}

int mending_check_name(const char *path) {
    const char *dot = strrchr(path, '.');
    if (!dot || strcasecmp(dot, ".obj") != 0) {
        return cli_bad("%s: repaired meshes are written as OBJ; the file's name must end in .obj",
                       path);
    }
    return 0;
}

static void print_obj(const struct mending *mending, FILE *file) {
    const struct buoy_soup *soup = &mending->mended;
    fputs("# repaired by buoybench\n", file);
    for (size_t i = 0; i < soup->vertex_count; ++i) {
        fputc('v', file);
        for (size_t k = 0; k < 3; ++k) {
            // The fewest digits that read back as the same number.
            const double x = mending->positions[3 * i + k];
            char text[32];
            int digits = 6;
            do {
                snprintf(text, sizeof text, " %.*g", digits, x);
            } while (strtod(text, NULL) != x && digits++ < 17);
            fputs(text, file);
        }
        fputc('\n', file);
    }
    for (size_t i = 0; i < soup->triangle_count; ++i) {
        const uint32_t *corner = soup->indices + 3 * i;
        fprintf(file, "f %lu %lu %lu\n", corner[0] + 1ul, corner[1] + 1ul, corner[2] + 1ul);
    }
}

int mending_write(const struct mending *mending, const char *path) {
    struct output output;
    char *folder, *name;
    if (!files_split(path, &folder, &name)) {
        return cli_out_of_memory();
    }
    int status = output_begin(&output);
    if (status == 0) {
        print_obj(mending, output.stream);
        status = output_end_file(&output, folder, name);
    }
    free(folder);
    free(name);
    return status;
}
