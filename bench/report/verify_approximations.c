// The errors of approximations without a bound, which `verify` shows and does not judge.
#include "verify_approximations.h"

#include <math.h>
#include <stdio.h>

// A kernel's worst errors over the subjects of its family, and where the volume's was met.
struct worst_errors {
    double of_total, centroid;
    const char *subject;
};

static struct worst_errors find_worst(const struct verify_findings *findings,
                                      const struct verify_subject *like, size_t k) {
    struct worst_errors worst = {0.0, 0.0, like->name};
    for (size_t i = 0; i < findings->subject_count; ++i) {
        const struct verify_subject *subject = &findings->subjects[i];
        if (subject->family == like->family) {
            const struct accuracy *accuracy = &subject->verdicts[k].accuracy;
            if (accuracy->of_total.maximum > worst.of_total) {
                worst.of_total = accuracy->of_total.maximum;
                worst.subject = subject->name;
            }
            worst.centroid = fmax(worst.centroid, accuracy->centroid.maximum);
        }
    }
    return worst;
}

static bool is_first_of_family(const struct verify_findings *findings, size_t index) {
    for (size_t i = 0; i < index; ++i) {
        if (findings->subjects[i].family == findings->subjects[index].family) {
            return false;
        }
    }
    return true;
}

static void print_family(const struct verify_findings *findings, const struct verify_subject *like,
                         bool *begun) {
    for (size_t k = 0; k < like->verdict_count; ++k) {
        if (!verify_has_no_bound(&like->verdicts[k])) {
            continue;
        }
        if (!*begun) {
            puts("\nApproximations have no bound that they could fail. Their worst errors, as "
                 "shares "
                 "of\nthe whole volume and of the diagonal, and where the first was met:\n");
            *begun = true;
        }
        const struct worst_errors worst = find_worst(findings, like, k);
        printf("     %-30s %7.1e %7.1e %s\n", like->verdicts[k].kernel.id, worst.of_total,
               worst.centroid, worst.subject);
    }
}

void verify_print_approximations(const struct verify_findings *findings) {
    bool begun = false;
    for (size_t i = 0; i < findings->subject_count; ++i) {
        if (is_first_of_family(findings, i)) {
            print_family(findings, &findings->subjects[i], &begun);
        }
    }
}
