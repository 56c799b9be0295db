// The findings of `verify` on one screen.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "numbers.h"
#include "padding.h"
#include "verify_approximations.h"
#include "verify_report.h"

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

// The end of a name if the whole does not fit.
static void print_name(const char *name) {
    const size_t length = strlen(name);
    const char *end = name;
    if (length > MESH_COLUMNS) {
        end += length - (MESH_COLUMNS - 3);
        while (((unsigned char)*end & 0xc0) == 0x80) { // within a character
            ++end;
        }
        printf("...");
    }
    print_left(end, MESH_COLUMNS - (end > name ? 3 : 0));
}

void verify_print_summary_headings(void) {
    printf("     %-13s%-22s kernels  checks used   bound method\n", "family", "mesh");
}

void verify_print_summary_row(const struct verify_subject *subject) {
    const struct verify_verdict *verdict = worst_verdict(subject);
    const struct accuracy_worst *worst = worst_of(verdict);
    const struct number checks =
        number_count((double)subject->verdict_count * (double)subject->query_count);
    printf("%-5s%-13s", verify_count_failures_of(subject) > 0 ? "FAIL" : "ok",
           subject->family->name);
    print_name(subject->name);
    printf(" %7zu %7s", subject->verdict_count, checks.text);
    if (worst->used > 0.0) {
        printf(" %3.0f%% %.1e", fmin(100.0 * worst->used, 999.0), worst->bound);
    } else {
        printf("%13s", verdict->declined[0] != '\0'   ? "left out"
                       : verify_has_no_bound(verdict) ? "no bound"
                                                      : "reference");
    }
    printf(" %s\n", verdict->kernel.method);
}

// -------------------------------------------------------------------------------- worst

static const char *heading_of(const struct family *family, enum accuracy_kind kind) {
    return kind == ACCURACY_SURFACE    ? "surface"
           : kind == ACCURACY_CENTROID ? family->headings->centroid
                                       : family->headings->of_total;
}

void verify_print_worst(const struct verify_subject *subject,
                        const struct verify_verdict *verdict) {
    const enum accuracy_kind kind = accuracy_worst_kind(&verdict->accuracy);
    const struct accuracy_worst *worst = &verdict->accuracy.worst[kind];
    printf("%s, %s: %s %.3g, %.3g%% of the bound %.3g:\n%s\n", verdict->kernel.id, subject->name,
           heading_of(subject->family, kind), worst->error, 100.0 * worst->used, worst->bound,
           verdict->worst_query);
}

void verify_print_remark(const struct verify_subject *subject,
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
        verify_print_worst(subject, verdict);
    }
}

// Every kernel that failed; if none did, the one that came nearest to its bound.
static void print_worst_of_all(const struct verify_findings *findings, size_t failures) {
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
            verify_print_remark(subject, verdict);
            left_out |= verdict->declined[0] != '\0';
            if (!verify_is_repeated(subject, k)) {
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
        verify_print_worst(nearest_subject, nearest);
    } else if (failures == 0 && !left_out) {
        puts("none: no kernel that was asked has a bound and an error");
    }
}

void verify_print_conclusion(const struct verify_findings *findings) {
    size_t verdicts = 0;
    for (size_t i = 0; i < findings->subject_count; ++i) {
        verdicts += findings->subjects[i].verdict_count;
    }
    const size_t failures = verify_count_failures(findings);
    printf(
        "\nused: the largest share of a documented bound that an error takes up, that bound and\n"
        "the method of that error. The worst %s:\n\n",
        failures == 0 ? "of all that have a bound" : "of what failed");
    print_worst_of_all(findings, failures);
    verify_print_approximations(findings);
    printf("\n%s: %zu of %zu kernels on meshes hold the documented bounds and promised bits\n",
           failures == 0 ? "ok" : "FAIL", verdicts - failures, verdicts);
}
