// `run --trusted` on a quiet machine and on a noisy one: this file's functions take the place of
// those that tell how quiet it is.
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "commands.h"
#include "host.h"
#include "options.h"
#include "results.h"

static bool noisy;

struct noise_counters noise_read(void) {
    return (struct noise_counters){.clock = 0.0};
}

struct noise noise_between(const struct noise_counters *begin, const struct noise_counters *end) {
    return (struct noise){.load_average = begin->load_average + end->load_average};
}

struct noise_reasons noise_judge(const struct noise *noise) {
    return (struct noise_reasons){.text = {"the band plays"},
                                  .count = noise->load_average == 0.0 && noisy};
}

json_t *noise_describe(const struct noise *noise) {
    return json_pack("{s:b}", "trusted", noise_judge(noise).count == 0);
}

// Runs the command in a process of its own; `error` has room for 1 000 bytes of what it says.
static int run(const char *folder, const char *option, char *error) {
    const char *words[] = {"run",   "--mesh", "builtin:box", "--kernel", "volume/catto/scalar",
                           "--out", folder,   option,        "--",       SHORT};
    char *arguments[COUNT_OF(words) + 1] = {NULL};
    int count = 0;
    for (size_t i = 0; i < COUNT_OF(words); ++i) {
        arguments[count] = (char *)words[i];
        count += words[i] != NULL;
    }
    FILE *file = tmpfile();
    assert_non_null(file);
    fflush(NULL);
    const pid_t process = fork();
    if (process == 0) {
        dup2(fileno(file), STDERR_FILENO);
        freopen("/dev/null", "w", stdout);
        optind = 1;
        _exit(command_run.run(count, arguments));
    }
    int status;
    assert_int_equal(waitpid(process, &status, 0), process);
    rewind(file);
    error[fread(error, 1, 999, file)] = '\0';
    fclose(file);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(exit_codes) {
    static const char cure[] = "run: --trusted: the times are noisy: close other programs";
    char folder[512];
    snprintf(folder, sizeof folder, "%s", scratch_path("noise"));
    for (int i = 0; i < 4; ++i) {
        char error[1000];
        const bool trusted = i % 2 == 1;
        noisy = i / 2 == 1;
        assert_int_equal(run(folder, trusted ? "--trusted" : NULL, error), trusted && noisy);
        assert_int_equal(strstr(error, cure) != NULL, trusted && noisy);
        json_t *results = load_results(folder);
        const json_t *noise = json_object_get(json_object_get(results, "context"), "noise");
        assert_int_equal(json_is_false(json_object_get(noise, "trusted")), noisy);
    }
}
