// The options of a family of `eval`, as a table.
#include "eval_options.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "plugins.h"

enum {
    MOST_OPTIONS = 32
};

// Numbers separated by commas.
static int take_numbers(const struct eval_option *option, const char *name) {
    double *numbers = option->value;
    const char *at = optarg;
    for (size_t i = 0; i < option->count; ++i) {
        char text[64];
        const size_t length = strcspn(at, ",");
        const bool last = i + 1 == option->count;
        if (at[length] != (last ? '\0' : ',') || length >= sizeof text) {
            return cli_bad("%s: '%s' is not %zu numbers separated by commas", name, optarg,
                           option->count);
        }
        memcpy(text, at, length);
        text[length] = '\0';
        if (cli_parse_real(name, text, option->low, option->high, &numbers[i]) != 0) {
            return CLI_BAD;
        }
        at += length + (last ? 0 : 1);
    }
    return 0;
}

static int take(struct eval_option *option, const char *family) {
    char name[40];
    snprintf(name, sizeof name, "--%s", option->name);
    if (option->kind == EVAL_PLUGIN) {
        return plugins_load(optarg);
    }
    if (option->given && option->kind == EVAL_TEXT) {
        return cli_bad("eval %s: %s is given twice: %s and %s", family, name,
                       *(const char **)option->value, optarg);
    }
    if (option->given && option->kind != EVAL_FLAG) {
        return cli_bad("eval %s: %s is given twice", family, name);
    }
    option->given = true;
    switch (option->kind) {
    case EVAL_TEXT:
        *(const char **)option->value = optarg;
        return 0;
    case EVAL_COUNT:
        return cli_parse_count(name, optarg, (uint64_t)option->low, (uint64_t)option->high,
                               option->value);
    case EVAL_REAL:
        return cli_parse_real(name, optarg, option->low, option->high, option->value);
    case EVAL_NUMBERS:
        return take_numbers(option, name);
    default:
        *(unsigned *)option->value |= option->flag;
        return 0;
    }
}

// How meshes are made, options that many commands have.
static bool is_making(const struct eval_option *option) {
    return option->kind == EVAL_MENDING || option->kind == EVAL_MAKING;
}

static int take_making(int value, const struct eval_option *options, const char *family) {
    while (!is_making(options)) {
        ++options;
    }
    struct cli_making *making = options->value;
    if (value == CLI_OPTION_SCALE && making->scale > 0.0) {
        return cli_bad("eval %s: --scale is given twice", family);
    }
    return cli_take_making(value, making);
}

// The table for getopt.
static void list_options(const struct eval_option *options, struct option table[MOST_OPTIONS]) {
    static const struct option making[] = {CLI_MAKING_OPTIONS};
    const size_t most = sizeof making / sizeof making[0];
    struct option *row = table;
    for (int i = 0; options[i].name; ++i) {
        if (is_making(&options[i])) {
            const size_t count = options[i].kind == EVAL_MAKING ? most : most - 1;
            memcpy(row, making, count * sizeof *row);
            row += count;
            continue;
        }
        const bool has_value = options[i].kind != EVAL_FLAG;
        *row++ = (struct option){.name = options[i].name,
                                 .has_arg = has_value ? required_argument : no_argument,
                                 .val = 256 + i}; // no letter
    }
}

int eval_parse(int argc, char **argv, struct eval_option *options) {
    const char *family = argv[1];
    struct option table[MOST_OPTIONS + 1] = {{0}};
    list_options(options, table);
    optind = 2; // after the family
    for (int option; (option = cli_next_option_any(argc, argv, table)) != -1;) {
        const bool making = option >= CLI_OPTION_OPEN_OK;
        if (option < 256 || (making ? take_making(option, options, family)
                                    : take(&options[option - 256], family)) != 0) {
            return CLI_BAD;
        }
    }
    if (cli_no_operands(argc, argv) != 0) {
        return CLI_BAD;
    }
    for (const struct eval_option *option = options; option->name; ++option) {
        if (option->needed && !option->given) {
            return cli_bad("eval %s: --%s is missing", family, option->name);
        }
    }
    return 0;
}

bool eval_given(const struct eval_option *options, const char *name) {
    while (strcmp(options->name, name) != 0) {
        ++options;
    }
    return options->given;
}
