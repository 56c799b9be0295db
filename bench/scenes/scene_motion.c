// How a scene is to be simulated, and what is to be seen in it.
#include "scene_motion.h"

#include <string.h>

static int read_by(const struct json_at *at, bool *by_pressure) {
    if (!json_is_string(at->value)) {
        return json_at_bad(at, "is not a string");
    }
    *by_pressure = strcmp(json_string_value(at->value), "pressure") == 0;
    return *by_pressure || strcmp(json_string_value(at->value), "plane") == 0
               ? 0
               : json_at_bad(at, "is neither plane nor pressure");
}

static int read_words(const struct json_at *root, const char *key, const char **words) {
    const struct json_at at = json_at_member(root, key);
    if (at.value && !json_is_string(at.value)) {
        return json_at_bad(&at, "is not a string");
    }
    *words = json_string_value(at.value);
    return 0;
}

struct scene_motion scene_motion_default(void) {
    return (struct scene_motion){.step = 1.0 / 240.0, .seconds = 10.0, .every = 1};
}

int scene_motion_read(const struct json_at *root, struct scene_motion *motion) {
    static const char *const keys[] = {"step",     "seconds",   "every", "by",
                                       "implicit", "tolerance", NULL};
    const struct json_at at = json_at_member(root, "motion");
    *motion = scene_motion_default();
    if (read_words(root, "title", &motion->title) != 0 ||
        read_words(root, "text", &motion->text) != 0) {
        return CLI_BAD;
    }
    if (!at.value) {
        return 0;
    }
    if (json_check_object(&at) != 0 || json_check_keys(&at, keys, NULL) != 0) {
        return CLI_BAD;
    }
    const struct json_at step = json_at_member(&at, "step"), by = json_at_member(&at, "by");
    const struct json_at seconds = json_at_member(&at, "seconds");
    const struct json_at every = json_at_member(&at, "every");
    const struct json_at implicit = json_at_member(&at, "implicit");
    const struct json_at tolerance = json_at_member(&at, "tolerance");
    return (step.value &&
            json_read_real(&step, SCENE_LEAST_STEP, SCENE_MOST_STEP, &motion->step) != 0) ||
                   (seconds.value && json_read_real(&seconds, 0.0, 1e12, &motion->seconds) != 0) ||
                   (every.value && json_read_count(&every, 1, 1u << 20, &motion->every) != 0) ||
                   (by.value && read_by(&by, &motion->by_pressure) != 0) ||
                   (implicit.value && json_read_flag(&implicit, &motion->implicit) != 0) ||
                   (tolerance.value &&
                    json_read_real(&tolerance, 0.0, SCENE_MOST_TOLERANCE, &motion->tolerance) != 0)
               ? CLI_BAD
               : 0;
}
