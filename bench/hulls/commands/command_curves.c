// `buoybench curves`: curves of form, a mesh's hydrostatics at one draft after another.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"
#include "buoyancy_equilibrium.h"
#include "commands.h"
#include "floating_options.h"
#include "hull_frame.h"
#include "listing.h"
#include "output.h"
#include "page.h"

// --------------------------------------------------------------------------------------- the table

// The hydrostatic table. Source: A. Biran and R. López Pulido, Ship Hydrostatics and Stability,
// chapters 1, 2 and 4.

enum {
    HYDROSTATIC_COLUMNS = 20
};

struct hydrostatic_table {
    struct hull_frame frame; // with the hull's ends
    struct mesh_data hull;
    double density;           // of the water, kg/m³
    double trim;              // radians, positive where the end towards +e is down
    double perpendiculars[2]; // aft and forward, along e
    bool from_aft;            // lengthwise places count from the aft perpendicular
};

const char hydrostatic_units[] =
    "m,t,m,m,m,m,m,m,m,m,m²,m²,t/cm,t m/cm,m,m,-,-,-,-"; // in the header's order

#define HEADER(origin)                                                                             \
    "draft,displacement,kb,lcb_from_" origin ",tcb,bm_transverse,bm_longitudinal,km_transverse,"   \
    "km_longitudinal,lcf_from_" origin ",waterplane_area,wetted_area,tpc,mtc,lwl,bwl,cb,cp,cm,cw"

// The water's upward normal for the table's trim.
static void hydrostatic_normal(const struct hydrostatic_table *table, double n[3]) {
    for (int i = 0; i < 3; ++i) {
        n[i] = table->frame.k[i] * cos(table->trim) - table->frame.e[i] * sin(table->trim);
    }
}

// What the hydrostatics do not say: how far the waterline reaches, and the section amidships.
struct outline {
    double low[2], high[2]; // of the waterline across and along
    double section;         // signed area below the water
};

// A point of an edge, where a height or a distance along it is 0.
static void cut(const double a[3], const double b[3], double at_a, double at_b, double p[3]) {
    const double t = at_a / (at_a - at_b);
    for (int i = 0; i < 3; ++i) {
        p[i] = a[i] + t * (b[i] - a[i]);
    }
}

// The area between the water and a piece of the section's outline, of which heights and places
// across are given: ∫ depth dy.
static double area_above(double h0, double y0, double h1, double y1) {
    if (h0 >= 0.0 && h1 >= 0.0) {
        return 0.0;
    }
    if ((h0 < 0.0) != (h1 < 0.0)) {
        const double y = y0 + (y1 - y0) * (h0 / (h0 - h1));
        *(h0 < 0.0 ? &y1 : &y0) = y;
        *(h0 < 0.0 ? &h1 : &h0) = 0.0;
    }
    return -0.5 * (h0 + h1) * (y1 - y0);
}

static void add_triangle(const struct hydrostatic_table *table, const double n[3], double d,
                         double station, const double *corners[3], struct outline *outline) {
    const struct hull_frame *frame = &table->frame;
    double h[3], u[3], p[3], at[2][2] = {{0.0}}; // where the section enters and leaves: y and h
    bool enters = false;
    for (int i = 0; i < 3; ++i) {
        h[i] = buoy_dot(n, corners[i]) - d;
        u[i] = buoy_dot(frame->e, corners[i]) - station;
    }
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3;
        if ((h[i] < 0.0) != (h[j] < 0.0)) {
            cut(corners[i], corners[j], h[i], h[j], p);
            for (int k = 0; k < 2; ++k) {
                const double place = buoy_dot(k == 0 ? frame->s : frame->e, p);
                outline->low[k] = fmin(outline->low[k], place);
                outline->high[k] = fmax(outline->high[k], place);
            }
        }
        if ((u[i] < 0.0) != (u[j] < 0.0)) {
            double *end = at[u[i] < 0.0 ? 0 : 1];
            cut(corners[i], corners[j], u[i], u[j], p);
            end[0] = buoy_dot(frame->s, p);
            end[1] = buoy_dot(n, p) - d;
            enters = true;
        }
    }
    if (enters) {
        outline->section += area_above(at[0][1], at[0][0], at[1][1], at[1][0]);
    }
}

