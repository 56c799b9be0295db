// Linearly implicit steps that cannot gain energy.
//
// The linear equations (kick.c) have the stiffness at the step's beginning. Where it changes within
// the step, as when a body drops into the water or jumps out of it, they promise nothing. Therefore
// the energy at the step's end is looked at: kinetic + m g z − ρ g V h, where V is submerged and
// its centre lies h above the water's surface, which stays for that as the body met it at the
// beginning. It must not be more than at the beginning and the work of drag, of loads, and of what
// that surface leaves out: the pull of waves that die away with depth, and the torque of a pool's
// wall. If it is, the body is slowed down; if even standing still it would have too much, it goes
// half the way, and so on. What the surface itself does to the body by moving is not in the way.
#include "implicit.h"

#include <string.h>

#include "base/arithmetic.h"
#include "base/status.h"
#include "bodies/pose.h"
#include "matrix.h"
#include "moving.h"
#include "step/model.h"
#include "stiffness.h"
#include "water/water.h"

// ------------------------------------------------------------------------------------------- kicks

// Velocities at the end of a step.
//
// All is reckoned at the centre of buoyancy, at r from the centre of mass: motions y = (u, ω) with
// u = v + ω × r, forces with their torques about that point. There drag is −D (y − w), with the
// diagonal D = diag(k, k, k, b, b, b) and w the water's motion. So drag of any strength leaves
// alone what it does not act on: about the centre of mass, what is left of a body's inertia beside
// strong drag would be the difference of large numbers.
//
// Verlet's method, where the forces are those halfway. The exact solution of M y' = f − D y within
// a step is, to second order,
//   (M + dt D + dt²/2 D M⁻¹ D) Δy = dt (1 + dt/2 D M⁻¹) (f − D y).
// With f = 0 the motion is y/(1 + a + a²/2) along each eigenvector of M⁻¹ D, a = dt × eigenvalue:
// never longer, never turned round. With f it tends to f/D, the terminal velocity, for any step.
// Quadratic drag is taken at half the step's time, which keeps it of second order.
//
// Implicitly, where the forces are those at the beginning (Baraff and Witkin 1998):
//   (M + dt D + dt² K) Δy = dt (f − D y − dt K y).

#define SIZE MOTION_DEGREES

void buoy_find_up(const struct buoy_water *water, double up[3]) {
    const double up_z[3] = {0.0, 0.0, 1.0};
    memcpy(up, up_z, sizeof up_z);
    if (water->kind == BUOY_WATER_PLANE) {
        const struct buoy_plane64 plane = buoy_level_of(water);
        const double *x = plane.normal;
        const double largest = fmax(fabs(x[0]), fmax(fabs(x[1]), fabs(x[2])));
        const double scaled[3] = {x[0] / largest, x[1] / largest, x[2] / largest};
        const double length = buoy_length(scaled);
        for (int i = 0; i < 3; ++i) {
            up[i] = scaled[i] / length;
        }
    }
}

void motion_set_kick(const struct motion_query *query, const struct motion_block *block,
                     size_t index, const struct motion_met_forces *met, struct motion_kick *kick) {
    const struct buoy_model *model = block->models[index];
    const struct motion_moving *moving = &block->moving[index];
    const double volume = met->wet.volume;
    motion_turn_inertia(&block->rigid[index], moving, &kick->inertia);
    buoy_find_up(query->water, kick->up);
    kick->weight = model->info.mass.mass * query->water->gravity;
    memset(kick->load, 0, sizeof kick->load);
    if (query->loads) {
        const struct buoy_force *load = &query->loads[block->body[index]];
        memcpy(kick->load, load->force, sizeof load->force);
        memcpy(kick->load + 3, load->torque, sizeof load->torque);
    }
    for (int i = 0; i < 3; ++i) {
        kick->force[i] = met->buoyancy[i] - kick->weight * kick->up[i] + kick->load[i];
        kick->force[3 + i] = met->buoyancy[3 + i] + kick->load[3 + i];
        kick->arm[i] = met->wet.centre[i] - moving->centre[i];
        kick->flow[i] = met->flow[i];
    }
    memset(kick->swell, 0, sizeof kick->swell);
    if (kick->inertia.carries) {
        motion_carried_of(&block->rigid[index], moving, met->flow, kick->damping);
        for (int i = 0; i < MOTION_DEGREES; ++i) {
            kick->swell[i] = buoy_dot(kick->inertia.added[i], met->swell);
            kick->force[i] += kick->swell[i];
        }
    }
    kick->linear = model->row[BUOY_MODEL_LINEAR] * volume;
    kick->angular = model->row[BUOY_MODEL_ANGULAR] * volume;
    kick->quadratic =
        model->row[BUOY_MODEL_QUADRATIC] * query->water->density * met->wet.wetted_area;
}

