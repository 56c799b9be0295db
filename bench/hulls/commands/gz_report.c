// The criteria of a righting-arm curve and its figures. The limits are those of the International
// Code on Intact Stability, 2008 (IMO resolution MSC.267(85)), part A, 2.2.
#include "gz_report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli.h"
#include "output.h"
#include "page.h"

enum {
    STEPS = 720 // of the curve from 0 to 180 degrees
};
#define STEP 0.25
#define RADIANS (3.14159265358979323846 / 180.0)

static double arm_at(const struct buoy_floating *body, const struct buoy_heeling *heeling,
                     double angle) {
    struct buoy_righting_arm arm = {.arm = (double)NAN};
    buoy_righting_arms(body, heeling, &angle, 1, &arm, NULL);
    return arm.arm;
}

// The angle between two neighbouring samples at which the arm is 0.
static double crossing(double angle, double before, double after) {
    return angle + STEP * before / (before - after);
}

// The area under the samples from one angle to another, by trapezoids of straight lines.
static double area_between(const struct buoy_righting_arm *arms, double from, double to) {
    double area = isnan(from) ? from : 0.0;
    for (int i = 0; i < STEPS; ++i) {
        const double low = fmax(from, STEP * i), high = fmin(to, STEP * (i + 1));
        if (high > low) {
            const double slope = (arms[i + 1].arm - arms[i].arm) / STEP;
            const double middle = arms[i].arm + slope * (0.5 * (low + high) - STEP * i);
            area += middle * (high - low) * RADIANS;
        }
    }
    return area;
}

// The first angle from which on the arm rights, and the next one from which on it does not.
static void find_range(const struct buoy_righting_arm *arms, struct gz_criteria *criteria) {
    criteria->upright = criteria->vanishes = (double)NAN;
    if (arms[1].arm > 0.0 && arms[0].arm > -1e-9 * arms[1].arm) { // 0, but for rounding
        criteria->upright = 0.0;
    }
    for (int i = isnan(criteria->upright) ? 0 : 1; i < STEPS; ++i) {
        const double before = arms[i].arm, after = arms[i + 1].arm;
        if (isnan(criteria->upright) && (isnan(before) || isnan(after))) {
            return; // it may right where the arm is not known
        }
        if (isnan(criteria->upright) && before <= 0.0 && after > 0.0) {
            criteria->upright = crossing(STEP * i, before, after);
        } else if (!isnan(criteria->upright) && !(after > 0.0)) {
            criteria->vanishes = isnan(after) ? (double)NAN : crossing(STEP * i, before, after);
            return;
        }
    }
}

static int sample(const struct buoy_floating *body, const struct buoy_heeling *heeling,
                  struct buoy_righting_arm *arms) {
    double angles[STEPS + 1];
    for (int i = 0; i <= STEPS; ++i) {
        angles[i] = STEP * i;
    }
    struct buoy_error error;
    return buoy_righting_arms(body, heeling, angles, STEPS + 1, arms, &error) == BUOY_OK
               ? 0
               : cli_bad("gz: %s", error.message);
}

int gz_find_criteria(const struct buoy_floating *body, const struct buoy_heeling *heeling,
                     struct gz_criteria *criteria) {
    struct buoy_righting_arm arms[STEPS + 1];
    if (sample(body, heeling, arms) != 0) {
        return CLI_BAD;
    }
    criteria->has_holes = false;
    for (int i = 0; i <= STEPS; ++i) {
        criteria->has_holes = criteria->has_holes || isnan(arms[i].arm);
    }
    const double little = 0.01;
    criteria->gm =
        (arm_at(body, heeling, little) - arm_at(body, heeling, -little)) / (2.0 * little * RADIANS);
    find_range(arms, criteria);
    // Where an arm is unknown, so is the largest; from 30 degrees on, it is at least what is known.
    criteria->most = criteria->most_at = criteria->most_from_30 = (double)NAN;
    const double end = isnan(criteria->vanishes) ? 180.0 : criteria->vanishes;
    criteria->largest_known = true;
    for (int i = 0; i <= STEPS; ++i) {
        const double angle = STEP * i, arm = arms[i].arm;
        if (!(angle >= criteria->upright && angle <= end) || isnan(arm)) {
            const bool within = angle >= criteria->upright && angle <= end;
            criteria->largest_known = criteria->largest_known && !within;
            continue;
        }
        if (!(arm <= criteria->most)) {
            criteria->most = arm;
            criteria->most_at = angle;
        }
        if (angle >= 30.0 && !(arm <= criteria->most_from_30)) {
            criteria->most_from_30 = arm;
        }
    }
    if (!criteria->largest_known) {
        criteria->most = criteria->most_at = (double)NAN;
    }
    criteria->area_to_30 = area_between(arms, criteria->upright, 30.0);
    criteria->area_to_40 = area_between(arms, criteria->upright, 40.0);
    return 0;
}

