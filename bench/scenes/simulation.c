// Moves the bodies of a scene, and records them.
#include "simulation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"
#include "cli.h"
#include "progress.h"
#include "turning.h"

// A step is called too long if energy grows, which is known in still water, and from this stiffness
// number on: at rest, or where energy is not known.
#define STIFF_AT_REST 2.0
#define STIFF 0.5

// Moments at which forces by pressure are compared with those of cut triangles, at most; what they
// may be off, as a share of ρ g V; and levels, as shares of volume over area: one that is good
// enough to compare with, and one that leaves a quarter of a per cent of ρ g V in practice.
#define COMPARISONS 16
#define COARSE 0.02
#define FINE 0.02
#define GOOD 0.1

// A body is wholly under water, or as heavy as what it displaces, to within this share.
#define WHOLE 1e-6

// Steps between looks at the clock.
#define STEPS_PER_LOOK 64

int simulation_steps(const struct scene *scene, size_t *steps) {
    const struct scene_motion *motion = &scene->motion;
    const double wanted = floor(motion->seconds / motion->step + 0.5);
    if (!(wanted <= (double)SCENE_MOST_STEPS)) {
        return cli_bad("float: %.9g steps, more than %u: take a longer --step or fewer --seconds",
                       wanted, SCENE_MOST_STEPS);
    }
    *steps = (size_t)wanted;
    const size_t moments = *steps / motion->every + 1;
    if (scene->count > 0 && moments > RECORDING_MOST_ROWS / scene->count) {
        return cli_bad("float: more than %u rows: record fewer steps with --every N",
                       RECORDING_MOST_ROWS);
    }
    return 0;
}

void simulation_end(struct simulation *simulation) {
    scratch_free(&simulation->scratch);
    sea_free(&simulation->sea);
    free(simulation->bodies);
    free(simulation->forces);
    free(simulation->numbers);
    free(simulation->watches);
    free(simulation->centres);
    free(simulation->loads);
}

static void place_bodies(struct simulation *simulation, const struct scene_hulls *hulls) {
    const struct scene *scene = simulation->scene;
    for (size_t i = 0; i < scene->count; ++i) {
        const struct scene_state *state = &scene->states[i];
        struct motion_body *body = &simulation->bodies[i];
        *body = motion_body_default();
        body->model = scene->models[i];
        const struct scene_model *kind = scene->kind_of[i];
        body->hydrodynamics = kind->carries ? &kind->hydrodynamics : NULL;
        body->surface = hulls->count > 0 ? &scene_hulls_of(hulls, scene, i)->surface : NULL;
        memcpy(body->position, state->position, sizeof body->position);
        memcpy(body->rotation, state->rotation, sizeof body->rotation);
        memcpy(body->velocity, state->velocity, sizeof body->velocity);
        memcpy(body->angular_velocity, state->spin, sizeof body->angular_velocity);
        memcpy(simulation->centres + 3 * i, scene->kind_of[i]->mass.centre_of_mass,
               3 * sizeof(double));
    }
}

// Forces by pressure are compared if triangles meet water that is not flat, and are not cut.
static void find_depth(const struct scene *scene, const struct scene_hulls *hulls,
                       struct simulation *simulation) {
    const struct scene_motion *motion = &scene->motion;
    if (!motion->by_pressure || motion->tolerance > 0.0 ||
        scene->water.water.kind == BUOY_WATER_PLANE) {
        return;
    }
    for (size_t i = 0; i < hulls->count; ++i) {
        struct buoy_mesh_info info;
        buoy_mesh_get_info(hulls->hulls[i].mesh, &info, NULL);
        const double depth = info.volume / info.area;
        simulation->depth = i == 0 || depth < simulation->depth ? depth : simulation->depth;
    }
}

