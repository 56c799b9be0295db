// Pictures of a simulation, as SVG: a title, two views, the course of heave and tilt, and a text.
#include "picture.h"

#include <math.h>
#include <string.h>

#include "axis.h"
#include "html.h"
#include "scenes.h"
#include "strip.h"
#include "views.h"

// Pixels.
#define WIDTH 900.0
#define VIEW_TOP 40.0
#define VIEW_WIDTH 438.0
#define VIEW_HEIGHT 320.0
#define LEFT_VIEW 8.0
#define RIGHT_VIEW 454.0
#define STRIP_TOP 390.0
#define STRIP_BOTTOM 490.0
#define TEXT_TOP 532.0
#define LINE 19.0

// Characters of a line of text.
#define TEXT_WIDTH 122

static double last_time(const struct film *film) {
    return recording_at(film->recording, film->recording->moments - 1, 0)->time;
}

double picture_duration(const struct film *film) {
    return fmin(fmax(last_time(film), 2.0), 30.0);
}

// ------------------------------------------------------------------------------- what stays

static void count_line(const char *line, size_t length, size_t index, void *context) {
    (void)line;
    (void)length;
    *(size_t *)context = index + 1;
}

static void put_line(const char *line, size_t length, size_t index, void *context) {
    FILE *to = context;
    char text[4 * TEXT_WIDTH + 1];
    const size_t kept = length < sizeof text - 1 ? length : sizeof text - 1;
    memcpy(text, line, kept);
    text[kept] = '\0';
    fprintf(to, "<text class=\"c\" x=\"12\" y=\"%.1f\">", TEXT_TOP + LINE * (double)index);
    html_text(to, text);
    fputs("</text>\n", to);
}

static const char *text_of(const struct film *film) {
    return film->scene->motion.text ? film->scene->motion.text : "";
}

static void put_head(const struct film *film, FILE *to) {
    const char *title = film->scene->motion.title;
    size_t lines = 0;
    scenes_wrap(text_of(film), TEXT_WIDTH, count_line, &lines);
    const double height = TEXT_TOP + LINE * (double)lines - (lines > 0 ? 8.0 : 14.0);
    fprintf(to,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
            "viewBox=\"0 0 %.0f %.0f\">\n<title>",
            WIDTH, height, WIDTH, height);
    html_text(to, title ? title : film->name);
    fputs("</title>\n<style>"
          "text{font:12px 'DejaVu Sans',Verdana,sans-serif;}"
          ".c{font-size:13px}.h{font-size:17px;font-weight:bold}"
          ".w{fill:none;stroke:#0b3d66;stroke-width:1.6;stroke-linecap:round}"
          ".s{fill:#3f8fc4;fill-opacity:.5}.p{fill:none;stroke:#1d5f92;stroke-width:1.2}"
          ".b{fill:#3f8fc4;fill-opacity:.3}"
          ".g{stroke:#ddd;fill:none}.m{stroke:#222;stroke-width:1.2;fill:none}"
          ".lh,.lt,.lw{fill:none;stroke-linejoin:round}"
          ".lh{stroke:#1f6fb4;stroke-width:2}"
          ".lt{stroke:#b4561f;stroke-width:1.2;stroke-dasharray:4 2}"
          ".lw{stroke:#7fb2d9;stroke-width:1}"
          "</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
          "<text class=\"h\" x=\"12\" y=\"26\">",
          to);
    html_text(to, title ? title : film->name);
    fputs("</text>\n", to);
    scenes_wrap(text_of(film), TEXT_WIDTH, put_line, to);
}

// A bar of 1, 2 or 5 times a power of ten metres.
static void put_scale(const struct film *film, FILE *to) {
    const double metre = views_side_scale(film, VIEW_WIDTH, VIEW_HEIGHT);
    const struct axis axis = axis_make(0.0, 120.0 / metre, false);
    const double length = axis.ticks[1], y = VIEW_TOP + VIEW_HEIGHT - 12.0;
    fprintf(to,
            "<path class=\"m\" d=\"M%.1f,%.1fv-5v5h%.1fv-5\"/><text x=\"%.1f\" y=\"%.1f\">%s "
            "m</text>\n",
            LEFT_VIEW + 12.0, y, length * metre, LEFT_VIEW + 18.0 + length * metre, y,
            axis_label(length).text);
}

static struct strip put_still_parts(const struct film *film, FILE *to) {
    put_head(film, to);
    for (int i = 0; i < 2; ++i) {
        fprintf(to,
                "<rect x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\" rx=\"4\" "
                "fill=\"#f4f8fb\" stroke=\"#cfd8de\"/>\n",
                i == 0 ? LEFT_VIEW : RIGHT_VIEW, VIEW_TOP, VIEW_WIDTH, VIEW_HEIGHT);
    }
    const struct strip strip = strip_make(film, 56.0, WIDTH - 50.0, STRIP_TOP, STRIP_BOTTOM);
    strip_put(&strip, film, to);
    return strip;
}

// ------------------------------------------------------------------------------ what changes

static void open_view(double left, FILE *to) {
    fprintf(to, "<svg x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\">\n", left, VIEW_TOP,
            VIEW_WIDTH, VIEW_HEIGHT);
}

static int put_moment(const struct film *film, size_t moment, const struct strip *strip, FILE *to) {
    open_view(LEFT_VIEW, to);
    int status = views_put_side(film, moment, VIEW_WIDTH, VIEW_HEIGHT, to);
    fputs("</svg>\n", to);
    if (status == 0) {
        open_view(RIGHT_VIEW, to);
        status = views_put_above(film, moment, VIEW_WIDTH, VIEW_HEIGHT, to);
        fputs("</svg>\n", to);
    }
    strip_put_mark(strip, film, moment, to);
    fprintf(to, "<text x=\"%.0f\" y=\"26\" text-anchor=\"end\">%.2f s</text>\n", WIDTH - 12.0,
            recording_at(film->recording, moment, 0)->time);
    return status;
}

int picture_put(const struct film *film, size_t moment, FILE *to) {
    const struct strip strip = put_still_parts(film, to);
    const int status = put_moment(film, moment, &strip, to);
    put_scale(film, to);
    fputs("</svg>\n", to);
    return status;
}

int picture_put_animation(const struct film *film, const size_t *moments, size_t count, FILE *to) {
    const double duration = picture_duration(film), share = 100.0 / (double)count;
    const struct strip strip = put_still_parts(film, to);
    int status = 0;
    for (size_t i = 0; i < count && status == 0; ++i) {
        // Frames but the first are hidden by themselves: what does not play animations shows that.
        // The delays are those of frames that have begun already.
        fprintf(to, "<g class=\"f\"%s style=\"animation-delay:%.4gs\">\n",
                i == 0 ? "" : " visibility=\"hidden\"",
                duration * ((double)i / (double)count - (i > 0 ? 1.0 : 0.0)));
        status = put_moment(film, moments[i], &strip, to);
        fputs("</g>\n", to);
    }
    // Each frame is visible in its own part of the time. The style stands behind all of them, so
    // that they start together: before it, each would when a browser has read so far.
    fprintf(to,
            "<style>.f{animation:f %.4gs step-end infinite}"
            "@keyframes f{0%%{visibility:visible}%.6g%%{visibility:hidden}100%%{visibility:hidden}}"
            "</style>\n",
            duration, share);
    put_scale(film, to);
    fputs("</svg>\n", to);
    return status;
}
