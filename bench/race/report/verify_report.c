// The findings of `verify` as text: a summary on one screen, tables with everything, errors by
// immersion.
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "json_output.h"
#include "numbers.h"
#include "truth.h"
#include "verify_report.h"

// -------------------------------------------------------------------------------------------- JSON

static json_t *json_spread(const struct accuracy_spread *spread) {
    json_t *object = json_object();
    json_object_set_new(object, "max", json_number(spread->maximum));
    json_object_set_new(object, "p99", json_number(spread->percentile99));
    json_object_set_new(object, "median", json_number(spread->median));
    return object;
}

static json_t *json_classes(const struct accuracy *accuracy, bool by_immersion) {
    json_t *array = json_array();
    for (size_t i = 0; i < ACCURACY_CLASSES; ++i) {
        const struct accuracy_class *class = &accuracy->classes[i];
        json_t *object = json_object();
        json_object_set_new(object, "from", json_real(accuracy_class_from[i]));
        json_object_set_new(object, "planes", json_integer((json_int_t) class->queries));
        json_object_set_new(object, "volume_of_total", json_number(class->of_total));
        json_object_set_new(object, "volume_of_submerged", json_number(class->of_submerged));
        json_object_set_new(object, "centroid_of_diagonal", json_number(class->centroid));
        if (by_immersion) {
            json_object_set_new(object, "conditioning_floor", json_number(class->floor));
            json_object_set_new(object, "volume_of_permitted", json_number(class->of_floor));
            json_object_set_new(object, "certified_of_volume_error", json_number(class->certified));
        }
        json_array_append_new(array, object);
    }
    return array;
}

// The query that comes nearest to a bound; null if the kernel has no error on any.
static json_t *json_worst(const struct verify_verdict *verdict) {
    static const char *const kinds[ACCURACY_KINDS] = {"volume_of_total", "centroid_of_diagonal",
                                                      "surface"};
    const enum accuracy_kind kind = accuracy_worst_kind(&verdict->accuracy);
    const struct accuracy_worst *worst = &verdict->accuracy.worst[kind];
    if (!verdict->worst_query) {
        return json_null();
    }
    json_t *object = json_object();
    json_object_set_new(object, "query", json_integer((json_int_t)worst->query));
    json_object_set_new(object, "of", json_string(kinds[kind]));
    json_object_set_new(object, "error", json_number(worst->error));
    json_object_set_new(object, "bound", json_number(worst->bound));
    json_object_set_new(object, "command", json_text(verdict->worst_query));
    return object;
}

static json_t *json_verdict(const struct verify_verdict *verdict, bool has_surface,
                            bool by_immersion) {
    const struct accuracy *accuracy = &verdict->accuracy;
    json_t *object = json_object();
    json_object_set_new(object, "kernel", json_string(verdict->kernel.id));
    json_object_set_new(object, "ok", json_boolean(verdict->passed));
    json_object_set_new(object, "approximate", json_boolean(verify_is_approximate(verdict)));
    json_object_set_new(object, "volume_of_total", json_spread(&accuracy->of_total));
    json_object_set_new(object, "volume_of_submerged", json_spread(&accuracy->of_submerged));
    json_object_set_new(object, "centroid_of_diagonal", json_spread(&accuracy->centroid));
    json_object_set_new(object, "volume_bound", json_number(accuracy->bounds.of_total));
    json_object_set_new(object, "centroid_bound", json_number(accuracy->bounds.centroid));
    if (has_surface) {
        json_object_set_new(object, "surface", json_number(accuracy->surface));
        json_object_set_new(object, "surface_bound", json_number(accuracy->bounds.surface));
    }
    json_object_set_new(object, "worst_query", json_worst(verdict));
    json_object_set_new(object, "bits", json_string(verify_bits_text(verdict->bits)));
    json_object_set_new(object, "difference", json_string(verdict->difference));
    json_object_set_new(object, "by_immersion", json_classes(accuracy, by_immersion));
    if (verdict->failure[0] != '\0') {
        json_object_set_new(object, "failure", json_text(verdict->failure));
    }
    if (verdict->declined[0] != '\0') {
        json_object_set_new(object, "declined", json_text(verdict->declined));
    }
    return object;
}