int simulation_begin(const struct scene *scene, const struct scene_hulls *hulls,
                     struct simulation *simulation) {
    const struct scene_motion *motion = &scene->motion;
    const size_t count = scene->count + 1;
    *simulation = (struct simulation){.scene = scene};
    simulation->bodies = calloc(count, sizeof *simulation->bodies);
    simulation->forces = calloc(count, sizeof *simulation->forces);
    simulation->numbers = calloc(count, sizeof *simulation->numbers);
    simulation->watches = calloc(count, sizeof *simulation->watches);
    simulation->centres = calloc(3 * count, sizeof *simulation->centres);
    simulation->loads = calloc(count, sizeof *simulation->loads);
    if (!simulation->bodies || !simulation->forces || !simulation->numbers ||
        !simulation->watches || !simulation->centres || !simulation->loads) {
        return cli_out_of_memory();
    }
    if (sea_make(scene, &simulation->sea) != 0) {
        return CLI_BAD;
    }
    place_bodies(simulation, hulls);
    struct motion_query *query = &simulation->query;
    *query = motion_query_default();
    query->bodies = simulation->bodies;
    query->count = scene->count;
    query->water = &simulation->sea.water;
    query->dt = motion->step;
    query->scheme = motion->implicit ? MOTION_IMPLICIT : MOTION_VERLET;
    query->forces = motion->by_pressure ? MOTION_PRESSURE : MOTION_PLANE;
    query->tolerance = motion->tolerance;
    query->loads = scene->loaded ? simulation->loads : NULL;
    find_depth(scene, hulls, simulation);
    if (scratch_make(motion_scratch_bytes(query, NULL), &simulation->scratch) != 0) {
        return CLI_BAD;
    }
    query->scratch = simulation->scratch.memory;
    query->scratch_bytes = simulation->scratch.bytes;
    return 0;
}

// Sets the time of the query to that after so many steps.
static double set_time(struct simulation *simulation, size_t step) {
    const double time = (double)step * simulation->query.dt;
    simulation->query.time = simulation->scene->water.water.time + time;
    return time;
}

static int complain(const struct buoy_error *error, double time) {
    return cli_bad("float: at %.9g s: %s", time, error->message);
}

// The patch as it is `later` than the query's time.
static enum buoy_status follow(struct simulation *simulation, double later,
                               struct buoy_error *error) {
    const struct motion_query *query = &simulation->query;
    return sea_follow(&simulation->sea, query->bodies, query->count, query->time + later, error);
}

// Compares forces by pressure with those of triangles that are cut, if not too many cuts are
// needed.
static int compare(struct simulation *simulation) {
    const size_t count = simulation->query.count;
    const struct buoy_water *water = simulation->query.water;
    struct motion_query finer = simulation->query;
    struct buoy_body_forces *cut = calloc(count + 1, sizeof *cut);
    if (!cut) {
        return cli_out_of_memory();
    }
    finer.tolerance = FINE * simulation->depth;
    const bool found = motion_forces_now(&finer, cut, NULL) == BUOY_OK;
    for (size_t i = 0; i < count && found; ++i) {
        const double *a = simulation->forces[i].buoyancy.force, *b = cut[i].buoyancy.force;
        const double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
        struct buoy_model_info info;
        buoy_model_get_info(simulation->bodies[i].model, &info, NULL);
        simulation->off =
            fmax(simulation->off,
                 sqrt(x * x + y * y + z * z) / (water->density * water->gravity * info.volume));
    }
    free(cut);
    return 0;
}

