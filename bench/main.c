// buoybench: finds the subcommand, runs it, and checks that all output was written.
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "buoyancy.h"
#include "buoyancy_kernels.h"
#include "cli.h"
#include "commands.h"
#include "json_memory.h"
#include "plugins.h"
#include "terminal.h"

static const struct command *const commands[] = {
    &command_list,    &command_run,  &command_eval,        &command_verify,  &command_mesh,
    &command_profile, &command_tune, &command_report,      &command_compare, &command_submit,
    &command_curves,  &command_gz,   &command_equilibrium, &command_float,   &command_approximate,
};
enum {
    COMMAND_COUNT = sizeof commands / sizeof commands[0]
};

static const struct command *find_command(const char *name) {
    for (size_t i = 0; i < COMMAND_COUNT; ++i) {
        if (strcmp(commands[i]->name, name) == 0) {
            return commands[i];
        }
    }
    return NULL;
}

static int unknown_command(const char *name) {
    return cli_bad("unknown command '%s'; 'buoybench --help' lists them", name);
}

static int print_overview(void) {
    puts("buoybench - SIMD buoyancy kernels: check, time and use them\n"
         "\n"
         "usage: buoybench COMMAND [ARGUMENTS]\n");
    for (size_t i = 0; i < COMMAND_COUNT; ++i) {
        printf("  %-11s %s\n", commands[i]->name, commands[i]->summary);
    }
    puts("\n"
         "'buoybench help COMMAND' or 'buoybench COMMAND --help' says more, with examples.\n"
         "\n"
         "A mesh is a file (OBJ, STL, PLY, OFF, glTF, GLB) or builtin:NAME[:TRIANGLES], e.g.\n"
         "builtin:sphere:1280. The environment variable BUOY_ISA caps the instruction sets used,\n"
         "e.g. BUOY_ISA=avx2; BUOY_PROFILE names a profile that 'buoybench tune' wrote. Exit\n"
         "codes: 0 good, 1 a check failed, 2 bad usage or bad input.");
    return CLI_GOOD;
}

// The help for `buoybench NAME [TOPIC] --help` and `buoybench help NAME [TOPIC]`.
static int print_help(int argc, char **argv) {
    const struct command *command = find_command(argv[0]);
    if (!command) {
        return unknown_command(argv[0]);
    }
    const char *on_topic = argc > 1 && command->help_on ? command->help_on(argv[1]) : NULL;
    fputs(on_topic ? on_topic : command->help, stdout);
    return CLI_GOOD;
}

// Arguments after `--` belong to another program, which has its own --help.
static bool asks_for_help(int argc, char **argv) {
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; ++i) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            return true;
        }
    }
    return false;
}

static int run_command(int argc, char **argv) {
    const struct command *command = find_command(argv[0]);
    if (!command) {
        return unknown_command(argv[0]);
    }
    if (asks_for_help(argc, argv)) {
        return print_help(argc, argv);
    }
    const char *isa;
    struct buoy_error error;
    if (buoy_get_isa(&isa, &error) != BUOY_OK) {
        return cli_bad("%s", error.message);
    }
    const int status = command->run(argc, argv);
    fflush(stdout); // a plug-in may crash while it is unloaded
    plugins_unload();
    return status;
}

static int dispatch(int argc, char **argv) {
    if (argc < 2 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        return print_overview();
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("buoybench " BUOY_VERSION_TEXT);
        return CLI_GOOD;
    }
    if (strcmp(argv[1], "help") == 0) {
        return argc < 3 ? print_overview() : print_help(argc - 2, argv + 2);
    }
    return run_command(argc - 1, argv + 1);
}

int main(int argc, char **argv) {
    if (!terminal_begin()) {
        return CLI_BAD;
    }
    json_memory_watch();
    if (argc > 0) {
        cli_set_program(argv[0]);
    }
    cli_notes_begin();
    int status = dispatch(argc, argv);
    errno = 0;
    const bool written = fflush(stdout) == 0 && !ferror(stdout);
    if (!written && !terminal_reader_left()) {
        status = cli_bad("standard output: %s", errno != 0 ? strerror(errno) : "cannot write");
    }
    cli_notes_end(written && status != CLI_BAD);
    return status;
}
