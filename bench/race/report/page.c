// Results as one self-contained page of HTML, which is well-formed XML, too.
#include "page.h"

#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "files.h"
#include "output.h"
#include "sections.h"
#include "style.h"

// -------------------------------------------------------------------------- names of files

// The base name without .json or, if that is `results`, the name of the folder.
static void name_file(const char *path, char label[128]) {
    const char *base = files_name(path), *slash = base > path ? base - 1 : NULL;
    size_t length = strlen(base);
    if (length > 5 && strcmp(base + length - 5, ".json") == 0) {
        length -= 5;
    }
    if (slash && slash > path && length == 7 && strncmp(base, "results", 7) == 0) {
        const char *end = slash;
        while (slash > path && !files_is_separator(slash[-1])) {
            --slash;
        }
        const size_t folder = (size_t)(end - slash);
        if (folder > 0 && strncmp(slash, "..", folder) != 0) {
            base = slash;
            length = folder;
        }
    }
    snprintf(label, 112, "%.*s", (int)length, base);
}

static bool is_taken(const struct page_labels *labels, size_t count, const char *label) {
    for (size_t i = 0; i < count; ++i) {
        if (strcmp(labels->texts[i], label) == 0) {
            return true;
        }
    }
    return false;
}

void page_label(const struct results *files, size_t count, struct page_labels *labels) {
    for (size_t i = 0; i < count; ++i) {
        char *label = labels->texts[i];
        name_file(files[i].input.name, label);
        const size_t length = strlen(label);
        for (unsigned number = 2; is_taken(labels, i, label); ++number) {
            snprintf(label + length, sizeof labels->texts[i] - length, " (%u)", number);
        }
    }
}

// ------------------------------------------------------------------------------- the page

static void put_head(FILE *out) {
    fputs("<!DOCTYPE html>\n"
          "<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n"
          "<meta charset=\"utf-8\"/>\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
          "<meta name=\"generator\" content=\"buoybench\"/>\n<title>buoybench report</title>\n",
          out);
    style_put(out);
    fputs("</head>\n<body>\n", out);
}

static void put_sources(FILE *out, const struct page *page) {
    for (size_t f = 0; f < page->count; ++f) {
        static const char *const keys[] = {"cpu", "compiler", "commit", "date"};
        size_t put = 0;
        fputs("<p class=\"sub\">", out);
        if (page->count > 1) {
            html_put(out, "<strong>@</strong>: ", page->labels->texts[f]);
        }
        for (size_t i = page->count > 1 ? 0 : 1; i < sizeof keys / sizeof *keys; ++i) {
            const char *text = results_text(&page->files[f], keys[i]);
            if (text[0] != '\0') {
                html_put(out, "@@@", put++ > 0 ? " · " : "",
                         strcmp(keys[i], "commit") == 0 ? "commit " : "", text);
            }
        }
        fputs("</p>\n", out);
    }
}

// Links to the sections that there are.
static void put_navigation(FILE *out, const char *body) {
    static const char *const sections[][2] = {
        {"verdict", "Verdict"},   {"measured", "Frames and making"},
        {"ranking", "Ranking"},   {"scaling", "Scaling"},
        {"crowds", "Crowds"},     {"immersion", "Immersion"},
        {"roofline", "Roofline"}, {"machine", "Machine and build"},
    };
    fputs("<nav aria-label=\"sections\">", out);
    for (size_t i = 0; i < sizeof sections / sizeof *sections; ++i) {
        char opening[64];
        snprintf(opening, sizeof opening, "<section id=\"%s\">", sections[i][0]);
        if (strstr(body, opening)) {
            html_put(out, "<a href=\"#@\">@</a> ", sections[i][0], sections[i][1]);
        }
    }
    fputs("</nav>\n</header>\n<main>\n", out);
}

static void put_whole(FILE *out, const struct page *page, const char *body) {
    const char *cpu = results_text(&page->files[0], "cpu");
    put_head(out);
    html_put(out, "<header>\n<h1>@@</h1>\n",
             page->count > 1  ? "Buoyancy kernels side by side"
             : cpu[0] != '\0' ? "Buoyancy kernels on "
                              : "Benchmarks",
             page->count > 1 ? "" : cpu);
    put_sources(out, page);
    put_navigation(out, body);
    fputs(body, out);
    fputs("</main>\n<footer>All numbers are those of ", out);
    for (size_t f = 0; f < page->count; ++f) {
        html_put(out, "@<code>@</code>", f > 0 ? ", " : "", page->files[f].input.name);
    }
    fputs(". A body is one answer; errors are the worst of all poses.</footer>\n</body>\n</html>\n",
          out);
}

static void put_body(struct page *page) {
    static void (*const sections[])(struct page *) = {
        section_noise,  section_verdict,  section_measured, section_ranking,
        section_growth, section_roofline, section_machine};
    for (size_t i = 0; i < sizeof sections / sizeof *sections; ++i) {
        sections[i](page);
    }
}

// ---------------------------------------------------------------------------------- files

// All figures of `run` have such names; those of earlier versions were PNG.
static bool is_figure(const char *name) {
    const char *dot = strrchr(name, '.');
    const bool is_ours = strncmp(name, "ns-per-", 7) == 0 || strncmp(name, "ns-by-", 6) == 0 ||
                         strncmp(name, "roofline", 8) == 0;
    return is_ours && dot && (strcmp(dot, ".svg") == 0 || strcmp(dot, ".png") == 0);
}

static void make_note(struct page *page) {
    const struct results *file = &page->files[0];
    const char *cpu = results_text(file, "cpu");
    snprintf(page->note, sizeof page->note, "%.120s%s%.120s%s", cpu, cpu[0] != '\0' ? ", " : "",
             results_text(file, "compiler"),
             results_noisy(file) ? ". NOISY: do not trust these times; index.html says why" : "");
}

// Makes the body, which may fail, before what stands in front of it.
static int write_body(struct page *page, struct output *body) {
    if (output_begin(body) != 0) {
        return CLI_BAD;
    }
    page->out = body->stream;
    put_body(page);
    if (output_end(body) != 0) {
        return CLI_BAD;
    }
    if (page->out_of_memory || page->status != 0) {
        free(body->text);
        return page->out_of_memory ? cli_out_of_memory() : page->status;
    }
    return 0;
}

int page_write(const struct results *files, const struct page_labels *labels, size_t count,
               const char *directory, size_t *figures) {
    struct page page = {
        .files = files, .labels = labels, .count = count, .directory = figures ? directory : NULL};
    struct output body, whole;
    page_collect_methods(&page);
    make_note(&page);
    if (figures) {
        output_remove(directory, is_figure);
    }
    int status = write_body(&page, &body);
    if (status == 0) {
        status = output_begin(&whole);
        if (status == 0) {
            put_whole(whole.stream, &page, body.text);
            status = output_end_file(&whole, directory, "index.html");
        }
        free(body.text);
    }
    if (figures) {
        *figures = page.figures;
    }
    return status;
}