static double quotient(double a, double b) {
    return b > 0.0 ? a / b : (double)NAN;
}

// uᵀ M u for the waterplane's second moments.
static double moment_along(const struct buoy_hydrostatics *at, const double u[3]) {
    return at->xx * u[0] * u[0] + at->yy * u[1] * u[1] + at->zz * u[2] * u[2] +
           2.0 * (at->xy * u[0] * u[1] + at->xz * u[0] * u[2] + at->yz * u[1] * u[2]);
}

// Fills a row from the form below the water that stands at the draft amidships.
static void hydrostatic_row(const struct hydrostatic_table *table, double draft,
                            const struct buoy_form *form, double row[HYDROSTATIC_COLUMNS]) {
    const struct hull_frame *frame = &table->frame;
    const struct buoy_hydrostatics *at = &form->at;
    const double *perpendiculars = table->perpendiculars;
    const double amidships = 0.5 * (perpendiculars[0] + perpendiculars[1]);
    const double zero = table->from_aft ? perpendiculars[0] : amidships;
    const double infinity = (double)INFINITY, upright = cos(table->trim);
    struct outline outline = {{infinity, infinity}, {-infinity, -infinity}, 0.0};
    double n[3], along[3]; // the waterplane's lengthwise direction
    hydrostatic_normal(table, n);
    for (int i = 0; i < 3; ++i) {
        along[i] = frame->e[i] * upright + frame->k[i] * sin(table->trim);
    }
    for (size_t i = 0; i < table->hull.triangle_count; ++i) {
        const double *corners[3];
        for (int k = 0; k < 3; ++k) {
            corners[k] = table->hull.positions + 3 * table->hull.indices[3 * i + (size_t)k];
        }
        add_triangle(table, n, form->d, amidships, corners, &outline);
    }
    const double volume = at->volume, area = at->waterplane_area;
    const double transverse = moment_along(at, frame->s), longitudinal = moment_along(at, along);
    const double bm[2] = {quotient(transverse, volume), quotient(longitudinal, volume)};
    const double kb = buoy_dot(at->centre, frame->k) - frame->low[2];
    const double beam = outline.high[0] - outline.low[0], length = outline.high[1] - outline.low[1];
    const double section = fabs(outline.section) / upright; // depths along k
    const double numbers[HYDROSTATIC_COLUMNS] = {
        draft,
        table->density * volume / 1e3,
        kb,
        buoy_dot(at->centre, frame->e) - zero,
        buoy_dot(at->centre, frame->s) - 0.5 * (frame->low[0] + frame->high[0]),
        bm[0],
        bm[1],
        kb + bm[0] * upright,
        kb + bm[1] * upright,
        buoy_dot(at->waterplane_centroid, frame->e) - zero,
        area,
        at->wetted_area,
        table->density * area / 1e5,
        table->density * longitudinal / (1e5 * (perpendiculars[1] - perpendiculars[0])),
        isnan(volume) ? volume : fmax(length, 0.0),
        isnan(volume) ? volume : fmax(beam, 0.0),
        quotient(volume, length * beam * draft),
        quotient(volume, length * section),
        quotient(section, beam * draft),
        quotient(area, length * beam),
    };
    memcpy(row, numbers, sizeof numbers);
    // A dry or drowned body has no centre or no waterline, and an open edge under water no volume.
    for (int i = 0; i < HYDROSTATIC_COLUMNS && !(volume > 0.0); ++i) {
        row[i] = i == 0 || (i == 1 && volume == 0.0) ? row[i] : (double)NAN;
    }
    for (int i = 16; i < HYDROSTATIC_COLUMNS && !(area > 0.0); ++i) {
        row[i] = (double)NAN;
    }
    row[9] = area > 0.0 ? row[9] : (double)NAN;
}

