// The ranking for people: one table per mesh.
#include "table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "accuracy.h"
#include "numbers.h"

static int kernel_column(const struct race *race) {
    size_t width = strlen("kernel");
    for (size_t i = 0; i < race->kernel_count; i++) {
        const size_t length = strlen(race->entries[i].info.id);
        width = length > width ? length : width;
    }
    return (int)width;
}

static bool shares_its_rank(const struct race *race, size_t first, size_t entry) {
    size_t same = 0;
    for (size_t i = first; i < first + race->kernel_count; i++) {
        same += race->times[i].rank == race->times[entry].rank && race->times[i].sample_count > 0;
    }
    return same > 1;
}

// A number right-aligned, or a dash where there is none. `format` is of one double.
static void print_share(double value, int width) {
    if (isnan(value)) {
        printf("%*s", width, "-");
    } else {
        printf("%*.1e", width, value);
    }
}

static void print_row(const struct race *race, size_t first, size_t index, int width) {
    const struct race_entry *entry = &race->entries[index];
    const struct ranking_candidate *time = &race->times[index];
    const double speedup = race_speedup(race, entry);
    char rank[32], ratio[32] = "-";
    snprintf(rank, sizeof rank, "%zu%s", time->rank,
             shares_its_rank(race, first, index) ? "=" : " ");
    if (speedup > 0.0) {
        snprintf(ratio, sizeof ratio, "%.2f", speedup);
    }
    const double triangles = (double)entry->mesh->info.triangle_count;
    printf("%5s  %-*s %11s ± %-8s %11.3f %14s %14s ", rank, width, entry->info.id,
           number_like(time->median, time->median).text,
           isinf(time->spread) ? "?" : number_like(time->spread, time->median).text,
           time->median / triangles, ratio,
           number_count(1e3 * race->budget_us / time->median).text);
    print_share(entry->max_error_volume, 12);
    print_share(entry->max_error_centroid, 14);
    putchar('\n');
}

static bool is_selected(const struct race *race, size_t first) {
    for (size_t i = first; i < first + race->kernel_count; i++) {
        if (race->entries[i].selected) {
            return true;
        }
    }
    return false;
}

static void print_heading(const struct race *race, const struct race_mesh *mesh, int width) {
    char bodies[48];
    snprintf(bodies, sizeof bodies, "bodies/%g µs", race->budget_us);
    printf("\n%s: %s triangles\n", mesh->name,
           number_count((double)mesh->info.triangle_count).text);
    // %*s counts bytes: µ is two, as Δ is.
    printf(" rank  %-*s %22s %12s %14s %15s %13s %15s\n", width, "kernel", "ns/body", "ns/triangle",
           "vs catto/scalar", bodies, "|ΔV|/V_total", "|Δc|/diagonal");
}

static void print_mesh(const struct race *race, const struct race_mesh *mesh, int width) {
    const size_t first = (size_t)(mesh - race->meshes) * race->kernel_count;
    if (!is_selected(race, first)) {
        return;
    }
    print_heading(race, mesh, width);
    for (size_t i = 0; i < race->kernel_count; i++) {
        const size_t index = first + race->order[first + i];
        if (race->times[index].sample_count > 0) {
            print_row(race, first, index, width);
        }
    }
    for (size_t i = first; i < first + race->kernel_count; i++) {
        if (race->entries[i].selected && race->entries[i].failure[0] != '\0') {
            printf("    -  %-*s FAILED: %s\n", width, race->entries[i].info.id,
                   race->entries[i].failure);
        }
    }
}

void table_print(const struct race *race) {
    const int width = kernel_column(race);
    for (size_t i = 0; i < race->mesh_count; i++) {
        print_mesh(race, &race->meshes[i], width);
    }
    printf("\n"
           "ns/body: CPU time of a single query, median ± spread (1.48 median deviations) of the\n"
           "repetitions, over %zu random poses. Ranks with = are not told apart: a kernel leads\n"
           "another by more than both spreads or not at all. vs catto/scalar: times faster "
           "than\n" RACE_BASELINE ". Errors: worst of all poses against %s,\n"
           "centroids where 0.1 %% or more is submerged.\n",
           race->pose_count, accuracy_source_name(accuracy_best_source()));
}
