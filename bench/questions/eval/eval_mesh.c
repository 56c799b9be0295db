// Shared by the families of `eval` that answer queries about a mesh.
#include "eval_mesh.h"

#include <math.h>

#include "cli.h"
#include "eval.h"

static int answer_table(const struct eval_mesh_arguments *arguments,
                        const struct buoy_kernel *kernel, const struct csv_table *table,
                        eval_mesh_answer *answer) {
    struct buoy_mesh *mesh;
    if (eval_check_normals(arguments->queries, table, 0) != 0 ||
        cli_open_mesh(arguments->mesh, &arguments->making, &mesh) != 0) {
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
        csv_read_reals(arguments->queries, header, &table) != 0) {
        return CLI_BAD;
    }
    const int status = answer_table(arguments, kernel, &table, answer);
    csv_free(&table);
    return status;
}

int eval_hydrostatics_run(int argc, char **argv, eval_mesh_answer *answer) {
    struct eval_mesh_arguments arguments = {.kernel = "hydrostatics/auto/best"};
    struct eval_option options[] = {EVAL_PLANES_OPTIONS(&arguments), {0}};
    return eval_parse(argc, argv, options) != 0
               ? CLI_BAD
               : eval_mesh_run(&arguments, "hydrostatics", EVAL_PLANES_HEADER, answer);
}

void eval_planes(const double *rows, size_t count, struct buoy_plane64 *planes) {
    for (size_t i = 0; i < count; ++i) {
        const double *row = rows + 4 * i;
        planes[i] = (struct buoy_plane64){{row[0], row[1], row[2]}, row[3]};
    }
}

enum buoy_status eval_afloat(const struct eval_afloat *afloat, size_t index, float normal[3],
                             struct buoy_hydrostatics *body, struct buoy_error *error) {
    struct buoy_plane64 plane;
    eval_planes(afloat->table->reals + 4 * index, 1, &plane);
    const double *n = plane.normal, largest = fmax(fabs(n[0]), fmax(fabs(n[1]), fabs(n[2])));
    const double unit = largest >= 1e-30 && largest <= 1e30 ? 1.0 : largest;
    for (int i = 0; i < 3; ++i) {
        normal[i] = (float)(n[i] / unit);
    }
    const struct buoy_hydrostatics_query query = {
        .mesh = afloat->mesh, .planes64 = &plane, .count = 1};
    return buoy_hydrostatics_with(afloat->kernel, &query, body, error);
}
