// A page that draws itself.
#include "page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "json_memory.h"
#include "json_output.h"
#include "output.h"
#include "page_parts.h"
#include "processes.h"
#include "water/water.h"

static const char *const *earlier; // of output_remove()'s callback

static bool is_earlier(const char *name) {
    const char *dot = strrchr(name, '.');
    bool found = false;
    for (const char *const *begin = earlier; *begin && !found; ++begin) {
        found = strncmp(name, *begin, strlen(*begin)) == 0;
    }
    return found && dot && (strcmp(dot, ".svg") == 0 || strcmp(dot, ".png") == 0);
}

// Text within markup, or within a script of JSON: the latter for readers of XML, which lacks two
// characters.
static void put_escaped(FILE *stream, const char *text, bool json) {
    static const struct {
        const char *text, *markup, *json;
    } escapes[] = {{"<", "&lt;", "\\u003c"},
                   {">", "&gt;", "\\u003e"},
                   {"&", "&amp;", "\\u0026"},
                   {"\xef\xbf\xbe", "?", "?"},
                   {"\xef\xbf\xbf", "?", "?"}};
    while (*text != '\0') {
        size_t i = 0;
        while (i < sizeof escapes / sizeof *escapes &&
               strncmp(text, escapes[i].text, strlen(escapes[i].text)) != 0) {
            ++i;
        }
        if (i < sizeof escapes / sizeof *escapes) {
            fputs(json ? escapes[i].json : escapes[i].markup, stream);
            text += strlen(escapes[i].text);
        } else {
            putc(*text++, stream);
        }
    }
}

static int write_page(const struct page *page, const char *data, const char *directory) {
    struct output output;
    if (output_begin(&output) != 0) {
        return CLI_BAD;
    }
    fputs(page_head, output.stream);
    put_escaped(output.stream, page->text, false);
    fputs(page_data, output.stream);
    put_escaped(output.stream, data, true);
    fputs(page_behind, output.stream);
    fputs(page_script, output.stream);
    fputs(page_end, output.stream);
    earlier = page->figures;
    output_remove(directory, is_earlier);
    return output_end_file(&output, directory, "index.html");
}

// Has Node.js run the page's script and write the files that it makes, each whole or not at all.
// Returns 0, CLI_BAD after complaining, or CLI_FAILED: it cannot.
static int draw(const char *data, const char *directory) {
    struct output output;
    json_t *folder = json_text(directory);
    char *quoted = json_dumps(folder, JSON_ENCODE_ANY);
    json_decref(folder);
    if (!quoted || output_begin(&output) != 0) {
        free(quoted);
        return cli_out_of_memory();
    }
    fprintf(output.stream,
            "%s\nconst { renameSync, writeFileSync } = require('fs');\n"
            "for (const [name, text] of modules.page.files(%s)) {\n"
            "    const next = `${%s}/.${name}.${process.pid}`;\n"
            "    writeFileSync(next, text);\n    renameSync(next, `${%s}/${name}`);\n}\n",
            page_script, data, quoted, quoted);
    free(quoted);
    if (output_end(&output) != 0) {
        return CLI_BAD;
    }
    const int code = process_feed("node", output.text, output.length);
    free(output.text);
    return code == 0 ? 0 : CLI_FAILED;
}

static int put(const struct page *page, const char *directory, const char **told) {
    const size_t flags =
        JSON_COMPACT | JSON_ENSURE_ASCII | JSON_REAL_PRECISION((size_t)page->digits);
    char *data = page->data ? json_dumps(page->data, flags) : NULL;
    json_decref(page->data);
    if (!data || json_memory_ran_out()) { // members may be missing
        free(data);
        return cli_out_of_memory();
    }
    int status = write_page(page, data, directory);
    if (status == 0 && told) {
        status = draw(data, directory);
        *told = status == 0
                    ? "; its figures as SVG, too"
                    : "; no figures as SVG: Node.js (Debian: nodejs) is missing or older than 18";
        status = status == CLI_FAILED ? 0 : status;
    }
    free(data);
    return status;
}

int page_write(const struct page *page, const char *directory) {
    return put(page, directory, NULL);
}

int page_write_figures(const struct page *page, const char *directory, const char **told) {
    return put(page, directory, told);
}

// ------------------------------------------------------------------------------------------ charts

static json_t *describe_series(const struct chart *chart, const struct chart_series *series) {
    json_t *points = json_array();
    for (size_t i = 0; i < series->count; ++i) {
        json_array_append_new(
            points, json_pack("[o, o]", json_number(series->x[i]), json_number(series->y[i])));
    }
    return json_pack("{s:s, s:b, s:b, s:b, s:b, s:o}", "name", series->name, "method",
                     series->method, "approximate", series->approximate, "floor", series->floor,
                     "noPoints", chart->no_points, "points", points);
}

void charts_add(json_t *charts, const struct chart *chart) {
    json_t *series = json_array();
    for (size_t i = 0; i < chart->count; ++i) {
        json_array_append_new(series, describe_series(chart, &chart->series[i]));
    }
    json_array_append_new(
        charts, json_pack("{s:o, s:o, s:s, s:s, s:s, s:b, s:b, s:o}", "file",
                          json_text(chart->file), "title", json_text(chart->title), "description",
                          chart->description, "xLabel", chart->x_label, "yLabel", chart->y_label,
                          "logX", chart->log_x, "logY", chart->log_y, "series", series));
}

