// The pictures of `verify --by-immersion`: for each mesh the worst errors of every method by
// decades of the share that is submerged, in three panels, beside the conditioning floor.
#include "plot_immersion.h"

#include <math.h>
#include <string.h>

#include "cli.h"
#include "dispatch/registry.h"
#include "kernels.h"
#include "pictures.h"
#include "plot_script.h"

// A panel, and what it shows of a class.
struct panel {
    const char *heading;
    size_t at; // of the number in struct accuracy_class
    bool with_floor;
};
#define PANEL(heading, member, with_floor)                                                         \
    { heading, offsetof(struct accuracy_class, member), with_floor }

static double number_of(const struct accuracy_class *class, size_t at) {
    double number;
    memcpy(&number, (const char *)class + at, sizeof number);
    return number;
}

// What `auto` chooses has a line of its own already; what a plug-in's kernel declined has no
// errors.
static bool is_drawn(const struct verify_verdict *verdict) {
    return verdict->declined[0] == '\0' && strcmp(verdict->kernel.method, "auto") != 0;
}

// One line for each method: its first kernel, which the others have the bits of or come close to.
static bool is_shown(const struct verify_subject *subject, size_t k) {
    const struct verify_verdict *verdict = &subject->verdicts[k];
    bool first = is_drawn(verdict);
    for (size_t i = 0; i < k && first; ++i) {
        const struct verify_verdict *other = &subject->verdicts[i];
        first = !is_drawn(other) || strcmp(other->kernel.method, verdict->kernel.method) != 0;
    }
    return first;
}

// The middle of a class on a logarithmic axis; the first one's, which has no lower end, and the
// last one's, which ends at 1.
static double middle_of(size_t class) {
    return (class == 0 ? accuracy_class_from[1] / 10.0 : accuracy_class_from[class]) * sqrt(10.0);
}

// The points of a line, as a block of data named `$NAME`.
static void put_data(FILE *script, const char *name, size_t number, const struct accuracy *accuracy,
                     size_t at) {
    fprintf(script, "$%s%zu << END\n", name, number);
    for (size_t class = 0; class < ACCURACY_CLASSES; class ++) {
        const double value = number_of(&accuracy->classes[class], at);
        if (value > 0.0 && isfinite(value)) {
            fprintf(script, "%.9g %.9g\n", middle_of(class), value);
        }
    }
    fputs("END\n", script);
}

// Whether there is anything to draw: exact answers have no place on a logarithmic axis.
static bool has_errors(const struct verify_subject *subject, size_t at) {
    for (size_t k = 0; k < subject->verdict_count; ++k) {
        for (size_t class = 0; class < ACCURACY_CLASSES && is_shown(subject, k); class ++) {
            if (number_of(&subject->verdicts[k].accuracy.classes[class], at) > 0.0) {
                return true;
            }
        }
    }
    return false;
}

static void put_panel(FILE *script, const struct verify_subject *subject, const struct panel *panel,
                      bool with_key) {
    size_t shown = 0;
    for (size_t k = 0; k < subject->verdict_count; ++k) {
        if (is_shown(subject, k)) {
            put_data(script, "line", k, &subject->verdicts[k].accuracy, panel->at);
        }
    }
    put_data(script, "floor", 0, &subject->verdicts[0].accuracy,
             offsetof(struct accuracy_class, floor));
    fprintf(script, "set title '%s' noenhanced\nset key %s\nplot \\\n", panel->heading,
            with_key ? "outside right top vertical Left reverse" : "off");
    for (size_t k = 0; k < subject->verdict_count; ++k) {
        const struct verify_verdict *verdict = &subject->verdicts[k];
        if (is_shown(subject, k)) {
            const bool approximate = kernels_find(verdict->kernel.id)->method->approximate;
            // There are fewer colours than methods: filled discs, then open ones.
            fprintf(script,
                    " $line%zu using 1:2 with linespoints linewidth 2 pointsize 0.8 pointtype %d "
                    "dashtype %d linecolor rgb '#%s' title '%s' noenhanced, \\\n",
                    k, shown < PLOT_COLOURS ? 7 : 6, approximate ? 2 : 1, plot_colour(shown),
                    verdict->kernel.method);
            ++shown;
        }
    }
    // The key, in another panel than the line.
    if (panel->with_floor || with_key) {
        fprintf(script,
                " %s with lines linewidth 3 linecolor rgb '#000000' dashtype 3 "
                "title 'conditioning floor', \\\n",
                panel->with_floor ? "$floor0 using 1:2" : "NaN");
    }
    fputs(" NaN notitle\nunset label\n", script); // the frame's, which each panel would repeat
}

static void put_subject(FILE *script, const struct verify_subject *subject) {
    static const struct panel panels[] = {
        PANEL("volume, share of the whole", of_total, true),
        PANEL("volume, share of what is submerged", of_submerged, false),
        PANEL("centre of buoyancy, share of the diagonal", centroid, false),
    };
    char title[256];
    snprintf(title, sizeof title, "%.200s: the worst errors by how much is submerged",
             subject->name);
    plot_put_frame(script, 1760, 640, title, "Dashed: approximations");
    fputs("set tmargin 7\nset logscale xy\nset format xy '10^{%T}'\n"
          "set xrange [1e-7:1]\n"
          "set xlabel 'share of the volume that is submerged'\n"
          "set border 3\nset tics nomirror\n"
          "set grid xtics ytics linecolor rgb '#dddddd' linetype 1\n"
          "set multiplot\nset bmargin 4\n",
          script);
    for (size_t i = 0; i < 3; ++i) {
        if (!has_errors(subject, panels[i].at)) {
            continue;
        }
        fprintf(script, "set lmargin at screen %.3f\nset rmargin at screen %.3f\n",
                0.05 + 0.275 * (double)i, 0.28 + 0.275 * (double)i);
        put_panel(script, subject, &panels[i], i == 2);
    }
    fputs("unset multiplot\n", script);
}

int plot_immersion(const struct verify_findings *findings, const char *directory) {
    struct pictures pictures = {.directory = directory};
    int status = 0;
    for (size_t i = 0; i < findings->subject_count && status == 0 && !pictures.absent; ++i) {
        const struct verify_subject *subject = &findings->subjects[i];
        struct picture_script script;
        char name[256];
        if (!subject->family->find_floors ||
            !has_errors(subject, offsetof(struct accuracy_class, of_total))) {
            continue;
        }
        if (!pictures_open(&script)) {
            return cli_out_of_memory();
        }
        put_subject(script.stream, subject);
        pictures_name("errors-by-immersion", subject->name, name, sizeof name);
        status = pictures_draw(&script, name, &pictures);
    }
    if (pictures.absent) {
        puts("no plots: gnuplot is not installed (Debian: apt install gnuplot-nox)\n");
    } else {
        printf("%zu plot%s in %s/\n\n", pictures.drawn, pictures.drawn == 1 ? "" : "s", directory);
    }
    if (pictures.failed > 0) {
        printf("gnuplot failed to draw %zu more\n\n", pictures.failed);
    }
    return status;
}
