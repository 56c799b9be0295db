// Machine, build and settings.
#include <string.h>

#include "page.h"
#include "sections.h"

static const struct {
    const char *key, *name;
} rows[] = {
    {"cpu", "processor"},
    {"cpu_features", "instruction sets"},
    {"instruction_set", "capped to"},
    {"num_cpus", "processors"},
    {"cores", "cores of kind"},
    {"clock", "clock, measured"},
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
    {"plugins", "plug-ins"},
    {"date", "date"},
    {"executable", "program"},
    {"seed", "seed"},
    {"poses", "poses"},
    {"budget_us", "budget, µs"},
    {"sweep", "sweep"},
};

// Texts, numbers and flags, and lists and objects of these.
static void put_value(const struct page *page, const json_t *value, bool within) {
    const char *key;
    json_t *member;
    size_t put = 0;
    if (json_is_string(value)) {
        html_put(page->out, "@", json_string_value(value));
    } else if (json_is_number(value)) {
        html_put(page->out, "@", html_number("%.10g", json_number_value(value)).text);
    } else if (json_is_boolean(value)) {
        fputs(json_is_true(value) ? "yes" : "no", page->out);
    } else if (json_is_object(value) && !within) {
        json_object_foreach((json_t *)value, key, member) {
            html_put(page->out, "@@ ", put++ > 0 ? ", " : "", key);
            put_value(page, member, true);
        }
    } else if (json_is_array(value) && !within) {
        for (; put < json_array_size(value) && put < 32; ++put) {
            fputs(put > 0 ? ", " : "", page->out);
            put_value(page, json_array_get(value, put), true);
        }
    } else {
        fputs("unknown", page->out);
    }
}

static bool is_said(const json_t *value) {
    const char *text = json_string_value(value);
    return value && !json_is_null(value) && !(text && text[0] == '\0') &&
           !(json_is_array(value) && json_array_size(value) == 0);
}

static void put_row(const struct page *page, const char *key, const char *name) {
    const json_t *first = json_object_get(page->files[0].context, key);
    bool said = false, differ = false;
    for (size_t f = 0; f < page->count; ++f) {
        const json_t *value = json_object_get(page->files[f].context, key);
        said = said || is_said(value);
        differ = differ || (first != value && !json_equal(first, value));
    }
    if (!said) {
        return;
    }
    html_put(page->out, "<tr class=\"@\"><th scope=\"row\">@</th>", differ ? "strong" : "plain",
             name);
    for (size_t f = 0; f < page->count; ++f) {
        fputs("<td>", page->out);
        put_value(page, json_object_get(page->files[f].context, key), false);
        fputs("</td>", page->out);
    }
    fputs("</tr>\n", page->out);
}

void section_machine(struct page *page) {
    const char *headings[PAGE_MOST_FILES + 2] = {""};
    for (size_t f = 0; f < page->count; ++f) {
        headings[f + 1] = page->count > 1 ? page->labels->texts[f] : "";
    }
    fputs("<section id=\"machine\"><h2>Machine and build</h2>\n", page->out);
    page_begin_table(page, "machine", headings);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        put_row(page, rows[i].key, rows[i].name);
    }
    fputs("<tr class=\"plain\"><th scope=\"row\">benchmarks</th>", page->out);
    for (size_t f = 0; f < page->count; ++f) {
        html_put(page->out, "<td>@</td>", html_number("%zu", page->files[f].count).text);
    }
    fputs("</tr>\n", page->out);
    page_end_table(page);
    fputs("</section>\n", page->out);
}
