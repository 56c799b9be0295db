// 100 crates fall into the sea in MuJoCo, whose arrays are read and written in place. MuJoCo's own
// fluid model knows drag, and neither a surface nor buoyancy.
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <buoyancy_step.h>
#include <mujoco/mujoco.h>

// ---- what a program needs of the library: from here
enum way {
    CARTESIAN,
    GENERALISED,
    ITS_OWN
};

// Bodies 1 to `count` have a free joint each and no children. Where the engine has further bodies,
// dofs and forces, say so: other offsets, a list query.bodies, effects.add.
static struct buoy_step_query float_bodies(const mjModel *m, mjData *d, size_t count, enum way way,
                                           const struct buoy_model *const *models,
                                           const struct buoy_water *sea) {
    struct buoy_step_query query = {.models = models, .count = count, .water = sea};
    query.dt = m->opt.timestep;
    query.w_first = true;
    // Models have their origin in the centre of mass, as xipos has; their axes are the body's.
    query.states.position = buoy_doubles(d->xipos + 3, 3 * sizeof(mjtNum));
    query.states.rotation = buoy_doubles(d->xquat + 4, 4 * sizeof(mjtNum));
    // The velocity in cvel is at the centre of mass of the whole tree: the body's own if it is
    // alone. For bodies with joints between them, mj_objectVelocity(…, mjOBJ_BODY, …) has it.
    query.states.spin = buoy_doubles(d->cvel + 6, 6 * sizeof(mjtNum));
    query.states.velocity = buoy_doubles(d->cvel + 9, 6 * sizeof(mjtNum));
    mjtNum *applied = way == CARTESIAN ? d->xfrc_applied + 6 : d->qfrc_applied;
    query.effects.linear = buoy_to_doubles(applied, 6 * sizeof(mjtNum));
    query.effects.angular = buoy_to_doubles(applied + 3, 6 * sizeof(mjtNum));
    return query;
}

// To be called between mj_step1(), which brings xipos, xquat and cvel up to date, and mj_step2().
// The engine maps xfrc_applied through a Jacobian for each body, which costs it more than all of
// this: qfrc_applied spares that, but a free joint takes torques about the body's own axes.
static void push_bodies(const struct buoy_step_query *query, enum way way, mjData *d,
                        struct buoy_error *error) {
    buoy_water_forces_compute(query, NULL, error);
    for (size_t i = 0; way == GENERALISED && i < query->count; ++i) {
        mjtNum turned[3], *torque = d->qfrc_applied + 6 * i + 3;
        mju_rotVecMatT(turned, torque, d->xmat + 9 * (i + 1));
        mju_copy3(torque, turned);
    }
}
// ---- to here

enum {
    CRATES = 100,
    STEPS = 6000
};                                                           // of 5 ms
static const double half[3] = {0.5, 0.4, 0.25}, crate = 500; // kg/m³

static double seconds(void) {
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static mjModel *load(char error[400]) {
    static mjVFS files;
    static char text[100000];
    char *end = text + sprintf(text, "<mujoco><size nconmax='100' njmax='600'/>"
                                     "<option timestep='.005'/><worldbody>");
    for (int i = 0; i < CRATES; ++i) { // each at another height, and turned another way
        end += sprintf(end,
                       "<body pos='%d %d %g' euler='%g %g %g'><freejoint/>"
                       "<geom type='box' size='%g %g %g' density='%g'/></body>",
                       2 * (i % 10), 2 * (i / 10), 0.01 * i, 20 * sin(i), 20 * cos(i), 3.6 * i,
                       half[0], half[1], half[2], crate);
    }
    end += sprintf(end, "</worldbody></mujoco>");
    mj_defaultVFS(&files);
    mj_makeEmptyFileVFS(&files, "crates.xml", (int)(end - text));
    memcpy(files.filedata[0], text, (size_t)(end - text));
    mjModel *m = mj_loadXML("crates.xml", &files, error, 400);
    mj_deleteVFS(&files);
    return m;
}

static int run(enum way way, const struct buoy_model *model, const char *name) {
    static const struct buoy_model *models[CRATES];
    double ours = 0, all = 0;
    const struct buoy_water sea = buoy_calm_sea(BUOY_Z_UP);
    char why[400];
    mjModel *m = load(why);
    if (!m) {
        return fprintf(stderr, "%s\n", why), 1;
    }
    mjData *d = mj_makeData(m);
    for (int i = 0; i < CRATES; ++i) {
        models[i] = model;
    }
    m->opt.density = way == ITS_OWN ? sea.density : 0;
    const struct buoy_step_query query = float_bodies(m, d, CRATES, way, models, &sea);
    struct buoy_error error = {BUOY_OK, ""};
    for (int step = 0; step < STEPS && !error.status; ++step) {
        const double began = seconds();
        mj_step1(m, d);
        const double middle = seconds();
        if (way != ITS_OWN) {
            push_bodies(&query, way, d, &error);
        }
        ours += seconds() - middle;
        mj_step2(m, d);
        all += seconds() - began;
    }
    if (error.status) {
        return fprintf(stderr, "%s\n", error.message), 1;
    }
    mj_forward(m, d); // xpos and xmat of where the last step ended
    double off = 0, tilt = 0, energy = 0;
    for (int i = 1; i <= CRATES; ++i) {
        const double afloat = half[2] - 2 * half[2] * crate / sea.density; // Archimedes
        off = fmax(off, fabs(d->xipos[3 * i + 2] - afloat));
        tilt = fmax(tilt, atan2(hypot(d->xmat[9 * i + 2], d->xmat[9 * i + 5]), d->xmat[9 * i + 8]) *
                              180 / mjPI);
        energy += 0.5 * m->body_mass[i] * mju_dot3(d->cvel + 6 * i + 3, d->cvel + 6 * i + 3);
    }
    const double us = 1e6 * ours / STEPS, whole = 1e6 * all / STEPS;
    printf("%-12s draft off by %.2g mm, tilt left %.2g°, energy %.2g J, share of the step %.1f µs "
           "of %.0f, %.1f %%\n",
           name, 1000 * off, tilt, energy, us, whole, 100 * us / whole);
    mj_deleteData(d);
    mj_deleteModel(m);
    return way == ITS_OWN ? !(off > 1) : !(off <= 1e-4 && tilt <= 0.01 && energy < 1e-6);
}

int main(void) {
    struct buoy_part box = buoy_part_default();
    for (int k = 0; k < 3; ++k) {
        box.shape.size[k] = (float)half[k];
    }
    const struct buoy_model_input input = {
        .parts = &box, .part_count = 1, .densities = &crate, .drag = {.linear = 2, .angular = 2}};
    struct buoy_model *model;
    if (buoy_model_create(&input, &model, NULL) != BUOY_OK) {
        return 1;
    }
    const int bad = run(CARTESIAN, model, "xfrc_applied") |
                    run(GENERALISED, model, "qfrc_applied") | run(ITS_OWN, model, "its own");
    buoy_model_destroy(model);
    return bad;
}
