// Shared by the families of `eval`.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buoyancy_kernels.h"
#include "cli.h"
#include "csv.h"
#include "eval.h"
#include "eval_plugin.h"
#include "listing.h"
#include "options.h"

int eval_select_kernel(const char *family, const char *glob, const struct buoy_kernel **kernel) {
    struct cli_strings globs = {.items = &glob, .count = 1};
    struct cli_kernels kernels;
    if (cli_select_kernels(family, &globs, &kernels) != 0) {
        return CLI_BAD;
    }
    int status = 0;
    if (kernels.count != 1) {
        struct buoy_kernel_info first, second;
        buoy_kernel_get_info(kernels.items[0], &first, NULL);
        buoy_kernel_get_info(kernels.items[1], &second, NULL);
        status =
            cli_bad("--kernel '%s': eval takes one kernel, but this selects %zu: %s, %s%s", glob,
                    kernels.count, first.id, second.id, kernels.count > 2 ? ", ..." : "");
    }
    *kernel = kernels.items[0];
    cli_kernels_free(&kernels);
    return status == 0 ? eval_enter_kernel(*kernel) : status;
}

bool eval_invert_inertia(const double inertia[6], double inverse[9]) {
    const double xx = inertia[0], yy = inertia[1], zz = inertia[2];
    const double xy = inertia[3], xz = inertia[4], yz = inertia[5];
    const double cofactors[9] = {yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy,
                                 xz * yz - xy * zz, xx * zz - xz * xz, xy * xz - xx * yz,
                                 xy * yz - xz * yy, xy * xz - xx * yz, xx * yy - xy * xy};
    const double determinant = xx * cofactors[0] + xy * cofactors[1] + xz * cofactors[2];
    if (!(xx > 0.0 && cofactors[8] > 0.0 && determinant > 0.0)) {
        return false;
    }
    for (int i = 0; i < 9; ++i) {
        inverse[i] = cofactors[i] / determinant;
    }
    return true;
}

void eval_print_row(const double *values, size_t columns) {
    for (size_t i = 0; i < columns; ++i) {
        listing_put_number(values[i], stdout);
        putchar(i + 1 < columns ? ',' : '\n');
    }
}

int eval_refuse(const char *path, size_t line, const char *complaint) {
    const char *name = csv_name(path);
    return line == 0 ? cli_bad("%s: %s", name, complaint)
                     : cli_bad("%s: line %zu%s %s", name, line,
                               strncmp(complaint, "column", 6) == 0 ? "," : ":", complaint);
}

int eval_each(const char *path, size_t first_line, size_t count,
              const struct eval_questions *questions) {
    const size_t columns = questions->columns;
    double *rows = malloc((count + 1) * columns * sizeof *rows);
    struct buoy_error error;
    int status = CLI_GOOD;
    if (!rows) {
        return cli_out_of_memory();
    }
    for (size_t i = 0; i < count && status == CLI_GOOD; ++i) {
        if (questions->answer(questions->context, i, rows + columns * i, &error) != BUOY_OK) {
            status = eval_refuse(path, first_line == 0 ? 0 : first_line + i, error.message);
        }
    }
    if (status == CLI_GOOD) {
        puts(questions->header);
        for (size_t i = 0; i < count; ++i) {
            eval_print_row(rows + columns * i, columns);
        }
    }
    free(rows);
    return status;
}

int eval_parse(int argc, char **argv, struct cli_option *options) {
    char command[40];
    snprintf(command, sizeof command, "eval %s", argv[1]);
    return cli_parse(command, argc - 1, argv + 1, options);
}