int charts_write(const char *title, const char *note, json_t *charts, const char *const *figures,
                 const char *directory, const char **told) {
    const struct page page = {
        .data = json_pack("{s:s, s:s, s:o}", "title", title, "note", note, "charts", charts),
        .digits = 7,
        .text = note,
        .figures = figures,
    };
    return page_write_figures(&page, directory, told);
}

// ------------------------------------------------------------------------------------------- films

// Bodies that are drawn, moments, and rows of all of them, at most: a page that browsers open
// without trouble.
#define MOST_SHOWN 64
#define MOST_MOMENTS 2000
#define MOST_ROWS 30000

static json_t *list_reals(const double *numbers, size_t count) {
    json_t *list = json_array();
    for (size_t i = 0; i < count; ++i) {
        json_array_append_new(list, json_number(numbers[i]));
    }
    return list;
}

static json_t *describe_hull(const struct scene_hull *hull) {
    json_t *indices = json_array();
    for (size_t i = 0; i < 3 * hull->triangle_count; ++i) {
        json_array_append_new(indices, json_integer((json_int_t)hull->indices[i]));
    }
    return json_pack("{s:o, s:o}", "positions", list_reals(hull->positions, 3 * hull->vertex_count),
                     "indices", indices);
}

// The water's height at a body's centre of mass; NaN if it has none.
static double water_at(const struct film *film, const struct recording_row *row) {
    struct buoy_water water = film->scene->water.water;
    float height;
    struct buoy_surface surface = {.x = &row->centre[0], .y = &row->centre[1], .count = 1};
    surface.height = &height;
    water.time += row->time;
    return buoy_water_sample(&water, &surface, NULL) == BUOY_OK ? (double)height : (double)NAN;
}

static json_t *describe_moments(const struct film *film, size_t shown) {
    const struct recording *recording = film->recording;
    size_t most = MOST_ROWS / shown;
    most = most < MOST_MOMENTS ? most : MOST_MOMENTS;
    const size_t stride = recording->moments / most + 1;
    json_t *moments = json_array();
    for (size_t moment = 0; moment < recording->moments; moment += stride) {
        json_t *rows = json_array();
        for (size_t i = 0; i < shown; ++i) {
            // Where a body is, and what is plotted of it.
            const struct recording_row *row = recording_at(recording, moment, i);
            const double numbers[] = {row->centre[0],     row->centre[1],   row->centre[2],
                                      row->rotation[0],   row->rotation[1], row->rotation[2],
                                      row->rotation[3],   row->volume,      row->energy,
                                      water_at(film, row)};
            json_array_append_new(rows, list_reals(numbers, sizeof numbers / sizeof *numbers));
        }
        json_array_append_new(moments,
                              json_pack("{s:f, s:o}", "time",
                                        recording_at(recording, moment, 0)->time, "rows", rows));
    }
    return moments;
}

static int write_series(const struct film *film, const char *directory) {
    struct output output;
    if (output_begin(&output) != 0) {
        return CLI_BAD;
    }
    listing_put_csv(film->rows, output.stream);
    return output_end_file(&output, directory, "series.csv");
}

int film_page_write(const struct film *film, const char *directory) {
    static const char *const figures[] = {"frame-",  "heave.",     "angles.",
                                          "energy.", "animation.", NULL};
    if (write_series(film, directory) != 0 || film->recording->bodies == 0) {
        return film->recording->bodies == 0 ? 0 : CLI_BAD;
    }
    const struct scene *scene = film->scene;
    const struct buoy_water *water = &scene->water.water;
    const struct buoy_plane64 level = buoy_level_of(water);
    const size_t bodies = film->recording->bodies,
                 shown = bodies < MOST_SHOWN ? bodies : MOST_SHOWN;
    json_t *kinds = json_array(), *places = json_array();
    for (size_t i = 0; i < film->hulls->count; ++i) {
        json_array_append_new(kinds, describe_hull(&film->hulls->hulls[i]));
    }
    for (size_t i = 0; i < shown; ++i) {
        const struct scene_model *kind = scene->kind_of[i];
        json_array_append_new(places,
                              json_pack("{s:i, s:o}", "kind", (int)(kind - scene->kinds), "centre",
                                        list_reals(kind->mass.centre_of_mass, 3)));
    }
    json_t *data = json_pack(
        "{s:o, s:o, s:f, s:o, s:b, s:o, s:o, s:o}", "title",
        json_text(scene->motion.title ? scene->motion.title : film->name), "text",
        json_text(scene->motion.text ? scene->motion.text : ""), "gravity", water->gravity, "level",
        json_pack("[f, f, f, f]", level.normal[0], level.normal[1], level.normal[2], level.d),
        "flat", water->kind == BUOY_WATER_PLANE, "kinds", kinds, "bodies", places, "moments",
        describe_moments(film, shown));
    if (scene->water.described) {
        json_object_set(data, "water", scene->water.described);
    }
    if (water->region) {
        json_object_set_new(data, "pool",
                            json_pack("[o, o]", list_reals(water->region->low, 3),
                                      list_reals(water->region->high, 3)));
    }
    const struct page page = {.data = data,
                              .digits = 7,
                              .text = "The rows of this simulation are in series.csv.",
                              .figures = figures};
    const char *told;
    if (page_write_figures(&page, directory, &told) != 0) {
        return CLI_BAD;
    }
    fprintf(stderr, "float: wrote %s/index.html and series.csv%s\n", directory, told);
    return 0;
}