int simulation_look(struct simulation *simulation, size_t step, struct recording_row *rows) {
    const double time = set_time(simulation, step);
    struct buoy_error error;
    if (follow(simulation, 0.0, &error) != BUOY_OK ||
        motion_forces_now(&simulation->query, simulation->forces, &error) != BUOY_OK ||
        motion_energy(&simulation->query, simulation->numbers, &error) != BUOY_OK) {
        return complain(&error, time);
    }
    for (size_t i = 0; i < simulation->query.count; ++i) {
        rows[i].time = time;
        const struct motion_body *body = &simulation->bodies[i];
        const struct buoy_body_forces *forces = &simulation->forces[i];
        double turn[9];
        turning_matrix(body->rotation, turn);
        turning_move(turn, body->position, simulation->centres + 3 * i, rows[i].centre);
        memcpy(rows[i].rotation, body->rotation, sizeof rows[i].rotation);
        memcpy(rows[i].velocity, body->velocity, sizeof rows[i].velocity);
        memcpy(rows[i].spin, body->angular_velocity, sizeof rows[i].spin);
        rows[i].volume = forces->volume;
        for (int k = 0; k < 3; ++k) {
            rows[i].force[k] = forces->buoyancy.force[k] + forces->drag.force[k];
            rows[i].torque[k] = forces->buoyancy.torque[k] + forces->drag.torque[k];
        }
        rows[i].energy = simulation->numbers[i];
    }
    return 0;
}

// Adds a force at a point r from the centre of mass.
static void add_force(const double r[3], const double f[3], struct buoy_force *load) {
    for (int i = 0; i < 3; ++i) {
        load->force[i] += f[i];
    }
    buoy_add_cross(r, f, load->torque);
}

// From a body's centre of mass to a point of its frame, in the world.
static void find_arm(const struct simulation *simulation, size_t body, const double turn[9],
                     const double at[3], double arm[3]) {
    for (int i = 0; i < 3; ++i) {
        arm[i] = at[i] - simulation->centres[3 * body + (size_t)i];
    }
    turning_turn(turn, false, arm);
}

// A spring's force at a point that lies at `arm` from the centre of mass.
static void pull(const struct scene_load *given, const struct motion_body *body,
                 const double centre[3], const double arm[3], double force[3]) {
    const double *w = body->angular_velocity;
    double way[3], along = 0.0;
    for (int i = 0; i < 3; ++i) {
        way[i] = given->anchor[i] - centre[i] - arm[i];
    }
    const double apart = sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
    for (int i = 0; i < 3 && apart > 0.0; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        along += way[i] / apart * (body->velocity[i] + w[j] * arm[k] - w[k] * arm[j]);
    }
    const double size = given->stiffness * (apart - given->length) - given->damping * along;
    for (int i = 0; i < 3; ++i) {
        force[i] = apart > 0.0 ? size * way[i] / apart : 0.0;
    }
}

// Thrusts and springs as the bodies will be `later`: the middle of a step by Verlet's method, so
// that springs keep their energy, and its end by the implicit scheme, which springs then do not
// feed.
static void find_loads(struct simulation *simulation, double later) {
    for (size_t i = 0; i < simulation->query.count && simulation->scene->loaded; ++i) {
        const struct scene_load *given = &simulation->scene->loads[i];
        const struct motion_body *body = &simulation->bodies[i];
        const double *w = body->angular_velocity, *q = body->rotation, h = 0.5 * later;
        double turned[4], turn[9], centre[3], arm[3], force[3];
        turning_matrix(q, turn);
        turning_move(turn, body->position, simulation->centres + 3 * i, centre);
        for (int k = 0; k < 3; ++k) { // turned by the spin from the left
            const int l = (k + 1) % 3, m = (k + 2) % 3;
            turned[k] = q[k] + h * (w[k] * q[3] + w[l] * q[m] - w[m] * q[l]);
            centre[k] += later * body->velocity[k];
            force[k] = given->thrust[k];
        }
        turned[3] = q[3] - h * (w[0] * q[0] + w[1] * q[1] + w[2] * q[2]);
        turning_matrix(turned, turn);
        turning_turn(turn, false, force);
        simulation->loads[i] = (struct buoy_force){.force = {0.0}};
        find_arm(simulation, i, turn, given->thrust_point, arm);
        add_force(arm, force, &simulation->loads[i]);
        find_arm(simulation, i, turn, given->point, arm);
        pull(given, body, centre, arm, force);
        add_force(arm, force, &simulation->loads[i]);
    }
}

