// Flat pieces of surfaces, drawn from the farthest to the nearest.
#include "patches.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Shades of a colour.
#define SHADES 40.0

// Pixels² below which a patch cannot be seen.
#define LEAST_AREA 0.02

unsigned patches_shade(unsigned colour, double brightness) {
    const double share = floor(fmax(brightness, 0.0) * SHADES + 0.5) / SHADES;
    unsigned shaded = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
        const double part = (double)(colour >> shift & 255u) * share;
        shaded |= (unsigned)fmin(part + 0.5, 255.0) << shift;
    }
    return shaded;
}

static double area_of(const struct patch *patch) {
    double area = 0.0;
    for (int i = 0; i < patch->corners; ++i) {
        const float *p = patch->at + 2 * i, *q = patch->at + 2 * ((i + 1) % patch->corners);
        area += (double)p[0] * (double)q[1] - (double)p[1] * (double)q[0];
    }
    return 0.5 * fabs(area);
}

static bool make_room(struct patches *patches) {
    if (patches->count < patches->capacity) {
        return true;
    }
    const size_t capacity = 2 * patches->capacity + 256;
    struct patch *items = realloc(patches->items, capacity * sizeof *items);
    if (!items) {
        patches->failed = true;
        return false;
    }
    patches->items = items;
    patches->capacity = capacity;
    return true;
}

void patches_add(struct patches *patches, const struct camera *camera, const double *corners,
                 int count, unsigned colour) {
    struct patch patch = {.colour = colour, .corners = count};
    for (int i = 0; i < count; ++i) {
        double at[2];
        patch.nearness += camera_see(camera, corners + 3 * (size_t)i, at) / count;
        patch.at[2 * i] = (float)at[0];
        patch.at[2 * i + 1] = (float)at[1];
    }
    if (area_of(&patch) >= LEAST_AREA && make_room(patches)) {
        patches->items[patches->count++] = patch;
    }
}

static int compare(const void *a, const void *b) {
    const double x = ((const struct patch *)a)->nearness, y = ((const struct patch *)b)->nearness;
    return x < y ? -1 : x > y;
}

// From corner to corner, in tenths of a pixel, which takes fewest characters.
static void put_outline(const struct patch *patch, FILE *to) {
    double before[2] = {0.0, 0.0};
    for (int k = 0; k < patch->corners; ++k) {
        double here[2];
        for (int i = 0; i < 2; ++i) {
            here[i] = floor(10.0 * (double)patch->at[2 * k + i] + 0.5);
        }
        fprintf(to, "%s%.6g,%.6g",
                k == 0   ? "M"
                : k == 1 ? "l"
                         : " ",
                (here[0] - before[0]) / 10.0, (here[1] - before[1]) / 10.0);
        memcpy(before, here, sizeof before);
    }
}

void patches_put(struct patches *patches, double stroke, double opacity, FILE *to) {
    if (patches->count == 0) {
        return;
    }
    // (Whether equals change places does not show, but pictures should not depend on it.)
    qsort(patches->items, patches->count, sizeof *patches->items, compare);
    fputs("<g fill=\"currentColor\"", to);
    if (stroke > 0.0) {
        fprintf(to, " stroke=\"currentColor\" stroke-width=\"%.2g\" stroke-linejoin=\"round\"",
                stroke);
    }
    if (opacity < 1.0) {
        fprintf(to, " opacity=\"%.3g\"", opacity);
    }
    fputs(">", to);
    for (size_t i = 0; i < patches->count; ++i) {
        const struct patch *patch = &patches->items[i];
        if (i == 0 || patch->colour != patches->items[i - 1].colour) {
            fprintf(to, "%s<path color=\"#%06x\" d=\"", i == 0 ? "" : "\"/>\n", patch->colour);
        }
        put_outline(patch, to);
        fputs("z", to);
    }
    fputs("\"/></g>\n", to);
    patches->count = 0;
}

void patches_free(struct patches *patches) {
    free(patches->items);
    *patches = (struct patches){0};
}
