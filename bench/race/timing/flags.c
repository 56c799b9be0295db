// The flags that `run` hands to Google Benchmark.
#include "flags.h"
#include "files.h"
#include "options.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef BUOY_HAVE_BENCHMARK

#include "shim/google_benchmark.h"

// Our flags come first, so that the user's override them. Nine repetitions of every benchmark are
// shuffled: a slow spell of the machine then hits one repetition of many kernels, which medians
// ignore, and not many repetitions of one.
#define DEFAULT_REPETITIONS 9
#define DEFAULT_FEWER 5 // the fewest that have a spread
static const char *const default_flags[] = {
    "--benchmark_repetitions=9",
    "--benchmark_enable_random_interleaving=true",
    "--benchmark_min_time=0.01",
};
enum {
    DEFAULT_FLAG_COUNT = sizeof default_flags / sizeof default_flags[0]
};

// The value of `--NAME=VALUE` in a flag, or NULL.
static const char *flag_value(const char *flag, const char *name) {
    const size_t length = strlen(name);
    return strncmp(flag, name, length) == 0 && flag[length] == '=' ? flag + length + 1 : NULL;
}

// Checks the flags that Google Benchmark would answer by ending the program, or would ignore.
static int check_flag(const char *flag, size_t *repetitions, size_t *fewer) {
    const char *value = flag_value(flag, "--benchmark_repetitions");
    if (value) {
        uint64_t number;
        if (cli_parse_count("--benchmark_repetitions", value, 1, 10000, &number) != 0) {
            return CLI_BAD;
        }
        *repetitions = *fewer = (size_t)number;
    }
    value = flag_value(flag, "--benchmark_out");
    if (value && value[0] != '\0') {
        FILE *file = fopen(value, "a");
        if (!file) {
            return cli_bad("%s: %s", flag, strerror(errno));
        }
        fclose(file);
    }
    return 0;
}

// Google Benchmark prints its own line on standard error about some bad values.
static bool initialize_quietly(int *count, char **arguments) {
    fflush(stderr);
    const int kept = dup(STDERR_FILENO), nowhere = files_open(files_nowhere, O_WRONLY);
    if (kept >= 0 && nowhere >= 0) {
        dup2(nowhere, STDERR_FILENO);
    }
    const bool taken = google_benchmark_initialize(count, arguments);
    fflush(stderr);
    if (kept >= 0 && nowhere >= 0) {
        dup2(kept, STDERR_FILENO);
    }
    close(kept);
    close(nowhere);
    return taken;
}

// One at a time, so that the bad flag can be named. Google Benchmark keeps none of the strings.
static int hand_over(const char *flag) {
    char *arguments[] = {(char *)"buoybench", (char *)flag, NULL};
    int count = 2;
    if (!initialize_quietly(&count, arguments)) {
        return cli_bad("run: Google Benchmark does not accept the value in '%s'", flag);
    }
    if (count > 1) {
        return cli_bad("run: Google Benchmark does not accept '%s'", flag);
    }
    return 0;
}

int flags_take(const struct cli_strings *flags, size_t *repetitions, size_t *fewer) {
    *repetitions = DEFAULT_REPETITIONS;
    *fewer = DEFAULT_FEWER;
    for (size_t i = 0; i < flags->count; ++i) {
        if (check_flag(flags->items[i], repetitions, fewer) != 0) {
            return CLI_BAD;
        }
    }
    for (size_t i = 0; i < DEFAULT_FLAG_COUNT; ++i) {
        if (hand_over(default_flags[i]) != 0) {
            return CLI_BAD;
        }
    }
    for (size_t i = 0; i < flags->count; ++i) {
        if (hand_over(flags->items[i]) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
}

bool flags_ask_for_help(const struct cli_strings *flags) {
    for (size_t i = 0; i < flags->count; ++i) {
        if (strcmp(flags->items[i], "--help") == 0) {
            return true;
        }
    }
    return false;
}

#endif