int simulation_step(struct simulation *simulation, size_t step) {
    // Verlet's method asks for forces in the middle of the step.
    const double later = simulation->scene->motion.implicit ? 0.0 : 0.5 * simulation->query.dt;
    const double time = set_time(simulation, step);
    find_loads(simulation, later > 0.0 ? later : simulation->query.dt);
    struct buoy_error error;
    // One by one, so that the bits of a step do not depend on how many rows there are.
    return follow(simulation, later, &error) == BUOY_OK &&
                   motion_advance(&simulation->query, 1, &error) == BUOY_OK
               ? 0
               : complain(&error, time);
}

static int record(struct simulation *simulation, size_t step, struct recording *recording) {
    struct recording_row *rows = recording->rows + recording->moments * recording->bodies;
    struct buoy_error error;
    if (simulation_look(simulation, step, rows) != 0 ||
        (simulation->depth > 0.0 && recording->moments % (recording->room / COMPARISONS + 1) == 0 &&
         compare(simulation) != 0)) {
        return CLI_BAD;
    }
    if (motion_stiffness_numbers(&simulation->query, simulation->numbers, &error) != BUOY_OK) {
        return complain(&error, (double)step * simulation->query.dt);
    }
    for (size_t i = 0; i < recording->bodies; ++i) {
        simulation->stiffest = fmax(simulation->stiffest, simulation->numbers[i]);
    }
    recording->moments += 1;
    return 0;
}

// The energy of Verlet's method, which is asked for nothing else.
static int watch(struct simulation *simulation) {
    struct buoy_error error;
    return simulation->scene->motion.implicit ||
                   motion_watch(&simulation->query, simulation->watches, &error) == BUOY_OK
               ? 0
               : complain(&error, simulation->query.time);
}

static int advance(struct simulation *simulation, size_t steps, struct recording *recording) {
    const size_t every = simulation->scene->motion.every;
    struct progress progress;
    progress_begin_silently(&progress, "float: step", steps);
    int status = record(simulation, 0, recording);
    status = status == 0 ? watch(simulation) : status;
    for (size_t step = 0; step < steps / every * every && status == 0; ++step) {
        status = simulation_step(simulation, step);
        status = status == 0 ? watch(simulation) : status;
        if (status == 0 && (step + 1) % every == 0) {
            status = record(simulation, step + 1, recording);
        }
        progress_step(&progress);
        if (step % STEPS_PER_LOOK == 0) {
            progress_show(&progress, "");
        }
    }
    cli_progress_end();
    return status;
}

// Says if the step was too long, and which one is not.
static void warn(const struct simulation *simulation) {
    const struct scene_motion *motion = &simulation->scene->motion;
    const struct motion_watched *worst = &simulation->watches[0];
    double step = motion->step;
    for (size_t i = 0; i < simulation->scene->count; ++i) {
        const struct motion_watched *other = &simulation->watches[i];
        worst = other->growth > worst->growth ? other : worst;
        step = fmin(step, other->step);
    }
    if (worst->growth > MOTION_GROWTH) {
        char growth[40] = "without limit";
        if (isfinite(worst->growth)) {
            snprintf(growth, sizeof growth, "by %.3g %%", 100.0 * worst->growth);
        }
        fprintf(stderr,
                "float: the step is too long: dt x omega reaches %.3g, and the energy of body %zu "
                "grows %s; use --implicit, or a --step of %.2g s or less\n",
                worst->frequency * motion->step, (size_t)(worst - simulation->watches), growth,
                step);
    } else if (!motion->implicit &&
               simulation->stiffest >= (worst->begun ? STIFF_AT_REST : STIFF)) {
        fprintf(stderr,
                "float: the step is too long: dt x omega reaches %.3g; motion grows from 2 on, and "
                "from less where bodies leave the water; use --implicit, or a --step of %.2g s or "
                "less\n",
                simulation->stiffest, 0.1 * motion->step / simulation->stiffest);
    }
    if (simulation->off > COARSE) {
        fprintf(stderr,
                "float: triangles are too large for these waves: forces by pressure are up to %.2g "
                "%% of rho g V off; use --tolerance %.2g\n",
                100.0 * simulation->off, GOOD * simulation->depth);
    }
}

