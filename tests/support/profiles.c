// Tuning profiles for tests, as texts.
#include "profiles.h"
#include "buoyancy_kernels.h"

#include "dispatch/cpu.h"
#include "dispatch/profile.h"
#include "test.h"

char *profile_make(const char *member, const char *value) {
    struct buoy_identity here;
    buoy_identify(&here);
    char library[80], compiler[80], cpu[80], features[200];
    snprintf(library, sizeof library, "\"%s\"", here.library);
    snprintf(compiler, sizeof compiler, "\"%s\"", here.compiler);
    snprintf(cpu, sizeof cpu, "\"%s\"", here.cpu);
    snprintf(features, sizeof features, "\"%s\"", here.features);
    const struct {
        const char *name, *value;
    } members[] = {{"buoyancy_profile", "1"},
                   {"library", library},
                   {"compiler", compiler},
                   {"cpu", cpu},
                   {"features", features},
                   {"hot_compact", PROFILE_TABLE},
                   {"hot_not_compact", PROFILE_TABLE},
                   {"cold_compact", PROFILE_COLD_TABLE},
                   {"cold_not_compact", PROFILE_COLD_TABLE}};
    const size_t count = sizeof members / sizeof *members;
    const size_t bytes = 4096 + (value ? strlen(value) : 0);
    char *text = test_alloc(bytes);
    size_t length = 0;
    for (size_t i = 0; i < count; ++i) {
        const int is_other = member && strcmp(members[i].name, member) == 0;
        length += (size_t)snprintf(
            text + length, bytes - length, "%s\"%s\": %s%s", i == 0 ? "{\n  " : ",\n  ",
            members[i].name, is_other ? value : members[i].value, i + 1 == count ? "\n}\n" : "");
    }
    return text;
}

void profile_expect_refused(const char *text, size_t bytes, const char *reason) {
    struct buoy_error error;
    const struct buoy_profile *before = buoy_profile_in_use();
    assert_int_equal(buoy_profile_load_text(text, bytes, &error), BUOY_ERROR_PROFILE);
    assert_int_equal(error.status, BUOY_ERROR_PROFILE);
    FAIL_IF(!strstr(error.message, reason), "expected '%s': %s", reason, error.message);
    assert_ptr_equal(buoy_profile_in_use(), before);
}