// ---------------------------------------------------------------------------------------- drag

// The velocity through the water at the centre of buoyancy.
static void find_slip(const struct motion_kick *kick, const double q[SIZE], double u[3]) {
    for (int i = 0; i < 3; ++i) {
        u[i] = q[i] - kick->flow[i];
    }
    buoy_add_cross(&q[3], kick->arm, u);
}

double motion_find_drag_strength(const struct motion_kick *kick, const double q[SIZE]) {
    double u[3];
    find_slip(kick, q, u);
    return kick->linear + kick->quadratic * buoy_length(u);
}

// −D of the motion through the water, about the centre of mass.
static void add_damping(const struct motion_kick *kick, const double q[SIZE], double force[SIZE]) {
    for (int i = 0; i < SIZE && kick->inertia.carries; ++i) {
        for (int j = 0; j < SIZE; ++j) {
            force[i] -= kick->damping[i][j] * (q[j] - (j < 3 ? kick->flow[j] : 0.0));
        }
    }
}

void motion_find_drag(const struct motion_kick *kick, double k, const double q[SIZE],
                      double drag[SIZE]) {
    double u[3];
    find_slip(kick, q, u);
    for (int i = 0; i < 3; ++i) {
        drag[i] = -k * u[i];
        drag[3 + i] = -kick->angular * q[3 + i];
    }
    buoy_add_cross(kick->arm, drag, drag + 3);
    add_damping(kick, q, drag);
}

// ------------------------------------------------------------------------------------- solving

void motion_push(const struct motion_inertia *inertia, double time, const double force[SIZE],
                 double q[SIZE]) {
    for (int i = 0; i < 3; ++i) {
        q[i] += time * force[i] / inertia->mass;
        q[3 + i] += time * buoy_dot(inertia->inverse[i], &force[3]);
    }
}

// The motion y = (u, ω) of the centre of buoyancy, and back; a force and its torque about the
// centre of buoyancy in place of the centre of mass.
static void move_motion(const double arm[3], const double q[SIZE], double y[SIZE]) {
    memcpy(y, q, SIZE * sizeof *y);
    buoy_add_cross(q + 3, arm, y);
}

static void move_motion_back(const double arm[3], const double y[SIZE], double q[SIZE]) {
    memcpy(q, y, SIZE * sizeof *q);
    buoy_add_cross(arm, y + 3, q);
}

static void move_force(const double arm[3], const double force[SIZE], double moved[SIZE]) {
    memcpy(moved, force, SIZE * sizeof *moved);
    buoy_add_cross(force, arm, moved + 3);
}

// M⁻¹ f, both at the centre of buoyancy.
static void respond(const struct motion_kick *kick, const double force[SIZE], double y[SIZE]) {
    double about_mass[SIZE], q[SIZE] = {0.0};
    memcpy(about_mass, force, sizeof about_mass);
    buoy_add_cross(kick->arm, force, about_mass + 3);
    motion_push(&kick->inertia, 1.0, about_mass, q);
    move_motion(kick->arm, q, y);
}

// Adds M at the centre of buoyancy: (m, m [r]×; −m [r]×, I + m (|r|² − r rᵀ)). A body that cannot
// be turned takes no part in rotations.
static void add_inertia(const struct motion_kick *kick, double a[SIZE][SIZE], double x[SIZE]) {
    const struct motion_inertia *inertia = &kick->inertia;
    const double *r = kick->arm, m = inertia->mass, square = buoy_dot(r, r);
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, l = (i + 2) % 3;
        a[i][i] += m;
        a[l][3 + j] += m * r[i];
        a[3 + j][l] += m * r[i];
        a[j][3 + l] -= m * r[i];
        a[3 + l][j] -= m * r[i];
        for (int n = 0; n < 3; ++n) {
            a[3 + i][3 + n] +=
                inertia->inertia[i][n] + (i == n ? m * square : 0.0) - m * r[i] * r[n];
        }
    }
    for (int i = 3; i < SIZE && !inertia->turns; ++i) {
        for (int j = 0; j < SIZE; ++j) {
            a[i][j] = a[j][i] = i == j ? 1.0 : 0.0;
        }
        x[i] = 0.0;
    }
}

