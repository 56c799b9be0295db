// The findings of `verify`, as text tables and as JSON.
#include <math.h>
#include <stdio.h>

#include "json_output.h"
#include "padding.h"
#include "truth.h"
#include "verify_report.h"

size_t verify_count_failures(const struct verify_findings *findings) {
    size_t failures = 0;
    for (size_t i = 0; i < findings->subject_count; ++i) {
        for (size_t k = 0; k < findings->subjects[i].verdict_count; ++k) {
            failures += !findings->subjects[i].verdicts[k].passed;
        }
    }
    return failures;
}

// One per subject.
static size_t query_count(const struct verify_settings *settings) {
    return settings->poses + QUERIES_HARD;
}

// --------------------------------------------------------------------------------- text

#define KERNEL_WIDTH "-30"

// A number in nine columns, or a dash if there is none.
static void print_error(double error) {
    if (isnan(error)) {
        printf(" %8s", "-");
    } else {
        printf(" %8.1e", error);
    }
}

// The errors as a share of their bound, or a dash if there are none.
static void print_share(double error, double share) {
    if (isnan(error)) {
        printf(" %4s", "-");
    } else {
        printf(" %3.0f%%", fmin(100.0 * share, 999.0));
    }
}

static const char *bits_text(enum verify_bits bits) {
    static const char *const texts[] = {"free", "first", "same", "DIFFER"};
    return texts[bits];
}

// The worst |ΔV| / V at immersions from 1e-4 on: below that, the answer is mostly rounding.
static double worst_of_submerged(const struct accuracy *accuracy) {
    double worst = (double)NAN;
    for (size_t i = 0; i < ACCURACY_CLASSES; ++i) {
        if (accuracy_class_from[i] >= 1e-4) {
            worst = fmax(worst, accuracy->classes[i].of_submerged);
        }
    }
    return worst;
}

static void print_verdict(const struct verify_verdict *verdict, bool has_surface) {
    const struct accuracy *accuracy = &verdict->accuracy;
    printf("%" KERNEL_WIDTH "s", verdict->kernel.id);
    print_error(accuracy->of_total.median);
    print_error(accuracy->of_total.percentile99);
    print_error(accuracy->of_total.maximum);
    print_share(accuracy->of_total.maximum, accuracy->used.of_total);
    print_error(worst_of_submerged(accuracy));
    print_error(accuracy->centroid.maximum);
    print_share(accuracy->centroid.maximum, accuracy->used.centroid);
    if (has_surface) {
        print_error(accuracy->surface);
        print_share(accuracy->surface, accuracy->used.surface);
    }
    printf("  %-6s %s\n", bits_text(verdict->bits), verdict->passed ? "ok" : "FAIL");
}

static void print_headings(const struct family *family) {
    const struct family_headings *headings = family->headings;
    print_left("", 31);
    print_left(headings->of_total, 31);
    print_right(headings->of_submerged, 9);
    print_right(headings->centroid, 14);
    printf("%s\n"
           "%" KERNEL_WIDTH "s   median     99 %%      max used wet 1e-4 wet 1e-3 used%s  bits\n",
           family->has_surface ? "       surface" : "", "kernel",
           family->has_surface ? "      max used" : "");
}

