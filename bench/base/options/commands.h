// The subcommands: each has a file command_<name>.c, which defines one of these. To add one, add
// that file, a line here and a line in main.c.
#ifndef BENCH_COMMANDS_H
#define BENCH_COMMANDS_H

struct command {
    const char *name;
    const char *summary; // one line for the overview
    const char *help;    // the full help: synopsis, options with defaults, examples

    // The help on one topic, which is the command's first argument; NULL if there is no such topic.
    // The function pointer itself may be NULL.
    const char *(*help_on)(const char *topic);

    // argv[0] is the subcommand's name. Returns the exit code: 0 good, 1 a check failed, 2 bad
    // usage or input, explained on stderr by cli_bad(). The caller has handled `--help` and
    // BUOY_ISA.
    int (*run)(int argc, char **argv);
};

extern const struct command command_list;
extern const struct command command_run;
extern const struct command command_eval;
extern const struct command command_verify;
extern const struct command command_report;
extern const struct command command_compare;
extern const struct command command_submit;
extern const struct command command_mesh;
extern const struct command command_profile;
extern const struct command command_tune;
extern const struct command command_curves;
extern const struct command command_gz;
extern const struct command command_equilibrium;
extern const struct command command_float;
extern const struct command command_approximate;

#endif