// Forces at the centre of buoyancy: all, and of these drag of strength k.
static void find_forces(const struct motion_kick *kick, double k, const double y[SIZE],
                        double force[SIZE]) {
    double all[SIZE], q[SIZE];
    memcpy(all, kick->force, sizeof all);
    move_motion_back(kick->arm, y, q);
    add_damping(kick, q, all);
    move_force(kick->arm, all, force);
    for (int i = 0; i < 3; ++i) {
        force[i] -= k * (y[i] - kick->flow[i]);
        force[3 + i] -= kick->angular * y[3 + i];
    }
}

// Solves the equation of Verlet's method for drag of strength k.
static void change_explicitly(const struct motion_kick *kick, double k, double dt,
                              const double y[SIZE], double change[SIZE]) {
    double a[SIZE][SIZE], force[SIZE], more[SIZE];
    find_forces(kick, k, y, force);
    respond(kick, force, more);
    for (int j = 0; j < SIZE; ++j) {
        const double d = j < 3 ? k : kick->angular;
        double one[SIZE] = {0.0}, column[SIZE];
        one[j] = d;
        respond(kick, one, column); // of M⁻¹ D
        for (int i = 0; i < SIZE; ++i) {
            const double row = i < 3 ? k : kick->angular;
            a[i][j] = dt * ((i == j ? d : 0.0) + 0.5 * dt * row * column[i]);
        }
        change[j] = dt * (force[j] + 0.5 * dt * d * more[j]);
    }
    add_inertia(kick, a, change);
    matrix_solve_definite(SIZE, a[0], change);
}

double motion_kick_implicitly(const struct motion_kick *kick, double dt,
                              double stiffness[SIZE][SIZE], double q[SIZE]) {
    const double k = motion_find_drag_strength(kick, q);
    double a[SIZE][SIZE], y[SIZE], change[SIZE];
    move_motion(kick->arm, q, y);
    find_forces(kick, k, y, change);
    for (int i = 0; i < SIZE; ++i) {
        double back = 0.0;
        for (int j = 0; j < SIZE; ++j) {
            const double d = i != j ? 0.0 : i < 3 ? k : kick->angular;
            back += stiffness[i][j] * y[j];
            a[i][j] = dt * (d + dt * stiffness[i][j]);
        }
        change[i] = dt * (change[i] - dt * back);
    }
    add_inertia(kick, a, change);
    if (kick->inertia.carries) {
        // Adds the mass of the water that a body carries, and its damping within a step.
        double more[SIZE][SIZE];
        for (int i = 0; i < SIZE; ++i) {
            for (int j = 0; j < SIZE; ++j) {
                more[i][j] = kick->inertia.added[i][j] + dt * kick->damping[i][j];
            }
        }
        motion_carried_at(kick->arm, more);
        for (int i = 0; i < SIZE; ++i) {
            for (int j = 0; j < SIZE; ++j) {
                a[i][j] += more[i][j];
            }
        }
        matrix_solve(SIZE, a[0], change);
    } else {
        matrix_solve_definite(SIZE, a[0], change);
    }
    for (int i = 0; i < SIZE; ++i) {
        y[i] += change[i];
    }
    move_motion_back(kick->arm, y, q);
    return k;
}

void motion_kick_explicitly(const struct motion_kick *kick, double dt, double q[SIZE]) {
    double k = motion_find_drag_strength(kick, q), y[SIZE], change[SIZE];
    if (kick->inertia.carries) {
        double none[SIZE][SIZE] = {{0.0}};
        motion_kick_implicitly(kick, dt, none, q);
        return;
    }
    if (k == 0.0 && kick->angular == 0.0) {
        motion_push(&kick->inertia, dt, kick->force, q);
        return;
    }
    move_motion(kick->arm, q, y);
    if (kick->quadratic > 0.0) { // what it is at half the time
        double half[SIZE], there[SIZE];
        change_explicitly(kick, k, 0.5 * dt, y, half);
        for (int i = 0; i < SIZE; ++i) {
            half[i] += y[i];
        }
        move_motion_back(kick->arm, half, there);
        k = motion_find_drag_strength(kick, there);
    }
    change_explicitly(kick, k, dt, y, change);
    for (int i = 0; i < SIZE; ++i) {
        y[i] += change[i];
    }
    move_motion_back(kick->arm, y, q);
}