int simulation_run(const struct scene *scene, const struct scene_hulls *hulls,
                   struct recording *recording) {
    struct simulation simulation;
    size_t steps = 0;
    *recording = (struct recording){0};
    if (simulation_steps(scene, &steps) != 0) {
        return CLI_BAD;
    }
    int status = simulation_begin(scene, hulls, &simulation);
    if (status == 0) {
        status = recording_make(scene->count, steps / scene->motion.every + 1, recording);
    }
    if (status == 0) {
        status = advance(&simulation, steps, recording);
    }
    if (status == 0) {
        warn(&simulation);
        // Says which bodies have sunk out of reach: wholly under water at the end, and heavier than
        // what they displace there.
        const double density = simulation.query.water->density;
        size_t first = 0, count = 0;
        double displaced = 0.0, mass = 0.0;
        for (size_t i = recording->bodies; i-- > 0;) {
            const double volume = recording_at(recording, recording->moments - 1, i)->volume;
            struct buoy_model_info info;
            buoy_model_get_info(simulation.bodies[i].model, &info, NULL);
            if (volume >= (1.0 - WHOLE) * info.volume &&
                info.mass.mass > (1.0 + WHOLE) * density * volume) {
                ++count;
                first = i;
                displaced = density * volume;
                mass = info.mass.mass;
            }
        }
        if (count > 0) {
            fprintf(
                stderr,
                "float: body %zu sinks: wholly under water it displaces %.4g kg, and has a mass of "
                "%.4g kg",
                first, displaced, mass);
            fprintf(stderr, count > 1 ? "; %zu others sink\n" : "\n", count - 1);
        }
    }
    simulation_end(&simulation);
    return status;
}

// ----------------------------------------------------------------------------------------- the sea

int sea_make(const struct scene *scene, struct sea *sea) {
    *sea = (struct sea){.scene = scene, .water = scene->water.water};
    if (scene->patch.cells == 0) {
        return 0;
    }
    struct buoy_patch_grid grid = buoy_patch_grid_default();
    struct buoy_error error;
    grid.columns = grid.rows = scene->patch.cells + 1;
    for (int i = 0; i < 2; ++i) {
        grid.spacing[i] = scene->patch.spacing;
        grid.origin[i] = -0.5 * (double)scene->patch.cells * (double)scene->patch.spacing;
    }
    if (buoy_patch_create(&grid, &sea->patch, &error) != BUOY_OK) {
        return cli_bad("float: the patch: %s", error.message);
    }
    sea->water.kind = BUOY_WATER_PATCH;
    sea->water.patch = sea->patch;
    return 0;
}

void sea_free(struct sea *sea) {
    buoy_patch_destroy(sea->patch);
    *sea = (struct sea){.scene = NULL};
}

enum buoy_status sea_follow(struct sea *sea, const struct motion_body *bodies, size_t count,
                            double time, struct buoy_error *error) {
    const struct buoy_waves *waves = sea->scene->water.waves;
    double middle[2] = {0.0, 0.0};
    if (!sea->patch) {
        return BUOY_OK;
    }
    for (size_t i = 0; i < count; ++i) {
        middle[0] += bodies[i].position[0] / (double)count;
        middle[1] += bodies[i].position[1] / (double)count;
    }
    const enum buoy_status status =
        buoy_patch_follow_waves(sea->patch, middle[0], middle[1], waves, time, error);
    return status == BUOY_OK ? buoy_patch_fill_waves(sea->patch, waves, time, error) : status;
}

// -------------------------------------------------------------------------------------- recordings

int recording_make(size_t bodies, size_t moments, struct recording *recording) {
    *recording = (struct recording){.bodies = bodies, .room = moments};
    recording->rows = calloc(bodies * moments + 1, sizeof *recording->rows);
    return recording->rows ? 0 : cli_out_of_memory();
}

