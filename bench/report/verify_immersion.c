// The tables of `verify --by-immersion`: each kernel's worst errors on each mesh by decades of the
// share that is submerged, beside the conditioning floor.
#include <math.h>
#include <stdio.h>

#include "padding.h"
#include "verify_report.h"

#define KERNEL_WIDTH "-30"
#define COLUMN 10

static void print_number(double number) {
    char text[16];
    snprintf(text, sizeof text, "%.1e", number);
    print_right(isnan(number) ? "-" : number == 0.0 ? "0" : text, COLUMN);
}

static double of_total(const struct accuracy_class *class) {
    return class->of_total;
}

static double of_submerged(const struct accuracy_class *class) {
    return class->of_submerged;
}

static double centroid(const struct accuracy_class *class) {
    return class->centroid;
}

static double floor_of(const struct accuracy_class *class) {
    return class->floor;
}

static double of_floor(const struct accuracy_class *class) {
    return class->of_floor;
}

static double certified(const struct accuracy_class *class) {
    return class->certified;
}

static void print_row(const char *name, const struct accuracy *accuracy,
                      double (*number)(const struct accuracy_class *)) {
    printf("%" KERNEL_WIDTH "s", name);
    for (size_t class = 0; class < ACCURACY_CLASSES; class ++) {
        print_number(number(&accuracy->classes[class]));
    }
    printf("\n");
}

static void print_headings(const struct verify_subject *subject, const char *heading) {
    printf("%s: %s, by %s\n%" KERNEL_WIDTH "s", subject->name, heading,
           subject->family->headings->immersion, "kernel");
    printf("    < 1e-6   >= 1e-6   >= 1e-5   >= 1e-4   >= 1e-3   >= 1e-2   >= 1e-1\n");
}

// Variants that have the bits of one before them are left out.
static void print_table(const struct verify_subject *subject, const char *heading,
                        double (*number)(const struct accuracy_class *), bool with_floor) {
    print_headings(subject, heading);
    if (with_floor) {
        print_row("conditioning floor", &subject->verdicts[0].accuracy, floor_of);
    }
    for (size_t k = 0; k < subject->verdict_count; ++k) {
        const struct verify_verdict *verdict = &subject->verdicts[k];
        if (!verify_is_repeated(subject, k) && verdict->declined[0] == '\0') {
            print_row(verdict->kernel.id, &verdict->accuracy, number);
        }
    }
    printf("\n");
}

void verify_print_immersion(const struct verify_subject *subject) {
    const struct family_headings *headings = subject->family->headings;
    if (!subject->family->find_floors || subject->verdict_count == 0) {
        return;
    }
    print_table(subject, headings->of_total, of_total, true);
    print_table(subject, headings->of_submerged, of_submerged, false);
    print_table(subject, headings->centroid, centroid, false);
    print_table(subject, "|ΔV| as a share of 2 floor + 1e-7 max(1, κ/60) V_total", of_floor, false);
    print_table(subject, "certified bound as a multiple of |ΔV|, median", certified, false);
}
