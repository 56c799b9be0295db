// What the tables mean, in a few sentences.
#include "verdict.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "numbers.h"

#define NONE ((size_t)-1)

// `auto` is no rival: it hands over to one of the others.
static bool is_rival(const struct race *race, size_t index) {
    return race->times[index].sample_count > 0 &&
           strcmp(race->entries[index].info.method, "auto") != 0;
}

// A mesh's fastest rival, of those that are deterministic or of those that are not; NONE if there
// is none.
static size_t fastest(const struct race *race, size_t first, bool deterministic) {
    for (size_t i = 0; i < race->kernel_count; i++) {
        const size_t index = first + race->order[first + i];
        if (is_rival(race, index) && race->entries[index].info.deterministic == deterministic) {
            return index;
        }
    }
    return NONE;
}

// The rival to take: the fastest, but a deterministic one if the fastest does not lead it.
static size_t recommended(const struct race *race, size_t first) {
    const size_t same_bits = fastest(race, first, true), other = fastest(race, first, false);
    if (same_bits == NONE || other == NONE) {
        return same_bits == NONE ? other : same_bits;
    }
    return ranking_leads(&race->times[other], &race->times[same_bits]) ? other : same_bits;
}

static double percent_slower(const struct race *race, size_t slow, size_t fast) {
    return 100.0 * (race->times[slow].median / race->times[fast].median - 1.0);
}

static void print_level(const struct race *race, size_t first, size_t best) {
    size_t printed = 0;
    for (size_t i = 0; i < race->kernel_count; i++) {
        const size_t index = first + race->order[first + i];
        if (is_rival(race, index) && index != best &&
            !ranking_leads(&race->times[best], &race->times[index])) {
            printf("%s%s", printed++ > 0 ? ", " : "    level with ", race->entries[index].info.id);
        }
    }
    if (printed > 0) {
        putchar('\n');
    }
}

static void print_next_best(const struct race *race, size_t first, size_t best) {
    for (size_t i = 0; i < race->kernel_count; i++) {
        const size_t index = first + race->order[first + i];
        if (is_rival(race, index) && ranking_leads(&race->times[best], &race->times[index])) {
            printf("    ahead of %s by %.0f %%\n", race->entries[index].info.id,
                   percent_slower(race, index, best));
            return;
        }
    }
}

static void print_mesh(const struct race *race, const struct race_mesh *mesh, size_t first,
                       size_t best) {
    const struct ranking_candidate *time = &race->times[best];
    const double speedup = race_speedup(race, &race->entries[best]);
    printf("  %s, %s triangles: %s\n", mesh->name,
           number_count((double)mesh->info.triangle_count).text, race->entries[best].info.id);
    printf("    %s bodies in %g µs", number_count(1e3 * race->budget_us / time->median).text,
           race->budget_us);
    if (speedup > 0.0) {
        printf(", %.1f times as fast as " RACE_BASELINE, speedup);
    }
    putchar('\n');
    print_level(race, first, best);
    print_next_best(race, first, best);
}

// Over all meshes: what the fastest deterministic kernel takes longer than the fastest other one.
static void print_price(const struct race *race) {
    double least = HUGE_VAL, most = -HUGE_VAL;
    bool measurable = false;
    for (size_t i = 0; i < race->mesh_count * race->kernel_count; i += race->kernel_count) {
        const size_t same_bits = fastest(race, i, true), other = fastest(race, i, false);
        if (same_bits != NONE && other != NONE) {
            const double price = percent_slower(race, same_bits, other);
            least = fmin(least, price);
            most = fmax(most, price);
            measurable |= ranking_leads(&race->times[other], &race->times[same_bits]);
        }
    }
    if (most < least) {
        return;
    }
    printf("  The same bits on every machine (fastest deterministic against fastest +fma kernel) "
           "cost\n"
           "  ");
    if (!measurable) {
        puts("no time that can be told from noise.");
    } else if (most - least < 0.5) {
        printf("%.0f %% of time.\n", most);
    } else if (least < 0.5) {
        printf("up to %.0f %% of time.\n", most);
    } else {
        printf("%.0f to %.0f %% of time.\n", least, most);
    }
}

// How far the dispatcher's choice is behind the fastest kernel at worst; NaN if it was not timed.
static double dispatcher_behind(const struct race *race) {
    double worst = (double)NAN;
    for (size_t i = 0; i < race->mesh_count * race->kernel_count; i++) {
        const size_t first = i / race->kernel_count * race->kernel_count;
        const size_t best = recommended(race, first);
        if (strcmp(race->entries[i].info.method, "auto") == 0 && best != NONE &&
            race->times[i].sample_count > 0) {
            worst = fmax(worst, percent_slower(race, i, best));
        }
    }
    return worst;
}

static void print_failures(const struct race *race) {
    size_t failed = 0, selected = 0;
    for (size_t i = 0; i < race->mesh_count * race->kernel_count; i++) {
        selected += race->entries[i].selected;
        failed += race->entries[i].selected && !race_runs(&race->entries[i]);
    }
    if (failed > 0) {
        printf(
            "  %zu of %zu checks FAILED, see above: wrong kernels are neither timed nor ranked.\n",
            failed, selected);
    }
}

// The kernel recommended for the most meshes, by its place in the registry's order; NONE if nothing
// was timed.
static size_t most_recommended(const struct race *race) {
    size_t found = NONE, most = 0;
    for (size_t kernel = 0; kernel < race->kernel_count; kernel++) {
        size_t times = 0;
        for (size_t i = 0; i < race->mesh_count; i++) {
            const size_t first = i * race->kernel_count;
            times += recommended(race, first) == first + kernel;
        }
        if (times > most) {
            most = times;
            found = kernel;
        }
    }
    return found;
}

static void print_next_step(const struct race *race, const char *id) {
    const double behind = dispatcher_behind(race);
    puts("  Next: link libbuoyancy. buoy_volume() takes the method from the mesh and the "
         "instruction\n"
         "  set from the machine, always with the same bits.");
    if (!isnan(behind)) {
        printf("  Here it is at most %.0f %% behind the kernels named above.\n", fmax(behind, 0.0));
    }
    printf("  To fix the kernel: buoy_volume_with(buoy_kernel_find(\"%s\"), ...).\n", id);
}

void verdict_print(const struct race *race) {
    const size_t kernel = most_recommended(race);
    puts("\nverdict");
    print_failures(race);
    if (kernel == NONE) {
        return;
    }
    for (size_t i = 0; i < race->mesh_count; i++) {
        const size_t first = i * race->kernel_count;
        const size_t best = recommended(race, first);
        if (best != NONE) {
            print_mesh(race, &race->meshes[i], first, best);
        }
    }
    print_price(race);
    print_next_step(race, race->entries[kernel].info.id);
}
