// The tables of `verify --verbose`: every kernel's errors, bounds, bits and worst query.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "padding.h"
#include "truth.h"
#include "verify_report.h"

#define KERNEL_WIDTH "-30"
#define COLUMN 10 // of an error

// An error; a dash if there are none. No error at all means something else for a kernel that the
// truth comes from.
static void print_error(double error, bool is_reference) {
    char text[16];
    if (isnan(error)) {
        print_right("-", COLUMN);
    } else if (error == 0.0) {
        print_right(is_reference ? "reference" : "0", COLUMN);
    } else {
        snprintf(text, sizeof text, "%.1e", error);
        print_right(text, COLUMN);
    }
}

// The largest share of a bound that an error takes up, and that bound.
static void print_share(const struct verify_verdict *verdict, enum accuracy_kind kind) {
    const struct accuracy_worst *worst = &verdict->accuracy.worst[kind];
    if (verify_has_no_bound(verdict)) {
        print_right("no bound", 16);
    } else if (worst->used > 0.0) {
        printf(" %3.0f%% of %7.1e", fmin(100.0 * worst->used, 999.0), worst->bound);
    } else {
        printf(" %15s", "-");
    }
}

static void print_verdict(const struct family *family, const struct verify_verdict *verdict) {
    const struct accuracy *accuracy = &verdict->accuracy;
    const bool itself = truth_is_of(verdict->kernel.id);
    printf("%" KERNEL_WIDTH "s", verdict->kernel.id);
    print_error(accuracy->of_total.median, itself);
    print_error(accuracy->of_total.percentile99, itself);
    print_error(accuracy->of_total.maximum, itself);
    print_share(verdict, ACCURACY_OF_TOTAL);
    print_error(accuracy->centroid.maximum, itself);
    print_share(verdict, ACCURACY_CENTROID);
    if (family->has_surface) {
        print_error(accuracy->surface, itself);
        print_share(verdict, ACCURACY_SURFACE);
    }
    printf("  %-6s %s\n", verify_bits_text(verdict->bits),
           verdict->declined[0] != '\0' ? "left out"
           : verdict->passed            ? "ok"
                                        : "FAIL");
}

static void print_headings(const struct family *family) {
    const struct family_headings *headings = family->headings;
    print_left("", 31);
    print_left(headings->of_total, 3 * COLUMN + 16);
    print_left(headings->centroid, family->has_surface ? COLUMN + 16 : 0);
    printf("%s\n%" KERNEL_WIDTH
           "s    median      99 %%       max   used of bound  wet 1e-3   used of "
           "bound%s  bits\n",
           family->has_surface ? "surface" : "", "kernel",
           family->has_surface ? "       max   used of bound" : "");
}

// Kernels of the same bits have the same worst query, so only the first of them is named.
static void print_worst_queries(const struct verify_subject *subject) {
    for (size_t k = 0; k < subject->verdict_count; ++k) {
        const struct verify_verdict *verdict = &subject->verdicts[k];
        if (verdict->worst_query && verdict->failure[0] == '\0' &&
            !verify_is_repeated(subject, k)) {
            verify_print_worst(subject, verdict);
        }
        if (verdict->bits == VERIFY_BITS_DIFFER) {
            printf("%s: %s\n", verdict->kernel.id, verdict->difference);
        }
        verify_print_remark(subject, verdict);
    }
}

void verify_print_details(const struct verify_subject *subject) {
    const struct family *family = subject->family;
    printf("%s%s: ", subject->name, family->label ? family->label : "");
    if (subject->info.triangle_count > 0) {
        printf("%zu triangles, conditioning %.0f, ", subject->info.triangle_count,
               subject->info.conditioning);
    }
    printf("%zu queries against %s\n", subject->query_count, family_truth(family));
    print_headings(family);
    for (size_t k = 0; k < subject->verdict_count; ++k) {
        print_verdict(family, &subject->verdicts[k]);
    }
    printf("\n");
    print_worst_queries(subject);
    printf("\n");
}

// ------------------------------------------------------------------------- by immersion

// A kernel's worst error over all subjects of its family, in one class of immersion.
static double worst_in_class(const struct verify_findings *findings,
                             const struct verify_subject *like, size_t k, size_t class,
                             double (*error)(const struct accuracy_class *)) {
    double worst = (double)NAN;
    for (size_t i = 0; i < findings->subject_count; ++i) {
        const struct verify_subject *subject = &findings->subjects[i];
        if (subject->family == like->family) {
            worst = fmax(worst, error(&subject->verdicts[k].accuracy.classes[class]));
        }
    }
    return worst;
}

static bool is_first_of_family(const struct verify_findings *findings, size_t index) {
    size_t first = 0;
    while (findings->subjects[first].family != findings->subjects[index].family) {
        ++first;
    }
    return first == index;
}

// Prints the worst error of each of a family's kernels over all subjects, by immersion.
static void print_by_immersion(const struct verify_findings *findings,
                               const struct verify_subject *like, const char *heading,
                               double (*error)(const struct accuracy_class *)) {
    printf("%s: worst %s of all, by %s\n%" KERNEL_WIDTH "s", like->family->name, heading,
           like->family->headings->immersion, "kernel");
    printf("    < 1e-6   >= 1e-6   >= 1e-5   >= 1e-4   >= 1e-3   >= 1e-2   >= 1e-1\n");
    for (size_t k = 0; k < like->verdict_count; ++k) {
        printf("%" KERNEL_WIDTH "s", like->verdicts[k].kernel.id);
        for (size_t class = 0; class < ACCURACY_CLASSES; class ++) {
            print_error(worst_in_class(findings, like, k, class, error), false);
        }
        printf("\n");
    }
    printf("\n");
}

static double class_of_submerged(const struct accuracy_class *class) {
    return class->of_submerged;
}

static double class_centroid(const struct accuracy_class *class) {
    return class->centroid;
}

void verify_print_by_immersion(const struct verify_findings *findings) {
    for (size_t i = 0; i < findings->subject_count; ++i) {
        const struct verify_subject *subject = &findings->subjects[i];
        const struct family_headings *headings = subject->family->headings;
        if (is_first_of_family(findings, i) && headings->immersion) {
            print_by_immersion(findings, subject, headings->of_submerged, class_of_submerged);
            print_by_immersion(findings, subject, headings->centroid, class_centroid);
        }
    }
    puts(
        "used: the largest share of the kernel's documented bound, and that bound. wet 1e-3: only\n"
        "where at least 1e-3 of the whole is submerged. surface: the worst error of the areas and\n"
        "of the waterplane's centroid and second moments, as a share of the surface's own.\n"
        "reference: the truth is the kernel's own answer, for want of exact arithmetic.\n"
        "bits: first is the method's first deterministic variant, same has the same bits and the\n"
        "same worst query, free promises none.\n");
}
