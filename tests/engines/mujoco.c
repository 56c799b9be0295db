// What mujoco.py, beside it, cannot know of libmujoco: where members of its structs lie.
#include <string.h>

#include <mujoco/mujoco.h>

// Loads a scene from its text. Returns NULL after an error, and says which.
mjModel *engine_load(const char *text, char *error, int size);

mjModel *engine_load(const char *text, char *error, int size) {
    static mjVFS files;
    mj_defaultVFS(&files);
    mj_makeEmptyFileVFS(&files, "scene.xml", (int)strlen(text));
    memcpy(files.filedata[0], text, strlen(text));
    mjModel *m = mj_loadXML("scene.xml", &files, error, size);
    mj_deleteVFS(&files);
    return m;
}

// The step, s.
double engine_timestep(const mjModel *m);

double engine_timestep(const mjModel *m) {
    return m->opt.timestep;
}

// Finds an array of mjData, and its shape. Returns NULL if none of that name is listed here.
mjtNum *engine_array(const mjModel *m, mjData *d, const char *name, int *rows, int *columns);

mjtNum *engine_array(const mjModel *m, mjData *d, const char *name, int *rows, int *columns) {
    const struct {
        const char *name;
        mjtNum *first;
        int rows, columns;
    } known[] = {{"xipos", d->xipos, m->nbody, 3},
                 {"xquat", d->xquat, m->nbody, 4},
                 {"xmat", d->xmat, m->nbody, 9},
                 {"cvel", d->cvel, m->nbody, 6},
                 {"xfrc_applied", d->xfrc_applied, m->nbody, 6},
                 {"qfrc_applied", d->qfrc_applied, m->nv, 1}};
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i) {
        if (strcmp(known[i].name, name) == 0) {
            *rows = known[i].rows;
            *columns = known[i].columns;
            return known[i].first;
        }
    }
    return NULL;
}
