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
static const char *colour_of(const struct race *race, size_t kernel) {
    size_t index = 0;
    if (strcmp(race->entries[kernel].info.id, RACE_BASELINE) == 0) {
        return BASELINE_COLOUR;
    }
    for (size_t i = 0; i < kernel; i++) {
        const struct buoy_kernel_info *info = &race->entries[i].info;
        index += info->deterministic && strcmp(info->id, RACE_BASELINE) != 0;
    }
    if (!race->entries[kernel].info.deterministic && index > 0) {
        index--;
    }
    return colours[index % (sizeof colours / sizeof colours[0])];
}

static bool is_timed(const struct race *race, size_t kernel) {
    for (size_t i = 0; i < race->mesh_count; i++) {
        if (race->times[i * race->kernel_count + kernel].sample_count > 0) {
            return true;
        }
    }
    return false;
}

static void put_data(FILE *script, const struct race *race, size_t kernel, const size_t *meshes,
                     size_t count) {
    fprintf(script, "$kernel%zu << END\n", kernel);
    for (size_t i = 0; i < count; i++) {
        const struct ranking_candidate *time =
            &race->times[meshes[i] * race->kernel_count + kernel];
        const double triangles = (double)race->meshes[meshes[i]].info.triangle_count;
        if (time->sample_count > 0) {
            fprintf(script, "%.0f %.9g\n", triangles, time->median / triangles);
        }
    }
    fputs("END\n", script);
}

static void put_line(FILE *script, const struct race *race, size_t kernel) {
    const struct buoy_kernel_info *info = &race->entries[kernel].info;
    fprintf(script,
            " $kernel%zu using 1:2 with linespoints linewidth 2 pointsize 1.2 linecolor rgb '#%s'"
            " dashtype %d pointtype %d title '%s' noenhanced, \\\n",
            kernel, colour_of(race, kernel), info->deterministic ? 1 : 2,
            info->deterministic ? 7 : 6, info->id);
}

void plot_put_lines(FILE *script, const struct race *race, const size_t *meshes, size_t count) {
    plot_put_frame(script, 1200, 720, "CPU time per triangle, by the size of the mesh",
                   "Single queries, median; baseline: " RACE_BASELINE);
    // The order on the largest mesh, from the slowest, is that of the lines' right ends.
    const size_t *order = race->order + meshes[count - 1] * race->kernel_count;
    for (size_t i = 0; i < race->kernel_count; i++) {
        put_data(script, race, i, meshes, count);
    }
    const double smallest = (double)race->meshes[meshes[0]].info.triangle_count;
    const double largest = (double)race->meshes[meshes[count - 1]].info.triangle_count;
    fprintf(script, "set xrange [%.9g:%.9g]\n", smallest / 1.4, 1.4 * largest);
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
    for (size_t i = race->kernel_count; i-- > 0;) {
        if (is_timed(race, order[i])) {
            put_line(script, race, order[i]);
        }
    }
    fputs(" NaN notitle\n", script);
}
