// Opens and frees the meshes and subjects of a race.
#include "opening.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buoyancy_kernels.h"
#include "dispatch/cpu.h"
#include "dispatch/registry.h"
#include "json_output.h"
#include "race.h"
#include "team.h"

// A mesh's name that does not break a table or JSON; NULL if out of memory.
static char *printable_name(const char *specification) {
    char *name = strdup(cli_mesh_name(specification));
    if (name) {
        json_clean(name);
    }
    return name;
}

static bool is_taken(const struct race *race, const char *name) {
    for (size_t i = 0; i < race->mesh_count; ++i) {
        if (strcmp(race->meshes[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

static void close_mesh(struct race_mesh *mesh) {
    buoy_mesh_destroy(mesh->mesh);
    free(mesh->name);
    free(mesh->shape);
}

// Opens a mesh of a given shape and appends it to the open meshes, as soon as it has anything to
// free.
static int open_mesh(struct race *race, const char *specification, const char *shape,
                     const struct cli_making *making) {
    struct race_mesh *mesh = &race->meshes[race->mesh_count];
    mesh->name = printable_name(specification);
    mesh->shape = printable_name(shape);
    const bool taken = mesh->name && is_taken(race, mesh->name);
    ++race->mesh_count;
    if (!mesh->name || !mesh->shape) {
        return cli_out_of_memory();
    }
    if (taken) {
        return cli_bad(
            "--mesh %s: another mesh is called '%s'; their results would have the same names",
            specification, mesh->name);
    }
    cli_progress("opening %s", mesh->name);
    if (cli_open_mesh(specification, making, &mesh->mesh) != 0) {
        return CLI_BAD;
    }
    buoy_mesh_get_info(mesh->mesh, &mesh->info, NULL);
    return 0;
}

// Opens a built-in shape in all sizes of a sweep, each as near as the shape allows.
static int open_sizes(struct race *race, const char *shape) {
    const char *colon = strchr(shape, ':');
    if (strncmp(shape, "builtin:", strlen("builtin:")) != 0 || strchr(colon + 1, ':')) {
        return cli_bad("--mesh %s: a sweep over triangles takes builtin:NAME and chooses the sizes",
                       shape);
    }
    const size_t first = race->mesh_count;
    for (size_t i = 0; i < race->sweep->size_count; ++i) {
        char specification[256];
        snprintf(specification, sizeof specification, "%.200s:%zu", shape, race->sweep->sizes[i]);
        if (open_mesh(race, specification, shape, NULL) != 0) {
            return CLI_BAD;
        }
        struct race_mesh *latest = &race->meshes[race->mesh_count - 1];
        if (race->mesh_count - 1 > first &&
            latest->info.triangle_count == latest[-1].info.triangle_count) {
            close_mesh(latest); // the shape's smallest or largest size again
            *latest = (struct race_mesh){0};
            --race->mesh_count;
        }
    }
    return 0;
}

static bool is_repeated(const struct cli_strings *strings, size_t index) {
    for (size_t i = 0; i < index; ++i) {
        if (strcmp(strings->items[i], strings->items[index]) == 0) {
            return true;
        }
    }
    return false;
}

static int open_meshes(struct race *race, const struct race_choice *choice) {
    const struct cli_strings *specifications = &choice->meshes;
    const bool sized = race->sweep && race->sweep->size_count > 0;
    const size_t sizes = sized ? race->sweep->size_count : 1;
    race->meshes = calloc(specifications->count * sizes, sizeof *race->meshes);
    race->mesh_count = 0;
    if (!race->meshes) {
        return cli_out_of_memory();
    }
    for (size_t i = 0; i < specifications->count; ++i) {
        const char *specification = specifications->items[i];
        if (!is_repeated(specifications, i) &&
            (sized ? open_sizes(race, specification)
                   : open_mesh(race, specification, specification, &choice->making)) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
}

// ---------------------------------------------------------------------------------------- subjects

static int name_entries(struct race_subject *subject, const struct cli_kernels *kernels) {
    subject->entries = calloc(kernels->count, sizeof *subject->entries);
    if (!subject->entries) {
        return cli_out_of_memory();
    }
    for (size_t i = 0; i < kernels->count; ++i) {
        // Counted before it is filled, so that a partly filled entry is freed.
        struct race_entry *entry = &subject->entries[subject->entry_count++];
        const size_t bytes = strlen(subject->name) + 64;
        entry->subject = subject;
        entry->kernel = kernels->items[i];
        buoy_kernel_get_info(kernels->items[i], &entry->info, NULL);
        entry->name = malloc(bytes);
        if (!entry->name) {
            return cli_out_of_memory();
        }
        snprintf(entry->name, bytes, "%s/%s", entry->info.id, subject->name);
    }
    return 0;
}

static int open_subject(const struct race *race, const struct queries *wanted,
                        const struct race_mesh *mesh, const struct cli_kernels *kernels,
                        struct race_subject *subject) {
    struct queries *queries = &subject->queries;
    const bool sweeps_meshes = race->sweep && mesh;
    *queries = *wanted;
    queries->mesh = mesh ? mesh->mesh : NULL;
    queries->seed = race->seed;
    queries->count =
        sweeps_meshes ? sweep_poses(race->pose_count, mesh->info.triangle_count) : race->pose_count;
    queries->voxels = race->voxels;
    subject->mesh = mesh;
    char text[WORKLOAD_NAME_BYTES];
    const char *workload = workload_name(queries->workload, text);
    const char *place = mesh ? mesh->name : workload_place(queries->family, queries->workload);
    const bool named = strcmp(workload, WORKLOAD_HOT) != 0;
    const size_t bytes = strlen(place) + strlen(workload) + 2;
    subject->name = malloc(bytes);
    if (!subject->name) {
        return cli_out_of_memory();
    }
    snprintf(subject->name, bytes, "%s%s%s", place, named ? "/" : "", named ? workload : "");
    return name_entries(subject, kernels);
}

static int prepare_queries(struct race_subject *subject) {
    struct queries *queries = &subject->queries;
    const struct family *family = queries->family;
    if (subject->answers) {
        return 0;
    }
    if (family->make(queries) != 0) {
        return CLI_BAD;
    }
    family->summarise(queries, subject->summary, sizeof subject->summary);
    subject->answers = calloc(queries->count, family->answer_bytes);
    return subject->answers ? shares_prepare(subject) : cli_out_of_memory();
}

int race_prepare(struct race *race) {
    int status = 0;
    for (size_t i = 0; i < race->subject_count && status == 0; ++i) {
        struct race_subject *subject = &race->subjects[i];
        if (race_count_selected(subject) == 0) {
            continue;
        }
        cli_progress("preparing %s", subject->name);
        status = prepare_queries(subject);
        for (size_t k = 0; k < subject->entry_count && status == 0; ++k) {
            struct race_entry *entry = &subject->entries[k];
            if (entry->selected && !entry->ready) {
                const struct queries *queries = &subject->queries;
                entry->triangles = queries->family->triangles(queries, entry->kernel);
                entry->ready = true; // partly, so that it is freed
                status = shares_make_scratch(entry);
                if (status == 0) {
                    plugin_note_trial(entry);
                }
            }
        }
    }
    cli_progress_end();
    return status;
}

static void close_subject(struct race_subject *subject) {
    for (size_t i = 0; i < subject->entry_count; ++i) {
        free(subject->entries[i].name);
        scratch_free(&subject->entries[i].scratch);
    }
    team_free(subject->team);
    queries_free(&subject->queries);
    free(subject->name);
    free(subject->answers);
    free(subject->entries);
}

// The workloads for a family's kernels.
static size_t list_workloads(const struct race *race, const struct family *family,
                             const struct workload **workloads) {
    const struct sweep *sweep = race->sweep;
    *workloads = sweep ? sweep->workloads : family->workloads;
    const bool swept = sweep && !family->own_workloads && !(sweep->many && family->one_by_one);
    return !sweep ? family->workload_count : swept ? sweep->workload_count : 0;
}

// With or without a mesh. `kernels` has room for all chosen kernels.
static int open_family(struct race *race, const struct family *family, const struct race_mesh *mesh,
                       const struct race_choice *choice, struct cli_kernels *kernels) {
    const struct workload *workloads;
    const size_t count = list_workloads(race, family, &workloads);
    for (size_t i = 0; i < count; ++i) {
        const struct queries wanted = {.family = family, .workload = &workloads[i]};
        choice_select(choice, family, wanted.workload, mesh ? mesh->info.triangle_count : 0,
                      kernels);
        if (kernels->count == 0) {
            continue;
        }
        // Counted before it is open, so that a partly opened subject is freed.
        struct race_subject *subject = &race->subjects[race->subject_count++];
        if (open_subject(race, &wanted, mesh, kernels, subject) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
}

static int open_all(struct race *race, const struct race_choice *choice,
                    struct cli_kernels *kernels) {
    const bool without_mesh = !race->sweep || race->sweep->without_mesh;
    for (size_t i = 0; i < race->mesh_count + without_mesh; ++i) {
        const struct race_mesh *mesh = i < race->mesh_count ? &race->meshes[i] : NULL;
        const struct family *family;
        for (size_t k = 0; (family = family_at(k)); ++k) {
            if (!family->place != !mesh && open_family(race, family, mesh, choice, kernels) != 0) {
                return CLI_BAD;
            }
        }
    }
    return race->subject_count > 0 || choice_races_nothing(choice)
               ? 0
               : cli_bad("run: none of these kernels runs in these workloads; "
                         "try --workload all");
}

static int open_subjects(struct race *race, const struct race_choice *choice) {
    struct cli_kernels kernels = {.items =
                                      calloc(choice->kernels.count + 1, sizeof *kernels.items)};
    const struct family *family;
    size_t count = 0;
    for (size_t i = 0; (family = family_at(i)); ++i) {
        const struct workload *workloads;
        count += list_workloads(race, family, &workloads);
    }
    race->subjects = calloc((race->mesh_count + 1) * count, sizeof *race->subjects);
    const int status =
        kernels.items && race->subjects ? open_all(race, choice, &kernels) : cli_out_of_memory();
    cli_kernels_free(&kernels);
    return status;
}

int race_open(struct race *race, const struct race_choice *choice) {
    int status = choice_check(choice);
    if (status == 0) {
        status = open_meshes(race, choice);
    }
    if (status == 0) {
        status = open_subjects(race, choice);
    }
    cli_progress_end();
    return status;
}

void race_close(struct race *race) {
    for (size_t i = 0; i < race->subject_count; ++i) {
        close_subject(&race->subjects[i]);
    }
    for (size_t i = 0; i < race->mesh_count; ++i) {
        close_mesh(&race->meshes[i]);
    }
    free(race->subjects);
    free(race->meshes);
}

// ------------------------------------------------------------------------------------------ sweeps

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

static const char *const sphere[] = {"builtin:sphere"};

// Two per decade, and the most triangles a mesh may have.
static const size_t sizes[] = {12,    32,    100,    320,    1000,    3200,
                               10000, 32000, 100000, 320000, 1000000, 2000000};

// Four cold copies of larger meshes would take more memory than a run may.
static const struct workload hot_and_cold[] = {
    {.name = WORKLOAD_HOT, .most_default = SIZE_MAX, .per_call = 1},
    {.name = "cold", .most_default = 320000, .per_call = 1, .cold = true},
};

static const char *const small[] = {"builtin:box", "builtin:barrel"};

#define BODIES(n)                                                                                  \
    { .name = "count" #n, .most_default = SIZE_MAX, .per_call = (n), .line = "" }
static const struct workload counts[] = {
    BODIES(1),  BODIES(2),  BODIES(3),  BODIES(4),  BODIES(6),   BODIES(8),   BODIES(12),
    BODIES(16), BODIES(24), BODIES(32), BODIES(64), BODIES(256), BODIES(1024)};

static const char *const hull_and_sphere[] = {"builtin:wigley:1300", "builtin:sphere:20480"};

#define IMMERSED(percent)                                                                          \
    {                                                                                              \
        .name = "immersed" #percent, .most_default = SIZE_MAX, .per_call = 1,                      \
        .immersion = 0.01 * (percent), .line = ""                                                  \
    }
static const struct workload immersions[] = {IMMERSED(1),  IMMERSED(5),  IMMERSED(10), IMMERSED(20),
                                             IMMERSED(35), IMMERSED(50), IMMERSED(65), IMMERSED(80),
                                             IMMERSED(90), IMMERSED(95), IMMERSED(99)};

static const struct sweep sweeps[] = {
    {
        .name = "triangles",
        .unit = "triangles",
        .mesh_count = COUNT_OF(sphere),
        .meshes = sphere,
        .size_count = COUNT_OF(sizes),
        .sizes = sizes,
        .workload_count = COUNT_OF(hot_and_cold),
        .workloads = hot_and_cold,
    },
    {
        .name = "count",
        .unit = "bodies a call",
        .without_mesh = true,
        .many = true,
        .mesh_count = COUNT_OF(small),
        .meshes = small,
        .workload_count = COUNT_OF(counts),
        .workloads = counts,
    },
    {
        .name = "immersion",
        .unit = "% of the volume under water",
        .mesh_count = COUNT_OF(hull_and_sphere),
        .meshes = hull_and_sphere,
        .workload_count = COUNT_OF(immersions),
        .workloads = immersions,
    },
};

const struct sweep *sweep_find(const char *name) {
    for (size_t i = 0; i < COUNT_OF(sweeps); ++i) {
        if (strcmp(sweeps[i].name, name) == 0) {
            return &sweeps[i];
        }
    }
    return NULL;
}

bool sweep_is_for_many_isas(const struct buoy_method *method) {
    size_t count = 0;
    for (size_t i = 0; i < buoy_kernel_count(); ++i) {
        count += buoy_kernel_at(i)->method == method && buoy_isa_find(buoy_kernel_at(i)->isa);
    }
    return count > 1;
}

// The registry lists the better of two instruction sets later.
static bool is_best(const struct cli_kernels *kernels, size_t index) {
    const struct buoy_kernel *kernel = kernels->items[index];
    for (size_t i = index + 1; i < kernels->count; ++i) {
        const struct buoy_kernel *later = kernels->items[i];
        if (later->method == kernel->method && later->deterministic) {
            return false;
        }
    }
    return kernel->deterministic && sweep_is_for_many_isas(kernel->method);
}

void sweep_keep_best(struct cli_kernels *kernels) {
    size_t kept = 0;
    for (size_t i = 0; i < kernels->count; ++i) {
        const struct buoy_kernel *kernel = kernels->items[i];
        if (families_have_baseline(kernel) || is_best(kernels, i)) {
            kernels->items[kept++] = kernel; // kept ≤ i: the later entries are unchanged
        }
    }
    kernels->count = kept;
}

#define MOST_TRIANGLES_ASKED ((size_t)32 << 20)
#define FEWEST_POSES 16

size_t sweep_poses(size_t asked_for, size_t triangles) {
    const size_t most = MOST_TRIANGLES_ASKED / triangles;
    const size_t enough = most > FEWEST_POSES ? most : FEWEST_POSES;
    return asked_for < enough ? asked_for : enough;
}