enum {
    COLUMNS = 12,
    MOST_ROWS = 100000
};

struct curves_options {
    struct floating_options floating;
    uint64_t count;
    const char *drafts_given; // numbers, or NULL
    double *drafts;           // those
    const char *directory;    // or NULL
    bool table, perpendiculars_given;
    unsigned origin; // 1: the aft perpendicular
    double trim;     // degrees
    double perpendiculars[2];
};

// Figures as naval architects draw them: the draft upwards.
struct drawn {
    const char *file, *label, *lines[4]; // columns
};
static const struct drawn curves_drawn[] = {
    {"volume.svg", "displaced volume, m³", {"volume"}},
    {"areas.svg", "area, m²", {"waterplane_area", "wetted_area"}},
    {"radii.svg", "metacentric radius, m", {"bm_transverse", "bm_longitudinal"}},
    {0},
};
static const struct drawn table_drawn[] = {
    {"displacement.svg", "displacement, t", {"displacement"}},
    {"areas.svg", "area, m²", {"waterplane_area", "wetted_area"}},
    {"centres.svg",
     "KB, m; LCB and LCF, m from amidships",
     {"kb", "lcb_from_amidships", "lcf_from_amidships"}},
    {"centres.svg",
     "KB, m; LCB and LCF, m from the aft perpendicular",
     {"kb", "lcb_from_aft", "lcf_from_aft"}},
    {"transverse.svg", "transverse metacentre, m", {"bm_transverse", "km_transverse"}},
    {"longitudinal.svg", "longitudinal metacentre, m", {"bm_longitudinal", "km_longitudinal"}},
    {"immersion.svg", "immersion, t/cm", {"tpc"}},
    {"moment.svg", "moment to change trim, t m/cm", {"mtc"}},
    {"coefficients.svg", "coefficient of form", {"cb", "cp", "cm", "cw"}},
    {0},
};

// Copies the columns of a figure, drafts first. False if the rows have no such column.
static bool copy_columns(const struct listing *rows, const struct drawn *drawn, double *numbers) {
    for (size_t line = 0; line <= 4; ++line) {
        const char *name = line == 0 ? "draft" : drawn->lines[line - 1];
        const size_t column = name ? listing_column(rows, name) : 0;
        for (size_t i = 0; i < rows->count && name && column < rows->columns; ++i) {
            numbers[line * rows->count + i] = rows->numbers[rows->columns * i + column];
        }
        if (name && column == rows->columns) {
            return false;
        }
    }
    return true;
}

static int write_figures(const struct curves_options *options, const struct listing *rows) {
    static const char *const figures[] = {
        "volume.",       "areas.",     "radii.",  "displacement.", "centres.", "transverse.",
        "longitudinal.", "immersion.", "moment.", "coefficients.", NULL};
    const char *told, *directory = options->directory;
    const size_t count = rows->count;
    double *numbers = malloc(5 * count * sizeof *numbers);
    if (!numbers) {
        return cli_out_of_memory();
    }
    json_t *charts = json_array();
    for (const struct drawn *drawn = options->table ? table_drawn : curves_drawn; drawn->file;
         ++drawn) {
        struct chart_series lines[4];
        size_t line_count = 0;
        if (!copy_columns(rows, drawn, numbers)) {
            continue;
        }
        for (; line_count < 4 && drawn->lines[line_count]; ++line_count) {
            lines[line_count] = (struct chart_series){.name = drawn->lines[line_count],
                                                      .count = count,
                                                      .x = numbers + (line_count + 1) * count,
                                                      .y = numbers};
        }
        charts_add(charts,
                   &(struct chart){.file = drawn->file,
                                   .title = options->table ? "Hydrostatics" : "Curves of form",
                                   .description = drawn->label,
                                   .x_label = drawn->label,
                                   .y_label = "draft, m",
                                   .no_points = true,
                                   .series = lines,
                                   .count = line_count});
    }
    free(numbers);
    if (charts_write(options->table ? "Hydrostatic table" : "Curves of form",
                     "The numbers are those that curves prints.", charts, figures, directory,
                     &told) != 0) {
        return CLI_BAD;
    }
    fprintf(stderr, "curves: wrote %s/index.html%s\n", directory, told);
    return 0;
}