// Half the way, at most that often; then the body stays.
#define HALVINGS 40
// How far off energies are, as a share of ρ g (V + V') (|h| + |h'|): the errors of float kernels.
#define NOISE 1e-6

// The water as a plane that stays, about the point where a body was.
struct frozen {
    struct buoy_water water;
    double origin[3], up[3], offset; // up·(x − origin) = offset
    double weight;                   // ρ g
    double share;                    // of the body that a pool holds, which stays, too
    double more[MOTION_DEGREES];     // what there is beyond this water's buoyancy
};

static struct frozen freeze(const struct buoy_water *water, const struct buoy_met *met,
                            const double origin[3]) {
    struct frozen frozen = {.water = buoy_calm_sea(BUOY_Z_UP),
                            .weight = water->density * water->gravity,
                            .share = met->share};
    frozen.offset = met->offset - buoy_dot(met->up, origin);
    memcpy(frozen.origin, origin, sizeof frozen.origin);
    memcpy(frozen.up, met->up, sizeof frozen.up);
    frozen.water.density = water->density;
    frozen.water.gravity = water->gravity;
    frozen.water.plane.d = (float)frozen.offset;
    for (int i = 0; i < 3; ++i) {
        frozen.water.plane.normal[i] = (float)met->up[i];
    }
    return frozen;
}

// Energy of a place: of weight and buoyancy. `noise` grows by ρ g V |h|.
struct potential {
    double energy, volume, height;
};

static struct potential find_potential(const struct frozen *frozen, const struct motion_kick *kick,
                                       const double centre_of_mass[3],
                                       const struct buoy_body_forces *wet, const double shift[3]) {
    double rise = 0.0, height = -frozen->offset;
    for (int i = 0; i < 3; ++i) {
        rise += kick->up[i] * (centre_of_mass[i] - frozen->origin[i]);
        height += frozen->up[i] * (wet->centre[i] - shift[i]);
    }
    return (struct potential){kick->weight * rise - frozen->weight * wet->volume * height,
                              wet->volume, height};
}

// What is submerged of a body in the frozen water, about its origin.
static enum buoy_status ask(const struct frozen *frozen, const struct buoy_model *model,
                            const struct motion_rigid *rigid, const struct motion_moving *moving,
                            struct buoy_body_forces *wet) {
    double position[3];
    motion_moving_position(moving, rigid, position);
    for (int i = 0; i < 3; ++i) {
        position[i] -= frozen->origin[i];
    }
    const enum buoy_status status = motion_ask_volume(&frozen->water, model, moving, position, wet);
    wet->volume *= frozen->share;
    return status;
}

// The energy at the step's beginning, and what the body feels there beyond the frozen water's
// buoyancy: waves that die away with depth, and the wall of a pool, which moves the centre.
static enum buoy_status look_around(const struct buoy_water *water,
                                    const struct motion_met_forces *met,
                                    const struct motion_kick *kick, const struct buoy_model *model,
                                    const struct motion_rigid *rigid,
                                    const struct motion_moving *moving, struct frozen *frozen,
                                    struct potential *start) {
    static const double none[3] = {0.0, 0.0, 0.0};
    const bool cut = frozen->share > 0.0 && frozen->share < 1.0;
    struct buoy_body_forces wet = met->wet;
    double plane[MOTION_DEGREES] = {0.0};
    const enum buoy_status status = cut ? ask(frozen, model, rigid, moving, &wet) : BUOY_OK;
    for (int i = 0; i < 3; ++i) {
        plane[i] = frozen->weight * wet.volume * frozen->up[i];
    }
    // The frozen water's origin is the body's centre of mass.
    buoy_add_cross(cut ? wet.centre : kick->arm, plane, plane + 3);
    for (int i = 0; i < MOTION_DEGREES; ++i) {
        frozen->more[i] = cut || buoy_decays(water) ? met->buoyancy[i] - plane[i] : 0.0;
    }
    *start = find_potential(frozen, kick, moving->centre, &wet, cut ? none : frozen->origin);
    return status;
}