void verify_print_subject(const struct verify_settings *settings,
                          const struct verify_subject *subject) {
    const struct family *family = subject->family;
    printf("%s%s: ", subject->name, family->label ? family->label : "");
    if (subject->info.triangle_count > 0) {
        printf("%zu triangles, conditioning %.0f, ", subject->info.triangle_count,
               subject->info.conditioning);
    }
    printf("%zu queries against %s\n", query_count(settings), family_truth(family));
    print_headings(family);
    for (size_t k = 0; k < subject->verdict_count; ++k) {
        print_verdict(&subject->verdicts[k], family->has_surface);
    }
    for (size_t k = 0; k < subject->verdict_count; ++k) {
        if (subject->verdicts[k].bits == VERIFY_BITS_DIFFER) {
            printf("%s: %s\n", subject->verdicts[k].kernel.id, subject->verdicts[k].difference);
        }
    }
    printf("\n");
}

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
    printf("   < 1e-6  >= 1e-6  >= 1e-5  >= 1e-4  >= 1e-3  >= 1e-2  >= 1e-1\n");
    for (size_t k = 0; k < like->verdict_count; ++k) {
        printf("%" KERNEL_WIDTH "s", like->verdicts[k].kernel.id);
        for (size_t class = 0; class < ACCURACY_CLASSES; class ++) {
            print_error(worst_in_class(findings, like, k, class, error));
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

void verify_print_summary(const struct verify_findings *findings) {
    for (size_t i = 0; i < findings->subject_count; ++i) {
        const struct verify_subject *subject = &findings->subjects[i];
        const struct family_headings *headings = subject->family->headings;
        if (is_first_of_family(findings, i) && headings->immersion) {
            print_by_immersion(findings, subject, headings->of_submerged, class_of_submerged);
            print_by_immersion(findings, subject, headings->centroid, class_centroid);
        }
    }
    puts("used: largest error as a share of the kernel's documented bound. wet 1e-4: only where\n"
         "at least 1e-4 of the whole is submerged. surface: the worst error of the areas and of "
         "the\n"
         "waterplane's centroid and second moments, as a share of the surface's own. bits: first "
         "is\n"
         "the method's first deterministic variant, same has the same bits, free promises none.\n");
    size_t verdicts = 0;
    for (size_t i = 0; i < findings->subject_count; ++i) {
        verdicts += findings->subjects[i].verdict_count;
    }
    const size_t failures = verify_count_failures(findings);
    printf("%s: %zu of %zu checks hold the documented bounds and the promised bits\n",
           failures == 0 ? "ok" : "FAIL", verdicts - failures, verdicts);
}

// --------------------------------------------------------------------------------- JSON

static json_t *json_spread(const struct accuracy_spread *spread) {
    json_t *object = json_object();
    json_object_set_new(object, "max", json_number(spread->maximum));
    json_object_set_new(object, "p99", json_number(spread->percentile99));
    json_object_set_new(object, "median", json_number(spread->median));
    return object;
}

static json_t *json_classes(const struct accuracy *accuracy) {
    json_t *array = json_array();
    for (size_t i = 0; i < ACCURACY_CLASSES; ++i) {
        const struct accuracy_class *class = &accuracy->classes[i];
        json_t *object = json_object();
        json_object_set_new(object, "from", json_real(accuracy_class_from[i]));
        json_object_set_new(object, "planes", json_integer((json_int_t) class->queries));
        json_object_set_new(object, "volume_of_total", json_number(class->of_total));
        json_object_set_new(object, "volume_of_submerged", json_number(class->of_submerged));
        json_object_set_new(object, "centroid_of_diagonal", json_number(class->centroid));
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *json_verdict(const struct verify_verdict *verdict, bool has_surface) {
    const struct accuracy *accuracy = &verdict->accuracy;
    json_t *object = json_object();
    json_object_set_new(object, "kernel", json_string(verdict->kernel.id));
    json_object_set_new(object, "ok", json_boolean(verdict->passed));
    json_object_set_new(object, "volume_of_total", json_spread(&accuracy->of_total));
    json_object_set_new(object, "volume_of_submerged", json_spread(&accuracy->of_submerged));
    json_object_set_new(object, "centroid_of_diagonal", json_spread(&accuracy->centroid));
    json_object_set_new(object, "volume_bound", json_number(accuracy->bounds.of_total));
    json_object_set_new(object, "centroid_bound", json_number(accuracy->bounds.centroid));
    if (has_surface) {
        json_object_set_new(object, "surface", json_number(accuracy->surface));
        json_object_set_new(object, "surface_bound", json_number(accuracy->bounds.surface));
    }
    json_object_set_new(object, "bits", json_string(bits_text(verdict->bits)));
    json_object_set_new(object, "difference", json_string(verdict->difference));
    json_object_set_new(object, "by_immersion", json_classes(accuracy));
    return object;
}

static json_t *json_subject(const struct verify_subject *subject) {
    json_t *object = json_object(), *kernels = json_array();
    for (size_t k = 0; k < subject->verdict_count; ++k) {
        json_array_append_new(kernels,
                              json_verdict(&subject->verdicts[k], subject->family->has_surface));
    }
    json_object_set_new(object, "mesh", json_text(subject->name));
    json_object_set_new(object, "triangles",
                        json_integer((json_int_t)subject->info.triangle_count));
    json_object_set_new(object, "conditioning",
                        subject->info.triangle_count > 0 ? json_number(subject->info.conditioning)
                                                         : json_null());
    json_object_set_new(object, "truth", json_string(family_truth(subject->family)));
    json_object_set_new(object, "kernels", kernels);
    return object;
}

int verify_print_json(const struct verify_findings *findings) {
    json_t *object = json_object(), *meshes = json_array();
    for (size_t i = 0; i < findings->subject_count; ++i) {
        json_array_append_new(meshes, json_subject(&findings->subjects[i]));
    }
    json_object_set_new(object, "ok", json_boolean(verify_count_failures(findings) == 0));
    json_object_set_new(object, "truth", json_string(truth_source()));
    json_object_set_new(object, "seed", json_integer((json_int_t)findings->settings->seed));
    json_object_set_new(object, "planes",
                        json_integer((json_int_t)query_count(findings->settings)));
    json_object_set_new(object, "meshes", meshes);
    return json_print(object);
}
