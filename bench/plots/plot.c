// The pictures of a race: has them drawn and writes them to their folder.
#include "plot.h"

#include <stdlib.h>
#include <string.h>

#include "output.h"
#include "pictures.h"
#include "plot_script.h"
#include "sweep.h"

static void name_lines(const struct family *family, char *name, size_t size) {
    if (family->label) {
        pictures_name("ns-per-triangle", family->label + strspn(family->label, ", "), name, size);
    } else {
        snprintf(name, size, "ns-per-triangle.png");
    }
}

static int draw_bars(const struct race *race, struct pictures *pictures) {
    for (size_t i = 0; i < race->subject_count; ++i) {
        struct picture_script script;
        char name[256];
        if (race_count_timed(&race->subjects[i]) == 0) {
            continue;
        }
        if (!pictures_open(&script)) {
            return cli_out_of_memory();
        }
        plot_put_bars(script.stream, &race->subjects[i]);
        pictures_name("ns-per-body", race->subjects[i].title, name, sizeof name);
        const int status = pictures_draw(&script, name, pictures);
        if (status != 0 || pictures->absent) {
            return status;
        }
    }
    return 0;
}

static bool is_hot_mesh(const struct race_subject *subject) {
    return subject->mesh && strcmp(subject->queries.workload->name, WORKLOAD_HOT) == 0;
}

static int draw_cost(const struct race_subject *subject, struct pictures *pictures) {
    struct picture_script script;
    char name[256];
    if (!pictures_open(&script)) {
        return cli_out_of_memory();
    }
    if (plot_put_cost(script.stream, subject) != 0) {
        fclose(script.stream);
        free(script.text);
        return CLI_BAD;
    }
    pictures_name("ns-by-error", subject->title, name, sizeof name);
    return pictures_draw(&script, name, pictures);
}

// One for each hot mesh.
static int draw_costs(const struct race *race, struct pictures *pictures) {
    int status = 0;
    for (size_t i = 0; i < race->subject_count && status == 0 && !pictures->absent; ++i) {
        const struct race_subject *subject = &race->subjects[i];
        if (is_hot_mesh(subject) && plot_has_cost(subject)) {
            status = draw_cost(subject, pictures);
        }
    }
    return status;
}

// A family's timed hot meshes, by number of triangles; returns how many there are.
static size_t sort_subjects(const struct race *race, const struct family *family,
                            const struct race_subject **subjects) {
    size_t count = 0;
    for (size_t i = 0; i < race->subject_count; ++i) {
        const struct race_subject *subject = &race->subjects[i];
        if (subject->queries.family != family || race_count_timed(subject) == 0 ||
            !is_hot_mesh(subject)) {
            continue;
        }
        size_t place = count++;
        const size_t triangles = subject->mesh->info.triangle_count;
        while (place > 0 && subjects[place - 1]->mesh->info.triangle_count > triangles) {
            subjects[place] = subjects[place - 1];
            --place;
        }
        subjects[place] = subject;
    }
    return count;
}

// Growth with the number of triangles shows only if there are two different numbers.
static int draw_lines(const struct race *race, const struct family *family,
                      struct pictures *pictures) {
    struct picture_script script;
    char name[256];
    int status = 0;
    const struct race_subject **subjects = calloc(race->subject_count, sizeof *subjects);
    if (!subjects) {
        return cli_out_of_memory();
    }
    const size_t count = sort_subjects(race, family, subjects);
    if (count >= 2) {
        if (pictures_open(&script)) {
            plot_put_lines(script.stream, subjects, count);
            name_lines(family, name, sizeof name);
            status = pictures_draw(&script, name, pictures);
        } else {
            status = cli_out_of_memory();
        }
    }
    free(subjects);
    return status;
}

static int draw_all_lines(const struct race *race, struct pictures *pictures) {
    const struct family *family;
    int status = 0;
    for (size_t i = 0; (family = family_at(i)) && status == 0 && !pictures->absent; ++i) {
        status = draw_lines(race, family, pictures);
    }
    return status;
}

static bool is_new_shape(const struct race *race, size_t line) {
    const char *shape = sweep_line_at(race, line).shape;
    for (size_t i = 0; i < line; ++i) {
        if (strcmp(sweep_line_at(race, i).shape, shape) == 0) {
            return false;
        }
    }
    return true;
}

static int draw_sweep(const struct race *race, struct pictures *pictures) {
    for (size_t i = 0; sweep_line_at(race, i).count > 0; ++i) {
        const char *shape = sweep_line_at(race, i).shape;
        struct picture_script script;
        char what[64], name[256];
        if (!is_new_shape(race, i)) {
            continue;
        }
        if (!pictures_open(&script)) {
            return cli_out_of_memory();
        }
        plot_put_sweep(script.stream, race, shape);
        snprintf(what, sizeof what, "ns-by-%s", race->sweep->name);
        pictures_name(what, shape, name, sizeof name);
        const int status = pictures_draw(&script, name, pictures);
        if (status != 0 || pictures->absent) {
            return status;
        }
    }
    return 0;
}

static int draw_all(const struct race *race, struct pictures *pictures) {
    if (race->sweep) {
        return draw_sweep(race, pictures);
    }
    int status = draw_bars(race, pictures);
    if (status == 0 && !pictures->absent) {
        status = draw_costs(race, pictures);
    }
    return status != 0 || pictures->absent ? status : draw_all_lines(race, pictures);
}

// All pictures have such names.
static bool is_picture(const char *name) {
    const char *dot = strrchr(name, '.');
    const bool is_ours = strncmp(name, "ns-per-", 7) == 0 || strncmp(name, "ns-by-", 6) == 0;
    return is_ours && dot && strcmp(dot, ".png") == 0;
}

int plot_race(const struct race *race, const char *directory) {
    struct pictures pictures = {.directory = directory};
    cli_stage("drawing plots");
    output_remove(directory, is_picture); // those of an earlier race
    const int status = draw_all(race, &pictures);
    if (pictures.absent) {
        puts("\nno plots: gnuplot is not installed (Debian: apt install gnuplot-nox)");
        printf("index.html and results.json in %s/\n", directory);
    } else {
        printf("\n%zu plot%s, index.html and results.json in %s/\n", pictures.drawn,
               pictures.drawn == 1 ? "" : "s", directory);
    }
    if (pictures.failed > 0) {
        printf("gnuplot failed to draw %zu more\n", pictures.failed);
    }
    return status;
}
