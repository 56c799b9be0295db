// A simulation as JSON: what film.mjs plays.
#include "film_page.h"

#include <math.h>

#include "cli.h"
#include "json_output.h"
#include "output.h"
#include "page.h"
#include "water/water.h"

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
