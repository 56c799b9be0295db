// The shell command that puts one query of `verify` to one kernel again.
#include "replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "dispatch/registry.h"
#include "files.h"
#include "plugins.h"

// Enough for a body of `forces`.
#define INPUT_BYTES 1280

// A dispatcher that is not deterministic may take another kernel for one query than for many.
static bool depends_on_count(const struct buoy_kernel *kernel) {
    return strcmp(kernel->method->name, "auto") == 0 && !kernel->deterministic;
}

static bool find_input(const struct queries *queries, const struct buoy_kernel *kernel,
                       size_t query, enum accuracy_kind kind, char input[INPUT_BYTES]) {
    const struct family *family = queries->family;
    const bool shown = kind != ACCURACY_SURFACE || family->eval_has_surface;
    return family->eval_input && shown && !depends_on_count(kernel) &&
           family->eval_input(queries, query, input, INPUT_BYTES);
}

static void print_option(const char *option, const char *value, FILE *to) {
    fprintf(to, " %s ", option);
    cli_print_word(value, to);
}

// The mesh, opened as it was.
static void print_mesh(const struct verify_settings *settings, const char *mesh, FILE *to) {
    if (mesh) {
        print_option("--mesh", mesh, to);
    }
    if (mesh && settings->making) {
        cli_print_making(settings->making, to);
    }
}

static void print_plugin(const struct buoy_kernel *kernel, FILE *to) {
    const char *path = plugins_path(kernel);
    if (path) {
        print_option("--plugin", path, to);
    }
}

// Only these methods have a number of voxels.
static void print_voxels(const struct queries *queries, const struct buoy_kernel *kernel,
                         FILE *to) {
    if (strcmp(kernel->method->name, "voxel") == 0 ||
        strcmp(kernel->method->name, "refined") == 0) {
        fprintf(to, " --voxels %u", queries->voxels);
    }
}

static void print_eval(const struct queries *queries, const struct verify_settings *settings,
                       const char *mesh, const struct buoy_kernel *kernel, const char *input,
                       FILE *to) {
    const struct family *family = queries->family;
    fprintf(to, "printf %s'%s' |\n    ", *input == '-' ? "-- " : "", input);
    cli_print_word(cli_program(), to);
    fprintf(to, " eval %s", family->name);
    print_mesh(settings, mesh, to);
    fprintf(to, "%s %s - \\\n    --kernel %s", family->eval_arguments ? family->eval_arguments : "",
            family->eval_option, kernel->id);
    print_voxels(queries, kernel, to);
    print_plugin(kernel, to);
}

static void print_verify(const struct queries *queries, const struct verify_settings *settings,
                         const char *mesh, const struct buoy_kernel *kernel, size_t query,
                         FILE *to) {
    cli_print_word(cli_program(), to);
    fputs(" verify", to);
    print_mesh(settings, mesh, to);
    fprintf(to, " \\\n    --kernel %s --poses %zu --seed %llu --query %zu", kernel->id,
            settings->poses, (unsigned long long)settings->seed, query);
    if (queries->workload == &workload_by_immersion) {
        fputs(" --by-immersion", to);
    }
    print_voxels(queries, kernel, to);
    print_plugin(kernel, to);
}

char *replay_command(const struct trial *trial, const struct verify_settings *settings,
                     const char *mesh, const struct buoy_kernel *kernel, size_t query,
                     enum accuracy_kind kind) {
    const struct queries *queries = &trial->queries;
    char *text = NULL, input[INPUT_BYTES];
    size_t size;
    FILE *memory = files_open_memory(&text, &size);
    if (!memory) {
        return NULL;
    }
    if (find_input(queries, kernel, query, kind, input)) {
        print_eval(queries, settings, mesh, kernel, input, memory);
    } else {
        print_verify(queries, settings, mesh, kernel, query, memory);
    }
    const bool complete = !ferror(memory);
    if (files_close_memory(memory) != 0 || !complete) {
        free(text);
        return NULL;
    }
    return text;
}
