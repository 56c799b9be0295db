#include "made_results.h"

#include <stdlib.h>

#include "child.h"

void made_begin(struct made_results *made, const char *context) {
    *made = (struct made_results){0};
    made->stream = open_memstream(&made->text, &made->length);
    if (!made->stream) {
        abort();
    }
    fprintf(made->stream, "{\"context\": {%s}, \"benchmarks\": [", context);
}

void made_add(struct made_results *made, const char *name, const double *ns, size_t count,
              const char *counters) {
    for (size_t i = 0; i < count; ++i) {
        fprintf(made->stream,
                "%s\n{\"name\": \"%s\", \"run_name\": \"%s\", \"run_type\": \"iteration\", "
                "\"repetitions\": %zu, \"repetition_index\": %zu, \"cpu_time\": %.17g, "
                "\"time_unit\": \"ns\", \"ns_per_body\": %.17g%s}",
                made->rows++ > 0 ? "," : "", name, name, count, i, ns[i], ns[i], counters);
    }
}

void made_add_calm(struct made_results *made, const char *name, double ns, const char *counters) {
    static const double shares[] = {0.5, -1.0, 0.0, 0.75, -0.25, 1.0, -0.5, 0.25, -0.75};
    double times[9];
    for (size_t i = 0; i < 9; ++i) {
        times[i] = ns * (1.0 + 0.005 * shares[i]);
    }
    made_add(made, name, times, 9, counters);
}

const char *made_end(struct made_results *made, const char *name) {
    fputs("]}\n", made->stream);
    if (fclose(made->stream) != 0) {
        abort();
    }
    const char *path = scratch_write(name, made->text, made->length);
    free(made->text);
    return path;
}