// The drafts amidships of a table, and what they are above the lowest vertex of the trimmed hull.
static void find_drafts(const struct curves_options *options, const struct hydrostatic_table *table,
                        const struct buoy_mesh *mesh, double *amidships, double *above) {
    const struct hull_frame *frame = &table->frame;
    const double middle = 0.5 * (table->perpendiculars[0] + table->perpendiculars[1]);
    const double height = frame->high[2] - frame->low[2];
    double n[3];
    hydrostatic_normal(table, n);
    const double keel = hull_keel(mesh, n);
    for (size_t i = 0; i < options->count; ++i) {
        const double part = (double)(i + 1) / ((double)options->count + 1.0);
        amidships[i] = options->drafts ? options->drafts[i] : height * part;
        above[i] = table->trim == 0.0 ? amidships[i]
                                      : (frame->low[2] + amidships[i]) * cos(table->trim) -
                                            middle * sin(table->trim) - keel;
    }
}

static int begin_table(const struct curves_options *options, const struct buoy_mesh *mesh,
                       struct hydrostatic_table *table) {
    *table = (struct hydrostatic_table){.density = options->floating.water_density,
                                        .trim = options->trim / DEGREES,
                                        .from_aft = options->origin == 1};
    hull_frame_make(options->floating.up, options->floating.axis, &table->frame);
    if (cli_copy_mesh(mesh, &table->hull) != 0) {
        return CLI_BAD;
    }
    hull_frame_measure(&table->frame, &table->hull);
    const double ends[2] = {table->frame.low[1], table->frame.high[1]};
    memcpy(table->perpendiculars, options->perpendiculars_given ? options->perpendiculars : ends,
           sizeof ends);
    return 0;
}

static int add_rows(const struct curves_options *options, const struct hydrostatic_table *table,
                    const struct buoy_mesh *mesh, double *drafts, struct buoy_form *forms,
                    struct listing *rows) {
    const size_t count = options->count;
    const double *above = options->drafts;
    double n[3];
    memcpy(n, options->floating.up, sizeof n);
    if (options->table) {
        hydrostatic_normal(table, n);
        find_drafts(options, table, mesh, drafts, drafts + count);
        above = drafts + count;
    }
    struct buoy_error error;
    buoy_curves_of_form(mesh, n, above, count, forms, &error);
    int status = floating_check(&options->floating, &error);
    for (size_t i = 0; i < count && status == CLI_GOOD; ++i) {
        double row[HYDROSTATIC_COLUMNS];
        if (options->table) {
            hydrostatic_row(table, drafts[i], &forms[i], row);
            status = listing_add(rows, options->floating.mesh, row);
        } else {
            const struct buoy_hydrostatics *at = &forms[i].at;
            const double numbers[COLUMNS] = {
                forms[i].draft,
                at->volume,
                at->centre[0],
                at->centre[1],
                at->centre[2],
                at->waterplane_area,
                at->waterplane_centroid[0],
                at->waterplane_centroid[1],
                at->waterplane_centroid[2],
                at->wetted_area,
                forms[i].bm_transverse,
                forms[i].bm_longitudinal,
            };
            status = listing_add(rows, options->floating.mesh, numbers);
        }
    }
    return status;
}