// --------------------------------------------------------------------------------------- files

// What is nan, or the least that a value may be, is not met if nothing rights, and unknown if arms
// are.
static void put_line(FILE *file, const struct gz_criteria *criteria, const char *what, double value,
                     const char *unit, double least) {
    const bool may_be_more = !criteria->largest_known && value == criteria->most_from_30;
    fprintf(file, "%-38s %10.4g %-6s", what, value, unit);
    if (least > 0.0) {
        fprintf(file, " %s (at least %g)",
                value >= least                                         ? "met"
                : (isnan(value) && criteria->has_holes) || may_be_more ? "unknown"
                                                                       : "NOT met",
                least);
    }
    fputs("\n", file);
}

static void put_criteria(FILE *file, const struct gz_criteria *c) {
    fputs(
        "Righting arms from 0 to 180 degrees, in steps of 0.25; areas from where the arm begins "
        "to\n"
        "right. Limits: International Code on Intact Stability 2008, part A, 2.2, which stops at\n"
        "the angle of flooding, unknown here.\n\n",
        file);
    put_line(file, c, "initial metacentric height GM", c->gm, "m", 0.15);
    put_line(file, c, "area to 30 degrees", c->area_to_30, "m rad", 0.055);
    put_line(file, c, "area to 40 degrees", c->area_to_40, "m rad", 0.09);
    put_line(file, c, "area from 30 to 40 degrees", c->area_to_40 - c->area_to_30, "m rad", 0.03);
    put_line(file, c, "largest arm at 30 degrees or more", c->most_from_30, "m", 0.2);
    put_line(file, c, "angle of the largest arm", c->most_at, "deg", 25.0);
    put_line(file, c, "largest arm", c->most, "m", 0.0);
    put_line(file, c, "righting from", c->upright, "deg", 0.0);
    put_line(file, c, "righting to (angle of vanishing)", c->vanishes, "deg", 0.0);
    put_line(file, c, "range of positive stability", c->vanishes - c->upright, "deg", 0.0);
}

static json_t *draw(const struct buoy_righting_arm *arms, size_t count) {
    double *numbers = malloc(3 * count * sizeof *numbers);
    if (!numbers) {
        return NULL;
    }
    double *heel = numbers, *arm = numbers + count, *trim = numbers + 2 * count;
    for (size_t i = 0; i < count; ++i) {
        heel[i] = arms[i].heel_degrees;
        arm[i] = arms[i].arm;
        trim[i] = isfinite(arms[i].arm) ? arms[i].trim_degrees : (double)NAN;
    }
    const struct chart_series lines[] = {{.name = "GZ", .count = count, .x = heel, .y = arm},
                                         {.name = "trim", .count = count, .x = heel, .y = trim}};
    json_t *charts = json_array();
    for (size_t i = 0; i < 2; ++i) {
        charts_add(charts, &(struct chart){.file = i == 0 ? "gz.svg" : "trim.svg",
                                           .title = i == 0 ? "Righting arms" : "Trim",
                                           .description = "Positive arms right the body.",
                                           .x_label = "heel, degrees",
                                           .y_label = i == 0 ? "GZ, m" : "trim, degrees",
                                           .series = &lines[i],
                                           .count = 1});
    }
    free(numbers);
    return charts;
}

int gz_write_report(const struct gz_criteria *criteria, const struct buoy_righting_arm *arms,
                    size_t count, const char *directory) {
    static const char *const figures[] = {"gz.", "trim.", NULL};
    struct output text;
    const char *told;
    json_t *charts = draw(arms, count);
    if (!charts || output_begin(&text) != 0) {
        json_decref(charts);
        return cli_out_of_memory();
    }
    put_criteria(text.stream, criteria);
    if (output_end(&text) != 0) {
        json_decref(charts);
        return CLI_BAD;
    }
    int status = output_write(directory, "criteria.txt", text.text, text.length);
    if (status == 0) {
        status = charts_write("Righting arms", text.text, charts, figures, directory, &told);
    } else {
        json_decref(charts);
    }
    free(text.text);
    if (status == 0) {
        fprintf(stderr, "gz: wrote %s/criteria.txt and index.html%s\n", directory, told);
    }
    return status;
}
