// Values of JSON files, read strictly.
#include "json_values.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "cli.h"

static int check_number(const struct json_at *at) {
    return json_is_number(at->value)
               ? 0
               : json_at_bad(at, "%s", !at->value ? "is missing" : "is not a number");
}

int json_read_real(const struct json_at *at, double low, double high, double *number) {
    if (check_number(at) != 0) {
        return CLI_BAD;
    }
    *number = json_number_value(at->value);
    return *number >= low && *number <= high
               ? 0
               : json_at_bad(at, "is %g, not between %g and %g", *number, low, high);
}

int json_read_float(const struct json_at *at, double low, double high, float *number) {
    if (check_number(at) != 0) {
        return CLI_BAD;
    }
    const double read = json_number_value(at->value);
    if (!(fabs(read) <= (double)FLT_MAX)) {
        return json_at_bad(at, "is beyond 32-bit floats");
    }
    *number = (float)read;
    return (double)*number >= low && (double)*number <= high
               ? 0
               : json_at_bad(at, "is %g, not between %g and %g", read, low, high);
}

int json_read_count(const struct json_at *at, uint32_t low, uint32_t high, uint32_t *count) {
    float number = 0.0f;
    if (json_read_float(at, low, high, &number) != 0) {
        return CLI_BAD;
    }
    *count = (uint32_t)number;
    return (double)*count == json_number_value(at->value)
               ? 0
               : json_at_bad(at, "is not a whole number");
}

static int check_numbers(const struct json_at *at, size_t count) {
    if (json_check_array(at) != 0) {
        return CLI_BAD;
    }
    const size_t size = json_array_size(at->value);
    return size == count ? 0 : json_at_bad(at, "has %zu numbers, not %zu", size, count);
}

int json_read_flag(const struct json_at *at, bool *flag) {
    if (!json_is_boolean(at->value)) {
        return json_at_bad(at, "%s", at->value ? "is neither true nor false" : "is missing");
    }
    *flag = json_is_true(at->value);
    return 0;
}

int json_read_reals(const struct json_at *at, size_t count, double most, double *numbers) {
    int status = check_numbers(at, count);
    for (size_t i = 0; i < count && status == 0; ++i) {
        const struct json_at element = json_at_element(at, i);
        status = json_read_real(&element, -most, most, &numbers[i]);
    }
    return status;
}

int json_read_floats(const struct json_at *at, size_t count, float *numbers) {
    int status = check_numbers(at, count);
    for (size_t i = 0; i < count && status == 0; ++i) {
        const struct json_at element = json_at_element(at, i);
        status = json_read_float(&element, -(double)FLT_MAX, (double)FLT_MAX, &numbers[i]);
    }
    return status;
}

int json_check_array(const struct json_at *at) {
    return json_is_array(at->value)
               ? 0
               : json_at_bad(at, "%s", !at->value ? "is missing" : "is not an array");
}

int json_at_either(const struct json_at *object, const char *key, const char *other,
                   struct json_at *at) {
    const struct json_at second = json_at_member(object, other);
    *at = json_at_member(object, key);
    if (at->value && second.value) {
        return json_at_bad(&second, "is \"%s\" by its other name: give one of them", key);
    }
    *at = at->value || !second.value ? *at : second;
    return 0;
}

static bool is_known(const char *key, const struct json_member *members, const char *const *more) {
    for (; members->key; ++members) {
        if (strcmp(members->key, key) == 0 ||
            (members->other && strcmp(members->other, key) == 0)) {
            return true;
        }
    }
    while (more && *more && strcmp(*more, key) != 0) {
        ++more;
    }
    return more && *more;
}

static int read_member(const struct json_at *at, const struct json_member *member) {
    switch (member->kind) {
    case JSON_TEXT:
        *(const char **)member->value = json_string_value(at->value);
        return json_is_string(at->value) ? 0 : json_at_bad(at, "is not a string");
    case JSON_FLAG:
        return json_read_flag(at, member->value);
    case JSON_DOUBLE:
        return json_read_real(at, member->low, member->high, member->value);
    case JSON_FLOAT:
        return json_read_float(at, member->low, member->high, member->value);
    case JSON_COUNT:
        return json_read_count(at, (uint32_t)member->low, (uint32_t)member->high, member->value);
    case JSON_NUMBERS:
        return json_read_reals(at, member->count, member->high, member->value);
    case JSON_FLOATS:
        return json_read_floats(at, member->count, member->value);
    default:
        return 0;
    }
}

int json_read_members(const struct json_at *object, const struct json_member *members,
                      const char *const *more) {
    const char *key;
    json_t *value;
    if (!json_is_object(object->value)) {
        return json_at_bad(object, "%s", !object->value ? "is missing" : "is not an object");
    }
    json_object_foreach(object->value, key, value) {
        if (!is_known(key, members, more)) {
            return json_at_bad_member(
                object, key, object->within ? ": unknown key '%s'" : "unknown key '%s'", key);
        }
    }
    int status = 0;
    struct json_at at;
    for (const struct json_member *m = members; m->key && status == 0; ++m) {
        status = m->other ? json_at_either(object, m->key, m->other, &at) : 0;
    }
    for (; members->key && status == 0; ++members) {
        const bool other = members->other && json_object_get(object->value, members->other);
        at = json_at_member(object, other ? members->other : members->key);
        status = at.value || members->needed ? read_member(&at, members) : 0;
    }
    return status;
}
