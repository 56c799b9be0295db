// The colours and styles of lines.
#include "dispatch/registry.h"
#include "plot_script.h"

// Okabe and Ito's colours, which readers with any colour vision can tell apart, without their
// yellow, which is hard to see on white, and with two more.
static const char *const colours[PLOT_COLOURS] = {"E69F00", "56B4E9", "009E73", "0072B2",
                                                  "D55E00", "CC79A7", "882255", "999999"};
#define BASELINE_COLOUR "000000"

// Whether an entry is the first of its method in the registry's order.
static bool begins_method(const struct race_entry *entry) {
    return entry == entry->subject->entries || entry[-1].kernel->method != entry->kernel->method;
}

const char *plot_colour(size_t index) {
    return colours[index % PLOT_COLOURS];
}

// Six hexadecimal digits. Kernels that may fuse multiply and add share the colour of their method.
static const char *colour_of(const struct race_entry *entry) {
    size_t methods = 0;
    if (families_have_baseline(entry->kernel)) {
        return BASELINE_COLOUR;
    }
    for (const struct race_entry *e = entry->subject->entries; e <= entry; ++e) {
        methods += begins_method(e);
    }
    return plot_colour(methods > 0 ? methods - 1 : 0);
}

static bool is_strong(const struct race_entry *entry) {
    return recommend_is_best_variant(entry) || families_have_baseline(entry->kernel);
}

void plot_put_style(FILE *script, const struct race_entry *entry, bool open_points, bool dashed) {
    const bool strong = is_strong(entry);
    fprintf(script,
            "with linespoints linewidth %d pointsize %.1f linecolor rgb '#%s%s' dashtype %d "
            "pointtype %d",
            strong ? 2 : 1, strong ? 1.1 : 0.4, strong ? "" : "a0", colour_of(entry),
            dashed ? 2 : 1, open_points ? 6 : 7);
}

void plot_put_name(FILE *script, const struct race_entry *entry, const char *suffix) {
    if (is_strong(entry)) {
        fprintf(script, " title '%s%s' noenhanced", entry->info.id, suffix);
    } else {
        fputs(" notitle", script);
    }
}
