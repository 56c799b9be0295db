// The script for a line chart: time per triangle over the number of triangles, all kernels.
#include <string.h>

#include "plot_script.h"

// Okabe and Ito's colours, told apart whatever one's colour vision, without their yellow, which is
// hard to see on white, and with two more.
static const char *const colours[] = {"E69F00", "56B4E9", "009E73", "0072B2",
                                      "D55E00", "CC79A7", "882255", "999999"};
#define BASELINE_COLOUR "000000"

// Kernels that differ only in being allowed to fuse multiply and add share a colour; they are
// neighbours in the registry.
static const char *colour_of(const struct race_entry *entry) {
    const struct race_entry *entries = entry->subject->entries;
    size_t index = 0;
    if (strcmp(entry->info.id, RACE_BASELINE) == 0) {
        return BASELINE_COLOUR;
    }
    for (const struct race_entry *other = entries; other < entry; other++) {
        index += other->info.deterministic && strcmp(other->info.id, RACE_BASELINE) != 0;
    }
    if (!entry->info.deterministic && index > 0) {
        index--;
    }
    return colours[index % (sizeof colours / sizeof colours[0])];
}

static const struct race_entry *find_kernel(const struct race_subject *subject,
                                            const struct buoy_kernel *kernel) {
    for (size_t i = 0; i < subject->entry_count; i++) {
        if (subject->entries[i].kernel == kernel) {
            return &subject->entries[i];
        }
    }
    return NULL;
}

static void put_data(FILE *script, const struct buoy_kernel *kernel, size_t number,
                     const struct race_subject *const *subjects, size_t count) {
    fprintf(script, "$kernel%zu << END\n", number);
    for (size_t i = 0; i < count; i++) {
        const struct race_entry *entry = find_kernel(subjects[i], kernel);
        if (entry != NULL && race_times(entry)->sample_count > 0) {
            const double triangles = (double)entry->triangles;
            fprintf(script, "%.0f %.9g\n", triangles, race_times(entry)->median / triangles);
        }
    }
    fputs("END\n", script);
}

static void put_line(FILE *script, const struct race_entry *entry, size_t number) {
    const bool deterministic = entry->info.deterministic;
    fprintf(script,
            " $kernel%zu using 1:2 with linespoints linewidth 2 pointsize 1.2 linecolor rgb '#%s'"
            " dashtype %d pointtype %d title '%s' noenhanced, \\\n",
            number, colour_of(entry), deterministic ? 1 : 2, deterministic ? 7 : 6, entry->info.id);
}

void plot_put_lines(FILE *script, const struct race_subject *const *subjects, size_t count) {
    const struct race_subject *smallest = subjects[0], *largest = subjects[count - 1];
    plot_put_frame(script, 1200, 720, "CPU time per triangle, by the size of the mesh",
                   "Single queries, median; baseline: " RACE_BASELINE);
    for (size_t i = 0; i < largest->entry_count; i++) {
        put_data(script, largest->entries[i].kernel, i, subjects, count);
    }
    fprintf(script, "set xrange [%.9g:%.9g]\n", (double)smallest->mesh->info.triangle_count / 1.4,
            1.4 * (double)largest->mesh->info.triangle_count);
    fputs("set logscale xy\n"
          "set format x '%.0s%c'\n"
          "set format y '%g'\n"
          "set xlabel 'triangles'\n"
          "set ylabel 'ns per triangle (less is better)'\n"
          "set border 3\n"
          "set tics nomirror\n"
          "set grid xtics ytics linecolor rgb '#dddddd' linetype 1\n"
          "set key outside right center vertical Left reverse spacing 1.4 samplen 3\n"
          "plot \\\n",
          script);
    // The order on the largest mesh, from the slowest, is that of the lines' right ends.
    for (size_t i = race_count_timed(largest); i-- > 0;) {
        put_line(script, race_at(largest, i), largest->order[i]);
    }
    fputs(" NaN notitle\n", script);
}
