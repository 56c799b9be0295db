// Shared by the families of `eval`.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli.h"
#include "csv.h"
#include "eval.h"
#include "eval_options.h"
#include "eval_plugin.h"

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

int eval_check_normals(const char *path, const struct csv_table *table, size_t column) {
    for (size_t i = 0; i < table->rows; ++i) {
        const size_t at = table->columns * i + column;
        bool zero = true;
        for (size_t k = at; k < at + 3; ++k) {
            zero = zero && table->reals[k] == 0.0;
        }
        if (zero) {
            return cli_bad("%s: line %zu, columns %zu-%zu (nx,ny,nz): the normal is zero",
                           csv_name(path), csv_line_of_row(i), column + 1, column + 3);
        }
    }
    return 0;
}

int eval_check_status(const struct buoy_kernel *kernel, int status) {
    if (status == BUOY_OK) {
        return 0;
    }
    struct buoy_kernel_info info;
    buoy_kernel_get_info(kernel, &info, NULL);
    return cli_bad("%s: %s", info.id, buoy_status_text((enum buoy_status)status));
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
        const char end = i + 1 < columns ? ',' : '\n';
        if (isnan(values[i])) {
            printf("nan%c", end); // printf would print the sign of NaN
        } else {
            printf("%.17g%c", values[i] + 0.0, end); // 0 for -0
        }
    }
}

// In portions, so that memory use does not grow with the file.
int eval_print(const struct csv_table *table, const struct eval_answers *answers) {
    double portion[EVAL_PORTION * EVAL_MAX_COLUMNS];
    size_t done = 0;
    do {
        const size_t left = table->rows - done;
        const size_t count = left < EVAL_PORTION ? left : EVAL_PORTION;
        if (count > 0 && answers->answer(answers->question, table->reals + table->columns * done,
                                         count, portion) != 0) {
            return CLI_BAD;
        }
        if (done == 0) {
            puts(answers->header); // only now: nothing may be printed if the query fails
        }
        for (size_t i = 0; i < count; ++i) {
            eval_print_row(portion + answers->columns * i, answers->columns);
        }
        done += count;
    } while (done < table->rows && !ferror(stdout));
    return CLI_GOOD;
}

// first_line: of the file; 0 if the questions have no lines.
static int refuse(const char *path, size_t first_line, size_t index, const char *message) {
    const char *name = csv_name(path);
    return first_line == 0 ? cli_bad("%s: %s", name, message)
                           : cli_bad("%s: line %zu: %s", name, first_line + index, message);
}

static int answer_each(const char *path, size_t first_line, size_t count,
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
            status = refuse(path, first_line, i, error.message);
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

int eval_each(const char *path, size_t count, const struct eval_questions *questions) {
    return answer_each(path, 0, count, questions);
}

int eval_each_row(const char *path, const struct csv_table *table,
                  const struct eval_questions *questions) {
    return answer_each(path, csv_line_of_row(0), table->rows, questions);
}

int eval_each_ragged_row(const char *path, const struct csv_ragged *table,
                         const struct eval_questions *questions) {
    return answer_each(path, csv_line_of_ragged_row(0), table->rows, questions);
}

int eval_parse(int argc, char **argv, struct cli_option *options) {
    char command[40];
    snprintf(command, sizeof command, "eval %s", argv[1]);
    return cli_parse(command, argc - 1, argv + 1, options);
}