static int answer(void *context, const struct floating_options *floating,
                  const struct buoy_mesh *mesh, struct listing *rows) {
    const struct curves_options *options = context;
    struct hydrostatic_table table = {.trim = 0.0};
    struct buoy_form *forms = malloc(options->count * sizeof *forms);
    double *drafts = malloc(2 * options->count * sizeof *drafts);
    int status = forms && drafts ? CLI_GOOD : cli_out_of_memory();
    (void)floating;
    if (status == CLI_GOOD && options->table) {
        status = begin_table(options, mesh, &table);
    }
    if (status == CLI_GOOD) {
        status = add_rows(options, &table, mesh, drafts, forms, rows);
    }
    mesh_data_free(&table.hull);
    free(drafts);
    free(forms);
    if (status == CLI_GOOD && options->directory &&
        (output_prepare(options->directory) != 0 || write_figures(options, rows) != 0)) {
        status = CLI_BAD;
    }
    return status;
}

static int check(struct curves_options *options, const struct cli_option *table) {
    static const char *const of_tables[] = {"trim", "density", "axis", "origin", "perpendiculars"};
    struct hull_frame frame;
    for (size_t i = 0; i < sizeof of_tables / sizeof *of_tables && !options->table; ++i) {
        if (cli_given(table, of_tables[i])) {
            return cli_bad("curves: --%s is for --table", of_tables[i]);
        }
    }
    options->perpendiculars_given = cli_given(table, "perpendiculars");
    if (options->perpendiculars_given &&
        !(options->perpendiculars[0] < options->perpendiculars[1])) {
        return cli_bad("curves: --perpendiculars: the aft one, %g, is not below the forward one, "
                       "%g",
                       options->perpendiculars[0], options->perpendiculars[1]);
    }
    if (!hull_frame_make(options->floating.up, options->floating.axis, &frame) && options->table) {
        return cli_bad("curves: --up and --axis are parallel");
    }
    if (options->drafts_given && cli_given(table, "count")) {
        return cli_bad("curves: give one of --count and --drafts");
    }
    return hulls_refuse_several(&options->floating.hulls, "curves: --out", options->directory);
}

static int parse_drafts(struct curves_options *options) {
    size_t count = 1;
    for (const char *c = options->drafts_given; *c; ++c) {
        count += *c == ',';
    }
    options->drafts = malloc(count * sizeof *options->drafts);
    options->count = count;
    return options->drafts ? cli_parse_numbers("--drafts", options->drafts_given, -1e12, 1e12,
                                               count, options->drafts)
                           : cli_out_of_memory();
}

static int run(int argc, char **argv) {
    struct curves_options curves = {.floating = FLOATING_DEFAULTS("curves"), .count = 19};
    struct cli_option options[] = {
        FLOATING_MESH_OPTIONS(&curves.floating),
        CLI_COUNT_OPTION("count", &curves.count, 1, MOST_ROWS),
        CLI_TEXT_OPTION("drafts", &curves.drafts_given),
        CLI_TEXT_OPTION("out", &curves.directory),
        CLI_FLAG_OPTION("table", &curves.table),
        CLI_REAL_OPTION("trim", &curves.trim, -89.0, 89.0),
        CLI_POSITIVE_OPTION("density", &curves.floating.water_density, 1e12),
        {.name = "origin", .kind = CLI_WORD, .value = &curves.origin, .words = "amidships|aft"},
        CLI_NUMBERS_OPTION("perpendiculars", curves.perpendiculars, 2),
        {0}};
    if (floating_parse(argc, argv, options, &curves.floating) != 0) {
        return CLI_BAD;
    }
    if (check(&curves, options) != 0 || (curves.drafts_given && parse_drafts(&curves) != 0)) {
        hulls_free(&curves.floating.hulls);
        free(curves.drafts);
        return CLI_BAD;
    }
    struct listing rows = {.header = "draft,volume,cx,cy,cz,waterplane_area,wx,wy,wz,wetted_area,"
                                     "bm_transverse,bm_longitudinal",
                           .units = "m,m³,m,m,m,m²,m,m,m,m²,m,m",
                           .any_units = true,
                           .columns = COLUMNS};
    if (curves.table) {
        rows.header = curves.origin == 1 ? HEADER("aft") : HEADER("amidships");
        rows.units = hydrostatic_units;
        rows.any_units = false;
        rows.columns = HYDROSTATIC_COLUMNS;
    }
    const int status = floating_answer_all(&curves.floating, &rows, answer, &curves);
    free(curves.drafts);
    return status;
}

