// The verdict for programs: what to call, for each subject.
#include "verdict_json.h"

#include <math.h>
#include <string.h>

#include "json_output.h"
#include "recommend.h"

// The exact kernels that the recommended one does not lead.
static json_t *describe_level(const struct race_entry *best) {
    json_t *ids = json_array();
    for (size_t i = 0; i < best->subject->entry_count; ++i) {
        const struct race_entry *entry = race_at(best->subject, i);
        if (entry != best && recommend_is_exact(entry) &&
            !ranking_leads(race_times(best), race_times(entry))) {
            json_array_append_new(ids, json_string(entry->info.id));
        }
    }
    return ids;
}

static json_t *describe(const struct race *race, const struct race_entry *best) {
    const struct race_subject *subject = best->subject;
    const double median = race_times(best)->median, speedup = race_speedup(best);
    char call[64], workload[WORKLOAD_NAME_BYTES];
    json_t *object = json_object();
    json_object_set_new(object, "subject", json_text(subject->name));
    json_object_set_new(object, "mesh",
                        subject->mesh ? json_text(subject->mesh->name) : json_null());
    json_object_set_new(object, "workload",
                        json_string(workload_name(subject->queries.workload, workload)));
    json_object_set_new(object, "family", json_string(subject->queries.family->name));
    json_object_set_new(object, "triangles", json_integer((json_int_t)best->triangles));
    json_object_set_new(object, "recommended", json_string(best->info.id));
    json_object_set_new(object, "call", json_string(recommend_call(best, call)));
    json_object_set_new(object, "ns_per_body", json_number(median));
    json_object_set_new(object, "bodies_per_budget",
                        json_number(floor(1e3 * race->budget_us / median)));
    json_object_set_new(object, "speedup", speedup > 0.0 ? json_number(speedup) : json_null());
    json_object_set_new(object, "max_error_volume", json_number(best->max_error_volume));
    json_object_set_new(object, "level_with", describe_level(best));
    return object;
}

json_t *verdict_describe(const struct race *race) {
    json_t *verdict = json_array();
    for (size_t i = 0; i < race->subject_count; ++i) {
        const struct race_entry *best = recommend(&race->subjects[i]);
        if (best) {
            json_array_append_new(verdict, describe(race, best));
        }
    }
    return verdict;
}
