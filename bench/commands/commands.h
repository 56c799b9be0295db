// The subcommands: one file each, command_<name>.c, which defines one of these. A new one is such
// a file, a line here and a line in main.c.
#ifndef BENCH_COMMANDS_H
#define BENCH_COMMANDS_H

struct command {
    const char *name;
    const char *summary; // one line for the overview
    const char *help;    // all there is to know: synopsis, options with defaults, examples

    // The same about one of its topics, the command's first argument; NULL if it is none. May be
    // NULL itself.
    const char *(*help_on)(const char *topic);

    // argv[0] is the subcommand's name. Returns the exit code: 0 good, 1 a check failed, 2 bad
    // usage or input, explained on stderr by cli_bad(). `--help` and BUOY_ISA are seen to before.
    int (*run)(int argc, char **argv);
};

extern const struct command command_list;
extern const struct command command_run;
extern const struct command command_eval;
extern const struct command command_verify;
extern const struct command command_mesh;

#endif
