// FNV-1a of 64 bits over the values of a report, each behind a letter for its type.
#include "seal.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define SEAL "seal"
#define LONGEST 20

static void add(uint64_t *hash, char type, const char *text) {
    *hash = (*hash ^ (unsigned char)type) * UINT64_C(0x100000001b3);
    for (; *text != '\0'; ++text) {
        *hash = (*hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    }
}

// As deep as a report, whose reader limits it.
static void add_value(uint64_t *hash, const json_t *value) {
    const char *key;
    json_t *member;
    char text[40];
    if (json_is_object(value)) {
        add(hash, '{', "");
        json_object_foreach((json_t *)value, key, member) {
            if (strcmp(key, SEAL) != 0) {
                add(hash, 'k', key);
                add_value(hash, member);
            }
        }
        add(hash, '}', "");
    } else if (json_is_array(value)) {
        add(hash, '[', "");
        for (size_t i = 0; i < json_array_size(value); ++i) {
            add_value(hash, json_array_get(value, i));
        }
        add(hash, ']', "");
    } else if (json_is_number(value)) { // 3 and 3.0 alike
        snprintf(text, sizeof text, "%.17g", json_number_value(value));
        add(hash, 'n', text);
    } else if (json_is_string(value)) {
        add(hash, 's', json_string_value(value));
    } else {
        add(hash, json_is_true(value) ? 't' : json_is_false(value) ? 'f' : '0', "");
    }
}

static void find(const json_t *report, char text[LONGEST]) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    add_value(&hash, report);
    snprintf(text, LONGEST, "%016" PRIx64, hash);
}

void seal_put(json_t *report) {
    char text[LONGEST];
    find(report, text);
    json_object_set_new(json_object_get(report, "context"), SEAL, json_string(text));
}

bool seal_holds(const json_t *report) {
    char text[LONGEST];
    find(report, text);
    const char *is = json_string_value(json_object_get(json_object_get(report, "context"), SEAL));
    return is && strcmp(is, text) == 0;
}
