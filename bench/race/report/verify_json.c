// The findings of `verify` as JSON.
#include "json_output.h"
#include "truth.h"
#include "verify_report.h"

static json_t *json_spread(const struct accuracy_spread *spread) {
    json_t *object = json_object();
    json_object_set_new(object, "max", json_number(spread->maximum));
    json_object_set_new(object, "p99", json_number(spread->percentile99));
    json_object_set_new(object, "median", json_number(spread->median));
    return object;
}

static json_t *json_classes(const struct accuracy *accuracy, bool by_immersion) {
    json_t *array = json_array();
    for (size_t i = 0; i < ACCURACY_CLASSES; ++i) {
        const struct accuracy_class *class = &accuracy->classes[i];
        json_t *object = json_object();
        json_object_set_new(object, "from", json_real(accuracy_class_from[i]));
        json_object_set_new(object, "planes", json_integer((json_int_t) class->queries));
        json_object_set_new(object, "volume_of_total", json_number(class->of_total));
        json_object_set_new(object, "volume_of_submerged", json_number(class->of_submerged));
        json_object_set_new(object, "centroid_of_diagonal", json_number(class->centroid));
        if (by_immersion) {
            json_object_set_new(object, "conditioning_floor", json_number(class->floor));
            json_object_set_new(object, "volume_of_permitted", json_number(class->of_floor));
            json_object_set_new(object, "certified_of_volume_error", json_number(class->certified));
        }
        json_array_append_new(array, object);
    }
    return array;
}

// The query that comes nearest to a bound; null if the kernel has no error on any.
static json_t *json_worst(const struct verify_verdict *verdict) {
    static const char *const kinds[ACCURACY_KINDS] = {"volume_of_total", "centroid_of_diagonal",
                                                      "surface"};
    const enum accuracy_kind kind = accuracy_worst_kind(&verdict->accuracy);
    const struct accuracy_worst *worst = &verdict->accuracy.worst[kind];
    if (!verdict->worst_query) {
        return json_null();
    }
    json_t *object = json_object();
    json_object_set_new(object, "query", json_integer((json_int_t)worst->query));
    json_object_set_new(object, "of", json_string(kinds[kind]));
    json_object_set_new(object, "error", json_number(worst->error));
    json_object_set_new(object, "bound", json_number(worst->bound));
    json_object_set_new(object, "command", json_text(verdict->worst_query));
    return object;
}

static json_t *json_verdict(const struct verify_verdict *verdict, bool has_surface,
                            bool by_immersion) {
    const struct accuracy *accuracy = &verdict->accuracy;
    json_t *object = json_object();
    json_object_set_new(object, "kernel", json_string(verdict->kernel.id));
    json_object_set_new(object, "ok", json_boolean(verdict->passed));
    json_object_set_new(object, "approximate", json_boolean(verify_is_approximate(verdict)));
    json_object_set_new(object, "volume_of_total", json_spread(&accuracy->of_total));
    json_object_set_new(object, "volume_of_submerged", json_spread(&accuracy->of_submerged));
    json_object_set_new(object, "centroid_of_diagonal", json_spread(&accuracy->centroid));
    json_object_set_new(object, "volume_bound", json_number(accuracy->bounds.of_total));
    json_object_set_new(object, "centroid_bound", json_number(accuracy->bounds.centroid));
    if (has_surface) {
        json_object_set_new(object, "surface", json_number(accuracy->surface));
        json_object_set_new(object, "surface_bound", json_number(accuracy->bounds.surface));
    }
    json_object_set_new(object, "worst_query", json_worst(verdict));
    json_object_set_new(object, "bits", json_string(verify_bits_text(verdict->bits)));
    json_object_set_new(object, "difference", json_string(verdict->difference));
    json_object_set_new(object, "by_immersion", json_classes(accuracy, by_immersion));
    if (verdict->failure[0] != '\0') {
        json_object_set_new(object, "failure", json_text(verdict->failure));
    }
    if (verdict->declined[0] != '\0') {
        json_object_set_new(object, "declined", json_text(verdict->declined));
    }
    return object;
}

static json_t *json_subject(const struct verify_subject *subject, bool by_immersion) {
    json_t *object = json_object(), *kernels = json_array();
    for (size_t k = 0; k < subject->verdict_count; ++k) {
        json_array_append_new(kernels,
                              json_verdict(&subject->verdicts[k], subject->family->has_surface,
                                           by_immersion && subject->family->find_floors));
    }
    json_object_set_new(object, "mesh", json_text(subject->name));
    json_object_set_new(object, "triangles",
                        json_integer((json_int_t)subject->info.triangle_count));
    json_object_set_new(object, "planes", json_integer((json_int_t)subject->query_count));
    json_object_set_new(object, "conditioning",
                        subject->info.triangle_count > 0 ? json_number(subject->info.conditioning)
                                                         : json_null());
    json_object_set_new(object, "truth", json_string(family_truth(subject->family)));
    json_object_set_new(object, "kernels", kernels);
    return object;
}

int verify_print_json(const struct verify_findings *findings) {
    json_t *object = json_object(), *meshes = json_array();
    const size_t planes = findings->settings->poses + QUERIES_HARD;
    for (size_t i = 0; i < findings->subject_count; ++i) {
        json_array_append_new(
            meshes, json_subject(&findings->subjects[i], findings->settings->by_immersion));
    }
    const bool ok = findings->bounds_hold && verify_count_failures(findings) == 0;
    json_object_set_new(object, "ok", json_boolean(ok));
    json_object_set_new(object, "bounds_hold", json_boolean(findings->bounds_hold));
    json_object_set_new(object, "truth", json_string(truth_source()));
    json_object_set_new(object, "seed", json_integer((json_int_t)findings->settings->seed));
    json_object_set_new(object, "planes", json_integer((json_int_t)planes));
    json_object_set_new(object, "meshes", meshes);
    return json_print(object);
}
