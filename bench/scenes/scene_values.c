// Values of scenes that may be left out, and places that the library's messages name.
#include "scene_values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

// How far from 1 the squared length of a quaternion may be, as the library allows.
#define LOOSE 0.02

int scene_read_numbers(const struct json_at *object, const char *key, size_t count,
                       double *numbers) {
    const struct json_at at = json_at_member(object, key);
    return at.value ? json_read_reals(&at, count, SCENE_MOST, numbers) : 0;
}

int scene_read_real(const struct json_at *object, const char *key, double low, double *number) {
    const struct json_at at = json_at_member(object, key);
    return at.value ? json_read_real(&at, low, SCENE_MOST, number) : 0;
}

int scene_read_rotation(const struct json_at *object, double rotation[4]) {
    const struct json_at at = json_at_member(object, "rotation");
    double square = 0.0;
    rotation[0] = rotation[1] = rotation[2] = 0.0;
    rotation[3] = 1.0;
    if (!at.value) {
        return 0;
    }
    if (json_read_reals(&at, 4, SCENE_MOST, rotation) != 0) {
        return CLI_BAD;
    }
    for (int i = 0; i < 4; ++i) {
        square += rotation[i] * rotation[i];
    }
    return fabs(square - 1.0) <= LOOSE ? 0
                                       : json_at_bad(&at, "is not a unit quaternion x, y, z, w");
}

const char *scene_after_index(const char *message, const char *word, size_t *index) {
    const size_t length = strlen(word);
    char *end;
    if (strncmp(message, word, length) != 0) {
        return NULL;
    }
    *index = (size_t)strtoull(message + length, &end, 10);
    return strncmp(end, ": ", 2) == 0 ? end + 2 : NULL;
}