static json_t *json_subject(const struct verify_subject *subject, bool by_immersion) {
    json_t *object = json_object(), *kernels = json_array();
    for (size_t k = 0; k < subject->verdict_count; ++k) {
        json_array_append_new(kernels,
                              json_verdict(&subject->verdicts[k], subject->family->has_surface,
                                           by_immersion && subject->family->find_floors));
    }
    json_object_set_new(object, "mesh", json_text(subject->name));
    json_object_set_new(object, "triangles",
                        json_integer((json_int_t)subject->info.triangle_count));
    json_object_set_new(object, "planes", json_integer((json_int_t)subject->query_count));
    json_object_set_new(object, "conditioning",
                        subject->info.triangle_count > 0 ? json_number(subject->info.conditioning)
                                                         : json_null());
    json_object_set_new(object, "truth", json_string(family_truth(subject->family)));
    json_object_set_new(object, "kernels", kernels);
    return object;
}

int verify_print_json(const struct verify_findings *findings) {
    json_t *object = json_object(), *meshes = json_array();
    const size_t planes = findings->settings->poses + QUERIES_HARD;
    for (size_t i = 0; i < findings->subject_count; ++i) {
        json_array_append_new(
            meshes, json_subject(&findings->subjects[i], findings->settings->by_immersion));
    }
    const bool ok = findings->bounds_hold && verify_count_failures(findings) == 0;
    json_object_set_new(object, "ok", json_boolean(ok));
    json_object_set_new(object, "bounds_hold", json_boolean(findings->bounds_hold));
    json_object_set_new(object, "truth", json_string(truth_source()));
    json_object_set_new(object, "seed", json_integer((json_int_t)findings->settings->seed));
    json_object_set_new(object, "planes", json_integer((json_int_t)planes));
    json_object_set_new(object, "meshes", meshes);
    return json_print(object);
}

static size_t count_failures_of(const struct verify_subject *subject) {
    size_t failures = 0;
    for (size_t k = 0; k < subject->verdict_count; ++k) {
        failures += !subject->verdicts[k].passed;
    }
    return failures;
}

size_t verify_count_failures(const struct verify_findings *findings) {
    size_t failures = 0;
    for (size_t i = 0; i < findings->subject_count; ++i) {
        failures += count_failures_of(&findings->subjects[i]);
    }
    return failures;
}

bool verify_is_approximate(const struct verify_verdict *verdict) {
    return isinf(verdict->accuracy.bounds.of_total);
}

// Those that have a bound which they could leave, or failed without one.
static size_t count_judged_of(const struct verify_subject *subject) {
    size_t judged = 0;
    for (size_t k = 0; k < subject->verdict_count; ++k) {
        const struct verify_verdict *verdict = &subject->verdicts[k];
        judged += !verdict->passed || !verify_is_approximate(verdict);
    }
    return judged;
}

static bool is_repeated(const struct verify_subject *subject, size_t index) {
    const struct verify_verdict *verdict = &subject->verdicts[index];
    for (size_t k = 0; k < index && verdict->bits == VERIFY_BITS_SAME; ++k) {
        const struct verify_verdict *other = &subject->verdicts[k];
        const bool promised = other->bits == VERIFY_BITS_FIRST || other->bits == VERIFY_BITS_SAME;
        if (promised && strcmp(other->kernel.method, verdict->kernel.method) == 0) {
            return true;
        }
    }
    return false;
}

const char *verify_bits_text(enum verify_bits bits) {
    static const char *const texts[] = {"free", "first", "same", "DIFFER"};
    return texts[bits];
}

// The largest share of a bound that one of a kernel's errors takes up.
static const struct accuracy_worst *worst_of(const struct verify_verdict *verdict) {
    return &verdict->accuracy.worst[accuracy_worst_kind(&verdict->accuracy)];
}

static const struct verify_verdict *worst_verdict(const struct verify_subject *subject) {
    const struct verify_verdict *worst = &subject->verdicts[0];
    for (size_t k = 1; k < subject->verdict_count; ++k) {
        if (worst_of(&subject->verdicts[k])->used > worst_of(worst)->used) {
            worst = &subject->verdicts[k];
        }
    }
    return worst;
}

// --------------------------------------------------------------------------------- rows

#define MESH_COLUMNS 22

void verify_print_summary_headings(void) {
    printf("     %-13s%-22s kernels  checks used   bound method\n", "family", "mesh");
}

