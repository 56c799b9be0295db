// `buoybench eval`: a kernel's answers to the queries in a file, as CSV.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buoyancy_shapes.h"
#include "cli.h"
#include "commands.h"
#include "csv.h"
#include "dispatch/registry.h"
#include "eval.h"
#include "families.h"
#include "family.h"
#include "mesh/kinds.h"
#include "plugins.h"
#include "rows.h"

// -------------------------------------------------------------------------------------------- rows

enum {
    EVAL_PORTION = 1024, // rows
    EVAL_MAX_COLUMNS = 16
};

struct question {
    const struct family *family;
    const struct rows *rows;
    const struct buoy_kernel *kernel;
    const char *input, *kernel_name, *mesh_name;
    struct cli_making making;
    struct buoy_mesh *mesh;
    uint64_t voxels;
    unsigned whole, more;
    struct csv_table table;
    struct csv_ragged ragged; // in place of the table
    size_t count;
};

// ------------------------------------------------------------------------------------ reading

static void name_column(const void *context, size_t column, char *text, size_t size) {
    char name[32];
    rows_column_name(context, column, name);
    snprintf(text, size, "%s", name);
}

static int read_rows(struct question *question) {
    const struct rows *rows = question->rows;
    char header[320];
    rows_header(rows, header, sizeof header);
    if (rows_are_ragged(rows)) {
        const struct csv_ragged_format format = {header, name_column, rows};
        const int status = csv_read_ragged(question->input, &format, &question->ragged);
        question->count = question->ragged.rows;
        return status;
    }
    const char *words[BUOY_SHAPE_MESH];
    size_t word_count = 0;
    for (; rows->columns[0].kind == &column_shape && word_count < BUOY_SHAPE_MESH; ++word_count) {
        words[word_count] = buoy_kind_name((enum buoy_shape_kind)word_count);
    }
    const int status = rows->reals      ? csv_read_reals(question->input, header, &question->table)
                       : word_count > 0 ? csv_read_with_words(question->input, header, words,
                                                              word_count, &question->table)
                                        : csv_read(question->input, header, &question->table);
    question->count = question->table.rows;
    return status;
}

static struct row row_at(const struct question *question, size_t index) {
    const struct csv_ragged *ragged = &question->ragged;
    const struct csv_table *table = &question->table;
    if (rows_are_ragged(question->rows)) {
        const size_t begin = index == 0 ? 0 : ragged->ends[index - 1];
        return (struct row){.floats = ragged->values + begin, .count = ragged->ends[index] - begin};
    }
    const size_t at = index * table->columns;
    return (struct row){.floats = table->values ? table->values + at : NULL,
                        .reals = table->reals ? table->reals + at : NULL,
                        .count = table->columns};
}

static size_t line_of(const struct question *question, size_t index) {
    return rows_are_ragged(question->rows) ? csv_line_of_ragged_row(index) : csv_line_of_row(index);
}

static int refuse(const struct question *question, size_t index, const char *complaint) {
    return eval_refuse(question->input, line_of(question, index), complaint);
}

// -------------------------------------------------------------------------------- a portion

// Some rows, packed.
struct portion {
    void *part[ROWS_PARTS];
    char *answers, *more;
};

static int make_portion(const struct question *question, struct portion *portion) {
    const struct rows *rows = question->rows;
    bool all = true;
    *portion = (struct portion){.answers = malloc(EVAL_PORTION * question->family->answer_bytes),
                                .more = malloc(EVAL_PORTION * rows->more_bytes + 1)};
    for (size_t i = 0; i < ROWS_PARTS; ++i) {
        const size_t bytes = rows_part_bytes(rows, i);
        portion->part[i] = bytes > 0 ? malloc(EVAL_PORTION * bytes) : NULL;
        all = all && (bytes == 0 || portion->part[i]);
    }
    return all && portion->answers && portion->more ? 0 : cli_out_of_memory();
}

static const void *body_in(const struct rows *rows, const struct portion *portion, size_t index) {
    const size_t part = rows_body(rows)->part;
    return (const char *)portion->part[part] + index * rows_part_bytes(rows, part);
}

