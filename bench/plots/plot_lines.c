// The script for a line chart: time per triangle over the number of triangles, all kernels.
#include "plot_script.h"

static void put_data(FILE *script, const struct buoy_kernel *kernel, size_t number,
                     const struct race_subject *const *subjects, size_t count) {
    fprintf(script, "$kernel%zu << END\n", number);
    for (size_t i = 0; i < count; ++i) {
        const struct race_entry *entry = race_of_kernel(subjects[i], kernel);
        if (entry && race_times(entry)->sample_count > 0) {
            const double triangles = (double)entry->triangles;
            fprintf(script, "%.0f %.9g\n", triangles, race_times(entry)->median / triangles);
        }
    }
    fputs("END\n", script);
}

static void put_line(FILE *script, const struct race_entry *entry, size_t number) {
    fprintf(script, " $kernel%zu using 1:2 ", number);
    plot_put_style(script, entry, !entry->info.deterministic, !entry->info.deterministic);
    plot_put_name(script, entry, "");
    fputs(", \\\n", script);
}

void plot_put_lines(FILE *script, const struct race_subject *const *subjects, size_t count) {
    const struct race_subject *smallest = subjects[0], *largest = subjects[count - 1];
    plot_put_frame(script, 1200, 720, "CPU time per triangle, by the size of the mesh",
                   "Single queries, median; thin: other instruction sets");
    for (size_t i = 0; i < largest->entry_count; ++i) {
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
    // The order on the largest mesh, from the slowest, is the order of the lines' right ends.
    for (size_t i = race_count_timed(largest); i-- > 0;) {
        put_line(script, race_at(largest, i), largest->order[i]);
    }
    fputs(" NaN notitle\n", script);
}