void verify_print_summary_row(const struct verify_subject *subject) {
    const struct verify_verdict *verdict = worst_verdict(subject);
    const struct accuracy_worst *worst = worst_of(verdict);
    const struct number checks =
        number_count((double)subject->verdict_count * (double)subject->query_count);
    const char *status = count_failures_of(subject) > 0  ? "FAIL"
                         : count_judged_of(subject) == 0 ? "-"
                                                         : "ok";
    printf("%-5s%-13s", status, subject->family->name);
    // The end of a name if the whole does not fit.
    const size_t length = strlen(subject->name);
    const char *end = subject->name;
    if (length > MESH_COLUMNS) {
        end += length - (MESH_COLUMNS - 3);
        while (((unsigned char)*end & 0xc0) == 0x80) { // within a character
            ++end;
        }
        printf("...");
    }
    print_left(end, MESH_COLUMNS - (end > subject->name ? 3 : 0));
    printf(" %7zu %7s", subject->verdict_count, checks.text);
    if (worst->used > 0.0) {
        printf(" %3.0f%% %.1e", fmin(100.0 * worst->used, 999.0), worst->bound);
    } else {
        printf("%13s", verdict->declined[0] != '\0'     ? "left out"
                       : verify_is_approximate(verdict) ? "no bound"
                                                        : "reference");
    }
    printf(" %s\n", verdict->kernel.method);
}

// -------------------------------------------------------------------------------- worst

static void print_worst(const struct verify_subject *subject,
                        const struct verify_verdict *verdict) {
    const enum accuracy_kind kind = accuracy_worst_kind(&verdict->accuracy);
    const struct accuracy_worst *worst = &verdict->accuracy.worst[kind];
    printf("%s, %s: %s %.3g, %.3g%% of the bound %.3g:\n%s\n", verdict->kernel.id, subject->name,
           kind == ACCURACY_SURFACE    ? "surface"
           : kind == ACCURACY_CENTROID ? subject->family->headings->centroid
                                       : subject->family->headings->of_total,
           worst->error, 100.0 * worst->used, worst->bound, verdict->worst_query);
}

static void print_remark(const struct verify_subject *subject,
                         const struct verify_verdict *verdict) {
    if (verdict->declined[0] != '\0') {
        printf("%s, %s: left out: %s\n", verdict->kernel.id, subject->name, verdict->declined);
    } else if (verdict->failure[0] != '\0') {
        printf("%s, %s: %s\n", verdict->kernel.id, subject->name, verdict->failure);
    }
}

// How a kernel broke bounds, if it did.
static void print_failure(const struct verify_subject *subject,
                          const struct verify_verdict *verdict) {
    const size_t beyond = verdict->accuracy.beyond_certified;
    if (beyond > 0) {
        printf("%s, %s: %zu answer%s farther off than the bound%s given with %s:\n%s\n",
               verdict->kernel.id, subject->name, beyond, beyond == 1 ? " is" : "s are",
               beyond == 1 ? "" : "s", beyond == 1 ? "it" : "them", verdict->worst_query);
    } else if (verdict->failure[0] == '\0' && verdict->worst_query &&
               worst_of(verdict)->used > 1.0) {
        print_worst(subject, verdict);
    }
}

// --------------------------------------------------------------------- approximations

static bool is_first_of_family(const struct verify_findings *findings, size_t index) {
    size_t first = 0;
    while (findings->subjects[first].family != findings->subjects[index].family) {
        ++first;
    }
    return first == index;
}

// The worst errors of a family's approximations over its subjects, and where the volume's was met.
static void print_approximations_of(const struct verify_findings *findings,
                                    const struct verify_subject *like, bool *begun) {
    for (size_t k = 0; k < like->verdict_count; ++k) {
        if (!verify_is_approximate(&like->verdicts[k])) {
            continue;
        }
        if (!*begun) {
            puts("\nApproximations have no bound that they could fail. Their worst errors, as "
                 "shares "
                 "of\nthe whole volume and of the diagonal, and where the first was met:\n");
            *begun = true;
        }
        double of_total = 0.0, centroid = 0.0;
        const char *where = like->name;
        for (size_t i = 0; i < findings->subject_count; ++i) {
            const struct verify_subject *subject = &findings->subjects[i];
            if (subject->family == like->family) {
                const struct accuracy *accuracy = &subject->verdicts[k].accuracy;
                where = accuracy->of_total.maximum > of_total ? subject->name : where;
                of_total = fmax(of_total, accuracy->of_total.maximum);
                centroid = fmax(centroid, accuracy->centroid.maximum);
            }
        }
        printf("     %-30s %7.1e %7.1e %s\n", like->verdicts[k].kernel.id, of_total, centroid,
               where);
    }
}