void recording_free(struct recording *recording) {
    free(recording->rows);
    *recording = (struct recording){0};
}

const struct recording_row *recording_at(const struct recording *recording, size_t moment,
                                         size_t body) {
    return &recording->rows[moment * recording->bodies + body];
}

// The numbers of a row in the order of their columns.
static void spread(const struct recording *recording, size_t index,
                   double numbers[RECORDING_COLUMNS]) {
    const struct recording_row *row = &recording->rows[index];
    double *at = numbers;
    const struct {
        const double *from;
        size_t count;
    } members[] = {{&row->time, 1},    {row->centre, 3}, {row->rotation, 4},
                   {row->velocity, 3}, {row->spin, 3},   {&row->volume, 1},
                   {row->force, 3},    {row->torque, 3}, {&row->energy, 1}};
    for (size_t i = 0; i < sizeof members / sizeof members[0]; ++i) {
        memcpy(at, members[i].from, members[i].count * sizeof *at);
        if (members[i].count > 1 && recording->upright) { // a vector, also that of a quaternion
            turning_turn(recording->upright, true, at);
        }
        at += members[i].count;
    }
}

// A list of rows with so many columns beside the body's number, which is there unless there is one
// body; header and units begin with it.
static struct listing list_of(const struct recording *recording, const char *header,
                              const char *units, size_t columns) {
    const bool numbered = recording->bodies != 1;
    return (struct listing){.header = header + (numbered ? 0 : strlen("body,")),
                            .units = units + !numbered,
                            .columns = columns + numbered,
                            .whole = numbered};
}

int recording_list(const struct recording *recording, struct listing *rows) {
    *rows = list_of(
        recording, "body,time,x,y,z,qx,qy,qz,qw,vx,vy,vz,wx,wy,wz,volume,fx,fy,fz,tx,ty,tz,energy",
        ",s,m,m,m,,,,,m/s,m/s,m/s,rad/s,rad/s,rad/s,m³,N,N,N,N m,N m,N m,J", RECORDING_COLUMNS);
    for (size_t k = 0; k < recording->moments * recording->bodies; ++k) {
        double row[1 + RECORDING_COLUMNS] = {(double)(k % recording->bodies)};
        spread(recording, k, row + 1);
        if (listing_add(rows, NULL, row + 1 - rows->whole) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
}

// How far a body's third axis is from up.
static double tilt_of(const struct recording_row *row) {
    const double across = row->rotation[0] * row->rotation[0] + row->rotation[1] * row->rotation[1];
    return DEGREES * 2.0 * asin(fmin(sqrt(across), 1.0));
}

int recording_summarise(const struct recording *recording, struct listing *rows) {
    enum {
        SUMMARY = 11
    };
    *rows = list_of(recording,
                    "body,seconds,height_first,height_least,height_most,height,tilt_most_degrees,"
                    "tilt_degrees,speed,volume,energy_first,energy",
                    ",s,m,m,m,m,degrees,degrees,m/s,m³,J,J", SUMMARY);
    for (size_t body = 0; body < recording->bodies; ++body) {
        const struct recording_row *first = recording_at(recording, 0, body);
        const struct recording_row *last = recording_at(recording, recording->moments - 1, body);
        double least = first->centre[2], most = least, tilt = 0.0;
        for (size_t moment = 0; moment < recording->moments; ++moment) {
            const struct recording_row *at = recording_at(recording, moment, body);
            least = fmin(least, at->centre[2]);
            most = fmax(most, at->centre[2]);
            tilt = fmax(tilt, tilt_of(at));
        }
        const double *v = last->velocity;
        const double row[1 + SUMMARY] = {(double)body, last->time,    first->centre[2],
                                         least,        most,          last->centre[2],
                                         tilt,         tilt_of(last), buoy_length(v),
                                         last->volume, first->energy, last->energy};
        if (listing_add(rows, NULL, row + 1 - rows->whole) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
}
