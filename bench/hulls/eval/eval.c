// Shared by the families of `eval`.
#include "eval.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "buoyancy_kernels.h"
#include "cli.h"
#include "csv.h"
#include "files.h"
#include "listing.h"
#include "options.h"
#include "plugins.h"
#include "session.h"

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

// ---------------------------------------------------------------------------------------- plug-ins

// The session of the kernel that answers, until the process ends.
static struct plugin_session *session;
static const char *kernel_id;

bool eval_has_plugin(int argc, char **argv) {
    static const char option[] = "--plugin";
    for (int i = 2; i < argc; ++i) {
        const size_t length = strcspn(argv[i], "=");
        if (length > 2 && strncmp(argv[i], option, length) == 0) {
            return true; // in full or abbreviated
        }
    }
    return false;
}

int eval_enter_kernel(const struct buoy_kernel *kernel) {
    if (!plugins_own(kernel)) {
        return 0;
    }
    struct buoy_kernel_info info;
    buoy_kernel_get_info(kernel, &info, NULL);
    kernel_id = info.id;
    if (session_open(kernel, &session) != 0) {
        return CLI_BAD;
    }
    session_enter(session);
    return 0;
}

// What went wrong in the session, as an exit code.
static int judge(int status) {
    if (status == CLI_GOOD && fflush(stdout) != 0) {
        status = cli_bad("eval: a temporary file cannot be written");
    }
    session_leave(); // which looks at how the processor rounds now
    if (status == CLI_GOOD && session) {
        const char *failure = session_failure(session), *declined = session_declined(session);
        if (failure[0] != '\0' || declined[0] != '\0') {
            status = cli_bad("%s: %s%s", kernel_id, failure[0] != '\0' ? failure : "declines: ",
                             failure[0] != '\0' ? "" : declined);
        }
    }
    session_close(session);
    return status;
}

static int copy_to_stdout(FILE *from) {
    char buffer[4096];
    size_t length;
    rewind(from);
    while ((length = fread(buffer, 1, sizeof buffer, from)) > 0) {
        fwrite(buffer, 1, length, stdout);
    }
    return ferror(from) ? cli_bad("eval: a temporary file cannot be read") : CLI_GOOD;
}

int eval_with_plugin(int (*run)(int argc, char **argv), int argc, char **argv) {
    FILE *output = files_temporary();
    const int kept = dup(STDOUT_FILENO);
    if (!output || kept < 0) {
        return cli_bad("eval: no temporary file can be made");
    }
    dup2(fileno(output), STDOUT_FILENO);
    int status = judge(run(argc, argv));
    fflush(stdout);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    if (status == CLI_GOOD) {
        status = copy_to_stdout(output);
    }
    fclose(output);
    return status;
}
