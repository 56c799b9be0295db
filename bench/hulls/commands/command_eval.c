// `buoybench eval`: a kernel's answers to the queries in a file, as CSV.
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "commands.h"
#include "eval.h"
#include "eval_plugin.h"
#include "eval_rows.h"
#include "families.h"
#include "rows.h"

// Either of its own, or rows of a family that `run` and `verify` know, too.
static const struct entry {
    const struct eval_family *own;
    const struct family *rows;
} entries[] = {
    {NULL, &family_volume},       {NULL, &family_hydrostatics}, {NULL, &eval_draft},
    {NULL, &eval_stiffness},      {NULL, &eval_radii},          {NULL, &family_box},
    {NULL, &family_shapes_mixed}, {NULL, &family_polygon},      {NULL, &family_basin},
    {NULL, &eval_circle},         {&eval_pool, NULL},           {NULL, &eval_forces2d},
    {&eval_pressure, NULL},       {&eval_surface_drag, NULL},   {&eval_triangles, NULL},
    {&eval_waterline, NULL},      {&eval_body, NULL},           {NULL, &family_forces},
    {NULL, &eval_columns},        {NULL, &eval_hydrodynamics},  {&eval_mass, NULL},
    {NULL, &eval_pose},           {NULL, &eval_water},          {&eval_sea, NULL},
};
enum {
    FAMILY_COUNT = sizeof entries / sizeof entries[0]
};

static const char *name_of(const struct entry *entry) {
    return entry->own ? entry->own->name : entry->rows->name;
}

static const struct entry *find_family(const char *name) {
    for (size_t i = 0; i < FAMILY_COUNT; ++i) {
        if (strcmp(name_of(&entries[i]), name) == 0) {
            return &entries[i];
        }
    }
    return NULL;
}

// The names of the families, separated by commas.
static const char *family_names(void) {
    static char names[400];
    size_t length = 0;
    for (size_t i = 0; i < FAMILY_COUNT; ++i) {
        length += (size_t)snprintf(names + length, sizeof names - length, "%s%s", i ? ", " : "",
                                   name_of(&entries[i]));
    }
    return names;
}

static int run_family(int argc, char **argv) {
    const struct entry *entry = find_family(argv[1]);
    return entry->own ? entry->own->run(argc, argv) : eval_rows(entry->rows, argc, argv);
}

static int run_eval(int argc, char **argv) {
    if (argc < 2 || argv[1][0] == '-') {
        return cli_bad("eval: name a family first; there are: %s", family_names());
    }
    if (!find_family(argv[1])) {
        return cli_bad("eval: unknown family '%s'; there are: %s", argv[1], family_names());
    }
    return eval_has_plugin(argc, argv) ? eval_with_plugin(run_family, argc, argv)
                                       : run_family(argc, argv);
}

static const char *help_on_family(const char *name) {
    const struct entry *entry = find_family(name);
    return !entry ? NULL : entry->own ? entry->own->help : entry->rows->rows->help;
}

const struct command command_eval = {
    .name = "eval",
    .summary = "compute a kernel's answers to the queries in a file",
    .help =
        "usage: buoybench eval FAMILY ...\n"
        "\n"
        "Prints the answers to the queries in a file: a CSV header, then one row per query, with\n"
        "enough digits to get the same bits back. Input numbers are rounded to 32-bit floats as\n"
        "read, unless the family says that they are doubles. If the file is malformed, one line "
        "on\n"
        "stderr names the line and column at fault, and no answers are printed.\n"
        "\n"
        "  volume         volume and centre of buoyancy of a mesh below planes\n"
        "  hydrostatics   volume, centre, wetted area and waterplane of a mesh below planes\n"
        "  draft          how deep a mesh floats when it displaces a given volume\n"
        "  stiffness      how force and torque change when a mesh below planes moves\n"
        "  radii          metacentric radii of a mesh below planes\n"
        "  box            volume and centre of buoyancy of boxes, each below its own plane\n"
        "  columns        volume and centre of boxes in water of any shape, from four columns\n"
        "  shapes         volume, centre and areas of boxes, spheres and others, each below its\n"
        "                 own plane\n"
        "  polygon        area and centroid of polygons in the plane, each below its own line\n"
        "  circle         area and centroid of discs, each below its own line\n"
        "  basin          area and centroid of what polygons have in common with discs\n"
        "  pool           area and centroid of what polygons and discs have in common with pools\n"
        "  forces2d       buoyancy, drag and lift of polygons, each below its own line\n"
        "  pressure       force, torque and wetted area of a mesh in water of any shape\n"
        "  surface-drag   the forces of pressure, drag, lift and skin friction on a moving mesh\n"
        "  triangles      what the water does to each triangle of a mesh\n"
        "  waterline      where the water meets a mesh\n"
        "  body           the forces on all bodies of a scene: buoyancy and drag\n"
        "  forces         buoyancy and drag of bodies whose submerged parts are given\n"
        "  hydrodynamics  drag and added mass of a body by matrices\n"
        "  mass           mass properties of the models of a scene\n"
        "  pose           planes of the world in the frames of bodies\n"
        "  water          heights, slopes and velocities of water of any shape\n"
        "  sea            the waves of an irregular sea\n"
        "\n"
        "'buoybench eval FAMILY --help' describes one family and its options. Those that take\n"
        "--kernel run one kernel, by default the best of its family; some of these also take\n"
        "kernels from a --plugin.\n"
        "\n"
        "examples:\n"
        "  buoybench eval volume --mesh hull.stl --planes planes.csv\n"
        "  buoybench eval box --input boxes.csv --kernel box/corners/scalar\n",
    .help_on = help_on_family,
    .run = run_eval,
};
