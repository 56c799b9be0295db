// Figures as SVG files of their own.
#include "figure.h"

#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "html.h"
#include "output.h"
#include "padding.h"
#include "style.h"

#define MARGIN 12.0
#define LETTER 6.4 // the width of a note's letter, roughly
#define LINE 15.0
#define MOST_LINES 6

// Writes the lines of a note, if there is a stream, and returns how many there are.
static size_t put_lines(FILE *stream, const char *text, double width) {
    const size_t most = (size_t)((width - 2.0 * MARGIN) / LETTER);
    size_t lines = 0;
    while (*text != '\0' && lines < MOST_LINES) {
        char line[512];
        const size_t length = padding_line(text, most < sizeof line / 4 ? most : sizeof line / 4);
        memcpy(line, text, length);
        line[length] = '\0';
        if (stream) {
            fprintf(stream, "<text x=\"%g\" y=\"%g\">", MARGIN, 40.0 + LINE * (double)lines);
            html_put(stream, "@</text>\n", line);
        }
        ++lines;
        text += length;
        text += strspn(text, " ");
    }
    return lines;
}

// Begins a picture of that size, below a title and a note of a few lines: markup in units of the
// picture, y from 0 at the top.
static void begin(FILE *stream, double width, double height, const char *title, const char *note) {
    const double top = 30.0 + LINE * (double)put_lines(NULL, note, width);
    fprintf(stream,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\" "
            "viewBox=\"0 0 %g %g\" role=\"img\">\n",
            width, top + height, width, top + height);
    html_put(stream, "<title>@</title>\n", title);
    style_put_svg(stream);
    // A long title is written small.
    const double letters = (double)strlen(title), room = (width - 2.0 * MARGIN) / 0.6;
    fprintf(stream,
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n"
            "<text class=\"title\" x=\"%g\" y=\"22\" style=\"font-size:%.3gpx\">",
            MARGIN, 15.0 * letters > room ? room / letters : 15.0);
    html_put(stream, "@</text>\n", title);
    put_lines(stream, note, width);
    fprintf(stream, "<g transform=\"translate(0 %g)\">\n", top);
}

static void put_chart(FILE *stream, const void *context) {
    chart_put_within(stream, context);
}

struct figure_content figure_of_chart(const struct chart *chart) {
    return (struct figure_content){.title = chart->title,
                                   .description = chart->description,
                                   .width = CHART_WIDTH,
                                   .height = chart_is_worth_drawing(chart) ? CHART_HEIGHT : 0.0,
                                   .put = put_chart,
                                   .context = chart};
}

void figure_put(FILE *stream, const struct figure_content *content) {
    if (content->height > 0.0) {
        html_put(stream,
                 "<figure><figcaption>@</figcaption>\n"
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 @ @\" role=\"img\">"
                 "<title>@</title><desc>@</desc>\n",
                 content->title, html_number("%g", content->width).text,
                 html_number("%g", content->height).text, content->title, content->description);
        content->put(stream, content->context);
        fputs("</svg></figure>\n", stream);
    }
}

int figure_write(const struct figure_content *content, const char *note, const char *directory,
                 const char *name) {
    struct output figure;
    if (output_begin(&figure) != 0) {
        return CLI_BAD;
    }
    begin(figure.stream, content->width, content->height, content->title, note);
    html_put(figure.stream, "<desc>@</desc>\n", content->description);
    content->put(figure.stream, content->context);
    fputs("</g>\n</svg>\n", figure.stream);
    return output_end_file(&figure, directory, name);
}

int figure_write_chart(const struct chart *chart, const char *note, const char *directory,
                       const char *name, size_t *written) {
    const struct figure_content content = figure_of_chart(chart);
    *written += content.height > 0.0;
    return content.height > 0.0 ? figure_write(&content, note, directory, name) : 0;
}

static bool is_plain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           strchr("._+-", c);
}

void figure_name(const char *what, const char *of, char name[FIGURE_NAME_BYTES]) {
    snprintf(name, FIGURE_NAME_BYTES, "%.30s%s%.200s.svg", what, *of != '\0' ? "-" : "", of);
    char *end = name;
    for (const char *c = name; *c != '\0'; ++c) {
        if (is_plain(*c)) {
            *end++ = *c;
        } else if (end > name && end[-1] != '-') {
            *end++ = '-';
        }
    }
    *end = '\0';
}
