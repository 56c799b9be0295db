// Results as tables for other programs.
#include "export.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "listing.h"
#include "numbers.h"
#include "output.h"

// ------------------------------------------------------------------------------------ CSV

static const char *const counters[] = {"triangles",        "speedup",
                                       "speedup_vs_catto", "clipped_triangles",
                                       "max_error_volume", "max_error_centroid"};
enum {
    COUNTER_COUNT = sizeof counters / sizeof counters[0]
};

// Empty if there is no such number.
static void put_number(FILE *stream, double number) {
    putc(',', stream);
    if (isfinite(number)) {
        fprintf(stream, "%.17g", number);
    }
}

static void put_csv_row(FILE *stream, const struct result *result) {
    const char *const texts[] = {
        result->name,
        result->kernel,
        result->family,
        result->method,
        result->isa,
        result->subject->mesh,
        strcmp(result->subject->workload, "hot") == 0 ? "" : result->subject->workload};
    const bool timed = results_timed(result);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
        fputs(i > 0 ? "," : "", stream);
        listing_put_text(texts[i], stream);
    }
    put_number(stream, result->times.rank > 0 ? (double)result->times.rank : (double)NAN);
    put_number(stream, timed ? (double)result->times.sample_count : (double)NAN);
    put_number(stream, timed ? result->times.median : (double)NAN);
    put_number(stream, timed ? result->times.spread : (double)NAN);
    for (size_t i = 0; i < COUNTER_COUNT; ++i) {
        put_number(stream, results_counter(result, counters[i]));
    }
    putc(',', stream);
    listing_put_text(result->failure && !timed ? result->failure : "", stream);
    put_number(stream, results_counter(result, "nj_per_body"));
    putc('\n', stream);
}

static void put_csv(FILE *stream, const struct results *files, const struct view_labels *labels,
                    size_t count) {
    fprintf(stream,
            "%sname,kernel,family,method,isa,mesh,workload,rank,repetitions,ns_per_body,"
            "spread_ns",
            count > 1 ? "file," : "");
    for (size_t i = 0; i < COUNTER_COUNT; ++i) {
        fprintf(stream, ",%s", counters[i]);
    }
    fputs(",failure,nj_per_body\n", stream);
    for (size_t f = 0; f < count; ++f) {
        for (size_t i = 0; i < files[f].count; ++i) {
            if (count > 1) { // the name of the file in front
                listing_put_text(labels->texts[f], stream);
                putc(',', stream);
            }
            put_csv_row(stream, files[f].order[i]);
        }
    }
}

// ------------------------------------------------------------------------------- Markdown

// Without what Markdown would take for the end of a cell or for a mark.
static void put_text(FILE *stream, const char *text) {
    for (; *text != '\0'; ++text) {
        const bool is_control = (unsigned char)*text < 0x20;
        if (strchr("|\\`*_<>[]", *text)) {
            putc('\\', stream);
        }
        putc(is_control ? ' ' : *text, stream);
    }
}

static void put_error(FILE *stream, double share) {
    fprintf(stream, isfinite(share) ? " %.1e |" : " |", share);
}

static void put_markdown_row(FILE *stream, const struct result *result) {
    const double median = result->times.median, spread = result->times.spread;
    const double speedup = results_speedup(result);
    if (!results_timed(result)) {
        fputs("| | ", stream);
        put_text(stream, result->kernel);
        fputs(" | not timed: ", stream);
        put_text(stream, result->failure);
        fputs(" | | | |\n", stream);
        return;
    }
    if (result->approximate) {
        fputs("| ~ | ", stream);
    } else {
        fprintf(stream, "| %zu | ", result->times.rank);
    }
    put_text(stream, result->kernel);
    fprintf(stream, " | %s", number_like(median, median).text);
    if (isfinite(spread)) {
        fprintf(stream, " ± %s", number_like(spread, median).text);
    }
    if (speedup > 0.0) {
        fprintf(stream, " | %.2f |", fmin(speedup, 1e9));
    } else {
        fputs(" | |", stream);
    }
    put_error(stream, result->error);
    put_error(stream, results_counter(result, "max_error_centroid"));
    putc('\n', stream);
}

static void put_markdown_subject(FILE *stream, const struct results_subject *subject) {
    fputs("\n### ", stream);
    put_text(stream, subject->family->name);
    fputs(", ", stream);
    put_text(stream, subject->name);
    fputs("\n\n| rank | kernel | ns/body | × baseline | volume error | centroid error |\n"
          "|---:|---|---:|---:|---:|---:|\n",
          stream);
    for (size_t i = 0; i < subject->count; ++i) {
        put_markdown_row(stream, subject->results[i]);
    }
}

static void put_markdown(FILE *stream, const struct results *file, const char *label) {
    static const char *const keys[] = {"cpu", "compiler", "commit", "date"};
    size_t put = 0;
    fputs("## ", stream);
    put_text(stream, label);
    fputs("\n\n", stream);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; ++i) {
        const char *text = results_text(file, keys[i]);
        if (text[0] != '\0') {
            fprintf(stream, "%s%s ", put++ > 0 ? ", " : "", keys[i]);
            put_text(stream, text);
        }
    }
    fputs(put > 0 ? "\n" : "", stream);
    for (size_t i = 0; i < file->subject_count; ++i) {
        if (file->subjects[i].count > 0) {
            put_markdown_subject(stream, &file->subjects[i]);
        }
    }
}

void export_put(FILE *stream, enum export_format format, const struct results *files,
                const struct view_labels *labels, size_t count) {
    if (format == EXPORT_CSV) {
        put_csv(stream, files, labels, count);
        return;
    }
    for (size_t i = 0; i < count; ++i) {
        fputs(i > 0 ? "\n" : "", stream);
        put_markdown(stream, &files[i], labels->texts[i]);
    }
}

int export_write(const struct results *files, const struct view_labels *labels, size_t count,
                 enum export_format format, const char *directory) {
    const char *name = format == EXPORT_CSV ? "results.csv" : "results.md";
    struct output output;
    if (output_begin(&output) != 0) {
        return CLI_BAD;
    }
    export_put(output.stream, format, files, labels, count);
    const int status = output_end_file(&output, directory, name);
    if (status == 0) {
        printf("wrote %s/%s\n", directory, name);
    }
    return status;
}
