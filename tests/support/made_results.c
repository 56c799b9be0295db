#include "made_results.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "child.h"

// The number behind a prefix; 0 if the text has another.
static int number_behind(const char *text, const char *prefix) {
    const size_t length = strlen(prefix);
    return strncmp(text, prefix, length) == 0 ? atoi(text + length) : 0;
}

void made_begin(struct made_results *made, const char *context) {
    *made = (struct made_results){.context = context};
    made->stream = open_memstream(&made->text, &made->length);
    made->subjects = open_memstream(&made->subject_text, &made->subject_length);
    made->kernels = open_memstream(&made->kernel_text, &made->kernel_length);
    if (!made->stream || !made->subjects || !made->kernels) {
        abort();
    }
    fputs("{\"benchmarks\": [", made->stream);
}

// The parts of family/method/isa/mesh[/workload].
struct parts {
    char family[300], method[300], isa[300], mesh[300], workload[300];
};

static struct parts split(const char *name) {
    struct parts parts = {"", "", "", "", ""};
    char *const at[] = {parts.family, parts.method, parts.isa, parts.mesh, parts.workload};
    for (int i = 0; i < 5 && *name != '\0'; ++i) {
        const size_t length = strcspn(name, "/");
        snprintf(at[i], 300, "%.*s", (int)length, name);
        name += length + (name[length] == '/');
    }
    return parts;
}

static size_t add_subject(struct made_results *made, const struct parts *parts,
                          const char *counters) {
    char key[1000];
    const char *triangles = strstr(counters, "\"triangles\": ");
    const bool hot = parts->workload[0] == '\0';
    snprintf(key, sizeof key, "%s %s%s%s", parts->family, parts->mesh, hot ? "" : "/",
             parts->workload);
    for (size_t i = 0; i < made->subject_count; ++i) {
        if (strcmp(made->keys[i], key) == 0) {
            return i;
        }
    }
    const int swept = number_behind(parts->workload, "count");
    const int calls = swept > 0 ? swept : strcmp(parts->workload, "crowd") == 0 ? 64 : 1;
    const bool cold = strcmp(parts->workload, "cold") == 0;
    fprintf(made->subjects,
            "%s\n{\"name\": \"%s\", \"family\": \"%s\", \"mesh\": \"%s\", \"shape\": \"%s\", "
            "\"workload\": \"%s\", \"line\": \"%s\", \"how\": \"%s\", \"triangles\": %d, "
            "\"bodies_per_call\": %d, \"immersion\": %g, \"cold\": %s}",
            made->subject_count > 0 ? "," : "", strchr(key, ' ') + 1, parts->family, parts->mesh,
            parts->mesh, hot ? "hot" : parts->workload, cold ? "cold" : "",
            hot ? "hot" : parts->workload, triangles ? atoi(triangles + 13) : 0, calls,
            0.01 * number_behind(parts->workload, "immersed"), cold ? "true" : "false");
    snprintf(made->keys[made->subject_count], sizeof made->keys[0], "%s", key);
    return made->subject_count++;
}

void made_add(struct made_results *made, const char *name, const double *ns, size_t count,
              const char *counters) {
    const struct parts parts = split(name);
    char kernel[1000];
    snprintf(kernel, sizeof kernel, "%s/%s/%s", parts.family, parts.method, parts.isa);
    char quoted[1100];
    snprintf(quoted, sizeof quoted, "\"%s\": {", kernel);
    fflush(made->kernels);
    if (!strstr(made->kernel_text, quoted)) {
        fprintf(made->kernels,
                "%s\n%s\"family\": \"%s\", \"method\": \"%s\", \"isa\": \"%s\", \"call\": \"%s\", "
                "\"deterministic\": %s, \"approximate\": false, \"plugin\": %s}",
                made->kernel_text[0] != '\0' ? "," : "", quoted, parts.family, parts.method,
                parts.isa, kernel, strstr(parts.isa, "+fma") ? "false" : "true",
                strcmp(parts.method, "rival") == 0 ? "true" : "false");
    }
    const size_t subject = add_subject(made, &parts, counters);
    for (size_t i = 0; i < count; ++i) {
        fprintf(made->stream,
                "%s\n{\"name\": \"%s\", \"run_name\": \"%s\", \"run_type\": \"iteration\", "
                "\"repetitions\": %zu, \"repetition_index\": %zu, \"cpu_time\": %.17g, "
                "\"time_unit\": \"ns\", \"ns_per_body\": %.17g, \"kernel\": \"%s\", "
                "\"subject\": %zu%s}",
                made->rows++ > 0 ? "," : "", name, name, count, i, ns[i], ns[i], kernel, subject,
                counters);
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

#define FAMILY(name)                                                                               \
    "{\"name\": \"" name "\", \"baseline\": \"volume/catto/scalar\", \"one\": \"body\", "          \
    "\"automatic\": \"buoy_" name "_compute\", \"max_error_volume\": \"|ΔV|/V_total\"}"

const char *made_end(struct made_results *made, const char *name) {
    fclose(made->subjects);
    fclose(made->kernels);
    fprintf(
        made->stream,
        "], \"context\": {%s%s\"buoybench_results\": 2, \"families\": [" FAMILY(
            "volume") ", " FAMILY("hydrostatics") "], \"subjects\": [%s], \"kernels\": {%s}}}\n",
        made->context, made->context[0] != '\0' ? ", " : "", made->subject_text, made->kernel_text);
    free(made->subject_text);
    free(made->kernel_text);
    if (fclose(made->stream) != 0) {
        abort();
    }
    const char *path = scratch_write(name, made->text, made->length);
    free(made->text);
    return path;
}
