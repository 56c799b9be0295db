// `buoybench list`: all kernels, and which of them this machine can run.
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "buoyancy_kernels.h"
#include "cli.h"
#include "commands.h"
#include "json_output.h"
#include "kernels.h"
#include "options.h"
#include "plugins.h"

static int longest_id(void) {
    size_t longest = 0;
    for (size_t i = 0; i < kernels_count(); ++i) {
        struct buoy_kernel_info info;
        buoy_kernel_get_info(kernels_at(i), &info, NULL);
        const size_t length = strlen(info.id);
        longest = length > longest ? length : longest;
    }
    return (int)longest;
}

static int print_text(void) {
    const int width = longest_id();
    printf("%-*s  deterministic  runnable\n", width, "kernel");
    for (size_t i = 0; i < kernels_count(); ++i) {
        struct buoy_kernel_info info;
        buoy_kernel_get_info(kernels_at(i), &info, NULL);
        printf("%-*s  %-13s  %s%s\n", width, info.id, info.deterministic ? "yes" : "no",
               info.runnable ? "yes" : "no: ", info.reason);
    }
    return CLI_GOOD;
}

static int print_json(void) {
    json_t *kernels = json_array();
    for (size_t i = 0; i < kernels_count(); ++i) {
        struct buoy_kernel_info info;
        buoy_kernel_get_info(kernels_at(i), &info, NULL);
        json_array_append_new(kernels,
                              json_pack("{s:s, s:s, s:s, s:s, s:b, s:b, s:s}", "id", info.id,
                                        "family", info.family, "method", info.method, "isa",
                                        info.isa, "deterministic", info.deterministic, "runnable",
                                        info.runnable, "reason", info.reason));
    }
    return json_print(kernels);
}

static int run_list(int argc, char **argv) {
    unsigned json = 0;
    struct cli_option options[] = {CLI_FORMAT_OPTION(&json), PLUGINS_OPTION, {0}};
    if (cli_parse("list", argc, argv, options) != 0) {
        return CLI_BAD;
    }
    const int status = json ? print_json() : print_text();
    // Nothing that is listed depends on the profile.
    struct buoy_error error;
    if (buoy_profile_get(NULL, &error) != BUOY_OK) {
        cli_bad("BUOY_PROFILE is ignored: %s", error.message);
    }
    return status;
}

const struct command command_list = {
    .name = "list",
    .summary = "kernels, and which of them this machine can run",
    .help =
        "usage: buoybench list [--format text|json] [--plugin X]...\n"
        "\n"
        "Lists every kernel: its id (family/method/instruction set), whether it is deterministic\n"
        "(the same bits as the method's other deterministic variants, on every machine) and\n"
        "whether it can run here, or why not. Wherever an option takes an id, family/method/best\n"
        "stands for the method's best deterministic kernel that can run here.\n"
        "If BUOY_PROFILE names a tuning profile that volume/auto/tuned cannot follow, a line on\n"
        "stderr says why.\n"
        "\n"
        "  --format FORMAT  text (default), or json: an array of objects with id, family, method,\n"
        "                   isa, deterministic, runnable and reason\n"
        "  --plugin X       a file X.so with further kernels (buoyancy_plugin.h); may be repeated\n"
        "\n"
        "examples:\n"
        "  buoybench list\n"
        "  buoybench list --format json\n"
        "  BUOY_ISA=scalar buoybench list      what remains without SIMD\n",
    .run = run_list,
};
