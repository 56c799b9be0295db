// Results as a table for other programs.
#include "export.h"

#include <math.h>
#include <string.h>

static const char *const counters[] = {"triangles",        "speedup",
                                       "speedup_vs_catto", "clipped_triangles",
                                       "max_error_volume", "max_error_centroid"};
enum {
    COUNTER_COUNT = sizeof counters / sizeof counters[0]
};

// Quoted where RFC 4180 says so.
static void put_field(FILE *stream, const char *text) {
    if (!strpbrk(text, ",\"\r\n")) {
        fputs(text, stream);
        return;
    }
    putc('"', stream);
    for (; *text != '\0'; ++text) {
        if (*text == '"') {
            putc('"', stream);
        }
        putc(*text, stream);
    }
    putc('"', stream);
}

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
        put_field(stream, texts[i]);
    }
    put_number(stream, result->times.rank > 0 ? (double)result->times.rank : (double)NAN);
    put_number(stream, timed ? (double)result->times.sample_count : (double)NAN);
    put_number(stream, timed ? result->times.median : (double)NAN);
    put_number(stream, timed ? result->times.spread : (double)NAN);
    for (size_t i = 0; i < COUNTER_COUNT; ++i) {
        put_number(stream, results_counter(result, counters[i]));
    }
    putc(',', stream);
    put_field(stream, result->failure && !timed ? result->failure : "");
    put_number(stream, results_counter(result, "nj_per_body"));
    putc('\n', stream);
}

void export_put(FILE *stream, const struct results *files, const struct page_labels *labels,
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
                put_field(stream, labels->texts[f]);
                putc(',', stream);
            }
            put_csv_row(stream, files[f].order[i]);
        }
    }
}
