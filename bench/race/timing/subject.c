// The one kernel, mesh and workload of a profile, made ready as a race of one entry.
#include "subject.h"

#include <stdio.h>
#include <string.h>

#include "dispatch/registry.h"
#include "opening.h"
#include "subjects.h"

static const struct family *find_family(const struct buoy_kernel *kernel) {
    const struct family *family;
    for (size_t i = 0; (family = family_at(i)) && !family_owns(family, kernel); ++i) {
    }
    return family;
}

static void list_workloads(const struct family *family, char *text, size_t size) {
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < family->workload_count && length < size; ++i) {
        const struct workload *workload = &family->workloads[i];
        if (!workload->threaded) {
            length += (size_t)snprintf(text + length, size - length, "%s%s%s%s", i > 0 ? ", " : "",
                                       workload->place ? workload->place : "",
                                       workload->place ? "/" : "", workload->name);
        }
    }
}

// The workload of that name, or without one the first that the kernel can run; those of many
// threads are not for profilers. NULL after complaining.
static const struct workload *find_workload(const struct family *family, const char *name,
                                            const struct buoy_kernel *kernel) {
    for (size_t i = 0; i < family->workload_count; ++i) {
        const struct workload *workload = &family->workloads[i];
        const bool takes = family_takes(family, workload, kernel);
        if (!workload->threaded && (name ? workload_is(workload, name) : takes)) {
            if (!takes) {
                cli_bad("profile: --workload %s: %s answers many queries per call, and this "
                        "workload asks one",
                        name, kernel->id);
            }
            return takes ? workload : NULL;
        }
    }
    char names[600];
    list_workloads(family, names, sizeof names);
    cli_bad("profile: --workload '%s': the workloads of family %s are: %s", name ? name : "",
            family->name, names);
    return NULL;
}

#define PROFILE_WORKLOAD_BYTES 80

// Selects the kernel and names the rest, the workload in `name`.
static int choose(const char *kernel, const char *mesh, const char *workload,
                  char name[PROFILE_WORKLOAD_BYTES], struct race_choice *choice) {
    struct cli_strings globs = {0};
    int status = cli_strings_add(&globs, kernel);
    if (status == 0) {
        status = cli_select_kernels(NULL, &globs, &choice->kernels);
    }
    cli_strings_free(&globs);
    if (status != 0) {
        return CLI_BAD;
    }
    if (choice->kernels.count != 1) {
        return cli_bad("profile: --kernel '%s' names %zu kernels; one can be profiled at a time",
                       kernel, choice->kernels.count);
    }
    const struct buoy_kernel *only = choice->kernels.items[0];
    const struct family *family = find_family(only);
    if (!family) {
        return cli_bad("profile: %s: no queries are known for its family", only->id);
    }
    if (mesh && family->place) {
        return cli_bad("profile: --mesh %s: family %s takes no mesh; leave --mesh out", mesh,
                       family->name);
    }
    const struct workload *found = find_workload(family, workload, only);
    // The name given may be less than all of it.
    snprintf(name, PROFILE_WORKLOAD_BYTES, "%s%s%s", found && found->place ? found->place : "",
             found && found->place ? "/" : "", found ? found->name : "");
    if (!found || cli_strings_add(&choice->workloads, name) != 0) {
        return CLI_BAD;
    }
    return family->place ? 0 : cli_strings_add(&choice->meshes, mesh ? mesh : PROFILE_DEFAULT_MESH);
}

// Has a plug-in's kernel prepare all its hulls, which the loop shall not see.
static int prepare_plugin(const struct race_entry *entry) {
    const struct queries *queries = &entry->subject->queries;
    if (!entry->scratch.session) {
        return 0;
    }
    if (entry->declined || entry->failure[0] != '\0') {
        return cli_bad("profile: %s: %s", entry->info.id,
                       entry->declined ? entry->declined : entry->failure);
    }
    queries_ask(queries, entry->kernel, &entry->scratch, 0, queries->count,
                entry->subject->answers);
    return 0;
}

int profile_open(const char *kernel, const char *mesh, const struct cli_making *making,
                 const char *workload, struct race *race) {
    struct race_choice choice = {.making = *making};
    char name[PROFILE_WORKLOAD_BYTES];
    int status = choose(kernel, mesh, workload, name, &choice);
    if (status == 0) {
        status = race_open(race, &choice);
    }
    if (status == 0) {
        race->subjects[0].entries[0].selected = true;
        status = race_prepare(race);
    }
    if (status == 0) {
        status = prepare_plugin(&race->subjects[0].entries[0]);
    }
    cli_strings_free(&choice.meshes);
    cli_strings_free(&choice.workloads);
    cli_kernels_free(&choice.kernels);
    return status;
}