// Moves a body with the motion that it has or with less, so that it gains no energy. k: the
// strength of drag; `before`: the motion at the step's beginning.
static enum buoy_status move_within(const struct frozen *frozen, const struct motion_kick *kick,
                                    const struct buoy_model *model,
                                    const struct motion_rigid *rigid, double dt, double k,
                                    double before, const struct potential *start,
                                    struct motion_moving *moving) {
    double q[MOTION_DEGREES];
    memcpy(q, moving->motion, sizeof q);
    for (int halvings = 0; halvings < HALVINGS; ++halvings) {
        struct motion_moving trial = *moving;
        struct potential end;
        memcpy(trial.motion, q, sizeof q);
        // Where a body is after a step with a motion, and its energy there.
        struct potential *potential = &end;
        static const double none[3] = {0.0, 0.0, 0.0};
        struct buoy_body_forces wet;
        motion_drift(rigid, dt, &trial);
        const enum buoy_status status = ask(frozen, model, rigid, &trial, &wet);
        *potential = find_potential(frozen, kick, trial.centre, &wet, none);

        if (status != BUOY_OK) {
            return status;
        }
        const double after = motion_kinetic_energy(&kick->inertia, q);
        const double noise = NOISE * frozen->weight * (start->volume + end.volume) *
                             (fabs(start->height) + fabs(end.height));
        // The work of drag, load, and what there is beyond the plane's buoyancy, within a step that
        // ends with a motion q.
        double drag[MOTION_DEGREES], work = 0.0;
        motion_find_drag(kick, k, q, drag);
        for (int i = 0; i < MOTION_DEGREES; ++i) {
            work += dt * (drag[i] + kick->load[i] + frozen->more[i]) * q[i];
        }
        for (int i = 0; i < MOTION_DEGREES && kick->inertia.carries; ++i) {
            work += dt * kick->swell[i] * (q[i] - (i < 3 ? kick->inertia.flow[i] : 0.0));
        }
        const double excess = after + end.energy - before - start->energy - work;
        const bool bearable = excess <= noise;
        if (bearable || excess <= after) {
            const double share = bearable ? 1.0 : sqrt(1.0 - excess / after);
            for (int i = 0; i < MOTION_DEGREES; ++i) {
                trial.motion[i] *= share;
            }
            *moving = trial;
            return BUOY_OK;
        }
        for (int i = 0; i < MOTION_DEGREES; ++i) {
            q[i] *= 0.5;
        }
    }
    memset(moving->motion, 0, sizeof moving->motion);
    return BUOY_OK;
}

enum buoy_status motion_step_implicitly(const struct motion_moment *moment, double dt,
                                        const struct motion_met_forces *met,
                                        struct motion_kick *kick, struct motion_block *block,
                                        size_t index, struct buoy_error *error) {
    const struct buoy_model *model = block->models[index];
    const struct motion_rigid *rigid = &block->rigid[index];
    struct motion_moving *moving = &block->moving[index];
    const double weight = moment->water.density * moment->water.gravity;
    double stiffness[MOTION_DEGREES][MOTION_DEGREES], position[3];
    struct buoy_met surface;
    motion_moving_position(moving, rigid, position);
    enum buoy_status status = buoy_meet(&moment->water, model, moving, position, &surface);
    if (status == BUOY_OK) {
        status = motion_stiffness_of(model, moving, &surface, met->wet.centre, weight, &met->wet,
                                     stiffness);
    }
    struct frozen frozen;
    struct potential start;
    if (status == BUOY_OK) {
        frozen = freeze(&moment->water, &surface, moving->centre);
        status = look_around(&moment->water, met, kick, model, rigid, moving, &frozen, &start);
    }
    if (status == BUOY_OK) {
        const double before = motion_kinetic_energy(&kick->inertia, moving->motion);
        const double k = motion_kick_implicitly(kick, dt, stiffness, moving->motion);
        if (surface.share > 0.0) {
            status = move_within(&frozen, kick, model, rigid, dt, k, before, &start, moving);
        } else {
            motion_drift(rigid, dt, moving);
        }
    }
    return status == BUOY_OK ? BUOY_OK
                             : buoy_fail(error, status, "body %zu, within the step: %s",
                                         block->body[index], buoy_status_text(status));
}