const struct command command_curves = {
    .name = "curves",
    .summary = "curves of form, and the hydrostatic table, against draft",
    .help =
        "usage: buoybench curves --mesh M... [--meshes LIST] [--up X,Y,Z] [--count N | --drafts "
        "D]\n"
        "                        [--table [--trim A] [--density R] [--axis X,Y,Z]\n"
        "                        [--origin amidships|aft] [--perpendiculars A,F]] [--out DIR]\n"
        "                        [MESH OPTION]...\n"
        "\n"
        "Prints a body's curves of form: its hydrostatics at N drafts that divide the height\n"
        "between keel (the lowest vertex) and top into N + 1 equal parts. The body is upright:\n"
        "the water is level across the direction up. Everything is computed in double. The\n"
        "output is CSV, in the mesh's units and frame, with the header\n"
        "  draft,volume,cx,cy,cz,waterplane_area,wx,wy,wz,wetted_area,bm_transverse,\n"
        "  bm_longitudinal\n"
        "on one line: draft is the height of the water above the keel, c the centre of\n"
        "buoyancy, w the waterplane's centroid (the centre of flotation), and bm the smaller and\n"
        "the larger metacentric radius, I / V.\n"
        "\n"
        "With --table it prints the hydrostatic table instead, for meshes in metres:\n"
        "  draft,displacement,kb,lcb_from_O,tcb,bm_transverse,bm_longitudinal,km_transverse,\n"
        "  km_longitudinal,lcf_from_O,waterplane_area,wetted_area,tpc,mtc,lwl,bwl,cb,cp,cm,cw\n"
        "Places are along the ship's own axes: forward (--axis), across (up x forward) and up. "
        "The\n"
        "draft is that amidships, halfway between the perpendiculars; kb and km count from the\n"
        "lowest vertex, lcb and lcf from O, amidships or aft (the aft perpendicular), positive\n"
        "forward, and tcb from halfway between the hull's sides. The displacement is in t, tpc in\n"
        "t/cm; mtc, in t m/cm, is density I / L, with BM for GM and L between the perpendiculars.\n"
        "lwl and bwl are how far the waterline reaches; cb, cp, cm and cw refer to them, to the\n"
        "draft and to the section amidships. What a dry or drowned hull has none of is nan.\n"
        "\n"
        "  --mesh M       a file (OBJ, STL, PLY, OFF, glTF, GLB) or builtin:NAME[:TRIANGLES]\n"
        "  --up X,Y,Z     up, out of the water, in the mesh's frame (default 0,0,1)\n" HULLS_HELP
            LISTING_FORMAT_HELP
        "  --count N      number of rows (default 19: each 5 % of the height)\n"
        "  --drafts D     these drafts instead, such as 1.5,2,2.5\n"
        "  --table        print the hydrostatic table\n"
        "  --trim A       degrees; positive where the forward end is down (default 0)\n"
        "  --density R    of the water, kg/m3 (default 1025)\n"
        "  --axis X,Y,Z   forward; only its part across up counts (default 1,0,0)\n"
        "  --origin O     amidships (default) or aft\n"
        "  --perpendiculars A,F  where they are along the axis (default: the hull's ends)\n"
        "  --out DIR      also draw them, in DIR/index.html and, where Node.js is installed, as\n"
        "                 volume.svg, areas.svg and so on; for one mesh\n"
        "  --open-ok      accept a mesh that is not closed; numbers are nan where an edge that is\n"
        "                 open or wound inconsistently is under water\n" CLI_CLOSED_HELP "\n"
        "examples:\n"
        "  buoybench curves --mesh builtin:wigley:1300 --count 9\n"
        "  buoybench curves --mesh builtin:wigley:1300 --table --drafts .4,.5,.6\n"
        "  buoybench curves --mesh hull.stl --up 0,1,0 --repair\n",
    .run = run,
};
