// climb [--seconds S] [--questions N] [--seed N] [FAMILY...]: climbs in every family, or in the
// named ones, for S seconds each or N questions each, and prints the highest ratio of error to
// bound. Exit code 1 if a ratio is above 1: its question is then printed, too. 2: bad usage.
// --tight: bounds many times as wide as the worst error found are a failure, too
// (climb_is_tight()),
// and only variants in plain C are asked.
// --list: prints the names of the families and does nothing else.
#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "climb.h"
#include "climbers.h"

struct options {
    double seconds;
    uint64_t questions, seed;
    bool list, tight;
};

// "volume" names "volume/blocks", too.
static bool is_named(const struct climb_family *family, const char *name) {
    const size_t length = strlen(name);
    return strncmp(family->name, name, length) == 0 &&
           (family->name[length] == '\0' || family->name[length] == '/');
}

static bool is_wanted(const struct climb_family *family, char *const *names) {
    bool wanted = !*names;
    for (; *names; ++names) {
        wanted = wanted || is_named(family, *names);
    }
    return wanted;
}

static bool all_known(char *const *names) {
    for (; *names; ++names) {
        const struct climb_family *const *family = climb_families;
        while (*family && !is_named(*family, *names)) {
            ++family;
        }
        if (!*family) {
            fprintf(stderr, "climb: %s: there is no such family\n", *names);
            return false;
        }
    }
    return true;
}

// Returns whether the family kept its bounds.
static bool climb_one(const struct climb_family *family, const struct options *options) {
    struct rng rng = {options->seed};
    for (const char *c = family->name; *c; ++c) {
        rng.state = rng.state * 31 + (unsigned char)*c;
    }
    struct climb_summit summit;
    climb(family, &rng, options->seconds, options->questions, &summit);
    const bool kept = summit.ratio.ratio <= 1.0;
    printf("%-18s %8.4f of the bound, %s, %llu questions from seed %llu\n", family->name,
           summit.ratio.ratio, summit.ratio.what, (unsigned long long)summit.judged,
           (unsigned long long)options->seed);
    if (!kept || getenv("CLIMB_SHOW")) {
        family->print(family, &summit.question, stdout);
    }
    fflush(stdout);
    const bool tight = !options->tight || climb_is_tight(family->name);
    // Nothing climbed is nothing shown.
    return kept && tight && summit.ratio.ratio >= 0.0;
}

// A number from 0 to 2⁶³, and nothing behind it.
static bool parse(const char *text, double *number) {
    char *end;
    *number = strtod(text, &end);
    return end != text && !*end && *number >= 0.0 && *number <= 0x1p63;
}

int main(int argc, char **argv) {
    static const struct option long_options[] = {
        {"seconds", required_argument, NULL, 's'}, {"questions", required_argument, NULL, 'q'},
        {"seed", required_argument, NULL, 'r'},    {"list", no_argument, NULL, 'l'},
        {"tight", no_argument, NULL, 't'},         {0},
    };
    struct options options = {.seconds = 1e9, .questions = UINT64_MAX, .seed = 1};
    for (int c; (c = getopt_long(argc, argv, "", long_options, NULL)) != -1;) {
        double number = 0.0;
        if (c == '?' || (c != 'l' && c != 't' && !parse(optarg, &number))) {
            fprintf(stderr, "usage: climb [--seconds S] [--questions N] [--seed N] [FAMILY...]\n");
            return 2;
        }
        if (c == 'l') {
            options.list = true;
        } else if (c == 't') {
            options.tight = climb_plain = true;
        } else if (c == 's') {
            options.seconds = number;
        } else if (c == 'q') {
            options.questions = (uint64_t)number;
        } else {
            options.seed = (uint64_t)number;
        }
    }
    if (options.seconds == 1e9 && options.questions == UINT64_MAX) {
        options.questions = 2000;
    }
    if (!all_known(&argv[optind])) {
        return 2;
    }
    bool kept = true;
    for (const struct climb_family *const *family = climb_families; *family; ++family) {
        if (is_wanted(*family, &argv[optind])) {
            if (options.list) {
                printf("%s\n", (*family)->name);
                continue;
            }
            kept = climb_one(*family, &options) && kept;
        }
    }
    return kept ? 0 : 1;
}
