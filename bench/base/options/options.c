// The options of a command, as a table.
#include "options.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_OPTIONS 40

// --------------------------------------------------------------------------------- values

int cli_parse_count(const char *option, const char *text, uint64_t low, uint64_t high,
                    uint64_t *value) {
    errno = 0;
    const uint64_t number = strtoull(text, NULL, 10);
    if (*text == '\0' || text[strspn(text, "0123456789")] != '\0') {
        return cli_bad("%s: '%s' is not a whole number", option, text);
    }
    if (errno != 0 || number < low || number > high) {
        return cli_bad("%s: %s is not between %llu and %llu", option, text, (unsigned long long)low,
                       (unsigned long long)high);
    }
    *value = number;
    return 0;
}

int cli_parse_real(const char *option, const char *text, double low, double high, double *value) {
    char *end;
    const double number = strtod(text, &end);
    if (end == text || *end != '\0' || strchr(" \t\n\v\f\r", *text)) {
        return cli_bad("%s: '%s' is not a number", option, text);
    }
    if (!(number >= low && number <= high)) {
        return cli_bad("%s: %s is not between %g and %g", option, text, low, high);
    }
    *value = number;
    return 0;
}

static int take_real(const struct cli_option *option, const char *name) {
    double *number = option->value;
    if (cli_parse_real(name, optarg, option->low, option->high, number) != 0) {
        return CLI_BAD;
    }
    return option->kind == CLI_REAL || *number > 0.0
               ? 0
               : cli_bad("%s: %s is not above 0", name, optarg);
}

int cli_parse_numbers(const char *option, const char *text, double low, double high, size_t count,
                      double *numbers) {
    const char *at = text;
    for (size_t i = 0; i < count; ++i) {
        char number[64];
        const size_t length = strcspn(at, ",");
        const bool last = i + 1 == count;
        if (at[length] != (last ? '\0' : ',') || length >= sizeof number) {
            return cli_bad("%s: '%s' is not %zu numbers separated by commas", option, text, count);
        }
        memcpy(number, at, length);
        number[length] = '\0';
        if (cli_parse_real(option, number, low, high, &numbers[i]) != 0) {
            return CLI_BAD;
        }
        at += length + (last ? 0 : 1);
    }
    return 0;
}

static int take_numbers(const struct cli_option *option, const char *name) {
    const double *x = option->value;
    if (cli_parse_numbers(name, optarg, option->low, option->high, option->count, option->value) !=
        0) {
        return CLI_BAD;
    }
    return option->kind == CLI_DIRECTION && x[0] == 0.0 && x[1] == 0.0 && x[2] == 0.0
               ? cli_bad("%s: '%s' has no direction", name, optarg)
               : 0;
}

// "a|b|c" is shown as "a, b nor c".
static int take_word(const struct cli_option *option, const char *name) {
    char list[100] = "";
    size_t used = 0;
    unsigned number = 0;
    for (const char *at = option->words; *at != '\0'; ++number) {
        const size_t length = strcspn(at, "|");
        if (length > 0 && strlen(optarg) == length && strncmp(optarg, at, length) == 0) {
            *(unsigned *)option->value = number;
            return 0;
        }
        const bool last = at[length] == '\0';
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%.*s",
                                 used == 0 ? ""
                                 : last    ? " nor "
                                           : ", ",
                                 (int)length, at);
        at += length + (last ? 0 : 1);
    }
    return cli_bad("%s: '%s' is neither %s", name, optarg, list);
}

static int take(const char *command, struct cli_option *option) {
    char name[40];
    const enum cli_kind kind = option->kind;
    const bool again = option->given && kind != CLI_TEXTS && kind != CLI_FLAG && kind != CLI_BIT &&
                       kind != CLI_CALL;
    snprintf(name, sizeof name, "--%s", option->name);
    option->given = true;
    if (again && kind == CLI_TEXT) {
        return cli_bad("%s: %s is given twice: %s and %s", command, name,
                       *(const char **)option->value, optarg);
    }
    if (again) {
        return cli_bad("%s: %s is given twice", command, name);
    }
    switch (kind) {
    case CLI_TEXT:
        *(const char **)option->value = optarg;
        return 0;
    case CLI_TEXTS:
        return cli_strings_add(option->value, optarg);
    case CLI_WORD:
        return take_word(option, name);
    case CLI_COUNT:
        return cli_parse_count(name, optarg, option->least, option->most, option->value);
    case CLI_REAL:
    case CLI_POSITIVE:
        return take_real(option, name);
    case CLI_NUMBERS:
    case CLI_DIRECTION:
        return take_numbers(option, name);
    case CLI_FLAG:
        *(bool *)option->value = true;
        return 0;
    case CLI_BIT:
        *(unsigned *)option->value |= option->flag;
        return 0;
    default:
        return option->take(optarg);
    }
}

// --------------------------------------------------------------------------------- tables

// Says why getopt returned '?' or ':'.
static int complain(const char *command, int found, const char *text) {
    const bool has_value = strncmp(text, "--", 2) == 0 && strchr(text, '=');
    if (found == ':' && !has_value) { // BSD's returns it for a value too many as well
        return cli_bad("%s: option '%s' needs a value", command, text);
    }
    if (optopt == 0) {
        return cli_bad("%s: unknown option '%s'; see 'buoybench %s --help'", command, text,
                       command);
    }
    return has_value ? cli_bad("%s: the option in '%s' takes no value", command, text)
                     : cli_bad("%s: unknown option '-%c'; see 'buoybench %s --help'", command,
                               optopt, command);
}

static int parse(const char *command, int argc, char **argv, struct cli_option *options) {
    struct option table[MOST_OPTIONS + 1] = {{0}};
    for (int i = 0; i < MOST_OPTIONS && options[i].name; ++i) {
        const bool has_value = options[i].kind != CLI_FLAG && options[i].kind != CLI_BIT;
        table[i] = (struct option){.name = options[i].name,
                                   .has_arg = has_value ? required_argument : no_argument,
                                   .val = 256 + i}; // no letter
    }
    opterr = 0;
    for (int found; (found = getopt_long(argc, argv, ":", table, NULL)) != -1;) {
        if ((found < 256 ? complain(command, found, argv[optind - 1])
                         : take(command, &options[found - 256])) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
}

static int check_needed(const char *command, const struct cli_option *options) {
    for (; options->name; ++options) {
        if (options->needed && !options->given) {
            return cli_bad("%s: --%s is missing", command, options->name);
        }
    }
    return 0;
}

int cli_parse_some(const char *command, int argc, char **argv, struct cli_option *options) {
    const int status = parse(command, argc, argv, options);
    return status == 0 ? check_needed(command, options) : status;
}

int cli_parse(const char *command, int argc, char **argv, struct cli_option *options) {
    int status = parse(command, argc, argv, options);
    if (status == 0 && optind < argc) {
        status = cli_bad("%s: unexpected argument '%s'", command, argv[optind]);
    }
    return status == 0 ? check_needed(command, options) : status;
}

bool cli_given(const struct cli_option *options, const char *name) {
    while (options->name && strcmp(options->name, name) != 0) {
        ++options;
    }
    return options->given;
}
