// Results as one self-contained page of HTML, which is well-formed XML, too.
#include "page.h"

#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "json_output.h"
#include "meshes/json_memory.h"
#include "output.h"
#include "sections.h"
#include "style.h"

// -------------------------------------------------------------------------- names of files

#define LABEL_BYTES 128

// The base name without .json or, if that is `results`, the name of the folder.
static void name_file(const char *path, char label[LABEL_BYTES]) {
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    size_t length = strlen(base);
    if (length > 5 && strcmp(base + length - 5, ".json") == 0) {
        length -= 5;
    }
    if (slash && slash > path && length == 7 && strncmp(base, "results", 7) == 0) {
        const char *end = slash;
        while (slash > path && slash[-1] != '/') {
            --slash;
        }
        const size_t folder = (size_t)(end - slash);
        if (folder > 0 && strncmp(slash, "..", folder) != 0) {
            base = slash;
            length = folder;
        }
    }
    length = length < LABEL_BYTES - 16 ? length : LABEL_BYTES - 16;
    memcpy(label, base, length);
    label[length] = '\0';
}

static bool is_taken(const struct page_labels *labels, const char *label) {
    for (size_t i = 0; i < labels->count; ++i) {
        if (strcmp(labels->texts[i], label) == 0) {
            return true;
        }
    }
    return false;
}

int page_label(const struct results_file *files, size_t count, struct page_labels *labels) {
    *labels = (struct page_labels){.memory = malloc(count * LABEL_BYTES)};
    if (!labels->memory) {
        return cli_out_of_memory();
    }
    for (size_t i = 0; i < count; ++i) {
        char *label = labels->memory + i * LABEL_BYTES;
        name_file(files[i].input.name, label);
        const size_t length = strlen(label);
        for (unsigned number = 2; is_taken(labels, label); ++number) {
            snprintf(label + length, LABEL_BYTES - length, " (%u)", number);
        }
        labels->texts[labels->count++] = label;
    }
    return 0;
}

void page_labels_free(struct page_labels *labels) {
    free(labels->memory);
    *labels = (struct page_labels){0};
}

// ------------------------------------------------------------------------------- the page

static void put_head(FILE *out, const char *title) {
    html_put(out,
             "<!DOCTYPE html>\n"
             "<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n"
             "<meta charset=\"utf-8\"/>\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
             "<meta name=\"generator\" content=\"buoybench\"/>\n<title>@</title>\n",
             title);
    style_put(out);
    fputs("</head>\n<body>\n", out);
}

static void put_sources(FILE *out, const struct page *page) {
    for (size_t f = 0; f < page->count; ++f) {
        const struct results_file *file = &page->files[f];
        static const char *const keys[] = {"cpu", "compiler", "commit", "date"};
        size_t put = 0;
        fputs("<p class=\"sub\">", out);
        if (page->count > 1) {
            html_put(out, "<strong>@</strong>: ", page->labels[f]);
        }
        for (size_t i = page->count > 1 ? 0 : 1; i < sizeof keys / sizeof *keys; ++i) {
            const char *text = results_context_text(file, keys[i]);
            if (text[0] != '\0') {
                html_put(out, "@@@", put++ > 0 ? " · " : "",
                         strcmp(keys[i], "commit") == 0 ? "commit " : "", text);
            }
        }
        fputs("</p>\n", out);
    }
}

static void put_header(FILE *out, const struct page *page) {
    const char *cpu = results_context_text(&page->files[0], "cpu");
    html_put(out, "<header>\n<h1>@@</h1>\n",
             page->count > 1  ? "Buoyancy kernels side by side"
             : cpu[0] != '\0' ? "Buoyancy kernels on "
                              : "Benchmarks",
             page->count > 1 ? "" : cpu);
    put_sources(out, page);
}

// Links to the sections that there are.
static void put_navigation(FILE *out, const char *body) {
    static const char *const sections[][2] = {
        {"verdict", "Verdict"},   {"ranking", "Ranking"},     {"scaling", "Scaling"},
        {"crowds", "Crowds"},     {"immersion", "Immersion"}, {"cost", "Cost against error"},
        {"roofline", "Roofline"}, {"accuracy", "Accuracy"},   {"machine", "Machine and build"},
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

static void put_sections(struct page *page) {
    section_noise(page);
    section_verdict(page);
    section_ranking(page);
    section_growth(page);
    section_cost(page);
    section_roofline(page);
    section_accuracy(page);
    section_machine(page);
}

static void put_footer(FILE *out, const struct page *page) {
    fputs("</main>\n<footer>All numbers are those of ", out);
    for (size_t f = 0; f < page->count; ++f) {
        html_put(out, "@<code>@</code>", f > 0 ? ", " : "", page->files[f].input.name);
    }
    fputs(". A body is one answer; errors are the worst of all poses.</footer>\n</body>\n</html>\n",
          out);
}

// Runs what writes into memory; the text is the caller's, NULL if there is no memory.
struct memory {
    FILE *stream;
    char *text;
    size_t length;
};

static bool close_memory(struct memory *memory) {
    const bool whole = fflush(memory->stream) == 0 && !ferror(memory->stream);
    return fclose(memory->stream) == 0 && whole;
}

static bool write_body(struct page *page, struct memory *body) {
    *body = (struct memory){0};
    body->stream = open_memstream(&body->text, &body->length);
    if (!body->stream) {
        return false;
    }
    page->out = body->stream;
    put_sections(page);
    return close_memory(body) && !page->out_of_memory;
}

static bool write_whole(const struct page *page, const char *body, struct memory *whole) {
    *whole = (struct memory){0};
    whole->stream = open_memstream(&whole->text, &whole->length);
    if (!whole->stream) {
        return false;
    }
    put_head(whole->stream, "buoybench report");
    put_header(whole->stream, page);
    put_navigation(whole->stream, body);
    fputs(body, whole->stream);
    put_footer(whole->stream, page);
    return close_memory(whole);
}

int page_write(const struct results_file *files, const struct page_labels *labels,
               const char *directory, size_t *figures) {
    struct page page = {.files = files,
                        .labels = labels->texts,
                        .count = labels->count,
                        .directory = figures ? directory : NULL};
    struct memory body, whole = {0};
    page_collect_methods(&page);
    page_make_note(&page);
    if (figures) {
        page_remove_figures(directory);
        for (size_t i = 0; i < files->subject_count; ++i) {
            page_write_bars(&page, &files->subjects[i]);
        }
    }
    int status = CLI_BAD;
    if (write_body(&page, &body) && write_whole(&page, body.text, &whole)) {
        status = page.status != 0 ? page.status
                                  : output_write(directory, "index.html", whole.text, whole.length);
    } else {
        cli_out_of_memory();
    }
    free(body.text);
    free(whole.text);
    if (figures) {
        *figures = page.figures;
    }
    return status;
}

int page_write_run(const char *directory, enum export_format format, size_t *figures) {
    struct results_file file;
    struct page_labels labels;
    const size_t bytes = strlen(directory) + sizeof "/results.json";
    char *path = malloc(bytes);
    if (!path) {
        return cli_out_of_memory();
    }
    snprintf(path, bytes, "%s/results.json", directory);
    int status = results_file_read(path, &file);
    if (status == 0) {
        status = page_label(&file, 1, &labels);
        if (status == 0) {
            status = page_write(&file, &labels, directory, figures);
            if (status == 0 && format != EXPORT_NONE) {
                status = export_write(&file, labels.texts, 1, format, directory);
            }
            page_labels_free(&labels);
        }
        results_file_free(&file);
    }
    free(path);
    return status;
}