void verify_print_conclusion(const struct verify_findings *findings) {
    size_t judged = 0, approximate = 0;
    for (size_t i = 0; i < findings->subject_count; ++i) {
        const size_t count = count_judged_of(&findings->subjects[i]);
        judged += count;
        approximate += findings->subjects[i].verdict_count - count;
    }
    const size_t failures = verify_count_failures(findings);
    printf(
        "\nused: the largest share of a documented bound that an error takes up, that bound and\n"
        "the method of that error. The worst %s:\n\n",
        failures == 0 ? "of all that have a bound" : "of what failed");
    // Every kernel that failed; if none did, the one that came nearest to its bound.
    const struct verify_subject *nearest_subject = NULL;
    const struct verify_verdict *nearest = NULL;
    bool left_out = false;
    for (size_t i = 0; i < findings->subject_count; ++i) {
        const struct verify_subject *subject = &findings->subjects[i];
        for (size_t k = 0; k < subject->verdict_count; ++k) {
            const struct verify_verdict *verdict = &subject->verdicts[k];
            if (verdict->bits == VERIFY_BITS_DIFFER) {
                printf("%s, %s: %s\n", verdict->kernel.id, subject->name, verdict->difference);
            }
            print_remark(subject, verdict);
            left_out |= verdict->declined[0] != '\0';
            if (!is_repeated(subject, k)) {
                print_failure(subject, verdict);
            }
            if (verdict->worst_query &&
                (!nearest || worst_of(verdict)->used > worst_of(nearest)->used)) {
                nearest = verdict;
                nearest_subject = subject;
            }
        }
    }
    if (failures == 0 && nearest) {
        print_worst(nearest_subject, nearest);
    } else if (failures == 0 && !left_out) {
        puts("none: no kernel that was asked has a bound and an error");
    }
    bool begun = false;
    for (size_t i = 0; i < findings->subject_count; ++i) {
        if (is_first_of_family(findings, i)) {
            print_approximations_of(findings, &findings->subjects[i], &begun);
        }
    }
    printf("\n%s: %zu of %zu kernels on meshes hold the documented bounds and promised bits",
           failures == 0 ? "ok" : "FAIL", judged - failures, judged);
    if (approximate > 0) {
        printf("; %zu approximat%s no bound", approximate,
               approximate == 1 ? "ion has" : "ions have");
    }
    putchar('\n');
}

// ----------------------------------------------------------------------------- details

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
    if (verify_is_approximate(verdict)) {
        print_right("no bound", 16);
    } else if (worst->used > 0.0) {
        printf(" %3.0f%% of %7.1e", fmin(100.0 * worst->used, 999.0), worst->bound);
    } else {
        printf(" %15s", "-");
    }
}

// Kernels of the same bits have the same worst query, so only the first of them is named.
static void print_worst_queries(const struct verify_subject *subject) {
    for (size_t k = 0; k < subject->verdict_count; ++k) {
        const struct verify_verdict *verdict = &subject->verdicts[k];
        if (verdict->worst_query && verdict->failure[0] == '\0' && !is_repeated(subject, k)) {
            print_worst(subject, verdict);
        }
        if (verdict->bits == VERIFY_BITS_DIFFER) {
            printf("%s: %s\n", verdict->kernel.id, verdict->difference);
        }
        print_remark(subject, verdict);
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
    const struct family_headings *headings = family->headings;
    print_left("", 31);
    print_left(headings->of_total, 3 * COLUMN + 16);
    print_left(headings->centroid, family->has_surface ? COLUMN + 16 : 0);
    printf("%s\n%" KERNEL_WIDTH
           "s    median      99 %%       max   used of bound  wet 1e-3   used of "
           "bound%s  bits\n",
           family->has_surface ? "surface" : "", "kernel",
           family->has_surface ? "       max   used of bound" : "");
    for (size_t k = 0; k < subject->verdict_count; ++k) {
        const struct verify_verdict *verdict = &subject->verdicts[k];
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
               verdict->declined[0] != '\0'     ? "left out"
               : !verdict->passed               ? "FAIL"
               : verify_is_approximate(verdict) ? "approximate"
                                                : "ok");
    }
    printf("\n");
    print_worst_queries(subject);
    printf("\n");
}

