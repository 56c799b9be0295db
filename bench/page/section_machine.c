// Machine, build and settings.
#include <math.h>
#include <string.h>

#include "sections.h"

static const struct {
    const char *key, *name;
} rows[] = {
    {"cpu", "processor"},
    {"cpu_features", "instruction sets"},
    {"instruction_set", "capped to"},
    {"num_cpus", "processors"},
    {"frequency_mhz", "clock, MHz"},
    {"mhz_per_cpu", "nominal clock, MHz"},
    {"governor", "governor"},
    {"load_avg", "load"},
    {"system", "system"},
    {"host_name", "host"},
    {"compiler", "compiler"},
    {"flags", "flags"},
    {"extra_flags", "further flags"},
    {"build_type", "build"},
    {"version", "version"},
    {"commit", "commit"},
    {"libraries", "libraries"},
    {"date", "date"},
    {"executable", "program"},
    {"seed", "seed"},
    {"poses", "poses"},
    {"budget_us", "budget, µs"},
    {"sweep", "sweep"},
};

static void put_value(const struct page *page, const json_t *value);

static void put_members(const struct page *page, const json_t *object) {
    const char *key;
    json_t *value;
    size_t put = 0;
    json_object_foreach((json_t *)object, key, value) {
        html_put(page->out, "@@ ", put++ > 0 ? ", " : "", key);
        put_value(page, json_is_object(value) ? NULL : value);
    }
}

static void put_elements(const struct page *page, const json_t *array) {
    for (size_t i = 0; i < json_array_size(array) && i < 32; ++i) {
        const json_t *element = json_array_get(array, i);
        fputs(i > 0 ? ", " : "", page->out);
        put_value(page, json_is_object(element) || json_is_array(element) ? NULL : element);
    }
}

static void put_value(const struct page *page, const json_t *value) {
    if (json_is_string(value)) {
        html_put(page->out, "@", json_string_value(value));
    } else if (json_is_number(value)) {
        html_put(page->out, "@", html_number("%.10g", json_number_value(value)).text);
    } else if (json_is_boolean(value)) {
        fputs(json_is_true(value) ? "yes" : "no", page->out);
    } else if (json_is_object(value)) {
        put_members(page, value);
    } else if (json_is_array(value)) {
        put_elements(page, value);
    } else {
        fputs("unknown", page->out);
    }
}

static bool is_said(const struct page *page, const char *key) {
    for (size_t f = 0; f < page->count; ++f) {
        const json_t *value = json_object_get(page->files[f].context, key);
        const char *text = json_string_value(value);
        if (value && !json_is_null(value) && !(text && text[0] == '\0') &&
            !(json_is_array(value) && json_array_size(value) == 0)) {
            return true;
        }
    }
    return false;
}

static bool differ(const struct page *page, const char *key) {
    const json_t *first = json_object_get(page->files[0].context, key);
    for (size_t f = 1; f < page->count; ++f) {
        const json_t *value = json_object_get(page->files[f].context, key);
        if (first != value && !json_equal(first, value)) {
            return true;
        }
    }
    return false;
}

void section_machine(struct page *page) {
    fputs("<section id=\"machine\"><h2>Machine and build</h2>\n"
          "<div class=\"scroll\"><table class=\"machine\">",
          page->out);
    if (page->count > 1) {
        fputs("<thead><tr><th></th>", page->out);
        for (size_t f = 0; f < page->count; ++f) {
            html_put(page->out, "<th>@</th>", page->labels[f]);
        }
        fputs("</tr></thead>", page->out);
    }
    fputs("<tbody>\n", page->out);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        if (!is_said(page, rows[i].key)) {
            continue;
        }
        html_put(page->out, "<tr class=\"@\"><th scope=\"row\">@</th>",
                 differ(page, rows[i].key) ? "strong" : "plain", rows[i].name);
        for (size_t f = 0; f < page->count; ++f) {
            fputs("<td>", page->out);
            put_value(page, json_object_get(page->files[f].context, rows[i].key));
            fputs("</td>", page->out);
        }
        fputs("</tr>\n", page->out);
    }
    html_put(page->out, "<tr class=\"plain\"><th scope=\"row\">@</th>", "benchmarks");
    for (size_t f = 0; f < page->count; ++f) {
        html_put(page->out, "<td>@</td>", html_number("%zu", page->files[f].benchmark_count).text);
    }
    fputs("</tr></tbody></table></div></section>\n", page->out);
}