// All rows are checked before the first is answered: nothing may be printed if one is wrong.
static int check_rows(const struct question *question, const struct portion *portion) {
    const struct rows *rows = question->rows;
    for (size_t i = 0; i < question->count; ++i) {
        const struct row row = row_at(question, i);
        char text[160], name[32];
        if (rows->takes) {
            rows_pack(rows, &row, portion->part, 0);
        }
        if (rows->takes && !rows->takes(question->kernel, body_in(rows, portion, 0))) {
            snprintf(text, sizeof text, "column 1 (%s): %s does not answer a %s",
                     column_name(&rows->columns[0], 0, name), question->kernel->id,
                     column_word(&rows->columns[0], &row, 0, 0));
            return refuse(question, i, text);
        }
        if (!rows_check(rows, &row, text, sizeof text)) {
            return refuse(question, i, text);
        }
    }
    return 0;
}

// A portion's slice of so many rows.
static struct rows_slice slice_of(const struct question *question, const struct portion *portion,
                                  size_t count) {
    const struct rows *rows = question->rows;
    return (struct rows_slice){
        .part = {portion->part[0], portion->part[1], portion->part[2], portion->part[3]},
        .count = count,
        .voxels = (unsigned)question->voxels,
        .more = question->more ? portion->more : NULL,
        .mesh = question->mesh,
        .setting = rows->setting,
    };
}

static void print_portion(const struct question *question, const struct portion *portion,
                          size_t count) {
    const struct rows *rows = question->rows;
    const size_t more = question->more ? rows->more_count : 0;
    const size_t bytes = question->family->answer_bytes, columns = bytes / sizeof(double);
    for (size_t i = 0; i < count; ++i) {
        double row[EVAL_MAX_COLUMNS];
        memcpy(row, portion->answers + i * bytes, bytes);
        memcpy(row + columns, portion->more + i * rows->more_bytes, more * sizeof *row);
        eval_print_row(row, columns + more);
    }
}

static const char *header_of(const struct question *question) {
    const struct rows *rows = question->rows;
    return question->whole ? rows->whole : rows->header ? *rows->header : NULL;
}

static size_t count_columns(const struct question *question) {
    const char *header = header_of(question);
    size_t columns = header ? 1 : question->family->answer_bytes / sizeof(double);
    for (; header && *header; ++header) {
        columns += *header == ',';
    }
    return columns;
}

// In portions, so that memory does not grow with the number of rows. Rows are checked before.
static int answer_rows(const struct question *question, const struct portion *portion) {
    const struct rows *rows = question->rows;
    struct buoy_error error;
    size_t done = 0;
    do {
        const size_t left = question->count - done;
        const struct rows_slice slice =
            slice_of(question, portion, left < EVAL_PORTION ? left : EVAL_PORTION);
        error.message[0] = '\0';
        for (size_t i = 0; i < slice.count; ++i) {
            const struct row row = row_at(question, done + i);
            rows_pack(rows, &row, portion->part, i);
        }
        if (slice.count > 0 &&
            rows->ask(question->kernel, &slice, true, portion->answers, &error) != BUOY_OK) {
            return error.message[0] != '\0' ? cli_bad("%s: %s", question->kernel->id, error.message)
                                            : CLI_BAD;
        }
        if (done == 0) {
            const struct family *family = question->family;
            const char *header = header_of(question);
            for (size_t i = 0; !header && i < count_columns(question); ++i) {
                printf("%s%s", i > 0 ? "," : "", family->fields[i]);
            }
            printf("%s%s\n", header ? header : "", question->more ? family->rows->more : "");
        }
        print_portion(question, portion, slice.count);
        done += slice.count;
    } while (done < question->count && !ferror(stdout));
    return CLI_GOOD;
}

// -------------------------------------------------------------------------------- line by line

struct by_line {
    const struct question *question;
    const struct portion *portion;
};

