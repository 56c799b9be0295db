// A page that draws itself.
#include "page.h"

#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "json_memory.h"
#include "json_output.h"
#include "output.h"
#include "page_parts.h"
#include "processes.h"

static const char *const *earlier; // of output_remove()'s callback

static bool is_earlier(const char *name) {
    const char *dot = strrchr(name, '.');
    bool found = false;
    for (const char *const *begin = earlier; *begin && !found; ++begin) {
        found = strncmp(name, *begin, strlen(*begin)) == 0;
    }
    return found && dot && (strcmp(dot, ".svg") == 0 || strcmp(dot, ".png") == 0);
}

// Text within markup, or within a script of JSON: the latter for readers of XML, which lacks two
// characters.
static void put_escaped(FILE *stream, const char *text, bool json) {
    static const struct {
        const char *text, *markup, *json;
    } escapes[] = {{"<", "&lt;", "\\u003c"},
                   {">", "&gt;", "\\u003e"},
                   {"&", "&amp;", "\\u0026"},
                   {"\xef\xbf\xbe", "?", "?"},
                   {"\xef\xbf\xbf", "?", "?"}};
    while (*text != '\0') {
        size_t i = 0;
        while (i < sizeof escapes / sizeof *escapes &&
               strncmp(text, escapes[i].text, strlen(escapes[i].text)) != 0) {
            ++i;
        }
        if (i < sizeof escapes / sizeof *escapes) {
            fputs(json ? escapes[i].json : escapes[i].markup, stream);
            text += strlen(escapes[i].text);
        } else {
            putc(*text++, stream);
        }
    }
}

static int write_page(const struct page *page, const char *data, const char *directory) {
    struct output output;
    if (output_begin(&output) != 0) {
        return CLI_BAD;
    }
    fputs(page_head, output.stream);
    put_escaped(output.stream, page->text, false);
    fputs(page_data, output.stream);
    put_escaped(output.stream, data, true);
    fputs(page_behind, output.stream);
    fputs(page_script, output.stream);
    fputs(page_end, output.stream);
    earlier = page->figures;
    output_remove(directory, is_earlier);
    return output_end_file(&output, directory, "index.html");
}

// Has Node.js run the page's script and write the files that it makes, each whole or not at all.
// Returns 0, CLI_BAD after complaining, or CLI_FAILED: it cannot.
static int draw(const char *data, const char *directory) {
    struct output output;
    json_t *folder = json_text(directory);
    char *quoted = json_dumps(folder, JSON_ENCODE_ANY);
    json_decref(folder);
    if (!quoted || output_begin(&output) != 0) {
        free(quoted);
        return cli_out_of_memory();
    }
    fprintf(output.stream,
            "%s\nconst { renameSync, writeFileSync } = require('fs');\n"
            "for (const [name, text] of modules.page.files(%s)) {\n"
            "    const next = `${%s}/.${name}.${process.pid}`;\n"
            "    writeFileSync(next, text);\n    renameSync(next, `${%s}/${name}`);\n}\n",
            page_script, data, quoted, quoted);
    free(quoted);
    if (output_end(&output) != 0) {
        return CLI_BAD;
    }
    const int code = process_feed("node", output.text, output.length);
    free(output.text);
    return code == 0 ? 0 : CLI_FAILED;
}

static int put(const struct page *page, const char *directory, const char **told) {
    const size_t flags =
        JSON_COMPACT | JSON_ENSURE_ASCII | JSON_REAL_PRECISION((size_t)page->digits);
    char *data = page->data ? json_dumps(page->data, flags) : NULL;
    json_decref(page->data);
    if (!data || json_memory_ran_out()) { // members may be missing
        free(data);
        return cli_out_of_memory();
    }
    int status = write_page(page, data, directory);
    if (status == 0 && told) {
        status = draw(data, directory);
        *told = status == 0
                    ? "; its figures as SVG, too"
                    : "; no figures as SVG: Node.js (Debian: nodejs) is missing or older than 18";
        status = status == CLI_FAILED ? 0 : status;
    }
    free(data);
    return status;
}

int page_write(const struct page *page, const char *directory) {
    return put(page, directory, NULL);
}

int page_write_figures(const struct page *page, const char *directory, const char **told) {
    return put(page, directory, told);
}
