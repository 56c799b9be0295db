// Opens and frees the meshes and subjects of a race.
#include "opening.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json_output.h"
#include "subjects.h"
#include "sweep.h"

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

static int fill_mesh(const struct race *race, const char *specification, const char *shape,
                     const struct cli_making *making, struct race_mesh *mesh) {
    mesh->name = printable_name(specification);
    mesh->shape = printable_name(shape);
    if (!mesh->name || !mesh->shape) {
        return cli_out_of_memory();
    }
    if (is_taken(race, mesh->name)) {
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

// Opens a mesh of a given shape and appends it to the open meshes.
static int open_mesh(struct race *race, const char *specification, const char *shape,
                     const struct cli_making *making) {
    struct race_mesh mesh = {0};
    if (fill_mesh(race, specification, shape, making, &mesh) != 0) {
        close_mesh(&mesh);
        return CLI_BAD;
    }
    race->meshes[race->mesh_count++] = mesh;
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

int race_open(struct race *race, const struct race_choice *choice) {
    int status = choice_check(choice);
    if (status == 0) {
        status = open_meshes(race, choice);
    }
    if (status == 0) {
        status = race_open_subjects(race, choice);
    }
    cli_progress_end();
    return status;
}

void race_close(struct race *race) {
    for (size_t i = 0; i < race->subject_count; ++i) {
        race_close_subject(&race->subjects[i]);
    }
    for (size_t i = 0; i < race->mesh_count; ++i) {
        close_mesh(&race->meshes[i]);
    }
    free(race->subjects);
    free(race->meshes);
}