// The answer to a row, or the properties of its whole body.
static enum buoy_status answer_line(const void *context, size_t index, double *answer,
                                    struct buoy_error *error) {
    const struct by_line *by_line = context;
    const struct question *question = by_line->question;
    const struct rows *rows = question->rows;
    const struct row row = row_at(question, index);
    rows_pack(rows, &row, by_line->portion->part, 0);
    if (question->whole) {
        return rows->find_whole(body_in(rows, by_line->portion, 0), answer, error);
    }
    const struct rows_slice slice = slice_of(question, by_line->portion, 1);
    return rows->ask(question->kernel, &slice, true, answer, error);
}

static int answer_by_line(const struct question *question, const struct portion *portion) {
    const struct by_line by_line = {question, portion};
    return eval_each(question->input, line_of(question, 0), question->count,
                     &(struct eval_questions){.header = header_of(question),
                                              .columns = count_columns(question),
                                              .context = &by_line,
                                              .answer = answer_line});
}

// ------------------------------------------------------------------------------ the command

static int answer(struct question *question) {
    struct portion portion;
    int status = make_portion(question, &portion);
    if (status == 0) {
        status = check_rows(question, &portion);
    }
    if (status == 0 && question->rows->has_mesh) {
        status = cli_open_mesh(question->mesh_name, &question->making, &question->mesh);
    }
    if (status == 0) {
        status = question->whole || question->rows->by_line ? answer_by_line(question, &portion)
                                                            : answer_rows(question, &portion);
    }
    for (size_t i = 0; i < ROWS_PARTS; ++i) {
        free(portion.part[i]);
    }
    free(portion.answers);
    free(portion.more);
    return status;
}

static void list_options(struct question *question, struct cli_option *options) {
    const struct rows *rows = question->rows;
    size_t count = rows->list_options ? rows->list_options(options) : 0;
    if (rows->has_mesh) {
        const struct cli_option mesh[] = {CLI_NEEDED("mesh", &question->mesh_name),
                                          CLI_MAKING_OPTIONS(&question->making)};
        memcpy(options + count, mesh, sizeof mesh);
        count += sizeof mesh / sizeof mesh[0];
    }
    options[count++] =
        (struct cli_option)CLI_NEEDED(rows->input ? rows->input : "input", &question->input);
    if (rows->kernel) {
        options[count++] = (struct cli_option)CLI_TEXT_OPTION("kernel", &question->kernel_name);
    }
    if (rows->has_plugin) {
        options[count++] = (struct cli_option)PLUGINS_OPTION;
    }
    if (rows->has_voxels) {
        options[count++] =
            (struct cli_option)CLI_COUNT_OPTION("voxels", &question->voxels, 1, BUOY_MAX_VOXELS);
    }
    if (rows->whole) {
        options[count++] = (struct cli_option)CLI_BIT_OPTION("whole", &question->whole, 1);
    }
    if (rows->more_option) {
        options[count++] = (struct cli_option)CLI_BIT_OPTION(rows->more_option, &question->more, 1);
    }
}

// Selects a kernel of the family that the default is of.
static int select_kernel(struct question *question) {
    char family[32];
    const int length = (int)strcspn(question->rows->kernel, "/");
    snprintf(family, sizeof family, "%.*s", length, question->rows->kernel);
    return eval_select_kernel(family, question->kernel_name, &question->kernel);
}

// argv[0] is "eval", argv[1] the family's name. Returns the exit code.
static int eval_rows(const struct family *family, int argc, char **argv) {
    const struct rows *rows = family->rows;
    struct question question = {
        .family = family, .rows = rows, .kernel_name = rows->kernel, .voxels = 64};
    struct cli_option options[ROWS_MOST_OPTIONS + 16] = {{0}};
    question.more = rows->more && !rows->more_option;
    list_options(&question, options);
    int status = eval_parse(argc, argv, options);
    if (status == 0 && rows->kernel) {
        status = select_kernel(&question);
    }
    if (status == 0 && rows->open) {
        status = rows->open(options);
    }
    if (status == 0) {
        status = read_rows(&question);
    }
    if (status == 0) {
        status = answer(&question);
    }
    if (rows->close) {
        rows->close();
    }
    buoy_mesh_destroy(question.mesh);
    csv_free(&question.table);
    csv_free_ragged(&question.ragged);
    return status;
}

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
