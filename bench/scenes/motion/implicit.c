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
#include "base/arithmetic.h"

#include "implicit.h"

#include <string.h>

#include "base/status.h"
#include "bodies/pose.h"
#include "stiffness.h"

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
    struct frozen frozen = {
        .water = buoy_calm_sea(), .weight = water->density * water->gravity, .share = met->share};
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

// Where a body is after a step with a motion, and its energy there.
static enum buoy_status look_ahead(const struct frozen *frozen, const struct motion_kick *kick,
                                   const struct buoy_model *model, const struct motion_rigid *rigid,
                                   double dt, struct motion_moving *moving,
                                   struct potential *potential) {
    static const double none[3] = {0.0, 0.0, 0.0};
    struct buoy_body_forces wet;
    motion_drift(rigid, dt, moving);
    const enum buoy_status status = ask(frozen, model, rigid, moving, &wet);
    *potential = find_potential(frozen, kick, moving->centre, &wet, none);
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

// The work of drag, load, and what there is beyond the plane's buoyancy, within a step that ends
// with a motion q.
static double find_work(const struct frozen *frozen, const struct motion_kick *kick, double k,
                        double dt, const double q[MOTION_DEGREES]) {
    double drag[MOTION_DEGREES], work = 0.0;
    motion_find_drag(kick, k, q, drag);
    for (int i = 0; i < MOTION_DEGREES; ++i) {
        work += dt * (drag[i] + kick->load[i] + frozen->more[i]) * q[i];
    }
    for (int i = 0; i < MOTION_DEGREES && kick->inertia.carries; ++i) {
        work += dt * kick->swell[i] * (q[i] - (i < 3 ? kick->inertia.flow[i] : 0.0));
    }
    return work;
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
        const enum buoy_status status = look_ahead(frozen, kick, model, rigid, dt, &trial, &end);
        if (status != BUOY_OK) {
            return status;
        }
        const double after = motion_kinetic_energy(&kick->inertia, q);
        const double noise = NOISE * frozen->weight * (start->volume + end.volume) *
                             (fabs(start->height) + fabs(end.height));
        const double excess =
            after + end.energy - before - start->energy - find_work(frozen, kick, k, dt, q);
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
