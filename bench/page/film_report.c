// Files about a simulation.
#include "film_report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "film_plots.h"
#include "output.h"
#include "picture.h"
#include "progress.h"

// Single pictures, the animation's frames per second, and their least and greatest number.
#define STILLS 12
#define FRAMES_PER_SECOND 12.0
#define LEAST_FRAMES 24
#define MOST_FRAMES 150

// Triangles in all frames together that a browser plays without trouble.
#define MOST_TRIANGLES 250000

// What goes into a file.
typedef int put_function(const struct film *film, const size_t *moments, size_t count, FILE *to);

static int write_file(const struct film *film, put_function *put, const size_t *moments,
                      size_t count, const char *directory, const char *name) {
    struct output output;
    if (output_begin(&output) != 0) {
        return CLI_BAD;
    }
    const int status = put(film, moments, count, output.stream);
    if (status != 0) {
        output_abandon(&output);
        return status;
    }
    return output_end_file(&output, directory, name);
}

static int put_series(const struct film *film, const size_t *moments, size_t count, FILE *to) {
    (void)moments;
    (void)count;
    recording_put_csv(film->recording, to);
    return 0;
}

static int put_still(const struct film *film, const size_t *moments, size_t count, FILE *to) {
    (void)count;
    return picture_put(film, moments[0], to);
}

// Moments evenly apart, from the first to the last.
static size_t choose(const struct film *film, size_t wanted, size_t moments[MOST_FRAMES]) {
    const size_t last = film->recording->moments - 1;
    const size_t count = wanted <= last ? wanted : last + 1;
    for (size_t i = 0; i < count; ++i) {
        moments[i] = count > 1 ? i * last / (count - 1) : 0;
    }
    return count;
}

static bool is_old_frame(const char *name) {
    return strncmp(name, "frame-", 6) == 0 && strlen(name) == 12 && strcmp(name + 8, ".svg") == 0;
}

static int write_stills(const struct film *film, const char *directory, struct progress *progress) {
    size_t moments[MOST_FRAMES];
    const size_t count = choose(film, STILLS, moments);
    int status = 0;
    output_remove(directory, is_old_frame);
    for (size_t i = 0; i < count && status == 0; ++i) {
        char name[32];
        snprintf(name, sizeof name, "frame-%02zu.svg", i);
        status = write_file(film, put_still, &moments[i], 1, directory, name);
        progress_step(progress);
        progress_show(progress, name);
    }
    return status;
}

static int write_animation(const struct film *film, const char *directory) {
    size_t moments[MOST_FRAMES], triangles = 1;
    for (size_t i = 0; i < film->shown; ++i) {
        triangles += scene_hulls_of(film->hulls, film->scene, i)->triangle_count;
    }
    const double wanted = fmin(picture_duration(film) * FRAMES_PER_SECOND,
                               (double)MOST_TRIANGLES / (double)triangles);
    const size_t count =
        choose(film, (size_t)fmin(fmax(wanted, LEAST_FRAMES), MOST_FRAMES), moments);
    return write_file(film, picture_put_animation, moments, count, directory, "animation.svg");
}

int film_report(struct film *film, const char *directory) {
    struct progress progress;
    size_t plots = 0;
    if (film->recording->bodies == 0) {
        return write_file(film, put_series, NULL, 0, directory, "series.csv");
    }
    film_prepare(film);
    progress_begin_silently(&progress, "float: picture", STILLS + 1);
    const int status = write_file(film, put_series, NULL, 0, directory, "series.csv") != 0 ||
                               write_stills(film, directory, &progress) != 0 ||
                               write_animation(film, directory) != 0 ||
                               film_plots_write(film, directory, &plots) != 0
                           ? CLI_BAD
                           : 0;
    cli_progress_end();
    if (status == 0) {
        fprintf(stderr, "float: wrote %s/animation.svg, series.csv, frame-*.svg and %zu figures\n",
                directory, plots);
    }
    return status;
}
