// Charts as JSON.
#include "charts.h"

#include "json_output.h"
#include "page.h"

static json_t *describe_series(const struct chart *chart, const struct chart_series *series) {
    json_t *points = json_array();
    for (size_t i = 0; i < series->count; ++i) {
        json_array_append_new(
            points, json_pack("[o, o]", json_number(series->x[i]), json_number(series->y[i])));
    }
    return json_pack("{s:s, s:b, s:b, s:b, s:b, s:o}", "name", series->name, "method",
                     series->method, "approximate", series->approximate, "floor", series->floor,
                     "noPoints", chart->no_points, "points", points);
}

void charts_add(json_t *charts, const struct chart *chart) {
    json_t *series = json_array();
    for (size_t i = 0; i < chart->count; ++i) {
        json_array_append_new(series, describe_series(chart, &chart->series[i]));
    }
    json_array_append_new(
        charts, json_pack("{s:o, s:o, s:s, s:s, s:s, s:b, s:b, s:o}", "file",
                          json_text(chart->file), "title", json_text(chart->title), "description",
                          chart->description, "xLabel", chart->x_label, "yLabel", chart->y_label,
                          "logX", chart->log_x, "logY", chart->log_y, "series", series));
}

int charts_write(const char *title, const char *note, json_t *charts, const char *const *figures,
                 const char *directory, const char **told) {
    const struct page page = {
        .data = json_pack("{s:s, s:s, s:o}", "title", title, "note", note, "charts", charts),
        .digits = 7,
        .text = note,
        .figures = figures,
    };
    return page_write_figures(&page, directory, told);
}
