// What `profile` says of made-up counters, as text and as JSON: per body, per triangle, per cycle,
// whatever this machine lets a program count.
#include "profile_report.h"

#include <stdlib.h>
#include <unistd.h>

#include "capture.h"
#include "planted.h"
#include "test.h"

// Two thousand bodies of 100 triangles in 4 ms.
static struct profile_report made(void) {
    static const struct planted_subject subject = {"builtin:barrel", 100, 0, NULL};
    static struct planted planted;
    planted_make(&planted, &subject, 1, 1);
    struct race_entry *entry = planted_entry(&planted, 0, "volume/blocks/scalar");
    entry->triangles = 100;
    strcpy(planted.race.subjects[0].summary, "100 triangles");
    return (struct profile_report){
        .entry = entry,
        .result = {.seconds = 0.005,
                   .cpu_seconds = 0.004,
                   .bodies = 2000.0,
                   .counters = {.known = {true, true, true, false},
                                .values = {1.6e7, 4.8e7, 3e4, 0.0},
                                .reason = "no L1 data misses: made up"}}};
}

static void expect_number(const json_t *object, const char *key, double expected) {
    const json_t *number = json_object_get(object, key);
    FAIL_IF(!json_is_number(number) || fabs(json_number_value(number) / expected - 1.0) > 1e-12,
            "%s is %.17g, expected %.17g", key, json_number_value(number), expected);
}

TEST(json) {
    const struct profile_report report = made();
    json_t *object = profile_to_json(&report);
    expect_number(object, "seconds", 0.005);
    expect_number(object, "bodies", 2000.0);
    expect_number(object, "ns_per_body", 2000.0);
    expect_number(object, "cycles", 8000.0);
    expect_number(object, "instructions", 24000.0);
    expect_number(object, "branch_misses", 15.0);
    expect_number(object, "ipc", 3.0);
    assert_null(json_object_get(object, "l1d_misses"));
    assert_null(json_object_get(object, "peaks"));
    assert_string_equal(json_string_value(json_object_get(object, "counters")),
                        "no L1 data misses: made up");
    json_decref(object);
}

TEST(text) {
    static struct capture capture;
    const struct profile_report report = made();
    open_capture(&capture, stdout, STDOUT_FILENO);
    profile_print(&report);
    assert_string_equal(
        close_capture(&capture),
        "volume/blocks/scalar on builtin:barrel, workload hot (100 triangles): 2,000 bodies in "
        "0.005 s\n"
        "\n"
        "                              per body  per triangle\n"
        "  CPU time, ns                   2,000        20.000\n"
        "  cycles                         8,000        80.000\n"
        "  instructions                  24,000       240.000\n"
        "  mispredicted branches           15.0         0.150\n"
        "\n"
        "instructions per cycle: 3.00\n"
        "\n"
        "counters: no L1 data misses: made up\n");
}

// Without cycles there is no ratio to them; without triangles no numbers per triangle.
TEST(unknown) {
    static struct capture capture;
    struct profile_report report = made();
    struct race_entry entry = *report.entry;
    entry.triangles = 0;
    report.entry = &entry;
    report.result.counters.known[COUNTER_CYCLES] = false;
    open_capture(&capture, stdout, STDOUT_FILENO);
    profile_print(&report);
    const char *text = close_capture(&capture);
    assert_null(strstr(text, "per cycle"));
    assert_null(strstr(text, "per triangle"));
    assert_null(strstr(text, "cycles"));
    json_t *object = profile_to_json(&report);
    assert_null(json_object_get(object, "ipc"));
    assert_null(json_object_get(object, "cycles"));
    json_decref(object);
}