// ------------------------------------------------------------------------- by immersion

static double in_class(const struct accuracy_class *class, size_t at) {
    double value;
    memcpy(&value, (const char *)class + at, sizeof value);
    return value;
}

static void print_class_headings(const char *name, const char *heading, const char *by) {
    printf("%s: %s, by %s\n%" KERNEL_WIDTH "s", name, heading, by, "kernel");
    printf("    < 1e-6   >= 1e-6   >= 1e-5   >= 1e-4   >= 1e-3   >= 1e-2   >= 1e-1\n");
}

static void print_classes(const char *name, const struct accuracy *accuracy, size_t at) {
    printf("%" KERNEL_WIDTH "s", name);
    for (size_t class = 0; class < ACCURACY_CLASSES; class ++) {
        print_error(in_class(&accuracy->classes[class], at), false);
    }
    printf("\n");
}

// The worst error of a family's kernels over all subjects, in each class of immersion.
static void print_worst_by_class(const struct verify_findings *findings,
                                 const struct verify_subject *like, const char *heading,
                                 size_t at) {
    char text[100];
    snprintf(text, sizeof text, "worst %.60s of all", heading);
    print_class_headings(like->family->name, text, like->family->headings->immersion);
    for (size_t k = 0; k < like->verdict_count; ++k) {
        printf("%" KERNEL_WIDTH "s", like->verdicts[k].kernel.id);
        for (size_t class = 0; class < ACCURACY_CLASSES; class ++) {
            double most = (double)NAN;
            for (size_t i = 0; i < findings->subject_count; ++i) {
                const struct verify_subject *subject = &findings->subjects[i];
                if (subject->family == like->family) {
                    most = fmax(most, in_class(&subject->verdicts[k].accuracy.classes[class], at));
                }
            }
            print_error(most, false);
        }
        printf("\n");
    }
    printf("\n");
}

void verify_print_by_immersion(const struct verify_findings *findings) {
    for (size_t i = 0; i < findings->subject_count; ++i) {
        const struct verify_subject *subject = &findings->subjects[i];
        const struct family_headings *headings = subject->family->headings;
        if (is_first_of_family(findings, i) && headings->immersion) {
            print_worst_by_class(findings, subject, headings->of_submerged,
                                 offsetof(struct accuracy_class, of_submerged));
            print_worst_by_class(findings, subject, headings->centroid,
                                 offsetof(struct accuracy_class, centroid));
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

// Variants that have the bits of one before them are left out.
void verify_print_immersion(const struct verify_subject *subject) {
    const struct family_headings *headings = subject->family->headings;
    const struct {
        const char *heading;
        size_t at;
        bool with_floor;
    } tables[] = {
        {headings->of_total, offsetof(struct accuracy_class, of_total), true},
        {headings->of_submerged, offsetof(struct accuracy_class, of_submerged), false},
        {headings->centroid, offsetof(struct accuracy_class, centroid), false},
        {"|ΔV| as a share of 2 floor + 1e-7 max(1, κ/60) V_total",
         offsetof(struct accuracy_class, of_floor), false},
        {"certified bound as a multiple of |ΔV|, median",
         offsetof(struct accuracy_class, certified), false},
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; ++i) {
        if (!subject->family->find_floors || subject->verdict_count == 0) {
            return;
        }
        print_class_headings(subject->name, tables[i].heading, headings->immersion);
        if (tables[i].with_floor) {
            print_classes("conditioning floor", &subject->verdicts[0].accuracy,
                          offsetof(struct accuracy_class, floor));
        }
        for (size_t k = 0; k < subject->verdict_count; ++k) {
            const struct verify_verdict *verdict = &subject->verdicts[k];
            if (!is_repeated(subject, k) && verdict->declined[0] == '\0') {
                print_classes(verdict->kernel.id, &verdict->accuracy, tables[i].at);
            }
        }
        printf("\n");
    }
}
